/** Contracts that we buy by, from filling in to signing: what each writes, and that a cancel leaves nothing of it. */
import { buyerContract, FORMS } from '@hengneng/forms';
import type { FormShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, type EntrySource } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';
import { addAmounts } from '../kit/changes.ts';

const PROJECT = 'EMC01001';
const { detection, maintain, maintenance, otherSource, waterProcurement } = FORMS;

let chains: Chains;
let supplier: string;
let device: string;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  [supplier = ''] = await chains.offered('projectManager', 'supplier');
  [device = ''] = await chains.offered('projectManager', 'device');
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);

/** Everything that the records of a module wrote and that stands. */
const books = async (module: string) => {
  const standing = (columns: string, book: string, order = 'id') =>
    rows(`select ${columns} from b_${book} where not voided and source_module = '${module}' order by ${order}`);
  return {
    contracts: await standing(
      'kind, total_amount::text as total, start_date::text as "from", end_date::text as "to", warranty_to::text as warranty, state',
      'buyer_contract',
    ),
    plan: await standing('direction as way, item, due_on::text as due, amount::text', 'contract_plan', 'due_on, id'),
    tasks: await standing(
      'kind, item, object, due_on::text as due, plan_times as times, unit_price::text as price, miss_penalty::text as penalty',
      'service_task',
      'due_on, id',
    ),
    warranties: await standing(
      'device::text, parts, valid_from::text as "from", valid_to::text as "to"',
      'repair_warranty',
    ),
    prices: await standing('chemical is null as lump, unit_price::text as price', 'chemical_price'),
    standards: await standing('indicator, lower::text, upper::text, fail_penalty::text as penalty', 'water_standard'),
    posts: await standing('kind, post, headcount::text as people, month_cost::text as cost', 'project_post'),
    deposits: await standing('kind, amount::text, due_on::text as due', 'deposit_receivable'),
    agreements: await standing('kind, counterpart, amount::text, executed::text', 'agreement'),
    offers: await standing('section, name, unit_price::text as price, price_kind as kind', 'unit_engineering_price'),
    strategic: await rows(
      'select id::text, strategic_until::text as until from supplier where strategic_until is not null',
    ),
  };
};

/** A cancel leaves nothing of what a record wrote. */
async function leavesNothing(module: Parameters<Chains['cancel']>[0], id: string): Promise<void> {
  await chains.cancel(module, id);
  expect(Object.values(await books(module)).flat()).toEqual([]);
  expect([...(await chains.reminders(module, id)), ...(await chains.followUps(module, id))]).toEqual([]);
}

describe('外包合同的密级', () => {
  it('has each looked through by the lawyers before it is signed, where few may read it', async () => {
    const forms: readonly FormShape[] = [detection, maintain, maintenance, otherSource, waterProcurement];
    for (const form of forms) {
      const legal = form.steps.findIndex(({ by }) => by === 'role(legal)');
      expect([form.id, form.steps[legal]?.when]).toEqual([form.id, expect.stringContaining("secrecy == '机密'")]);
      expect(legal).toBeLessThan(form.steps.findIndex(({ name }) => name === '签订归档'));
    }
    const given = { project: PROJECT, supplier, pickReason: '三家比价', travelFee: '0', agencyQualify: ['CMA'] };
    const contract = (secrecy: string) =>
      chains.through(
        'detection',
        'projectManager',
        { ...given, secrecy, serviceStart: chains.day(5), serviceEnd: chains.day(65), qualifyExpire: chains.day(400) },
        { 签订归档: { signDate: chains.day(0) } },
      );
    for (const [secrecy, asked] of [
      ['内部', false],
      ['秘密', true],
      ['机密', true],
    ] as const) {
      const { id, took } = await contract(secrecy);
      expect([secrecy, took.includes('法务审核')]).toEqual([secrecy, asked]);
      await chains.cancel('detection', id);
    }
  });
});

