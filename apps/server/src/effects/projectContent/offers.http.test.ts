/** Offers: kept by version, told to the project in sight, their prices kept; a cancel leaves nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { consultationOf, ITEM, offerOf, projectInSight } from '../testing/consulting.ts';
import { expireOffers } from './offers.ts';

const MAKER = 'sales';
let chains: Chains;
let project = '';
let consult = '';

beforeAll(async () => {
  chains = await Chains.start();
  project = await projectInSight(chains);
  consult = await consultationOf(chains, project);
}, 120_000);
afterAll(() => chains.close());

const archive = async () =>
  (
    await chains.rows(`select control_points as points, machine_models as models, selected_cooling::text as cooling, offer_result as result,
      deal_price::text as deal, deal_margin::text as margin, lost_reason as lost from consult_project_archive where consult_project_id = ${project}`)
  )[0];
const EMPTY = { points: null, models: null, cooling: null, result: null, deal: null, margin: null, lost: null };

const books = async (module: string) => {
  const of = `source_module = '${module}' and not voided`;
  return {
    offers: await chains.rows(
      `select kind, version, total::text, state, result, valid_to::text as valid from b_offer_ledger where ${of} order by id`,
    ),
    sections: await chains.rows(
      `select offer::text, section, amount::text from b_offer_section where ${of} order by id`,
    ),
    prices: await chains.rows(
      `select section, name, unit_price::text as price, price_kind as kind from b_unit_engineering_price where ${of} order by id`,
    ),
    indexes: await chains.rows(`select kind, value::text, dealt from b_cost_index where ${of} order by id`),
    models: await chains.rows(
      `select model, discount::float as discount, deal_price::text as price from b_model_price where ${of}`,
    ),
    services: await chains.rows(`select years, year_fee::text as fee from b_platform_service where ${of}`),
  };
};
const NONE = { offers: [], sections: [], prices: [], indexes: [], models: [], services: [] };

describe('暖通报价', () => {
  it('takes its project and area along, is kept by version, and the next version ends it', async () => {
    const first = await offerOf(chains, consult);
    const { record } = await chains.walk('offer').info(MAKER, first.id);
    expect(record).toMatchObject({ consultProject: project, offerTotal: '109000.00', perArea: '10.90' });
    expect(await books('offer')).toEqual({
      ...NONE,
      offers: [
        { kind: '暖通报价', version: 1, total: '109000.00', state: '有效', result: '待定', valid: chains.day(60) },
      ],
      sections: [{ offer: first.id, section: '冷却塔', amount: '109000.00' }],
      prices: [{ section: '冷却塔', name: ITEM.itemName, price: '50000.0000', kind: '估算' }],
      indexes: [{ kind: '暖通单方造价', value: '10.90', dealt: false }],
    });
    expect(await chains.reminders('offer', first.id)).toMatchObject([
      { day: chains.day(53), users: [chains.user(MAKER)] },
    ]);
    expect(await archive()).toEqual({ ...EMPTY, result: '待定' });

    const walk = chains.walk('offer');
    const leap = await walk.draft(
      MAKER,
      await chains.filled('offer', MAKER, 0, {
        consult,
        offerKind: '预算报价',
        versionNo: 3,
        lastOffer: first.id,
        needDate: chains.day(20),
      }),
    );
    expect((await walk.submit(MAKER, leap)).errors).toEqual([
      { path: 'versionNo', message: '上一版是第1版，本版应为第2版' },
    ]);

    const second = await offerOf(
      chains,
      consult,
      { versionNo: 2, lastOffer: first.id },
      { customerResult: '成交', dealPrice: '98100.00' },
    );
    expect((await books('offer')).offers).toMatchObject([{ state: '已失效' }, { version: 2, state: '已成交' }]);
    // What the customer was let off lies on the price of each item: 98,100 with tax is 90 % of what was listed.
    expect((await books('offer')).prices[1]).toMatchObject({ price: '45000.0000', kind: '成交价' });
    expect(await archive()).toMatchObject({ result: '成交', deal: '98100.00', margin: '20.0000' });
    expect(await chains.reminders('offer', second.id)).toEqual([]);

    await chains.cancel('offer', second.id);
    expect((await books('offer')).offers).toMatchObject([{ version: 1, state: '有效' }]);
    expect(await archive()).toEqual({ ...EMPTY, result: '待定' });
    await chains.cancel('offer', first.id);
    expect(await books('offer')).toEqual(NONE);
    expect(await archive()).toEqual(EMPTY);
    expect(await chains.reminders('offer', first.id)).toEqual([]);
  });

  it('that nobody took is good no more after its last day', async () => {
    const { id } = await offerOf(chains, consult, { validDays: 10 });
    const states = async () =>
      (await chains.rows(`select state from b_offer_ledger where source_id = ${id} and not voided`)).map(
        (row) => row.state,
      );
    const run = (day: string) => chains.server.db.transaction().execute((tx) => expireOffers(tx, day));
    await run(chains.day(10));
    expect(await states()).toEqual(['有效']);
    await run(chains.day(11));
    expect(await states()).toEqual(['已失效']);
    await chains.cancel('offer', id);
  });
});

describe('自控报价', () => {
  it('stands on a control scheme, is merged into the offer, and leaves prices and a service once it was taken', async () => {
    const people = {
      automationLeader: chains.user('automationLeader'),
      automationEngineer: chains.user('automationEngineer'),
    };
    const scheme = await chains.through(
      'ecuConsult',
      MAKER,
      {
        consultProject: project,
        hvacConsult: consult,
        hvacEngineer: chains.user('hvacEngineer'),
        netCondition: '有专线',
        hostCount: 2,
        savingTarget: null,
        needDate: chains.day(20),
      },
      {
        暖通工程师给条件: { automationLeader: people.automationLeader },
        自控组长分派: { automationEngineer: people.automationEngineer },
        自控工程师编制: {
          spareRate: '10',
          actualHours: '16.0',
          points: [{ unitCount: 2, ai: 3, ao: 1, di: 4, doPoints: 2, bus: 20 }],
        },
      },
    );
    expect(await archive()).toMatchObject({ points: 60 });
    expect(
      await chains.rows(
        `select user_id::text as who, hours::text from work_hours where source_module = 'ecuConsult' and not voided`,
      ),
    ).toEqual([{ who: people.automationEngineer, hours: '16.0' }]);
    expect(
      await chains.rows(`select folder from tech_archive where source_module = 'ecuConsult' and not voided`),
    ).toEqual([{ folder: `自控/${project}` }]);

    const hvac = await offerOf(chains, consult);
    const ecu = await chains.through(
      'ecuOffer',
      MAKER,
      {
        ecuConsult: scheme.id,
        offerMode: '并入暖通报价',
        hvacOffer: hvac.id,
        hvacEngineer: chains.user('hvacEngineer'),
        platformYears: 3,
        platformFee: '1000.00',
        softwareFee: '0.00',
        taxRate: '0',
        needDate: chains.day(20),
      },
      {
        暖通工程师核对范围: { automationLeader: people.automationLeader },
        自控组长分派: { automationEngineer: people.automationEngineer, marginTarget: '20' },
        自控工程师组价: {
          hardware: [{ hardwareName: '群控柜', quantity: '1.00', costPrice: '6000.00', salePrice: '9000.00' }],
          labor: [],
        },
        申请人报出: { sentDate: chains.day(0), customerResult: '成交', dealPrice: '6000.00' },
      },
    );
    const { record } = await chains.walk('ecuOffer').info(MAKER, ecu.id);
    expect(record).toMatchObject({ schemePoints: 60, offerTotal: '12000.00', perPoint: '200.00' });
    expect(await books('ecuOffer')).toEqual({
      ...NONE,
      offers: [{ kind: '自控报价', version: 1, total: '12000.00', state: '已成交', result: '成交', valid: null }],
      sections: [{ offer: hvac.id, section: '计量自控', amount: '12000.00' }],
      prices: [{ section: '自控', name: '群控柜', price: '4500.0000', kind: '成交价' }],
      indexes: [{ kind: '自控每点造价', value: '200.00', dealt: true }],
      services: [{ years: 3, fee: '1000.00' }],
    });
    await chains.cancel('ecuOffer', ecu.id);
    expect(await books('ecuOffer')).toEqual(NONE);
    expect(await chains.reminders('ecuOffer', ecu.id)).toEqual([]);
    await chains.cancel('offer', hvac.id);
    await chains.cancel('ecuConsult', scheme.id);
    expect(await archive()).toEqual(EMPTY);
    expect(
      await chains.rows(`select 1 from work_hours where source_module = 'ecuConsult' and not voided
        union all select 1 from tech_archive where source_module = 'ecuConsult' and not voided`),
    ).toEqual([]);
  });
});

describe('销售技术咨询与报价', () => {
  it('goes through the institute where nothing of the kind was built, and becomes a contract where it was won', async () => {
    const asked = await chains.through(
      'saleConsult',
      MAKER,
      {
        consultProject: project,
        productLine: '磁悬浮机组',
        coolCapacity: '1000.0',
        chilledIn: '12.0',
        chilledOut: '7.0',
        coolingIn: '32.0',
        coolingOut: '38.0',
        nonStandard: true,
        nonStandardItems: ['防爆电气'],
        needDate: chains.day(20),
      },
      {
        技术总监分派: { hvacEngineer: chains.user('hvacEngineer'), needResearch: true },
        暖通工程师选型: { hvacHours: '8.0', selections: [{ model: 'MC500', cooling: '500.0', quantity: 2 }] },
        研究所技术总监分派: { researchEngineer: chains.user('researchEngineer'), researchDue: chains.day(10) },
        研究所工程师解答: { feasibleLevel: '不可实现', extraCost: '0.00', researchHours: '4.0' },
      },
    );
    expect(asked.took).toContain('研究所技术总监审核');
    expect(await archive()).toMatchObject({ models: 'MC500×2', cooling: '1000.0' });
    const left = () =>
      chains.rows(`select 'hours' as what, hours::text as value from work_hours where source_module = 'saleConsult' and not voided
        union all select 'topic', items from b_research_topic where not voided
        union all select 'files', folder from tech_archive where source_module = 'saleConsult' and not voided order by 1, 2`);
    expect(await left()).toEqual([
      { what: 'files', value: `销售/${project}` },
      { what: 'hours', value: '4.0' },
      { what: 'hours', value: '8.0' },
      { what: 'topic', value: '防爆电气' },
    ]);

    const { id } = await chains.through(
      'saleOffer',
      MAKER,
      {
        saleConsult: asked.id,
        tradeTerm: '工厂交货',
        buyerKind: '终端业主',
        currency: '人民币',
        freight: '0.00',
        hoisting: '0.00',
        startupFee: '0.00',
        serviceYears: 0,
        nonStandardFee: '0.00',
        validUntil: chains.day(60),
        payNodes: [
          { node: '签约预付', ratio: '30' },
          { node: '发货前', ratio: '70' },
        ],
      },
      {
        技术总监分派: { hvacEngineer: chains.user('hvacEngineer'), costReview: false },
        暖通工程师核价: {
          machines: [
            {
              model: 'MC500',
              capacity: '500.0',
              quantity: 2,
              guidePrice: '500000.00',
              discount: '90',
              factoryCost: '300000.00',
            },
          ],
          accessories: [],
        },
        申请人报出: { sentDate: chains.day(0), result: '中标签约' },
      },
    );
    expect(await books('saleOffer')).toMatchObject({
      offers: [{ kind: '销售报价', total: '900000.00', state: '已成交', valid: chains.day(60) }],
      models: [{ model: 'MC500', discount: 90, price: '450000.00' }],
      indexes: [{ kind: '主机单位冷量价格', value: '900.00', dealt: true }],
    });
    expect(await archive()).toMatchObject({ result: '中标签约', deal: '900000.00' });
    const [todo] = await chains.followUps('saleOffer', id);
    expect(todo).toMatchObject({ kind: '发起合同', user: chains.user(MAKER) });
    expect(String(todo?.title)).toContain('MC500×2台；付款节点：签约预付30%、发货前70%');
    await chains.cancel('saleOffer', id);
    expect(await books('saleOffer')).toEqual(NONE);
    expect(await chains.followUps('saleOffer', id)).toEqual([]);
    await chains.cancel('saleConsult', asked.id);
    expect([await left(), await archive()]).toEqual([[], EMPTY]);
  });
});
