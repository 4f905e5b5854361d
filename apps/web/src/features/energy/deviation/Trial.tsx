import type { DeviationNumbers, DeviationSet, DeviationTrialAnswer } from '@hengneng/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button, InputNumber } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../lib/api.ts';
import { canOpen } from '../../../lib/permission.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { askTrial, LIMITS } from './limits.ts';

const DAYS = 90;
const EDIT = '/operationContent/DataInput/dataEdit';
/** Bins are ten percent wide. */
const binName = (from: number): string => (from >= 200 ? '≥200' : `${from}~${from + 10}`);

/** Which bin of the picture a limit falls into. */
const line = (limit: number, name: string, bins: readonly string[]) =>
  [limit, -limit].flatMap((at) => {
    const bin = binName(Math.max(-100, Math.min(200, Math.floor(at / 10) * 10)));
    return bins.includes(bin) ? [{ name, xAxis: bin }] : [];
  });

const Picture = ({ of }: { readonly of: DeviationTrialAnswer }): ReactElement => {
  const counts = new Map(of.Bins.map(({ Deviation, Count }) => [Deviation, Count]));
  const first = Math.min(-10, ...counts.keys());
  const last = Math.max(0, ...counts.keys());
  const starts = Array.from({ length: (last - first) / 10 + 1 }, (_, at) => first + at * 10);
  const names = starts.map(binName);
  return (
    <Chart
      title={`近${DAYS}天偏差分布`}
      note={`${of.From} 至 ${of.To}；换表、停机、估算日不计。竖线为试算的提示与异常阈值`}
      height={240}
      option={{
        tooltip: { trigger: 'axis' },
        grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
        xAxis: { type: 'category', name: '偏差%', data: names },
        yAxis: { type: 'value', name: '读数条数', nameTextStyle: { align: 'left' } },
        series: [
          {
            type: 'bar',
            name: '读数',
            data: starts.map((start) => counts.get(start) ?? 0),
            markLine: {
              symbol: 'none',
              label: { formatter: '{b}' },
              data: [...line(of.Tried.Warn, '提示', names), ...line(of.Tried.Abnormal, '异常', names)],
            },
          },
        ],
      }}
      table={
        <DataTable
          label="偏差分布"
          columns={[
            { key: 'bin', head: '偏差', unit: '%', show: (row: { Deviation: number }) => binName(row.Deviation) },
            { key: 'Count', head: '读数', unit: '条', number: true },
          ]}
          rows={[...of.Bins]}
          rowKey={(row) => String(row.Deviation)}
        />
      }
    />
  );
};

const Result = ({ of, project }: { readonly of: DeviationTrialAnswer; readonly project: string }): ReactElement => (
  <>
    <table className="plain-table figure-table" aria-label="试算结果">
      <thead>
        <tr>
          <th scope="col">共 {of.Readings} 条</th>
          <th scope="col" className="right">
            提示（条）
          </th>
          <th scope="col" className="right">
            异常（条）
          </th>
          <th scope="col" className="right">
            不判定（条）
          </th>
        </tr>
      </thead>
      <tbody>
        {(
          [
            ['现行阈值', of.Now],
            ['试算阈值', of],
          ] as const
        ).map(([label, counts]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="right">{counts.WarnCount}</td>
            <td className="right">{counts.AbnormalCount}</td>
            <td className="right">{counts.Unjudged}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {canOpen(EDIT.slice(1).replaceAll('/', '.')) ? (
      <p>
        <Link to={`${EDIT}?ProjectCode=${project}`}>到数据修改查看异常读数</Link>
      </p>
    ) : null}
    <Picture of={of} />
  </>
);

/** What entry judges by; all else is judged over a month. */
const TRIED = LIMITS.filter(({ key }) => ['Warn', 'Abnormal', 'MinUsage', 'TempWidth', 'Samples'].includes(key));

/** The last ninety days judged by other limits, before anybody has to live with them. */
export const Trial = ({ project, set }: { readonly project: string; readonly set: DeviationSet }): ReactElement => {
  const [category, setCategory] = useState<string | null>(null);
  const [tried, setTried] = useState<Partial<Record<keyof DeviationNumbers, number | null>>>({});
  const trial = useMutation({
    mutationFn: () =>
      askTrial({
        ProjectCode: project,
        CategoryCode: category ?? '',
        Days: DAYS,
        Trial: Object.fromEntries(TRIED.flatMap(({ key }) => (tried[key] == null ? [] : [[key, tried[key]]]))),
      }),
  });
  return (
    <section className="surface deviation-trial" aria-label="试算">
      <h2>用近{DAYS}天试算</h2>
      <div className="deviation-fields">
        <ChoiceFilter
          label="全部能源"
          value={category ?? undefined}
          options={set.Categories.map(({ Code, Name }) => ({ value: Code, label: Name }))}
          onChange={setCategory}
        />
        {TRIED.map(({ key, label, unit }) => (
          <label key={key}>
            <span>
              {label}（{unit}）
            </span>
            <InputNumber<number>
              min={0}
              placeholder="现行"
              value={tried[key] ?? null}
              onChange={(value) => setTried((before) => ({ ...before, [key]: value }))}
            />
          </label>
        ))}
        <Button type="primary" loading={trial.isPending} onClick={() => trial.mutate()}>
          试算
        </Button>
      </div>
      {trial.error ? (
        <p role="alert" className="deviation-error">
          {messageOf(trial.error)}
        </p>
      ) : null}
      {trial.data ? <Result of={trial.data} project={project} /> : null}
    </section>
  );
};
