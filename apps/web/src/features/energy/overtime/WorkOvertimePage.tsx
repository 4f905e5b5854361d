import {
  expFile,
  OVERTIME_DAYS,
  OVERTIME_STATES,
  type OvertimeDay,
  type OvertimeList,
  type OvertimeMonth,
  type OvertimeRecord,
  type OvertimeRule,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { download } from '../../../lib/download.ts';
import { formatDateTime, formatDecimal, formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { thisMonth } from '../common.ts';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { useReportProject } from '../reports/common.tsx';
import { RecordAct, RecordForm } from './RecordForm.tsx';
import { RuleForm } from './RuleForm.tsx';
import { askRecords, askRules, MODE_WORDS, OVERTIME, SCREEN, unitOf } from './shared.ts';
import './overtime.css';

const TABS = [
  { key: 'rules', label: '规则' },
  { key: 'records', label: '加班记录' },
  { key: 'months', label: '月汇总' },
] as const;
type Tab = (typeof TABS)[number]['key'];

const TONES = { 待客户确认: 'warn', 已确认: 'good', 已结算: 'accent', 作废: 'neutral' } as const;

const hoursWords = (rule: OvertimeRule): string =>
  (Object.keys(OVERTIME_DAYS) as OvertimeDay[])
    .map((kind) => {
      const hours = rule.Hours[kind];
      return `${OVERTIME_DAYS[kind]} ${hours === null ? '无' : `${hours.From}-${hours.To}`}`;
    })
    .join('，');

const Rules = ({
  rules,
  onOpen,
}: {
  readonly rules: readonly OvertimeRule[];
  readonly onOpen: (rule: OvertimeRule) => void;
}): ReactElement => {
  const columns: readonly CardColumn<OvertimeRule>[] = [
    { key: 'area', head: '区域/租户', main: true, show: (row) => <strong>{row.Area}</strong> },
    { key: 'contract', head: '合同编号', show: (row) => row.ContractCode ?? '—' },
    { key: 'm2', head: '面积', unit: 'm²', number: true, show: (row) => formatDecimal(row.AreaM2) },
    { key: 'hours', head: '正常供能时段', show: (row) => <span title={hoursWords(row)}>{hoursWords(row)}</span> },
    { key: 'mode', head: '计费方式', show: (row) => MODE_WORDS[row.Mode] },
    {
      key: 'price',
      head: '单价',
      number: true,
      show: (row) => (row.Price === null ? '—' : `${formatDecimal(row.Price, 4)} ${unitOf(row.Mode)}`),
    },
    { key: 'least', head: '起步时长', unit: 'h', number: true, show: (row) => row.LeastHours },
    { key: 'step', head: '计费步长', unit: 'h', number: true, show: (row) => row.StepHours },
    { key: 'ahead', head: '提前申请', unit: 'h', number: true, show: (row) => row.AheadHours },
    { key: 'valid', head: '生效', show: (row) => `${row.From} 至 ${row.To ?? '长期'}` },
    {
      key: 'editor',
      head: '修改人',
      show: (row) => (row.Editor === null ? '—' : `${row.Editor} ${formatDateTime(row.EditTime)}`),
    },
    {
      key: 'do',
      head: '操作',
      acts: true,
      show: (row) =>
        can(SCREEN, 'edit') ? (
          <Button type="link" className="cell-link" onClick={() => onOpen(row)}>
            修改
          </Button>
        ) : (
          '—'
        ),
    },
  ];
  return rules.length === 0 ? (
    <section className="surface">
      <EmptyHint text="还没有加班规则，先新增规则再登记加班" />
    </section>
  ) : (
    <CardTable label="加班规则" columns={columns} rows={rules} rowKey={(row) => row.Id} />
  );
};

const Records = ({
  list,
  project,
  month,
  onAct,
}: {
  readonly list: OvertimeList;
  readonly project: string;
  readonly month: string;
  readonly onAct: (act: 'confirm' | 'void', row: OvertimeRecord) => void;
}): ReactElement => {
  const columns: readonly CardColumn<OvertimeRecord>[] = [
    {
      key: 'serial',
      head: '单号',
      main: true,
      show: (row) => (
        <>
          <strong>{row.Serial}</strong>
          <small>{row.Area}</small>
        </>
      ),
    },
    { key: 'applicant', head: '申请人', show: (row) => row.Applicant },
    { key: 'phone', head: '电话', show: (row) => row.Phone || '—' },
    { key: 'from', head: '开始', show: (row) => formatDateTime(row.From) },
    { key: 'to', head: '结束', show: (row) => formatDateTime(row.To) },
    { key: 'hours', head: '时长', unit: 'h', hint: '已裁去正常供能时段', number: true, show: (row) => row.Hours },
    {
      key: 'billed',
      head: '计费时长',
      unit: 'h',
      hint: 'max(起步时长, ceil(时长 ÷ 步长) × 步长)',
      number: true,
      show: (row) => row.BilledHours,
    },
    {
      key: 'hosts',
      head: '主机核对',
      hint: '起止用主机运行记录核对，差 30 分钟以上提示',
      show: (row) =>
        row.HostNotes === null ? (
          '无运行记录'
        ) : row.HostNotes.length === 0 ? (
          '相符'
        ) : (
          <span className="wrap overtime-differs">{row.HostNotes.join('；')}</span>
        ),
    },
    { key: 'machines', head: '开机台数', number: true, show: (row) => row.Machines ?? '—' },
    { key: 'quantity', head: '计量用量', unit: 'kWh', number: true, show: (row) => formatDecimal(row.Quantity) },
    {
      key: 'elec',
      head: '期间用电',
      unit: 'kWh',
      hint: '电总表在加班时段内的逐时用量',
      number: true,
      show: (row) => <span title={row.EnergyReason ?? undefined}>{formatDecimal(row.Elec, 1)}</span>,
    },
    {
      key: 'gas',
      head: '期间用气',
      unit: 'm³',
      hint: '燃气总表在加班时段内的逐时用量',
      number: true,
      show: (row) => <span title={row.EnergyReason ?? undefined}>{formatDecimal(row.Gas, 1)}</span>,
    },
    {
      key: 'cost',
      head: '能源成本',
      unit: '元',
      hint: '期间用量 × 当日均价',
      number: true,
      show: (row) => <span title={row.EnergyReason ?? undefined}>{formatMoney(row.EnergyCost)}</span>,
    },
    { key: 'amount', head: '金额', unit: '元', number: true, show: (row) => formatMoney(row.Amount) },
    {
      key: 'files',
      head: '签字',
      show: (row) =>
        row.Files.length === 0
          ? '—'
          : row.Files.map((file) => <FileLink key={file.URL} file={file} among={row.Files} />),
    },
    {
      key: 'state',
      head: '状态',
      show: (row) => (
        <>
          <Tag tone={TONES[row.State]}>{row.State}</Tag>
          {row.Late ? <small>补登，原月份 {row.Date.slice(0, 7)}</small> : null}
        </>
      ),
    },
    {
      key: 'do',
      head: '操作',
      acts: true,
      show: (row) => (
        <span className="row-do">
          {can(SCREEN, 'export') ? (
            <Button
              type="link"
              className="cell-link"
              onClick={() =>
                void download(
                  'POST',
                  expFile.path,
                  { Kind: 'overtimeConfirmation', ProjectCode: project, Month: month, Id: row.Id },
                  { name: `加班供能确认单_${row.Serial}.pdf` },
                )
              }
            >
              确认单
            </Button>
          ) : null}
          {row.State === '待客户确认' && can(SCREEN, 'edit') ? (
            <Button type="link" className="cell-link" onClick={() => onAct('confirm', row)}>
              确认
            </Button>
          ) : null}
          {(row.State === '待客户确认' || row.State === '已确认') && can(SCREEN, 'delete') ? (
            <Button type="link" className="cell-link" onClick={() => onAct('void', row)}>
              作废
            </Button>
          ) : null}
        </span>
      ),
    },
  ];
  return list.rows.length === 0 ? (
    <section className="surface">
      <EmptyHint text="本月没有加班供能" />
    </section>
  ) : (
    <>
      <CardTable label="加班记录" columns={columns} rows={list.rows} rowKey={(row) => row.Id} />
      <p className="note">
        合计 {list.Sums.Count} 次，时长 {list.Sums.Hours} h，计费 {list.Sums.BilledHours} h
        {list.Sums.Amount === null ? '' : `，金额 ${formatMoney(list.Sums.Amount)} 元`}（不含作废）
      </p>
    </>
  );
};

const Months = ({ months }: { readonly months: readonly OvertimeMonth[] }): ReactElement => {
  const table = (
    <DataTable
      label="月汇总"
      columns={[
        { key: 'Month', head: '月份' },
        { key: 'Count', head: '次数', number: true },
        { key: 'Hours', head: '时长', unit: 'h', number: true },
        { key: 'BilledHours', head: '计费时长', unit: 'h', number: true },
        {
          key: 'Amount',
          head: '金额',
          unit: '元',
          number: true,
          show: (row: OvertimeMonth) => formatMoney(row.Amount),
        },
      ]}
      rows={[...months]}
      rowKey={(row) => row.Month}
    />
  );
  if (months.length === 0)
    return (
      <section className="surface">
        <EmptyHint text="近12个月没有客户已确认的加班供能" />
      </section>
    );
  return (
    <>
      <section className="surface">{table}</section>
      <Chart
        title="月加班时长与费用"
        note="只计客户已确认的记录"
        height={240}
        option={{
          tooltip: { trigger: 'axis' },
          legend: { top: 0 },
          grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
          xAxis: { type: 'category', data: months.map(({ Month }) => Month) },
          yAxis: [
            { type: 'value', name: 'h' },
            { type: 'value', name: '元', splitLine: { show: false } },
          ],
          series: [
            { type: 'bar', name: '时长（h）', data: months.map(({ Hours }) => Number(Hours)) },
            ...(months.every(({ Amount }) => Amount === null)
              ? []
              : [
                  {
                    type: 'bar' as const,
                    name: '金额（元）',
                    yAxisIndex: 1,
                    data: months.map(({ Amount }) => Number(Amount)),
                  },
                ]),
          ],
        }}
        table={table}
      />
    </>
  );
};

type Doing =
  | { readonly what: 'rule'; readonly rule: OvertimeRule | null }
  | { readonly what: 'record' }
  | { readonly what: 'confirm' | 'void'; readonly row: OvertimeRecord };

/** 加班运行设置: supply outside normal hours, from the rule to what the customer signed. */
const WorkOvertimePage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(thisMonth);
  const [doing, setDoing] = useState<Doing | null>(null);
  const project = useReportProject(filters);
  const tab: Tab = TABS.find(({ key }) => key === filters['tab'])?.key ?? 'rules';
  const month = filters['month'] ?? usual;
  const asked = {
    ProjectCode: project,
    Month: month,
    ...(filters['area'] === undefined ? {} : { Area: filters['area'] }),
    ...(filters['state'] === undefined ? {} : { State: filters['state'] }),
  };
  const rules = useQuery({
    queryKey: [OVERTIME, 'rules', project],
    queryFn: ({ signal }) => askRules(project, signal),
    enabled: project !== '',
  });
  const records = useQuery({
    queryKey: [OVERTIME, 'records', asked],
    queryFn: ({ signal }) => askRecords(asked, signal),
    enabled: project !== '' && tab !== 'rules',
  });
  const ruleRows = rules.data?.rows ?? [];
  const areas = [...new Set(ruleRows.map(({ Area }) => Area))];
  const shown = tab === 'rules' ? rules : records;
  const close = () => setDoing(null);
  return (
    <>
      <PageHeader
        title="加班运行设置"
        note="非营业时段供能的计费规则与每次加班；客户签字确认后进入结算依据"
        actions={
          project === '' ? null : (
            <>
              {tab === 'rules' && can(SCREEN, 'edit') ? (
                <Button type="primary" onClick={() => setDoing({ what: 'rule', rule: null })}>
                  新增规则
                </Button>
              ) : null}
              {tab === 'records' && can(SCREEN, 'add') ? (
                <Button
                  type="primary"
                  disabled={ruleRows.length === 0}
                  title={ruleRows.length === 0 ? '请先新增规则' : undefined}
                  onClick={() => setDoing({ what: 'record' })}
                >
                  登记加班
                </Button>
              ) : null}
              {tab === 'records' && can(SCREEN, 'export') ? (
                <Button
                  onClick={() =>
                    void download(
                      'POST',
                      expFile.path,
                      { Kind: 'operationalSetWorkOvertime', ...asked },
                      { name: '加班供能记录.xlsx' },
                    )
                  }
                >
                  导出
                </Button>
              ) : null}
            </>
          )
        }
      />
      <search className="filter-bar surface">
        <ProjectFilter
          project={project}
          onPick={(code) => setFilters({ ProjectCode: code, area: null, state: null })}
        />
        {tab === 'rules' ? null : (
          <MomentPicker
            kind="month"
            value={month}
            allowClear={false}
            aria={{ 'aria-label': '月份' }}
            onChange={(value) => setFilters({ month: value })}
          />
        )}
        {tab === 'records' ? (
          <>
            <ChoiceFilter
              label="供能区域"
              value={filters['area']}
              options={areas}
              onChange={(area) => setFilters({ area })}
            />
            <ChoiceFilter
              label="状态"
              value={filters['state']}
              options={OVERTIME_STATES}
              onChange={(state) => setFilters({ state })}
            />
          </>
        ) : null}
      </search>
      <CountTabs
        prefix="overtime"
        label="加班运行"
        tabs={TABS}
        chosen={tab}
        onChoose={(key) => setFilters({ tab: key })}
      />
      <div id="overtime-panel" role="tabpanel" className="overtime-panel">
        {project === '' ? (
          <section className="surface">
            <EmptyHint text="请先选择项目" />
          </section>
        ) : shown.error ? (
          <ErrorRetry error={shown.error} onRetry={() => void shown.refetch()} />
        ) : shown.data === undefined ? (
          <SkeletonDelay />
        ) : tab === 'rules' ? (
          <Rules rules={ruleRows} onOpen={(rule) => setDoing({ what: 'rule', rule })} />
        ) : records.data === undefined ? null : tab === 'records' ? (
          <Records list={records.data} project={project} month={month} onAct={(what, row) => setDoing({ what, row })} />
        ) : (
          <Months months={records.data.Months} />
        )}
      </div>
      {doing === null ? null : doing.what === 'rule' ? (
        <RuleForm project={project} of={doing.rule} onClose={close} />
      ) : doing.what === 'record' ? (
        <RecordForm project={project} rules={ruleRows} onClose={close} />
      ) : (
        <RecordAct act={doing.what} row={doing.row} project={project} onClose={close} />
      )}
    </>
  );
};

export default WorkOvertimePage;
