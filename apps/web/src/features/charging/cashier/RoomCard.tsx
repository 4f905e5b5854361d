import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatDecimal, formatMoney } from '../../../lib/format.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { StatementDrawer } from '../statement/StatementDrawer.tsx';
import { fenOf, sumFen, yuanOf } from '../yuan.ts';
import type { Household } from './shared.ts';

/** Whose room it is and how it stands with us. */
export const RoomCard = ({ of }: { readonly of: Household }): ReactElement => {
  const { room } = of;
  const [told, setTold] = useState(false);
  const sumOf = (part: (bill: Household['bills'][number]) => string): string =>
    formatMoney(yuanOf(sumFen(of.bills.map((bill) => fenOf(part(bill))))));
  const facts: readonly (readonly [string, string])[] = [
    ['业主', room.ownerName || '—'],
    ['现住人', room.residents || '—'],
    ...(room.payer === room.ownerName ? [] : [['缴费人', room.payer] as const]),
    ['电话', room.phone || '—'],
    ['计费面积', `${formatDecimal(room.area)} m²`],
    ['房态', room.state],
    ['欠费本金', `${sumOf(({ principal }) => principal)} 元`],
    ['违约金', `${sumOf(({ penalty }) => penalty)} 元`],
    ['预存余额', `${formatMoney(room.balance)} 元`],
    ['押金', `${formatMoney(room.deposit)} 元`],
    ['最近缴费', room.lastPaid ? `${room.lastPaid.day} ${formatMoney(room.lastPaid.amount)} 元` : '—'],
  ];
  return (
    <section className="surface room-card" aria-label="房间卡">
      <h2>
        {room.community} {room.code}
        {room.flags.map((flag) => (
          <Tag key={flag} tone={flag === '关怀户' || flag === '票据专票' ? 'accent' : 'warn'}>
            {flag}
          </Tag>
        ))}
      </h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {room.byFee.map(({ feeId, fee, amount }) => (
        <p key={feeId} className="room-card-note">
          其中 {formatMoney(amount)} 元只能抵 {fee}
        </p>
      ))}
      {Number(room.frozen) > 0 ? (
        <p className="room-card-note">其中 {formatMoney(room.frozen)} 元是预开票账单的回款，账单发布后抵扣</p>
      ) : null}
      {room.suspended.map(({ fee, from, to }) => (
        <p key={fee + from} className="room-card-note">
          {fee} 停用 {from} 至 {to ?? '恢复'}
        </p>
      ))}
      <p className="room-card-note">
        <Button size="small" onClick={() => setTold(true)}>
          往来对账单
        </Button>
      </p>
      {told ? <StatementDrawer roomId={room.id} onClose={() => setTold(false)} /> : null}
    </section>
  );
};