describe('检测外包合同', () => {
  const item = {
    detectItem: '安全阀校验',
    object: '1号主机安全阀',
    regNo: 'AQF-01',
    lastDate: null,
    quantity: 2,
    unitPrice: '150.00',
  };
  const terms = { project: PROJECT, pickReason: '三家比价', travelFee: '100.01', agencyQualify: ['CMA'] };

  it('enters the ledger with half paid before, tasks with their dates, and what the customer bears', async () => {
    const { id, names } = await chains.through(
      'detection',
      'projectManager',
      {
        ...terms,
        supplier,
        payWay: '预付50%报告后付清',
        feeBearer: '客户承担',
        serviceStart: chains.day(5),
        serviceEnd: chains.day(65),
        qualifyExpire: chains.day(400),
        detectItems: [{ ...item, dueDate: chains.day(60) }],
      },
      { 签订归档: { signDate: chains.day(0) } },
    );
    expect(names).toEqual([
      '发起申请',
      '项目经理审核',
      '安全员审核检测清单',
      '区域经理审批',
      '法务审核',
      '财务审核',
      '运营总监审批',
      '签订归档',
    ]);
    const after = await books('detection');
    expect(after.contracts[0]).toMatchObject({
      kind: '外包检测',
      total: '400.01',
      to: chains.day(65),
      state: '履行中',
    });
    expect(after.plan).toEqual([
      { way: '付', item: '预付检测费', due: chains.day(0), amount: '200.01' },
      { way: '付', item: '检测费', due: chains.day(65), amount: '200.00' },
      { way: '收', item: expect.stringMatching(/^代付检测费（WBJC-/), due: chains.day(65), amount: '400.01' },
    ]);
    expect(after.tasks).toEqual([
      {
        kind: '检测',
        item: '安全阀校验',
        object: '1号主机安全阀',
        due: chains.day(60),
        times: 2,
        price: '150.00',
        penalty: null,
      },
    ]);
    expect(await chains.reminders('detection', id)).toEqual([
      expect.objectContaining({ day: chains.day(30), role: 'safetyOfficer', users: [chains.user('projectManager')] }),
    ]);
    await leavesNothing('detection', id);
  });
});

describe('维修外包合同', () => {
  it('begins the repair record, takes our parts from stock and keeps the warranty in mind', async () => {
    const [part = ''] = await chains.offered('projectManager', 'sparePart');
    const stock = async () =>
      (
        await rows(
          `select quantity::text from stock where kind = 'part' and project_code = '${PROJECT}' and item_id = ${part}`,
        )
      )[0]?.quantity;
    const held = Number(await stock());
    const { id } = await chains.through(
      'maintenance',
      'projectManager',
      {
        project: PROJECT,
        supplier,
        device,
        repairKind: '故障抢修',
        quoteCount: 3,
        lowestQuote: '3000.00',
        oldPartsOwner: '我方回收',
        planStart: chains.at(24),
        planEnd: chains.at(48),
        repairWarranty: 12,
        parts: [
          { partName: '机械密封', partSource: '我方库存件', part, partQty: '1.00', partPrice: '0' },
          { partName: '溶液泵', partSource: '维修方供原厂件', part: null, partQty: '1.00', partPrice: '2000.00' },
        ],
        works: [{ workItem: '更换溶液泵', workHours: '10.0', hourPrice: '80.00' }],
      },
      { 签订归档: { signDate: chains.day(0) } },
    );
    const after = await books('maintenance');
    expect(after.contracts[0]).toMatchObject({
      kind: '外包维修',
      total: '2800.00',
      from: chains.day(1),
      to: chains.day(2),
    });
    expect(after.plan).toEqual([{ way: '付', item: '维修款', due: chains.day(2), amount: '2800.00' }]);
    expect(after.warranties).toEqual([
      { device, parts: '机械密封、溶液泵、更换溶液泵', from: chains.day(2), to: after.contracts[0]?.warranty },
    ]);
    expect(Number(await stock())).toBe(held - 1);
    const [follow] = await chains.followUps('maintenance', id);
    expect(follow).toMatchObject({ module: 'maintenanceRecords', user: chains.user('projectManager') });
    const { record } = await chains.walk('maintenanceRecords').info('projectManager', String(follow?.target));
    expect(record).toMatchObject({
      equipment: device,
      repairUnit: supplier,
      repairWay: '外委维修',
      otherFee: '2800.00',
    });
    await leavesNothing('maintenance', id);
    expect(Number(await stock())).toBe(held);
  });

  it('is told of a repair that is still under warranty', async () => {
    const asked = async () =>
      (await chains.preview('maintenanceRecords', 'projectManager', { project: PROJECT, equipment: device }))
        .freeRepair;
    expect(await asked()).toBeNull();
    const { id } = await chains.through('maintenance', 'projectManager', {
      project: PROJECT,
      supplier,
      device,
      repairKind: '故障抢修',
      planStart: chains.at(-72),
      planEnd: chains.at(-48),
      repairWarranty: 6,
      parts: [],
      works: [{ workItem: '检漏补焊', workHours: '2.0', hourPrice: '100.00' }],
    });
    expect(await asked()).toMatch(/^WBWX-\d+-\d+ .+（检漏补焊，质保至\d{4}-\d{2}-\d{2}）$/);
    await chains.cancel('maintenance', id);
    expect(await asked()).toBeNull();
  });
});

