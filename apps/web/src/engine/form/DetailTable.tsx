import {
  type CompiledDetail,
  type CompiledField,
  fixed,
  formatValue,
  type FormRecord,
  isNumeric,
  Num,
  placesOf,
  rowsOf,
  toNumber,
  unitOf,
  flagName,
} from '@hengneng/form-kit';
import { Button, Grid } from 'antd';
import {
  type ClipboardEvent,
  memo,
  type ReactElement,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSession } from '../../lib/session.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { isSheet } from '../store/paste.ts';
import { type LabelMap, rowKey, useRecord, useStore } from '../store/record-store.ts';
import { isFilled } from '../widgets/filled.ts';
import { readNode, ReadValue } from '../widgets/ReadValue.tsx';
import { inputId, useFormSurroundings } from './context.ts';
import { useDetailTool } from './detail-tools.ts';
import { DetailToolButton } from './DetailToolButton.tsx';
import { FieldView } from './FieldView.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { summedColumns } from './totals.ts';

const MAX_ROWS = 500;

/** Heights of a row and of what stands around them, all on one line: a table that is out of sight is taken to be as tall as it will be. */
const ROW_PX = 33;
const AROUND_PX = 34;
/** Text of more characters than this goes over several lines, so that the other columns stay in sight. */
const LONG = 18;

/** From so many columns on, the first one says which row it is while the others scroll. */
const WIDE = 7;

/** So many rows may each keep their ends in sight without a key press waiting for it. */
const FEW = 12;

/** What stands in sight: the columns that only a total counts are left to it. */
const columnsOf = (detail: CompiledDetail): readonly CompiledField[] =>
  detail.fields.filter((of) => of.field.tally !== true);

const isLong = (of: CompiledField, value: unknown): boolean =>
  (of.field.type === 'text' || of.field.type === 'textarea') && typeof value === 'string' && value.length > LONG;

const totalOf = (of: CompiledField, rows: readonly FormRecord[]): string => {
  const total = rows.reduce((sum, row) => sum.plus(toNumber(row[of.key]) ?? 0), new Num(0));
  return formatValue(of.field, fixed(total, placesOf(of.field) ?? 0));
};

/** The cell behind the row's number. */
const FIRST_CELL = 1;
const INPUTS = ':is(input, textarea):not([type="hidden"], [type="file"])';

interface RowProps {
  readonly detail: CompiledDetail;
  readonly row: FormRecord;
  readonly index: number;
  readonly labels: LabelMap;
  readonly errors: ReadonlyMap<string, string>;
  readonly editable: boolean;
  readonly editing: boolean;
  readonly withheld: ReadonlySet<string>;
  /** Of the button that opens the row: where a message about one of its cells leads. */
  readonly rowId: string;
  /** Opens the row, with the cursor in the cell that was pressed; -1 closes it. */
  readonly onEdit: (index: number, cell?: number) => void;
  readonly onDo: (what: 'copy' | 'up' | 'down' | 'delete', index: number) => void;
}

const RowTools = ({ index, onDo }: Pick<RowProps, 'index' | 'onDo'>): ReactElement => (
  <span className="row-tools">
    <button type="button" onClick={() => onDo('copy', index)} aria-label={`复制第${index + 1}行`}>
      复制
    </button>
    <button type="button" onClick={() => onDo('up', index)} aria-label={`上移第${index + 1}行`}>
      ↑
    </button>
    <button type="button" onClick={() => onDo('down', index)} aria-label={`下移第${index + 1}行`}>
      ↓
    </button>
    <button
      type="button"
      className="row-delete"
      onClick={() => onDo('delete', index)}
      aria-label={`删除第${index + 1}行`}
    >
      删除
    </button>
  </span>
);

const errorsOfRow = (errors: ReadonlyMap<string, string>, start: string): string =>
  [...errors].flatMap(([path, message]) => (path.startsWith(start) ? [path + message] : [])).join('|');

/** The column that a standard list is made by. */
const standardOf = (detail: CompiledDetail): CompiledField | undefined =>
  detail.fields.find((of) => of.field.prefillRows === true);

/** The result of a standard list's item. */
const isItem = (detail: CompiledDetail, of: CompiledField): boolean =>
  of.field.type === 'check' && of.editable && standardOf(detail) !== undefined;

/** A yes or no, and the result of a standard item, is answered where it stands, as on paper: a list of twelve is twelve presses, not twenty-four. */
const isLive = (detail: CompiledDetail, of: CompiledField): boolean =>
  (of.field.type === 'boolean' && of.editable) || isItem(detail, of);

