/** 物业预开票, to the fen: a bill is invoiced once, income counts once, and what was paid for a bill waits for that bill. */
import { MODULES } from '@hengneng/core';
import type { ChainBy } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../modules/charging/index.ts';
import { resolve } from '../../engine/approval/people.ts';
import { handlerSource } from '../../modules/identity/index.ts';
import { runTo } from '../../modules/charging/testing/bills.ts';
import { accountsOf, billOfMonth, payMonth, triedCommunity } from '../../modules/charging/testing/community.ts';
import type { Db } from '../../platform/db/schema.ts';
import { Chains } from '../../testing/chains.ts';
import type { Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const NOW = new Date('2026-02-10T04:00:00Z');
const TODAY = '2026-02-10';
const PROJECT = 'EMC01001';
const MAKER = 'cashier';
let server: TestServer;
let chains: Chains;
let community = '';
let fee = '';
let rooms: readonly string[] = [];

const run = (period: string, state: '待发布' | '已发布', roomIds?: readonly string[]) =>
  runTo(
    server.db,
    {
      communityId: community,
      feeIds: [fee],
      period,
      ...(roomIds && { roomIds }),
      by: chains.user('cashier2'),
      checker: chains.user('finance'),
      day: TODAY,
    },
    state,
  );

/** Bills of February and April, 240.00 each. */
beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  chains = await Chains.on(server, PROJECT, NOW);
  ({ community, fee, rooms } = await triedCommunity(server.db, PROJECT));
  await run('2026-02', '已发布');
  await run('2026-04', '已发布');
}, 180_000);
afterAll(() => server.close());
// Whatever was done, what must hold holds.
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

const billOf = (room: string, period = '2026-02'): Promise<string> => billOfMonth(server.db, room, period);
const accounts = (room: string) => accountsOf(server.db, community, room);
const refusal = ({ message, errors }: Reply) => errors.map(({ path, message: of }) => `${path} ${of}`)[0] ?? message;
const cancelOf = async (id: string): Promise<string> =>
  refusal(
    await server.client.post(
      `${MODULES.chargePreOpen.api}/Cancel`,
      { BusinessId: id, Opinion: '错' },
      await server.client.signIn('generalManager'),
    ),
  );

/** Of February and April. */
const APRIL = 48_000;
const line = (room: string, bill: string, amount: string) => ({
  room,
  fee,
  bill,
  feeFrom: '2026-02',
  feeTo: '2026-05',
  taxName: '*供热*供暖费',
  amount,
  taxRate: '6',
});
const opening = (room: string, bill: string, amount: string) => ({
  community,
  customerType: '业主个人',
  mainRoom: room,
  payerName: '测试业主',
  payerPhone: '13900001111',
  sellerUnit: '衡能',
  invoiceKind: '数电普票',
  buyerTitle: '测试业主',
  preReason: '整季一次性缴费',
  planPayDate: '2026-02-20',
  payMode: '银行转账',
  receiveEmail: 'a@b.cn',
  lines: [line(room, bill, amount)],
});
const draft = async (room: string, bill: string, amount: string): Promise<string> =>
  chains
    .walk('chargePreOpen')
    .draft(MAKER, { ...opening(room, bill, amount), promiseFile: [await chains.file(MAKER)] });
const send = (id: string) => chains.walk('chargePreOpen').submit(MAKER, id);
const steps = (no: string, received: string, unpaidHandle: string) => ({
  财务开票: { invoiceNo: no, invoiceDate: TODAY },
  回款核销: { receivedDate: TODAY, receivedAmount: received, unpaidHandle },
});
/** What the ledger says of a bill: income and output tax that were booked by it, credits − debits. */
const income = async (bill: string) =>
  (
    await sql<{
      income: number;
    }>`select coalesce(sum(case when c.kind = '收入' then t.amount when d.kind = '收入' then -t.amount else 0 end), 0)::int as income
      from transfer t join ledger_account d on d.id = t.debit join ledger_account c on c.id = t.credit where t.bill_id = ${bill}`.execute(
      server.db,
    )
  ).rows[0]?.income;
const marks = (bill: string) =>
  chains.rows(`select settled::int, invoice_pending::int as pending, invoiced::int from bill where id = ${bill}`);
const invoices = (room: string) =>
  chains.rows(
    `select invoice_no as no, amount::text, received::text, reversed::text from b_property_invoice where room = ${room} and not voided`,
  );