describe('保养外包合同', () => {
  const year = new Date().getFullYear() + 1;
  const base = {
    project: PROJECT,
    contractYear: year,
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    insurance: '800000.00',
    lastScore: null,
    missPenalty: '300.00',
    plans: [
      {
        deviceKind: '冷却塔',
        deviceCount: 3,
        content: '冷却塔填料清洗与皮带更换',
        months: ['4月', '10月'],
        timesPerYear: 2,
        timePrice: '500.00',
      },
    ],
  };

  it('becomes tasks by month, and instalments by quarter', async () => {
    const { id } = await chains.through('maintain', 'projectManager', { ...base, supplier, settleCycle: '按季' });
    const after = await books('maintain');
    expect(after.tasks.map(({ due, times, penalty }) => [due, times, penalty])).toEqual([
      [`${year}-04-30`, 3, '300.00'],
      [`${year}-10-31`, 3, '300.00'],
    ]);
    expect(after.plan.map(({ due, amount }) => [due, amount])).toEqual([
      [`${year}-03-31`, '750.00'],
      [`${year}-06-30`, '750.00'],
      [`${year}-09-30`, '750.00'],
      [`${year}-12-31`, '750.00'],
    ]);
    expect((await chains.reminders('maintain', id)).map(({ day }) => day)).toEqual([`${year}-11-01`]);
    await leavesNothing('maintain', id);
  });

  it('pays each time for what was done where it is settled by time', async () => {
    const { id } = await chains.through('maintain', 'projectManager', { ...base, supplier, settleCycle: '按次' });
    expect((await books('maintain')).plan.map(({ due, amount }) => [due, amount])).toEqual([
      [`${year}-04-30`, '1500.00'],
      [`${year}-10-31`, '1500.00'],
    ]);
    await leavesNothing('maintain', id);
  });
});

describe('水处理采购合同', () => {
  const priceFor = async (chemical: string) => {
    const record = await chains.preview('constructionNotice', 'operator', {
      project: PROJECT,
      chemicals: [{ name: chemical }],
    });
    return (record.chemicals as readonly { readonly unitPrice: string }[])[0]?.unitPrice;
  };
  const term = () => ({
    project: PROJECT,
    supplier,
    seasonFrom: chains.day(-1),
    seasonTo: chains.day(200),
    lastYearCost: '0',
  });
  const advice = { 水质工程师审核: { compatible: true } };

  it('sets the price at which the project asks for chemicals', async () => {
    const [chemical = ''] = await chains.offered('operator', 'waterChemical');
    const listed = await priceFor(chemical);
    const { id } = await chains.through(
      'waterProcurement',
      'projectManager',
      {
        ...term(),
        serviceMode: '只供药剂',
        lumpFee: '0',
        deliverDays: 7,
        chemicals: [{ chemical, quantity: '100.00', unitPrice: '9.9000' }],
      },
      { ...advice, 签订归档: { signDate: chains.day(0) } },
    );
    const after = await books('waterProcurement');
    expect(after.prices).toEqual([{ lump: false, price: '9.9000' }]);
    expect(after.plan).toEqual([{ way: '付', item: '药剂款', due: chains.day(7), amount: '990.00' }]);
    expect(await priceFor(chemical)).toBe('9.9000');
    await leavesNothing('waterProcurement', id);
    expect(await priceFor(chemical)).toBe(listed);
  });

  it('as a lump sum makes chemicals free and guarantees the water', async () => {
    const [chemical = ''] = await chains.offered('operator', 'waterChemical');
    const { id } = await chains.through(
      'waterProcurement',
      'projectManager',
      {
        ...term(),
        serviceMode: '水处理总包',
        lumpFee: '24000.00',
        testPerMonth: 2,
        failPenalty: '500.00',
        concentration: '4.5',
        carbonCorrosion: '0.075',
        copperCorrosion: '0.0050',
        bacteria: 100000,
        totalIron: null,
        chemicals: [],
      },
      advice,
    );
    const after = await books('waterProcurement');
    expect(await priceFor(chemical)).toBe('0.0000');
    expect(after.standards).toEqual([
      { indicator: '浓缩倍数', lower: '4.5000', upper: null, penalty: '500.00' },
      { indicator: '碳钢腐蚀率', lower: null, upper: '0.0750', penalty: '500.00' },
      { indicator: '铜腐蚀率', lower: null, upper: '0.0050', penalty: '500.00' },
      { indicator: '异养菌总数', lower: null, upper: '100000.0000', penalty: '500.00' },
    ]);
    expect(after.plan.every(({ item }) => item === '技术服务费')).toBe(true);
    expect(after.plan.reduce((sum, { amount }) => sum + Number(amount) * 100, 0)).toBeCloseTo(2_400_000);
    await leavesNothing('waterProcurement', id);
  });
});

