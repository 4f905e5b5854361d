import {
  COMPARE_ALIGNS,
  type CompareAlign,
  compareExport,
  type CompareReport,
  type CompareSet,
  insertProjectSetUp,
  nhMessage,
  projectSetUp,
} from '@hengneng/contracts';
import { formatQuantity } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { qualityColumns, qualityOf, rate } from '../reports/common.tsx';
import { againstTemperature, overlaid } from './compare-pictures.ts';
import { type Series, SeriesEditor } from './SeriesEditor.tsx';

const SCREEN = 'operationContent.energyConsume.comparedSelf';
const SETS = 'energy-compare-sets';
const two = (value: number | null): string => formatQuantity(value, 'money');

type Diff = CompareReport['Diffs'][number];
type One = CompareReport['Series'][number];

const DIFFS: readonly DataColumn<Diff>[] = [
  { key: 'Name', head: '对比项', show: (row) => <span className="analysis-words">{row.Name}</span> },
  { key: 'A', head: 'A', number: true, show: (row) => two(row.A) },
  { key: 'B', head: 'B', number: true, show: (row) => two(row.B) },
  { key: 'Difference', head: '差', number: true, show: (row) => two(row.Difference) },
  { key: 'Percent', head: '差', unit: '%', number: true, show: (row) => rate(row.Percent) },
  { key: 'Words', head: '结论', show: (row) => <span className="analysis-words">{row.Words}</span> },
];
const STATS: readonly DataColumn<One>[] = [
  { key: 'Name', head: '名称' },
  { key: 'NodeName', head: '对象' },
  { key: 'Unit', head: '单位' },
  { key: 'Days', head: '样本天数', number: true, show: ({ Stats }) => String(Stats.Days) },
  { key: 'Total', head: '合计', number: true, show: ({ Stats }) => two(Stats.Total) },
  { key: 'Mean', head: '日均', number: true, show: ({ Stats }) => two(Stats.Mean) },
  {
    key: 'MeanC',
    head: '均温',
    unit: '℃',
    number: true,
    show: ({ Stats }) => formatQuantity(Stats.MeanC, 'temperature'),
  },
  {
    key: 'PerDegreeDay',
    head: '单位度日用量',
    number: true,
    hint: '用量 ÷ CDD26 或 HDD18，取期间度日较多的一种',
    show: ({ Stats }) =>
      Stats.PerDegreeDay === null ? '—' : `${two(Stats.PerDegreeDay)}（${Stats.DegreeKind ?? ''}）`,
  },
  {
    key: 'Line',
    head: '温度回归',
    hint: '用量 = 截距 + 斜率 × 室外均温',
    show: ({ Line }) => (Line === null ? '—' : `斜率 ${two(Line.Slope)}，R² ${Line.R2.toFixed(2)}`),
  },
  ...qualityColumns<One>(({ Stats }) => qualityOf(Stats)),
];

const useSets = (project: string) =>
  useQuery({
    queryKey: [SETS, project],
    queryFn: async ({ signal }) =>
      (await callApi(projectSetUp, { SetType: 'compareSet', ProjectCode: project }, { signal })) as CompareSet[],
  });

