/** What the list of operated projects shows of one, in its table and on its cards. */
import type { INPUT_STATES, OperationRow } from '@hengneng/contracts';
import { formatQuantity } from '@hengneng/energy/units';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { CardColumn } from '../../../ui/CardTable.tsx';
import { formatDateTime, formatDecimal, formatMoney } from '../../../lib/format.ts';
import { canOpen } from '../../../lib/permission.ts';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { Complete, Drill } from '../reports/common.tsx';
import { WARNINGS_PATH } from '../warnings/warnings.ts';

type InputState = (typeof INPUT_STATES)[number];

export const TONES: Readonly<Record<InputState, Tone>> = { 未录: 'warn', 部分: 'accent', 完成: 'good', 有异常: 'bad' };

/** Where a row leads, for who may go there; a project that stands still takes no readings. */
const ACTIONS = [
  { label: '设置', path: '/operationContent/setting/magnification' },
  { label: '信息', path: '/operationContent/operationProjectManage' },
  { label: '数据录入', path: '/operationContent/DataInput/newDataInput', running: true },
] as const;
const STOPPED = 3;
const codeOf = (path: string): string => path.slice(1).replaceAll('/', '.');

/** Of a project, those that nobody has handled. */
const warningsOf = (row: OperationRow): string =>
  `${WARNINGS_PATH}?project=${encodeURIComponent(row.ProjectCode)}&state=${encodeURIComponent('未处理')}`;

export const Actions = ({ row }: { readonly row: OperationRow }): ReactElement => (
  <span className="row-do">
    {ACTIONS.filter(({ path }) => canOpen(codeOf(path))).map((action) =>
      'running' in action && row.G_ProjectState >= STOPPED ? (
        <span key={action.label} className="operation-off" title="项目已停止运营，不能录入">
          {action.label}
        </span>
      ) : (
        <Link key={action.label} to={`${action.path}?ProjectCode=${row.ProjectCode}`}>
          {action.label}
        </Link>
      ),
    )}
    {canOpen(codeOf(WARNINGS_PATH)) ? <Link to={warningsOf(row)}>报警</Link> : null}
  </span>
);

const COUNT = '/operationContent/DataInput/projectInputCount';

export const MonthComplete = ({ row }: { readonly row: OperationRow }): ReactElement => {
  const value = <Complete value={row.MonthComplete ?? null} />;
  return canOpen(codeOf(COUNT)) ? <Link to={`${COUNT}?ProjectCode=${row.ProjectCode}`}>{value}</Link> : value;
};

export const Warnings = ({ row }: { readonly row: OperationRow }): ReactElement => {
  const count = row.OpenWarn ?? 0;
  const value = <span className={count > 0 ? 'operation-bad' : ''}>{count}</span>;
  return count > 0 && canOpen(codeOf(WARNINGS_PATH)) ? <Link to={warningsOf(row)}>{value}</Link> : value;
};

export const amountText = (value: string | null | undefined, quantity: 'electricity' | 'gas' | 'heat'): string =>
  formatQuantity(value === null || value === undefined ? null : Number(value), quantity);

/** 提示 and 异常, as shared.verdict names them. */
const HINT = 20;
const ABNORMAL = 50;
export const DEVIATION_BANDS = {
  good: `±${HINT}% 以内`,
  warn: `${HINT}%~${ABNORMAL}%`,
  bad: `${ABNORMAL}% 以上`,
} as const;
export const deviationBand = (value: number | null | undefined): keyof typeof DEVIATION_BANDS | null =>
  value == null ? null : Math.abs(value) > ABNORMAL ? 'bad' : Math.abs(value) > HINT ? 'warn' : 'good';

const deviationTone = (value: number): string => {
  const band = deviationBand(value);
  return band === null || band === 'good' ? '' : `operation-${band}`;
};

export const deviationText = (value: number | null | undefined): string =>
  value == null ? '—' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

export const Deviation = ({ row }: { readonly row: OperationRow }): ReactElement => (
  <span title={row.DevNote} className={row.SameTempDev == null ? '' : deviationTone(row.SameTempDev)}>
    {deviationText(row.SameTempDev)}
  </span>
);

