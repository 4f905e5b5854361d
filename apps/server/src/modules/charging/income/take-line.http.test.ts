/** A bank's line that nobody has receipted is taken as payment: once, dated by the line, and taken back it waits again. */
import { plusDays } from '@hengneng/charging';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Held, type Reply, said } from '../../../testing/client.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { incomeDesk, TODAY } from '../testing/income.ts';

/** Days before today, within the month of today or of yesterday: the report's span is given with each call. */
const BACK = plusDays(TODAY, -3);
let desk: Awaited<ReturnType<typeof incomeDesk>>;
beforeAll(async () => {
  desk = await incomeDesk();
}, 120_000);
afterAll(() => desk.server.close());
afterEach(async () => expect(await brokenInvariants(desk.server.db)).toEqual([]));

const uuid = (): string => crypto.randomUUID();
let nth = 0;
/** A line of the bank's statement as an import leaves it. */
const line = async (fen: number, more: { day?: string; payer?: string; channel?: string } = {}) => {
  const refNo = `L${++nth}`;
  const id =
    await desk.one(sql`insert into statement_line (community_id, channel, ref_no, day, amount, payer, imported_by)
    values (${desk.community}::bigint, ${more.channel ?? '银行'}, ${refNo}, ${more.day ?? BACK}::date, ${fen}, ${more.payer ?? ''},
      ${desk.finance.userId}::bigint) returning id::text`);
  return { id, refNo };
};
const take = (id: string, roomIds: readonly string[], more: object = {}, who: Held = desk.finance): Promise<Reply> =>
  desk.report('TakeLine', { requestId: uuid(), id, roomIds, ...more }, who);
const span = { from: plusDays(TODAY, -31), to: TODAY };
const undo = (id: string, who: Held): Promise<Reply> =>
  desk.report('Match', { ...span, action: 'undo', side: '渠道', id, note: '收错房间' }, who);
const stateOf = (id: string) => desk.one(sql`select state || ' ' || note from statement_line where id = ${id}::bigint`);
const paymentsOf = async (roomId: string) =>
  (
    await sql<{
      day: string;
      amount: number;
      kept: number;
      state: string;
      no: string | null;
      tenders: string;
    }>`select p.day::text, p.amount::int,
        p.to_prepay::int as kept, p.state, p.receipt_text as no,
        (select string_agg(t.kind || ' ' || t.amount || ' ' || t.ref_no || ' ' || coalesce(t.ref_day::text, ''), ',') from tender t where t.payment_id = p.id) as tenders
      from payment p where p.room_id = ${roomId}::bigint order by p.id`.execute(desk.server.db)
  ).rows;

