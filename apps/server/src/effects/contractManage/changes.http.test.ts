/** What becomes of contracts after their signing: followed, renewed, supplemented; and the way back to what they were. */
import { addDays } from '@hengneng/core';
import { buyerContract, contractPlan, projectContract } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, type EntrySource, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';
import { tellUntracked } from '../resourceManage/untracked.ts';
import { addMonths } from './instalments.ts';

const PROJECT = 'EMC01001';
const CONTRACT = `HT-${PROJECT}-01`;

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);

/** Everything that changes about a contract with a customer. */
const stand = async () => ({
  contract: await rows(
    `select party_a as party, amount::text, year_amount::text as yearly, end_on::text as "to", renew_state as state, renew_stage as stage, renew_count as times
     from contract where code = '${CONTRACT}'`,
  ),
  prices: await rows(
    `select kind, unit, price::text, valid_from::text as "from", valid_to::text as "to" from contract_price
     where contract_code = '${CONTRACT}' and deleted_at is null order by kind, valid_from`,
  ),
  plan: await rows(
    `select item, due_on::text as due, amount::text, state from b_contract_plan where not voided and contract = '${CONTRACT}' order by due_on, id`,
  ),
  versions: await rows(
    `select version_no as no, kind, party, amount::text, end_date::text as "to" from b_contract_version where not voided and contract = '${CONTRACT}' order by version_no`,
  ),
});

const track = (end: string) => ({
  project: PROJECT,
  contract: CONTRACT,
  contractEnd: end,
  trackStage: '提前6个月接触',
  chargeMode: '按冷热量计量',
  currentPrice: '0.5000',
  expectPrice: '0.5500',
  currentIncome: '500000.00',
  expectIncome: '550000.00',
  lastProfitRate: '12',
  riskLevel: '绿（稳定）',
  probability: '85',
  needInvest: '0',
  tracks: [{ trackDate: chains.day(-5), nextDate: chains.day(9) }],
});

