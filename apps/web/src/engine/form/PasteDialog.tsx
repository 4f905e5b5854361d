import type { CompiledDetail } from '@hengneng/form-kit';
import { type ReactElement, useMemo, useState } from 'react';
import { AppModal } from '../../ui/AppModal.tsx';
import { OptionSelect } from '../../ui/OptionSelect.tsx';
import { cellsOf, guessMapping, type Mapping, pasteable, type PastedRow, readPasted } from '../store/paste.ts';

const SHOWN = 8;
/** Of those further down, so many that cannot be read. */
const BAD_SHOWN = 30;

/** Rows from a spreadsheet: paste, see which column goes where and what cannot be read, then take them over. */
export const PasteDialog = ({
  detail,
  given,
  room,
  onClose,
  onRows,
}: {
  readonly detail: CompiledDetail;
  /** What was pasted already. */
  readonly given: string;
  readonly room: number;
  readonly onClose: () => void;
  readonly onRows: (rows: readonly PastedRow[]) => void;
}): ReactElement => {
  const fields = useMemo(() => pasteable(detail.fields), [detail]);
  const options = useMemo(() => fields.map((of) => ({ value: of.key, label: of.label })), [fields]);
  const [text, setText] = useState(given);
  const [chosen, setChosen] = useState<Mapping | null>(null);
  const cells = useMemo(() => cellsOf(text), [text]);
  const mapping = chosen ?? guessMapping(cells, fields);
  const rows = useMemo(() => readPasted(cells, mapping, fields), [cells, mapping, fields]);
  const bad = rows.reduce((count, row) => count + Object.keys(row.errors).length, 0);
  const written = cells.slice(mapping.head ? 1 : 0);
  // What cannot be read is in sight, wherever it stands.
  const isBad = (at: number) => Object.keys(rows[at]?.errors ?? {}).length > 0;
  const shown = [...written.keys()].filter((at) => at < SHOWN || isBad(at)).slice(0, SHOWN + BAD_SHOWN);
  const labelOf = (key: string) => fields.find((of) => of.key === key)?.label ?? key;
  return (
    <AppModal
      title={`粘贴${detail.label}`}
      width={920}
      onCancel={onClose}
      okText={`加入 ${Math.min(rows.length, room)} 行`}
      okButtonProps={{ disabled: rows.length === 0 }}
      onOk={() => onRows(rows.slice(0, room))}
    >
      <label className="field-label" htmlFor="paste-text">
        在电子表格里选中行并复制，在这里粘贴
      </label>
      <textarea
        id="paste-text"
        className="in in-area"
        rows={5}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(null);
        }}
      />
      {cells.length > 0 ? (
        <>
          <label className="paste-head">
            <input
              type="checkbox"
              checked={mapping.head}
              onChange={(event) => setChosen({ ...mapping, head: event.target.checked })}
            />
            第一行是列名
          </label>
          <div className="detail-scroll" role="region" aria-label="粘贴预览" tabIndex={0}>
            <table className="detail-table">
              <thead>
                <tr>
                  <th scope="col" className="row-no">
                    #
                  </th>
                  {mapping.columns.map((key, index) => (
                    // Columns have no other identity than their place.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <th key={index} scope="col">
                      <OptionSelect
                        aria={{ 'aria-label': `第${index + 1}列对应` }}
                        value={key}
                        placeholder="不导入"
                        options={options}
                        onChange={(next) =>
                          setChosen({
                            ...mapping,
                            columns: mapping.columns.map((one, at) => (at === index ? next : one)),
                          })
                        }
                      />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((at) => (
                  <tr key={at}>
                    <td className="row-no">{at + 1}</td>
                    {mapping.columns.map((key, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: as above
                      <td key={index} className={key && rows[at]?.errors[key] ? 'cell-bad' : undefined}>
                        {written[at]?.[index] ?? ''}
                        {key && rows[at]?.errors[key] ? (
                          <small className="cell-error">{rows[at]?.errors[key]}</small>
                        ) : null}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="field-hint" role="status">
            共 {rows.length} 行{rows.length > SHOWN ? `，预览前 ${SHOWN} 行` : ''}
            {rows.length > room ? `；最多还能加 ${room} 行，第 ${room + 1} 行起的 ${rows.length - room} 行不导入` : ''}
            {bad > 0 ? `；${bad} 格读不懂，将留空并标红：` : ''}
            {rows
              .flatMap((row, index) => Object.keys(row.errors).map((key) => `第${index + 1}行${labelOf(key)}`))
              .slice(0, 6)
              .join('、')}
            {bad > 6 ? '等' : ''}
          </p>
        </>
      ) : null}
    </AppModal>
  );
};