it('asks people of the household’s own community and project, never who filed it nor those of other communities', async () => {
  const [maker, other, stranger] = ['cashier', 'cashier2', 'finance'].map((account) => chains.user(account));
  const asked = (db: Db, by: ChainBy, starterId = maker ?? '') =>
    resolve(db, handlerSource, by, {
      title: '',
      serial: '',
      starterId,
      starterDept: 'A63',
      projectCode: null,
      community,
      amount: null,
      evaluate: () => true,
      usersOf: () => [],
    });
  const ids = async (...of: Parameters<typeof asked>) => (await asked(...of)).people.map(({ userId }) => userId);
  expect(await ids(server.db, 'role(cashier)')).toEqual([other]);
  expect(new Set(await ids(server.db, 'role(cashier)', stranger))).toEqual(new Set([maker, other]));
  const there = await handlerSource.byRole(server.db, 'propertyManager', { projectCode: PROJECT, deptId: null });
  expect((await asked(server.db, 'role(propertyManager)')).people).toEqual(there);
  await sql`update community_cashier set span = daterange('2020-01-01', ${TODAY}) where community_id = ${community} and user_id = ${other}`.execute(
    server.db,
  );
  const alone = await asked(server.db, 'role(cashier)');
  expect(alone.why).toContain('是申请人本人，不能审批自己的单据，上报区域经理');
  expect(alone.people.map(({ userId }) => userId)).toEqual(await ids(server.db, 'areaManager'));
  await sql`update community_cashier set span = daterange('2020-01-01', null) where community_id = ${community} and user_id = ${other}`.execute(
    server.db,
  );
});

it('invoices a bill once, pays it when the money is there, and income counts once; a cancel leaves nothing', async () => {
  const room = rooms[6] ?? '';
  const bill = await billOf(room);
  const before = await accounts(room);
  expect(refusal(await send(await draft(room, bill, '240.01')))).toBe('lines[0].amount 该账单未缴金额只有240.00元');
  const two = [await draft(room, bill, '150.00'), await draft(room, bill, '150.00')];
  const answers = await Promise.all(two.map(send));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
  expect(answers.map(refusal).toSorted()).toEqual([
    '',
    'lines[0].amount 该账单可开票金额只有90.00元，请核对是否已预开票',
  ]);
  const id = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
  expect(await marks(bill)).toEqual([{ settled: 0, pending: 15_000, invoiced: 0 }]);
  await chains.agree('chargePreOpen', MAKER, id, steps('FP-1', '150.00', '已全额回款'), '回款核销');
  expect(await marks(bill)).toEqual([{ settled: 0, pending: 0, invoiced: 15_000 }]);
  await chains.agree('chargePreOpen', MAKER, id, steps('FP-1', '150.00', '已全额回款'));
  expect(await marks(bill)).toEqual([{ settled: 15_000, pending: 0, invoiced: 15_000 }]);
  expect(await accounts(room)).toEqual({ 应收: 24_000 + 9_000 });
  expect(await income(bill)).toBe(24_000);
  expect(await invoices(room)).toEqual([{ no: 'FP-1', amount: '150.00', received: '150.00', reversed: '0.00' }]);
  expect(await chains.reminders('chargePreOpen', id)).toEqual([]);
  // The report's line of that payment says which invoice it was for.
  const { data } = await server.client.json(
    '/pmsapi/Report/GetIncomePage',
    { communityIds: [community], from: TODAY, to: TODAY },
    await server.client.signIn('finance'),
  );
  const ofRoom = (data.rows as { roomId: string; total: string; invoiceNo: string }[]).filter(
    ({ roomId }) => roomId === room,
  );
  expect(ofRoom).toMatchObject([{ total: '150.00', invoiceNo: 'FP-1' }]);
  const seen = await server.client.json(
    '/pmsapi/Cashier/Household',
    { roomId: room },
    await server.client.signIn(MAKER),
  );
  expect(seen.data).toMatchObject({ room: { lastPaid: { day: TODAY, amount: '150.00' } } });
  await chains.cancel('chargePreOpen', id);
  expect(await accounts(room)).toEqual(before);
  expect(await marks(bill)).toEqual([{ settled: 0, pending: 0, invoiced: 0 }]);
  expect(await invoices(room)).toEqual([]);
});

it('that was paid in part is asked for day by day', async () => {
  const room = rooms[7] ?? '';
  const bill = await billOf(room);
  const id = await draft(room, bill, '240.00');
  expect(refusal(await send(id))).toBe('');
  await chains.agree('chargePreOpen', MAKER, id, steps('FP-2', '100.00', '分次回款继续跟踪'));
  expect(await marks(bill)).toEqual([{ settled: 10_000, pending: 0, invoiced: 24_000 }]);
  expect(
    (await chains.reminders('chargePreOpen', id)).map(({ day, role, every }) => [day, role, every]).toSorted(),
  ).toEqual([
    ['2026-02-20', 'cashier', 1],
    ['2026-02-20', 'propertyManager', 1],
  ]);
  expect((await chains.preview('chargePreOpen', MAKER, opening(room, bill, '1.00'))).openUnpaid).toBe('140.00');
});

