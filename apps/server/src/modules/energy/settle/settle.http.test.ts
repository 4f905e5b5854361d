/** Settlement reports over the wire: fees by hand, the cut that keeps them and locks readings, and who may. */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01002';
const CONTRACT = 'HT-EMC01002-01';
const NOW = new Date('2026-04-20T04:00:00Z');
const MARCH = { From: '2026-03-01', To: '2026-03-31' };
let server: TestServer;
let manager: Held;

const report = (body: object = MARCH, who: Held = manager): Promise<Reply> =>
  server.client.json('/emcapi/EnergyReport/Settlement', { ContractCode: CONTRACT, ...body }, who);
const write = (body: object, who: Held = manager): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { SetType: 'settleCut', ...body }, who);
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
const rowsOf = (reply: Reply, key: string) => reply.data[key] as readonly Readonly<Record<string, unknown>>[];
const quoted = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from reading_quote where project_code = ${PROJECT}`.execute(
      server.db,
    )
  ).rows[0]?.n;

/** Days of March of the settling heat meters. */
const use = (energy: string, usage: number, days: number) =>
  sql`insert into meter_day (meter_id, register, day, project_code, from_at, to_at, open, close, usage, estimated, due, got, calc)
    select m.device_id, 'total', d::date, ${PROJECT}, d, d + interval '1 day', 0, 10, ${usage}, 0, 1, 1, 1
    from meter m join energy_category c on c.id = m.category_id, generate_series('2026-03-01'::date, '2026-03-01'::date + ${days - 1}::int, interval '1 day') d
    where m.project_code = ${PROJECT} and m.is_settle and c.code = ${energy}`.execute(server.db);

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  manager = await server.client.signIn('projectManager');
  const { db } = server;
  await sql`update meter set used_from = '2026-01-01', used_to = null where project_code = ${PROJECT}`.execute(db);
  await sql`delete from contract_price where contract_code = ${CONTRACT}`.execute(db);
  await sql`insert into contract_price (contract_code, kind, unit, price, tax_rate, valid_from, valid_to) values
    (${CONTRACT}, 'cold', '元/kWh', 0.5, 9, '2026-01-01', '2026-03-15'), (${CONTRACT}, 'cold', '元/kWh', 0.6, 9, '2026-03-16', null),
    (${CONTRACT}, 'heat', '元/GJ', 139, 9, '2026-01-01', null)`.execute(db);
  await use('cooling', 100, 31);
  await use('heating', 10, 30);
}, 120_000);
afterAll(() => server.close());

it('bills what the settling meters counted at each price of the contract', async () => {
  const reply = await report();
  expect(reply.message).toBe('');
  // 15 × 100 × 0.5 = 750, 16 × 100 × 0.6 = 960, 300 kWh = 1.08 GJ × 139 = 150.12.
  // Without 9 % of tax: 750 ÷ 1.09 = 688.07, 960 ÷ 1.09 = 880.73, 150.12 ÷ 1.09 = 137.72.
  expect(rowsOf(reply, 'items').map(({ fee, amount, unit, net, tax }) => [fee, amount, unit, net, tax])).toEqual([
    ['冷量计量费', '750.00', 'kWh', '688.07', '61.93'],
    ['冷量计量费', '960.00', 'kWh', '880.73', '79.27'],
    ['热量计量费', '150.12', 'GJ', '137.72', '12.40'],
  ]);
  expect(reply.data).toMatchObject({ sum: '1860.12', net: '1706.52', tax: '153.60', cut: null, complete: 98.3 });
  expect(rowsOf(reply, 'meters').map(({ usage, complete }) => [usage, complete])).toEqual([
    ['3100', 100],
    ['300', 96.7],
  ]);
  const failed = rowsOf(reply, 'checks').filter(({ ok }) => ok === false);
  expect(failed.map(({ what, blocks }) => [what, blocks])).toEqual([['结算表完整率 100%', false]]);
});

it('bills what was agreed to besides: overtime, what was paid for the customer, adjustments; what is settled is not billed again', async () => {
  const { db } = server;
  await sql`insert into b_settlement_basis (source_module, source_id, source_effect, basis_no, kind, item, project, contract, month, quantity, unit,
      amount, settled, state) values
    ('test', 1, 'test', 'JB-1', '临时用能', '会展厅 加班供能', ${PROJECT}, ${CONTRACT}, '2026-03', 4, 'h', 314.40, null, '未结算'),
    ('test', 2, 'test', 'JB-2', '临时用能', '已结算的', ${PROJECT}, ${CONTRACT}, '2026-03', 4, 'h', 500, 1, '已结算'),
    ('test', 3, 'test', 'DJ-1', '代缴费用', '垃圾清运', ${PROJECT}, ${CONTRACT}, '2026-03', 1, '项', 200, null, '未结算'),
    ('test', 4, 'test', 'JB-3', '临时用能', '下月的', ${PROJECT}, ${CONTRACT}, '2026-04', 4, 'h', 100, null, '未结算')`.execute(
    db,
  );
  await sql`insert into adjustment (serial, project_code, meter_id, register, day, difference, month, reason, state, created_by)
    select 'TZ-T-1', ${PROJECT}, m.device_id, 'total', '2026-02-01', -40, '2026-03', '纠错', '已同意', ${manager.userId}::bigint
    from meter m join energy_category c on c.id = m.category_id where m.project_code = ${PROJECT} and m.is_settle and c.code = 'cooling'
    limit 1`.execute(db);
  const reply = await report();
  // −40 kWh of February at 0.5.
  expect(
    rowsOf(reply, 'items')
      .slice(3)
      .map(({ fee, amount, taxRate }) => [fee, amount, taxRate]),
  ).toEqual([
    ['用量调整', '-20.00', '9'],
    ['加班用能费', '314.40', null],
    ['代缴费用', '200.00', null],
  ]);
  expect(reply.data).toMatchObject({ sum: '2354.52', net: null, tax: null });
  expect(rowsOf(reply, 'checks').find(({ what }) => what === '单价已填税率')).toMatchObject({
    ok: false,
    blocks: false,
    words: '加班用能费、代缴费用 没有税率，税额不能给出',
  });
  await sql`delete from b_settlement_basis where source_module = 'test'`.execute(db);
  await sql`update adjustment set voided = true where serial = 'TZ-T-1'`.execute(db);
});

it('tells the figures as they were known at an instant, and none of the future', async () => {
  const april = await report({ ...MARCH, AsOf: '2026-04-21T00:00:00+08:00' });
  expect(faults(april)).toEqual(['AsOf 数据版本时刻不能晚于现在']);
  // Nobody had read anything by then: days are made of readings, and there are none.
  const then = await report({ ...MARCH, AsOf: '2026-02-01T00:00:00+08:00' });
  expect(then.data).toMatchObject({ asOf: '2026-02-01T00:00:00+08:00', complete: 0 });
  expect(rowsOf(then, 'meters').map(({ usage, open }) => [usage, open])).toEqual([
    ['0', null],
    ['0', null],
  ]);
});

it('refuses what cannot be settled, and who may not see it', async () => {
  expect(faults(await report({ From: '2026-03-31', To: '2026-03-01' }))).toEqual(['To 结束日期不能早于开始日期']);
  expect(faults(await report({ From: '2026-04-01', To: '2026-04-20' }))).toEqual(['To 结算期不能晚于昨天']);
  expect((await report({ ...MARCH, ContractCode: 'HT-NONE' })).status).toBe(404);
  expect((await report(MARCH, await server.client.signIn('operator'))).status).toBe(403);
  // Somebody else's project is as if it were not there.
  const { rows } = await sql<{ code: string }>`select c.code from contract c join project p on p.code = c.project_code
    where p.manager <> ${manager.userId} and not exists (select from user_project u where u.user_id = ${manager.userId} and u.project_code = p.code)
    limit 1`.execute(server.db);
  expect((await report({ ...MARCH, ContractCode: rows[0]?.code ?? '' })).status).toBe(404);
  const backwards = await write({ Action: 'cut', ContractCode: CONTRACT, From: '2026-03-31', To: '2026-03-01' });
  expect(faults(backwards)).toEqual(['To 结束日期不能早于开始日期']);
  const april = await write({ Action: 'cut', ContractCode: CONTRACT, From: '2026-04-01', To: '2026-04-10' });
  expect(faults(april)).toContain('From 结算期已月锁：2026-04 未月锁');
});

it('is cut once: figures stay, readings are quoted, and undone with a reason', async () => {
  const cut = { Action: 'cut', ContractCode: CONTRACT, ...MARCH };
  expect(faults(await write(cut))).toEqual(['Reason 完整率 98.3%，请说明缺项按合同估算条款的处理']);
  const done = await write({ ...cut, Reason: '3月31日按合同第8条不计' });
  expect(done.message).toBe('');
  expect(done.data.SettleNo).toMatch(/^JS-202604-\d{4}$/);
  expect(await quoted()).toBe(2);
  expect(faults(await write({ ...cut, Reason: '再来' }))[0]).toMatch(
    /^From 结算期不重叠：与 JS-202604-\d{4} 重叠 31 天$/,
  );
  await sql`update contract_price set price = 9 where contract_code = ${CONTRACT}`.execute(server.db);
  const kept = await report();
  expect(kept.data).toMatchObject({ sum: '1860.12', cut: { SettleNo: done.data.SettleNo, state: '已截账' } });
  expect(rowsOf(kept, 'checks').find(({ what }) => what === '结算期不重叠')).toMatchObject({ ok: true });

  const take = async (Format: string) => {
    const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/SettlementExport`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
      body: JSON.stringify({ ContractCode: CONTRACT, ...MARCH, Format }),
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  // Nobody could pay: no account is bound to the project.
  expect((await take('pdf')).toString()).toContain('该项目未设置收款账户，结算单不能打印');
  await sql`insert into received_account_project (account_id, project_code)
    select min(a.id), c.project_code from b_user_received_account a, contract c
    where c.code = ${CONTRACT} and a.enabled = '启用' and '能源费' = any(a.purpose_kind) group by 2`.execute(server.db);
  expect((await take('pdf')).subarray(0, 8).toString()).toBe('%PDF-1.7');
  const [sheet] = await readXlsx(await take('xlsx'));
  const [head = [], ...lines] = sheet?.data ?? [];
  const column = (name: string) => lines.map((line) => line[head.indexOf(name)]);
  expect(column('金额（元）')).toEqual([750, 960, 150.12, 1860.12]);
  expect(column('税额（元）')).toEqual([61.93, 79.27, 12.4, 153.6]);

  const undo = { Action: 'undo', SettleNo: done.data.SettleNo };
  expect(faults(await write(undo))).toEqual(['Reason 请填写撤销原因']);
  expect((await write({ ...undo, Reason: '单价有误' })).message).toBe('');
  expect((await write({ ...undo, Reason: '单价有误' })).message).toBe('');
  expect(await quoted()).toBe(0);
  const anew = await report();
  expect(anew.data).toMatchObject({ cut: null });
  expect(rowsOf(anew, 'cuts')).toMatchObject([{ state: '已撤销' }]);
});
