/** Contracts with customers and what is invested for them: ledger, prices, plans, quota; and the way back. */
import { investQuota } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';
import { consultationOf, offerOf, projectInSight } from '../testing/consulting.ts';
import { expireInvestments } from './invest.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const contractRow = async (code: string) =>
  (
    await rows(
      `select kind, state, party_a as party, amount::text, start_on::text as "from", end_on::text as "to", year_amount::text as yearly, charge_mode as mode,
         settle_cycle as cycle, pay_days as days from contract where code = '${code}'`,
    )
  )[0];
const prices = (code: string) =>
  rows(
    `select kind, unit, price::text, valid_from::text as "from", valid_to::text as "to" from contract_price
     where contract_code = '${code}' and deleted_at is null order by kind, valid_from`,
  );
const plan = (code: string) =>
  rows(
    `select item, due_on::text as due, amount::text from b_contract_plan where not voided and state = '有效' and contract = '${code}' order by due_on, id`,
  );
const versions = (code: string) =>
  rows(
    `select version_no as no, kind, amount::text, end_date::text as "to" from b_contract_version where not voided and contract = '${code}' order by version_no`,
  );
const sum = (list: readonly Record<string, unknown>[]): string =>
  (list.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0) / 100).toFixed(2);

const year = new Date().getFullYear() + 1;
const emc = {
  project: PROJECT,
  customerName: '示范商业管理有限公司',
  customerCode: '91310000MA1FL00001',
  ourCompany: 'A63',
  emcMode: '冷热计量收费',
  startDate: `${year}-01-01`,
  endDate: `${year + 1}-12-31`,
  years: '2.0',
  settleCycle: '季',
  payDays: 30,
  ourInvest: '0',
  investReview: null,
  summerTemp: '26.0',
  winterTemp: '18.0',
  prices: [
    {
      priceItem: '供冷',
      billBasis: '元/kWh',
      unitPrice: '0.5200',
      yearQuantity: '1000000.00',
      taxRate: '9',
      validFrom: `${year}-01-01`,
      validTo: `${year + 1}-12-31`,
    },
    {
      priceItem: '采暖',
      billBasis: '元/m²·季',
      unitPrice: '30.0000',
      yearQuantity: '20000.00',
      taxRate: '9',
      validFrom: `${year}-01-01`,
      validTo: `${year + 1}-12-31`,
    },
  ],
  buildings: [{ building: '主楼', usage: '办公', builtArea: '21000.00', chargeArea: '20000.00' }],
};

describe('EMC运营合同', () => {
  it('enters the ledger with its prices and plan, opens the project; a cancel frees the number again', async () => {
    const project = () =>
      rows(`select state, air_area::text as area, summer_temp::text as summer from project where code = '${PROJECT}'`);
    const untouched = await project();
    const given = { ...emc, contractNo: 'EMC-T-01' };
    const { id } = await chains.through('EMCOperateContract', 'legal', given);
    expect(await contractRow('EMC-T-01')).toEqual({
      kind: 'EMC运营合同',
      state: 'active',
      party: '示范商业管理有限公司',
      amount: '2240000.00',
      from: `${year}-01-01`,
      to: `${year + 1}-12-31`,
      yearly: '1120000.00',
      mode: '按冷热量计量',
      cycle: '季',
      days: 30,
    });
    expect(await prices('EMC-T-01')).toEqual([
      { kind: 'cold', unit: '元/kWh', price: '0.5200', from: `${year}-01-01`, to: `${year + 1}-12-31` },
      { kind: 'heatArea', unit: '元/m²·季', price: '30.0000', from: `${year}-01-01`, to: `${year + 1}-12-31` },
    ]);
    const planned = await plan('EMC-T-01');
    expect(planned.length).toBe(8);
    expect(planned[0]).toEqual({ item: 'EMC运营结算款', due: `${year}-04-30`, amount: '280000.00' });
    expect(sum(planned)).toBe('2240000.00');
    expect(await versions('EMC-T-01')).toEqual([
      { no: 1, kind: '签订', amount: '2240000.00', to: `${year + 1}-12-31` },
    ]);
    expect(await project()).toEqual([{ state: 2, area: '20000.00', summer: '26.0' }]);

    await chains.cancel('EMCOperateContract', id);
    expect((await contractRow('EMC-T-01'))?.state).toBe('cancelled');
    expect([...(await prices('EMC-T-01')), ...(await plan('EMC-T-01')), ...(await versions('EMC-T-01'))]).toEqual([]);
    expect(await project()).toEqual(untouched);

    await chains.through('EMCOperateContract', 'legal', given);
    expect((await contractRow('EMC-T-01'))?.state).toBe('active');
    expect((await prices('EMC-T-01')).length).toBe(2);
  });

  it('settles by the seasons that it names', async () => {
    await chains.through('EMCOperateContract', 'legal', {
      ...emc,
      contractNo: 'EMC-T-02',
      settleCycle: '供能季',
      coolSeason: '05-15至09-30',
      heatSeason: '11-15至03-15',
    });
    const planned = await plan('EMC-T-02');
    // The winter before the contract began and the one that outlives it count for the days within.
    expect(planned.map(({ due }) => due)).toEqual([
      `${year}-04-14`,
      `${year}-10-30`,
      `${year + 1}-04-14`,
      `${year + 1}-10-30`,
      `${year + 2}-01-30`,
    ]);
    expect(sum(planned)).toBe('2240000.00');
  });

  it.each([
    ['contractNo', '合同编号只能用字母、数字和短横线', { contractNo: '衡能2026' }],
    ['contractNo', '已被使用', { contractNo: `HT-${PROJECT}-01` }],
    ['coolSeason', '05-15至09-30', { settleCycle: '供能季', coolSeason: '五月至九月' }],
    ['prices[1].validFrom', '不能重叠', { prices: [emc.prices[0], { ...emc.prices[0], validFrom: `${year}-06-01` }] }],
  ])('is told at %s what is wrong: %s', async (path, words, wrong) => {
    const values = await chains.filled('EMCOperateContract', 'legal', 0, { ...emc, contractNo: 'EMC-T-09', ...wrong });
    const walk = chains.walk('EMCOperateContract');
    const sent = await walk.submit('legal', await walk.draft('legal', values));
    expect(sent.errors).toEqual([{ path, message: expect.stringContaining(words) }]);
  });
});

