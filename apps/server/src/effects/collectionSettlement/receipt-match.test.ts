/** Whose money came in: the formula of confidence, and which contract it is of. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bestOf,
  type Candidate,
  confidenceOf,
  matcherOf,
  type Open,
  settlementOf,
  signsOf,
  suggestionOf,
} from './receipt-match.ts';

const open = (no: string, unpaid: string, due: string | null): Open => ({ id: no, no, unpaid, due });
const contract = (code: string, more: Partial<Candidate> = {}): Candidate => ({
  contract: code,
  project: `P-${code}`,
  customer: '甲公司',
  manager: '1',
  names: new Set(['甲公司']),
  accounts: new Set(['6225']),
  open: [],
  ...more,
});
const payment = { payerName: '甲公司', payerAccount: '6225', amount: '100.00', memo: null };

describe('confidence', () => {
  it('is 40 for the name, 30 for the account, 20 for the amount, 10 for what was written', () => {
    const all = contract('HT-1', { open: [open('JS-1', '100.00', null)] });
    expect(suggestionOf({ ...payment, memo: '付HT-1货款' }, all)).toMatchObject({
      confidence: 100,
      basis: '户名一致、账号历史、金额相等、附言含合同号',
    });
    expect(confidenceOf(new Set(['name']))).toBe(40);
    expect(confidenceOf(new Set(['account', 'memo']))).toBe(40);
    expect(signsOf({ ...payment, amount: '100' }, all).has('amount')).toBe(true);
    expect(signsOf({ ...payment, amount: '100.01' }, all).has('amount')).toBe(false);
  });

  it('never falls when one more thing speaks for a contract, and lies within 0 and 100', () => {
    const signs = fc.uniqueArray(
      fc.constantFrom('name' as const, 'account' as const, 'amount' as const, 'memo' as const),
    );
    fc.assert(
      fc.property(signs, signs, (some, more) => {
        const few = confidenceOf(new Set(some));
        expect(confidenceOf(new Set([...some, ...more]))).toBeGreaterThanOrEqual(few);
        expect(few).toBeGreaterThanOrEqual(0);
        expect(few).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('the suggestion', () => {
  it('of equal contracts is the one whose settlement is due first', () => {
    const late = contract('HT-1', { open: [open('JS-1', '90.00', '2026-03-01')] });
    const early = contract('HT-2', { open: [open('JS-2', '80.00', '2026-02-01')] });
    const none = contract('HT-0');
    expect(bestOf(payment, [late, none, early])?.candidate.contract).toBe('HT-2');
  });

  it('is the contract that most speaks for, in whatever order they come', () => {
    const better = contract('HT-9', { open: [open('JS-9', '100.00', '2030-01-01')] });
    const others = [contract('HT-1', { open: [open('JS-1', '1.00', '2026-01-01')] }), contract('HT-2')];
    fc.assert(
      fc.property(fc.shuffledSubarray([better, ...others], { minLength: 3 }), (candidates) => {
        expect(bestOf(payment, candidates)?.candidate.contract).toBe('HT-9');
      }),
    );
    expect(bestOf({ ...payment, payerName: '乙', payerAccount: null }, others)).toBeNull();
  });

  it('is found among many as it is by comparing with each', () => {
    const word = fc.constantFrom('甲公司', '乙公司', '丙公司');
    const account = fc.constantFrom('6225', '6226');
    const amount = fc.constantFrom('100.00', '100', '80.00', '0.10');
    const candidate = fc
      .record({
        names: fc.uniqueArray(word),
        accounts: fc.uniqueArray(account),
        open: fc.array(fc.record({ no: fc.constantFrom('JS-1', 'JS-12'), unpaid: amount })),
      })
      .map((of) => ({
        names: new Set(of.names),
        accounts: new Set(of.accounts),
        open: of.open.map((one) => open(one.no, one.unpaid, null)),
      }));
    const paid = fc.record({
      payerName: fc.option(word),
      payerAccount: fc.option(account),
      amount,
      memo: fc.option(fc.constantFrom('付HT-1货款', 'JS-12', 'P-HT-2', '')),
    });
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 5 }), paid, (all, of) => {
        const candidates = all.map((one, at) => contract(`HT-${at}`, one));
        expect(matcherOf(candidates).best(of)).toEqual(bestOf(of, candidates));
      }),
    );
  });

  it('names the settlement that is open to the fen, else the one due first', () => {
    const of = contract('HT-1', { open: [open('JS-1', '50.00', '2026-01-01'), open('JS-2', '100.00', '2026-05-01')] });
    expect(settlementOf(payment, of)?.no).toBe('JS-2');
    expect(settlementOf({ amount: '70.00' }, of)?.no).toBe('JS-1');
    expect(settlementOf(payment, contract('HT-1'))).toBeNull();
  });
});
