/** Figures of the day for who sits at a counter or reads meters; for anybody else they are not there. */
import { communityList, entryCategories, projectIndex, shiftCurrent } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatMoney } from '../../lib/format.ts';
import { can } from '../../lib/permission.ts';
import { takenOf } from './shift-figure.ts';

const CASHIER = '/chargeManage/chargeCashier';
const ENTRY = '/operationContent/DataInput/newDataInput';
const STALE_MS = 60_000;
/** Who has more projects than these does not go round reading their meters. */
const MOST_PROJECTS = 20;

const Figure = ({
  label,
  value,
  unit,
  note,
  to,
  tone,
}: {
  readonly label: string;
  readonly value: string | number;
  readonly unit: string;
  readonly note: string;
  readonly to: string;
  readonly tone?: 'warn' | undefined;
}): ReactElement => (
  <div className={tone ? `figure figure-${tone}` : 'figure'}>
    <dt>{label}</dt>
    <dd>
      <Link to={to}>{value}</Link>
      <small>{unit}</small>
      <span className="figure-note">{note}</span>
    </dd>
  </div>
);

/** What I took in my shift. The cash of it is counted before its sum is told, here as at the counter. */
export const ShiftFigure = (): ReactElement | null => {
  const sits = can(shortCodeOf(CASHIER), 'add');
  const mine = useQuery({
    queryKey: ['chargeCommunities', 'mine'],
    queryFn: ({ signal }) => callApi(communityList, { mine: true }, { signal }),
    enabled: sits,
    staleTime: STALE_MS,
  });
  const shifts = useQueries({
    queries: (mine.data ?? []).map(({ id }) => ({
      queryKey: ['chargeShift', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi(shiftCurrent, { communityId: id }, { signal }),
    })),
  });
  const [first] = mine.data ?? [];
  // Half of what was taken would be taken for all of it.
  if (!sits || first === undefined || shifts.some(({ data }) => data === undefined)) return null;
  const open = shifts.flatMap(({ data }) => data?.shift ?? []);
  if (open.length === 0)
    return <Figure label="今日班次" value="未开班" unit="" note={first.name} to={`${CASHIER}?community=${first.id}`} />;
  const { known, count, cash } = takenOf(open.flatMap(({ totals }) => totals));
  return (
    <Figure
      label="今日班次"
      value={formatMoney(known)}
      unit="元"
      note={`${open.map(({ community }) => community).join('、')}，共 ${count} 笔${cash === 0 ? '' : `；其中现金 ${cash} 笔，盘点后计入`}`}
      to={`${CASHIER}?community=${open[0]?.communityId ?? first.id}`}
    />
  );
};

/** How many meters of my projects are still to be read today. */
export const EntryFigure = (): ReactElement | null => {
  const reads = can(shortCodeOf(ENTRY), 'add');
  const mine = useQuery({
    queryKey: ['workbench-entry', 'projects'],
    queryFn: ({ signal }) => callApi(projectIndex, { mine: true, PageSize: MOST_PROJECTS }, { signal }),
    enabled: reads,
    staleTime: STALE_MS,
  });
  const few = mine.data !== undefined && mine.data.total > 0 && mine.data.total <= MOST_PROJECTS;
  const codes = few ? mine.data.rows.map(({ ProjectCode }) => ProjectCode) : [];
  const sheet = useQuery({
    queryKey: ['workbench-entry', 'sheet', codes],
    queryFn: ({ signal }) => callApi(entryCategories, { ProjectCodes: codes }, { signal }),
    enabled: codes.length > 0,
    staleTime: STALE_MS,
  });
  if (sheet.data === undefined) return null;
  const due = sheet.data.reduce((sum, { DueCount }) => sum + DueCount, 0);
  const entered = sheet.data.reduce((sum, { EnteredCount }) => sum + EnteredCount, 0);
  if (due === 0) return null;
  const [only] = codes;
  return (
    <Figure
      label="今日应录"
      value={due - entered}
      unit="块表"
      note={`应录 ${due} 块，已录 ${entered} 块`}
      to={codes.length === 1 ? `${ENTRY}?ProjectCode=${only ?? ''}` : ENTRY}
      tone={due > entered ? 'warn' : undefined}
    />
  );
};