/** Text until it is clicked: fifty rows of inputs would make every key press wait. */
const Row = memo(
  ({
    detail,
    row,
    index,
    labels,
    errors,
    editable,
    editing,
    withheld,
    rowId,
    onEdit,
    onDo,
  }: RowProps): ReactElement => (
    <tr
      className={editing ? 'row-editing' : undefined}
      onClick={
        editable && !editing
          ? ({ target }) => onEdit(index, target instanceof Element ? target.closest('td')?.cellIndex : undefined)
          : undefined
      }
    >
      <td className="row-no">
        {editable ? (
          <button
            type="button"
            id={rowId}
            onClick={(event) => {
              event.stopPropagation();
              onEdit(editing ? -1 : index);
            }}
            aria-label={editing ? `完成第${index + 1}行` : `编辑第${index + 1}行`}
          >
            {index + 1}
          </button>
        ) : (
          index + 1
        )}
      </td>
      {columnsOf(detail).map((of) => {
        const path = `${detail.key}[${index}].${of.key}`;
        const error = errors.get(path);
        const shape = isNumeric(of.field) ? 'right' : isLong(of, row[of.key]) ? 'cell-long' : '';
        const live = editable && !editing && isLive(detail, of);
        return (
          <td
            key={of.key}
            className={`${shape}${of.editable ? '' : ' cell-read'}${error ? ' cell-bad' : ''}${live ? ' cell-live' : ''}`}
            title={error}
            onClick={live ? (event) => event.stopPropagation() : undefined}
          >
            {editing || live ? (
              <FieldView of={of} path={path} editable cell />
            ) : (
              <>
                {readNode({
                  of,
                  value: row[of.key],
                  labels: labels[of.path],
                  withheld: withheld.has(of.path),
                  plain: isNumeric(of.field),
                })}
                {error ? <small className="cell-error">{error}</small> : null}
              </>
            )}
          </td>
        );
      })}
      {editable ? (
        <td className="row-actions" onClick={(event) => event.stopPropagation()}>
          <RowTools index={index} onDo={onDo} />
        </td>
      ) : null}
    </tr>
  ),
  (a, b) =>
    a.row === b.row &&
    a.index === b.index &&
    a.labels === b.labels &&
    a.editing === b.editing &&
    a.editable === b.editable &&
    a.onDo === b.onDo &&
    (a.errors === b.errors ||
      errorsOfRow(a.errors, `${a.detail.key}[${a.index}]`) === errorsOfRow(b.errors, `${b.detail.key}[${b.index}]`)),
);

/** A row on a phone: what it is about, what it says, and in one line what is still to be said. */
const Card = ({
  detail,
  row,
  index,
  labels,
  errors,
  editable,
  editing,
  withheld,
  rowId,
  onEdit,
}: RowProps): ReactElement => {
  const bad = errorsOfRow(errors, `${detail.key}[${index}]`) !== '';
  const columns = columnsOf(detail);
  const standard = standardOf(detail);
  const store = useStore();
  const pathOf = (of: CompiledField) => `${detail.key}[${index}].${of.key}`;
  const errorAt = (of: CompiledField) => errors.get(pathOf(of));
  // A check that found nothing is as good as empty.
  const isOpen = (of: CompiledField) =>
    (of.field.flag === true ? !Number(row[of.key]) : !isFilled(row[of.key])) &&
    !withheld.has(of.path) &&
    errorAt(of) === undefined;
  // Each of these would be opened and closed again for one press. While the row is open, that is where it is answered.
  const inCard = (of: CompiledField) => editable && !editing && isItem(detail, of);
  const open = columns.filter(
    (of) =>
      of.editable &&
      !inCard(of) &&
      of.field.required === true &&
      isOpen(of) &&
      store.form.visible(store.state().record, pathOf(of)),
  );
  return (
    <li className={bad ? 'row-card row-card-bad' : 'row-card'}>
      <div className="row-card-head">
        <strong>
          {index + 1}. {standard ? String(row[standard.key] ?? '') : detail.label}
        </strong>
        {editable ? (
          <Button size="small" id={rowId} onClick={() => onEdit(index)}>
            编辑
          </Button>
        ) : null}
      </div>
      <dl>
        {columns.map((of) => {
          const error = errorAt(of);
          if (inCard(of))
            return (
              <div key={of.key} className="row-card-item">
                <dt>{of.label}</dt>
                <dd>
                  <FieldView of={of} path={pathOf(of)} editable cell />
                </dd>
              </div>
            );
          if (of === standard || isOpen(of)) return null;
          return (
            <div key={of.key}>
              <dt>{of.field.flag === true ? flagName(of.label) : of.label}</dt>
              <dd>
                <ReadValue of={of} value={row[of.key]} labels={labels[of.path]} withheld={withheld.has(of.path)} />
                {error ? <small className="cell-error">{error}</small> : null}
              </dd>
            </div>
          );
        })}
      </dl>
      {editable && open.length > 0 ? (
        <p className="row-card-open">待填：{open.map((of) => of.label).join('、')}</p>
      ) : null}
    </li>
  );
};

