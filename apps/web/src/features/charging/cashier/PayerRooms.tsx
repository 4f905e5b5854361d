/** 合并收款: other rooms of who pays for this one, and one charge for those that are ticked. */
import { cashierPayerRooms, type cashierChargeRooms, type OutputOf, type PayerRoom } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { KeyHint } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { fenOf, sumFen, yuanOf } from '../yuan.ts';
import { LostCharge, type Taking } from './LostCharge.tsx';
import { PayFigures, PayProblem, toldOf, usePaying, usePayWords } from './paying.tsx';
import { BesideWaiting } from './ScanPay.tsx';
import { HOUSEHOLD, type Household } from './shared.ts';
import { sentTenders } from './tender-lines.ts';
import { Tenders } from './Tenders.tsx';

type Found = OutputOf<typeof cashierPayerRooms>;
export type ChargingRooms = Taking<typeof cashierChargeRooms>;

/** Rooms that whoever pays for this one pays for, this one first. */
export const usePayerRooms = (of: Household | undefined): Found | undefined =>
  useQuery({
    // With the household: what is paid of one is owed no more.
    queryKey: [HOUSEHOLD, 'payer', of?.room.id ?? ''],
    enabled: of !== undefined,
    queryFn: ({ signal }) =>
      callApi(cashierPayerRooms, { communityId: of?.room.communityId ?? '', roomId: of?.room.id ?? '' }, { signal }),
    staleTime: 0,
  }).data;

const owedOf = (room: PayerRoom): bigint => fenOf(room.principal) + fenOf(room.penalty);

/** Told beside a household whose payer owes for others, too. */
export const PayerRoomsNote = ({
  of,
  roomId,
  ready,
  onOpen,
}: {
  readonly of: Found;
  readonly roomId: string;
  readonly ready: boolean;
  readonly onOpen: () => void;
}): ReactElement | null => {
  const others = of.rooms.filter((room) => room.roomId !== roomId && room.bills.length > 0);
  return others.length === 0 ? null : (
    <section className="surface payer-rooms" aria-label="同一缴费人">
      <p>
        {of.payer} 另有 {others.length}
        {of.more ? ' 间以上' : ' 间'}房欠费，合计 {formatMoney(yuanOf(sumFen(others.map(owedOf))))} 元
      </p>
      <Button disabled={!ready} onClick={onOpen}>
        合并收款 <KeyHint keys="F7" />
      </Button>
    </section>
  );
};

const columnsOf = (
  ticked: ReadonlySet<string>,
  onTick: (id: string, on: boolean) => void,
): readonly CardColumn<PayerRoom>[] => [
  {
    key: 'code',
    head: '房间',
    main: true,
    show: ({ roomId, code, waiting }) => (
      <Checkbox checked={ticked.has(roomId)} onChange={(event) => onTick(roomId, event.target.checked)}>
        {code}
        {waiting === null ? null : <Tag tone="warn">扫码支付待确认</Tag>}
      </Checkbox>
    ),
  },
  { key: 'owner', head: '业主', show: ({ owner }) => owner || '—' },
  { key: 'bills', head: '账单', number: true, show: ({ bills }) => String(bills.length) },
  { key: 'due', head: '最早到期', show: ({ bills }) => bills[0]?.dueDate ?? '—' },
  { key: 'principal', head: '欠本金', unit: '元', number: true, show: ({ principal }) => formatMoney(principal) },
  {
    key: 'penalty',
    head: '违约金',
    unit: '元',
    number: true,
    show: ({ penalty }) => (fenOf(penalty) === 0n ? '—' : formatMoney(penalty)),
  },
  { key: 'owed', head: '合计', unit: '元', number: true, show: (room) => formatMoney(yuanOf(owedOf(room))) },
];

