/** 物业收费, to the fen: bills of a suspended room are corrected once, a bill is invoiced once, and what is paid twice is kept for the household. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const MAKER = 'cashier';
let chains: Chains;
let community = '';
let fee = '';

beforeAll(async () => {
  chains = await Chains.start();
  community = String((await chains.rows(`select id::text from b_community where project = '${PROJECT}'`))[0]?.id);
  fee = String((await chains.rows(`select id::text from b_fee where name = '采暖费'`))[0]?.id);
});
afterAll(() => chains.close());

let rooms = 0;
/** A room of its own for each test, with one bill. */
const household = async (amount: string, paid = '0'): Promise<{ readonly room: string; readonly bill: string }> => {
  const [row] =
    await chains.rows(`insert into b_room (source_module, source_id, source_effect, community, project, room_name, owner_name, owner_phone, charge_area, state)
    values ('setup', 0, 'setup', ${community}, '${PROJECT}', 'T-${++rooms}', '测试业主', '13900001111', 100, '自住') returning id::text`);
  const room = String(row?.id);
  const [of] =
    await chains.rows(`insert into b_bill (source_module, source_id, source_effect, bill_no, project, community, room, fee, month, amount, paid, due_on, state)
    values ('setup', 0, 'setup', 'T-${rooms}', '${PROJECT}', ${community}, ${room}, ${fee}, '${chains.day(0).slice(0, 7)}', ${amount}, ${paid}, '${chains.day(20)}',
      '${paid === '0' ? '未缴' : '已缴'}') returning id::text`);
  return { room, bill: String(of?.id) };
};
const books = async (room: string) => ({
  bills:
    await chains.rows(`select bill_no as no, amount::text, coalesce(reduced, 0)::numeric(18,2)::text as reduced, coalesce(paid, 0)::numeric(18,2)::text as paid,
    coalesce(invoice_pending, 0)::numeric(18,2)::text as pending, coalesce(invoiced, 0)::numeric(18,2)::text as invoiced, state from b_bill where room = ${room} and not voided order by id`),
  fees: await chains.rows(`select state, stop_to::text as until from b_room_fee where room = ${room}`),
  account: await chains.rows(
    `select coalesce(paid_in, 0)::numeric(18,2)::text as "in" from b_room_account where room = ${room} and coalesce(paid_in, 0) <> 0`,
  ),
  flows: await chains.rows(
    `select kind, amount::text from b_charge_flow where room = ${room} and not voided order by id`,
  ),
  records: await chains.rows(`select action, seal_no as seal from b_room_record where room = ${room} and not voided`),
  messages: await chains.rows(`select way, state from b_owner_message where room = ${room} and not voided`),
  invoices: await chains.rows(
    `select invoice_no as no, amount::text, received::text from b_property_invoice where room = ${room} and not voided`,
  ),
});
const bare = { fees: [], account: [], flows: [], records: [], messages: [], invoices: [] };

