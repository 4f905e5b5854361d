import {
  cashierAddCharge,
  cashierCharge,
  cashierChargeRooms,
  cashierRecharge,
  communityList,
  type OutputOf,
  roomFind,
  type Taken,
  type TakenRooms,
} from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented, Select } from 'antd';
import { type KeyboardEvent, type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { communityOptions } from '../CommunityFilter.tsx';
import { callApi, messageOf } from '../../../lib/api.ts';
import { lastChoice, rememberChoice } from '../../../lib/last-choice.ts';
import { formatMoney } from '../../../lib/format.ts';
import { chargeTopic, useLive } from '../../../lib/live.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useTab } from '../../../lib/tab.tsx';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, KeyHint, SkeletonDelay } from '../../../ui/feedback.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Closings } from './Closings.tsx';
import { FlowTable, RoomHistory } from './FlowTable.tsx';
import { DeductDialog } from './DeductDialog.tsx';
import { ExtraDialog, RechargeDialog, RefundDialog } from './MoneyDialogs.tsx';
import { LostCharge, useTaking } from './LostCharge.tsx';
import { ChargeRoomsDrawer, PayerRoomsNote, usePayerRooms } from './PayerRooms.tsx';
import { PayPanel } from './PayPanel.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';
import { RoomCard } from './RoomCard.tsx';
import { ScanPay } from './ScanPay.tsx';
import { askHousehold, HOUSEHOLD, SCREEN, useShift } from './shared.ts';
import { ShiftBar } from './ShiftBar.tsx';
import './cashier.css';

const LAST = 'charge-community';
type Dialog = 'recharge' | 'deduct' | 'extra' | 'refund' | 'rooms';
const KEYS: Readonly<Record<string, Dialog>> = { F4: 'recharge', F6: 'deduct', F7: 'rooms', F8: 'extra' };

/** What was taken last, one receipt or several. */
type Served = Pick<TakenRooms, 'amount' | 'capital' | 'change'> & {
  readonly receipts: readonly Pick<Taken, 'paymentId' | 'receiptNo'>[];
};
const paymentsOf = ({ receipts }: Served): readonly string[] => receipts.map(({ paymentId }) => paymentId);

type Found = OutputOf<typeof roomFind>;
type FoundRoom = Found['rows'][number];

/** Where the counter begins: a room's number, a name, the end of a telephone number, a receipt's. */
const RoomSearch = ({
  communityId,
  field,
  onPick,
}: {
  readonly communityId: string;
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly onPick: (room: FoundRoom) => void;
}): ReactElement => {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const pick = (room: FoundRoom) => {
    setFound(null);
    setText(room.code);
    onPick(room);
  };
  const search = async () => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    try {
      const answer = await callApi(roomFind, { communityId, Keyword: text });
      const { rows } = answer;
      const [only] = rows;
      const exact = rows.find(({ code }) => code === text.trim());
      if (exact !== undefined || (rows.length === 1 && only !== undefined)) pick(exact ?? (only as FoundRoom));
      else setFound(answer);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  /** Down into what was found, and up and down in it. */
  const onArrow = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.room-found button')];
    const at = rows.findIndex((row) => row === document.activeElement);
    const next = event.key === 'ArrowDown' ? rows[at + 1] : (rows[at - 1] ?? field.current);
    if (rows.length === 0 || (event.key === 'ArrowUp' && at < 0)) return;
    event.preventDefault();
    next?.focus();
  };
  return (
    <search className="room-search">
      <div role="presentation" onKeyDown={onArrow}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void search();
          }}
        >
          <input
            ref={field}
            className="counter-input room-search-field"
            aria-label="房号、姓名、电话尾号或收据号"
            placeholder="房号、姓名、电话尾号、收据号"
            autoComplete="off"
            enterKeyHint="search"
            value={text}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setText(event.target.value);
              setFound(null);
            }}
          />
          <Button type="primary" htmlType="submit" loading={busy}>
            查询
          </Button>
        </form>
        {found === null ? null : found.rows.length === 0 ? (
          <p className="field-error" role="alert">
            没有找到房间，请核对房号
          </p>
        ) : (
          <ul className="surface room-found" aria-label="找到的房间">
            {found.rows.map((room) => (
              <li key={room.id}>
                <button type="button" onClick={() => pick(room)}>
                  <strong>{room.code}</strong> {room.ownerName} {room.phone}
                  {room.by === '' ? null : <mark>{room.by}</mark>}
                  <span>
                    欠 {formatMoney(room.arrears)} 元
                    {Number(room.balance) > 0 ? `，预存 ${formatMoney(room.balance)} 元` : ''}
                  </span>
                </button>
              </li>
            ))}
            {found.more ? <li className="room-found-more">还有更多，请输入完整的房号或姓名</li> : null}
          </ul>
        )}
      </div>
    </search>
  );
};

