import { clientSign, type OutputOf, reportClient } from '@hengneng/contracts';
import { clientInUnit, type EnergyUnit, formatQuantity } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { monthSpan } from '../../../lib/month-span.ts';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import {
  amount,
  Compared,
  Drill,
  QualityNote,
  ReportPage,
  ReportSpan,
  signedWords,
  useReportProject,
  usualMonths,
  yearBefore,
} from './common.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { besideLast } from './pictures.ts';
import { SendReport } from './SendReport.tsx';
import { SignReport } from './SignReport.tsx';
import './daily.css';

const SCREEN = 'operationContent.stateMents.energyConsumptionYOYKe';
const INTERNAL = '/operationContent/stateMents/energyConsumptionYOY';
const INTERNAL_SCREEN = 'operationContent.stateMents.energyConsumptionYOY';
const DAYS = '/operationContent/stateMents/dayStateMentsNew';
const DAYS_SCREEN = 'operationContent.stateMents.dayStateMentsNew';
/** Above it a customer is told why. */
const MOST_ESTIMATED = 5;
type Report = OutputOf<typeof reportClient>;
type Row = Report['rows'][number];

const OF = [
  ['output', '供冷/供热量', 'kWh', 'cooling'],
  ['elec', '电', 'kWh', 'elec'],
  ['gas', '气', 'm³', 'gas'],
] as const;

/** Cold and heat are two energies: their days tell them apart. */
const Opened = ({
  project,
  code,
  month,
  children,
}: {
  readonly project: string;
  readonly code: string;
  readonly month: string;
  readonly children: string;
}): ReactElement => {
  const span = monthSpan(month);
  if (code !== 'cooling')
    return (
      <Drill project={project} energy={code} {...span}>
        {children}
      </Drill>
    );
  return children === '—' || !canOpen(DAYS_SCREEN) ? (
    <>{children}</>
  ) : (
    <Link className="drill" to={`${DAYS}?${new URLSearchParams({ ProjectCode: project, ...span })}`}>
      {children}
    </Link>
  );
};

const columnsOf = (project: string, heat: EnergyUnit): readonly DataColumn<Row>[] => [
  { key: 'month', head: '月份' },
  ...OF.map(([key, head, unit, code]) => [key, head, key === 'output' ? heat : unit, code] as const).flatMap(
    ([key, head, unit, code]): DataColumn<Row>[] => [
      {
        key,
        head,
        unit,
        number: true,
        show: (row) => (
          <Opened project={project} code={code} month={row.month}>
            {amount(code, row[key].now, unit)}
          </Opened>
        ),
      },
      {
        key: `${key} last`,
        head: '去年',
        unit,
        number: true,
        show: (row) => (
          <Opened project={project} code={code} month={yearBefore(row.month)}>
            {amount(code, row[key].last, unit)}
          </Opened>
        ),
      },
      { key: `${key} yoy`, head: '同比', number: true, show: (row) => <Compared of={row[key].yoy} /> },
    ],
  ),
  { key: 'meanC', head: '室外均温', unit: '℃', number: true, show: (row) => formatQuantity(row.meanC, 'temperature') },
  {
    key: 'lastMeanC',
    head: '去年室外均温',
    unit: '℃',
    number: true,
    show: (row) => formatQuantity(row.lastMeanC, 'temperature'),
  },
  {
    key: 'perM2',
    head: '单位面积',
    unit: `${heat}/m²`,
    number: true,
    show: (row) => formatQuantity(row.perM2, 'intensity'),
  },
];

