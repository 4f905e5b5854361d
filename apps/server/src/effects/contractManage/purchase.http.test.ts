/** 采购合同: signed once for its tender or application, in both ledgers, with its lines, terms and one way of being paid. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { postBudget } from '../books/budget.ts';

const PROJECT = 'EMC01001';
const MAKER = 'purchaser';
let chains: Chains;
let supplier = '';

beforeAll(async () => {
  chains = await Chains.start();
  supplier = String(
    (await chains.rows(`select id::text from supplier where state = '合格' and grade = 'A' order by id limit 1`))[0]
      ?.id,
  );
});
afterAll(() => chains.close());

const SELF = `source_module = 'purchaseContract' and not voided`;
const books = async () => ({
  buyer:
    await chains.rows(`select kind, total_amount::text as total, pay_channel as channel, pay_term as term, reserved::text, paid::text, state
    from b_buyer_contract where ${SELF} order by id`),
  works:
    await chains.rows(`select kind, amount::text, retention_rate::text as retention, prepay_rate::text as prepay, prepay_offset_rate::text as offset,
    warranty_to::text as warranty, state from b_project_contract where ${SELF} order by id`),
  lines: await chains.rows(
    `select kind, goods, order_qty::text as ordered, price::text, billed_qty::text as billed from b_purchase_order_line where ${SELF} order by id`,
  ),
  plan: await chains.rows(
    `select item, due_on::text as due, amount::text from b_contract_plan where ${SELF} order by id`,
  ),
  deposits: await chains.rows(`select kind, amount::text, state from b_supplier_deposit where ${SELF} order by id`),
});

const contract = (more: Readonly<Record<string, unknown>> = {}) => ({
  project: PROJECT,
  supplier,
  purchaseKind: '主机设备',
  subject: '离心机组一台',
  subProject: null,
  sourcing: '竞争性谈判',
  bidResult: null,
  frame: null,
  purchaseApply: null,
  deliveryDate: chains.day(90),
  deliveryPlace: '机房',
  taxRate: '13',
  invoiceKind: '增值税专用发票',
  warrantyMonths: 12,
  retentionRate: '5',
  prepayOffsetRate: '30',
  performanceBond: '10000.00',
  latePenalty: '0.50',
  acceptStandard: '168小时试运行',
  lines: [
    {
      goods: '离心机组',
      model: 'LX-2000',
      unitName: '台',
      quantity: '3.000',
      unitPrice: '33333.3333',
      budgetPrice: null,
    },
  ],
  payNodes: [
    { payNode: '预付款', nodeRatio: '20', nodeCondition: '签约', planDate: chains.day(5) },
    { payNode: '到货款', nodeRatio: '75', nodeCondition: '到货', planDate: chains.day(95) },
    { payNode: '质保金', nodeRatio: '5', nodeCondition: '期满', planDate: chains.day(460) },
  ],
  ...more,
});
const draft = async (more: Readonly<Record<string, unknown>> = {}) =>
  chains.walk('purchaseContract').draft(MAKER, { ...contract(more), contractText: [await chains.file(MAKER)] });
const send = (id: string) => chains.walk('purchaseContract').submit(MAKER, id);
const said = async (more: Readonly<Record<string, unknown>>) =>
  (await send(await draft(more))).errors.map((error) => error.message);
const signed = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const id = await draft(more);
  const answer = await send(id);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  await chains.agree('purchaseContract', MAKER, id, { 签订归档: { signDate: chains.day(0), bondReceived: true } });
  expect((await chains.walk('purchaseContract').info(MAKER, id)).Status).toBe('approved');
  return id;
};
const cancel = (id: string) => chains.cancel('purchaseContract', id);

describe('a purchase contract', () => {
  it('enters both ledgers with its lines, its terms and its plan, to the fen; a cancel leaves nothing', async () => {
    const empty = await books();
    expect(await said({ lines: [] })).toContain('请填写采购清单，合同总价应大于0');
    const id = await signed();
    expect(await books()).toEqual({
      buyer: [
        {
          kind: '设备采购',
          total: '100000.00',
          channel: '工程付款申请',
          term: '预付款20%、到货款75%、质保金5%',
          reserved: '0.00',
          paid: '0.00',
          state: '履行中',
        },
      ],
      works: [
        {
          kind: '主机设备',
          amount: '100000.00',
          retention: '5.0000',
          prepay: '20.0000',
          offset: '30.0000',
          warranty: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
          state: '履行中',
        },
      ],
      lines: [{ kind: '设备', goods: '离心机组', ordered: '3.000', price: '33333.3333', billed: '0.000' }],
      plan: [
        { item: '预付款', due: chains.day(5), amount: '20000.00' },
        { item: '到货款', due: chains.day(95), amount: '75000.00' },
        { item: '质保金', due: chains.day(460), amount: '5000.00' },
      ],
      deposits: [{ kind: '履约保证金', amount: '10000.00', state: '在押' }],
    });
    await cancel(id);
    expect(await books()).toEqual(empty);
  });

  it('is paid in one way only, and what is asked for counts in the ledger', async () => {
    await chains.server.db
      .transaction()
      .execute((tx) =>
        postBudget(
          tx,
          { ownerKind: 'project', ownerCode: PROJECT, month: chains.day(0).slice(0, 7), subject: '工程设备款' },
          { approved: '500000' },
          { module: 'fundBudget', id: '0' },
          '测试',
        ),
      );
    const works = async () =>
      String(
        (await chains.rows(`select id::text from b_project_contract where ${SELF} order by id desc limit 1`))[0]?.id,
      );
    const pay = async (projectContract: string, applyAmount: string) => {
      const file = await chains.file(MAKER);
      const walk = chains.walk('payMoney');
      return walk.submit(
        MAKER,
        await walk.draft(MAKER, {
          project: PROJECT,
          supplier,
          projectContract,
          payKind: '预付款',
          thisOffset: '0',
          thisFine: '0',
          applyAmount,
          payMethod: '银行转账',
          planPayDate: chains.day(5),
          budgetMonth: chains.day(0).slice(0, 7),
          progressDesc: '合同签订',
          guaranteeFile: file,
          invoices: [],
        }),
      );
    };
    const machine = await signed();
    const [ledger] = await chains.rows(`select id::text from b_buyer_contract where ${SELF}`);
    expect((await pay(await works(), '20000.00')).errors).toEqual([]);
    expect((await books()).buyer).toMatchObject([{ reserved: '20000.00' }]);
    const other = await chains.server.client.post(
      '/bpmapi/ProcureContract/Cancel',
      { BusinessId: machine, Opinion: '错' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(other.message).toBe('已有后续单据引用，请先作废后续单据');
    expect(ledger).toBeDefined();

    await signed({ purchaseKind: '备品备件', subject: '备件一批', performanceBond: '0', retentionRate: '5' });
    expect((await pay(await works(), '1.00')).errors).toEqual([
      { path: 'projectContract', message: '该合同在非能源付款中付款' },
    ]);
  });

  it('is signed once for an application, also by two at once', async () => {
    const [row] =
      await chains.rows(`insert into f_purchase (status, applicant, applicant_dept, project, order_way, purchase_type)
      values ('approved', ${chains.user(MAKER)}, 'A632201', '${PROJECT}', '转签采购合同', '主机设备') returning id::text`);
    const purchaseApply = String(row?.id);
    const two = [await draft({ purchaseApply }), await draft({ purchaseApply })];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.errors).toEqual([
      { path: 'purchaseApply', message: '该采购申请已有采购合同在办或已签' },
    ]);
    const [direct] = await chains.rows(`insert into f_purchase (status, applicant, applicant_dept, project, order_way)
      values ('approved', ${chains.user(MAKER)}, 'A632201', '${PROJECT}', '询价订单') returning id::text`);
    expect(await said({ purchaseApply: String(direct?.id) })).toEqual(['采购申请未办结，或不是转签采购合同的']);
  });

  it('of a tender is with its winner, and whoever lost gets the deposit back', async () => {
    const [tender] = await chains.rows(
      `insert into f_invitation_unit (status, applicant, applicant_dept, project, tender, award_amount)
       values ('approved', ${chains.user(MAKER)}, 'A632201', '${PROJECT}', 990001, 100000) returning id::text`,
    );
    const bidResult = String(tender?.id);
    const [entry] =
      await chains.rows(`insert into b_bid (source_module, source_id, source_effect, tender, project, package_name, package_kind, tender_mode, state, winner, award_amount)
      values ('setup', 0, 'setup', 990001, '${PROJECT}', '主机标段', '设备', '邀请招标', '已定标', ${supplier}, 100000) returning id::text`);
    const [loser] = await chains.rows(
      `select id::text from supplier where id <> ${supplier} and state = '合格' order by id limit 1`,
    );
    await chains.rows(`insert into b_supplier_deposit (source_module, source_id, source_effect, supplier, project, kind, bid, amount, state)
      values ('setup', 0, 'setup', ${String(loser?.id)}, '${PROJECT}', '投标保证金', ${String(entry?.id)}, 2000, '待退还')`);
    const of = { sourcing: '邀请招标', bidResult };
    expect(await said({ ...of, supplier: String(loser?.id), retentionRate: '5' })).toContain(
      '所选供应商不是该标段的中标单位',
    );
    expect(
      await said({
        ...of,
        lines: [{ goods: '机组', model: 'X', unitName: '台', quantity: '1', unitPrice: '100000.0100' }],
      }),
    ).toEqual(['合同总价不能高于中标金额']);
    const id = await signed(of);
    const state = async () => (await chains.rows(`select state from b_bid where id = ${String(entry?.id)}`))[0]?.state;
    expect(await state()).toBe('已签约');
    expect(await chains.followUps('purchaseContract', id)).toMatchObject([
      {
        kind: '退还投标保证金',
        title: '标段「主机标段」已签约，请退还其余1家单位的投标保证金合计2000.00元',
        role: 'finance',
        due: chains.day(5),
      },
    ]);
    expect(await said(of)).toEqual(['该标段已签约，不能再签合同']);
    await cancel(id);
    expect(await state()).toBe('已定标');
  });

  it('under a strategic agreement adds to what was ordered by it', async () => {
    const [row] =
      await chains.rows(`insert into b_agreement (source_module, source_id, source_effect, agreement_no, name, kind, counterpart, supplier, keeper, executed, end_date, state)
      values ('strategicAgreement', 990001, 'strategicAgreement.ledger', 'ZL-T', '战略', '战略协议', '示范', ${supplier}, 1, 0, '${chains.day(100)}', '履行中') returning id::text`);
    await chains.rows(`insert into f_strategic_agreement (id, status, applicant, applicant_dept) overriding system value
      values (990001, 'approved', ${chains.user(MAKER)}, 'A632201')`);
    const executed = async () =>
      (await chains.rows(`select executed::text from b_agreement where id = ${String(row?.id)}`))[0]?.executed;
    const id = await signed({ sourcing: '战略协议内订货', frame: '990001' });
    expect(await executed()).toBe('100000.00');
    await cancel(id);
    expect(await executed()).toBe('0.00');
  });
});
