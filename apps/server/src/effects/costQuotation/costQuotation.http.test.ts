/** Inquiries and estimates: the prices they leave, the version that counts, the budget that contracts are held against. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
let suppliers: readonly string[];
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  suppliers = await chains.offered('purchaser', 'supplier');
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);

describe('成本报价询价', () => {
  const given = () => ({
    project: PROJECT,
    consult: null,
    inquiryType: '水泵冷却塔',
    brandTier: '国产一线',
    needDate: chains.day(60),
    replyDeadline: chains.at(48),
    items: [
      {
        category: '冷却塔',
        itemName: '逆流冷却塔',
        spec: '300t/h',
        itemUnit: '台',
        quantity: '2.000',
        budgetPrice: '60000.0000',
      },
      {
        category: '循环水泵',
        itemName: '冷却水泵',
        spec: '320m³/h',
        itemUnit: '台',
        quantity: '3.000',
        budgetPrice: '20000.0000',
      },
    ],
    quotes: [
      {
        supplier: suppliers[0],
        brand: '甲',
        quoteTotal: '150000.00',
        freight: '0',
        deviate: '无偏离',
        validTo: chains.day(90),
      },
      {
        supplier: suppliers[1],
        brand: '乙',
        quoteTotal: '158000.00',
        freight: '2000.00',
        deviate: '正偏离',
        validTo: chains.day(90),
      },
      {
        supplier: suppliers[2],
        brand: '丙',
        quoteTotal: '149000.00',
        freight: '0',
        deviate: '负偏离可接受',
        validTo: chains.day(90),
      },
      {
        supplier: suppliers[3],
        brand: '丁',
        quoteTotal: '120000.00',
        freight: '0',
        deviate: '负偏离不可接受',
        validTo: chains.day(90),
      },
    ],
  });
  const priced = (finalSupplier: string | undefined) => ({
    采购谈判定价: {
      finalSupplier,
      finalPrice: '150000.00',
      backupSupplier: suppliers[2],
      finals: [
        { finalItem: '逆流冷却塔', finalQuantity: '2.000', finalUnitPrice: '47000.0000' },
        { finalItem: '冷却水泵', finalQuantity: '3.000', finalUnitPrice: '18000.0000' },
      ],
    },
  });

  it('keeps every offer, and of the chosen one the prices that were agreed', async () => {
    const { id } = await chains.through('CostQuotationInquiry', 'purchaser', given(), priced(suppliers[0]));
    const { record } = await chains.walk('CostQuotationInquiry').info('purchaser', id);
    expect(record).toMatchObject({ quoteCount: 3, budgetTotal: '180000.00', savingAmount: '30000.00' });
    const written = async () => ({
      prices: await rows(
        "select section, name, spec, unit_price::text as price, price_kind as kind, supplier::text from b_unit_engineering_price where not voided and source_module = 'CostQuotationInquiry' order by id",
      ),
      quotes: await rows(
        'select supplier::text, chosen, compare_total::text as total from b_supplier_quote where not voided order by id',
      ),
    });
    expect(await written()).toEqual({
      prices: [
        {
          section: '冷却塔',
          name: '逆流冷却塔',
          spec: '300t/h',
          price: '47000.0000',
          kind: '询价',
          supplier: suppliers[0],
        },
        {
          section: '循环水泵',
          name: '冷却水泵',
          spec: '320m³/h',
          price: '18000.0000',
          kind: '询价',
          supplier: suppliers[0],
        },
      ],
      quotes: [
        { supplier: suppliers[0], chosen: '中选', total: '150000.00' },
        { supplier: suppliers[1], chosen: '未中选', total: '160000.00' },
        { supplier: suppliers[2], chosen: '备选', total: '149000.00' },
        { supplier: suppliers[3], chosen: '未中选', total: '120000.00' },
      ],
    });
    await chains.cancel('CostQuotationInquiry', id);
    expect(await written()).toEqual({ prices: [], quotes: [] });
  });

  it('takes one offer of each supplier, and chooses among those that are acceptable', async () => {
    const walk = chains.walk('CostQuotationInquiry');
    const twice = {
      ...given(),
      quotes: given().quotes.map((row, at) => (at === 2 ? { ...row, supplier: suppliers[0] } : row)),
    };
    const sent = await walk.submit(
      'purchaser',
      await walk.draft('purchaser', await chains.filled('CostQuotationInquiry', 'purchaser', 0, twice)),
    );
    expect(sent.errors).toEqual([{ path: 'quotes[2].supplier', message: '同一供应商只能报一次价，请合并' }]);
    const id = await chains.submit('CostQuotationInquiry', 'purchaser', given());
    await chains.agree('CostQuotationInquiry', 'purchaser', id, {}, '采购谈判定价');
    const { record } = await walk.info('purchaser', id);
    const choice = await chains.filled(
      'CostQuotationInquiry',
      'purchaser',
      2,
      priced(suppliers[3]).采购谈判定价,
      record,
    );
    const answer = await walk.agree('purchaser', id, { 采购谈判定价: choice });
    expect(answer.errors).toEqual([{ path: 'finalSupplier', message: '推荐供应商须在报价单位之中，且技术偏离可接受' }]);
  });
});

describe('项目概算成本', () => {
  const given = (versionNo: number, price: string) => ({
    project: PROJECT,
    consult: null,
    stage: '签约预算',
    versionNo,
    coopMode: 'BOT供冷供热',
    airArea: '20000.00',
    coolCapacity: '1800.00',
    heatCapacity: '1200.00',
    coopYears: '10.0',
    measureRate: '0',
    manageRate: '0',
    reserveRate: '0',
    taxRate: '0',
    designFee: '0',
    connectFee: '0',
    yearIncome: '3000000.00',
    yearGas: '500000.00',
    yearPower: '500000.00',
    yearWater: '50000.00',
    yearLabor: '300000.00',
    yearMaintain: '100000.00',
    targetPayback: '5.0',
    works: [
      {
        workKind: '冷却塔',
        workContent: '逆流塔300t/h',
        workUnit: '台',
        quantity: '2.000',
        materialPrice: price,
        laborPrice: '1000.0000',
        machinePrice: '500.0000',
        priceSource: '估算',
        inquiry: null,
      },
    ],
  });
  const details = () =>
    rows('select version_no as no, current, amount::text from b_estimate_detail where not voided order by id');
  const budget = async () =>
    (await rows(`select engineering_budget::text as budget from project where code = '${PROJECT}'`))[0]?.budget;

  it('puts the newest version of a stage in force and its total over the contracts of the project', async () => {
    const first = await chains.through('projectEstimatedCost', 'purchaser', given(1, '50000.0000'));
    expect(await details()).toEqual([{ no: 1, current: true, amount: '103000.00' }]);
    expect(await budget()).toBe('103000.00');
    const second = await chains.through('projectEstimatedCost', 'purchaser', given(2, '48000.0000'));
    expect(await details()).toEqual([
      { no: 1, current: false, amount: '103000.00' },
      { no: 2, current: true, amount: '99000.00' },
    ]);
    expect(await budget()).toBe('99000.00');
    expect(
      await rows(
        "select section, unit_price::text as price, labor_price::text as labor, price_kind as kind from b_unit_engineering_price where not voided and source_module = 'projectEstimatedCost' order by id",
      ),
    ).toEqual([
      { section: '冷却塔', price: '51500.0000', labor: '1500.0000', kind: '估算' },
      { section: '冷却塔', price: '49500.0000', labor: '1500.0000', kind: '估算' },
    ]);
    // In whatever order they go: the one that is left counts.
    await chains.cancel('projectEstimatedCost', first.id);
    expect(await details()).toEqual([{ no: 2, current: true, amount: '99000.00' }]);
    expect(await budget()).toBe('99000.00');
    await chains.cancel('projectEstimatedCost', second.id);
    expect([await details(), await budget()]).toEqual([[], null]);
  });

  it('names the inquiry that a price comes from', async () => {
    const wrong = given(1, '50000.0000');
    const works = wrong.works.map((row) => ({ ...row, priceSource: '询价单' }));
    const walk = chains.walk('projectEstimatedCost');
    const values = await chains.filled('projectEstimatedCost', 'purchaser', 0, wrong);
    const draft = await walk.draft('purchaser', {
      ...values,
      works: (values.works as object[]).map((row) => ({ ...row, ...works[0] })),
    });
    expect((await walk.submit('purchaser', draft)).errors).toEqual([
      { path: 'works[0].inquiry', message: '价格来源为询价单的，请选择询价单' },
    ]);
  });
});
