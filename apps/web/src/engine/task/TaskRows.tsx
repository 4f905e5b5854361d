import { Grid } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import type { WaitRow } from '@hengneng/contracts';
import { pressRow, walkRows } from '../../ui/row-walk.ts';
import { HEADS, type Line, type TabKey } from './tabs.tsx';
import { PickAll, PickOne } from './Pick.tsx';
import { isPickable } from './quick.ts';

interface Props {
  readonly tab: TabKey;
  readonly rows: readonly Line[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** A to-do is being opened. */
  readonly onOpen: (task: WaitRow) => void;
  readonly tools: (task: WaitRow) => ReactNode;
  /** Columns of the records themselves, where the page is a role's. */
  readonly extra?: ExtraColumns | undefined;
}

export interface ExtraColumns {
  readonly heads: readonly { readonly label: string; readonly right?: boolean }[];
  /** Cells of a record by its id. */
  readonly cellsOf: (id: string) => readonly ReactNode[];
}

const Title = ({ row, onOpen }: Pick<Props, 'onOpen'> & { readonly row: Line }): ReactElement =>
  row.to ? (
    <Link to={row.to} onClick={() => row.task && onOpen(row.task)}>
      {row.serial}
    </Link>
  ) : (
    <span>{row.serial}</span>
  );

const Check = ({
  row,
  selected,
  onSelect,
}: Pick<Props, 'selected' | 'onSelect'> & { readonly row: Line }): ReactElement => (
  <PickOne
    id={row.key}
    name={row.serial}
    pickable={row.task !== null && isPickable(row.task)}
    selected={selected}
    onSelect={onSelect}
  />
);

/** What matters first on a card; the rest is in the record. */
const ON_CARD: Readonly<Record<TabKey, readonly string[]>> = {
  wait: ['步骤', '金额（元）', '到达时间', '截止', '代谁处理', '为何是我'],
  handled: ['步骤', '代谁处理', '我的结论', '我的意见', '处理时间', '现状态'],
  mine: ['状态', '当前步骤', '处理人', '提交时间'],
  cc: ['抄送人', '留言', '时间', '状态', '已读'],
};

const Cards = ({ tab, rows, selected, onSelect, onOpen, tools, extra }: Props): ReactElement => (
  <ul className="record-cards" aria-label="单据">
    {rows.map((row) => (
      <li key={row.key}>
        <div className="card-head">
          <Title row={row} onOpen={onOpen} />
          {row.task && isPickable(row.task) ? (
            <span className="card-check">
              <Check row={row} selected={selected} onSelect={onSelect} />
            </span>
          ) : null}
        </div>
        {row.note ? <p className="card-note">{row.note}</p> : null}
        <dl>
          {HEADS[tab].map(({ label }, index) =>
            ON_CARD[tab].includes(label) && row.cells[index] !== '—' ? (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{row.cells[index]}</dd>
              </div>
            ) : null,
          )}
          {extra?.cellsOf(row.id).map((cell, index) =>
            cell === '' || cell === null ? null : (
              <div key={extra.heads[index]?.label}>
                <dt>{extra.heads[index]?.label}</dt>
                <dd>{cell}</dd>
              </div>
            ),
          )}
        </dl>
        {row.task ? <div className="card-tools">{tools(row.task)}</div> : null}
      </li>
    ))}
  </ul>
);

/** To-dos as a table, on a phone as cards. */
export const TaskRows = (props: Props): ReactElement => {
  const { tab, rows, selected, onSelect, onOpen, tools, extra } = props;
  const phone = Grid.useBreakpoint().md === false;
  if (phone) return <Cards {...props} />;
  const toggle = ({ key, task }: Line) => {
    if (task === null || !isPickable(task)) return;
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect(next);
  };
  const pickable = rows.filter((row) => row.task !== null && isPickable(row.task)).map((row) => row.key);
  return (
    <div className="list-scroll" role="region" aria-label="单据" tabIndex={-1}>
      <table className="plain-table list-table">
        <thead>
          <tr>
            {tab === 'wait' ? (
              <th scope="col" className="list-check pinned" style={{ left: 0 }}>
                <PickAll pickable={pickable} selected={selected} onSelect={onSelect} />
              </th>
            ) : null}
            <th scope="col">单号与标题</th>
            {[...(extra?.heads ?? []), ...HEADS[tab]].map(({ label, right }) => (
              <th key={label} scope="col" className={right ? 'right' : undefined}>
                {label}
              </th>
            ))}
            {tab === 'wait' ? (
              <th scope="col" className="pinned pinned-end">
                操作
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.key}
              tabIndex={0}
              className={selected.has(row.key) ? 'list-chosen' : undefined}
              onKeyDown={(event) => walkRows(event, () => toggle(row))}
              onDoubleClick={pressRow}
            >
              {tab === 'wait' ? (
                <td className="list-check pinned" style={{ left: 0 }}>
                  <Check row={row} selected={selected} onSelect={onSelect} />
                </td>
              ) : null}
              <td className="cell-main" title={row.note}>
                <Title row={row} onOpen={onOpen} />
                <small>{row.note}</small>
              </td>
              {extra?.cellsOf(row.id).map((cell, index) => (
                <td
                  key={extra.heads[index]?.label}
                  className={extra.heads[index]?.right ? 'right' : undefined}
                  title={typeof cell === 'string' ? cell : undefined}
                >
                  {cell}
                </td>
              ))}
              {HEADS[tab].map(({ label, right }, index) => {
                const cell = row.cells[index];
                return (
                  <td
                    key={label}
                    className={right ? 'right' : undefined}
                    title={typeof cell === 'string' ? cell : undefined}
                  >
                    {cell}
                  </td>
                );
              })}
              {row.task ? <td className="pinned pinned-end">{tools(row.task)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
