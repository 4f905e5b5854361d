/** What is charged for besides meters: areas by agreement, and supply outside the agreed hours. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const CONTRACT = 'HT-EMC01001-01';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const terms = () =>
  chains.rows(`select c.settle_area::text as area, c.settle_area_from::text as since, p.air_area::text as air
    from contract c join project p on p.code = c.project_code where c.code = '${CONTRACT}'`);
const ledger = () =>
  chains.rows(`select occupant, charge_area::text as area, valid_from::text as "from", valid_to::text as "to", state
    from b_settlement_area where contract = '${CONTRACT}' and not voided order by id`);
const basis = (module: string, id: string) =>
  chains.rows(`select kind, month, quantity::float8 as quantity, unit, amount::text from b_settlement_basis
    where source_module = '${module}' and source_id = ${id} and not voided order by id`);

describe('空调面积确认', () => {
  const row = (occupant: string, airArea: string, more: Readonly<Record<string, unknown>> = {}) => ({
    building: '主楼',
    floorRange: '1-20层',
    occupant,
    useKind: '办公',
    buildArea: '70000',
    airArea,
    heightFactor: '1',
    useState: '在用',
    chargeRatio: '100',
    chargeStart: chains.day(-20),
    chargeEnd: null,
    ...more,
  });
  const signed = (month: string, more: Readonly<Record<string, unknown>> = {}) => ({
    客户签认: { signDate: chains.day(0) },
    法务审核: { needSupplement: true },
    财务核定: { settleFrom: month },
    ...more,
  });
  const filed = (effectiveDate: string, areas: readonly Readonly<Record<string, unknown>>[], confirmType: string) => ({
    project: PROJECT,
    contract: CONTRACT,
    confirmType,
    effectiveDate,
    chargeMode: '面积包干',
    surveyDate: chains.day(-5),
    changeReason: '裙楼扩建',
    areas,
  });

  it('agrees what is charged for, closes what held before, and asks for an agreement where it is much', async () => {
    const before = await terms();
    const month = chains.day(0).slice(0, 7);
    // 40 000 + 10 000 × 1.2 + 4 000 at half = 54 000 m², 10 % less than the 60 000 of the contract.
    const first = await chains.through(
      'airConditioningArea',
      'projectManager',
      filed(
        chains.day(-20),
        [
          row('办公塔楼', '40000'),
          row('中庭', '10000', { storeyHeight: '6', heightFactor: '1.2' }),
          row('空置层', '4000', { useState: '空置', chargeRatio: '50' }),
        ],
        '面积核减',
      ),
      signed(month),
    );
    expect(await terms()).toEqual([{ area: '54000.00', since: chains.day(-20), air: '54000.00' }]);
    expect(await basis('airConditioningArea', first.id)).toEqual([
      { kind: '面积', month, quantity: 54_000, unit: 'm²', amount: null },
    ]);
    expect((await ledger()).map(({ area, state }) => [area, state])).toEqual([
      ['40000.00', '生效'],
      ['12000.00', '生效'],
      ['2000.00', '生效'],
    ]);
    expect(await chains.followUps('airConditioningArea', first.id)).toMatchObject([
      { module: 'supplementaryAgreement' },
    ]);

    const second = await chains.through(
      'airConditioningArea',
      'projectManager',
      filed(chains.day(-2), [row('全部', '56000')], '面积新增'),
      signed(month),
    );
    expect(await chains.followUps('airConditioningArea', second.id)).toEqual([]);
    expect((await ledger()).map(({ state, to }) => [state, to])).toEqual([
      ['已截止', chains.day(-3)],
      ['已截止', chains.day(-3)],
      ['已截止', chains.day(-3)],
      ['生效', null],
    ]);
    expect(await terms()).toEqual([{ area: '56000.00', since: chains.day(-2), air: '56000.00' }]);

    await chains.cancel('airConditioningArea', second.id);
    expect(await terms()).toEqual([{ area: '54000.00', since: chains.day(-20), air: '54000.00' }]);
    expect((await ledger()).map(({ state, to }) => [state, to])).toEqual([
      ['生效', null],
      ['生效', null],
      ['生效', null],
    ]);
    await chains.cancel('airConditioningArea', first.id);
    expect(await terms()).toEqual(before);
    expect(await ledger()).toEqual([]);
    expect(await basis('airConditioningArea', first.id)).toEqual([]);
  });
});

describe('临时用能联系单', () => {
  it('bills the hours that were supplied, and notes them for the day report and for who stood by', async () => {
    const session = (days: number, hours: number) => ({
      useDate: chains.day(days),
      planFrom: `${chains.day(days)}T18:00:00+08:00`,
      planTo: `${chains.day(days)}T${18 + hours}:00:00+08:00`,
      dayKind: '工作日',
    });
    const staff = [chains.user('operator'), chains.user('operator2')];
    const filed = await chains.through(
      'temporaryContact',
      'projectManager',
      {
        project: PROJECT,
        contract: CONTRACT,
        contactType: '加班供冷',
        receiveTime: chains.at(-240),
        receiveWay: '微信',
        useArea: '三层会议区',
        useSquare: '500',
        settleWay: '按小时',
        hourPrice: '180',
        hostsNeeded: 1,
        dutyStaff: staff,
        sessions: [session(-3, 2), session(-2, 2)],
      },
      {
        实际用能反馈: {
          supplyResult: '时间变更',
          resultNote: '客户延后散会',
          actualTotalHours: '5.0',
          actualKwh: '0',
          signDate: chains.day(0),
        },
        财务确认: { settleMonth: chains.day(0).slice(0, 7) },
      },
    );
    expect(await basis('temporaryContact', filed.id)).toEqual([
      { kind: '临时用能', month: chains.day(0).slice(0, 7), quantity: 5, unit: 'h', amount: '900.00' },
    ]);
    const runs = () =>
      chains.rows(
        `select use_date::text as day, hours::text from b_overtime_record where source_id = ${filed.id} and not voided order by id`,
      );
    const worked = () =>
      chains.rows(`select user_id::text as who, sum(hours)::text as hours from work_hours
        where source_module = 'temporaryContact' and source_id = ${filed.id} and not voided group by 1 order by 1`);
    expect(await runs()).toEqual([
      { day: chains.day(-3), hours: '2.5' },
      { day: chains.day(-2), hours: '2.5' },
    ]);
    expect(new Set(await worked())).toEqual(new Set(staff.map((who) => ({ who, hours: '5.0' }))));
    await chains.cancel('temporaryContact', filed.id);
    expect([await runs(), await worked(), await basis('temporaryContact', filed.id)]).toEqual([[], [], []]);
  });
});