describe('a line that nobody has receipted', () => {
  it('pays the oldest arrears as of its day, keeps the rest, and is even with its receipt', async () => {
    const roomId = await desk.household([
      { amount: 10_000, dueDay: plusDays(BACK, -2), cycle: 'a' },
      { amount: 5_000, dueDay: plusDays(BACK, -1), cycle: 'b' },
    ]);
    const { id, refNo } = await line(20_000, { payer: '查无此人' });
    const before = await desk.one(sql`select count(*) from payment`);
    const shown = await take(id, [roomId], { preview: true });
    expect(shown.data).toMatchObject({ amount: '200.00', day: BACK });
    expect(await desk.one(sql`select count(*) from payment`)).toBe(before);
    const taken = await take(id, [roomId]);
    expect(said(taken)).not.toContain('失败');
    const rows = taken.data.rows as { principal: string; penalty: string }[];
    expect(rows.map(({ principal }) => principal)).toEqual(['100.00', '50.00']);
    const fined = rows.reduce((sum, { penalty }) => sum + Math.round(Number(penalty) * 100), 0);
    const [made] = await paymentsOf(roomId);
    expect(made).toMatchObject({
      day: BACK,
      amount: 20_000,
      kept: 5_000 - fined,
      state: '正常',
      tenders: `转账 20000 ${refNo} ${BACK}`,
    });
    expect(made?.no).toMatch(/^KCS/);
    expect(await stateOf(id)).toContain('已处理 收作缴费：');
    expect(said(await take(id, [roomId]))).toContain('该笔已处理');
    const { data } = await desk.report('Match', { ...span, action: 'list' });
    expect((data.open as { refNo: string }[]).filter((open) => open.refNo.startsWith(refNo))).toEqual([]);
  });

  it('is taken once when it is pressed twice and by two people', async () => {
    const roomId = await desk.household([{ amount: 30_000, dueDay: BACK }]);
    const { id } = await line(30_000);
    const body = { requestId: uuid(), id, roomIds: [roomId] };
    const answers = await Promise.all([
      desk.report('TakeLine', body),
      desk.report('TakeLine', body),
      take(id, [roomId]),
      take(id, [roomId], {}, await desk.server.client.signIn('admin')),
    ]);
    for (const { http } of answers) expect(http).toBeLessThan(500);
    expect(answers.some(({ status }) => status === 1)).toBe(true);
    expect(await paymentsOf(roomId)).toHaveLength(1);
    const [again] = [await desk.report('TakeLine', body)];
    expect([1, 409]).toContain(again?.status);
    expect(await paymentsOf(roomId)).toHaveLength(1);
  });

  it('is taken back by somebody else only, waits again, and is taken for the right room then', async () => {
    const [wrong, right] = [
      await desk.household([{ amount: 4_000, dueDay: BACK }]),
      await desk.household([{ amount: 4_000, dueDay: BACK }]),
    ];
    const { id, refNo } = await line(4_000);
    expect((await take(id, [wrong])).status).toBe(1);
    expect(said(await undo(id, desk.finance))).toBe('不能审核自己经手的红冲');
    expect(await stateOf(id)).toContain('已处理');
    const admin = await desk.server.client.signIn('admin');
    expect(said(await undo(id, admin))).not.toContain('失败');
    expect((await paymentsOf(wrong)).map(({ state, amount }) => `${state} ${amount}`)).toEqual([
      '已红冲 4000',
      '正常 -4000',
    ]);
    expect(await stateOf(id)).toBe('待查 ');
    // Neither side of what was taken back waits, and the program does not put it together again.
    const { data } = await desk.report('Match', { ...span, action: 'auto' });
    expect(
      (data.open as { side: string; refNo: string }[])
        .filter((open) => open.refNo.startsWith(refNo))
        .map(({ side }) => side),
    ).toEqual(['渠道']);
    expect(said(await take(id, [right]))).not.toContain('失败');
    expect((await paymentsOf(right))[0]?.tenders).toBe(`转账 4000 ${refNo}-2 ${BACK}`);
    // At the counter it is the same act.
    const paid = await desk.one(sql`select id::text from payment where room_id = ${right}::bigint and state = '正常'`);
    expect(
      (await desk.cashCall('Reverse', { requestId: uuid(), paymentId: paid, reason: '退' }, desk.manager)).status,
    ).toBe(1);
    expect(await stateOf(id)).toBe('待查 ');
  });

  it('pays several rooms with a receipt each; one taken back leaves its part to be taken anew', async () => {
    const [a, b] = [
      await desk.household([{ amount: 1_000, dueDay: BACK }]),
      await desk.household([{ amount: 2_000, dueDay: BACK }]),
    ];
    const { id } = await line(3_000, { channel: '微信' });
    expect(said(await take(id, [a, b]))).not.toContain('失败');
    expect([...(await paymentsOf(a)), ...(await paymentsOf(b))].map(({ amount }) => amount)).toEqual([1_000, 2_000]);
    const ofB = await desk.one(sql`select id::text from payment where room_id = ${b}::bigint`);
    expect(
      (await desk.cashCall('Reverse', { requestId: uuid(), paymentId: ofB, reason: '退' }, desk.manager)).status,
    ).toBe(1);
    expect((await take(id, [b], { preview: true })).data.amount).toBe('20.00');
    expect(said(await take(id, [b]))).not.toContain('失败');
    expect(await stateOf(id)).toContain('已处理');
    // Its file stays until that is taken back.
    const file =
      await desk.one(sql`insert into statement_file (community_id, channel, file_name, sha256, lines, added, first_day, last_day, imported_by)
      values (${desk.community}::bigint, '微信', 'w.csv', ${uuid()}, 1, 1, ${BACK}::date, ${BACK}::date, ${desk.finance.userId}::bigint) returning id::text`);
    await sql`update statement_line set file_id = ${file}::bigint where id = ${id}::bigint`.execute(desk.server.db);
    const withdraw = () => desk.report('WithdrawStatement', { id: file, reason: '导错' });
    expect(said(await withdraw())).toBe('该账单有1笔已收作缴费，请先逐笔撤销');
    expect((await undo(id, await desk.server.client.signIn('admin'))).status).toBe(1);
    expect((await withdraw()).data.removed).toBe(1);
  });

  it('is refused where it is no payment, is receipted, or its month or rooms are not to be touched', async () => {
    const roomId = await desk.household([{ amount: 7_000, dueDay: BACK }]);
    const { id } = await line(-500);
    expect(said(await take(id, [roomId]))).toBe('渠道退款不能收作缴费');
    const charged = await line(7_000);
    const answer = await desk.charge(roomId, [{ type: '转账', amount: '60.00', refNo: charged.refNo, refDay: TODAY }]);
    expect(said(answer)).not.toContain('失败');
    expect(said(await take(charged.id, [roomId]))).toContain(
      `该流水号已开收据${String(answer.data.receiptNo)} 60.00元`,
    );
    const { id: free } = await line(7_000);
    expect(said(await take(free, []))).toBe('roomIds 请选择房间');
    expect((await take(free, [roomId], {}, desk.cashier)).status).toBe(403);
    expect(said(await take('999999', [roomId]))).toBe('渠道账单行不存在，或您没有查看它的权限');
    const other = await desk.one(
      sql`select r.id::text from room r join community c on c.id = r.community_id where c.code = 'BJ' limit 1`,
    );
    expect(said(await take(free, [roomId, other]))).toBe('roomIds 请选择同一小区的房间');
    const tomorrow = await line(100, { day: plusDays(TODAY, 1) });
    expect(said(await take(tomorrow.id, [roomId]))).toBe('该行日期晚于今天，请核对渠道账单');
    await sql`insert into income_review (community_id, month, snapshot, hash, made_by)
      values (${desk.community}::bigint, ${BACK.slice(0, 7)}, '{}', '', ${desk.finance.userId}::bigint)`.execute(
      desk.server.db,
    );
    expect(said(await take(free, [roomId]))).toBe(`${BACK.slice(0, 7)}收入报表已复核，请先反复核`);
    await sql`delete from income_review where hash = ''`.execute(desk.server.db);
    expect(await stateOf(free)).toBe('待查 ');
  });

  it('of a day that was closed is booked today, reckoned as of its day', async () => {
    const roomId = await desk.household([{ amount: 9_000, dueDay: plusDays(BACK, -20) }]);
    const day = plusDays(BACK, -1);
    const { id } = await line(9_000, { day });
    for (const closed of [day, TODAY])
      await sql`insert into day_close (community_id, day, cash, deposit_no, deposit_amount, made_by)
        values (${desk.community}::bigint, ${closed}::date, 0, '', 0, ${desk.finance.userId}::bigint) on conflict do nothing`.execute(
        desk.server.db,
      );
    // Nor into today, once that is closed.
    expect(said(await take(id, [roomId]))).toBe('当日已日结，请在次日收作缴费');
    await sql`delete from day_close where day = ${TODAY}::date and made_by = ${desk.finance.userId}::bigint`.execute(
      desk.server.db,
    );
    const taken = await take(id, [roomId]);
    expect(taken.data.day).toBe(TODAY);
    expect((await paymentsOf(roomId))[0]?.tenders).toContain(day);
  });

  it('of a day that was closed ends the penalty of what it pays on its day, and taken back never did', async () => {
    const day = plusDays(BACK, -1);
    // 10,000.00 that ran for 20 days by then, at 0.05 % a day: 100.00; the rest of the line is principal.
    const roomId = await desk.household([{ amount: 1_000_000, dueDay: plusDays(day, -20) }]);
    const { id } = await line(510_000, { day });
    const taken = await take(id, [roomId]);
    expect(taken.data).toMatchObject({ day: TODAY, rows: [{ principal: '5000.00', penalty: '100.00' }] });
    const owed = async () => {
      const { principal, penalty } = (await desk.cashCall('Household', { roomId })).data;
      return { principal, penalty };
    };
    // Four days on half of it, whenever it was booked.
    expect(await owed()).toEqual({ principal: '5000.00', penalty: '10.00' });
    expect((await undo(id, await desk.server.client.signIn('admin'))).status).toBe(1);
    expect(await owed()).toEqual({ principal: '10000.00', penalty: '120.00' });
    expect(said(await take(id, [roomId]))).not.toContain('失败');
    expect(await owed()).toEqual({ principal: '5000.00', penalty: '10.00' });
  });

  it('offers the rooms of its payer, and those that are looked for', async () => {
    const roomId = await desk.household([{ amount: 8_000, dueDay: BACK }]);
    const owner = await desk.one(
      sql`select p.name from occupancy o join party p on p.id = o.party_id where o.room_id = ${roomId}::bigint and o.role = '业主'`,
    );
    const code = await desk.one(sql`select full_code from room where id = ${roomId}::bigint`);
    const { id } = await line(8_000, { payer: owner });
    const found = async (Keyword: string) =>
      (await desk.report('LineRooms', { id, Keyword })).data.rows as {
        roomId: string;
        owed: string;
        related: boolean;
      }[];
    expect((await found('')).find((row) => row.roomId === roomId)).toMatchObject({ owed: '80.00', related: true });
    expect((await found(code))[0]?.roomId).toBe(roomId);
  });
});
