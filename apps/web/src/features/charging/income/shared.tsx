/** What the tabs of the income report share: how amounts, links and the asked span look. */
import type { IncomeGroup, incomeSummary, InputOf } from '@hengneng/contracts';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { canOpen } from '../../../lib/permission.ts';
import { Money } from '../../../ui/Money.tsx';
import type { CardColumn } from '../../../ui/CardTable.tsx';

export const SCREEN = 'chargeManage.chargeIncome';
export const INCOME = 'charging-income';
export type Asked = InputOf<typeof incomeSummary> & {
  readonly communityIds: readonly string[];
  readonly groupBy: IncomeGroup;
};

/** A column of amounts in yuan. */
export const amounts = <R,>(
  key: string,
  head: string,
  of: (row: R) => string | null,
  hint?: string,
): CardColumn<R> => ({
  key,
  head,
  unit: '元',
  number: true,
  ...(hint === undefined ? {} : { hint }),
  show: (row) => {
    const value = of(row);
    return value === null ? '—' : <Money value={value} />;
  },
});

export const percent = (value: number | null): string => (value === null ? '—' : value.toFixed(2));

/** A link where its page is open to the person, else the words alone. */
export const Linked = ({
  path,
  query,
  children,
}: {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}): ReactElement =>
  canOpen(path.slice(1).replaceAll('/', '.')) ? (
    <Link to={`${path}?${new URLSearchParams(query).toString()}`}>{children}</Link>
  ) : (
    <>{children}</>
  );

/** Today here. */
export const todayHere = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
export const usualSpan = (): { readonly from: string; readonly to: string } => {
  const to = todayHere();
  return { from: `${to.slice(0, 7)}-01`, to };
};
