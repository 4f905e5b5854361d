import { TENDERS, TENDERS_WITH_DAY, TENDERS_WITH_REF } from '@hengneng/contracts';
import { Button, Input, Select } from 'antd';
import { type ReactElement, type Ref, useRef } from 'react';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { fenOrNull, sumFen, yuanOf } from '../yuan.ts';
import { type TenderLine, withRest } from './tender-lines.ts';

const needsRef = (type: string): boolean => TENDERS_WITH_REF.some((of) => of === type);
const needsDay = (type: string): boolean => TENDERS_WITH_DAY.some((of) => of === type);

/** The ways in which a sum is paid, one line each; a bank's or a channel's number where there is one. */
export const Tenders = ({
  lines,
  onChange,
  due,
  first,
  errors = {},
}: {
  readonly lines: readonly TenderLine[];
  readonly onChange: (lines: readonly TenderLine[]) => void;
  /** What is to be paid: a way that is added is to pay what is missing. */
  readonly due: bigint;
  /** The field where the amount is typed first. */
  readonly first?: Ref<HTMLInputElement>;
  /** What the server said, by `tenders[0].refNo`. */
  readonly errors?: Readonly<Record<string, string>>;
}): ReactElement => {
  const set = (at: number, change: Partial<TenderLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...change } : line)));
  const shown = withRest(lines, due);
  const missing = due - sumFen(shown.map(({ amount }) => fenOrNull(amount) ?? 0n));
  // The hand is at the keys: the way that was added is typed into next.
  const added = useRef('');
  const begun = (field: HTMLInputElement | null) => {
    if (field === null || field.dataset['line'] !== added.current) return;
    added.current = '';
    field.focus();
  };
  const add = () => {
    const line = {
      key: crypto.randomUUID(),
      type: TENDERS.find((type) => !lines.some((other) => other.type === type)) ?? '微信',
      amount: missing > 0n ? yuanOf(missing) : '',
      refNo: '',
      refDay: null,
    };
    added.current = line.key;
    onChange([...lines, line]);
  };
  return (
    <div className="tenders">
      {shown.map((line, at) => (
        <div key={line.key} className="tender-line">
          <Select
            aria-label={`支付方式${at + 1}`}
            value={line.type}
            options={TENDERS.map((value) => ({ value, label: value }))}
            onChange={(type) => set(at, { type, refNo: '', refDay: null })}
          />
          <span className="tender-amount">
            <input
              ref={at === 0 && first ? first : begun}
              data-line={line.key}
              className="counter-input"
              aria-label={`${line.type}金额`}
              inputMode="decimal"
              autoComplete="off"
              value={line.amount}
              onFocus={(event) => event.target.select()}
              onChange={(event) => set(at, { amount: event.target.value })}
            />
          </span>
          {lines.length > 1 ? (
            <Button
              aria-label={`去掉${line.type}`}
              type="text"
              onClick={() => onChange(lines.filter((_, index) => index !== at))}
            >
              ×
            </Button>
          ) : null}
          {needsRef(line.type) ? (
            <Input
              className="tender-ref"
              aria-label={`${line.type}流水号`}
              placeholder="流水号"
              maxLength={64}
              value={line.refNo}
              status={errors[`tenders[${at}].refNo`] ? 'error' : ''}
              onChange={(event) => set(at, { refNo: event.target.value })}
            />
          ) : null}
          {needsDay(line.type) ? (
            <MomentPicker
              kind="date"
              value={line.refDay}
              onChange={(refDay) => set(at, { refDay })}
              aria={{ 'aria-label': `${line.type}日期` }}
            />
          ) : null}
          {Object.entries(errors)
            .filter(([path]) => path.startsWith(`tenders[${at}]`))
            .map(([path, message]) => (
              <p key={path} className="field-error" role="alert">
                {message}
              </p>
            ))}
        </div>
      ))}
      {lines.length < TENDERS.length ? (
        <Button type="link" className="cell-link" onClick={add}>
          再加一种支付方式
        </Button>
      ) : null}
    </div>
  );
};
