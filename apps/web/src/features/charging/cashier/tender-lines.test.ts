import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fenOf, sumFen } from '../yuan.ts';
import { blankOf, CASH, sentTenders, type TenderLine, withRest } from './tender-lines.ts';

const line = (type: string, amount: string | null): TenderLine => ({
  key: type,
  type,
  amount,
  refNo: '',
  refDay: null,
});

it('pays what is due with what nobody typed, whatever is ticked meanwhile', () => {
  expect(sentTenders(CASH, 1_050n)).toMatchObject([{ type: '现金', amount: '10.50' }]);
  const wechat = CASH.map((cash) => ({ ...cash, type: '微信' }));
  expect(sentTenders(wechat, 2_000n)).toMatchObject([{ type: '微信', amount: '20.00' }]);
  expect(sentTenders([...CASH, line('转账', '15')], 2_000n).map(({ amount }) => amount)).toEqual(['5.00', '15']);
  // What others pay wholly wants nothing of it.
  expect(sentTenders([...CASH, line('转账', '20.')], 2_000n)).toMatchObject([{ type: '转账', amount: '20' }]);
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 9n), fc.bigInt(0n, 10n ** 9n), (due, typed) => {
      const paid = sumFen(
        withRest([...CASH, line('转账', `${typed / 100n}.${String(typed % 100n).padStart(2, '0')}`)], due).map(
          ({ amount }) => (amount === '' ? 0n : fenOf(amount)),
        ),
      );
      expect(paid).toBe(due > typed ? due : typed);
    }),
  );
});

it('is not silent about a way without an amount', () => {
  expect(blankOf([line('现金', '')])).toBe('');
  expect(blankOf([...CASH, line('转账', '1')])).toBe('');
  expect(blankOf([line('现金', '5'), line('转账', ' ')])).toBe('请填写转账金额，或去掉这种支付方式');
});