describe('停用申请', () => {
  const row = (bill: string, more: Readonly<Record<string, unknown>> = {}) => ({
    bill,
    billStopDays: 30,
    billDays: 120,
    reduceRate: '70',
    ...more,
  });
  const application = (room: string, more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    community,
    room,
    source: '前台受理',
    applyType: '停用',
    ownerName: '测试业主',
    ownerPhone: '13900001111',
    useArea: '100.00',
    fee,
    chargeWay: '按面积',
    season: '采暖季',
    reason: '房屋空置',
    startDate: chains.day(1),
    endDate: chains.day(40),
    unitPrice: '28.0000',
    seasonDays: 120,
    keepRate: '30',
    knowRule: true,
    bills: [],
    ...more,
  });
  const draft = async (room: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    chains.walk('suspend').draft(MAKER, { ...application(room, more), ownerSign: await chains.file(MAKER) });
  const send = (id: string) => chains.walk('suspend').submit(MAKER, id);
  const said = async (room: string, more: Readonly<Record<string, unknown>>) =>
    (await send(await draft(room, more))).errors.map((error) => error.message);
  const steps = (adjustMode: string, adjustAmount: string) => ({
    前台受理审核: { infoChecked: '业主本人一致', arrearsHandle: '无欠费' },
    现场关阀核查: { valveAction: '关闭入户供回水阀并铅封', sealNo: 'QF-1', checkResult: '符合停用' },
    收费调整确认: { adjustMode, adjustAmount, notifyOwner: '微信' },
  });
  const filed = async (room: string, more: Readonly<Record<string, unknown>>): Promise<string> => {
    const id = await draft(room, more);
    const answer = await send(id);
    expect([answer.message, answer.errors]).toEqual(['', []]);
    return id;
  };

  it('reverses a paid bill and bills the rest, what was paid too much is kept; a cancel leaves nothing', async () => {
    const { room, bill } = await household('1200.01', '1200.01');
    const empty = await books(room);
    expect(await said(room, { bills: [row(bill, { reduceRate: '60' })] })).toEqual(['减免比例应为70']);
    expect(await said(room, { bills: [row(bill), row(bill)] })).toEqual(['账单重复，请删去一行']);
    expect(await said(room, { startDate: chains.day(-31) })).toEqual(['起日早于今天超过30天的不受理']);
    const id = await filed(room, { bills: [row(bill)] });
    await chains.agree('suspend', MAKER, id, steps('已出账作废重开', '210.00'));
    const after = await books(room);
    expect(after).toMatchObject({
      bills: [
        { no: `T-${rooms}`, amount: '1200.01', paid: '0.00', state: '已红冲' },
        { no: `T-${rooms}-红`, amount: '-1200.01', state: '已红冲' },
        { no: `T-${rooms}-重`, amount: '990.01', paid: '990.01', state: '已缴' },
      ],
      fees: [{ state: '停用', until: chains.day(40) }],
      account: [{ in: '210.00' }],
      flows: [{ kind: '预存转入', amount: '210.00' }],
      records: [{ action: '关闭入户供回水阀并铅封', seal: 'QF-1' }],
      messages: [{ way: '微信', state: '待发送' }],
    });
    expect((await chains.reminders('suspend', id)).map(({ day }) => day)).toEqual([chains.day(33)]);
    // Suspended already; it may be extended or ended.
    expect(await said(room, {})).toEqual([`已停用至${chains.day(40)}，延长请选延长停用`]);
    const longer = await filed(room, { applyType: '延长停用', startDate: chains.day(41), endDate: chains.day(80) });
    await chains.agree('suspend', MAKER, longer, steps('未出账按停用生成', '0.00'));
    expect((await books(room)).fees).toEqual([{ state: '停用', until: chains.day(80) }]);
    await chains.cancel('suspend', longer);
    expect((await books(room)).fees).toEqual([{ state: '停用', until: chains.day(40) }]);
    // What was billed anew is paid: it stands until that is taken back, which the cancel of its maker does.
    await chains.cancel('suspend', id);
    expect({ ...(await books(room)), fees: [] }).toEqual(empty);
    expect((await books(room)).fees).toMatchObject([{ state: '在用' }]);
  });

  it('takes an unpaid bill down, keeps what is over, or carries it on', async () => {
    const { room, bill } = await household('1000.00', '900.00');
    const down = await filed(room, { bills: [row(bill)] });
    expect(
      (
        await chains.walk('suspend').agree(MAKER, down, {
          前台受理审核: { infoChecked: '业主本人一致', arrearsHandle: '无欠费' },
        })
      ).message,
    ).toBe('');
    await chains.agree('suspend', MAKER, down, steps('多缴转预存', '175.00'));
    expect(await books(room)).toMatchObject({
      bills: [{ amount: '1000.00', reduced: '175.00', paid: '825.00', state: '已缴' }],
      account: [{ in: '75.00' }],
    });
    const next = await household('1000.00');
    const on = await filed(next.room, { bills: [row(next.bill)] });
    await chains.agree('suspend', MAKER, on, steps('减免写入下期', '175.00'));
    expect(await books(next.room)).toMatchObject({
      bills: [{ reduced: '0.00', state: '未缴' }],
      account: [{ in: '175.00' }],
    });
  });

  it('is under way once for a room and fee, also when two come at once', async () => {
    const { room } = await household('1000.00');
    const two = [await draft(room), await draft(room)];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.errors).toEqual([
      { path: 'fee', message: '该房间的这个收费项目正在办理停用或恢复' },
    ]);
    const other = await household('1000.00');
    expect(await said(other.room, { applyType: '恢复使用', endDate: null, reason: null })).toEqual([
      '该收费项目没有停用，无须恢复或延长',
    ]);
  });
});

