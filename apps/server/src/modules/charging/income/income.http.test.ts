/** The report to the fen: what the ledger moved against what bills have open, receipts behind figures, statements, the trial balance. */
import { readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import {
  type IncomeMatched,
  type IncomeSummary,
  type MatchLine,
  type StatementFile,
  TRIAL_GROUPS,
  type TrialRow,
} from '@hengneng/contracts';
import { plusDays } from '@hengneng/charging';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayCell, writeWorkbook } from '../../../engine/forms/xlsx.ts';
import { tellTime } from '../../../platform/clock.ts';
import { type Held, said } from '../../../testing/client.ts';
import { reduceBill, undoReduction } from '../bills/reduce.ts';
import { reverseBill } from '../bills/reverse.ts';
import { addUpOpen, brokenInvariants } from '../ledger/index.ts';
import { changes, fen, incomeDesk, MONTH, TODAY } from '../testing/income.ts';
import { sumDays } from './facts.ts';

const { server, cashier, second, finance, manager, one, community, report, cashCall, summary, household, charge } =
  await incomeDesk();
const elsewhere = await one(sql`select id::text from community where code = 'BJ'`);
const uuid = (): string => crypto.randomUUID();
const WX = `WX${uuid()}`;

afterAll(() => server.close());

describe('the summary', () => {
  let before: IncomeSummary;
  let after: IncomeSummary;
  beforeAll(async () => {
    before = await summary();
    // 1000.00 of before the month is 40 days overdue: 40 × 0.5 ‰ = 20.00; 520.00 pays that and 500.00 of it.
    const old = await household([{ amount: 100_000, dueDay: plusDays(TODAY, -40) }]);
    expect(said(await charge(old, [{ type: '现金', amount: '520.00' }]))).not.toContain('不');
    const fresh = await household([{ amount: 20_000, dueDay: TODAY }]);
    await charge(fresh, [{ type: '微信', amount: '200.00', refNo: WX }]);
    // 300.00 kept, of which 100.00 pay a bill.
    const ahead = await household([{ amount: 10_000, dueDay: TODAY }]);
    await cashCall('Recharge', {
      requestId: uuid(),
      roomId: ahead,
      amount: '300.00',
      tenders: [{ type: '现金', amount: '300.00' }],
    });
    expect((await cashCall('Deduct', { requestId: uuid(), roomId: ahead })).data).toMatchObject({ total: '100.00' });
    after = await summary();
  });

  it('is what was booked, and what it leaves is what the bills have open', () => {
    expect(changes(before.total, after.total)).toEqual({
      opening: 100_000,
      receivable: 30_000,
      reduced: 0,
      reversed: 0,
      received: 20_000,
      recovered: 50_000,
      penalty: 2_000,
      prepaid: 30_000,
      deducted: 10_000,
      closing: 50_000,
    });
    expect(after.total.gap).toBe('0.00');
    expect(fen(after.cards.received) - fen(before.cards.received)).toBe(102_000);
    expect(fen(after.cards.prepaidBalance) - fen(before.cards.prepaidBalance)).toBe(20_000);
  });

  it('adds up to the same by every dimension', async () => {
    for (const groupBy of ['小区', '费项', '支付方式', '收费员', '日', '月'] as const) {
      const { rows, total } = await summary({ groupBy });
      for (const figure of ['received', 'recovered', 'penalty', 'prepaid', 'deducted'] as const)
        expect([groupBy, figure, rows.reduce((sum, row) => sum + fen(row[figure]), 0)]).toEqual([
          groupBy,
          figure,
          fen(total[figure]),
        ]);
      expect([groupBy, fen(total.received)]).toEqual([groupBy, fen(after.total.received)]);
      for (const row of rows) expect([groupBy, row.label, row.gap ?? '0.00']).toEqual([groupBy, row.label, '0.00']);
      if (groupBy === '日' || groupBy === '月') expect(rows.at(-1)?.closing).toBe(total.closing);
      if (groupBy === '支付方式') expect(rows[0]?.opening).toBeNull();
    }
    const { total } = await summary({ basis: '权责发生' });
    expect(total.gap).toBe('0.00');
    // Of a day that is over, what came later is undone.
    expect((await summary({ from: plusDays(MONTH, -60), to: plusDays(TODAY, -1) })).total.gap).toBe('0.00');
  });

  it('opens into receipts of the same sum', async () => {
    for (const [part, figure] of [
      ['本期', 'received'],
      ['往期', 'recovered'],
      ['预存', 'prepaid'],
    ] as const) {
      const { data } = await report('GetIncomePage', { part });
      expect([part, (data['sums'] as { principal: string }).principal]).toEqual([part, after.total[figure]]);
    }
    const { data } = await report('GetIncomePage', { part: '违约金' });
    expect((data['sums'] as { penalty: string }).penalty).toBe(after.total.penalty);
    const prepaid = await report('GetPrepaidPage', {});
    expect((prepaid.data['sums'] as { closing: string }).closing).toBe(after.cards.prepaidBalance);
  });

  it('is the same in the workbook', async () => {
    const answer = await fetch(`${server.client.url}/pmsapi/Report/Export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: finance.userId, TokenValue: finance.token },
      body: JSON.stringify({ communityIds: [community], from: MONTH, to: TODAY }),
    });
    const [sheet, lines] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const last = sheet?.data.at(-1) ?? [];
    expect(last[0]).toBe('合计');
    expect(Number(last[1])).toBeCloseTo(Number(after.total.opening), 2);
    expect(Number(last[13])).toBeCloseTo(Number(after.total.closing), 2);
    const { data } = await report('GetIncomePage', {});
    expect((lines?.data.length ?? 0) - 1).toBe(data['total']);
  });

  it('stays even when receipts and bills are taken back', async () => {
    const start = await summary();
    const once = await household([{ amount: 7_000, dueDay: TODAY }]);
    const paid = await charge(once, [{ type: '支付宝', amount: '70.00', refNo: `A${uuid()}` }]);
    const back = { requestId: uuid(), paymentId: String(paid.data['paymentId']), reason: '收错房间' };
    expect((await cashCall('Reverse', back, manager)).status).toBe(1);
    // A paid bill that is taken back: less was taken, more is kept.
    const wrong = await household([{ amount: 20_000, dueDay: TODAY }]);
    await charge(wrong, [{ type: '现金', amount: '200.00' }]);
    const billId = await one(sql`select max(id)::text from bill where room_id = ${wrong}::bigint`);
    await server.db
      .transaction()
      .execute((tx) => reverseBill(tx, { billId, by: manager.userId, day: TODAY, memo: '面积错误' }));
    const end = await summary();
    expect(changes(start.total, end.total)).toEqual({
      opening: 0,
      receivable: 27_000,
      reduced: 0,
      reversed: 20_000,
      received: 0,
      recovered: 0,
      penalty: 0,
      prepaid: 20_000,
      deducted: 0,
      closing: 7_000,
    });
    expect(end.total.gap).toBe('0.00');
    expect(fen(end.cards.received) - fen(start.cards.received)).toBe(20_000);
    for (const [part, figure] of [
      ['本期', 'received'],
      ['预存', 'prepaid'],
    ] as const)
      expect((await report('GetIncomePage', { part })).data['sums']).toMatchObject({ principal: end.total[figure] });
    after = end;
  });

  it('opens into what a prepayment paid, penalty with the rest, and less of it once that is taken back', async () => {
    const deducted = async () => {
      const { principal, penalty } = (await report('GetIncomePage', { part: '抵扣' })).data['sums'] as Record<
        string,
        string
      >;
      return [fen(principal ?? null), fen(penalty ?? null)];
    };
    const [principal = 0, penalty = 0] = await deducted();
    const late = await household([{ amount: 100_000, dueDay: plusDays(TODAY, -40) }]);
    await cashCall('Recharge', {
      requestId: uuid(),
      roomId: late,
      amount: '100.00',
      tenders: [{ type: '现金', amount: '100.00' }],
    });
    await cashCall('Deduct', { requestId: uuid(), roomId: late });
    expect(await deducted()).toEqual([principal + 8_000, penalty + 2_000]);
    const paymentId = await one(
      sql`select max(id)::text from payment where room_id = ${late}::bigint and kind = '抵扣'`,
    );
    expect(said(await cashCall('Reverse', { requestId: uuid(), paymentId, reason: '走错房间' }, manager))).toBe('');
    expect(await deducted()).toEqual([principal, penalty]);
  });

  it('is the same whatever of it was added up before, and what bills say the slow way', async () => {
    const year = TODAY.slice(0, 4);
    const asks = [
      { groupBy: '费项' },
      { from: `${year}-01-01`, groupBy: '日' },
      { from: `${year}-01-01`, groupBy: '小区', basis: '权责发生' },
      { to: plusDays(TODAY, -1), from: `${Number(year) - 1}-01-01`, groupBy: '小区' },
    ];
    const all = () => Promise.all(asks.map((ask) => summary(ask)));
    await sql`update ledger_day set summed = false`.execute(server.db);
    const live = await all();
    await sumDays(server.db, plusDays(TODAY, 1));
    expect(await one(sql`select count(*)::int from ledger_day where not summed`)).toBe('0');
    await addUpOpen(server.db);
    expect(await one(sql`select count(*)::int from open_change`)).toBe('0');
    expect(await all()).toEqual(live);
    // What is booked into a day that was added up is in the next report.
    const more = await household([{ amount: 4_200, dueDay: TODAY }]);
    await charge(more, [{ type: '现金', amount: '42.00' }]);
    const next = await summary(asks[0]);
    expect(changes(live[0]?.total ?? next.total, next.total)).toMatchObject({ receivable: 4_200, received: 4_200 });
    expect(await one(sql`select count(*)::int from ledger_day where not summed`)).toBe('1');
    expect(await one(sql`select sum(open)::text from open_change`)).toBe('0');
    await addUpOpen(server.db);
    expect(await summary(asks[0])).toEqual(next);
    expect(await brokenInvariants(server.db)).toEqual([]);
    const owing = Number(
      await one(sql`select count(distinct room_id)::int from bill b where b.community_id = ${community}::bigint and b.state = '已发布'
        and b.kind in ('周期', '期初') and b.amount > b.reduced + b.settled`),
    );
    const inArrears = async () =>
      (await summary(asks[0])).aging.find(({ communityId }) => communityId === community)?.rooms;
    expect(await inArrears()).toBe(owing);
    // Months of bills, and what was open yesterday, bill by bill.
    const { rows: slow } = await sql<{
      month: string;
      due: number;
    }>`select period as month, sum(amount - reduced)::int as due from bill
      where community_id = ${community}::bigint and state = '已发布' and kind in ('周期', '期初') and left(period, 4) = ${year} group by 1`.execute(
      server.db,
    );
    for (const { month, due } of slow)
      expect(fen(next.months.find((row) => row.month === month)?.receivable ?? null)).toBe(due);
    const open =
      await one(sql`select sum(b.amount - coalesce((select sum(a.principal) from allocation a where a.bill_id = b.id and a.day < ${TODAY}::date), 0))::text
      from bill b where b.community_id = ${community}::bigint and b.state in ('已发布', '已红冲') and b.kind in ('周期', '期初') and b.released_on < ${TODAY}::date
        and not exists (select from bill_request q where q.bill_id = b.id and q.kind = '减免' and q.state = '已通过')
        and not exists (select from bill r where r.reverses_id = b.id and r.released_on < ${TODAY}::date)`);
    const past = live[3];
    expect(past?.total.gap).toBe('0.00');
    expect(fen(past?.total.closing ?? null)).toBe(Number(open));
    expect(past?.aging.reduce((sum, { total }) => sum + fen(total), 0)).toBe(Number(open));
    // Who owes only what was asked for once is not among them.
    const once = await household([{ amount: 3_300, dueDay: TODAY }]);
    expect(await inArrears()).toBe(owing + 1);
    await sql`update bill set kind = '临时' where room_id = ${once}::bigint and state = '已发布' and settled = 0`.execute(
      server.db,
    );
    expect(await brokenInvariants(server.db)).toEqual([]);
    expect(await inArrears()).toBe(owing);
    await sql`update bill set kind = '周期' where room_id = ${once}::bigint and state = '已发布' and settled = 0`.execute(
      server.db,
    );
    after = await summary();
  });

  it('is even of a day on which less was owed, though that was taken back since', async () => {
    const room = await household([{ amount: 20_000, dueDay: plusDays(TODAY, -5) }]);
    const billId = await one(sql`select id::text from bill where room_id = ${room}::bigint order by id desc limit 1`);
    const [then, between] = [plusDays(TODAY, -3), plusDays(TODAY, -2)];
    const day = async () => (await summary({ from: between, to: between })).total;
    const whole = await day();
    const of = {
      billId,
      fen: 5_000n,
      category: '政策优惠',
      reason: '停用',
      madeBy: cashier.userId,
      checkedBy: finance.userId,
    };
    const reduced = await server.db.transaction().execute(async (tx) => {
      await tellTime(tx, new Date(`${then}T04:00:00Z`));
      return reduceBill(tx, { ...of, day: then });
    });
    const less = await day();
    expect(less.gap).toBe('0.00');
    expect(fen(less.closing) - fen(whole.closing)).toBe(-5_000);
    const undo = { ...reduced, by: finance.userId, day: TODAY, reason: '私开' };
    await server.db.transaction().execute((tx) => undoReduction(tx, undo));
    // Then it was 50.00 less; now it is all of it.
    expect(await day()).toEqual(less);
    expect((await summary()).total.gap).toBe('0.00');
  });

  it('shows nobody what is not theirs', async () => {
    const { data } = await report('GetIncomeSummary', { communityIds: [elsewhere] }, second);
    expect((data as unknown as IncomeSummary).rows).toEqual([]);
    expect((data as unknown as IncomeSummary).communities.map(({ id }) => id)).not.toContain(elsewhere);
    expect((await report('GetIncomeSummary', {}, await server.client.signIn('operator'))).status).not.toBe(1);
    expect(
      said(await report('GetIncomeSummary', { from: TODAY, to: MONTH < TODAY ? MONTH : plusDays(TODAY, -1) })),
    ).toBe('to 结束日期不能早于开始日期');
  });
});

describe('the trial balance', () => {
  it('balances, opens into movements of the same sum, and says that nothing is broken', async () => {
    const { data } = await report('TrialBalance', {});
    expect(data['balanced']).toBe(true);
    const owed = (data['rows'] as TrialRow[]).find(({ kind }) => kind === '应收');
    const lines = await report('TrialLines', { kind: '应收' });
    expect(lines.data['sums']).toEqual({ debit: owed?.debit, credit: owed?.credit });
    // As accountants read it: classes in their order, a balance on one side, and each pair of sides the same in total.
    const rows = data['rows'] as TrialRow[];
    const classes = rows.map(({ group }) => TRIAL_GROUPS.indexOf(group ?? '资产'));
    expect(classes).toEqual(classes.toSorted((a, b) => a - b));
    expect(rows.every((of) => of.closingDebit === '0.00' || of.closingCredit === '0.00')).toBe(true);
    expect(rows.find(({ kind }) => kind === '收入')).toMatchObject({ group: '损益', closingDebit: '0.00' });
    const total = data['total'] as TrialRow;
    expect(Number(total.closingDebit)).toBeGreaterThan(0);
    expect([total.openingCredit, total.credit, total.closingCredit]).toEqual([
      total.openingDebit,
      total.debit,
      total.closingDebit,
    ]);
    const sum = (key: 'openingDebit' | 'debit' | 'closingDebit') =>
      (rows.reduce((all, row) => all + Number(row[key]) * 100, 0) / 100).toFixed(2);
    expect([sum('openingDebit'), sum('debit'), sum('closingDebit')]).toEqual([
      total.openingDebit,
      total.debit,
      total.closingDebit,
    ]);
    const [line] = lines.data['rows'] as { journalId: string }[];
    expect(Number((await report('TrialLines', { journalId: line?.journalId })).data['total'])).toBeGreaterThan(0);
    const monitors = (await report('TrialMonitors', {})).data['rows'] as { code: string; count: number }[];
    expect(monitors.map(({ code, count }) => `${code} ${count}`)).toEqual(
      Array.from({ length: 9 }, (_, at) => `I${at + 1} 0`),
    );
  });
});

describe('statements of channels', () => {
  type Bytes = Uint8Array<ArrayBuffer>;
  /** As the merchants' platform of WeChat writes it: a mark of the encoding, a backtick before each value, sums under heads of their own. */
  const wechat = (...lines: readonly string[]): Bytes =>
    new TextEncoder().encode(
      [
        '\uFEFF交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注',
        ...lines,
        '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
        `\`${lines.length},\`255.00,\`0.00,\`0.00,\`1.53,\`255.00,\`0.00`,
        '',
      ].join('\r\n'),
    );
  const paid = (refNo: string, amount: string, fee: string, day = TODAY): string =>
    `\`${day} 08:00:00,\`wx1,\`160,\`0,\`,\`${refNo},\`SK1,\`oUp,\`MICROPAY,\`SUCCESS,\`OTHERS,\`CNY,\`${amount},\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`物业费,\`,\`${fee},\`0.60%,\`${amount},\`0.00,\``;
  const bring = (name: string, channel: string, content: Bytes, who: Held = finance, communityId = community) =>
    server.client.upload('/pmsapi/Report/ImportStatement', name, content, who, { communityId, channel });
  const matches = async (more: object = {}) => (await report('Match', more)).data as unknown as IncomeMatched;
  const lines = async (channel: string, day = TODAY) =>
    (await report('MatchLines', { communityId: community, day, channel })).data['rows'] as MatchLine[];
  const files = async (more: object = {}) => (await report('Statements', more)).data['rows'] as StatementFile[];

  it('are matched one to one by number and amount, brought in once, and the rest is handled with a note', async () => {
    const other = `WY${uuid()}`;
    const file = wechat(paid(WX, '200.00', '1.20'), paid(other, '55.00', '0.33'));
    expect((await bring('微信.csv', '微信', file)).data).toMatchObject({ added: 2, known: 0, matched: 1, errors: [] });
    expect((await bring('微信 (1).csv', '微信', file)).message).toMatch(/^该文件已由.+导入到科创中心，不能重复导入$/);
    // Another file with the same lines brings nothing new.
    expect((await bring('微信.csv', '微信', wechat(paid(WX, '200.00', '1.20')))).data).toMatchObject({
      added: 0,
      known: 1,
    });
    const found = (await matches()).open.find(({ refNo }) => refNo === other);
    expect(found).toMatchObject({ side: '渠道', amount: '55.00', hint: '系统没有这个流水号', candidates: [] });
    expect(said(await report('Match', { action: 'handle', side: '渠道', id: found?.id }))).toBe('note 请填写处理说明');
    expect(
      (await report('Match', { action: 'handle', side: '渠道', id: found?.id, note: '他店误付' }, cashier)).message,
    ).toBe('渠道对账须由财务处理');
    const handled = await report('Match', { action: 'handle', side: '渠道', id: found?.id, note: '他店误付' });
    expect((handled.data as unknown as IncomeMatched).open.map(({ refNo }) => refNo)).not.toContain(other);
    const sameDay = (await matches()).rows.find(({ day, channel }) => day === TODAY && channel === '微信');
    expect(sameDay).toMatchObject({
      state: '已处理',
      note: '他店误付',
      statementCount: 2,
      statementAmount: '255.00',
      fee: '1.53',
    });
    // Taken back with a reason, it waits again.
    expect(said(await report('Match', { action: 'undo', side: '渠道', id: found?.id }))).toBe('note 请填写撤销原因');
    expect((await report('Match', { action: 'undo', side: '渠道', id: found?.id, note: '说明有误' })).status).toBe(1);
    expect((await lines('微信')).find(({ refNo }) => refNo === other)).toMatchObject({ state: '待查', note: '' });
    await report('Match', { action: 'handle', side: '渠道', id: found?.id, note: '他店误付' });
  });

  it('offer money of the same amount about that day where the number differs, and what is taken apart stays apart', async () => {
    const typed = `T${uuid()}`;
    const real = `R${uuid()}`;
    const roomId = await household([{ amount: 8_800, dueDay: TODAY }]);
    await charge(roomId, [{ type: '微信', amount: '88.00', refNo: typed }]);
    const yesterday = plusDays(TODAY, -1);
    await bring('微信二.csv', '微信', wechat(paid(real, '88.00', '0.53', yesterday)));
    const span = { from: yesterday };
    const found = (await matches(span)).open.find(({ refNo }) => refNo === real);
    expect(found?.candidates.map(({ refNo, day, channel }) => [refNo, day, channel])).toEqual([[typed, TODAY, '微信']]);
    const tenderId = found?.candidates[0]?.tenderId;
    const put = { ...span, action: 'match', side: '渠道', id: found?.id, note: '流水号录错' };
    expect(said(await report('Match', put))).toBe('otherIds 请选择系统收款');
    expect((await report('Match', { ...put, otherIds: [tenderId] })).status).toBe(1);
    expect((await lines('微信', yesterday)).find(({ refNo }) => refNo === real)).toMatchObject({
      state: '已处理',
      note: '流水号录错',
      other: expect.stringContaining(typed),
    });
    expect((await matches(span)).open.map(({ refNo }) => refNo)).not.toContain(typed);
    expect((await report('Match', { ...put, action: 'undo', note: '不是同一笔' })).status).toBe(1);
    expect(((await report('Match', { ...span, action: 'auto' })).data as unknown as IncomeMatched).matched).toBe(0);
    expect((await matches(span)).open.map(({ refNo }) => refNo)).toEqual(expect.arrayContaining([real, typed]));
    // So does what was put together by its number: the program does not do again what somebody took back.
    const same = wechat(paid(typed, '88.00', '0.53', yesterday));
    expect((await bring('微信三.csv', '微信', same)).data).toMatchObject({ added: 1, matched: 1 });
    const alike = (await lines('微信', yesterday)).find(({ refNo }) => refNo === typed);
    expect(alike).toMatchObject({ state: '平' });
    const line = { ...span, side: '渠道', id: alike?.id };
    expect((await report('Match', { ...line, action: 'undo', note: '不是同一笔' })).status).toBe(1);
    expect(((await report('Match', { ...span, action: 'auto' })).data as unknown as IncomeMatched).matched).toBe(0);
    expect((await lines('微信', yesterday)).find(({ refNo }) => refNo === typed)).toMatchObject({ state: '待查' });
    await report('Match', { ...line, action: 'handle', note: '他店误付' });
    await report('Match', { ...put, otherIds: [tenderId] });
  });

  it('of Alipay are read in the encoding of the country, refunds by their own number against our reversal', async () => {
    const [order, large] = ['2024050822001412345678900001', '2024051022001412345678900002'];
    const once = await household([{ amount: 7_000, dueDay: TODAY }]);
    const taken = await charge(once, [{ type: '支付宝', amount: '70.00', refNo: order }]);
    const back = { requestId: uuid(), paymentId: String(taken.data['paymentId']), reason: '收错房间' };
    expect((await cashCall('Reverse', back, manager)).status).toBe(1);
    const more = await household([{ amount: 125_000, dueDay: TODAY }]);
    await charge(more, [{ type: '支付宝', amount: '1250.00', refNo: large }]);
    const content = new Uint8Array(await readFile(new URL('../testing/statements/alipay.csv', import.meta.url)));
    expect((await bring('20885412345678900156_202405_业务明细.csv', '支付宝', content)).data).toMatchObject({
      added: 3,
      matched: 3,
      errors: [],
    });
    const [row] = (await matches({ from: '2024-05-09', to: '2024-05-09' })).rows;
    expect(row).toMatchObject({ channel: '支付宝', statementAmount: '-70.00', fee: '-0.42', state: '平' });
    expect(await files({ from: '2024-05-01', to: '2024-05-31' })).toMatchObject([
      { from: '2024-05-08', to: '2024-05-10', lines: 3, added: 3, waiting: 0 },
    ]);
  });

  it('of banks are read from their workbook, and one brought in by mistake is taken back whole', async () => {
    const refNo = `B${uuid()}`;
    const roomId = await household([{ amount: 30_000, dueDay: TODAY }]);
    await charge(roomId, [{ type: '转账', amount: '300.00', refNo, refDay: TODAY }]);
    const number = (value: string) => ({ number: value, style: { places: 2 } }) as const;
    const pieces: Buffer[] = [];
    const out = new PassThrough().on('data', (piece: Buffer) => pieces.push(piece));
    await writeWorkbook(out, [
      {
        name: '明细',
        widths: [20, 20, 12, 12, 20],
        rows: [
          ['账号', '6222021234567890', '户名', '衡能物业'],
          ['交易日期', '交易流水号', '贷方发生额', '借方发生额', '对方户名'],
          [dayCell(TODAY), refNo, number('300.00'), null, '李四'],
          [dayCell(TODAY), `F${refNo}`, null, number('12.00'), '手续费'],
          ['合计', '', number('300.00'), number('12.00'), ''],
        ],
      },
    ]);
    const content = new Uint8Array(Buffer.concat(pieces));
    expect((await bring('明细.xlsx', '银行', content)).data).toMatchObject({ added: 2, matched: 1, errors: [] });
    const file = (await files()).find(({ fileName }) => fileName === '明细.xlsx');
    expect(file).toMatchObject({ channel: '银行', lines: 2, waiting: 1 });
    const withdraw = (body: object, who: Held = finance) => report('WithdrawStatement', { id: file?.id, ...body }, who);
    expect(said(await withdraw({ reason: '' }))).toBe('reason 请填写原因');
    expect((await withdraw({ reason: '小区选错' }, cashier)).status).not.toBe(1);
    expect((await withdraw({ reason: '小区选错' })).data).toEqual({ removed: 2 });
    expect((await matches()).open.map((item) => item.refNo)).toContain(refNo);
    expect((await bring('明细.xlsx', '银行', content)).data).toMatchObject({ added: 2, matched: 1 });
  });

  it('of a merchant that several communities share go to whoever took the money, also when it is booked after', async () => {
    const [here, there, later, nobody] = [`S1${uuid()}`, `S2${uuid()}`, `S3${uuid()}`, `S4${uuid()}`];
    await cashCall('ShiftOpen', { communityId: elsewhere, floatAmount: '0.00' });
    const neighbour = await one(
      sql`select id::text from room where community_id = ${elsewhere}::bigint order by id desc limit 1`,
    );
    const ahead = (roomId: string, refNo: string, amount: string) =>
      cashCall('Recharge', { requestId: uuid(), roomId, amount, tenders: [{ type: '微信', amount, refNo }] });
    const home = await household([]);
    expect([(await ahead(home, here, '31.00')).status, (await ahead(neighbour, there, '32.00')).status]).toEqual([
      1, 1,
    ]);
    const file = wechat(
      paid(here, '31.00', '0.19'),
      paid(there, '32.00', '0.19'),
      paid(later, '33.00', '0.20'),
      paid(nobody, '34.00', '0.20'),
    );
    const name = await one(sql`select name from community where id = ${elsewhere}::bigint`);
    const brought = (await bring('共用.csv', '微信', file)).data;
    expect(brought).toMatchObject({ added: 4, matched: 2, elsewhere: [{ community: name, lines: 1 }] });
    const statesOf = async (communityId: string) =>
      ((await report('MatchLines', { communityId, day: TODAY, channel: '微信' })).data['rows'] as MatchLine[])
        .filter(({ side, refNo }) => side === '渠道' && [here, there, later, nobody].includes(refNo))
        .map(({ refNo, state }) => `${refNo.slice(0, 2)} ${state}`)
        .toSorted();
    expect(await statesOf(community)).toEqual(['S1 平', 'S3 待查', 'S4 待查']);
    expect(await statesOf(elsewhere)).toEqual(['S2 平']);
    // Whose money is booked after its line came in has that line then, and only then.
    expect((await ahead(neighbour, later, '33.00')).status).toBe(1);
    const both = { communityIds: [community, elsewhere], action: 'auto' };
    expect((await report('Match', both)).data).toMatchObject({ matched: 1 });
    expect(await statesOf(elsewhere)).toEqual(['S2 平', 'S3 平']);
    expect(await statesOf(community)).toEqual(['S1 平', 'S4 待查']);
    // The file is found from either side, and is taken back whole.
    const found = (await files({ communityIds: [elsewhere] })).find(({ fileName }) => fileName === '共用.csv');
    expect(found).toMatchObject({ lines: 4, added: 4, waiting: 1 });
    expect((await report('WithdrawStatement', { id: found?.id, reason: '试验' })).data).toEqual({ removed: 4 });
    expect(await statesOf(elsewhere)).toEqual([]);
    expect((await bring('共用.csv', '微信', file)).data).toMatchObject({ added: 4, matched: 3 });
  });

  it('with a wrong row, of another channel, or of somebody else’s community are not kept at all', async () => {
    const bad = await bring('坏.csv', '微信', wechat(paid(`Z${uuid()}`, '1.00', '0'), paid(`Z${uuid()}`, 'abc', '0')));
    expect(bad.data).toMatchObject({ added: 0, errors: [{ row: 3, message: '金额格式不正确' }] });
    expect((await bring('坏.csv', '微信', new TextEncoder().encode('a,b\n1,2'))).message).toBe(
      '没有找到微信账单的表头，应有流水号、日期和金额',
    );
    expect((await bring('微信.csv', '支付宝', wechat(paid(`Z${uuid()}`, '1.00', '0')))).message).toBe(
      '这是微信的账单，请把渠道改为微信后再选文件',
    );
    expect((await bring('坏.xls', '银行', new TextEncoder().encode('x'))).message).toBe(
      '只能导入 xlsx 或 csv 文件；压缩包请先解压，xls 请另存为 xlsx',
    );
    expect((await bring('坏.xlsx', '银行', new TextEncoder().encode('x'))).message).toBe('文件不是有效的 xlsx 表格');
    expect((await bring('微信.csv', '微信', wechat(paid('Z9', '1.00', '0')), cashier, elsewhere)).status).not.toBe(1);
    // As a spreadsheet saves “Unicode text”: two bytes a letter.
    const text = new TextDecoder().decode(wechat(paid(`U${uuid()}`, '1.00', '0')));
    const wide = await bring('双字节.csv', '微信', Buffer.from(`\uFEFF${text.replace(/^\uFEFF/, '')}`, 'utf16le'));
    expect(wide.data).toMatchObject({ added: 1, errors: [] });
  });
});