describe('其他外包合同', () => {
  it('of labour lists its posts, its deposit and its licence', async () => {
    const { id } = await chains.through(
      'otherSource',
      'projectManager',
      {
        project: PROJECT,
        supplier,
        outsourceKind: '劳务派遣',
        licenseKind: '劳务派遣经营许可证',
        licenseExpire: chains.day(500),
        startDate: chains.day(0),
        endDate: chains.day(364),
        serviceMonths: '12.0',
        chargeWay: '按岗位月费',
        deposit: '5000.00',
        depositBack: chains.day(380),
        posts: [
          {
            post: '运行值守',
            headcount: '2.00',
            countUnit: '人',
            periods: '12.0',
            price: '6000.00',
            minWage: '2600.00',
          },
          { post: '体检', headcount: '2.00', countUnit: '次', periods: '1.0', price: '300.00', minWage: null },
        ],
      },
      { 人事审核用工: { dispatchRatio: '8' } },
    );
    const after = await books('otherSource');
    expect(after.contracts[0]).toMatchObject({ kind: '其他外包', total: '144600.00' });
    expect(after.plan.length).toBeGreaterThanOrEqual(12);
    expect(after.posts).toEqual([{ kind: '劳务派遣', post: '运行值守', people: '2.00', cost: '6000.00' }]);
    expect(after.deposits).toEqual([
      expect.objectContaining({ kind: '押金', amount: '5000.00', due: chains.day(380) }),
    ]);
    const reminders = await chains.reminders('otherSource', id);
    expect(reminders.map(({ day, every }) => [day, every]).toSorted()).toEqual(
      [
        [chains.day(380), 30],
        [chains.day(470), null],
      ].toSorted(),
    );
    await leavesNothing('otherSource', id);
  });
});

describe('战略协议', () => {
  it('to buy marks the supplier and lists the prices; a later cancel takes back its own', async () => {
    const given = {
      partner: '示范主机厂',
      direction: '我方采购',
      partnerProvider: supplier,
      startDate: chains.day(0),
      endDate: chains.day(700),
      years: '2.0',
      exclusive: false,
      yearCommit: '500000.00',
      priceItems: [{ category: '冷却塔', product: '逆流冷却塔', listPrice: '1000.0000', discount: '85' }],
    };
    const first = await chains.through('strategicAgreement', 'purchaser', given);
    const after = await books('strategicAgreement');
    expect(after.agreements).toEqual([
      { kind: '战略协议', counterpart: '示范主机厂', amount: '1000000.00', executed: '0.00' },
    ]);
    expect(after.strategic).toEqual([{ id: supplier, until: chains.day(700) }]);
    expect(after.offers).toEqual([{ section: '冷却塔', name: '逆流冷却塔', price: '850.0000', kind: '战略协议价' }]);
    expect((await chains.reminders('strategicAgreement', first.id)).map(({ day }) => day)).toEqual([chains.day(610)]);
    await leavesNothing('strategicAgreement', first.id);
  });
});

describe('采购合同台账', () => {
  const source: EntrySource = { module: 'payment', id: '1', effect: 'payment.reserve' };
  const sign = async (): Promise<string> => {
    const ids = await chains.server.db.transaction().execute((tx) =>
      enter(
        tx,
        buyerContract,
        [
          {
            contractNo: `T-${Math.random()}`,
            name: '测试',
            kind: '其他外包',
            project: PROJECT,
            supplier,
            keeper: chains.user('projectManager'),
            totalAmount: '100.00',
            payChannel: '非能源付款',
            reserved: '0.00',
            paid: '0.00',
            ticketed: '0.00',
            state: '履行中',
          },
        ],
        source,
      ),
    );
    return ids[0] ?? '';
  };
  const reserve = (id: string, amount: string, record = '1') =>
    chains.server.db
      .transaction()
      .execute((tx) => addAmounts(tx, buyerContract, id, { reserved: amount }, { ...source, id: record }));
  const left = async (id: string, record: string): Promise<unknown> => {
    const { references } = chains.server.engine;
    return references.prop('purchaseContract', 'unpaidAmount')?.(chains.server.db, id, {
      moduleId: 'payment',
      businessId: record,
      record: {},
      row: null,
      now: chains.now,
    });
  };

  it('says what is left to pay without what the asking record holds itself', async () => {
    const id = await sign();
    await reserve(id, '60.00', '7');
    expect(await left(id, '7')).toBe('100.00');
    expect(await left(id, '8')).toBe('40.00');
  });

  it('is never overpaid, however many ask at once', async () => {
    const id = await sign();
    const asked = await Promise.allSettled(['1', '2', '3', '4'].map((record) => reserve(id, '30.00', record)));
    expect(asked.filter(({ status }) => status === 'fulfilled').length).toBe(3);
    expect(await left(id, '9')).toBe('10.00');
  });
});