describe('物业预开票', () => {
  const line = (of: { room: string; bill: string }, amount: string) => ({
    room: of.room,
    fee,
    bill: of.bill,
    feeFrom: chains.day(0).slice(0, 7),
    feeTo: chains.day(90).slice(0, 7),
    taxName: '*供热*供暖费',
    amount,
    taxRate: '9',
  });
  const opening = (
    of: { room: string; bill: string },
    amount: string,
    more: Readonly<Record<string, unknown>> = {},
  ) => ({
    community,
    customerType: '业主个人',
    mainRoom: of.room,
    payerName: '测试业主',
    payerPhone: '13900001111',
    sellerUnit: '衡能',
    invoiceKind: '数电普票',
    buyerTitle: '测试业主',
    preReason: '整季一次性缴费',
    planPayDate: chains.day(10),
    payMode: '银行转账',
    receiveEmail: 'a@b.cn',
    lines: [line(of, amount)],
    ...more,
  });
  const draft = async (of: { room: string; bill: string }, amount: string): Promise<string> =>
    chains.walk('chargePreOpen').draft(MAKER, { ...opening(of, amount), promiseFile: [await chains.file(MAKER)] });
  const send = (id: string) => chains.walk('chargePreOpen').submit(MAKER, id);
  const steps = (no: string, received: string, unpaidHandle: string) => ({
    财务开票: { invoiceNo: no, invoiceDate: chains.day(0) },
    回款核销: { receivedDate: chains.day(1), receivedAmount: received, unpaidHandle },
  });

  it('invoices a bill once, pays it when the money is there, and stops asking; a cancel leaves nothing', async () => {
    const of = await household('1000.00');
    const empty = await books(of.room);
    expect((await send(await draft(of, '1000.01'))).errors.map((error) => error.message)).toEqual([
      '该账单未缴金额只有1000.00元',
    ]);
    const two = [await draft(of, '600.00'), await draft(of, '600.00')];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    const id = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    expect((await books(of.room)).bills).toMatchObject([{ pending: '600.00' }]);
    await chains.agree('chargePreOpen', MAKER, id, steps('FP-1', '600.00', '已全额回款'));
    expect(await books(of.room)).toMatchObject({
      ...bare,
      bills: [{ paid: '600.00', pending: '0.00', invoiced: '600.00', state: '部分缴' }],
      flows: [{ kind: '回款', amount: '600.00' }],
      invoices: [{ no: 'FP-1', amount: '600.00', received: '600.00' }],
    });
    expect(await chains.reminders('chargePreOpen', id)).toEqual([]);
    await chains.cancel('chargePreOpen', id);
    expect(await books(of.room)).toEqual(empty);
  });

  it('that was paid in part is asked for day by day', async () => {
    const of = await household('1000.00');
    const id = await draft(of, '1000.00');
    expect((await send(id)).message).toBe('');
    await chains.agree('chargePreOpen', MAKER, id, steps('FP-2', '400.00', '分次回款继续跟踪'));
    expect((await books(of.room)).bills).toMatchObject([{ paid: '400.00', state: '部分缴' }]);
    expect(
      (await chains.reminders('chargePreOpen', id)).map(({ day, role, every }) => [day, role, every]).toSorted(),
    ).toEqual([
      [chains.day(10), 'cashier', 1],
      [chains.day(10), 'propertyManager', 1],
    ]);
    expect((await chains.preview('chargePreOpen', MAKER, opening(of, '1.00'))).openUnpaid).toBe('600.00');
  });
});