it('that is taken back may be invoiced again as far as it was not paid', async () => {
  const room = rooms[8] ?? '';
  const bill = await billOf(room);
  const id = await draft(room, bill, '240.00');
  expect(refusal(await send(id))).toBe('');
  await chains.agree('chargePreOpen', MAKER, id, steps('FP-3', '100.00', '发票冲红'));
  expect(await marks(bill)).toEqual([{ settled: 10_000, pending: 0, invoiced: 10_000 }]);
  expect(await invoices(room)).toEqual([{ no: 'FP-3', amount: '240.00', received: '100.00', reversed: '140.00' }]);
  expect(await chains.followUps('chargePreOpen', id)).toMatchObject([{ module: 'invoiceHedging' }]);
  expect(await cancelOf(id)).toBe('发票已冲红，不能作废');
  expect(refusal(await send(await draft(room, bill, '140.00')))).toBe('');
});

it('of a bill that waits for its release is a liability until then, and what was paid pays it', async () => {
  const room = rooms[9] ?? '';
  const may = await run('2026-05', '待发布', [room]);
  const bill = await billOf(room, '2026-05');
  const id = await draft(room, bill, '240.00');
  expect(refusal(await send(id))).toBe('');
  await chains.agree('chargePreOpen', MAKER, id, steps('FP-4', '240.00', '已全额回款'), '回款核销');
  // The tax within 240.00 is 13.58.
  expect(await accounts(room)).toEqual({ 应收: APRIL, 预开票: -22_642 });
  expect(await income(bill)).toBe(0);
  await chains.agree('chargePreOpen', MAKER, id, steps('FP-4', '240.00', '已全额回款'));
  expect(await accounts(room)).toEqual({ 应收: APRIL, 预开票: -22_642, 预存·费: -24_000 });
  const finance = await server.client.signIn('finance');
  const released = await server.client.json('/pmsapi/Bill/Release', { batchId: may }, finance);
  expect(released.message).toBe('');
  expect(await accounts(room)).toEqual({ 应收: APRIL });
  expect(await marks(bill)).toEqual([{ settled: 24_000, pending: 0, invoiced: 24_000 }]);
  expect(await income(bill)).toBe(24_000);
});