/** 收费台: find the room, look at what is owed, take the money, hand the receipt over; all by keyboard. */
const CashierPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { isActive } = useTab();
  const client = useQueryClient();
  const mine = useQuery({
    queryKey: ['chargeCommunities', 'mine'],
    queryFn: ({ signal }) => callApi(communityList, { mine: true }, { signal }),
    staleTime: 60_000,
  });
  // Who looks after counters sees those of their projects: agrees to shifts there, and closes the day.
  const visible = useQuery({
    queryKey: ['chargeCommunities', 'visible'],
    queryFn: ({ signal }) => callApi(communityList, {}, { signal }),
    staleTime: 60_000,
  });
  const communities = visible.data ?? [];
  const roomId = filters.room ?? '';
  const room = useQuery({
    queryKey: [HOUSEHOLD, roomId],
    enabled: roomId !== '',
    queryFn: ({ signal }) => askHousehold(roomId, signal),
    staleTime: 0,
  });
  // Of a room that another page leads to the community is not known yet: at the one of the last time nobody is to begin meanwhile.
  const unknown = roomId !== '' && room.isLoading && filters.community === undefined;
  const payerRooms = usePayerRooms(room.data);
  const together = (payerRooms?.rooms.filter(({ bills }) => bills.length > 0).length ?? 0) > 1;
  const communityId = unknown
    ? ''
    : (room.data?.room.communityId ??
      communities.find(({ id }) => id === filters.community)?.id ??
      communities.find(({ id }) => id === lastChoice(LAST))?.id ??
      (mine.data?.[0] ?? communities[0])?.id ??
      '');
  const desk = useShift(communityId).data;
  const shift = desk?.shift ?? null;
  const sitsHere = (mine.data ?? []).some(({ id }) => id === communityId);
  const opens = desk !== undefined && shift === null && sitsHere && !desk.dayClosed && can(SCREEN, 'add');
  const searchField = useRef<HTMLInputElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const [chosen, setView] = useState<'pay' | 'flow' | 'closings' | 'history'>('pay');
  // A receipt that another page leads to is looked up in what was taken.
  const receipt = filters.receipt ?? '';
  const view = receipt === '' ? chosen : 'flow';
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [handing, setHanding] = useState(false);
  const [taken, setTaken] = useState<Served | null>(null);
  const [printing, setPrinting] = useState<readonly string[] | null>(null);
  // Another counter took money of this room.
  useLive([chargeTopic(roomId)], () => (roomId === '' ? undefined : room.refetch()));
  const ready = shift?.state === '开班' && can(SCREEN, 'add');

  /** The next household. Also where the hand is there already, what was looked for last is typed over. */
  const toSearch = () => {
    searchField.current?.focus();
    searchField.current?.select();
  };
  /** Of who owes nothing there is no amount: the next household is looked for. */
  const toAmount = () => (amountField.current === null ? toSearch() : amountField.current.focus());
  // The code goes first, so that the way shown above the page says it.
  const pick = ({ id, code }: Pick<FoundRoom, 'id' | 'code'>) => {
    setTaken(null);
    setView('pay');
    setFilters({ code, room: id, community: communityId, receipt: null });
    // The same household again: nothing is loaded that the hand would follow.
    if (id === roomId) setTimeout(toAmount);
  };
  // The next household is of the same community, wherever this one was opened from.
  const leave = (community = communityId) => setFilters({ code: null, room: null, community, receipt: null });
  const back = () => {
    leave();
    searchField.current?.focus();
  };
  // The amount is what the hand is at next.
  const loaded = room.data?.room.id;
  const onLoaded = useEffectEvent(toAmount);
  useEffect(() => {
    if (loaded !== undefined) onLoaded();
  }, [loaded]);
  // What is owed has changed, and what was at hand has gone with the panel: it begins where a household begins.
  const figures = room.data?.bills.map(({ id, principal, penalty }) => `${id}:${principal}:${penalty}`).join() ?? '';
  useEffect(() => {
    if (figures !== '' && document.activeElement === document.body) amountField.current?.focus();
  }, [figures]);
  // Once the receipt is away, the next household is; the dialog has given its focus back to what is gone.
  const served = printing === null && taken !== null;
  useEffect(() => {
    if (served) searchField.current?.focus();
  }, [served]);
  // Whoever comes here looks for a household; on a phone that would bring its keyboard up over the page.
  const arrived = desk !== undefined;
  useEffect(() => {
    if (arrived && document.activeElement === document.body && matchMedia('(hover: hover)').matches)
      searchField.current?.focus();
  }, [arrived]);
  // Nor is there anything else to do once the shift has begun.
  const [begun, setBegun] = useState(0);
  useEffect(() => {
    if (begun > 0) searchField.current?.focus();
  }, [begun]);
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!isActive || dialog !== null || handing || printing !== null) return;
    // A dialog of the bar of shifts, or one that asks whether to close another: what lies behind it is not to be typed into.
    if (document.activeElement?.closest('[role="dialog"]')) return;
    const wanted = KEYS[event.key];
    if (event.key === 'F2') {
      event.preventDefault();
      toSearch();
    } else if (wanted !== undefined && room.data && ready && (wanted !== 'rooms' || together)) {
      event.preventDefault();
      setDialog(wanted);
    } else if (event.key === 'F9' && taken !== null) {
      event.preventDefault();
      setPrinting(paymentsOf(taken));
    } else if (event.key === 'F10' && (shift !== null || opens)) {
      event.preventDefault();
      setHanding(true);
    }
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const onServed = (answer: Served) => {
    setDialog(null);
    setTaken(answer);
    leave();
    void client.invalidateQueries({ queryKey: [HOUSEHOLD] });
    setPrinting(paymentsOf(answer));
  };
  const onTaken = (answer: Taken) => onServed({ ...answer, receipts: [answer] });
  const charging = useTaking(cashierCharge, onTaken);
  const chargingRooms = useTaking(cashierChargeRooms, onServed);
  const recharging = useTaking(cashierRecharge, onTaken);
  const adding = useTaking(cashierAddCharge, onTaken);
  const onPanelKey = (event: KeyboardEvent) => {
    // A dialog of the panel lies elsewhere on the page: there the key closes the dialog only.
    if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) back();
  };

  const failed = [mine, visible].find(({ error }) => error);
  if (failed) return <ErrorRetry error={failed.error} onRetry={() => void failed.refetch()} />;
  if (mine.isPending || visible.isPending || unknown) return <SkeletonDelay />;
  if (communities.length === 0)
    return (
      <section className="surface">
        <EmptyHint text="您还没有加入小区，请管理员在小区管理中把您加为收费员" />
      </section>
    );
  return (
    <div className="counter">
      <PageHeader
        title="收费台"
        actions={
          <Select
            aria-label="小区"
            className="counter-community"
            value={communityId}
            showSearch={{ optionFilterProp: 'label' }}
            options={communityOptions(communities)}
            onChange={(id: string) => {
              rememberChoice(LAST, id);
              setTaken(null);
              leave(id);
            }}
          />
        }
      />
      <ShiftBar
        communityId={communityId}
        sitsHere={sitsHere}
        opens={opens}
        handing={handing}
        onHand={setHanding}
        onOpened={() => setBegun((times) => times + 1)}
        onGo={({ roomId: id, room: code, act }) => {
          pick({ id, code });
          setDialog(act === '预存' ? 'recharge' : 'refund');
        }}
      />
      <div className="counter-top">
        <RoomSearch key={communityId} communityId={communityId} field={searchField} onPick={pick} />
        <Segmented
          aria-label="看什么"
          options={[
            { value: 'pay', label: '收款' },
            { value: 'flow', label: shift ? '本班流水' : '收款流水' },
            { value: 'closings', label: '班次与日结' },
            ...(roomId === '' ? [] : [{ value: 'history', label: '房间历史' }]),
          ]}
          value={view}
          onChange={(next) => {
            setView(next as typeof chosen);
            if (receipt !== '') setFilters({ receipt: null });
          }}
        />
      </div>
      <LostCharge of={charging} />
      <LostCharge of={recharging} />
      <LostCharge of={adding} />
      {dialog === 'rooms' ? null : <LostCharge of={chargingRooms} />}
      {taken === null ? null : (
        <section className="surface counter-taken" role="status">
          <strong>收款成功 {formatMoney(taken.amount)} 元</strong>
          <span>{taken.capital}</span>
          {Number(taken.change) > 0 ? <span className="pay-change">找零 {formatMoney(taken.change)} 元</span> : null}
          <span>
            收据 {taken.receipts[0]?.receiptNo}
            {taken.receipts.length > 1 ? ` 等 ${taken.receipts.length} 张` : ''}
          </span>
          <Button onClick={() => setPrinting(paymentsOf(taken))}>打印收据 F9</Button>
        </section>
      )}
      {view === 'flow' ? (
        <FlowTable
          communityId={communityId}
          shiftId={shift?.id ?? null}
          receipt={receipt}
          onPrint={(id) => setPrinting([id])}
          onSearch={(words) => {
            setView('flow');
            setFilters({ receipt: words });
          }}
        />
      ) : view === 'closings' ? (
        <Closings key={communityId} communityId={communityId} />
      ) : view === 'history' && roomId !== '' ? (
        <RoomHistory roomId={roomId} />
      ) : roomId === '' ? (
        <section className="surface">
          <EmptyHint text="输入房号开始收款" />
        </section>
      ) : room.error ? (
        <ErrorRetry error={room.error} onRetry={() => void room.refetch()} />
      ) : room.data === undefined ? (
        <SkeletonDelay />
      ) : (
        <div className="counter-body" onKeyDown={onPanelKey} role="presentation">
          {room.data.bills.length === 0 ? (
            <section className="surface">
              <EmptyHint text="该房间没有欠费" />
              <ScanPay of={room.data} charge={null} due="0" ready={ready} onTaken={onTaken} />
            </section>
          ) : (
            <PayPanel
              // What is owed has changed: what was ticked and typed is about other figures.
              key={`${roomId} ${figures}`}
              of={room.data}
              ready={ready}
              charging={charging}
              amountField={amountField}
              onTaken={onTaken}
            />
          )}
          <div className="counter-side">
            {payerRooms === undefined || !can(SCREEN, 'add') ? null : (
              <PayerRoomsNote of={payerRooms} roomId={roomId} ready={ready} onOpen={() => setDialog('rooms')} />
            )}
            <RoomCard of={room.data} />
            {can(SCREEN, 'add') ? (
              <div className="surface counter-acts">
                <Button disabled={!ready} onClick={() => setDialog('recharge')}>
                  预存 <KeyHint keys="F4" />
                </Button>
                <Button disabled={!ready || Number(room.data.room.balance) === 0} onClick={() => setDialog('deduct')}>
                  预存抵扣 <KeyHint keys="F6" />
                </Button>
                <Button disabled={!ready} onClick={() => setDialog('extra')}>
                  临时收费 <KeyHint keys="F8" />
                </Button>
                {can(SCREEN, 'edit') ? (
                  <Button
                    disabled={!ready || (Number(room.data.room.balance) === 0 && Number(room.data.room.deposit) === 0)}
                    onClick={() => setDialog('refund')}
                  >
                    退款
                  </Button>
                ) : null}
              </div>
            ) : null}
          </div>
        </div>
      )}
      {sitsHere && can(SCREEN, 'add') ? (
        <p className="counter-keys">
          <KeyHint keys="F2" /> 房号 <KeyHint keys="Enter" /> 收款 <KeyHint keys="F4" /> 预存 <KeyHint keys="F6" /> 抵扣{' '}
          <KeyHint keys="F8" /> 临时收费 <KeyHint keys="F9" /> 打印 <KeyHint keys="F10" />{' '}
          {shift === null ? '开班' : '交班'} <KeyHint keys="Esc" /> 下一户
        </p>
      ) : null}
      {room.data && dialog === 'recharge' ? (
        <RechargeDialog of={room.data} onClose={() => setDialog(null)} taking={recharging} />
      ) : null}
      {room.data && dialog === 'deduct' ? <DeductDialog of={room.data} onClose={() => setDialog(null)} /> : null}
      {room.data && dialog === 'extra' ? (
        <ExtraDialog of={room.data} onClose={() => setDialog(null)} taking={adding} />
      ) : null}
      {room.data && dialog === 'refund' ? <RefundDialog of={room.data} onClose={() => setDialog(null)} /> : null}
      {room.data && payerRooms && dialog === 'rooms' ? (
        <ChargeRoomsDrawer
          of={payerRooms}
          communityId={communityId}
          charging={chargingRooms}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {printing === null ? null : <ReceiptDialog paymentIds={printing} onClose={() => setPrinting(null)} />}
    </div>
  );
};

export default CashierPage;