/** Sets that are kept: opened, kept anew, taken away. */
const Sets = ({
  project,
  series,
  align,
  onOpen,
}: {
  readonly project: string;
  readonly series: readonly Series[];
  readonly align: CompareAlign;
  readonly onOpen: (set: CompareSet) => void;
}): ReactElement => {
  const sets = useSets(project);
  const { confirm } = useQuestions();
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const write = useWrite(insertProjectSetUp, { renews: [SETS], said: '对比集已保存' });
  const remove = useWrite(insertProjectSetUp, { renews: [SETS], said: '对比集已删除', onDone: () => setChosen(null) });
  const open = sets.data?.find(({ Id }) => Id === chosen);
  const body = { SetType: 'compareSet', ProjectCode: project, Align: align, Series: [...series] };
  return (
    <div className="filter-bar">
      <ChoiceFilter
        label="已存对比集"
        value={chosen ?? undefined}
        options={(sets.data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={(id) => {
          setChosen(id);
          const found = sets.data?.find(({ Id }) => Id === id);
          if (found === undefined) return;
          setName(found.Name);
          onOpen(found);
        }}
      />
      {can(SCREEN, 'add') ? (
        <>
          <Input
            className="filter"
            aria-label="对比集名称"
            placeholder="对比集名称"
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button
            disabled={name.trim() === ''}
            loading={write.isPending}
            onClick={() =>
              write.mutate({
                ...body,
                Name: name,
                ...(open !== undefined && open.Name === name.trim() ? { Id: open.Id } : {}),
              })
            }
          >
            存对比集
          </Button>
          {open === undefined ? null : (
            <Button
              danger
              loading={remove.isPending}
              onClick={() =>
                confirm({
                  title: `删除对比集【${open.Name}】？`,
                  okText: '删除',
                  cancelText: '取消',
                  onOk: () => remove.mutate({ ...body, Name: open.Name, Id: open.Id, Remove: true }),
                })
              }
            >
              删除
            </Button>
          )}
        </>
      ) : null}
    </div>
  );
};

const Answer = ({ report, align }: { readonly report: CompareReport; readonly align: CompareAlign }): ReactElement => {
  const stats = (
    <DataTable label="对比集" columns={STATS} rows={report.Series} rowKey={(row, at) => `${at} ${row.Name}`} />
  );
  return (
    <>
      <section className="surface report-part" aria-label="差异">
        <h2>差异</h2>
        {report.Diffs.length === 0 ? (
          <p className="note">只有一条：加一条才有差异</p>
        ) : (
          <DataTable label="差异" columns={DIFFS} rows={report.Diffs} rowKey={(row, at) => `${at} ${row.Name}`} />
        )}
        {stats}
        {report.Notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
      </section>
      <div className="view-charts">
        <Chart title={`叠加（${COMPARE_ALIGNS[align]}）`} option={overlaid(report, align)} table={stats} />
        <Chart title="温度-用量" note="每点一天，线为各条的回归线" option={againstTemperature(report)} table={stats} />
      </div>
    </>
  );
};

/** Two times, objects or ways of running, side by side. */
export const CompareTab = ({
  project,
  first,
}: {
  readonly project: string;
  readonly first: readonly Series[];
}): ReactElement => {
  const [series, setSeries] = useState(first);
  const [align, setAlign] = useState<CompareAlign>('order');
  const ready = series.every(
    ({ Name, NodeId, Date }) => Name.trim() !== '' && NodeId !== '' && Date.from !== '' && Date.to !== '',
  );
  const ask = { ProjectCode: project, Series: [...series], Align: align };
  const report = useQuery({
    queryKey: ['energy-compare', ask],
    // What the server says of series is what the page asked for.
    queryFn: async ({ signal }) => (await callApi(nhMessage, ask, { signal })) as CompareReport,
    enabled: ready,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Sets
        project={project}
        series={series}
        align={align}
        onOpen={(set) => {
          setSeries(set.Series);
          setAlign(set.Align);
        }}
      />
      <div className="split split-wide">
        <SeriesEditor project={project} series={series} onChange={setSeries} />
        <div className="split-main">
          <div className="filter-bar">
            <ChoiceFilter
              label="对齐"
              value={align}
              options={Object.entries(COMPARE_ALIGNS).map(([value, label]) => ({ value, label }))}
              onChange={(next) => setAlign((next ?? 'order') as CompareAlign)}
            />
            {can(SCREEN, 'export') && ready ? (
              <Button onClick={() => void download('POST', compareExport.path, ask, { name: '自身对比.xlsx' })}>
                导出
              </Button>
            ) : null}
          </div>
          {!ready ? (
            <section className="surface">
              <EmptyHint text="选两段时间开始：每条给出名称、对象和起止日期" />
            </section>
          ) : report.error ? (
            <ErrorRetry error={report.error} onRetry={() => void report.refetch()} />
          ) : report.data ? (
            <Answer report={report.data} align={align} />
          ) : (
            <SkeletonDelay rows={8} />
          )}
        </div>
      </div>
    </>
  );
};
