import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, fenIn, readStatement } from './statement.ts';

describe('statements of channels', () => {
  it('reads WeChat’s file: a backtick before each value, sums at the end, refunds by their own number', () => {
    const rows = [
      [
        '\uFEFF交易时间',
        '商户号',
        '微信订单号',
        '用户标识',
        '交易状态',
        '应结订单金额',
        '微信退款单号',
        '退款金额',
        '手续费',
        '订单金额',
      ],
      ['`2026-11-03 08:00:00', '`160', '`4200001', '`oUp1', '`SUCCESS', '`100.00', '`0', '`0.00', '`0.60', '`100.00'],
      [
        '`2026-11-03 09:10:00',
        '`160',
        '`4200001',
        '`oUp1',
        '`REFUND',
        '`0.00',
        '`5030001',
        '`20.50',
        '`-0.12',
        '`0.00',
      ],
      [
        '`2026-11-03 09:11:00',
        '`160',
        '`4200001',
        '`oUp1',
        '`REFUND',
        '`0.00',
        '`5030002',
        '`20.50',
        '`-0.12',
        '`0.00',
      ],
      [
        '总交易单数',
        '应结订单总金额',
        '退款总金额',
        '充值券退款总金额',
        '手续费总金额',
        '订单总金额',
        '申请退款总金额',
      ],
      ['`3', '`100.00', '`41.00', '`0.00', '`0.36', '`100.00', '`41.00'],
    ];
    expect(readStatement(rows, '微信')).toEqual({
      merchants: ['160'],
      faults: [],
      lines: [
        { refNo: '4200001', ofRef: '', day: '2026-11-03', amount: 10_000n, fee: 60n, payer: 'oUp1' },
        { refNo: '5030001', ofRef: '4200001', day: '2026-11-03', amount: -2_050n, fee: -12n, payer: 'oUp1' },
        { refNo: '5030002', ofRef: '4200001', day: '2026-11-03', amount: -2_050n, fee: -12n, payer: 'oUp1' },
      ],
    });
  });

  it('finds the heads of Alipay’s file between its remarks, brackets of either width, refunds under the number of the order', () => {
    const rows = [
      ['#支付宝业务明细查询'],
      ['#账号：[20881234567890120156]'],
      ['#起始日期：[2026年11月01日 00:00:00]   终止日期：[2026年12月01日 00:00:00]'],
      ['#-----------------------------------------业务明细列表----------------------------------------'],
      [
        '支付宝交易号',
        '商户订单号',
        '业务类型',
        '完成时间',
        '对方账户',
        '订单金额（元）',
        '商家实收（元）',
        '退款批次号/请求号',
        '服务费（元）',
      ],
      ['2026110322001\t', 'A1\t', '交易', '2026-11-03 10:00:00', '张三\t', '1,234.50', '1,234.50', '\t', '-7.40'],
      ['2026110322001\t', 'A1\t', '退款', '2026-11-04 10:00:00', '张三\t', '-34.50', '-34.50', 'R1\t', '0.20'],
      ['#-----------------------------------------业务明细列表结束------------------------------------'],
      ['#交易合计：1笔，商家实收共1234.50元'],
      ['#导出时间：[2026年12月01日 09:00:00]'],
    ];
    expect(readStatement(rows, '支付宝')).toEqual({
      merchants: ['2088123456789012'],
      faults: [],
      lines: [
        { refNo: '2026110322001', ofRef: '', day: '2026-11-03', amount: 123_450n, fee: 740n, payer: '张三' },
        { refNo: 'R1', ofRef: '2026110322001', day: '2026-11-04', amount: -3_450n, fee: -20n, payer: '张三' },
      ],
    });
  });

  it('reads a bank’s file whose one column of amounts has a sign beside it', () => {
    const rows = [
      ['账号', '622200000000', '户名', '衡能物业'],
      ['交易时间', '日志号', '借贷标志', '交易金额', '对方单位'],
      ['2026-11-03 10:00:00', 'L1', '贷', '500.00', '李四'],
      ['2026-11-03 11:00:00', 'L2', '借', '12.00', '银行'],
    ];
    expect(readStatement(rows, '银行')?.lines.map(({ refNo, amount }) => [refNo, amount])).toEqual([
      ['L1', 50_000n],
      ['L2', -1_200n],
    ]);
  });

  it('reads a bank’s file with money in and out in columns of their own, and says what is wrong with a row', () => {
    const rows = [
      ['交易日期', '交易流水号', '收入金额', '支出金额', '对方户名'],
      ['20261103', 'B1', '500', '', '李四'],
      ['2026/11/4', 'B2', '', '30.00', '王五'],
      ['2026-11-31', 'B3', '1', '', ''],
      ['2026-11-05', 'B4', '1.234', '', ''],
      ['2026-11-05', 'B1', '2', '', ''],
      ['2026-11-05', '', '7.00', '', '赵六'],
      ['', '', '539', '30.00', ''],
    ];
    const read = readStatement(rows, '银行');
    expect(read?.lines.map(({ refNo, day, amount }) => [refNo, day, amount])).toEqual([
      ['B1', '2026-11-03', 50_000n],
      ['B2', '2026-11-04', -3_000n],
    ]);
    expect(read?.faults).toEqual([
      { row: 4, message: '日期不正确' },
      { row: 5, message: '金额格式不正确' },
      { row: 6, message: '流水号与第2行重复' },
      { row: 7, message: '没有流水号，请补填；不是收款的请删去该行' },
    ]);
  });

  it('knows whose it is: of who pays through a provider by their own number', () => {
    const heads = ['交易时间', '公众账号ID', '商户号', '特约商户号', '微信订单号', '应结订单金额'];
    const row = (own: string, no: string) => ['`2026-11-03 08:00:00', '`wx1', '`1600', own, no, '`1.00'];
    expect(readStatement([heads, row('`1711', '`1'), row('`0', '`2'), row('`1711', '`3')], '微信')?.merchants).toEqual([
      '1711',
      '1600',
    ]);
  });

  it('is none where no row has the heads', () => expect(readStatement([['a', 'b']], '银行')).toBeNull());

  it('reads every amount back to the fen, whatever separates thousands', () =>
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (fen) => {
        const text = (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
        expect(fenIn(text)).toBe(BigInt(fen));
      }),
    ));

  it('knows days that are none', () => {
    expect(dayIn('2026-02-29')).toBeNull();
    expect(dayIn('20260228')).toBe('2026-02-28');
    expect(dayIn('2026年2月8日')).toBe('2026-02-08');
  });
});
