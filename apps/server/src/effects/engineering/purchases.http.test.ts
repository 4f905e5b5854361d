/** 工程采购 from the application to goods that are there, accepted and in stock: quantities that never exceed each other, money that follows. */
import { siteMaterial } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';

let chains: Chains;
let room = '';
const suppliers = new Map<string, string>();
const contracts = new Map<string, string>();
beforeAll(async () => {
  chains = await Chains.start();
  room = String(
    (await chains.rows("select id::text from b_sub_project where project = 'EMC01001' order by id"))[0]?.id,
  );
  for (const row of await chains.rows('select id::text, name from supplier'))
    suppliers.set(String(row.name).slice(0, 2), String(row.id));
  for (const row of await chains.rows("select id::text, document from b_project_contract where project = 'EMC01001'"))
    contracts.set(String(row.document).slice(-2), String(row.id));
});
afterAll(() => chains.close());

const supplier = (name: string): string => suppliers.get(name) ?? '';

const books = async () => ({
  draws: await chains.rows('select kind, amount::text from b_sub_project_draw where not voided order by id'),
  contracts: await chains.rows(
    "select supplier::text, amount::text, kind, arrived_on::text from b_project_contract where not voided and source_module = 'purchase' order by id",
  ),
  lines:
    await chains.rows(`select document, goods, spec, supplier::text, order_qty::text as ordered, price::text, coalesce(sent_qty, 0)::text as sent,
    coalesce(arrived_qty, 0)::text as arrived, coalesce(accepted_qty, 0)::text as accepted, coalesce(accepted_amount, 0)::text as amount
    from b_purchase_order_line where not voided and project = 'EMC01001' and (source_module = 'purchase' or coalesce(sent_qty, 0) > 0) order by id`),
  stock: await chains.rows(
    'select goods, kind, quantity::text, slot from b_site_material where not voided order by id',
  ),
  costs:
    await chains.rows(`select account, amount::text from project_cost c where source_module = 'purchaseCheckAccept' and reverses_id is null
    and not exists (select from project_cost r where r.reverses_id = c.id) order by id`),
  estimates: await chains.rows('select kind, amount::text from b_payable_estimate where not voided order by id'),
  equipment: await chains.rows(
    'select name, model, factory_no, maker, quantity::text, state from b_arrived_equipment where not voided order by id',
  ),
  fines: await chains.rows(
    'select supplier::text, kind, amount::text, state from b_supplier_fine where not voided order by id',
  ),
  mails: await chains.rows('select kind, body from b_supplier_mail where not voided order by id'),
  rates: await chains.rows('select kind, score::text from b_supplier_evaluation where not voided order by id'),
  nodes: await chains.rows(`select arrived_on::text from b_project_contract where id = ${contracts.get('01')}`),
});