describe('a run of chosen rooms', () => {
  const ask = async (input: object) =>
    server.client.post(
      '/pmsapi/Bill/Generate',
      { communityIds: [community], feeIds: [fee], period: '2026-06', ...input },
      await server.client.signIn('cashier'),
    );

  it('bills them and nobody else; the run of all later passes them over', async () => {
    const roomIds = [rooms[10], rooms[11]];
    // Another room's month before is none of theirs.
    await run('2026-05', '已发布', [rooms[14] ?? '']);
    const seen = await ask({ roomIds, mode: 'preview' });
    expect(seen.data).toMatchObject({ rooms: 2, lines: 2, amount: '480.00' });
    const { previewHash } = seen.data;
    // What was seen of two rooms is no run of all, nor of one.
    for (const others of [[], [rooms[10]]])
      expect((await ask({ roomIds: others, mode: 'run', previewHash })).message).toBe('基础数据已变化，请重新预览');
    const made = await ask({ roomIds, mode: 'run', previewHash });
    expect(made.data).toMatchObject({ rooms: 2, lines: 2, progress: { done: 1, parts: 1, state: '待审核' } });
    const listed = await server.client.json(
      '/pmsapi/Bill/Batches',
      { id: made.data['batchId'] },
      await server.client.signIn('finance'),
    );
    expect(listed.data['rows']).toMatchObject([{ chosen: true, rooms: 2 }]);
    const compared = await server.client.json(
      '/pmsapi/Bill/GetFeeSummary',
      { batch: made.data['batchId'], compare: 'last,yoy' },
      await server.client.signIn('finance'),
    );
    expect(compared.data['rows']).toMatchObject([{ amount: '480.00', last: null, yearAgo: null }]);
    expect((await ask({ mode: 'preview' })).data).toMatchObject({
      rooms: 14,
      skipped: [{ reason: '本周期已出账', count: 2 }],
    });
    const { rows } = await sql<{
      id: string;
    }>`select id::text from room where community_id <> ${community} limit 1`.execute(server.db);
    expect(refusal(await ask({ roomIds: [rows[0]?.id], mode: 'preview' }))).toBe(
      'roomIds 房间不属于所选小区，请重新选择',
    );
  });

  it('is released when its month has come: what was paid for its bill pays that one, however old others are', async () => {
    const room = rooms[12] ?? '';
    await sql`update community_terms set auto_deduct = true where community_id = ${community}`.execute(server.db);
    const july = await run('2026-07', '待发布', [room]);
    const bill = await billOf(room, '2026-07');
    const id = await draft(room, bill, '240.00');
    expect(refusal(await send(id))).toBe('');
    await chains.agree('chargePreOpen', MAKER, id, steps('FP-7', '240.00', '已全额回款'));
    const ahead = { 预开票: -22_642, 预存·费: -24_000 };
    expect(await accounts(room)).toEqual({ 应收: 48_000, ...ahead });
    const cashier = await server.client.signIn('cashier');
    const deducted = () =>
      server.client.json(
        '/pmsapi/Cashier/Deduct',
        { requestId: crypto.randomUUID(), roomId: room, preview: true },
        cashier,
      );
    expect((await deducted()).data).toMatchObject({ rows: [], total: '0.00' });
    expect((await server.client.json('/pmsapi/Recharge/GetBalance', { roomId: room }, cashier)).data).toMatchObject({
      balance: '240.00',
      frozen: '240.00',
    });
    const finance = await server.client.signIn('finance');
    const asked = { communityIds: [community], from: TODAY, to: TODAY, Keyword: '1-113' };
    expect((await server.client.json('/pmsapi/Report/GetPrepaidPage', asked, finance)).data['rows']).toMatchObject([
      { closing: '240.00', liability: '226.42', invoices: 'FP-7', periods: '2026-07' },
    ]);
    // Who was invoiced keeps that price; it is no reason why others can't be charged another.
    const paper = await server.client.upload(
      '/bpmapi/ServiceResource/Upload',
      '批文.txt',
      Buffer.from('批文'),
      finance,
    );
    const price = { action: 'price', feeId: fee, unitPrice: '3.0000', files: [paper.data] };
    const from = async (day: string) =>
      refusal(await server.client.post('/pmsapi/Fee/Save', { ...price, from: day }, finance));
    expect(await from('2026-06-15')).toBe('from 该日期已出账，只能从下一账期起');
    expect(await from('2026-07-15')).toBe('');
    expect((await server.client.json('/pmsapi/Bill/Release', { batchId: july }, finance)).message).toBe('');
    expect(await accounts(room)).toEqual({ 应收: 48_000 });
    expect(await marks(bill)).toEqual([{ settled: 24_000, pending: 0, invoiced: 24_000 }]);
    await sql`update community_terms set auto_deduct = false where community_id = ${community}`.execute(server.db);
  });

  it('keeps what was paid for its bill from being handed back, or going to another room, until that is taken back', async () => {
    const room = rooms[13] ?? '';
    for (const period of ['2026-02', '2026-04'])
      await payMonth(server.db, { community, room, period, fen: 24_000n, by: chains.user('cashier2'), now: NOW });
    const august = await run('2026-08', '待发布', [room]);
    const id = await draft(room, await billOf(room, '2026-08'), '240.00');
    expect(refusal(await send(id))).toBe('');
    await chains.agree('chargePreOpen', MAKER, id, steps('FP-8', '100.00', '分次回款继续跟踪'));
    const cashier = await server.client.signIn('cashier');
    const back = (amount: string) =>
      server.client.post(
        '/pmsapi/Cashier/Refund',
        { requestId: crypto.randomUUID(), roomId: room, kind: '预存', amount, way: '现金', reason: '搬走' },
        cashier,
      );
    expect(refusal(await back('50.00'))).toBe(
      'amount 余额中有100.00元是预开票账单的回款，须先冲红发票；现在最多可退0.00元',
    );
    expect(await accounts(room)).toEqual({ 预开票: -22_642, 预存·费: -10_000 });
    // Nor does the run go that it was made in.
    await sql`update bill set state = '待审核' where run_id = ${august}`.execute(server.db);
    await sql`update billing_run set state = '待审核' where id = ${august}`.execute(server.db);
    const sendBack = { batchId: august, action: 'reject', opinion: '重算' };
    const finance = await server.client.signIn('finance');
    expect(refusal(await server.client.post('/pmsapi/Bill/Audit', sendBack, finance))).toMatch(
      /^账单ZD202608TT\d+已预开票，请先冲红发票再退回批次$/,
    );
    await chains.cancel('chargePreOpen', id);
    expect(await accounts(room)).toEqual({});
    expect(
      await chains.rows(`select paid_ahead::int as kept from bill where room_id = ${room} and paid_ahead > 0`),
    ).toEqual([]);
  });
});
