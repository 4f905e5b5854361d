import { type ImportChecked, type ImportLine, importCalls, type LineState } from '@hengneng/contracts';
import { type CompiledField, formatValue, type ImportShape, isNumeric, listFields, unitOf } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { keepPrevious } from '../../lib/query.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { OptionSelect } from '../../ui/OptionSelect.tsx';
import { Tag } from '../../ui/StatusTag.tsx';

const PAGE_SIZE = 50;
const STATES = {
  ok: { text: '可导入', tone: 'good' },
  warned: { text: '有警告', tone: 'warn' },
  faulty: { text: '有错误', tone: 'bad' },
} as const;

type Tab = LineState | 'all';

export interface EditorProps {
  readonly line: ImportLine;
  /** Sends values of the shape's `edits` for this row; all rows are judged anew. */
  readonly settle: (values: Readonly<Record<string, unknown>>) => void;
  readonly busy: boolean;
}

/** What a cell shows: what was found out, else what the sheet says; a number that reads well with its separators. */
const Cell = ({ of, line }: { readonly of: CompiledField; readonly line: ImportLine }): ReactElement => {
  const text = line.found[of.key] ?? line.cells[of.key] ?? '';
  const number = isNumeric(of.field) && of.field.type !== 'integer' && /^-?\d+(\.\d+)?$/.test(text);
  return <>{text === '' ? '—' : number ? formatValue(of.field, text) : text}</>;
};

/** Rows of a precheck by class, with what is wrong with each. */
export const ImportRows = ({
  of,
  checked,
  narrow,
  editor,
  onChecked,
}: {
  readonly of: ImportShape;
  readonly checked: ImportChecked;
  readonly narrow: string | undefined;
  readonly editor?: ((props: EditorProps) => ReactNode) | undefined;
  readonly onChecked: (checked: ImportChecked) => void;
}): ReactElement => {
  const prefix = useId();
  const calls = importCalls(of);
  const [tab, setTab] = useState<Tab>('all');
  const [only, setOnly] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const byKey = new Map([...listFields(of.columns), ...listFields(of.found)].map((field) => [field.key, field]));
  const columns = of.shown.flatMap((key) => byKey.get(key) ?? []);
  const narrowed = narrow === undefined ? undefined : byKey.get(narrow);
  const ask = {
    kind: of.kind,
    CheckId: checked.CheckId,
    ...(tab === 'all' ? {} : { state: tab }),
    ...(narrow === undefined || only === null ? {} : { found: { [narrow]: only } }),
    PageIndex: page,
    PageSize: PAGE_SIZE,
  };
  const rows = useQuery({
    queryKey: ['import', of.id, ask, checked.validUntil],
    queryFn: ({ signal }) => callApi(calls.rows, ask, { signal }),
    placeholderData: keepPrevious,
  });
  const settle = async (row: number, values: Readonly<Record<string, unknown>>): Promise<void> => {
    setBusy(true);
    try {
      const answer = await callApi(calls.run, { mode: 'edit', kind: of.kind, CheckId: checked.CheckId, row, values });
      if (answer.check) onChecked(answer.check);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const turn = (next: Tab): void => {
    setTab(next);
    setPage(1);
  };
  const all = checked.ok + checked.warned + checked.faulty;
  return (
    <>
      <div className="import-tabs">
        <CountTabs<Tab>
          prefix={prefix}
          label="预检结果"
          chosen={tab}
          onChoose={turn}
          tabs={[
            { key: 'all', label: '全部', count: all },
            { key: 'ok', label: STATES.ok.text, count: checked.ok },
            { key: 'warned', label: STATES.warned.text, count: checked.warned },
            { key: 'faulty', label: STATES.faulty.text, count: checked.faulty },
          ]}
        />
        {narrowed?.field.type === 'enum' ? (
          <OptionSelect
            value={only}
            placeholder={`全部${narrowed.label}`}
            className="import-narrow"
            aria={{ 'aria-label': narrowed.label }}
            options={narrowed.field.options.map((option) => ({ value: option, label: option }))}
            onChange={(next) => {
              setOnly(next);
              setPage(1);
            }}
          />
        ) : null}
      </div>
      <div id={`${prefix}-panel`} role="tabpanel" aria-label="预检结果的行">
        <ListStates list={rows} lines={5} empty="没有这类行">
          {(data) => (
            <div className="list-scroll" role="region" aria-label="预检结果" tabIndex={0}>
              <table className="plain-table list-table">
                <thead>
                  <tr>
                    <th scope="col" className="right">
                      行号
                    </th>
                    <th scope="col">结果</th>
                    {editor ? <th scope="col">处理</th> : null}
                    <th scope="col">原因</th>
                    {columns.map((column) => (
                      <th key={column.key} scope="col" className={isNumeric(column.field) ? 'right' : undefined}>
                        {column.label}
                        {unitOf(column.field) ? `（${unitOf(column.field)}）` : ''}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.rows.map((line) => (
                    <tr
                      key={line.row}
                      className={line.state === 'faulty' ? 'row-bad' : line.state === 'warned' ? 'row-warn' : undefined}
                    >
                      <td className="right">{line.row}</td>
                      <td>
                        <Tag tone={STATES[line.state].tone}>{STATES[line.state].text}</Tag>
                      </td>
                      {editor ? (
                        <td className="cell-actions">
                          {editor({ line, busy, settle: (values) => void settle(line.row, values) })}
                        </td>
                      ) : null}
                      <td className="import-reason">{line.reasons.join('；')}</td>
                      {columns.map((column) => (
                        <td key={column.key} className={isNumeric(column.field) ? 'right' : undefined}>
                          <Cell of={column} line={line} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </ListStates>
        {(rows.data?.total ?? 0) > PAGE_SIZE ? (
          <Pagination
            size="small"
            current={page}
            pageSize={PAGE_SIZE}
            total={rows.data?.total ?? 0}
            showSizeChanger={false}
            onChange={setPage}
          />
        ) : null}
      </div>
    </>
  );
};