const line = (goods: string, requestQty: string, more: Readonly<Record<string, unknown>> = {}) => ({
  goods,
  spec: 'DN300 PN16',
  unitName: '只',
  requestQty,
  stockQty: '0',
  listQty: null,
  budgetPrice: '900.0000',
  ...more,
});
const application = (more: Readonly<Record<string, unknown>> = {}) => ({
  project: 'EMC01001',
  subProject: room,
  budgetLeft: '3600000.00',
  projectContract: null,
  purchaseType: '阀门',
  urgentLevel: '正常（7日）',
  purchaseWhy: '设计图纸',
  receiver: chains.user('operator'),
  arriveBy: chains.day(20),
  lines: [line('蝶阀', '20.000')],
  ...more,
});
const ask = (goods: string, name: string, inquiryPrice: string, more: Readonly<Record<string, unknown>> = {}) => ({
  inquiryGoods: goods,
  inquiryProvider: supplier(name),
  inquiryQty: '20.000',
  inquiryPrice,
  leadDays: 10,
  selected: false,
  ...more,
});
const priced = (orderWay: string, inquiries: readonly unknown[]) => ({
  采购询价定价: { orderWay, priceNote: '比价后选定', inquiries },
});
const three = () => [
  ask('蝶阀', '同力', '820.0000', { selected: true }),
  ask('蝶阀', '华光', '860.0000'),
  ask('蝶阀', '远方', '880.0000'),
];
const shipment = (
  order: string,
  of: string,
  orderLine: string,
  sendQty: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  project: 'EMC01001',
  supplier: of,
  order,
  projectContract: null,
  batchNo: 1,
  lastBatch: false,
  sendDate: chains.day(-3),
  contractArrive: chains.day(20),
  expectArrive: chains.at(-24),
  receiver: chains.user('operator'),
  goodsLines: [{ orderLine, orderQty: '20.000', sentQty: '0.000', sendQty, packages: 2, serialNos: 'CC-01' }],
  ...more,
});
const arrived = (arriveLine: string, shouldArrive: string, arriveQty: string, packState = '完好') => ({
  采购确认发货: { sendOpinion: '同意发货' },
  现场收货: { arriveTime: chains.at(-2), arrivals: [{ arriveLine, shouldArrive, arriveQty, packState }] },
  项目经理确认: { lateFine: '0', lateDays: 0 },
});
const check = { result: '合格', remark: null, photos: [] };
const acceptance = (
  sendBill: string,
  of: string,
  orderLine: string,
  arrivedQty: string,
  passQty: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  project: 'EMC01001',
  supplier: of,
  sendBill,
  checkDate: chains.day(0),
  checkTeam: [chains.user('operator')],
  sampleWay: '全检',
  nameplate: check,
  certificate: check,
  storeMode: '入工地仓库',
  acceptLines: [
    {
      orderLine,
      brandActual: '上海',
      arrivedQty,
      passQty,
      concessionQty: '0',
      concessionCut: '0',
      orderPrice: '820.0000',
      rejectWhy: '外观损坏',
      ...more,
    },
  ],
});
const stored = { 仓管入库: { stockNo: 'RK-001', storeSlot: 'A区3排' } };

