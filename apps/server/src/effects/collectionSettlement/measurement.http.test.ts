/** 计量收费: what the main meter shows is shared to the third place, a meter is charged once a month, and each household owes in one ledger. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../modules/charging/index.ts';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const MAKER = 'projectManager';
let chains: Chains;
let rooms: readonly string[] = [];
let contract = '';

beforeAll(async () => {
  chains = await Chains.start();
  rooms = (
    await chains.rows(`select r.id::text from room r join community c on c.id = r.community_id where c.project_code = '${PROJECT}'
      and r.full_code in ('1栋-101', '1栋-201') order by r.id`)
  ).map((row) => String(row.id));
  contract = String(
    (await chains.rows(`select code from contract where project_code = '${PROJECT}' order by code limit 1`))[0]?.code,
  );
});
afterAll(() => chains.close());
// Whatever was done, what must hold of the ledger holds.
afterEach(async () => expect(await brokenInvariants(chains.server.db)).toEqual([]));

/** What the ledger says that the rooms owe. Fen. */
const owed = async () =>
  (
    await chains.rows(`select coalesce((select balance from ledger_account where kind = '应收' and ref = r.id), 0)::int as balance from room r
      where r.id in (${rooms.join(', ')}) order by r.id`)
  ).map(({ balance }) => balance);

const SELF = `source_module = 'measurementCharge' and not voided`;
const books = async () => ({
  meters: await chains.rows(
    `select meter_no as no, last_reading::text as last, last_use::text as used from b_room_meter where last_reading is not null and meter_no like 'T-%' order by id`,
  ),
  charged: await chains.rows(`select meter_no as no, month, state from b_meter_charge where ${SELF} order by id`),
  bills: await chains.rows(
    `select amount::int, reduced::int, trim_scale(quantity)::text as quantity, kind, state from bill where state = '已发布' and kind <> '红冲' order by id`,
  ),
  receivables: await chains.rows(
    `select customer_name as who, amount::text from b_receivable_ledger where ${SELF} order by id`,
  ),
  messages: await chains.rows(`select way from b_owner_message where ${SELF} order by id`),
  basis: await chains.rows(
    `select kind, quantity::text, amount::text from b_settlement_basis where ${SELF} order by id`,
  ),
  figures: await chains.rows(`select metric, value::float8 as value from b_efficiency_index where ${SELF} order by id`),
  cost: await chains.rows(`select account, sum(amount)::text as amount from project_cost where source_module = 'measurementCharge'
    group by 1 having sum(amount) <> 0`),
});

let month = 0;
/** Months of their own, so that tests do not charge the same meters. */
const nextMonth = (): string => {
  month += 1;
  return `2027-${String(month).padStart(2, '0')}`;
};
const reading = (meterNo: string, thisReading: string, more: Readonly<Record<string, unknown>> = {}) => ({
  room: null,
  userName: `用户${meterNo}`,
  chargeArea: '100.00',
  meterNo,
  readState: '实抄',
  lastReading: '0.000',
  thisReading,
  ratio: '1.00',
  changeQuantity: '0',
  meterPrice: '0.5000',
  basicPrice: '0.0000',
  reduceFee: '0.00',
  ...more,
});
const given = (of: string, more: Readonly<Record<string, unknown>>) => ({
  project: PROJECT,
  contract,
  userKind: '写字楼租户',
  meterKind: '冷量',
  quantityUnit: 'kWh',
  chargeMonth: of,
  periodStart: `${of}-01`,
  periodEnd: `${of}-28`,
  readMode: '人工抄表',
  reader: chains.user('operator'),
  settleMode: '直接向用户出账',
  publicQuantity: '0',
  lossLimit: '8',
  lossRule: '按用量分摊',
  dueDate: '2028-01-31',
  noticeMode: ['微信推送'],
  lossReason: '管网散冷',
  ...more,
});
const draft = async (of: string, more: Readonly<Record<string, unknown>>): Promise<string> =>
  chains.walk('measurementCharge').draft(MAKER, { ...given(of, more), priceFile: [await chains.file(MAKER)] });
const send = (id: string) => chains.walk('measurementCharge').submit(MAKER, id);
const said = async (of: string, more: Readonly<Record<string, unknown>>) =>
  (await send(await draft(of, more))).errors.map((error) => error.message);
const steps = {
  项目经理复核抄表: { sampleCount: 0, sampleWrong: 0 },
  财务核价出账: { taxRate: '9', billDate: '2028-01-01' },
};
const charged = async (of: string, more: Readonly<Record<string, unknown>>): Promise<string> => {
  const id = await draft(of, more);
  const answer = await send(id);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  await chains.agree('measurementCharge', MAKER, id, steps);
  return id;
};