export const Entry = ({ row }: { readonly row: OperationRow }): ReactElement | string =>
  row.InputState == null ? (
    '无应录'
  ) : (
    <>
      {row.EnteredCount}/{row.DueCount} <Tag tone={TONES[row.InputState]}>{row.InputState}</Tag>
    </>
  );

/** @param yesterday the day that use and cost are of */
export const columnsOf = (yesterday: string): readonly CardColumn<OperationRow>[] => [
  {
    key: 'name',
    head: '项目',
    main: true,
    show: (row) => (
      <>
        <strong>{row.ProjectName}</strong>
        <small>
          {row.ProjectCode} · {row.areaName}
        </small>
      </>
    ),
  },
  // What the page is opened for first: it must not lie under what stays in sight.
  {
    key: 'entry',
    head: '今日录入',
    hint: '今天抄表时刻已录 ÷ 应录',
    number: true,
    show: (row) => <Entry row={row} />,
  },
  { key: 'city', head: '城市', show: (row) => row.City ?? '—' },
  { key: 'build', head: '建筑类型', show: (row) => row.BuildType ?? '—' },
  { key: 'area', head: '空调面积', unit: 'm²', number: true, show: (row) => formatDecimal(row.AirArea) },
  { key: 'hosts', head: '主机', show: (row) => <span title={row.HostBrief}>{row.HostBrief || '—'}</span> },
  { key: 'energy', head: '主能源', show: (row) => row.MainEnergy ?? '—' },
  { key: 'charge', head: '收费模式', show: (row) => row.chargeModel ?? '—' },
  { key: 'state', head: '状态', show: (row) => row.stateName },
  { key: 'manager', head: '项目经理', show: (row) => row.managerName ?? '—' },
  {
    key: 'elec',
    head: '昨日用电',
    unit: 'kWh',
    number: true,
    show: (row) => (
      <Drill project={row.ProjectCode} energy="elec" from={yesterday}>
        {amountText(row.YesterdayElec, 'electricity')}
      </Drill>
    ),
  },
  {
    key: 'gas',
    head: '昨日用气',
    unit: 'm³',
    number: true,
    show: (row) => (
      <Drill project={row.ProjectCode} energy="gas" from={yesterday}>
        {amountText(row.YesterdayGas, 'gas')}
      </Drill>
    ),
  },
  { key: 'heat', head: '昨日冷热量', unit: 'kWh', number: true, show: (row) => amountText(row.YesterdayCool, 'heat') },
  {
    key: 'cost',
    head: '昨日能源费',
    unit: '元',
    hint: '按量部分，不含基本电费与力调',
    number: true,
    show: (row) => <span title={row.CostNote ?? undefined}>{formatMoney(row.YesterdayCost)}</span>,
  },
  {
    key: 'deviation',
    head: '同温偏差',
    unit: '%',
    hint: '昨日主能源用量与近60天同温日中位数之差；昨日完整率不足95%时不给出',
    number: true,
    show: (row) => <Deviation row={row} />,
  },
  {
    key: 'complete',
    head: '昨日完整率',
    number: true,
    show: (row) => <Complete value={row.YesterdayComplete ?? null} />,
  },
  {
    key: 'estimated',
    head: '昨日估算',
    number: true,
    hint: '估、补的量 ÷ 总量',
    show: (row) => (row.YesterdayEstimated == null ? '—' : `${row.YesterdayEstimated.toFixed(1)}%`),
  },
  {
    key: 'month',
    head: '本月完整率',
    number: true,
    hint: '与项目录入统计相同',
    show: (row) => <MonthComplete row={row} />,
  },
  {
    key: 'warnings',
    head: '未处理报警',
    number: true,
    show: (row) => <Warnings row={row} />,
  },
  { key: 'until', head: '数据截至', show: (row) => formatDateTime(row.DataUntil) },
  { key: 'do', head: '操作', acts: true, show: (row) => <Actions row={row} /> },
];
