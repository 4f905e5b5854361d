/** What sites buy, from the order to stock and what is owed; exceptions of quality and renovations: what each changes, and the way back. */
import { MODULES } from '@hengneng/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { nextMonth } from '../books/source.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
let parts: readonly string[] = [];
let supplier = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  parts = (await chains.rows('select id::text from spare_part order by id limit 2')).map((row) => String(row.id));
  supplier = String(
    (
      await chains.rows(
        `select id::text from supplier where state = '合格' and grade <> 'D' and single_limit is null order by id limit 1`,
      )
    )[0]?.id,
  );
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const rows = (text: string) => chains.rows(text);
const one = async (text: string) => (await rows(text))[0];
const month = (): string => chains.day(0).slice(0, 7);

const books = async () => ({
  order: await rows(
    `select state, amount::text, budget_used::text as used from b_purchase_order where not voided order by id`,
  ),
  lines: await rows(
    `select order_qty::text as ordered, sent_qty::text as sent, accepted_qty::text as accepted, price::text from b_operate_order_line where not voided order by id`,
  ),
  transit: await rows(`select quantity::text, received::text from b_transit_stock where not voided order by id`),
  deliveries: await rows(
    `select quantity::text, late_days as late, ok_rate::text as ok from b_supplier_delivery where not voided order by id`,
  ),
  batches: await rows(
    `select quantity::text, warranty_to::text as "to" from b_part_batch where not voided order by id`,
  ),
  payables: await rows(
    `select amount::text, due_date::text as due from b_supplier_payable where subject = '运营采购验收' and not voided order by id`,
  ),
  rates: await rows(
    `select score::text, result from b_supplier_evaluation where node = '运营采购验收' and not voided order by id`,
  ),
  stock: Number(
    (
      await one(
        `select quantity::text as q from stock where kind = 'part' and project_code = '${PROJECT}' and item_id = ${parts[0]}`,
      )
    )?.q ?? 0,
  ),
  budget: await one(
    `select reserved::text, used::text from fund_budget_ledger where owner_code = '${PROJECT}' and month = '${month()}' and subject = '维修费'`,
  ),
});

