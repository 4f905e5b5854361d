import type { OwedRow, Taken } from '@hengneng/contracts';
import { oldestFirst, settle } from '@hengneng/charging';
import { capitalWords } from '@hengneng/core';
import { Button, Checkbox, Input } from 'antd';
import { type ReactElement, type RefObject, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { KeyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { fenOf, fenOrNull, sumFen, yuanOf } from '../yuan.ts';
import { OwedTable } from './OwedTable.tsx';
import type { Charging } from './LostCharge.tsx';
import { cashLine, type Household, sentTenders, type TenderLine } from './shared.ts';
import { ScanPay } from './ScanPay.tsx';
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
  // Null: as much as is due, whatever is ticked.
  const [typed, setTyped] = useState<readonly TenderLine[] | null>(null);
  const [ahead, setAhead] = useState(false);
  const [payer, setPayer] = useState(of.room.ownerName);
  const [remark, setRemark] = useState('');
  const [failure, setFailure] = useState<unknown>(null);

  const items = oldestFirst(
    open.filter(({ id }) => checked.has(id)).map((row) => ({ ...row, dueDay: row.dueDate })),
  ).map((row) => ({
    id: row.id,
    dueDay: row.dueDay,
    ...cut(of, row.principal, row.penalty, wanted.get(row.id) ?? yuanOf(fenOf(row.principal) + fenOf(row.penalty))),
  }));
  const due = sumFen(items.map(({ principal, penalty }) => principal + penalty));
  const lines = typed ?? [cashLine(yuanOf(due))];
  const amounts = lines.map(({ amount }) => (amount.trim() === '' ? 0n : fenOrNull(amount)));
  const wrong = amounts.some((fen) => fen === null);
  const received = sumFen(amounts.map((fen) => fen ?? 0n));
  const over = received > due ? received - due : 0n;
  const { settled } = settle(items, received - over, of.penaltyFirst);
  const cashOf = (of2: readonly TenderLine[]) =>
    sumFen(of2.flatMap(({ type }, at) => (type === '现金' ? [amounts[at] ?? 0n] : [])));
  const problem = wrong
    ? '金额格式不正确'
    : received === 0n
      ? '请填写实收金额'
      : !ahead && received - cashOf(lines) > due
        ? '非现金支付不能大于应收'
        : received < due && !of.partial
          ? `该小区不允许部分缴费，请收足${yuanOf(due)}元`
          : '';

  const charge = {
    communityId: of.room.communityId,
    roomId: of.room.id,
    items: items
      .filter(({ principal, penalty }) => principal + penalty > 0n)
      .map(({ id, principal, penalty }) => ({ billId: id, principal: yuanOf(principal), penalty: yuanOf(penalty) })),
    payer,
    remark,
  };
  const send = () => {
    if (charging.isPending || problem !== '' || items.length === 0 || !ready) return;
    setFailure(null);
    charging.send(
      { ...charge, tenders: sentTenders(lines), excessToPrepaid: ahead },
      `${of.room.code} ${payer} ${formatMoney(yuanOf(received))} 元`,
      setFailure,
    );
  };
  const errors =
    failure instanceof ApiError ? Object.fromEntries(failure.errors.map(({ path, message }) => [path, message])) : {};
  // What is wrong with a way of paying is told there.
  const [told] = Object.entries(errors).flatMap(([path, message]) => (path.startsWith('tenders[') ? [] : [message]));
  const saysElsewhere = Object.keys(errors).length > 0 && told === undefined;
  const offline = failure instanceof ApiError && failure.offline;
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
        <dl className="pay-figures">
          <div>
            <dt>应收（元）</dt>
            <dd className="pay-due">{formatMoney(yuanOf(due))}</dd>
          </div>
          <div>
            <dt>实收（元）</dt>
            <dd>{formatMoney(yuanOf(received))}</dd>
          </div>
          <div>
            <dt>{ahead ? '转预存（元）' : '找零（元）'}</dt>
            <dd className={over > 0n ? 'pay-change' : undefined}>{formatMoney(yuanOf(over))}</dd>
          </div>
        </dl>
        <p className="pay-capital">{received > 0n ? capitalWords(yuanOf(ahead ? received : received - over)) : ' '}</p>
        <Tenders
          lines={lines}
          first={amountField}
          rest={received < due ? yuanOf(due - received) : ''}
          errors={errors}
          onChange={(next) => {
            setTyped(next);
            // What was refused is being put right.
            if (!offline) setFailure(null);
          }}
        />
        <Checkbox checked={ahead} onChange={(event) => setAhead(event.target.checked)}>
          多收部分转入预存
        </Checkbox>
        <div className="pay-words">
          <Input
            aria-label="缴费人"
            placeholder="缴费人"
            maxLength={50}
            value={payer}
            onChange={(event) => setPayer(event.target.value)}
          />
          <Input
            aria-label="备注"
            placeholder="备注"
            maxLength={200}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </div>
        {received < due && received > 0n && problem === '' ? (
          <p className="pay-note">
            部分缴费：收 {settled.length} 笔，仍欠 {formatMoney(yuanOf(due - received))} 元
          </p>
        ) : null}
        {failure !== null && !saysElsewhere ? (
          <p className="field-error" role="alert">
            {offline
              ? '网络异常，收款结果未知：请按上方「核对这笔收款」，同一笔不会重复入账'
              : (told ?? messageOf(failure))}
          </p>
        ) : problem !== '' && items.length > 0 ? (
          <p className="pay-note">{problem}</p>
        ) : null}
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
    </>
  );
};
