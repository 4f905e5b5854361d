/** Statements of five banks and the template: heads wherever they stand, sides, moments, balances. */
import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, balancesOf, momentText, readStatement, type StatementRow } from './bank-statement.ts';

const ICBC = [
  ['中国工商银行网上银行交易明细'],
  ['账号：6222009900990012', '', '户名：衡能示范公司'],
  ['交易时间', '对方单位', '对方账号', '转入金额', '转出金额', '余额', '摘要', '用途', '交易流水号'],
  ['2026-01-15 10:30:00', '浦江国际', '6225 7600', '1,000.00', '', '11,000.00', '转账', '供冷费', 'IC1'],
  ['2026-01-16 09:00:00', '供电公司', '6225', '', '300.00', '10,700.00', '电费', '', 'IC2'],
  ['合计', '', '', '', '', '', '', '', ''],
];

describe('a statement', () => {
  it('of ICBC begins below what stands above its heads', () => {
    expect(readStatement(ICBC)).toEqual({
      bank: '工商银行',
      own: ['6222009900990012'],
      rows: [
        {
          row: 4,
          time: '2026-01-15 10:30',
          payerName: '浦江国际',
          payerAccount: '62257600',
          credit: '1000',
          debit: '',
          balance: '11000',
          memo: '转账 供冷费',
          bankSerial: 'IC1',
        },
        {
          row: 5,
          time: '2026-01-16 09:00',
          payerName: '供电公司',
          payerAccount: '6225',
          credit: '',
          debit: '300',
          balance: '10700',
          memo: '电费',
          bankSerial: 'IC2',
        },
      ],
    });
  });

  it.each([
    [
      '建设银行',
      [
        '账号',
        '交易时间',
        '借方发生额（支取）',
        '贷方发生额（收入）',
        '余额',
        '对方户名',
        '对方账号',
        '摘要',
        '账户明细编号-交易流水号',
      ],
      ['6227008800880034', '20260115 10:30:00', '0.00', '88.50', '188.50', '甲', '1', '货款', 'CC1'],
    ],
    [
      '农业银行',
      ['交易时间', '收入金额', '支出金额', '账户余额', '交易行名', '对方账号', '对方户名', '交易用途', '交易流水号'],
      ['2026-01-15 10:30:00', '88.50', '', '188.50', '某支行', '1', '甲', '货款', 'CC1'],
    ],
    [
      '中国银行',
      [
        '交易类型[ Transaction Type ]',
        '交易日期[ Transaction Date ]',
        '交易时间[ Transaction time ]',
        '付款人名称[ Payer ]',
        '付款人账号[ Payer No ]',
        '交易金额[ Trade Amount ]',
        '交易后余额[ Balance ]',
        '交易流水号[ Reference ]',
        '用途[ Purpose ]',
      ],
      ['来账', '20260115', '10:30:00', '甲', '1', '88.50', '188.50', 'CC1', '货款'],
    ],
    [
      '招商银行',
      ['交易日', '交易时间', '借方金额', '贷方金额', '余额', '摘要', '流水号', '收(付)方名称', '收(付)方账号'],
      ['20260115', '10:30:00', '', '88.50', '188.50', '货款', 'CC1', '甲', '1'],
    ],
    [
      '通用模板',
      ['交易时间*', '对方户名', '对方账号', '收入金额（元）', '支出金额（元）', '余额（元）', '附言', '流水号'],
      ['2026-01-15 10:30', '甲', '1', '88.50', '', '188.50', '货款', 'CC1'],
    ],
  ])('of %s is known by its heads', (bank, heads, line) => {
    const statement = readStatement([heads, line]);
    expect(statement?.bank).toBe(bank);
    expect(statement?.rows).toEqual([
      {
        row: 2,
        time: '2026-01-15 10:30',
        payerName: '甲',
        payerAccount: '1',
        credit: '88.5',
        debit: '',
        balance: '188.5',
        memo: '货款',
        bankSerial: 'CC1',
      },
    ]);
  });

  it('of a bank that pays out with a sign is no money that came in', () => {
    const heads = ['交易类型', '交易日期', '付款人名称', '付款人账号', '交易金额', '交易后余额', '交易流水号'];
    expect(readStatement([heads, ['往账', '20260115', '我方', '1', '-5.00', '1.00', 'B']])?.rows[0]).toMatchObject({
      credit: '',
      debit: '5',
    });
  });

  it('with other heads is nobody’s', () => {
    expect(
      readStatement([
        ['日期', '金额'],
        ['2026-01-01', '5'],
      ]),
    ).toBeNull();
  });
});

it('moments and amounts are read as banks write them', () => {
  expect(momentText('20260115', '103000')).toBe('2026-01-15 10:30');
  expect(momentText('', '2026/1/5 9:05:00')).toBe('2026-01-05 09:05');
  expect(momentText('2026年1月5日', '')).toBe('2026-01-05 00:00');
  expect(amountText('¥1,234.50')).toBe('1234.5');
  expect(amountText('--')).toBe('');
  expect(amountText('约三元')).toBe('约三元');
});

const movement = fc.record({ cents: fc.integer({ min: 1, max: 10_000_000 }), credit: fc.boolean() });
const rowsOf = (opening: number, moves: readonly { cents: number; credit: boolean }[]): StatementRow[] => {
  let balance = Big(opening).div(100);
  return moves.map(({ cents, credit }, at) => {
    const amount = Big(cents).div(100);
    balance = credit ? balance.plus(amount) : balance.minus(amount);
    return {
      row: at + 2,
      time: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString().slice(0, 16).replace('T', ' '),
      payerName: '',
      payerAccount: '',
      credit: credit ? amount.toFixed() : '',
      debit: credit ? '' : amount.toFixed(),
      balance: balance.toFixed(2),
      memo: '',
      bankSerial: String(at),
    };
  });
};

describe('balances', () => {
  it('go on, whichever end the file begins with; a line that is missing is noticed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.array(movement, { minLength: 3, maxLength: 20 }),
        fc.nat(),
        (opening, moves, nth) => {
          const rows = rowsOf(opening, moves);
          const balances = balancesOf(rows);
          expect(balances).toEqual({
            opening: Big(opening).div(100).toFixed(2),
            closing: rows.at(-1)?.balance,
            continuous: true,
          });
          expect(balancesOf(rows.toReversed())).toEqual(balances);
          // The first and the last say where it begins and ends; any other that is gone leaves a gap.
          const gap = 1 + (nth % (rows.length - 2));
          expect(balancesOf(rows.toSpliced(gap, 1))?.continuous).toBe(false);
        },
      ),
    );
  });

  it('are not there where a line has none', () => {
    expect(balancesOf([])).toBeNull();
    expect(balancesOf(rowsOf(0, [{ cents: 1, credit: true }]).map((row) => ({ ...row, balance: '' })))).toBeNull();
  });
});