export const ChargeRoomsDrawer = ({
  of,
  communityId,
  charging,
  onClose,
}: {
  readonly of: Found;
  readonly communityId: string;
  readonly charging: ChargingRooms;
  readonly onClose: () => void;
}): ReactElement => {
  const open = of.rooms.filter(({ bills }) => bills.length > 0);
  // Told apart by what is left out: a room that comes to owe while this is open is taken, too.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = open.filter(({ roomId }) => !left.has(roomId));
  const due = sumFen(chosen.map(owedOf));
  const paying = usePaying(due, of.partial);
  const { lines, ahead, received, problem } = paying;
  const words = usePayWords(of.payer);
  const { payer, remark } = words;
  const [failure, setFailure] = useState<unknown>(null);
  const { errors, offline, said } = toldOf(failure);
  const waiting = chosen.flatMap((room) => (room.waiting === null ? [] : [{ ...room.waiting, code: room.code }]));
  const [asked, setAsked] = useState(false);
  const may = chosen.length > 0 && problem === '' && charging.lost.length === 0;
  const send = (sure = false) => {
    if (charging.isPending || !may) return;
    setAsked(waiting.length > 0 && !sure);
    if (waiting.length > 0 && !sure) return;
    setFailure(null);
    charging.send(
      {
        communityId,
        rooms: chosen.map(({ roomId, bills }) => ({
          roomId,
          items: bills.map(({ id, principal, penalty }) => ({ billId: id, principal, penalty })),
        })),
        tenders: sentTenders(lines, due),
        excessToPrepaid: ahead,
        payer,
        remark,
      },
      `${payer} ${chosen.length}间房 ${formatMoney(yuanOf(received))} 元`,
      setFailure,
    );
  };
  return (
    <AppDrawer title={`合并收款：${of.payer}`} width={900} onClose={onClose} holdsInput>
      <LostCharge of={charging} />
      <p className="note payer-rooms-told">
        每间房各开一张收据；最早到期的账单先收。一笔转账付几间房的，第二间起流水号自动加 -2、-3
        {of.more ? `；只列出前${of.rooms.length}间` : ''}
      </p>
      <CardTable
        label="合并收款的房间"
        columns={columnsOf(new Set(chosen.map(({ roomId }) => roomId)), (id, on) =>
          setLeft(new Set(on ? [...left].filter((other) => other !== id) : [...left, id])),
        )}
        rows={open}
        rowKey={({ roomId }) => roomId}
      />
      <p className="payer-rooms-ticks">
        <Button size="small" onClick={() => setLeft(new Set())}>
          全选
        </Button>
        <Button size="small" onClick={() => setLeft(new Set(open.map(({ roomId }) => roomId)))}>
          全不选
        </Button>
        <span role="status">
          已选 {chosen.length} 间，{formatMoney(yuanOf(due))} 元
        </span>
      </p>
      <form
        className="pay-panel"
        aria-label="合并收款"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <PayFigures due={due} of={paying} />
        <Tenders
          lines={lines}
          due={due}
          errors={errors}
          onChange={(next) => {
            paying.setLines(next);
            if (!offline) setFailure(null);
          }}
        />
        <Checkbox checked={ahead} onChange={(event) => paying.setAhead(event.target.checked)}>
          多收部分转入 {chosen[0]?.code ?? '第一间'} 的预存
        </Checkbox>
        {words.fields}
        {received < due && received > 0n && problem === '' ? (
          <p className="pay-note">部分缴费：仍欠 {formatMoney(yuanOf(due - received))} 元，收不到的房间不开收据</p>
        ) : null}
        <PayProblem said={said} problem={chosen.length > 0 ? problem : ''} />
        <Button type="primary" size="large" block htmlType="submit" loading={charging.isPending} disabled={!may}>
          收款并开收据
        </Button>
      </form>
      {asked && waiting.length > 0 ? (
        <BesideWaiting waiting={waiting} onSure={() => send(true)} onClose={() => setAsked(false)} />
      ) : null}
    </AppDrawer>
  );
};