const application = (more: object = {}) => ({
  project: PROJECT,
  purchaseType: '备品备件',
  urgency: '正常',
  needDate: chains.day(10),
  budgetSubject: '维修费',
  costBearer: '公司承担',
  purchaseWay: '单一来源',
  singleReason: '原厂件',
  consignee: user('operator'),
  consigneePhone: '13800138000',
  items: [
    { part: parts[0], unit: '个', quantity: '10.00', estPrice: '100.00', useFor: null },
    { part: parts[1], unit: '个', quantity: '2.00', estPrice: '500.00', useFor: null },
  ],
  quotes: [],
  ...more,
});
const priced = (amount = '1800.00', orderNo = 'DD-1') => ({
  采购定价: {
    orderSupplier: supplier,
    orderAmount: amount,
    orderNo,
    payTerm: '货到付款',
    orderDelivery: chains.day(-1),
  },
});
const shipment = (purchase: string, quantities: readonly [string, string]) => ({
  project: PROJECT,
  purchase,
  orderNo: 'DD-1',
  sendSupplier: supplier,
  agreedDate: chains.day(-1),
  deliveryNo: 'SH-1',
  sendDate: chains.day(-2),
  transportWay: '供方送货',
  expectArrive: chains.day(0),
  freightBearer: '供方承担',
  freight: '0',
  receiver: user('operator'),
  receiverPhone: '13800138000',
  items: parts.map((part, at) => ({
    part,
    orderQty: at === 0 ? '10.00' : '2.00',
    doneQty: '0.00',
    thisQty: quantities[at],
    orderPrice: at === 0 ? '90.00' : '450.00',
  })),
});
const signed = { 收货人签收: { signTime: new Date().toISOString(), packageIntact: true } };
const acceptance = (sendBill: string, more: object = {}) => ({
  project: PROJECT,
  sendBill,
  acceptSupplier: supplier,
  acceptDate: chains.day(0),
  acceptors: [user('operator'), user('projectManager')],
  storePlace: '项目备件库',
  modelCheck: { result: '合格', remark: null, photos: [] },
  warrantyMonths: 12,
  invoiceState: '票后补',
  items: [
    {
      part: parts[0],
      sendQty: '10.00',
      receiveQty: '9.00',
      okQty: '8.00',
      price: '90.00',
      rejectHandle: '退货',
      toLedger: '备件库存',
    },
    { part: parts[1], sendQty: '2.00', receiveQty: '2.00', okQty: '2.00', price: '450.00', toLedger: '直接耗用' },
  ],
  ...more,
});
const DUE = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const posted = {
  采购员处理不合格品: { returnResult: '已退货' },
  财务挂账: { payableAmount: '1620.00', payDueDate: DUE },
};
describe('运营采购', () => {
  it('goes from the order to stock, cost and what is owed; every cancel gives its own back', async () => {
    const before = await books();
    const purchase = await chains.through('operatePurchase', 'operator', application(), priced());
    const ordered = await books();
    expect(ordered).toEqual({
      ...before,
      order: [{ state: '待发货', amount: '1800.00', used: '0.00' }],
      // 1800 元 for what was thought to cost 2000.
      lines: [
        { ordered: '10.00', sent: null, accepted: null, price: '90.0000' },
        { ordered: '2.00', sent: null, accepted: null, price: '450.0000' },
      ],
      budget: { ...before.budget, reserved: (Number(before.budget?.reserved) + 1800).toFixed(2) },
    });
    expect(
      await one(`select last_price::text as price, last_supplier::text as from from spare_part where id = ${parts[0]}`),
    ).toEqual({
      price: '90.00',
      from: supplier,
    });
    const [sendDraft] = await chains.followUps('operatePurchase', purchase.id);
    expect(sendDraft).toMatchObject({ module: 'operatePurchaseSend', user: user('purchaser') });

    const sent = await chains.through(
      'operatePurchaseSend',
      'purchaser',
      shipment(purchase.id, ['10.00', '2.00']),
      signed,
      String(sendDraft?.target),
    );
    const afterSend = await books();
    expect(afterSend).toEqual({
      ...ordered,
      order: [{ ...ordered.order[0], state: '待验收' }],
      lines: [
        { ...ordered.lines[0], sent: '10.00' },
        { ...ordered.lines[1], sent: '2.00' },
      ],
      transit: [
        { quantity: '10.00', received: null },
        { quantity: '2.00', received: null },
      ],
      deliveries: [
        { quantity: '10.00', late: 1, ok: null },
        { quantity: '2.00', late: 1, ok: null },
      ],
    });
    // An order that was shipped stands.
    const refused = await chains.server.client.post(
      `${MODULES.operatePurchase.api}/Cancel`,
      { BusinessId: purchase.id, Opinion: '重复填报' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(refused.status).toBe(0);

    const [acceptDraft] = await chains.followUps('operatePurchaseSend', sent.id);
    expect(acceptDraft).toMatchObject({ module: 'operatePurchaseAccept', user: user('operator') });
    const accepted = await chains.through(
      'operatePurchaseAccept',
      'operator',
      acceptance(sent.id),
      posted,
      String(acceptDraft?.target),
    );
    expect(await books()).toEqual({
      ...afterSend,
      order: [{ state: '部分验收', amount: '1800.00', used: '900.00' }],
      // Two of the ten went back or never came: they may be sent again.
      lines: [
        { ...ordered.lines[0], sent: '8.00', accepted: '8.00' },
        { ...ordered.lines[1], sent: '2.00', accepted: '2.00' },
      ],
      transit: [
        { quantity: '10.00', received: '10.00' },
        { quantity: '2.00', received: '2.00' },
      ],
      deliveries: afterSend.deliveries.map((row) => ({ ...row, ok: expect.stringMatching(/^90\.9/) })),
      batches: [
        { quantity: '8.00', to: expect.any(String) },
        { quantity: '2.00', to: expect.any(String) },
      ],
      payables: [{ amount: '1620.00', due: DUE }],
      rates: [{ score: '90.9', result: '有不合格' }],
      stock: before.stock + 8,
      budget: {
        reserved: (Number(before.budget?.reserved) + 900).toFixed(2),
        used: (Number(before.budget?.used) + 900).toFixed(2),
      },
    });
    expect(
      await rows(
        `select account, amount::text from project_cost where source_module = 'operatePurchaseAccept' and source_id = ${accepted.id} and reverses_id is null`,
      ),
    ).toEqual([{ account: '维修费', amount: '900.00' }]);
    expect(await chains.reminders('operatePurchaseAccept', accepted.id)).toHaveLength(1);
    const rest = await chains.preview('operatePurchaseSend', 'purchaser', { project: PROJECT, purchase: purchase.id });
    expect(rest.items).toEqual([
      expect.objectContaining({ part: parts[0], doneQty: '8.00', thisQty: '2.00', orderPrice: '90.00' }),
    ]);

    await chains.cancel('operatePurchaseAccept', accepted.id);
    expect(await books()).toEqual(afterSend);
    await chains.cancel('operatePurchaseSend', sent.id);
    expect(await books()).toEqual(ordered);
    await chains.cancel('operatePurchase', purchase.id);
    expect(await books()).toEqual(before);
  });

  it('does not send more than was ordered, also in two shipments at once, nor order over the budget', async () => {
    const purchase = await chains.through('operatePurchase', 'operator', application(), priced('1800.00', 'DD-2'));
    const ids = [
      await chains.submit('operatePurchaseSend', 'purchaser', shipment(purchase.id, ['6.00', '0.00'])),
      await chains.submit('operatePurchaseSend', 'purchaser', shipment(purchase.id, ['6.00', '0.00'])),
    ];
    const walk = chains.walk('operatePurchaseSend');
    const sign = {
      收货人签收: async (who: string) => ({ ...signed.收货人签收, signPhotos: [await chains.file(who)] }),
    };
    const answers = await Promise.all(ids.map((id) => walk.agree('purchaser', id, sign)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status !== 1)?.errors[0]?.message).toBe('发货数量累计不能大于订购数量');

    const dear = await chains.submit('operatePurchase', 'operator', application());
    await chains.agree('operatePurchase', 'operator', dear, {}, '采购定价');
    const refusal = await chains.walk('operatePurchase').agree('operator', dear, priced('9999999.00', 'DD-3'));
    expect(refusal.message).toContain('可用预算只有');
    const held = (await books()).budget?.reserved;
    expect((await chains.walk('operatePurchase').agree('operator', dear, priced('1000.00', 'DD-3'))).message).toBe('');
    expect((await books()).budget?.reserved).toBe((Number(held) + 1000).toFixed(2));
  });

  it('asks three different suppliers, and each part once', async () => {
    const ask = async (more: object) => {
      const values = await chains.filled('operatePurchase', 'operator', 0, application(more));
      const id = await chains.walk('operatePurchase').draft('operator', values);
      return (await chains.walk('operatePurchase').submit('operator', id)).errors[0];
    };
    const quote = { quoteSupplier: supplier, quoteTotal: '2000.00', deliveryDays: 3 };
    expect(
      await ask({
        purchaseWay: '询比价',
        quotes: [
          { ...quote, chosen: true },
          { ...quote, chosen: false },
          { ...quote, chosen: false },
        ],
      }),
    ).toMatchObject({ path: 'quotes' });
    const item = { part: parts[0], unit: '个', quantity: '1.00', estPrice: '10.00' };
    expect(await ask({ items: [item, item] })).toEqual({ path: 'items[1].part', message: '同一物料请合并为一行' });
  });
});

describe('质量异常反馈', () => {
  it('marks the supplier, claims what was agreed on, bears the rest and goes on where nothing was solved', async () => {
    const state = async () => ({
      quality: await rows(`select points, agreed::text, result from b_supplier_quality where not voided order by id`),
      fines: await rows(
        `select amount::text, state from b_supplier_fine where kind = '质量扣款' and not voided order by id`,
      ),
    });
    const before = await state();
    const record = await chains.through(
      'qualityExceptionFeedback',
      'operator',
      {
        project: PROJECT,
        exceptionType: '配件质量',
        findDate: chains.day(-5),
        findStage: '保养维修',
        supplierUnit: supplier,
        commissionDate: null,
        repairRecord: null,
        repeatTimes: 1,
        severity: '严重',
        stopRunning: false,
        demandDate: chains.day(5),
        defects: [{ totalQty: 4, defectQty: 1 }],
        losses: [{ lossAmount: '1200.00' }],
      },
      {
        技术工程师判定: { rootCause: '密封失效', responsible: '生产厂家' },
        采购与供方交涉: { supplierReply: '同意', agreedClaim: '800.00', promiseDate: chains.day(7) },
        处理效果验证: { verifyDate: chains.day(0), verifyResult: '未解决', actualLoss: '400.00' },
      },
    );
    expect(await state()).toEqual({
      quality: [...before.quality, { points: 5, agreed: '800.00', result: '未解决' }],
      fines: [...before.fines, { amount: '800.00', state: '已确认' }],
    });
    expect(
      await rows(
        `select account, amount::text from project_cost where source_module = 'qualityExceptionFeedback' and source_id = ${record.id} and reverses_id is null`,
      ),
    ).toEqual([{ account: '维修费', amount: '400.00' }]);
    const ups = await chains.followUps('qualityExceptionFeedback', record.id);
    expect(ups).toMatchObject([{ module: 'qualityExceptionFeedback' }, { kind: '质量异常', role: 'purchaser' }]);
    const again = await chains.walk('qualityExceptionFeedback').info('operator', String(ups[0]?.target));
    expect(again.record).toMatchObject({ repeatTimes: 2, supplierUnit: supplier });
    await chains.cancel('qualityExceptionFeedback', record.id);
    expect(await state()).toEqual(before);
    expect(await chains.followUps('qualityExceptionFeedback', record.id)).toEqual([]);
  });
});

describe('技术改造记录', () => {
  it('spreads what the company paid over the contract, tells the device and the savings', async () => {
    const [device] = await chains.offered('projectManager', 'device');
    const done = chains.day(-1).slice(0, 7);
    const state = async () => ({
      history: await rows(
        `select kind, cost::text from device_history where source_module = 'technicalRenovationRecord' and not voided`,
      ),
      savings: await rows(
        `select measured::text, expected::text, from_month as "from" from b_saving_measure where not voided`,
      ),
    });
    const record = await chains.through(
      'technicalRenovationRecord',
      'projectManager',
      {
        project: PROJECT,
        contract: null,
        renovationType: '计量改造',
        reason: '客户要求',
        planStart: chains.day(-30),
        planEnd: chains.day(-10),
        buildWay: '自行实施',
        investor: '双方共担',
        companyRatio: '50',
        contractLeft: 3,
        renovatedDevice: device,
        needStop: false,
        invests: [{ quantity: '1.00', unitPrice: '10000.00' }],
        savings: [{ beforeYear: '100.0', afterYear: '60.0', energyPrice: '100.0000' }],
      },
      {
        技术总监评审: { reviewResult: '同意实施', reviewOpinion: '同意' },
        完工效果反馈: {
          actualFinish: chains.day(-1),
          actualInvest: '8000.01',
          measuredSaving: '3600.00',
          effectResult: '基本达到',
        },
      },
    );
    expect(
      await rows(
        `select month, amount::text from project_cost where source_module = 'technicalRenovationRecord' and source_id = ${record.id} and reverses_id is null order by month`,
      ),
    ).toEqual([
      { month: done, amount: '1333.34' },
      { month: nextMonth(done), amount: '1333.34' },
      { month: nextMonth(nextMonth(done)), amount: '1333.33' },
    ]);
    expect(await state()).toEqual({
      history: [{ kind: '改造', cost: '8000.01' }],
      savings: [{ measured: '3600.00', expected: '4000.00', from: done }],
    });
    expect(await chains.followUps('technicalRenovationRecord', record.id)).toMatchObject([
      { kind: '表计确认', user: user('projectManager') },
    ]);
    await chains.cancel('technicalRenovationRecord', record.id);
    expect(await state()).toEqual({ history: [], savings: [] });
  });
});
