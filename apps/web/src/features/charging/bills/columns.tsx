import type { BillDiff, BillException, BillGroup, BillRun, ChargeBillRow, FeeSummary } from '@hengneng/contracts';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import type { DataColumn } from '../../../ui/DataTable.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import type { CardColumn } from '../../../ui/CardTable.tsx';
import { chargeLink } from '../registry/shared.ts';
import { quantityText } from '../quantity.ts';
import { PAY_TONES, percent, RUN_TONES } from './shared.ts';

/** A word that leads to another page of charging, where the person holds it. */
export const PageLink = ({
  page,
  of,
  children,
}: {
  readonly page: string;
  readonly of: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}): ReactElement => {
  const to = chargeLink(page, of);
  return to === null ? <>{children}</> : <Link to={to}>{children}</Link>;
};

const yuan = <R,>(
  key: string,
  head: string,
  value: (row: R) => string | null,
  hint?: string,
): CardColumn<R> & { readonly number: true } => ({
  key,
  head,
  unit: '元',
  number: true,
  ...(hint === undefined ? {} : { hint }),
  show: (row) => <Money value={value(row)} />,
});

export const billColumns = (onOpen: (row: ChargeBillRow) => void): readonly CardColumn<ChargeBillRow>[] => [
  {
    key: 'no',
    head: '账单号',
    main: true,
    show: (row) => (
      <Button type="link" className="cell-link" onClick={() => onOpen(row)}>
        {row.billNo}
      </Button>
    ),
  },
  { key: 'community', head: '小区', show: (row) => row.community },
  {
    key: 'room',
    head: '楼栋单元房号',
    show: (row) => (
      <PageLink page="chargeRoom" of={{ community: row.communityId, keyword: row.room }}>
        {row.room}
      </PageLink>
    ),
  },
  { key: 'owner', head: '业主', show: (row) => row.owner || '—' },
  { key: 'fee', head: '收费项目', show: (row) => row.fee },
  { key: 'period', head: '账期', show: (row) => row.period },
  { key: 'span', head: '费用起止', show: (row) => `${row.from} 至 ${row.to}` },
  { key: 'quantity', head: '计费数量', number: true, show: (row) => quantityText(row.quantity, row.unit) },
  { key: 'price', head: '单价', unit: '元', number: true, show: (row) => formatDecimal(row.unitPrice, 4) },
  { key: 'off', head: '停用天数', unit: '天', number: true, show: (row) => row.suspendDays },
  yuan('amount', '应收', (row) => row.amount),
  yuan('reduced', '减免', (row) => row.reduced),
  yuan('paid', '已收', (row) => row.paid),
  yuan('principal', '欠本金', (row) => row.principal),
  yuan('penalty', '违约金', (row) => row.penalty, '计至今日，未入账；收款时才成为一行'),
  { key: 'due', head: '到期日', show: (row) => row.dueDate },
  { key: 'late', head: '逾期', unit: '天', number: true, show: (row) => row.overdueDays },
  {
    key: 'state',
    head: '状态',
    show: (row) => (
      <>
        <Tag tone={PAY_TONES[row.payState] ?? 'neutral'}>{row.payState}</Tag>
        {row.frozen === '' ? null : <small>{row.frozen}</small>}
      </>
    ),
  },
  { key: 'invoice', head: '发票', show: (row) => row.invoice || '—' },
  { key: 'batch', head: '批次', show: (row) => row.batch || '—' },
];

export const roomColumns = (onOpen: (room: string) => void): readonly CardColumn<BillGroup>[] => [
  {
    key: 'name',
    head: '房间',
    main: true,
    show: (row) => (
      <Button type="link" className="cell-link" onClick={() => onOpen(row.key)}>
        {row.name}
      </Button>
    ),
  },
  { key: 'owner', head: '业主', show: (row) => row.owner || '—' },
  { key: 'phone', head: '电话', show: (row) => row.phone || '—' },
  { key: 'bills', head: '账单数', number: true, show: (row) => row.bills },
  yuan('amount', '应收', (row) => row.amount),
  yuan('paid', '已收', (row) => row.paid),
  yuan('arrears', '欠费', (row) => row.arrears),
  yuan('penalty', '违约金', (row) => row.penalty),
  { key: 'first', head: '最早欠费账期', show: (row) => row.firstPeriod ?? '—' },
  yuan('balance', '预存余额', (row) => row.balance),
  { key: 'dunned', head: '上次催缴', show: (row) => row.lastDunned ?? '—' },
];

