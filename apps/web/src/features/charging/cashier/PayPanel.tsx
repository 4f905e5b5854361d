import type { OwedRow, Taken } from '@hengneng/contracts';
import { oldestFirst, settle } from '@hengneng/charging';
import { Button, Checkbox } from 'antd';
import { type ReactElement, type RefObject, useState } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { KeyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { fenOf, fenOrNull, sumFen, yuanOf } from '../yuan.ts';
import { OwedTable } from './OwedTable.tsx';
import type { Charging } from './LostCharge.tsx';
import { PayFigures, PayProblem, toldOf, usePaying, usePayWords } from './paying.tsx';
import { type Household } from './shared.ts';
import { sentTenders } from './tender-lines.ts';
import { BesideWaiting, ScanPay, usePayWays } from './ScanPay.tsx';
import { Tenders } from './Tenders.tsx';

/** How a typed amount of a bill is cut: penalty before principal, as the community agreed. */
const cut = (of: Household, principal: string, penalty: string, typed: string) => {
  const [first, second] = of.penaltyFirst ? [fenOf(penalty), fenOf(principal)] : [fenOf(principal), fenOf(penalty)];
  const want = fenOrNull(typed) ?? 0n;
  const a = want < first ? want : first;
  const b = want - a < second ? want - a : second;
  return of.penaltyFirst ? { penalty: a, principal: b } : { principal: a, penalty: b };
};

/** Of which fee, and due before which day: what a household wants to pay of all that it owes. */
interface Narrowed {
  readonly fee: string | null;
  readonly before: string | null;
}
const meant = (row: OwedRow, { fee, before }: Narrowed): boolean =>
  (fee === null || row.feeId === fee) && (before === null || row.dueDate < before);

/** What is owed, how it is paid, and the press that takes it. Mounted anew for each household. */
export const PayPanel = ({
  of,
  ready,
  charging,
  amountField,
  onTaken,
}: {
  readonly of: Household;
  /** Whether a shift is open. */
  readonly ready: boolean;
  readonly charging: Charging;
  readonly amountField: RefObject<HTMLInputElement | null>;
  readonly onTaken: (taken: Taken) => void;
}): ReactElement => {
  const open = of.bills.filter(({ blocked }) => blocked === '');
  const [narrowed, setNarrowed] = useState<Narrowed>({ fee: null, before: null });
  const [checked, setChecked] = useState<ReadonlySet<string>>(() => new Set(open.map(({ id }) => id)));
  const [wanted, setWanted] = useState<ReadonlyMap<string, string>>(new Map());
  const words = usePayWords(of.room.payer);
  const { payer, remark } = words;
  const [failure, setFailure] = useState<unknown>(null);
  const waiting = usePayWays(of.room.id).data?.waiting ?? null;
  const [asked, setAsked] = useState(false);

  const items = oldestFirst(
    open.filter(({ id }) => checked.has(id)).map((row) => ({ ...row, dueDay: row.dueDate })),
  ).map((row) => ({
    id: row.id,
    dueDay: row.dueDay,
    ...cut(of, row.principal, row.penalty, wanted.get(row.id) ?? yuanOf(fenOf(row.principal) + fenOf(row.penalty))),
  }));
  const due = sumFen(items.map(({ principal, penalty }) => principal + penalty));
  const paying = usePaying(due, of.partial);
  const { lines, ahead, received, over, problem } = paying;
  const { settled } = settle(items, received - over, of.penaltyFirst);

  const charge = {
    communityId: of.room.communityId,
    roomId: of.room.id,
    items: items
      .filter(({ principal, penalty }) => principal + penalty > 0n)
      .map(({ id, principal, penalty }) => ({ billId: id, principal: yuanOf(principal), penalty: yuanOf(penalty) })),
    payer,
    remark,
  };
  const send = (sure = false) => {
    if (charging.isPending || problem !== '' || items.length === 0 || !ready) return;
    setAsked(waiting !== null && !sure);
    if (waiting !== null && !sure) return;
    setFailure(null);
    charging.send(
      { ...charge, tenders: sentTenders(lines, due), excessToPrepaid: ahead },
      `${of.room.code} ${payer} ${formatMoney(yuanOf(received))} 元`,
      setFailure,
    );
  };
  const { errors, offline, said } = toldOf(failure);
  const fees = [...new Map(of.bills.map(({ feeId, fee }) => [feeId, fee]))];
  const narrow = (next: Narrowed) => {
    setNarrowed(next);
    // Nothing is taken that is not seen.
    setChecked(new Set(open.filter((row) => meant(row, next)).map(({ id }) => id)));
  };
  return (
    <>
      <div className="counter-owed">
        {of.bills.length < 2 ? null : (
          <search className="owed-filter" aria-label="欠费筛选">
            <ChoiceFilter
              label="收费项目"
              value={narrowed.fee ?? undefined}
              options={fees.map(([value, label]) => ({ value, label }))}
              onChange={(fee) => narrow({ ...narrowed, fee })}
            />
            <MomentPicker
              kind="date"
              value={narrowed.before}
              placeholder="到期日早于"
              aria={{ 'aria-label': '到期日早于' }}
              onChange={(before) => narrow({ ...narrowed, before: before || null })}
            />
          </search>
        )}
        <OwedTable
          bills={of.bills.filter((row) => meant(row, narrowed))}
          checked={checked}
          wanted={wanted}
          onCheck={(id, on) =>
            setChecked(new Set(on ? [...checked, id] : [...checked].filter((other) => other !== id)))
          }
          onWant={(id, amount) => setWanted(new Map([...wanted, [id, amount]]))}
        />
      </div>
      <form
        className="surface pay-panel"
        aria-label="收款"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <PayFigures due={due} of={paying} />
        <Tenders
          lines={lines}
          first={amountField}
          due={due}
          errors={errors}
          onChange={(next) => {
            paying.setLines(next);
            // What was refused is being put right.
            if (!offline) setFailure(null);
          }}
        />
        <Checkbox checked={ahead} onChange={(event) => paying.setAhead(event.target.checked)}>
          多收部分转入预存
        </Checkbox>
        {words.fields}
        {received < due && received > 0n && problem === '' ? (
          <p className="pay-note">
            部分缴费：收 {settled.length} 笔，仍欠 {formatMoney(yuanOf(due - received))} 元
          </p>
        ) : null}
        <PayProblem said={said} problem={items.length > 0 ? problem : ''} />
        <Button
          type="primary"
          size="large"
          block
          htmlType="submit"
          loading={charging.isPending}
          disabled={!ready || problem !== '' || items.length === 0}
        >
          收款 <KeyHint keys="Enter" />
        </Button>
        <ScanPay of={of} charge={charge} due={yuanOf(due)} ready={ready} onTaken={onTaken} />
        {ready ? null : <p className="pay-note">请先开班</p>}
      </form>
      {asked && waiting !== null ? (
        <BesideWaiting waiting={[waiting]} onSure={() => send(true)} onClose={() => setAsked(false)} />
      ) : null}
    </>
  );
};
