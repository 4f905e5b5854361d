/** What the pages of 停用 share: keys, links, spans, and what an application does to bills. */
import type { PastSuspension, SuspendRow, SuspendWhatIf } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { Checkbox, Form } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDecimal, formatMoney } from '../../../lib/format.ts';
import { recordAddress } from '../../../lib/routes.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { Money } from '../../../ui/Money.tsx';
import { chargeLink } from '../registry/shared.ts';
import { fenOf, yuanOf } from '../yuan.ts';

export const TASK_SCREEN = shortCodeOf('/chargeManage/suspend/suspendTask');
export const LIST_SCREEN = shortCodeOf('/chargeManage/suspend/suspendList');
export const WISH_SCREEN = shortCodeOf('/chargeManage/suspend/weChatApplySuspendTask');
/** First parts of the keys of queries that show applications, and of those that show what householders sent. */
export const SUSPENSIONS = 'charge-suspensions';
export const WISHES = 'charge-suspend-wishes';
export const SECRET_USES = 'charge-secret-uses';
export const PROCEDURE = MODULES.suspend.procedureId;

export const STATE_TONES = { 未生效: 'neutral', 停用中: 'warn', 已恢复: 'good', 已否决: 'bad' } as const;
export const WISH_TONES = { 待受理: 'warn', 已受理: 'good', 已退回: 'bad', 已撤回: 'neutral' } as const;

export const spanText = (from: string | null, to: string | null): string =>
  from === null ? '—' : to === null ? `${from} 起` : `${from} 至 ${to}`;

export const Amount = ({ value }: { readonly value: string | null }): ReactElement =>
  value === null ? <>—</> : <Money value={value} />;

/** The application itself; who may open it, the form decides. */
export const RecordLink = ({ id, children }: { readonly id: string; readonly children: ReactNode }): ReactElement => {
  const to = recordAddress(PROCEDURE, id);
  return to === null ? <>{children}</> : <Link to={to}>{children}</Link>;
};

/** The room's own page, where the person holds it. */
export const RoomLink = ({
  of: { roomId: room, communityId: community },
  children,
}: {
  readonly of: Pick<SuspendRow, 'roomId' | 'communityId'>;
  readonly children: ReactNode;
}): ReactElement => {
  const to = chargeLink('chargeRoom', { community, room });
  return to === null ? <>{children}</> : <Link to={to}>{children}</Link>;
};

export const Facts = ({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }): ReactElement => (
  <dl className="suspend-facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Nobody applies without having heard what a suspension means. */
export const KnowRule = (): ReactElement => (
  <Form.Item
    name="knowRule"
    valuePropName="checked"
    rules={[
      {
        validator: async (_, on) => (on === true ? undefined : Promise.reject(new Error('请先告知业主停用规则并勾选'))),
      },
    ]}
  >
    <Checkbox>已告知业主停用规则（私自开启按全价补收、邻室传热费等）</Checkbox>
  </Form.Item>
);

type Row = SuspendWhatIf['rows'][number];
// What changes comes first: beside a list there is room for little more.
const BILLS: readonly DataColumn<Row>[] = [
  { key: 'cycle', head: '周期' },
  { key: 'state', head: '状态' },
  { key: 'before', head: '原金额', unit: '元', number: true, show: (row) => formatMoney(row.before) },
  { key: 'after', head: '调整后', unit: '元', number: true, show: (row) => formatMoney(row.after) },
  { key: 'reduction', head: '减收', unit: '元', number: true, show: (row) => formatMoney(row.reduction) },
  { key: 'stopDays', head: '变动天数', unit: '天', number: true },
  { key: 'days', head: '周期天数', unit: '天', number: true },
  { key: 'paid', head: '已收', unit: '元', number: true, show: (row) => formatMoney(row.paid) },
  { key: 'billNo', head: '账单', show: (row) => (row.billNo === '' ? '未出账' : row.billNo) },
  { key: 'span', head: '费用起止', show: (row) => spanText(row.from, row.to) },
];

/** Supply that begins again costs more: nobody reads that as a reduction below nothing. */
const isMore = (of: SuspendWhatIf): boolean => of.reduction.startsWith('-');
const changeOf = (of: SuspendWhatIf, yuan: string): string => formatMoney(isMore(of) ? yuanOf(-fenOf(yuan)) : yuan);

/** 受影响账单试算. */
export const WhatIf = ({ of }: { readonly of: SuspendWhatIf }): ReactElement => (
  <div className="suspend-what-if" aria-live="polite">
    <p>
      {spanText(of.from, of.to)}
      {of.days > 0 ? `，${of.days} 天` : ''}，保留比例 {formatDecimal(of.keepRate)}%
      {of.area === null ? '' : `，${formatDecimal(of.area)} ${of.unit}`}
      {of.unitPrice === null ? '' : ` × ${formatDecimal(of.unitPrice)} 元`}
      {of.seasonDays === null ? '' : `，周期 ${of.seasonDays} 天`}
    </p>
    <p>
      {isMore(of) ? '预计增收' : '预计减收'} <strong>{changeOf(of, of.reduction)}</strong> 元（已出账{' '}
      {changeOf(of, of.billed)} 元，未出账 {changeOf(of, of.future)} 元）
    </p>
    {of.rows.length === 0 ? null : (
      <DataTable label="受影响账单" columns={BILLS} rows={of.rows} rowKey={(row, at) => `${row.cycle}-${at}`} />
    )}
    {of.notes.map((note) => (
      <p key={note} className="note">
        {note}
      </p>
    ))}
  </div>
);

const PAST: readonly DataColumn<PastSuspension>[] = [
  { key: 'span', head: '起止', show: (row) => spanText(row.from, row.to) },
  { key: 'fee', head: '费项' },
  { key: 'kind', head: '类型' },
  { key: 'keepRate', head: '保留比例', unit: '%', number: true },
  { key: 'sealNo', head: '铅封号', show: (row) => row.sealNo || '—' },
  { key: 'document', head: '单号', show: (row) => row.document || '—' },
];

export const History = ({ rows }: { readonly rows: readonly PastSuspension[] }): ReactElement =>
  rows.length === 0 ? (
    <p className="note">没有停用过</p>
  ) : (
    <DataTable label="历史停用" columns={PAST} rows={rows} rowKey={(row, at) => `${row.from}-${at}`} />
  );

/** What one way of looking is narrowed by says nothing in the other. */
export const useViewChange = <V,>(set: (view: V) => void): ((view: V) => void) => {
  const [filters, setFilters] = useUrlFilters();
  return (view) => {
    setFilters(Object.fromEntries(Object.keys(filters).map((name) => [name, null])));
    set(view);
  };
};
