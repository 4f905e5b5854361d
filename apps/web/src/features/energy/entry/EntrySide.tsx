/** The chosen row: its last thirty days, and what its reading is judged by. */
import { entryHistory, type EntryRow, type OutputOf } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { Judged } from '@hengneng/energy/measuring';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { EChartsOption } from 'echarts';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { mayBegin, useBegin } from '../../ledgers/new-record.ts';
import { CorrectEntry } from './CorrectEntry.tsx';

type Days = OutputOf<typeof entryHistory>;

const picture = (days: Days, median: number | null, unit: string): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0, right: 0, type: 'scroll' },
  grid: { left: 8, right: 8, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: { type: 'category', data: days.map(({ Date: day }) => day.slice(5)) },
  yAxis: [
    { type: 'value', name: unit },
    { type: 'value', name: '℃', splitLine: { show: false } },
  ],
  series: [
    { name: '用量', type: 'line', data: days.map(({ Usage }) => Usage) },
    {
      name: '同温中位',
      type: 'line',
      symbol: 'none',
      lineStyle: { type: 'dashed' },
      data: days.map(() => median),
    },
    { name: '室外均温', type: 'line', yAxisIndex: 1, symbol: 'none', data: days.map(({ AvgTemp }) => AvgTemp) },
  ],
});

const table = (days: Days): ReactElement => (
  <table>
    <thead>
      <tr>
        <th>日期</th>
        <th>用量</th>
        <th>室外均温（℃）</th>
      </tr>
    </thead>
    <tbody>
      {days.map(({ Date: day, Usage, Estimated, AvgTemp }) => (
        <tr key={day}>
          <td>{day}</td>
          <td>{Usage === null ? '—' : `${Usage}${Estimated ? '（估）' : ''}`}</td>
          <td>{AvgTemp ?? '—'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const SCREEN = 'operationContent.DataInput.newDataInput';
const EXCHANGE = '/operationContent/handleRecord/deviceReplaceRecord';
const LEDGER = '/operationContent/stateMents/projectDataReport';
const EDIT = '/operationContent/DataInput/dataEdit';
const ABNORMAL = 'energyAbnormalReport';

/** What may be done about the chosen meter, for who may go there. */
const Doings = ({ row, onCorrect }: { readonly row: EntryRow; readonly onCorrect: () => void }): ReactElement => {
  const { begin, beginning } = useBegin();
  const to = (path: string, more: Readonly<Record<string, string>> = {}) =>
    canOpen(shortCodeOf(path))
      ? `${path}?${new URLSearchParams({ ProjectCode: row.ProjectCode, DeviceId: row.DeviceId, ...more })}`
      : null;
  const exchange = to(EXCHANGE);
  const ledger = to(LEDGER);
  const day = row.At.slice(0, 10);
  const edit = to(EDIT, { from: day, to: day });
  // Whoever entered it corrects it while entry is open; after that it goes by the page of corrections.
  const open = row.PeriodState === 'open';
  return (
    <p className="entry-doings">
      {row.EntryId !== null && open && can(SCREEN, 'edit') ? (
        <Button size="small" onClick={onCorrect}>
          修改已录的 {row.Reading}
        </Button>
      ) : null}
      {row.EntryId !== null && !open && edit !== null ? <Link to={edit}>到数据修改</Link> : null}
      {exchange === null ? null : <Link to={exchange}>登记换表</Link>}
      {ledger === null ? null : <Link to={ledger}>近30天读数</Link>}
      {row.Verdict === 'abnormal' && mayBegin(ABNORMAL) ? (
        <Button
          size="small"
          loading={beginning}
          onClick={() => begin({ moduleId: ABNORMAL, project: row.ProjectCode })}
        >
          报能耗异常
        </Button>
      ) : null}
    </p>
  );
};

export const EntrySide = ({
  row,
  typed,
  judged,
}: {
  readonly row: EntryRow;
  /** What was typed here, also where somebody else was faster. */
  readonly typed: string;
  readonly judged: Judged | null;
}): ReactElement => {
  const [correcting, setCorrecting] = useState(false);
  const history = useQuery({
    queryKey: ['entryHistory', row.DeviceId, row.Register, row.At],
    queryFn: ({ signal }) =>
      callApi(
        entryHistory,
        { ProjectCode: row.ProjectCode, DeviceId: row.DeviceId, Register: row.Register, Date: row.At.slice(0, 10) },
        { signal },
      ),
    staleTime: 60_000,
  });
  const days = history.data ?? [];
  const hints = judged?.kind === 'taken' ? judged.hints : [];
  return (
    <aside className="entry-side" aria-label={`${row.DisplayName} 判定依据`}>
      {history.isPending ? (
        <SkeletonDelay />
      ) : history.isError ? (
        <ErrorRetry error={history.error} onRetry={() => void history.refetch()} />
      ) : days.every(({ Usage }) => Usage === null) ? (
        <section className="surface">
          <EmptyHint text={`${row.DisplayName} 近30天没有用量`} />
        </section>
      ) : (
        <Chart
          title={`${row.DisplayName} 近30天`}
          option={picture(days, row.MedianSameTemp, row.Unit)}
          table={table(days)}
          height={220}
        />
      )}
      <section className="surface entry-basis">
        <h2>判定依据</h2>
        <dl>
          <dt>样本</dt>
          <dd>
            {row.SampleDays === 0
              ? '没有可比的日用量'
              : `${row.Judge.samples
                  .map(({ day }) => day.slice(5))
                  .sort()
                  .join('、')}`}
          </dd>
          <dt>最大可能用量</dt>
          <dd>{row.MaxUsage === null ? '—' : `${Math.round(row.MaxUsage).toLocaleString('zh-CN')} ${row.Unit}`}</dd>
          <dt>阈值</dt>
          <dd>
            提示 ±{row.Judge.deviation.warn}%，异常 ±{row.Judge.deviation.abnormal}%
          </dd>
        </dl>
        <Doings row={row} onCorrect={() => setCorrecting(true)} />
        {correcting ? <CorrectEntry row={row} typed={typed} onClose={() => setCorrecting(false)} /> : null}
        {hints.map(({ words }) => (
          <p key={words} role="status">
            {words}
          </p>
        ))}
      </section>
    </aside>
  );
};
