import type { WaitRow } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Due } from '../../engine/task/Due.tsx';
import { PickAll, PickOne } from '../../engine/task/Pick.tsx';
import { isPickable } from '../../engine/task/quick.ts';
import { formatDateTime, formatRecent } from '../../lib/format.ts';
import { recordAddress } from '../../lib/routes.ts';
import { Money } from '../../ui/Money.tsx';
import { pressRow, walkRows } from '../../ui/row-walk.ts';

const noteOf = (row: WaitRow): string =>
  [
    row.module,
    row.project,
    row.onBehalfOf === null ? null : `代${row.onBehalfOf}处理`,
    row.claimedBy === null ? null : `${row.claimedBy}正在处理`,
  ]
    .filter(Boolean)
    .join(' · ');

/** To-dos of the workbench; those that may be decided together can be selected. */
export const TodoTable = ({
  rows,
  selected,
  onSelect,
  onOpen,
}: {
  readonly rows: readonly WaitRow[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onOpen: (row: WaitRow) => void;
}): ReactElement => {
  const toggle = (row: WaitRow) => {
    if (!isPickable(row)) return;
    const next = new Set(selected);
    if (!next.delete(row.NodeRecordId)) next.add(row.NodeRecordId);
    onSelect(next);
  };
  const pickable = rows.filter(isPickable).map((row) => row.NodeRecordId);
  return (
    <table className="plain-table cards-on-phone">
      <thead>
        <tr>
          <th scope="col" className="list-check">
            <PickAll pickable={pickable} selected={selected} onSelect={onSelect} />
          </th>
          <th scope="col">标题</th>
          <th scope="col">步骤</th>
          <th scope="col">申请人</th>
          <th scope="col" className="right">
            金额（元）
          </th>
          <th scope="col">到达</th>
          <th scope="col" className="right">
            等待（工作小时）
          </th>
          <th scope="col">截止</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.NodeRecordId}
            tabIndex={0}
            className={selected.has(row.NodeRecordId) ? 'row-opens list-chosen' : 'row-opens'}
            onClick={pressRow}
            onKeyDown={(event) => walkRows(event, () => toggle(row))}
          >
            <td className="list-check">
              <PickOne
                id={row.NodeRecordId}
                name={row.title}
                pickable={isPickable(row)}
                selected={selected}
                onSelect={onSelect}
              />
            </td>
            <td data-label="标题" className="cell-main">
              <Link
                to={recordAddress(row.ProcedureId, row.BusinessId, row.NodeRecordId) ?? '/main'}
                title={row.why}
                onClick={() => onOpen(row)}
              >
                {row.title}
              </Link>
              <small>{noteOf(row)}</small>
            </td>
            <td data-label="步骤">{row.step}</td>
            <td data-label="申请人">{row.applicant}</td>
            <td data-label="金额（元）" className="right">
              {row.amount === null ? '—' : <Money value={row.amount} />}
            </td>
            <td data-label="到达" title={formatDateTime(row.arrivedAt)}>
              {formatRecent(row.arrivedAt)}
            </td>
            <td data-label="等待（工作小时）" className="right">
              {row.waitedHours}
            </td>
            <td data-label="截止">
              <Due row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
