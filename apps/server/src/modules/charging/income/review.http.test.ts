/** 已复核: a month that was reviewed is frozen; what comes after it is told, and dated into the month it comes in. */
import type { chargeBillList, OutputOf } from '@hengneng/contracts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { type Held, said } from '../../../testing/client.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { changes, fen, incomeDesk, TODAY } from '../testing/income.ts';

const { server, cashier, finance, manager, one, community, cashCall, summary, household, charge } = await incomeDesk();

afterAll(() => server.close());

describe('a reviewed month', () => {
  const [FIRST, NEXT] = ['2023-02', '2023-03'];
  const review = (month: string, more: object = {}, who: Held = finance) =>
    server.client.json('/pmsapi/Report/Reviewed', { communityIds: [community], month, action: 'review', ...more }, who);
  const looked = async () => (await summary({ from: '2023-02-01', to: '2023-02-28' })).reviewed[0];

  it('is frozen with its hash, tells what was dated into it later, and is taken back from the last on', async () => {
    await household([{ amount: 30_000, dueDay: '2023-02-10' }]);
    expect(said(await review(TODAY.slice(0, 7)))).toBe('month 只能复核已结束的月份');
    const done = await review(FIRST);
    expect(said(done)).not.toContain('不');
    expect(said(await review(FIRST))).toBe('科创中心2023-02已复核');
    expect(await looked()).toMatchObject({ changed: { count: 0, amount: '0.00', same: true } });
    const late = () => household([{ amount: 4_500, dueDay: '2023-02-20' }]);
    await expect(late()).rejects.toThrow('2023-02收入报表已复核，不能再记账');
    const lateFile = new TextEncoder().encode('交易日期,流水号,金额\n2023-02-03,L1,1.00');
    const brought = await server.client.upload('/pmsapi/Report/ImportStatement', '二月.csv', lateFile, finance, {
      communityId: community,
      channel: '银行',
    });
    expect(brought.message).toBe('科创中心2023-02收入报表已复核，请先反复核');
    // What came into it in spite of that, past the lock, is told.
    const lock = (at: string | null) =>
      sql`update income_review set undone_at = ${at} where community_id = ${community}::bigint and month = ${FIRST}`.execute(
        server.db,
      );
    await lock('2023-06-01');
    await late();
    await lock(null);
    expect(await looked()).toMatchObject({ changed: { count: 1, amount: '45.00', same: false } });
    expect((await review(NEXT)).status).toBe(1);
    expect(said(await review(FIRST, { action: 'undo' }))).toBe('reason 请填写原因');
    expect(said(await review(FIRST, { action: 'undo', reason: '补录' }))).toBe('请先反复核2023-03');
    expect((await review(NEXT, { action: 'undo', reason: '补录' })).status).toBe(1);
    expect((await review(FIRST, { action: 'undo', reason: '补录' })).status).toBe(1);
    expect(await looked()).toMatchObject({ changed: null, undone: { reason: '补录' } });
  });

  it('stays what it was when a bill of it is adjusted in this month; what was paid too much is kept', async () => {
    const month = '2023-05';
    const looks = () => summary({ from: `${month}-01`, to: `${month}-31` });
    const room = await household([{ amount: 30_000, dueDay: `${month}-10` }]);
    const bill = await one(sql`select id::text from bill where room_id = ${room}::bigint and period = ${month}`);
    // Paid, with what has become due for being late.
    const { principal, penalty } = (await cashCall('Household', { roomId: room })).data as Record<string, string>;
    const amount = String(((fen(principal ?? '') + fen(penalty ?? '')) / 100).toFixed(2));
    expect(said(await charge(room, [{ type: '现金', amount }]))).not.toContain('不');
    const file = await server.client.upload(
      '/bpmapi/ServiceResource/Upload',
      '复核意见.pdf',
      new TextEncoder().encode('%PDF-1.4\n'),
      manager,
      {},
    );
    const ask = (more: object) =>
      server.client.json(
        '/pmsapi/Bill/Reduce',
        { billId: bill, category: '当月调整', amount: '50', reason: '面积更正', files: [file.data], ...more },
        manager,
      );
    expect(said(await ask({}))).toBe('该月收入报表未复核，请用红冲或减免');
    expect((await review(month)).status).toBe(1);
    expect(said(await ask({ category: '质量补偿' }))).toBe(
      '该月收入报表已复核，只能在当月做调整（类别选当月调整或当月补收）',
    );
    expect(said(await ask({ amount: '300.01' }))).toBe('amount 不能超过账单余下的应收300.00元');
    const [then, before] = [await looks(), await summary()];
    const asked = await ask({});
    expect(asked.status).toBe(1);
    const passed = await server.client.json(
      '/pmsapi/Bill/Audit',
      { requestId: asked.data['requestId'], action: 'pass' },
      finance,
    );
    expect(passed.data).toMatchObject({ state: '已通过' });
    const after = await summary();
    // 50.00 less is owed, and as much of what was paid is kept instead.
    expect(changes(before.total, after.total)).toMatchObject({
      receivable: 0,
      reduced: 5_000,
      recovered: -5_000,
      prepaid: 5_000,
      closing: 0,
    });
    expect(after.total.gap).toBe('0.00');
    const later = await looks();
    expect(later.total).toEqual(then.total);
    expect(later.reviewed[0]).toMatchObject({ changed: { count: 0, same: true } });
    const [row] = (await server.client.json('/pmsapi/Bill/GetPage', { room }, finance)).data[
      'rows'
    ] as readonly object[];
    expect(row).toMatchObject({
      reviewed: true,
      reduced: '50.00',
      paid: '250.00',
      principal: '0.00',
      payState: '已缴',
    });
    expect(await brokenInvariants(server.db)).toEqual([]);
    expect((await review(month, { action: 'undo', reason: '试验完毕' })).status).toBe(1);
  });

  it('stays what it was when more is asked for a bill of it: that is a bill of this month', async () => {
    const month = '2023-07';
    const looks = () => summary({ from: `${month}-01`, to: `${month}-31` });
    const room = await household([{ amount: 30_000, dueDay: `${month}-10` }]);
    const bill = await one(sql`select id::text from bill where room_id = ${room}::bigint and period = ${month}`);
    const file = await server.client.upload(
      '/bpmapi/ServiceResource/Upload',
      '面积复测.pdf',
      new TextEncoder().encode('%PDF-1.4\n'),
      manager,
      {},
    );
    const ask = (more: object) =>
      server.client.json(
        '/pmsapi/Bill/Reduce',
        { billId: bill, category: '当月补收', amount: '106', reason: '面积少计', files: [file.data], ...more },
        manager,
      );
    expect(said(await ask({}))).toBe('该月收入报表未复核，请用红冲重开');
    expect((await review(month)).status).toBe(1);
    expect(said(await ask({ amount: '0' }))).toBe('amount 补收金额应大于0');
    expect(said(await ask({ amount: '-5' }))).toBe('amount 金额格式不正确');
    expect(said(await ask({ penalty: '1' }))).toBe('penalty 补收不涉及违约金');
    const [then, before] = [await looks(), await summary()];
    const asked = await ask({});
    expect(asked.data['no']).toMatch(/^BS/);
    expect(said(await ask({}))).toBe('该账单已有待审核的补收申请');
    const audit = (who: Held) =>
      server.client.json('/pmsapi/Bill/Audit', { requestId: asked.data['requestId'], action: 'pass' }, who);
    expect((await audit(manager)).message).toBe('不能审核自己申请的补收');
    expect((await audit(finance)).data).toMatchObject({ state: '已通过' });
    // Two who agree at once: the second is told.
    expect((await audit(finance)).message).toBe('该申请已通过，请刷新');
    const after = await summary();
    expect(changes(before.total, after.total)).toMatchObject({ receivable: 10_600, reduced: 0, closing: 10_600 });
    expect(after.total.gap).toBe('0.00');
    const later = await looks();
    expect(later.total).toEqual(then.total);
    expect(later.reviewed[0]).toMatchObject({ changed: { count: 0, same: true } });
    const { data } = await server.client.json('/pmsapi/Bill/GetList', { roomId: room, explain: true }, finance);
    const [more] = (data as OutputOf<typeof chargeBillList>).rows.filter(({ kind }) => kind === '补收');
    expect(more).toMatchObject({ amount: '106.00', period: TODAY.slice(0, 7), reviewed: false, principal: '106.00' });
    expect(more?.explain?.terms[0]?.source).toMatch(/^补收 .+（2023-07）：面积少计$/);
    // Its tax is what the price holds: 6 %.
    expect(await one(sql`select tax::text from bill where id = ${more?.id}::bigint`)).toBe('600');
    expect(await brokenInvariants(server.db)).toEqual([]);
    // It is paid like any other.
    expect((await charge(room, [{ type: '现金', amount: '1000.00' }])).status).toBe(1);
    expect(await one(sql`select settled::text from bill where id = ${more?.id}::bigint`)).toBe('10600');
    expect((await review(month, { action: 'undo', reason: '试验完毕' })).status).toBe(1);
  });

  it('wants all its days closed, by somebody who took none of its money', async () => {
    const roomId = await household([]);
    const take = (kind: string, tender: string, day: string) =>
      sql`with one as (insert into payment (request_id, community_id, room_id, kind, amount, to_prepay, day, made_by)
        values (${crypto.randomUUID()}, ${community}, ${roomId}, ${kind}, 0, 0, ${day}::date, ${finance.userId}) returning id)
        insert into tender (payment_id, kind, amount) select id, ${tender}, 1 from one`.execute(server.db);
    // What is taken from a prepayment moves no money, and nobody has to be at the counter for it.
    await take('抵扣', '预存', '2023-04-01');
    await take('预存', '现金', '2023-04-03');
    expect(said(await review('2023-04'))).toBe('科创中心2023-04-03尚未日结，不能复核');
    await sql`insert into day_close (community_id, day, cash, deposit_no, deposit_amount, made_by)
      values (${community}, '2023-04-03', 0, 'X', 0, ${cashier.userId})`.execute(server.db);
    expect(said(await review('2023-04'))).toBe('您经手过科创中心本月的收款，不能复核');
  });
});