/** A child table of the form. */
export const DetailTable = memo(({ detail }: { readonly detail: CompiledDetail }): ReactElement => {
  const store = useStore();
  const { prefix, editStep, withheld, closed } = useFormSurroundings();
  const userId = useSession((state) => state.userId);
  const rows = useRecord((state) => state.record[detail.key]);
  const labels = useRecord((state) => state.labels);
  const errors = useRecord((state) => state.errors);
  const phone = Grid.useBreakpoint().md === false;
  const tool = useDetailTool(store.form.id, detail.key);
  const [editing, setEditing] = useState(-1);
  /** What the dialog begins with. */
  const [pasting, setPasting] = useState<string>();
  const editable = editStep === detail.step && !closed.has(detail.key);
  const list = useMemo(() => rowsOf({ [detail.key]: rows }, detail.key), [detail.key, rows]);
  const totals = useMemo(() => {
    const summed = summedColumns(
      store.form.fields.flatMap((of) => (of.field.formula ? [of.field.formula] : [])),
      detail.key,
    );
    const columns = columnsOf(detail).filter(
      (of) => summed.has(of.key) && isNumeric(of.field) && of.field.flag !== true,
    );
    return new Map(columns.map((of) => [of.key, totalOf(of, list)]));
  }, [store, detail, list]);
  const newRow = () => store.form.newRow(detail.key, { now: new Date(), userId, deptId: '' }, store.state().record);
  const section = useRef<HTMLElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  // With the drawing that shows it, not after: a key pressed in between would go nowhere.
  const toFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  useLayoutEffect(() => {
    const find = toFocus.current;
    toFocus.current = undefined;
    find?.()?.focus();
  });
  // Of the record that is open now: it is another one after each action, and the table stays.
  const onDo = useCallback(
    (what: 'copy' | 'up' | 'down' | 'delete', index: number) => {
      const now = [...rowsOf(store.state().record, detail.key)];
      const row = now[index];
      if (!row) return;
      setEditing(-1);
      let next = `编辑第${index + 1}行`;
      if (what === 'delete') {
        now.splice(index, 1);
        next = `编辑第${Math.min(index + 1, now.length)}行`;
      } else if (what === 'copy') {
        now.splice(index + 1, 0, Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'id')));
        next = `编辑第${index + 2}行`;
      } else {
        const to = what === 'up' ? index - 1 : index + 1;
        const other = now[to];
        if (!other) return;
        now[index] = other;
        now[to] = row;
        next = `${what === 'up' ? '上移' : '下移'}第${to + 1}行`;
      }
      // Who works by keys goes on where they were: the button that was pressed is gone, or belongs to another row.
      toFocus.current = () => section.current?.querySelector<HTMLElement>(`[aria-label="${next}"]`) ?? adder.current;
      store.setRows(detail.key, now);
    },
    [store, detail.key],
  );
  const edit = useCallback((index: number, cell = FIRST_CELL) => {
    const at = (place: string) => section.current?.querySelector<HTMLElement>(`tr.row-editing ${place} ${INPUTS}`);
    if (index >= 0) toFocus.current = () => at(`td:nth-child(${cell + 1})`) ?? at('');
    setEditing(index);
  }, []);
  const add = () => {
    store.setRows(detail.key, [...list, newRow()]);
    edit(list.length);
  };
  /** Several cells are rows, wherever among the rows they are pasted: none of them fits into a single one. */
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    const text = event.clipboardData.getData('text/plain');
    // The dialog's own text reaches the table, too.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (!isSheet(text, target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    setPasting(text);
  };
  const isUntouched = (row: FormRecord): boolean => {
    const fresh = newRow();
    return detail.fields.every(
      ({ key, field, editable: typed }) => !typed || formatValue(field, row[key]) === formatValue(field, fresh[key]),
    );
  };
  const own = errors.get(detail.key);
  const shared = { detail, labels, errors, editable, withheld, onEdit: edit, onDo };
  return (
    <section
      ref={section}
      className="detail"
      id={inputId(prefix, detail.key)}
      tabIndex={-1}
      aria-label={detail.label}
      onPaste={editable && !phone ? paste : undefined}
    >
      <div className="detail-head">
        <h3>
          {detail.label}
          <small>{list.length} 行</small>
        </h3>
        {editable ? (
          <div className="detail-tools">
            {tool === undefined ? null : <DetailToolButton tool={tool} detail={detail} />}
            {phone ? null : (
              <Button size="small" onClick={() => setPasting('')}>
                从表格粘贴
              </Button>
            )}
            <Button ref={adder} size="small" type="primary" ghost onClick={add} disabled={list.length >= MAX_ROWS}>
              加一行
            </Button>
          </div>
        ) : null}
      </div>
      {own ? <p className="field-error">{own}</p> : null}
      {list.length === 0 ? (
        editable ? (
          <p className="detail-empty">{`还没有${detail.label}，点“加一行”开始填写`}</p>
        ) : (
          <p className="detail-none">{withheld.has(detail.key) ? '您无权查看' : '没有明细'}</p>
        )
      ) : phone ? (
        <ul className="row-cards">
          {list.map((row, index) => (
            <Card
              key={rowKey(row)}
              row={row}
              index={index}
              editing={editing === index}
              rowId={inputId(prefix, `${detail.key}[${index}]`)}
              {...shared}
            />
          ))}
        </ul>
      ) : (
        <div
          className="detail-scroll"
          role="region"
          aria-label={`${detail.label}表格`}
          tabIndex={0}
          style={{
            containIntrinsicBlockSize: `auto ${(list.length + (totals.size > 0 ? 1 : 0)) * ROW_PX + AROUND_PX}px`,
          }}
        >
          <table
            className={`detail-table${columnsOf(detail).length < WIDE ? '' : ' detail-wide'}${list.length > FEW ? '' : ' detail-few'}`}
          >
            <thead>
              <tr>
                <th scope="col" className="row-no">
                  #
                </th>
                {columnsOf(detail).map((of) => (
                  <th
                    key={of.key}
                    scope="col"
                    className={isNumeric(of.field) ? 'right' : undefined}
                    title={of.field.hint}
                  >
                    {of.field.flag === true ? flagName(of.label) : of.label}
                    {unitOf(of.field) ? <small>（{unitOf(of.field)}）</small> : null}
                    {of.field.required && of.editable && editable ? <span className="field-required">*</span> : null}
                  </th>
                ))}
                {editable ? (
                  <th scope="col" className="row-actions">
                    操作
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {list.map((row, index) => (
                <Row
                  key={rowKey(row)}
                  row={row}
                  index={index}
                  editing={editable && editing === index}
                  rowId={inputId(prefix, `${detail.key}[${index}]`)}
                  {...shared}
                />
              ))}
            </tbody>
            {totals.size > 0 ? (
              <tfoot>
                <tr>
                  <td className="row-no">合计</td>
                  {columnsOf(detail).map((of) => (
                    <td key={of.key} className="right">
                      {totals.get(of.key)}
                    </td>
                  ))}
                  {editable ? <td className="row-actions" /> : null}
                </tr>
              </tfoot>
            ) : null}
          </table>
        </div>
      )}
      {phone && editable && list[editing] ? (
        <AppDrawer
          title={`${detail.label} 第${editing + 1}行`}
          onClose={() => setEditing(-1)}
          extra={
            <Button type="primary" onClick={() => setEditing(-1)}>
              完成
            </Button>
          }
        >
          <div className="field-grid">
            {columnsOf(detail).map((of) => (
              <FieldView key={of.key} of={of} path={`${detail.key}[${editing}].${of.key}`} editable />
            ))}
          </div>
          <RowTools index={editing} onDo={onDo} />
        </AppDrawer>
      ) : null}
      {pasting !== undefined ? (
        <PasteDialog
          detail={detail}
          given={pasting}
          room={MAX_ROWS - list.length}
          onClose={() => setPasting(undefined)}
          onRows={(pasted) => {
            setPasting(undefined);
            // A row that was opened only to paste into is not one of them.
            const kept = list.filter((row, at) => at !== editing || !isUntouched(row));
            setEditing(-1);
            store.setRows(detail.key, [...kept, ...pasted.map(({ values }) => ({ ...newRow(), ...values }))]);
            store.addUnread(
              pasted.flatMap(({ errors: bad }, at) =>
                Object.entries(bad).map(([key, message]) => ({
                  path: `${detail.key}[${kept.length + at}].${key}`,
                  message,
                })),
              ),
            );
          }}
        />
      ) : null}
    </section>
  );
});
