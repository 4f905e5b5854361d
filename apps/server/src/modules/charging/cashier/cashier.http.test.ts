/** The counter, to the fen: money is taken once, goes to the oldest due, and the ledger says the same whatever is done, also by several at once. */
import type { DayReport, ShiftReport } from '@hengneng/contracts';
import { FACES, plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Held, said } from '../../../testing/client.ts';
import type { TestServer } from '../../../testing/server.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { releaseBills, type TestBill } from '../testing/bills.ts';
import { type Counter, inCash as cash, startCounter, uuid } from '../testing/counter.ts';

const FEE = '物业费';
const TODAY = today(new Date());
let server: TestServer;
let cashier: Held;
let second: Held;
let manager: Held;
let community = '';
let rooms: readonly string[] = [];
let send: Counter['send'];

const text = async (query: ReturnType<typeof sql>): Promise<string> =>
  String(Object.values((await query.execute(server.db)).rows[0] ?? {})[0] ?? '');

beforeAll(async () => {
  ({ server, cashier, second, manager, community, rooms, send } = await startCounter());
}, 120_000);
afterAll(() => server.close());
// Whatever was done, what must hold holds.
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

let used = 0;
/** A room that no test has touched, with bills. */
const household = async (bills: readonly TestBill[]) => {
  const roomId = rooms[used++] ?? '';
  const ids = bills.length === 0 ? [] : await releaseBills(server.db, { roomId, fee: FEE, by: cashier.userId }, bills);
  return { roomId, ids };
};
const owed = async (roomId: string, who: Held = cashier) =>
  (await send('Household', { roomId }, who)).data as {
    room: { balance: string; arrears: string; deposit: string };
    bills: readonly { id: string; principal: string; penalty: string; overdueDays: number }[];
  };
const itemsOf = async (roomId: string) =>
  (await owed(roomId)).bills.map(({ id, principal, penalty }) => ({ billId: id, principal, penalty }));
const charge = async (roomId: string, tenders: readonly object[], more: object = {}, who: Held = cashier) =>
  send(
    'Charge',
    { requestId: uuid(), communityId: community, roomId, items: await itemsOf(roomId), tenders, ...more },
    who,
  );
const openShift = (who: Held) => send('ShiftOpen', { communityId: community, floatAmount: '200.00' }, who);
const current = async (who: Held) =>
  (await send('ShiftCurrent', { communityId: community }, who)).data as {
    shift: {
      id: string;
      version: number;
      state: string;
      totals: { type: string; amount: string | null }[];
      difference: string | null;
    } | null;
    waiting: { id: string; version: number }[];
  };