describe('投资评审', () => {
  let consultProject: string;
  let offer: string;
  beforeAll(async () => {
    consultProject = await projectInSight(chains);
    offer = (await offerOf(chains, await consultationOf(chains, consultProject))).id;
  });
  const flow = (yearNo: number) => ({
    yearNo,
    income: '900000.00',
    subsidy: '0',
    energyCost: '300000.00',
    laborCost: '60000.00',
    repairCost: '20000.00',
    taxCost: '20000.00',
    factor: null,
  });
  const review = () => ({
    consultProject,
    offer,
    reviewKind: '新建项目投资',
    investMode: 'BOT',
    ownerCredit: 'AA',
    payGuarantee: '预付费',
    contractYears: 3,
    occupancy: '60',
    stableOccupancy: '90',
    discountRate: '8',
    investments: [{ investItem: '主机设备', investAmount: '1000000.00' }],
    cashflows: [flow(1), flow(2), flow(3)],
  });
  const agreed = (more: object = {}) => ({
    EMC总监评审: { suggestResult: '建议投资' },
    总经理决策: { decision: '同意投资', approvedInvest: '1000000.00', validMonths: 6, ...more },
  });
  const ledger = () =>
    rows(
      'select approved_invest::text as amount, state, project, conditions_met as met from b_invest_project where not voided order by id',
    );

  it('works out discounts and the rate of return by itself', async () => {
    const record = await chains.preview('projectInvestReview', 'sales', review());
    expect((record.cashflows as { factor: string }[]).map(({ factor }) => factor)).toEqual([
      '0.9259',
      '0.8573',
      '0.7938',
    ]);
    const id = await chains.submit('projectInvestReview', 'sales', review());
    await chains.agree('projectInvestReview', 'sales', id, {}, '法务评审');
    const { record: seen } = await chains.walk('projectInvestReview').info('sales', id);
    expect(seen).toMatchObject({ totalInvest: '1000000.00', avgNet: '500000.00', npv: '288500.00' });
    expect(await ledger()).toEqual([]);
  });

  it('opens the contract that it was asked for, once its conditions are met', async () => {
    const { id } = await chains.through('projectInvestReview', 'sales', review(), {
      ...agreed({ decision: '附条件同意', approvedConditions: '取得母公司担保函' }),
    });
    expect(await ledger()).toEqual([{ amount: '1000000.00', state: '有效', project: null, met: null }]);
    expect(await chains.followUps('projectInvestReview', id)).toEqual([
      expect.objectContaining({ kind: '投资前置条件', title: expect.stringContaining('取得母公司担保函') }),
    ]);
    const given = {
      ...emc,
      contractNo: 'EMC-T-03',
      investReview: id,
      ourInvest: '1000000.00',
      conditionsMet: '担保函已收',
    };
    const over = await chains.preview('EMCOperateContract', 'legal', given);
    expect(over).toMatchObject({
      reviewState: '有效',
      approvedInvest: '1000000.00',
      investConditions: '取得母公司担保函',
    });
    const contract = await chains.through('EMCOperateContract', 'legal', given);
    expect(await ledger()).toEqual([{ amount: '1000000.00', state: '已签约', project: PROJECT, met: '担保函已收' }]);
    const open = () =>
      rows(
        `select from follow_up where source_module = 'projectInvestReview' and source_id = ${id} and done_at is null`,
      );
    expect(await open()).toEqual([]);

    // Nobody signs a second contract on it.
    const walk = chains.walk('EMCOperateContract');
    const again = await walk.draft('legal', {
      ...(await chains.filled('EMCOperateContract', 'legal', 0, { ...given, contractNo: 'EMC-T-04' })),
    });
    expect((await walk.submit('legal', again)).errors).toEqual([
      { path: 'investReview', message: '该投资评审未同意、已签约或已过有效期，请重新评审' },
    ]);

    await chains.cancel('EMCOperateContract', contract.id);
    expect(await ledger()).toEqual([{ amount: '1000000.00', state: '有效', project: null, met: null }]);
    expect((await open()).length).toBe(1);
    await chains.cancel('projectInvestReview', id);
    expect(await ledger()).toEqual([]);
  });

  it('takes no more of a year than there is, however many decide at once; what is not signed in time is free again', async () => {
    const thisYear = Number(chains.day(0).slice(0, 4));
    await chains.server.db
      .transaction()
      .execute((tx) => enter(tx, investQuota, [{ year: thisYear, amount: '1500000.00' }], SETUP));
    const ids = [];
    for (const _ of [1, 2]) {
      const id = await chains.submit('projectInvestReview', 'sales', review());
      await chains.agree('projectInvestReview', 'sales', id, agreed(), '总经理决策');
      ids.push(id);
    }
    const walk = chains.walk('projectInvestReview');
    const answers = await Promise.all(ids.map((id) => walk.agree('sales', id, agreed())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([0, 1]);
    expect(answers.flatMap(({ errors }) => errors)).toEqual([
      { path: 'approvedInvest', message: `${thisYear}年投资额度只剩500000.00元，请调整批准额` },
    ]);
    const expire = (day: string) => chains.server.db.transaction().execute((tx) => expireInvestments(tx, day));
    expect(await expire(chains.day(0))).toBe(0);
    expect(await expire(chains.day(200))).toBe(1);
    const late = answers[0]?.status === 1 ? ids[1] : ids[0];
    expect((await walk.agree('sales', late ?? '', agreed())).message).toBe('');
    expect((await ledger()).map(({ state }) => state)).toEqual(['已失效', '有效']);
  });
});

describe('运营主合同', () => {
  it('plans each fee by its own cycle, lists machines and posts, and asks for the handover', async () => {
    const devices = () =>
      rows(
        `select name, category, state from device where project_code = '${PROJECT}' and code like 'ZHT%' order by code`,
      );
    const { id } = await chains.through('operateMainContract', 'legal', {
      project: PROJECT,
      mainNo: 'ZHT-T-01',
      clientName: '示范物业服务有限公司',
      signCompany: 'A63',
      trusteeMode: '运行值守',
      obtainWay: '直接委托',
      beginDate: `${year}-01-01`,
      finishDate: `${year}-12-31`,
      serviceMonths: 12,
      airArea: '30000.00',
      includeEnergy: false,
      performBond: '20000.00',
      bondReturn: `${year + 1}-01-31`,
      devices: [
        { deviceKind: '非电空调主机', deviceModel: 'BZ150', deviceCount: 2, useYear: 2018, condition: '完好' },
        { deviceKind: '风机盘管', deviceModel: null, deviceCount: 300, useYear: 2018, condition: '完好' },
      ],
      staffs: [{ staffPost: '运行班长', headcount: 2, monthCost: '7000.00' }],
      fees: [
        { feeItem: '人工服务费', yearFee: '240000.00', payCycle: '月', payDay: 31 },
        { feeItem: '保养费', yearFee: '60000.00', payCycle: '半年', payDay: 10 },
      ],
    });
    expect(await contractRow('ZHT-T-01')).toMatchObject({
      kind: '运营主合同',
      amount: '300000.00',
      yearly: '300000.00',
    });
    const planned = await plan('ZHT-T-01');
    expect(planned.length).toBe(14);
    expect(planned.slice(0, 2).map(({ due, amount }) => [due, amount])).toEqual([
      [`${year}-02-${new Date(year, 2, 0).getDate()}`, '20000.00'],
      [`${year}-03-31`, '20000.00'],
    ]);
    expect(planned.filter(({ item }) => item === '保养费').map(({ due }) => due)).toEqual([
      `${year}-07-10`,
      `${year + 1}-01-10`,
    ]);
    expect(await devices()).toEqual([
      { name: '1号非电空调主机', category: '主机', state: 'active' },
      { name: '2号非电空调主机', category: '主机', state: 'active' },
      { name: '风机盘管（300台）', category: '末端设备', state: 'active' },
    ]);
    const written = async () => [
      await rows("select post, headcount::text from b_project_post where not voided and contract = 'ZHT-T-01'"),
      await rows("select kind, amount::text from b_deposit_receivable where not voided and contract_no = 'ZHT-T-01'"),
    ];
    expect(await written()).toEqual([
      [{ post: '运行班长', headcount: '2.00' }],
      [{ kind: '履约保证金', amount: '20000.00' }],
    ]);
    expect(await chains.followUps('operateMainContract', id)).toEqual([
      expect.objectContaining({ kind: '进场交接', user: chains.user('projectManager'), due: `${year}-01-01` }),
    ]);
    await chains.cancel('operateMainContract', id);
    expect((await devices()).every(({ state }) => state === 'retired')).toBe(true);
    expect(
      [...(await written()), await plan('ZHT-T-01'), await chains.reminders('operateMainContract', id)].flat(),
    ).toEqual([]);
  });
});

describe('合资协议', () => {
  it('of a company that we control opens it below 子公司, with what is to be paid in', async () => {
    const given = {
      ventureName: '示范能源科技有限公司',
      investReview: '1',
      regCapital: '10000000.00',
      controlKind: '控股并表',
      boardSeats: 5,
      ourSeats: 3,
      ventureYears: 20,
      parties: [
        { partyName: '衡能示范公司', partySide: '我方', capitalForm: '货币', subscribed: '6000000.00', ratio: '60' },
        { partyName: '城投集团', partySide: '合作方', capitalForm: '货币', subscribed: '4000000.00', ratio: '40' },
      ],
      instalments: [
        { batchNo: 1, payDeadline: chains.day(30), payAmount: '4000000.00' },
        { batchNo: 2, payDeadline: chains.day(400), payAmount: '2000000.00' },
      ],
    };
    const filled = await chains.filled('joinVentureAgreement', 'legal', 0, given);
    const refused = await chains.walk('joinVentureAgreement').post('legal', 'Draft', filled);
    expect(refused.errors.map(({ path }) => path)).toEqual(['investReview']);
    const [review] = await rows("select review::text from b_invest_project where not voided and state = '有效'");
    const { id } = await chains.through('joinVentureAgreement', 'legal', {
      ...given,
      investReview: String(review?.review),
    });
    const written = async () => ({
      agreements: await rows(
        "select kind, counterpart, amount::text from b_agreement where not voided and source_module = 'joinVentureAgreement'",
      ),
      equity: await rows(
        'select venture, subscribed::text, ratio::text, dept from b_equity_investment where not voided',
      ),
      schedule: await rows(
        "select due_on::text as due, pay_amount::text as amount from b_pay_schedule where not voided and source_module = 'joinVentureAgreement' order by due_on",
      ),
      companies: await rows(
        "select parent_id as parent, state from dept where name = '示范能源科技有限公司' and state = 'active'",
      ),
    });
    expect(await written()).toEqual({
      agreements: [{ kind: '合资协议', counterpart: '城投集团', amount: '6000000.00' }],
      equity: [
        {
          venture: '示范能源科技有限公司',
          subscribed: '6000000.00',
          ratio: '60.0000',
          dept: expect.stringMatching(/^A6329\d\d$/),
        },
      ],
      schedule: [
        { due: chains.day(30), amount: '4000000.00' },
        { due: chains.day(400), amount: '2000000.00' },
      ],
      companies: [{ parent: 'A6329', state: 'active' }],
    });
    await chains.cancel('joinVentureAgreement', id);
    expect(Object.values(await written()).flat()).toEqual([]);
  });
});