export const FEE_COLUMNS: readonly CardColumn<FeeSummary>[] = [
  { key: 'fee', head: '收费项目', main: true, show: (row) => <strong>{row.fee}</strong> },
  { key: 'rooms', head: '户数', unit: '户', number: true, show: (row) => row.rooms },
  { key: 'area', head: '计费面积', unit: 'm²', number: true, show: (row) => formatDecimal(row.area, 2) },
  {
    key: 'usage',
    head: '用量',
    number: true,
    show: (row) => (row.usage === null ? '—' : quantityText(row.usage, row.unit)),
  },
  yuan('amount', '应收', (row) => row.amount),
  yuan('reduced', '减免', (row) => row.reduced),
  yuan('paid', '已收', (row) => row.paid),
  yuan('arrears', '欠费', (row) => row.arrears),
  { key: 'rate', head: '收缴率', number: true, hint: '已收本金 ÷（应收 − 减免）', show: (row) => percent(row.rate) },
  yuan('last', '上期应收', (row) => row.last, '同房间上一周期；季费取去年同季。选了多个账期时没有唯一的上期'),
  { key: 'lastRate', head: '环比', number: true, show: (row) => percent(row.lastRate) },
  yuan('year', '去年同期', (row) => row.yearAgo),
  { key: 'yearRate', head: '同比', number: true, show: (row) => percent(row.yearRate) },
];

export const runColumns = (acts: (row: BillRun) => ReactNode): readonly CardColumn<BillRun>[] => [
  {
    key: 'no',
    head: '批次号',
    main: true,
    show: (row) => (
      <PageLink page="chargeBillAudit" of={{ batch: row.id }}>
        {row.no}
      </PageLink>
    ),
  },
  {
    key: 'state',
    head: '状态',
    show: (row) => (
      <>
        <Tag tone={RUN_TONES[row.state]}>{row.state}</Tag>
        {row.state === '生成中' ? (
          <small>
            {row.done}/{row.parts}
          </small>
        ) : null}
        {row.error === '' ? null : <small>{row.error}</small>}
      </>
    ),
  },
  { key: 'community', head: '小区', show: (row) => row.community },
  { key: 'fees', head: '费项', show: (row) => row.fees },
  { key: 'period', head: '账期', show: (row) => row.period },
  {
    key: 'rooms',
    head: '房间数',
    unit: '户',
    number: true,
    show: (row) => (row.chosen ? `指定 ${row.rooms}` : row.rooms),
  },
  { key: 'lines', head: '行数', number: true, show: (row) => row.lines },
  yuan('amount', '金额', (row) => row.amount),
  yuan('diff', '与上期差', (row) => row.diff),
  { key: 'rate', head: '差异率', number: true, show: (row) => percent(row.rate) },
  {
    key: 'skipped',
    head: '跳过数',
    number: true,
    show: (row) => row.skipped.reduce((sum, { count }) => sum + count, 0),
  },
  { key: 'odd', head: '异常数', number: true, show: (row) => row.exceptions.length },
  { key: 'maker', head: '制单人', show: (row) => row.maker },
  { key: 'checker', head: '审核人', show: (row) => row.checker || '—' },
  { key: 'released', head: '发布时间', show: (row) => formatDateTime(row.releasedAt ?? row.releaseAt) || '—' },
  { key: 'do', head: '操作', acts: true, show: acts },
];

export const DIFF_COLUMNS: readonly DataColumn<BillDiff>[] = [
  { key: 'room', head: '房间' },
  { key: 'fee', head: '费项' },
  { key: 'last', head: '上期', unit: '元', number: true, show: (row) => <Money value={row.last} /> },
  { key: 'amount', head: '本期', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
  { key: 'diff', head: '差额', unit: '元', number: true, show: (row) => <Money value={row.diff} /> },
  { key: 'rate', head: '差异率', number: true, show: (row) => percent(row.rate) },
  {
    key: 'reason',
    head: '原因',
    show: (row) => (
      <>
        {row.reason || '—'} {row.must ? <Tag tone="bad">必看</Tag> : null}
      </>
    ),
  },
];

const LEVELS = { 必须处理: 'bad', 需说明: 'warn', 提示: 'neutral' } as const;
export const EXCEPTION_COLUMNS: readonly DataColumn<BillException>[] = [
  { key: 'level', head: '级别', show: (row) => <Tag tone={LEVELS[row.level]}>{row.level}</Tag> },
  { key: 'kind', head: '类别' },
  { key: 'room', head: '房间', show: (row) => row.room || '—' },
  { key: 'text', head: '说明' },
];