describe('计量收费', () => {
  it('shares the loss, bills each household once and keeps the reading for the next month; a cancel leaves nothing', async () => {
    const empty = await books();
    const of = nextMonth();
    const rows = [
      reading('T-1', '100.000', { room: rooms[0], reduceFee: '1.00' }),
      reading('T-2', '100.000', { room: rooms[1] }),
      reading('T-3', '101.000'),
    ];
    const terms = { mainQuantity: '311.001', readings: rows };
    expect(await said(of, { ...terms, readings: [rows[0], rows[0], rows[2]] })).toEqual(['表号重复，请合并为一行']);
    const id = await charged(of, terms);
    // (100 + 3.322) × 0.5, (101 + 3.357) × 0.5: what is left over of the loss goes to the largest.
    expect(await books()).toEqual({
      ...empty,
      meters: [
        { no: 'T-1', last: '100.000', used: '100.000' },
        { no: 'T-2', last: '100.000', used: '100.000' },
        { no: 'T-3', last: '101.000', used: '101.000' },
      ],
      charged: ['T-1', 'T-2', 'T-3'].map((no) => ({ no, month: of, state: '已出账' })),
      bills: [
        // With a basic charge of 86.00 m² and 98.50 m² at 1.20.
        { amount: 15_486, reduced: 100, quantity: '103.322', kind: '临时', state: '已发布' },
        { amount: 16_986, reduced: 0, quantity: '103.322', kind: '临时', state: '已发布' },
      ],
      receivables: [{ who: '用户T-3', amount: '52.18' }],
      messages: [{ way: '微信推送' }, { way: '微信推送' }],
      figures: [
        { metric: '冷量损耗量', value: 10.001 },
        { metric: '冷量损耗率', value: 3.2157 },
      ],
    });
    // The next month begins where this one ended, and the month itself is not charged again.
    const later = nextMonth();
    expect(await said(of, terms)).toEqual(['有表计本月已出账，不能重复计费']);
    expect(await said(of, { ...terms, readings: [rows[2]] })).toEqual([
      expect.stringMatching(/^该表上次读数为101.000|^该表2027-01已由/),
    ]);
    expect(await said(later, { ...terms, readings: [reading('T-3', '150.000', { lastReading: '90.000' })] })).toEqual([
      '该表上次读数为101.000，换表请选换表',
    ]);
    const shown = await chains.preview('measurementCharge', MAKER, {
      ...given(later, {}),
      readings: [{ room: rooms[0], meterNo: 'T-1' }],
    });
    expect((shown.readings as readonly Record<string, unknown>[])[0]).toMatchObject({
      lastReading: '100.000',
      lastUse: '100.000',
      meterPrice: '0.5000',
    });
    await chains.rows(`update b_receivable_ledger set written = 1 where ${SELF}`);
    const refused = await chains.server.client.post(
      '/bpmapi/StatementMetering/Cancel',
      { BusinessId: id, Opinion: '错' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(refused.message).toBe('已有用户核销或开票，不能作废，请先处理到账与发票');
    await chains.rows(`update b_receivable_ledger set written = 0 where ${SELF}`);
    // Each household owes what the ledger says, until the charge is taken back.
    expect(await owed()).toEqual([15_386, 16_986]);
    await chains.cancel('measurementCharge', id);
    expect(await books()).toEqual(empty);
    expect(await owed()).toEqual([0, 0]);
  });

  it('is charged by one of two that are sent off at once', async () => {
    const of = nextMonth();
    const terms = { mainQuantity: '100.000', readings: [reading('T-9', '100.000')] };
    const two = [await draft(of, terms), await draft(of, terms)];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    const id = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    expect((await chains.walk('measurementCharge').reject(MAKER, id)).status).toBe(1);
    expect((await books()).charged).toEqual([]);
  });

  it('goes into the settlement as one basis, the company bears its loss, and a broken meter is mended', async () => {
    const empty = await books();
    const of = nextMonth();
    const rows = [
      reading('T-5', '900.000'),
      reading('T-6', '50.000', { readState: '表坏按同期', changeQuantity: '50.000' }),
    ];
    const extra = ['T-7', 'T-8', 'T-10', 'T-11', 'T-12'].map((no) => reading(no, '10.000'));
    const id = await charged(of, {
      settleMode: '汇总进入用户结算',
      lossRule: '公司承担',
      mainQuantity: '1150.000',
      readings: [...rows, ...extra],
    });
    expect(await books()).toMatchObject({
      bills: empty.bills,
      receivables: empty.receivables,
      basis: [{ kind: '计量收费', quantity: '1050.000', amount: '525.00' }],
      cost: [{ account: '能源损耗', amount: '50.00' }],
    });
    expect(await chains.followUps('measurementCharge', id)).toMatchObject([{ module: 'maintenanceRecords' }]);
    await chains.rows(`update b_settlement_basis set settling = 1 where ${SELF}`);
    const refused = await chains.server.client.post(
      '/bpmapi/StatementMetering/Cancel',
      { BusinessId: id, Opinion: '错' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(refused.message).toBe('结算依据已被用户结算引用，不能作废');
    await chains.rows(`update b_settlement_basis set settling = 0 where ${SELF}`);
    await chains.cancel('measurementCharge', id);
    expect(await books()).toEqual(empty);
  });

  it('takes off a household’s bill what a complaint let it off', async () => {
    const empty = await books();
    const of = nextMonth();
    await chains.rows(`insert into b_bill_relief (source_module, source_id, source_effect, project, room, customer_name, month, amount, reason, state, source_no)
      values ('setup', 0, 'setup', '${PROJECT}', ${rooms[0]}, '测试', '${of}', 30, '室内偏热', '待抵减', 'T-YHTS')`);
    const relief = () =>
      chains.rows(
        `select coalesce(deducted, 0)::numeric(18,2)::text as deducted, state from b_bill_relief where source_no = 'T-YHTS'`,
      );
    const row = (no: string, more: Readonly<Record<string, unknown>>) => reading(no, '100.000', { ...more });
    const id = await charged(of, {
      mainQuantity: '200.000',
      readings: [row('T-21', { room: rooms[0] }), row('T-22', { room: rooms[1] })],
    });
    expect((await books()).bills).toMatchObject([
      { reduced: 3_000, state: '已发布' },
      { reduced: 0, state: '已发布' },
    ]);
    expect(await relief()).toEqual([{ deducted: '30.00', state: '已抵减' }]);
    await chains.cancel('measurementCharge', id);
    expect(await relief()).toEqual([{ deducted: '0.00', state: '待抵减' }]);
    expect((await books()).bills).toEqual(empty.bills);
    await chains.rows(`delete from b_bill_relief where source_no = 'T-YHTS'`);
  });

  it('is the bill of its month where the room is charged the fee by the month, and stands once it is paid', async () => {
    const of = nextMonth();
    const { rows: fees } = await sql<{
      id: string;
    }>`select id::text from fee where category = '计量费' order by id limit 1`.execute(chains.server.db);
    const fee = fees[0]?.id ?? '';
    await chains.rows(
      `insert into room_fee (room_id, fee_id, span) values (${rooms[0]}, ${fee}, daterange('2026-01-01', null))`,
    );
    const terms = (no: string) => ({ mainQuantity: '100.000', readings: [reading(no, '100.000', { room: rooms[0] })] });
    const id = await charged(of, terms('T-31'));
    const second = await charged(of, terms('T-32'));
    const bills = () =>
      chains.rows(`select amount::int, cycle, part, kind from bill where room_id = ${rooms[0]} and period = '${of}'
      and state = '已发布' and kind <> '红冲' order by part`);
    // 100 × 0.50 and 86.00 m² × 1.20 each; another meter of the month is another part of its bill.
    expect(await bills()).toEqual([
      { amount: 15_320, cycle: of, part: 0, kind: '周期' },
      { amount: 15_320, cycle: of, part: 1, kind: '周期' },
    ]);
    await chains.cancel('measurementCharge', second);
    const cashier = await chains.server.client.signIn('cashier');
    const { rows: found } = await sql<{
      bill: string;
      community: string;
    }>`select id::text as bill, community_id::text as community from bill
      where room_id = ${rooms[0]} and period = ${of} and state = '已发布' and kind = '周期'`.execute(chains.server.db);
    const { bill = '', community = '' } = found[0] ?? {};
    const counter = (name: string, body: object) => chains.server.client.json(`/pmsapi/Cashier/${name}`, body, cashier);
    await counter('ShiftOpen', { communityId: community, floatAmount: '0.00' });
    const taken = await counter('Charge', {
      requestId: crypto.randomUUID(),
      communityId: community,
      roomId: rooms[0],
      items: [{ billId: bill, principal: '153.20', penalty: '0.00' }],
      tenders: [{ type: '现金', amount: '153.20' }],
    });
    expect(taken.message).toBe('');
    const refused = await chains.server.client.post(
      '/bpmapi/StatementMetering/Cancel',
      { BusinessId: id, Opinion: '错' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(refused.message).toMatch(/^账单ZD\d+\w+已有缴费，不能作废，请先红冲收据$/);
  });
});