describe('续签', () => {
  it('is followed once at a time, ends in a draft with price and term, and that in a longer contract', async () => {
    const before = await stand();
    const end = String(before.contract[0]?.to);
    const first = await chains.submit('renewalTracking', 'projectManager', track(end));
    expect((await stand()).contract[0]).toMatchObject({ state: '跟踪中', stage: '提前6个月接触' });
    expect((await chains.reminders('renewalTracking', first)).map(({ day, every }) => [day, every])).toEqual([
      [chains.day(9), 1],
    ]);
    const walk = chains.walk('renewalTracking');
    const again = await walk.submit(
      'projectManager',
      await walk.draft('projectManager', await chains.filled('renewalTracking', 'projectManager', 0, track(end))),
    );
    expect(again.errors).toEqual([{ path: 'contract', message: expect.stringContaining('该合同已在跟踪中（XQGZ-') }]);

    await chains.agree('renewalTracking', 'projectManager', first, {
      登记续签结果: {
        renewResult: '已续签',
        signDate: chains.day(0),
        newEnd: addMonths(end, 24),
        newPrice: '0.5500',
        newIncome: '550000.00',
      },
    });
    expect((await stand()).contract[0]).toMatchObject({ state: '已续签' });
    expect(await chains.reminders('renewalTracking', first)).toEqual([]);
    const [draft] = await chains.followUps('renewalTracking', first);
    expect(draft).toMatchObject({ module: 'operationRenewal', user: chains.user('projectManager') });
    const { record } = await chains.walk('operationRenewal').info('projectManager', String(draft?.target));
    expect(record).toMatchObject({
      contract: CONTRACT,
      tracking: first,
      renewKind: '调价续签',
      newStart: addDays(end, 1),
      newEnd: addMonths(end, 24),
      newMonths: 24,
      priceChanges: [
        { priceItem: '供冷', billBasis: '元/kWh', oldPrice: '0.5000', newPrice: '0.5500', yearQuantity: '1000000.00' },
      ],
    });

    const tracked = await stand();
    const renewal = await chains.through(
      'operationRenewal',
      'projectManager',
      {
        ...Object.fromEntries(
          ['project', 'contract', 'tracking', 'oldEndDate', 'renewKind', 'newStart', 'newEnd', 'newMonths'].map(
            (key) => [key, record[key]],
          ),
        ),
        oldYearAmount: '500000.00',
        threeYearProfit: '100000.00',
        arrears: '0',
        newInvest: '80000.00',
        priceChanges: [
          {
            priceItem: '供冷',
            billBasis: '元/kWh',
            oldPrice: '0.5000',
            newPrice: '0.5500',
            yearQuantity: '1000000.00',
          },
        ],
      },
      {},
      String(draft?.target),
    );
    const after = await stand();
    expect(after.contract[0]).toMatchObject({
      to: addMonths(end, 24),
      yearly: '550000.00',
      times: 1,
      amount: (Number(before.contract[0]?.amount) + 1_100_000).toFixed(2),
    });
    const cold = (list: typeof after.prices) => list.filter(({ kind }) => kind === 'cold');
    expect(cold(after.prices)).toEqual([
      { ...cold(before.prices)[0], to: end },
      { kind: 'cold', unit: '元/kWh', price: '0.5500', from: addDays(end, 1), to: addMonths(end, 24) },
    ]);
    expect(after.prices.filter(({ kind }) => kind !== 'cold')).toEqual(
      before.prices.filter(({ kind }) => kind !== 'cold'),
    );
    expect(after.plan.length).toBe(24);
    expect(after.plan.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(1_100_000, 2);
    expect(after.versions).toEqual([
      expect.objectContaining({ no: 1, kind: '签订', amount: before.contract[0]?.amount, to: end }),
      expect.objectContaining({ no: 2, kind: '续签', to: addMonths(end, 24) }),
    ]);
    expect((await chains.followUps('operationRenewal', renewal.id)).map(({ module }) => module)).toEqual([
      'projectInvestReview',
    ]);

    await chains.cancel('operationRenewal', renewal.id);
    expect(await stand()).toEqual(tracked);
    await chains.cancel('renewalTracking', first);
    expect(await stand()).toEqual(before);
  });

  it('that was given up asks for the handover', async () => {
    const end = String((await stand()).contract[0]?.to);
    const { id } = await chains.through('renewalTracking', 'projectManager', track(end), {
      登记续签结果: { renewResult: '不续签退场', lostReason: '客户自营' },
    });
    expect(await chains.followUps('renewalTracking', id)).toEqual([
      expect.objectContaining({ kind: '退场交接', due: end, user: chains.user('projectManager') }),
    ]);
    await chains.cancel('renewalTracking', id);
    expect(await chains.followUps('renewalTracking', id)).toEqual([]);
  });

  it('is asked for by the clock 12, 6 and 3 months before the end, and begun half a year before', async () => {
    const { server } = chains;
    const other = 'HT-EMC01002-01';
    const ask = (day: string) => tellUntracked(server.db, server.engine, day, chains.now);
    const [contract] = await rows(
      `select end_on::text as "to", project_code as project from contract where code = '${other}'`,
    );
    const end = String(contract?.to);
    const told = () =>
      rows(`select kind, user_id::text as user, target_module as module from follow_up
      where source_effect = 'renewalTracking.untracked' and project_code = '${contract?.project}' and cancelled_at is null order by id`);
    await ask(addDays(end, -400));
    expect(await told()).toEqual([]);
    await ask(addDays(end, -300));
    await ask(addDays(end, -299));
    expect((await told()).map(({ kind }) => kind)).toEqual(['续签提醒', '续签提醒']);
    await ask(addDays(end, -179));
    const begun = (await told()).at(-1);
    expect(begun).toMatchObject({ module: 'renewalTracking' });
    await ask(addDays(end, -80));
    // Told once more; the draft that lies there is not begun again.
    expect((await told()).map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 4 }, () => '续签提醒'),
      '待填报',
      '续签提醒',
      '续签提醒',
    ]);
  });
});