const Body = ({
  report,
  project,
  heat,
}: {
  readonly report: Report;
  readonly project: string;
  readonly heat: EnergyUnit;
}): ReactElement => {
  const table = (
    <DataTable label="同比" columns={columnsOf(project, heat)} rows={report.rows} rowKey={(row) => row.month} />
  );
  if (report.rows.every((row) => OF.every(([key]) => row[key].now === null)))
    return (
      <section className="surface">
        <EmptyHint text="所选月份没有数据" />
      </section>
    );
  return (
    <>
      <section className="surface report-part" aria-label="摘要">
        <h2>{report.customerName || report.projectName} 能耗同比</h2>
        {report.summary.map((words) => (
          <p key={words}>{words}。</p>
        ))}
        <QualityNote {...report.whole} />
        {report.Version === null ? (
          <p role="status">{signedWords(report.lacks, report.Versions, report.Changed)}</p>
        ) : (
          <p role="status">
            第 {report.Version} 版，{report.SignedBy} 于 {formatDateTime(report.SignedAt)} 签发
            {report.SignNote === '' ? '' : `：${report.SignNote}`}
          </p>
        )}
        {report.Changed ? (
          <p role="status">
            <Tag tone="warn">数据已变化</Tag> 现行数据与最近签发的版本不同；已签发的版本不变，需要时请重新签发。
          </p>
        ) : null}
      </section>
      <section className="surface report-part" aria-label="同比">
        {table}
      </section>
      <div className="view-charts">
        <Chart
          title="双年逐月供冷/供热量"
          option={besideLast(
            report.rows.map(({ month, output }) => ({
              name: month,
              now: output.now === null ? null : Number(output.now),
              last: output.last === null ? null : Number(output.last),
            })),
            heat,
          )}
          table={table}
        />
      </div>
      {canOpen(INTERNAL_SCREEN) ? (
        <p className="note">
          <Link to={`${INTERNAL}?${new URLSearchParams({ ProjectCode: project })}`}>看内部口径</Link>
        </p>
      ) : null}
    </>
  );
};

/** 能耗同比(客户): what goes to the customer with the monthly report; no money on it. */
const ClientPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualMonths);
  const [signing, setSigning] = useState(false);
  const project = useReportProject(filters);
  const version = Number(filters['Version'] ?? '') || null;
  const heat = useHeatUnit(filters);
  const span = { ProjectCode: project, From: filters['from'] ?? usual.from, To: filters['to'] ?? usual.to };
  const ask = { ...span, ...(version === null ? {} : { Version: version }) };
  const report = useQuery({
    queryKey: ['energy-report', 'client', ask],
    queryFn: ({ signal }) => callApi(reportClient, ask, { signal }),
    select: (of) => clientInUnit(of, heat),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  const { data } = report;
  return (
    <>
      <ReportPage
        title="能耗同比（客户）"
        idle="面向客户的同比：不含金额与内部分摊，签发后成版本"
        screen={SCREEN}
        project={project}
        ask={{ Kind: 'client', ...ask, HeatUnit: heat }}
        report={report}
        onProject={(ProjectCode) => setFilters({ ProjectCode, Version: null })}
        filters={
          <>
            <ReportSpan
              picker="month"
              from={span.From}
              to={span.To}
              onChange={(next) => setFilters({ ...next, Version: null })}
            />
            <HeatUnit unit={heat} onChange={setFilters} />
            <ChoiceFilter
              label="版本：现行"
              value={version === null ? undefined : String(version)}
              options={(data?.Versions ?? []).map((one) => ({
                value: String(one.Version),
                label: `第 ${one.Version} 版 ${one.SignedBy}`,
              }))}
              onChange={(Version) => setFilters({ Version })}
            />
            {can(SCREEN, 'edit') && version !== null && project !== '' ? (
              <SendReport
                which={{ Kind: 'client', ...span }}
                version={version}
                title={`发客户：能耗同比 ${span.From} 至 ${span.To} 第 ${version} 版`}
              />
            ) : null}
            {can(SCREEN, 'edit') &&
            version === null &&
            data !== undefined &&
            data.lacks.length === 0 &&
            project !== '' ? (
              <Button type="primary" onClick={() => setSigning(true)}>
                签发
              </Button>
            ) : null}
          </>
        }
      >
        {(of) => <Body report={of} project={project} heat={heat} />}
      </ReportPage>
      {signing && data !== undefined ? (
        <SignReport
          title={`签发 ${data.projectName} ${span.From} 至 ${span.To} 能耗同比`}
          call={clientSign}
          input={span}
          whole={data.whole}
          needs={(data.whole.estimated ?? 0) > MOST_ESTIMATED ? '估算说明（估算占比高于 5%，必填）' : null}
          onClose={() => setSigning(false)}
        />
      ) : null}
    </>
  );
};

export default ClientPage;
