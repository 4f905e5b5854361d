/** What is typed to pay a sum, and what it comes to: for one household and for several. */
import { capitalWords } from '@hengneng/core';
import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { fenOrNull, sumFen, yuanOf } from '../yuan.ts';
import { blankOf, CASH, withRest } from './tender-lines.ts';

export const usePaying = (due: bigint, partial: boolean) => {
  const [lines, setLines] = useState(CASH);
  const [ahead, setAhead] = useState(false);
  const amounts = withRest(lines, due).map(({ amount }) => (amount.trim() === '' ? 0n : fenOrNull(amount)));
  const received = sumFen(amounts.map((fen) => fen ?? 0n));
  const over = received > due ? received - due : 0n;
  const cash = sumFen(lines.flatMap(({ type }, at) => (type === '现金' ? [amounts[at] ?? 0n] : [])));
  const problem = amounts.some((fen) => fen === null)
    ? '金额格式不正确'
    : received === 0n
      ? '请填写实收金额'
      : blankOf(lines) !== ''
        ? blankOf(lines)
        : !ahead && received - cash > due
          ? '非现金支付不能大于应收'
          : received < due && !partial
            ? `该小区不允许部分缴费，请收足${yuanOf(due)}元`
            : '';
  return { lines, setLines, ahead, setAhead, received, over, problem };
};

/** Who pays, and what is to be remembered of it, as the receipt says it. */
export const usePayWords = (usual: string) => {
  const [payer, setPayer] = useState(usual);
  const [remark, setRemark] = useState('');
  const field = (label: string, most: number, value: string, onChange: (next: string) => void): ReactElement => (
    <Input
      aria-label={label}
      placeholder={label}
      maxLength={most}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return {
    payer,
    remark,
    fields: (
      <div className="pay-words">
        {field('缴费人', 50, payer, setPayer)}
        {field('备注', 200, remark, setRemark)}
      </div>
    ),
  };
};
export type Paying = ReturnType<typeof usePaying>;

/** What the server said of a charge: at its field where it has one, else once below. */
export const toldOf = (failure: unknown) => {
  const errors =
    failure instanceof ApiError ? Object.fromEntries(failure.errors.map(({ path, message }) => [path, message])) : {};
  // What is wrong with a way of paying is told there.
  const [told] = Object.entries(errors).flatMap(([path, message]) => (path.startsWith('tenders[') ? [] : [message]));
  const elsewhere = Object.keys(errors).length > 0 && told === undefined;
  const offline = failure instanceof ApiError && failure.offline;
  return {
    errors,
    offline,
    said:
      failure === null || elsewhere
        ? ''
        : offline
          ? '网络异常，收款结果未知：请按上方「核对这笔收款」，同一笔不会重复入账'
          : (told ?? messageOf(failure)),
  };
};

/** What the server said, else what is still to be put right; a charge of nothing needs no words. */
export const PayProblem = ({
  said,
  problem,
}: {
  readonly said: string;
  readonly problem: string;
}): ReactElement | null =>
  said !== '' ? (
    <p className="field-error" role="alert">
      {said}
    </p>
  ) : problem === '' ? null : (
    <p className="pay-note">{problem}</p>
  );

export const PayFigures = ({
  due,
  of: { received, over, ahead },
}: {
  readonly due: bigint;
  readonly of: Paying;
}): ReactElement => (
  <>
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
  </>
);