describe('补充协议', () => {
  const base = () => ({
    project: PROJECT,
    agreeNo: 1,
    effectDate: chains.day(30),
    retroactive: false,
    newParty: null,
    newEnd: null,
  });
  const legal = { 财务审核: { settleHandle: '差额补收' } };

  it('changes price, amount, party and plan of a contract with a customer, and cancels to what was', async () => {
    const period = (at: number) => ({ periodFrom: chains.day(at), periodTo: chains.day(at + 29) });
    await chains.server.db.transaction().execute((tx) =>
      enter(
        tx,
        contractPlan,
        [10, 40, 70].map((at) => ({
          direction: '收' as const,
          project: PROJECT,
          contract: CONTRACT,
          item: '结算款',
          ...period(at),
          dueOn: chains.day(at + 30),
          amount: '10000.00',
          state: '有效' as const,
        })),
        SETUP,
      ),
    );
    const before = await stand();
    const { amount, to } = before.contract[0] ?? {};
    const cold = before.prices.find(({ kind }) => kind === 'cold');
    const { id } = await chains.through(
      'supplementaryAgreement',
      'legal',
      {
        ...base(),
        contractSide: '客户合同',
        contract: CONTRACT,
        effectDate: chains.day(50),
        retroactive: true,
        retroFrom: chains.day(-20),
        oldAmount: amount,
        doneAmount: '0',
        oldEnd: to,
        newParty: '示范新主体有限公司',
        newPartyCode: '91310000MA1FL00002',
        clauses: [{ clauseItem: '供冷单价', before: '0.4600元/kWh', after: '0.5000 元/kWh' }],
        amounts: [
          { amountItem: '供冷', beforeQty: '1.00', beforePrice: '0', afterQty: '1.00', afterPrice: '6000.0000' },
        ],
      },
      legal,
    );
    const after = await stand();
    expect(after.contract[0]).toMatchObject({
      party: '示范新主体有限公司',
      amount: (Number(amount) + 6000).toFixed(2),
      to,
    });
    expect(after.prices.filter(({ kind }) => kind === 'cold')).toEqual([
      { ...cold, to: chains.day(-21) },
      { kind: 'cold', unit: '元/kWh', price: '0.5000', from: chains.day(-20), to },
    ]);
    expect(after.plan.map(({ due, amount: each, state }) => [due, each, state])).toEqual([
      [chains.day(40), '10000.00', '有效'],
      [chains.day(70), '10000.00', '已调整'],
      [chains.day(70), '13000.00', '有效'],
      [chains.day(100), '10000.00', '已调整'],
      [chains.day(100), '13000.00', '有效'],
    ]);
    expect(after.versions.map(({ no, party }) => [no, party])).toEqual([
      [1, before.contract[0]?.party],
      [2, '示范新主体有限公司'],
    ]);
    expect(await chains.followUps('supplementaryAgreement', id)).toEqual([
      expect.objectContaining({ user: chains.user('projectManager'), title: expect.stringContaining('差额结算') }),
    ]);
    await chains.cancel('supplementaryAgreement', id);
    expect(await stand()).toEqual(before);
  });

  it('is told at a price clause that is no price', async () => {
    const { amount, to } = (await stand()).contract[0] ?? {};
    const walk = chains.walk('supplementaryAgreement');
    const values = await chains.filled('supplementaryAgreement', 'legal', 0, {
      ...base(),
      contractSide: '客户合同',
      contract: CONTRACT,
      oldAmount: amount,
      oldEnd: to,
      doneAmount: '0',
      clauses: [{ clauseItem: '采暖单价', before: '30元', after: '上浮百分之五' }],
      amounts: [],
    });
    const sent = await walk.submit('legal', await walk.draft('legal', values));
    expect(sent.errors).toEqual([{ path: 'clauses[0].after', message: expect.stringContaining('0.5200元/kWh') }]);
  });

  it('changes a contract that we buy by in both its ledgers, but never below what is paid', async () => {
    const [supplier = ''] = await chains.offered('purchaser', 'supplier');
    const source: EntrySource = { module: 'payment', id: '1', effect: 'payment.reserve' };
    const [buyer = ''] = await chains.server.db.transaction().execute(async (tx) => {
      await enter(
        tx,
        projectContract,
        [
          {
            document: 'CGHT-T-1',
            title: '冷却塔采购',
            kind: '辅机设备',
            project: PROJECT,
            supplier,
            amount: '100000.00',
            taxRate: '13',
            retentionRate: '5',
            prepayRate: '0',
            prepayOffsetRate: '30',
            state: '履行中',
          },
        ],
        source,
      );
      return enter(
        tx,
        buyerContract,
        [
          {
            contractNo: 'CGHT-T-1',
            name: '冷却塔采购',
            kind: '设备采购',
            project: PROJECT,
            supplier,
            keeper: chains.user('purchaser'),
            totalAmount: '100000.00',
            endDate: chains.day(60),
            payChannel: '工程付款申请',
            reserved: '20000.00',
            paid: '50000.00',
            ticketed: '0.00',
            state: '履行中',
          },
        ],
        source,
      );
    });
    const given = (price: string) => ({
      ...base(),
      contractSide: '采购合同',
      contract: null,
      buyerContract: buyer,
      oldAmount: '100000.00',
      doneAmount: '0',
      oldEnd: chains.day(60),
      newEnd: chains.day(90),
      clauses: [{ clauseItem: '工程量', before: '4台', after: '3台' }],
      amounts: [
        { amountItem: '冷却塔', beforeQty: '1.00', beforePrice: '100000.0000', afterQty: '1.00', afterPrice: price },
      ],
    });
    const ledgers = async () => [
      await rows(
        `select total_amount::text as amount, end_date::text as "to" from b_buyer_contract where contract_no = 'CGHT-T-1'`,
      ),
      await rows(`select amount::text from b_project_contract where document = 'CGHT-T-1'`),
    ];
    const before = await ledgers();
    const walk = chains.walk('supplementaryAgreement');
    const low = await walk.draft(
      'purchaser',
      await chains.filled('supplementaryAgreement', 'purchaser', 0, given('60000.0000')),
    );
    expect((await walk.submit('purchaser', low)).errors.map(({ message }) => message)).toEqual([
      '变更后合同额不能小于累计已付（含在途）',
    ]);
    const { id } = await chains.through('supplementaryAgreement', 'purchaser', given('80000.0000'), legal);
    expect(await ledgers()).toEqual([[{ amount: '80000.00', to: chains.day(90) }], [{ amount: '80000.00' }]]);
    await chains.cancel('supplementaryAgreement', id);
    expect(await ledgers()).toEqual(before);
  });
});
