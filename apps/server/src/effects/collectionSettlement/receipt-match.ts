/** Whose money came in: what speaks for a contract, and how much. Pure. */
import { Big } from 'big.js';

/** What is open on a contract. */
export interface Open {
  readonly id: string;
  readonly no: string;
  readonly due: string | null;
  readonly unpaid: string;
}

/** A contract that a payment may be of. */
export interface Candidate {
  readonly contract: string;
  readonly project: string;
  readonly customer: string;
  /** Whoever answers for the project. */
  readonly manager: string | null;
  /** Names under which the customer pays. */
  readonly names: ReadonlySet<string>;
  /** Accounts from which it has paid in the last 24 months, or that are known as its. */
  readonly accounts: ReadonlySet<string>;
  /** The earliest due first. */
  readonly open: readonly Open[];
}

export interface Payment {
  readonly payerName: string | null;
  readonly payerAccount: string | null;
  readonly amount: string;
  readonly memo: string | null;
}

const SIGNS = { name: 40, account: 30, amount: 20, memo: 10 } as const;
type Sign = keyof typeof SIGNS;
const WORDS: Readonly<Record<Sign, string>> = {
  name: '户名一致',
  account: '账号历史',
  amount: '金额相等',
  memo: '附言含合同号',
};

/** 户名一致40 + 账号历史30 + 金额等于某未收结算20 + 附言命中10. */
export const confidenceOf = (signs: ReadonlySet<Sign>): number =>
  [...signs].reduce((all, sign) => all + SIGNS[sign], 0);

export function signsOf(payment: Payment, candidate: Candidate): ReadonlySet<Sign> {
  const { payerName, payerAccount, amount, memo } = payment;
  const signs = new Set<Sign>();
  if (payerName !== null && candidate.names.has(payerName)) signs.add('name');
  if (payerAccount !== null && candidate.accounts.has(payerAccount)) signs.add('account');
  if (candidate.open.some((one) => Big(one.unpaid).eq(amount))) signs.add('amount');
  const written = memo ?? '';
  if (
    [candidate.contract, candidate.project, ...candidate.open.map((one) => one.no)].some((code) =>
      written.includes(code),
    )
  )
    signs.add('memo');
  return signs;
}

/** What of the contract is meant: what is open to the fen, else what is due first. */
export const settlementOf = (payment: Pick<Payment, 'amount'>, { open }: Candidate): Open | null =>
  open.find((one) => Big(one.unpaid).eq(payment.amount)) ?? open[0] ?? null;

export interface Suggestion {
  readonly candidate: Candidate;
  readonly settlement: Open | null;
  readonly confidence: number;
  /** In words: 户名一致、金额相等. */
  readonly basis: string;
}

export function suggestionOf(payment: Payment, candidate: Candidate): Suggestion {
  const signs = signsOf(payment, candidate);
  return {
    candidate,
    settlement: settlementOf(payment, candidate),
    confidence: confidenceOf(signs),
    basis: [...signs].map((sign) => WORDS[sign]).join('、'),
  };
}

const LATE = '9999-12-31';
const dueOf = ({ settlement }: Suggestion): string => settlement?.due ?? LATE;

/** The contract that most speaks for; of equals, the one whose settlement is due first. Null where nothing speaks for any. */
export const bestOf = (payment: Payment, candidates: readonly Candidate[]): Suggestion | null =>
  candidates
    .map((candidate) => suggestionOf(payment, candidate))
    .filter((one) => one.confidence > 0)
    .toSorted(
      (a, b) =>
        b.confidence - a.confidence ||
        dueOf(a).localeCompare(dueOf(b)) ||
        a.candidate.contract.localeCompare(b.candidate.contract),
    )[0] ?? null;

export interface Matcher {
  /** As `bestOf` of all candidates. */
  readonly best: (payment: Payment) => Suggestion | null;
  readonly of: (contract: string) => Candidate | undefined;
}

const fen = (amount: string): string => Big(amount).toFixed();

/** Candidates by what may speak for them: of thousands, a payment is compared with the few that something speaks for. */
export function matcherOf(candidates: readonly Candidate[]): Matcher {
  const by = (keys: (candidate: Candidate) => Iterable<string>): ReadonlyMap<string, readonly Candidate[]> => {
    const found = new Map<string, Candidate[]>();
    for (const candidate of candidates)
      for (const key of keys(candidate)) {
        const there = found.get(key);
        if (there) there.push(candidate);
        else found.set(key, [candidate]);
      }
    return found;
  };
  const names = by(({ names: all }) => all);
  const accounts = by(({ accounts: all }) => all);
  const amounts = by(({ open }) => new Set(open.map((one) => fen(one.unpaid))));
  const codes = by(({ contract, project, open }) => new Set([contract, project, ...open.map((one) => one.no)]));
  const contracts = new Map(candidates.map((one) => [one.contract, one]));
  const meant = (memo: string | null): readonly Candidate[] =>
    memo === null || memo === '' ? [] : [...codes].flatMap(([code, all]) => (memo.includes(code) ? all : []));
  return {
    best: (payment) =>
      bestOf(payment, [
        ...new Set([
          ...(names.get(payment.payerName ?? '') ?? []),
          ...(accounts.get(payment.payerAccount ?? '') ?? []),
          ...(amounts.get(fen(payment.amount)) ?? []),
          ...meant(payment.memo),
        ]),
      ]),
    of: (contract) => contracts.get(contract),
  };
}

/** From here on a suggestion counts unless somebody says otherwise; below, somebody has to choose. */
export const SURE = 60;