describe('an application', () => {
  it('is priced of those who may be ordered from, in full, and asked for widely enough', async () => {
    const id = await chains.submit('purchase', 'engineer', application());
    await chains.agree('purchase', 'engineer', id, {}, '采购询价定价');
    const walk = chains.walk('purchase');
    const price = async (orderWay: string, inquiries: readonly unknown[]) =>
      (await walk.agree('engineer', id, priced(orderWay, inquiries))).errors.map((error) => error.message);
    expect(await price('询价订单', [...three(), ask('闸阀', '同力', '820.0000')])).toEqual(['物料不在采购明细中']);
    expect(await price('询价订单', [...three().slice(0, 1), ...three().slice(0, 2)])).toEqual([
      '「蝶阀」应采20.000，选定了40.000',
    ]);
    expect(await price('询价订单', [...three().slice(0, 2), three()[1]])).toEqual(['「蝶阀」至少三家供应商报价']);
    expect(await price('合同内订货', three())).toEqual(['合同内订货请先选已签合同']);
    await chains.rows(`update supplier set single_limit = 16000 where id = ${supplier('同力')}`);
    expect(await price('询价订单', three())).toEqual(['同力水泵机械有限公司单笔合同限额为16000.00元，本次超过限额']);
    await chains.rows(`update supplier set single_limit = null, state = '限制' where id = ${supplier('同力')}`);
    expect(await price('询价订单', three())).toEqual(['同力水泵机械有限公司限制，不能签订新的合同或订单']);
    await chains.rows(`update supplier set state = '合格' where id = ${supplier('同力')}`);
    expect(await price('现金零购', three())).toEqual(['现金零购不得超过2000元']);
    expect(await price('询价订单', three())).toEqual([]);
    await chains.agree('purchase', 'engineer', id);
    await chains.cancel('purchase', id);
  });

  it('takes from stock only what is there, whoever comes at the same time', async () => {
    const [entry] = await chains.server.db.transaction().execute((tx) =>
      enter(
        tx,
        siteMaterial,
        [
          {
            project: 'EMC01001',
            goods: '焊接弯头',
            spec: 'DN300 PN16',
            kind: '验收入库',
            quantity: '6.000',
            document: '期初',
          },
        ],
        SETUP,
      ),
    );
    const wanted = (stockQty: string) =>
      application({
        purchaseType: '工具机具',
        lines: [line('焊接弯头', '6.000', { stockQty, onHand: '6.000', budgetPrice: '10.0000' })],
      });
    const walk = chains.walk('purchase');
    const values = await chains.filled('purchase', 'engineer', 0, wanted('4.000'));
    const [row] = values.lines as readonly Record<string, unknown>[];
    const tooMuch = await walk.submit(
      'engineer',
      await walk.draft('engineer', { ...values, lines: [{ ...row, stockQty: '6.001', requestQty: '9' }] }),
    );
    expect(tooMuch.errors.map((error) => error.message)).toContain('从库存领用的数量不能超过现有库存和申请数量');
    const rest = [ask('焊接弯头', '同力', '10.0000', { inquiryQty: '2.000', selected: true })];
    const two = [];
    for (let of = 0; of < 2; of++) {
      const id = await chains.submit('purchase', 'engineer', wanted('4.000'));
      await chains.agree('purchase', 'engineer', id, {}, '采购询价定价');
      two.push(id);
    }
    const answers = await Promise.all(two.map((id) => walk.agree('engineer', id, priced('现金零购', rest))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.message).toMatch(/现有库存只有2.000|不能超过现有库存/);
    const [stock] = await chains.rows(
      "select sum(quantity)::text as left from b_site_material where goods = '焊接弯头' and not voided",
    );
    expect(stock?.left).toBe('2.000');
    const done = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    await chains.cancel('purchase', done);
    await chains.rows(`update b_site_material set voided = true where id = ${entry}`);
  });

  it('leaves a draft where it goes on to a tender or a contract, and a fine to confirm where somebody bungled', async () => {
    const empty = await books();
    const tender = await chains.through(
      'purchase',
      'engineer',
      application(),
      priced('转招标', [ask('蝶阀', '同力', '800.0000')]),
    );
    expect((await chains.followUps('purchase', tender.id)).map((row) => row.module)).toEqual(['tenderApplication']);
    const rework = await chains.through(
      'purchase',
      'engineer',
      application({ purchaseWhy: '质量返工', dutyParty: supplier('通达') }),
      priced('询价订单', three()),
    );
    expect((await books()).fines).toEqual([
      { supplier: supplier('通达'), kind: '返工采购', amount: '16400.00', state: '待确认' },
    ]);
    const contract = await chains.through(
      'purchase',
      'engineer',
      application(),
      priced('转签采购合同', [ask('蝶阀', '同力', '800.0000')]),
    );
    expect((await books()).draws).toEqual([
      { kind: '采购占用', amount: '16400.00' },
      { kind: '采购占用', amount: '18000.00' },
    ]);
    for (const { id } of [tender, rework, contract]) await chains.cancel('purchase', id);
    expect(await books()).toEqual(empty);
  });
});

describe('goods', () => {
  it('are ordered, sent, counted, accepted and stored; every cancel takes its own back, and none what others stand on', async () => {
    const empty = await books();
    const order = await chains.through('purchase', 'engineer', application(), priced('询价订单', three()));
    const [lineRow] = await chains.rows(
      `select id::text, contract::text from b_purchase_order_line where source_module = 'purchase' and source_id = ${order.id} and not voided`,
    );
    const orderLine = String(lineRow?.id);
    const ordered = await books();
    expect(ordered).toEqual({
      ...empty,
      draws: [{ kind: '采购占用', amount: '16400.00' }],
      contracts: [{ supplier: supplier('同力'), amount: '16400.00', kind: '采购订单', arrived_on: null }],
      lines: [
        {
          document: expect.stringMatching(/^GCCG-/),
          goods: '蝶阀',
          spec: 'DN300 PN16',
          supplier: supplier('同力'),
          ordered: '20.000',
          price: '820.0000',
          sent: '0.000',
          arrived: '0.000',
          accepted: '0.000',
          amount: '0.00',
        },
      ],
    });

    // 发货: not of another's line, not more than was ordered
    const walk = chains.walk('purchaseSend');
    const values = await chains.filled(
      'purchaseSend',
      'purchaser',
      0,
      shipment(order.id, supplier('同力'), orderLine, '12.000'),
    );
    const send = async (more: Readonly<Record<string, unknown>>) =>
      (await walk.submit('purchaser', await walk.draft('purchaser', { ...values, ...more }))).errors.map(
        (error) => error.message,
      );
    expect(await send({ supplier: supplier('华光') })).toEqual(['采购订单行不是所选供应商的']);
    const [row] = values.goodsLines as readonly Record<string, unknown>[];
    expect(await send({ goodsLines: [{ ...row, sendQty: '20.001' }] })).toEqual(['累计发货数量不能超过订单数量']);
    await chains.rows(`update supplier set state = '停用' where id = ${supplier('同力')}`);
    expect(await send({})).toEqual(['同力水泵机械有限公司已停用，在途采购已冻结，不能再发货']);
    await chains.rows(`update supplier set state = '合格' where id = ${supplier('同力')}`);

    // Two shipments under way: together they are more than was ordered.
    const first = await chains.submit(
      'purchaseSend',
      'purchaser',
      shipment(order.id, supplier('同力'), orderLine, '12.000'),
    );
    const second = await chains.submit(
      'purchaseSend',
      'purchaser',
      shipment(order.id, supplier('同力'), orderLine, '12.000', { batchNo: 2 }),
    );
    for (const id of [first, second])
      await chains.agree('purchaseSend', 'purchaser', id, arrived(orderLine, '12.000', '12.000'), '现场收货');
    await chains.agree('purchaseSend', 'purchaser', first, arrived(orderLine, '12.000', '11.000', '破损'));
    const over = await walk.agree('purchaser', second, {
      现场收货: async (who) => {
        const { record } = await walk.info(who, second);
        expect(record.arrivals).toMatchObject([{ arriveLine: orderLine, arriveGoods: '蝶阀', shouldArrive: '12.000' }]);
        return chains.filled('purchaseSend', who, 2, arrived(orderLine, '12.000', '12.000').现场收货, record);
      },
    });
    expect(over.message).toBe('累计发货数量不能超过订单数量');
    const sent = await books();
    expect(sent).toEqual({
      ...ordered,
      contracts: [{ ...ordered.contracts[0], arrived_on: chains.at(-2).slice(0, 10) }],
      lines: [{ ...ordered.lines[0], sent: '12.000', arrived: '11.000' }],
    });
    const left = await chains.followUps('purchaseSend', first);
    expect(left.map((one) => [one.module, one.user])).toEqual([
      ['purchaseCheckAccept', chains.user('operator')],
      ['dailyInformation', chains.user('purchaser')],
    ]);
    const draft = await chains.walk('purchaseCheckAccept').info('operator', String(left[0]?.target));
    expect(draft.record.acceptLines).toMatchObject([{ orderLine, arrivedQty: '11.000', passQty: '11.000' }]);

    // 验收: what was counted is what is accepted or rejected
    const accepting = chains.walk('purchaseCheckAccept');
    const wrongCount = await chains.filled(
      'purchaseCheckAccept',
      'engineer',
      0,
      acceptance(first, supplier('同力'), orderLine, '12.000', '12.000'),
    );
    expect((await accepting.submit('engineer', await accepting.draft('engineer', wrongCount))).errors).toEqual([
      { path: 'acceptLines[0].arrivedQty', message: '发货单清点到货11.000，请核对' },
    ]);
    // Whoever asked for them does not accept them alone.
    const alone = await accepting.draft('engineer', {
      ...wrongCount,
      ...acceptance(first, supplier('同力'), orderLine, '11.000', '11.000'),
      checkTeam: [chains.user('engineer')],
    });
    expect((await accepting.submit('engineer', alone)).errors).toEqual([
      { path: 'checkTeam', message: '验收人员须有采购申请人以外的人' },
    ]);
    const accepted = await chains.through(
      'purchaseCheckAccept',
      'engineer',
      acceptance(first, supplier('同力'), orderLine, '11.000', '8.000', {
        concessionQty: '1.000',
        concessionCut: '100.00',
      }),
      {
        暖通工程师判定: { judge: '退货' },
        采购处理异常: { returnDue: chains.day(10), qualityFine: '500.00' },
        ...stored,
      },
    );
    expect(accepted.names).toContain('采购处理异常');
    const done = await books();
    expect(done).toEqual({
      ...sent,
      lines: [{ ...sent.lines[0], sent: '10.000', arrived: '9.000', accepted: '9.000', amount: '7280.00' }],
      stock: [{ goods: '蝶阀', kind: '验收入库', quantity: '9.000', slot: 'A区3排' }],
      costs: [{ account: '工程材料', amount: '7280.00' }],
      estimates: [{ kind: '验收暂估', amount: '7280.00' }],
      fines: [{ supplier: supplier('同力'), kind: '质量扣款', amount: '500.00', state: '已确认' }],
      mails: [{ kind: '退换货通知', body: expect.stringContaining('拒收2.000，外观损坏') }],
      rates: [{ kind: '到货验收', score: '0.0' }],
    });
    const twice = await chains.filled(
      'purchaseCheckAccept',
      'engineer',
      0,
      acceptance(first, supplier('同力'), orderLine, '11.000', '11.000'),
    );
    expect((await accepting.submit('engineer', await accepting.draft('engineer', twice))).errors).toEqual([
      { path: 'sendBill', message: '发货单已有相同的单据，请核对' },
    ]);

    // Nothing is taken away from under what came later.
    const boss = await chains.server.client.signIn('generalManager');
    const no = await chains.server.client.post(
      '/srmapi/PurchaseSend/Cancel',
      { BusinessId: first, Opinion: '错' },
      boss,
    );
    expect(no.message).toMatch(/累计到货数量|已验收的数量超过实到数量/);
    const neither = await chains.server.client.post(
      '/srmapi/PurchaseApply/Cancel',
      { BusinessId: order.id, Opinion: '错' },
      boss,
    );
    expect(neither.message).toBe('已有后续单据引用，请先作废后续单据');
    expect(await books()).toEqual(done);

    await chains.cancel('purchaseCheckAccept', accepted.id);
    expect(await books()).toEqual(sent);
    await chains.cancel('purchaseSend', first);
    expect(await books()).toEqual(ordered);
    await chains.cancel('purchase', order.id);
    expect(await books()).toEqual(empty);
  });

  it('within a contract are ordered at its price, and equipment waits for its installation', async () => {
    const empty = await books();
    const contract = contracts.get('01') ?? '';
    const pumps = {
      projectContract: contract,
      purchaseType: '水泵冷却塔',
      lines: [
        line('冷冻水循环泵', '2.000', { spec: '450m³/h 32m 55kW 变频', unitName: '台', budgetPrice: '68000.0000' }),
      ],
    };
    const pump = (inquiryPrice: string) =>
      ask('冷冻水循环泵', '同力', inquiryPrice, { inquiryQty: '2.000', selected: true });
    const id = await chains.submit('purchase', 'engineer', application(pumps));
    await chains.agree('purchase', 'engineer', id, {}, '采购询价定价');
    const dear = await chains.walk('purchase').agree('engineer', id, priced('合同内订货', [pump('69000.0000')]));
    expect(dear.errors).toEqual([
      { path: 'inquiries[0].inquiryPrice', message: '合同单价为68000.0000元，合同内订货按合同价' },
    ]);
    await chains.agree('purchase', 'engineer', id, priced('合同内订货', [pump('68000.0000')]));
    expect(await books()).toEqual(empty);
    const [known] = await chains.rows(
      `select id::text from b_purchase_order_line where contract = ${contract} and goods = '冷冻水循环泵'`,
    );
    const orderLine = String(known?.id);
    const sent = await chains.through(
      'purchaseSend',
      'purchaser',
      shipment(id, supplier('同力'), orderLine, '2.000', { projectContract: contract, contractArrive: chains.day(-4) }),
      { ...arrived(orderLine, '2.000', '2.000'), 项目经理确认: { lateDays: 4, lateFine: '680.00' } },
    );
    expect((await books()).nodes).toEqual([{ arrived_on: chains.at(-2).slice(0, 10) }]);
    const accepted = await chains.through(
      'purchaseCheckAccept',
      'engineer',
      {
        ...acceptance(sent.id, supplier('同力'), orderLine, '2.000', '2.000', { orderPrice: '68000.0000' }),
        storeMode: '直发安装点',
      },
      stored,
    );
    expect(await books()).toMatchObject({
      contracts: [],
      equipment: [
        {
          name: '冷冻水循环泵',
          model: '450m³/h 32m 55kW 变频',
          factory_no: 'CC-01',
          maker: '上海',
          quantity: '2.000',
          state: '待安装',
        },
      ],
      stock: [
        { kind: '验收入库', quantity: '2.000' },
        { kind: '领料出库', quantity: '-2.000' },
      ],
      costs: [{ account: '工程设备', amount: '136000.00' }],
    });
    await chains.cancel('purchaseCheckAccept', accepted.id);
    await chains.cancel('purchaseSend', sent.id);
    await chains.cancel('purchase', id);
    expect(await books()).toEqual(empty);
  });

  it('what a contract orders itself is sent without an application, batch by batch, due when the contract says', async () => {
    const empty = await books();
    const contract = contracts.get('01') ?? '';
    const [known] = await chains.rows(
      `select id::text from b_purchase_order_line where contract = ${contract} and goods = '冷冻水循环泵'`,
    );
    const orderLine = String(known?.id);
    await chains.rows(`update b_purchase_order_line set arrive_by = '${chains.day(-1)}' where id = ${orderLine}`);
    const of = (more: Readonly<Record<string, unknown>> = {}) => ({
      ...shipment('', supplier('同力'), orderLine, '1.000', {
        projectContract: contract,
        contractArrive: chains.day(-1),
      }),
      order: null,
      ...more,
    });
    const walk = chains.walk('purchaseSend');
    const said = async (more: Readonly<Record<string, unknown>>) =>
      (
        await walk.submit(
          'purchaser',
          await walk.draft('purchaser', await chains.filled('purchaseSend', 'purchaser', 0, of(more))),
        )
      ).errors;
    expect(await said({ projectContract: null })).toContainEqual(
      expect.objectContaining({ message: '请选择采购申请单；按合同供货的，请选择采购合同' }),
    );
    const sent = await chains.through('purchaseSend', 'purchaser', of(), {
      ...arrived(orderLine, '1.000', '1.000'),
      项目经理确认: { lateDays: 1, lateFine: '0' },
    });
    expect(await chains.rows(`select contract_arrive::text as due from f_purchase_send where id = ${sent.id}`)).toEqual(
      [{ due: chains.day(-1) }],
    );
    expect((await books()).lines).toMatchObject([{ goods: '冷冻水循环泵', sent: '1.000', arrived: '1.000' }]);
    expect(await said({})).toEqual([{ path: 'batchNo', message: '该合同已有第1批发货，请改批次' }]);
    await chains.rows(`update supplier set state = '停用' where id = ${supplier('同力')}`);
    expect(await said({ batchNo: 2 })).toEqual([
      { path: 'supplier', message: '同力水泵机械有限公司已停用，在途采购已冻结，不能再发货' },
    ]);
    await chains.rows(`update supplier set state = '合格' where id = ${supplier('同力')}`);
    await chains.cancel('purchaseSend', sent.id);
    expect(await books()).toEqual(empty);
  });
});