describe('taking money', () => {
  it('wants a shift, in a community that one is a cashier of', async () => {
    const { roomId } = await household([{ amount: 10_000, dueDay: TODAY }]);
    expect(said(await charge(roomId, cash('100.00')))).toBe('请先开班');
    expect(said(await openShift(manager))).toBe('您不是科创中心的收费员，不能开班');
    expect((await openShift(cashier)).status).toBe(1);
    expect(said(await openShift(cashier))).toBe('上一班尚未交班');
    expect((await openShift(second)).status).toBe(1);
    const elsewhere = await text(sql`select id::text from community where code = 'BJ'`);
    expect(
      (await server.client.json('/pmsapi/Cashier/FindRoom', { communityId: elsewhere, Keyword: '1' }, second)).message,
    ).toBe('小区不存在，或您没有查看它的权限');
    const theirs = await text(sql`select id::text from room where community_id = ${elsewhere}::bigint limit 1`);
    expect((await send('Household', { roomId: theirs }, second)).message).toBe('没有找到房间，请核对房号');
  });

  it('says what was found where the row does not: who else lives there, a receipt; not what stands in it', async () => {
    const { roomId } = await household([{ amount: 5_000, dueDay: TODAY }]);
    const code = await text(sql`select full_code from room where id = ${roomId}::bigint`);
    await sql`with tenant as (insert into party (name, phone, pinyin) values ('欧阳寻之', '13900007719', 'ouyangxunzhi oyxz') returning id)
      insert into occupancy (room_id, party_id, role, span) select ${roomId}::bigint, id, '租户', daterange(${TODAY}::date, null) from tenant`.execute(
      server.db,
    );
    const find = async (Keyword: string, who: Held = cashier) => {
      const { data } = await send('FindRoom', { communityId: community, Keyword }, who);
      const { rows, more } = data as {
        readonly rows: readonly { readonly id: string; readonly by: string }[];
        more: boolean;
      };
      return [rows.filter(({ id }) => id === roomId).map(({ by }) => by), more];
    };
    expect(await find('欧阳寻')).toEqual([['租户 欧阳寻之'], false]);
    expect(await find('OYXZ')).toEqual([['租户 欧阳寻之'], false]);
    expect(await find('7719')).toEqual([['租户 欧阳寻之（尾号7719）'], false]);
    const owner = await text(sql`select p.name from occupancy o join party p on p.id = o.party_id
      where o.room_id = ${roomId}::bigint and o.role = '业主' and upper_inf(o.span)`);
    expect((await find(owner))[0]).toEqual(['']);
    expect((await find(code))[0]).toEqual(['']);
    expect((await find('-'))[1], 'more than ten').toBe(true);
    const paid = await charge(roomId, cash('50.00'));
    const { receiptNo } = paid.data as { readonly receiptNo: string };
    expect(await find(receiptNo.toLowerCase())).toEqual([[`收据 ${receiptNo}`], false]);
  });

  it('pays the oldest due first, penalty before principal, and hands back what is over', async () => {
    // 1000.00 from 31 days ago runs up 30 days at 0.5 ‰: 15.00 (due 30 + grace 0).
    const { roomId, ids } = await household([
      { amount: 20_000, dueDay: plusDays(TODAY, 20) },
      { amount: 100_000, dueDay: plusDays(TODAY, -30) },
    ]);
    expect((await owed(roomId)).bills).toMatchObject([
      { id: ids[1], principal: '1000.00', penalty: '15.00', overdueDays: 30 },
      { id: ids[0], principal: '200.00', penalty: '0.00', overdueDays: 0 },
    ]);
    const part = await charge(roomId, cash('515.00'));
    expect(part.data).toMatchObject({ amount: '515.00', capital: '伍佰壹拾伍元整', change: '0.00', balance: '0.00' });
    expect((await owed(roomId)).bills).toMatchObject([
      { id: ids[1], principal: '500.00', penalty: '0.00' },
      { id: ids[0], principal: '200.00' },
    ]);
    const rest = await charge(roomId, [
      { type: '微信', amount: '600.00', refNo: `WX-${uuid()}` },
      { type: '现金', amount: '150.00' },
    ]);
    expect(rest.data).toMatchObject({ amount: '700.00', change: '50.00' });
    expect((await owed(roomId)).bills).toEqual([]);
    expect((await owed(roomId)).room.arrears).toBe('0.00');
    const numbers = (
      await sql<{
        no: string;
      }>`select receipt_no::text as no from payment where room_id = ${roomId}::bigint order by id`.execute(server.db)
    ).rows;
    expect(Number(numbers[1]?.no) - Number(numbers[0]?.no)).toBe(1);
  });

  it('refuses what can’t be taken, with the reason at its place', async () => {
    const { roomId, ids } = await household([{ amount: 10_000, dueDay: plusDays(TODAY, 5) }]);
    const wx = (amount: string) => [{ type: '微信', amount, refNo: `WX-${uuid()}` }];
    expect(said(await charge(roomId, wx('100.01')))).toBe('tenders 非现金支付不能大于应收');
    expect(said(await charge(roomId, [{ type: '微信', amount: '1' }]))).toBe('tenders[0].refNo 微信须填写流水号');
    expect(said(await charge(roomId, [{ type: '转账', amount: '1', refNo: 'A' }]))).toBe(
      'tenders[0].refDay 转账须填写日期',
    );
    expect(said(await charge(roomId, cash('-1')))).toBe('tenders[0].amount 金额格式不正确');
    expect(said(await charge(roomId, cash('1.001')))).toBe('tenders[0].amount 金额格式不正确');
    expect(said(await charge(roomId, cash('0')))).toBe('tenders[0].amount 金额应大于0');
    expect(said(await charge(roomId, [...cash('1'), ...cash('2')]))).toBe('tenders 现金只填一行');
    expect(said(await charge(roomId, cash('1'), { items: [] }))).toBe('items 请勾选要收的账单');
    const twice = [0, 1].map(() => ({ billId: ids[0], principal: '1', penalty: '0' }));
    expect(said(await charge(roomId, cash('2'), { items: twice }))).toBe('items 账单重复，请刷新后重试');
    const other = await household([{ amount: 500, dueDay: TODAY }]);
    const foreign = [{ billId: other.ids[0], principal: '5.00', penalty: '0' }];
    expect(said(await charge(roomId, cash('5'), { items: foreign }))).toBe(
      'items[0].billId 账单不存在，或不是该房间的',
    );
    const late = [{ billId: ids[0], principal: '100.00', penalty: '9.00' }];
    expect(said(await charge(roomId, cash('5'), { items: late }))).toBe(
      'items[0].penalty 违约金不能大于0.00元，请刷新后重试',
    );
    await sql`update bill set frozen = '停用核查中' where id = ${ids[0]}::bigint`.execute(server.db);
    expect(said(await charge(roomId, cash('5')))).toBe('items[0].billId 停用核查中');
    await sql`update bill set frozen = '' where id = ${ids[0]}::bigint`.execute(server.db);
    await sql`update community_terms set partial = false where community_id = ${community}::bigint`.execute(server.db);
    expect(said(await charge(roomId, cash('5')))).toBe('tenders 该小区不允许部分缴费，请收足100.00元');
    await sql`update community_terms set partial = true where community_id = ${community}::bigint`.execute(server.db);
    expect((await owed(roomId)).bills).toMatchObject([{ principal: '100.00' }]);
  });

  it('happens once however often it is sent; another text under the same number is refused', async () => {
    const { roomId } = await household([{ amount: 30_000, dueDay: TODAY }]);
    const body = {
      requestId: uuid(),
      communityId: community,
      roomId,
      items: await itemsOf(roomId),
      tenders: cash('100.00'),
    };
    const answers = await Promise.all([0, 1, 2, 3].map(() => send('Charge', body)));
    expect(new Set(answers.map(({ data }) => data.paymentId)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([1, 1, 1, 1]);
    expect((await owed(roomId)).bills).toMatchObject([{ principal: '200.00' }]);
    expect(said(await send('Charge', { ...body, tenders: cash('200.00') }))).toBe(
      '该请求编号已用于另一次提交，请刷新页面后重试',
    );
    const { requestId } = body;
    expect(said(await charge(roomId, cash('100.00'), { requestId }, second))).toBe(
      '该请求编号已用于另一笔收款，请刷新后重试',
    );
    // A second real payment of the same sum is another act, and is taken.
    expect((await charge(roomId, cash('100.00'))).status).toBe(1);
    expect((await owed(roomId)).bills).toMatchObject([{ principal: '100.00' }]);
    // What is answered later was put together by the database, and is the same to the letter.
    const over = {
      ...body,
      requestId: uuid(),
      excessToPrepaid: true,
      items: await itemsOf(roomId),
      tenders: cash('100.05'),
    };
    const first = await send('Charge', over);
    expect(first.data).toMatchObject({ amount: '100.05', balance: '0.05' });
    expect((await send('Charge', over)).data).toEqual(first.data);
  });

  it('of a household by two at once is taken by one, the other is told who', async () => {
    const { roomId } = await household([{ amount: 10_000, dueDay: TODAY }]);
    const items = await itemsOf(roomId);
    const body = () => ({ requestId: uuid(), communityId: community, roomId, items, tenders: cash('100.00') });
    const answers = await Promise.all([send('Charge', body()), send('Charge', body(), second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([1, 409]);
    expect(answers.find(({ status }) => status === 409)?.message).toMatch(/^账单已由.+于\d\d:\d\d收取，请刷新$/);
  });

  it('of one transaction of a channel is taken once', async () => {
    const [a, b] = [
      await household([{ amount: 1_000, dueDay: TODAY }]),
      await household([{ amount: 1_000, dueDay: TODAY }]),
    ];
    const wx = [{ type: '微信', amount: '10.00', refNo: `WX-${uuid()}` }];
    expect((await charge(a.roomId, wx)).status).toBe(1);
    expect(said(await charge(b.roomId, wx))).toBe('该流水号已入账，请核对；一笔转账付几间房的，请在流水号后加 -2、-3');
    expect((await owed(b.roomId)).bills).toMatchObject([{ principal: '10.00' }]);
  });
});

describe('what households keep with us', () => {
  it('is what was over or paid ahead, pays bills, and is never less than nothing', async () => {
    const { roomId } = await household([{ amount: 10_000, dueDay: TODAY }]);
    expect((await charge(roomId, cash('150.00'), { excessToPrepaid: true })).data).toMatchObject({
      amount: '150.00',
      change: '0.00',
      balance: '50.00',
    });
    const feeId = await text(sql`select id::text from fee where name = ${FEE}`);
    // Nothing is owed now: what is paid ahead may be meant for what it is charged for all the same.
    const { data: card } = await send('Household', { roomId });
    expect(card).toMatchObject({ bills: [], room: { fees: expect.arrayContaining([{ feeId, fee: FEE }]) } });
    const ahead = { requestId: uuid(), roomId, amount: '30.00', feeId };
    expect((await send('Recharge', { ...ahead, tenders: cash('50.00') })).data).toMatchObject({
      change: '20.00',
      balance: '80.00',
    });
    await releaseBills(server.db, { roomId, fee: '公摊电', by: cashier.userId }, [{ amount: 6_000, dueDay: TODAY }]);
    await releaseBills(server.db, { roomId, fee: FEE, by: cashier.userId }, [
      { amount: 2_000, dueDay: plusDays(TODAY, 1) },
    ]);
    const preview = await send('Deduct', { requestId: uuid(), roomId, preview: true });
    // What is for 物业费 pays only that: of 公摊电 50.00 of 60.00, of 物业费 20.00 of the 30.00.
    expect(preview.data).toMatchObject({
      total: '70.00',
      rows: [
        { deduct: '50.00', balanceAfter: '30.00' },
        { deduct: '20.00', balanceAfter: '10.00' },
      ],
    });
    expect((await owed(roomId)).room.balance).toBe('80.00');
    const requestId = uuid();
    expect((await send('Deduct', { requestId, roomId })).data).toMatchObject({ total: '70.00' });
    expect((await send('Deduct', { requestId, roomId })).data).toMatchObject({ total: '70.00' });
    expect((await owed(roomId)).room).toMatchObject({ balance: '10.00', arrears: '10.00' });
    expect(said(await send('Deduct', { requestId: uuid(), roomId }))).toBe('预存余额不足');
    const back = { requestId: uuid(), roomId, kind: '预存', amount: '10.00', way: '现金', reason: '搬走' };
    expect(said(await send('Refund', back))).toBe('该房间尚有欠费10.00元，请先结清或抵扣');
    expect((await charge(roomId, cash('10.00'))).status).toBe(1);
    expect(said(await send('Refund', { ...back, amount: '10.01' }))).toBe('amount 退款不能大于余额10.00元');
    expect((await send('Refund', back)).data).toMatchObject({ balance: '0.00' });
    expect(
      said(await send('Recharge', { ...ahead, requestId: uuid(), amount: '50000.00', tenders: cash('50000.00') })),
    ).toBe('amount 单笔5万元以上的预存须物业经理确认，请先提交审批');
  });

  it('of many rooms pays their bills in one go, and nothing the second time', async () => {
    const houses = [await household([]), await household([])];
    for (const { roomId } of houses) {
      await send('Recharge', { requestId: uuid(), roomId, amount: '30.00', tenders: cash('30.00') });
      // Overdue for a day: a fen of penalty each.
      await releaseBills(server.db, { roomId, fee: FEE, by: cashier.userId }, [
        { amount: 2_000, dueDay: plusDays(TODAY, -1) },
      ]);
    }
    const requestId = uuid();
    const [, other] = houses;
    const ask = { requestId: uuid(), communityId: community, preview: true };
    expect((await send('Deduct', { ...ask, roomIds: [other?.roomId] })).data).toMatchObject({
      rows: [{ roomId: other?.roomId, deduct: '20.01', balanceAfter: '9.99' }],
      rooms: 1,
      left: 0,
    });
    for (const _ of ['once', 'again'])
      expect((await send('Deduct', { requestId, communityId: community })).data).toMatchObject({
        total: '40.02',
        rooms: 2,
      });
    expect(await text(sql`select count(*) from allocation where penalty > 0 and calc is null`)).toBe('0');
    expect(said(await send('Deduct', { requestId: uuid(), communityId: community }))).toBe('没有可抵扣的房间');
  });
});

describe('extra charges', () => {
  it('are a bill and its payment at once; deposits are no income, and are given back', async () => {
    const { roomId } = await household([]);
    const feeOf = (name: string) => text(sql`select id::text from fee where name = ${name}`);
    const price = await text(
      sql`select unit_price::numeric(18,2)::text from fee_price p join fee f on f.id = p.fee_id where f.name = '换锁费'`,
    );
    const lock = { communityId: community, roomId, feeId: await feeOf('换锁费'), quantity: '2' };
    const due = (Number(price) * 2).toFixed(2);
    expect(
      (await send('AddCharge', { requestId: uuid(), ...lock, unitPrice: price, tenders: cash(due) })).data,
    ).toMatchObject({ amount: due });
    expect(
      said(await send('AddCharge', { requestId: uuid(), ...lock, unitPrice: '1.00', tenders: cash('2.00') })),
    ).toBe('reason 改价须填写原因');
    const income = () =>
      text(
        sql`select coalesce(sum(t.amount), 0)::text from transfer t join ledger_account a on a.id = t.credit where a.kind = '收入'`,
      );
    const before = await income();
    const deposit = {
      communityId: community,
      roomId,
      feeId: await feeOf('装修押金'),
      quantity: '1',
      unitPrice: '900.00',
      reason: '小户型',
    };
    expect((await send('AddCharge', { requestId: uuid(), ...deposit, tenders: cash('1000.00') })).data).toMatchObject({
      change: '100.00',
    });
    expect(await income()).toBe(before);
    expect((await owed(roomId)).room.deposit).toBe('900.00');
    const back = { requestId: uuid(), roomId, kind: '押金', amount: '900.00', way: '现金', reason: '装修验收合格' };
    expect((await send('Refund', back)).status).toBe(1);
    expect((await owed(roomId)).room.deposit).toBe('0.00');
    expect(
      said(
        await send('AddCharge', {
          requestId: uuid(),
          ...lock,
          feeId: await feeOf(FEE),
          unitPrice: '1',
          tenders: cash('2'),
        }),
      ),
    ).toBe('feeId 请选择临时收费项目');
  });
});

describe('taking a bill back that was paid', () => {
  it('leaves what was paid with the household, which may use it', async () => {
    const { roomId, ids } = await household([{ amount: 24_000, dueDay: TODAY }]);
    expect((await charge(roomId, cash('100.00'))).status).toBe(1);
    const cancel = (body: object, who: Held) => server.client.json('/pmsapi/Bill/Cancel', body, who);
    expect((await cancel({ billIds: ids, reason: '面积有误' }, cashier)).status).toBe(1);
    const { data } = await server.client.json('/pmsapi/Bill/Requests', { kind: '红冲申请' }, manager);
    const request = (data['rows'] as { id: string; billId: string }[]).find(({ billId }) => billId === ids[0]);
    expect((await cancel({ reversalId: request?.id, approve: '1' }, manager)).status).toBe(1);
    expect(await owed(roomId)).toMatchObject({ room: { balance: '100.00', arrears: '0.00' }, bills: [] });
    await releaseBills(server.db, { roomId, fee: FEE, by: cashier.userId }, [{ amount: 9_000, dueDay: TODAY }]);
    expect((await send('Deduct', { requestId: uuid(), roomId })).data).toMatchObject({ total: '90.00' });
    expect(await owed(roomId)).toMatchObject({ room: { balance: '10.00' }, bills: [] });
  });
});

describe('taking a receipt back', () => {
  it('is done by somebody else, once; what was paid is owed again', async () => {
    const { roomId } = await household([{ amount: 10_000, dueDay: TODAY }]);
    const paid = await charge(roomId, cash('120.00'), { excessToPrepaid: true });
    const body = { requestId: uuid(), paymentId: paid.data.paymentId, reason: '收错房间' };
    // Nobody is offered what they may not do.
    const offered = async (who: Held) =>
      ((await send('GetPage', { roomId }, who)).data as { rows: { id: string; reversible: boolean }[] }).rows.map(
        ({ reversible }) => reversible,
      );
    expect(await offered(cashier)).toEqual([false]);
    expect(await offered(manager)).toEqual([true]);
    expect(said(await send('Reverse', body))).toBe('红冲须由物业经理或财务办理');
    expect((await send('Reverse', body, manager)).status).toBe(1);
    expect((await owed(roomId)).room).toMatchObject({ balance: '0.00', arrears: '100.00' });
    const more = (await itemsOf(roomId)).map((item) => ({ ...item, principal: '150.00' }));
    expect(said(await charge(roomId, cash('150.00'), { items: more }))).toBe('账单已变动，请刷新');
    expect((await send('Reverse', body, manager)).status).toBe(1);
    expect(said(await send('Reverse', { ...body, requestId: uuid() }, manager))).toBe('该收据已红冲，不能重复');
    expect((await charge(roomId, cash('100.00'))).status).toBe(1);
    // What was paid ahead and used since can't be given back.
    const ahead = await send('Recharge', { requestId: uuid(), roomId, amount: '30.00', tenders: cash('30.00') });
    await releaseBills(server.db, { roomId, fee: FEE, by: cashier.userId }, [
      { amount: 2_000, dueDay: plusDays(TODAY, 3) },
    ]);
    await send('Deduct', { requestId: uuid(), roomId });
    expect(
      said(await send('Reverse', { requestId: uuid(), paymentId: ahead.data.paymentId, reason: '错' }, manager)),
    ).toMatch(/存入的钱已抵扣或退款，余额不足以退回，请先红冲其后的抵扣$/);
    expect((await owed(roomId)).room.balance).toBe('10.00');
  });

  it('prints it as often as wanted, and says how often', async () => {
    const { roomId } = await household([{ amount: 140_950, dueDay: TODAY }]);
    const { data } = await charge(roomId, cash('1409.50'));
    const print = () => send('Reprint', { paymentId: data.paymentId });
    expect((await print()).data).toMatchObject({
      amount: '1409.50',
      capital: '壹仟肆佰零玖元伍角',
      reprint: 0,
      rows: [{ fee: FEE, amount: '1409.50', penalty: '0.00' }],
      tenders: [{ type: '现金', amount: '1409.50' }],
    });
    expect((await print()).data).toMatchObject({ reprint: 1 });
  });

  it('lets anybody who holds a copy have it checked, who hears nothing of whose room it is', async () => {
    const { roomId } = await household([{ amount: 5_000, dueDay: TODAY }]);
    const { data } = await charge(roomId, [{ type: '现金', amount: '60.00' }], { excessToPrepaid: true });
    const print = async () => (await send('Reprint', { paymentId: data.paymentId, Format: 'A5' })).data;
    const first = await print();
    // What was left with us then stays on the paper.
    expect(first.balance).toBe('10.00');
    await send('Refund', { requestId: uuid(), roomId, kind: '预存', amount: '10.00', way: '现金', reason: '退' });
    const again = await print();
    expect([again.balance, again.reprint]).toEqual(['10.00', 1]);
    const verify = (code: unknown) => server.client.get('/pmsapi/Cashier/Verify', { code });
    const found = await verify(first.code);
    expect(found.data).toEqual({
      receiptNo: data.receiptNo,
      community: expect.any(String),
      company: expect.any(String),
      kind: '收款',
      amount: '60.00',
      day: TODAY,
      state: '正常',
      reversedOn: null,
      nth: 1,
      prints: 2,
      printedAt: expect.any(String),
    });
    expect((await verify(again.code)).data).toMatchObject({ nth: 2, prints: 2 });
    expect((await verify(`r${'0'.repeat(32)}`)).message).toBe('没有查到这张收据，请核对二维码是否完整');
    expect((await verify('r1')).errors[0]?.message).toBe('核验码不完整，请重新扫码');
  });
});

/** Notes and coins of a sum; what is under 0.1 is nobody's. */
const piecesOf = (fen: bigint): readonly object[] => {
  let left = fen;
  return FACES.map((face) => {
    const worth = BigInt(Math.round(Number(face) * 100));
    const count = left / worth;
    left -= count * worth;
    return { face, count: Number(count) };
  });
};

const sumOf = (rows: readonly { readonly amount: string }[]): string =>
  (rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2);

describe('the end of a shift', () => {
  it('is counted before it is told, agreed to by another, and the day is closed after', async () => {
    const { shift } = await current(cashier);
    expect(shift?.totals.find(({ type }) => type === '现金')?.amount).toBeNull();
    const early = { step: 'check', shiftId: shift?.id, version: shift?.version };
    expect(said(await send('ShiftClose', early, manager))).toBe('该班次尚未盘点');
    expect(said(await send('ShiftReport', { shiftId: shift?.id }))).toBe('盘点现金后才能打印班次报表');
    const due = BigInt(
      await text(
        sql`select (s.float_amount + a.balance)::text from shift s join ledger_account a on a.kind = '现金' and a.ref = s.id where s.id = ${shift?.id}::bigint`,
      ),
    );
    // Twenty yuan too few.
    const counted = due - 2000n;
    const count = { step: 'count', shiftId: shift?.id, version: shift?.version, pieces: piecesOf(counted) };
    const pieces = await send('ShiftClose', count);
    expect(pieces.data).toMatchObject({
      state: '待复核',
      difference: (Number(counted - (counted % 10n) - due) / 100).toFixed(2),
    });
    expect(said(await send('ShiftClose', count))).toBe('班次已变动，请刷新后重试');
    const { roomId } = await household([{ amount: 100, dueDay: TODAY }]);
    expect(said(await charge(roomId, cash('1.00')))).toBe('本班已盘点，不能再收款；请交班后重新开班');
    const check = async () => {
      const row = (await current(manager)).waiting.find(({ id }) => id === shift?.id);
      return send('ShiftClose', { step: 'check', shiftId: row?.id, version: row?.version }, manager);
    };
    expect(said(await check())).toBe('差额超过5元，收费员尚未填写原因');
    const mine = (await current(cashier)).shift;
    expect(said(await send('ShiftClose', { step: 'hand', shiftId: mine?.id, version: mine?.version }))).toBe(
      'reason 差额超过5元，请填写原因',
    );
    expect(
      (await send('ShiftClose', { step: 'hand', shiftId: mine?.id, version: mine?.version, reason: '找错零' })).status,
    ).toBe(1);
    expect(
      await text(sql`select title from message where user_id = ${manager.userId} and template = 'shift.counted'`),
    ).toMatch(/的班次待复核/);
    const closed = (await check()).data;
    expect(closed).toMatchObject({ state: '已交班' });
    expect(said(await send('ShiftClose', { ...count, version: closed['version'] }))).toBe('该班次已交班，不能再改');
    // By how it was paid and by what it was for, it is the same sum; the cash of it is what the drawer should hold.
    const report = (await send('ShiftReport', { shiftId: shift?.id })).data as unknown as ShiftReport;
    expect([sumOf(report.totals), sumOf(report.parts)]).toEqual([report.total, report.total]);
    expect(report.totals.find(({ type }) => type === '现金')?.amount).toBe(report.cash.received);
    expect(report.cash).toMatchObject({ system: (Number(due) / 100).toFixed(2), reason: '找错零' });
    expect(sumOf(report.pieces)).toBe(report.cash.counted);
    expect(report.receipts.reduce((sum, of) => sum + of.count, 0)).toBe(
      Number(
        await text(
          sql`select count(*)::text from payment where shift_id = ${shift?.id}::bigint and receipt_no is not null`,
        ),
      ),
    );
    expect(report.reversed.length).toBeGreaterThan(0);

    const closing = {
      communityId: community,
      day: TODAY,
      depositNo: 'JC-1',
      depositAmount: '0',
      channels: [] as object[],
    };
    expect(said(await send('DayClose', closing))).toMatch(/尚未交班，不能日结$/);
    const other = (await current(second)).shift;
    const left = BigInt(
      await text(
        sql`select (s.float_amount + coalesce(a.balance, 0))::text from shift s left join ledger_account a on a.kind = '现金' and a.ref = s.id where s.id = ${other?.id}::bigint`,
      ),
    );
    await send(
      'ShiftClose',
      { step: 'count', shiftId: other?.id, version: other?.version, pieces: piecesOf(left) },
      second,
    );
    const waiting = (await current(manager)).waiting[0];
    expect(
      (await send('ShiftClose', { step: 'check', shiftId: waiting?.id, version: waiting?.version }, manager)).status,
    ).toBe(1);
    // What is missing is to be asked back, what is over is not ours: the account says which.
    expect(
      await text(
        sql`select sum(case when t.debit = a.id then t.amount else -t.amount end)::text from ledger_account a join transfer t on a.id in (t.debit, t.credit)
          where a.community_id = ${community}::bigint and a.kind = '待处理长短款'`,
      ),
    ).toBe(await text(sql`select (-sum(difference))::text from shift where community_id = ${community}::bigint`));
    expect(said(await send('DayClose', closing))).toBe('channels 请填写微信的渠道账单合计');
    const totals = (await send('DayTotals', { communityId: community, day: TODAY })).data.totals as {
      type: string;
      amount: string;
    }[];
    const statement = totals.find(({ type }) => type === '微信')?.amount ?? '0';
    expect(said(await send('DayClose', { ...closing, channels: [{ type: '微信', statement: '1.00' }] }))).toBe(
      'channels[0].reason 微信与系统合计不一致，请填写差异原因',
    );
    const channels = [{ type: '微信', statement }];
    expect(said(await send('DayClose', { ...closing, channels }))).toMatch(
      /^depositAmount 缴存金额与当日现金.+元不一致/,
    );
    const held = await text(
      sql`select (sum(balance) / 100.0)::numeric(18,2)::text from ledger_account where community_id = ${community}::bigint and kind = '现金'`,
    );
    expect(said(await send('DayReport', { communityId: community, day: TODAY }))).toBe(`${TODAY}尚未日结`);
    // What the till is to hand over is said beforehand; cash goes to the bank with a number.
    expect((await send('DayTotals', { communityId: community, day: TODAY })).data).toMatchObject({ cash: held });
    expect(said(await send('DayClose', { ...closing, channels, depositAmount: held, depositNo: '' }))).toBe(
      'depositNo 请填写缴存单号',
    );
    expect((await send('DayClose', { ...closing, channels, depositAmount: held })).status).toBe(1);
    const byChannel =
      await text(sql`select p.id::text from payment p where p.community_id = ${community}::bigint and p.state = '正常'
      and p.kind = '收款' and not exists (select from tender t where t.payment_id = p.id and t.kind = '现金') order by p.id limit 1`);
    const late = { requestId: uuid(), paymentId: byChannel, reason: '收错' };
    expect(said(await send('Reverse', late, manager))).toBe('当日已日结，请在次日红冲');
    const day = (await send('DayReport', { communityId: community, day: TODAY }, manager)).data as unknown as DayReport;
    expect([sumOf(day.totals), sumOf(day.parts), sumOf(day.shifts)]).toEqual([day.total, day.total, day.total]);
    expect(day).toMatchObject({ depositAmount: held, cash: held, channels: [{ type: '微信', difference: '0.00' }] });
    const ends = (await send('Closings', { communityId: community, from: TODAY, to: TODAY })).data as {
      shifts: { id: string; received: string }[];
      days: { day: string }[];
    };
    expect(ends.days.map((of) => of.day)).toEqual([TODAY]);
    expect(ends.shifts.find(({ id }) => id === shift?.id)?.received).toBe(report.total);
    expect(
      await text(
        sql`select coalesce(sum(abs(balance)), 0)::text from ledger_account where community_id = ${community}::bigint and kind = '现金'`,
      ),
    ).toBe('0');
    expect(said(await openShift(cashier))).toBe('当日已日结，请在次日开班');
  });
});

describe('the ledger', () => {
  it('stands: what is booked is neither changed nor deleted', async () => {
    await expect(sql`update transfer set amount = 1`.execute(server.db)).rejects.toThrow('append-only');
    await expect(sql`delete from journal`.execute(server.db)).rejects.toThrow('append-only');
    await expect(sql`truncate transfer`.execute(server.db)).rejects.toThrow('append-only');
  });
});
