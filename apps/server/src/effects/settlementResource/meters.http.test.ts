/** Readings that both sides confirm: what each statement comes to, the chain from one to the next, and that a cancel leaves nothing of it. */
import { MODULES } from '@hengneng/core';
import type { DefinedModuleId } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const CONTRACT = 'HT-EMC01001-01';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const meter = async (code: string) => {
  const [row] = await chains.rows(
    `select id::text, last_reading::float8 as reading from device where project_code = '${PROJECT}' and code = '${code}'`,
  );
  return { id: String(row?.id), reading: Number(row?.reading) };
};
const monthsAgo = (back: number): string => {
  const [year = 0, month = 1] = chains.day(0).split('-').map(Number);
  const index = year * 12 + month - 1 - back;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};
const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
const period = (back: number) => {
  const month = monthsAgo(back);
  return {
    project: PROJECT,
    contract: CONTRACT,
    settleMonth: month,
    periodStart: `${month}-01`,
    periodEnd: lastDay(month),
  };
};
const SIGNED = { signDate: '' };
const steps = (more: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {}) => ({
  客户签认: { ...SIGNED, signDate: chains.day(0) },
  供能方签认: { ...SIGNED, signDate: chains.day(0) },
  ...more,
});
const basis = (module: string, id: string) =>
  chains.rows(`select kind, item, quantity::float8 as quantity, unit, our_quantity::float8 as ours, amount::text, month, contract
    from b_settlement_basis where source_module = '${module}' and source_id = ${id} and not voided order by id`);
const readings = (module: string, id: string) =>
  chains.rows(`select read_kind as kind, previous::float8 as "from", current::float8 as "to", quantity::float8 as quantity from b_meter_reading
    where source_module = '${module}' and source_id = ${id} and not voided order by id`);
const costs = (module: string, id: string) =>
  chains.rows(
    `select account, month, sum(amount)::text as amount from project_cost where source_module = '${module}' and source_id = ${id}
     group by 1, 2 having sum(amount) <> 0`,
  );
const refusal = async (module: DefinedModuleId, id: string): Promise<string> =>
  (
    await chains.server.client.post(
      `${MODULES[module].api}/Cancel`,
      { BusinessId: id, Opinion: '重复填报' },
      await chains.server.client.signIn('generalManager'),
    )
  ).message;

describe('冷热量表确认', () => {
  const filed = (back: number, row: Readonly<Record<string, unknown>>) => ({
    ...period(back),
    supplyMode: '供冷',
    minimumUsage: '0',
    lastYearUsage: null,
    lastUsage: null,
    coolUnitPrice: '0.46',
    abnormalNote: '按协议执行',
    readings: [
      { meterUnit: 'kWh', toKwh: '1', multiple: '1', adjustKwh: '0', replacedUsage: '0', readKind: '正常', ...row },
    ],
  });

  it('bills what was metered, goes on from the last reading, over a new meter too, and gives way last first', async () => {
    const { id: heat, reading } = await meter('RB-01');
    const first = await chains.through(
      'coldAndHeatMeter',
      'operator',
      filed(4, { meter: heat, previous: String(reading), current: String(reading + 120_000) }),
      steps({ 财务确认: { financeConfirm: monthsAgo(4) } }),
    );
    expect(await basis('coldAndHeatMeter', first.id)).toEqual([
      {
        kind: '冷热量',
        item: `${monthsAgo(4)} 供冷量`,
        quantity: 120_000,
        unit: 'kWh',
        ours: null,
        amount: '55200.00',
        month: monthsAgo(4),
        contract: CONTRACT,
      },
    ]);
    expect((await meter('RB-01')).reading).toBe(reading + 120_000);

    // The next one cannot begin again before the last one ended.
    const walk = chains.walk('coldAndHeatMeter');
    const again = await chains.filled('coldAndHeatMeter', 'operator', 0, {
      ...filed(3, { meter: heat, previous: String(reading + 120_000), current: String(reading + 130_000) }),
      periodStart: `${monthsAgo(4)}-15`,
    });
    const early = await walk.submit('operator', await walk.draft('operator', again));
    expect(early.errors).toEqual([
      { path: 'readings[0].meter', message: expect.stringContaining(`确认到${lastDay(monthsAgo(4))}`) },
    ]);

    // Half a month on the old meter, half on the new one, which came with 10 on its dial: 30 000 + 50 000.
    const second = await chains.through(
      'coldAndHeatMeter',
      'operator',
      filed(3, {
        meter: heat,
        readKind: '换表',
        previous: String(reading + 120_000),
        oldFinal: String(reading + 150_000),
        newInitial: '10',
        replacedUsage: '30000',
        current: '50010.125',
      }),
      steps({ 财务确认: { financeConfirm: monthsAgo(3) } }),
    );
    expect(await readings('coldAndHeatMeter', second.id)).toEqual([
      { kind: '换表', from: reading + 120_000, to: 50_010.125, quantity: 80_000.1 },
    ]);
    expect(await basis('coldAndHeatMeter', second.id)).toMatchObject([{ quantity: 80_000.1, amount: '36800.05' }]);
    expect((await meter('RB-01')).reading).toBe(50_010.125);
    expect(
      await chains.rows(
        `select kind, summary from device_history where source_module = 'coldAndHeatMeter' and source_id = ${second.id}`,
      ),
    ).toEqual([{ kind: '换表', summary: expect.stringContaining('新表起码10') }]);
    expect(await chains.followUps('coldAndHeatMeter', second.id)).toMatchObject([
      { title: expect.stringContaining('设备更换记录') },
    ]);

    // The third knows the second's quantity.
    expect(
      await chains.preview('coldAndHeatMeter', 'operator', {
        ...period(2),
        supplyMode: '供冷',
        readings: [{ meter: heat }],
      }),
    ).toMatchObject({ lastUsage: '80000.1', readings: [{ previous: '50010.125', meterUnit: 'kWh' }] });

    expect(await refusal('coldAndHeatMeter', first.id)).toContain('请先作废后续单据');
    await chains.rows(
      `update b_settlement_basis set settled = 1 where source_module = 'coldAndHeatMeter' and source_id = ${second.id}`,
    );
    expect(await refusal('coldAndHeatMeter', second.id)).toBe('已有后续单据引用，请先作废后续单据');
    await chains.rows(
      `update b_settlement_basis set settled = 0 where source_module = 'coldAndHeatMeter' and source_id = ${second.id}`,
    );
    await chains.cancel('coldAndHeatMeter', second.id);
    expect((await meter('RB-01')).reading).toBe(reading + 120_000);
    await chains.cancel('coldAndHeatMeter', first.id);
    expect((await meter('RB-01')).reading).toBe(reading);
    for (const { id } of [first, second]) {
      expect(await basis('coldAndHeatMeter', id)).toEqual([]);
      expect(await readings('coldAndHeatMeter', id)).toEqual([]);
      expect(await chains.followUps('coldAndHeatMeter', id)).toEqual([]);
    }
  });

  it('lets only one of two go on from the same reading, whoever is last', async () => {
    const { id: heat, reading } = await meter('RB-01');
    const walk = chains.walk('coldAndHeatMeter');
    const ids: string[] = [];
    for (const [supplyMode, to] of [
      ['供冷', 500],
      ['采暖', 700],
    ] as const) {
      const row = { meter: heat, previous: String(reading), current: String(reading + to) };
      const id = await chains.submit('coldAndHeatMeter', 'operator', {
        ...filed(2, row),
        supplyMode,
        coolUnitPrice: supplyMode === '供冷' ? '0.46' : null,
        heatUnitPrice: supplyMode === '采暖' ? '0.39' : null,
      });
      await chains.agree('coldAndHeatMeter', 'operator', id, steps(), '财务确认');
      ids.push(id);
    }
    const answers = await Promise.all(
      ids.map((id) => walk.agree('operator', id, { 财务确认: { financeConfirm: monthsAgo(2) } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    const standing = [
      ...(await readings('coldAndHeatMeter', ids[0] ?? '')),
      ...(await readings('coldAndHeatMeter', ids[1] ?? '')),
    ];
    expect(standing).toHaveLength(1);
    expect((await meter('RB-01')).reading).toBe(standing[0]?.to);
    await chains.cancel('coldAndHeatMeter', ids[answers.findIndex((answer) => answer.status === 1)] ?? '');
    expect((await meter('RB-01')).reading).toBe(reading);
  });

  it('bills the agreed minimum where less was used', async () => {
    const { id: heat, reading } = await meter('RB-01');
    const seen = await chains.preview('coldAndHeatMeter', 'operator', {
      ...filed(2, { meter: heat, previous: String(reading), current: String(reading + 300) }),
      minimumUsage: '500000',
    });
    expect(seen).toMatchObject({ usageTotal: '300.0', settleTotal: '500000.0', settleAmount: '230000.00' });
    expect(await chains.preview('coldAndHeatMeter', 'operator', { ...seen, minimumUsage: null })).toMatchObject({
      settleTotal: '300.0',
      settleAmount: '138.00',
    });
  });
});

describe('水表确认', () => {
  it('shares the water out, notes cost and tower water, and counts a dial that has passed its last figure', async () => {
    const { id: city, reading: cityFrom } = await meter('SB-01');
    const { id: tower, reading: towerFrom } = await meter('SB-02');
    const rest = { deductM3: '0', replacedM3: '0', readKind: '正常', multiple: '1' };
    const water = await chains.through(
      'waterMeter',
      'operator',
      {
        ...period(2),
        waterPrice: '4.90',
        sewagePrice: '1.00',
        sewageRatio: '50',
        ladderExtra: '20',
        billM3: null,
        coolOutput: null,
        lastYearM3: null,
        readings: [
          {
            ...rest,
            meter: city,
            useKind: '机房生活',
            bearer: '客户承担',
            previous: String(cityFrom),
            current: String(cityFrom + 300),
          },
          {
            ...rest,
            meter: tower,
            useKind: '冷却塔补水',
            bearer: '我方承担',
            readKind: '满码归零',
            fullScale: '100000',
            previous: String(towerFrom),
            current: '60',
          },
        ],
      },
      steps({ 能源数据复核: { dayReportNote: '日报按整点抄录' } }),
    );
    const used = Number((100_060 - towerFrom).toFixed(2));
    const fee = (used * 5.4 + 20).toFixed(2);
    expect(await basis('waterMeter', water.id)).toMatchObject([
      { kind: '水量', quantity: Number((used + 300).toFixed(2)), ours: used, amount: fee },
    ]);
    expect(await costs('waterMeter', water.id)).toEqual([{ account: '水费', month: monthsAgo(2), amount: fee }]);
    expect(
      await chains.rows(
        `select metric, value::float8 as value, unit from b_efficiency_index where source_id = ${water.id} and not voided`,
      ),
    ).toEqual([{ metric: '冷却塔补水量', value: used, unit: 'm³' }]);
    expect((await meter('SB-02')).reading).toBe(60);
    await chains.cancel('waterMeter', water.id);
    expect([await meter('SB-01'), await meter('SB-02')].map((one) => one.reading)).toEqual([cityFrom, towerFrom]);
    expect(await costs('waterMeter', water.id)).toEqual([]);
    expect(await basis('waterMeter', water.id)).toEqual([]);
  });
});

describe('卫生热水确认', () => {
  it('bills by heat, less what was interrupted, and asks about water that was too cold', async () => {
    const { id: hot, reading } = await meter('WR-01');
    const row = { zone: '客房', coldTemp: '15', hotTemp: '50', agreedTemp: '55', replacedM3: '0', readKind: '正常' };
    const filed = await chains.through(
      'sanitaryHotWater',
      'operator',
      {
        ...period(2),
        chargeWay: '按热量计费',
        heatPrice: '120',
        heatSource: '空气源热泵',
        supplyDays: 30,
        returnLoss: '5',
        interruptHours: '4',
        interruptDeduct: '100',
        zones: [{ ...row, meter: hot, previous: String(reading), current: String(reading + 1000) }],
      },
      steps(),
    );
    // 1000 m³ × 35 K × 4.1868 / 1000 = 146.538 GJ, with 5 GJ lost on the way: 151.538 GJ × 120 − 100.
    expect(await basis('sanitaryHotWater', filed.id)).toMatchObject([
      { kind: '卫生热水', quantity: 151.538, unit: 'GJ', amount: '18084.56' },
    ]);
    expect(await chains.followUps('sanitaryHotWater', filed.id)).toMatchObject([
      { title: expect.stringContaining('低于约定55.0℃') },
    ]);
    await chains.cancel('sanitaryHotWater', filed.id);
    expect((await meter('WR-01')).reading).toBe(reading);
    expect(await basis('sanitaryHotWater', filed.id)).toEqual([]);
    expect(await chains.followUps('sanitaryHotWater', filed.id)).toEqual([]);
  });
});

describe('主能源确认', () => {
  it('books what is owed, prepares its payment, and asks about a bill that is too high', async () => {
    const { id: gas, reading } = await meter('QB-01');
    const filed = await chains.through(
      'mainEnergySource',
      'operator',
      {
        ...period(2),
        energyKind: '管道天然气',
        energyUnit: 'Nm³',
        energyPrice: '3.50',
        contractHeatValue: '35588',
        testHeatValue: '34000',
        billQty: '10600',
        billAmount: '37100.00',
        diffReason: '供气方按标况换算，正在协商',
        readings: [
          {
            meter: gas,
            previous: String(reading),
            current: String(reading + 10_000),
            correctFactor: '1',
            replacedQty: '0',
            readKind: '正常',
          },
        ],
      },
      steps({
        供能方签认: { signDate: chains.day(0), confirmQty: '10600' },
        财务确认: { payBefore: chains.day(10), payAmount: '37000.00' },
      }),
    );
    const { record } = await chains.walk('mainEnergySource').info('operator', filed.id);
    // 10 000 × 35 588 kJ are 355.88 GJ; heat of 34 000 is short of 35 588 by 4.4622 % of 37 100.
    expect(record).toMatchObject({
      diffRate: '6.0000',
      heatTotal: '355.88',
      energyFee: '37100.00',
      heatLossFee: '1655.47',
    });
    expect(await basis('mainEnergySource', filed.id)).toMatchObject([
      { kind: '主能源', quantity: 10_600, ours: 10_000, unit: 'Nm³', amount: '37000.00' },
    ]);
    expect(await costs('mainEnergySource', filed.id)).toEqual([
      { account: '主能源', month: monthsAgo(2), amount: '37000.00' },
    ]);
    const left = await chains.followUps('mainEnergySource', filed.id);
    expect(left.map((one) => one.title)).toEqual(
      expect.arrayContaining([expect.stringContaining('应付37000.00元'), expect.stringContaining('差异率6.00%')]),
    );
    const payment = left.find((one) => one.module === 'payment');
    expect(
      await chains.rows(
        `select energy_type as kind, budget_subject as subject, pay_kind as how from f_payment where id = ${String(payment?.target)}`,
      ),
    ).toEqual([{ kind: '天然气', subject: '燃气费', how: '月结后付' }]);
    // The bill as it is paid: 10 000 by the dial and 600 agreed beside it, at 3.5, less what was agreed on heat.
    const draft = await chains.walk('payment').info('operator', String(payment?.target));
    expect(draft.record).toMatchObject({
      meters: [
        {
          meterNo: 'QB-01',
          confirm: filed.id,
          lastReading: `${reading}.00`,
          thisReading: `${reading + 10_000}.00`,
          adjustQuantity: '600.00',
          quantity: '10600.00',
          meterUnit: 'm³',
          amount: '37100.00',
        },
      ],
      charges: [{ chargeItem: '误抄退补', chargeAmount: '-100.00' }],
      quantityTotal: '10600.00',
      payTotal: '37000.00',
    });
    await chains.cancel('mainEnergySource', filed.id);
    expect((await meter('QB-01')).reading).toBe(reading);
    expect(await costs('mainEnergySource', filed.id)).toEqual([]);
    expect(await chains.followUps('mainEnergySource', filed.id)).toEqual([]);
  });
});

describe('电表确认', () => {
  it('bills what was metered, costs our part, locks the days and goes on from the last reading', async () => {
    const [power] = await chains.rows(`select id::text, last_reading::float8 as reading from device
      where project_code = '${PROJECT}' and category = '电表' order by code limit 1`);
    const from = Number(power?.reading ?? 0);
    const month = monthsAgo(5);
    const filed = await chains.through(
      'electricityMeter',
      'operator',
      {
        ...period(5),
        priceMode: '单一电价',
        averagePrice: '0.8',
        factorPenalty: '0',
        powerFactor: '0.95',
        billKwh: null,
        lastMonthKwh: null,
        readings: [
          {
            meter: power?.id,
            useKind: '主机',
            bearer: '我方承担',
            previous: String(from),
            current: String(from + 1000),
            ctRatio: '1',
            replacedKwh: '0',
            lossRate: '0',
            readKind: '正常',
          },
        ],
        touLines: [],
      },
      steps(),
    );
    const locked = () =>
      chains.rows(`select energy, month from day_report_lock where source_module = 'electricityMeter'
        and source_id = ${filed.id} and not voided`);
    const { record } = await chains.walk('electricityMeter').info('operator', filed.id);
    const { ourFee } = record as { readonly ourFee: string };
    expect(await basis('electricityMeter', filed.id)).toMatchObject([
      { kind: '电量', unit: 'kWh', amount: ourFee, month },
    ]);
    expect(await readings('electricityMeter', filed.id)).toMatchObject([{ kind: '正常', from, to: from + 1000 }]);
    expect(await costs('electricityMeter', filed.id)).toEqual([{ account: '电费', month, amount: ourFee }]);
    expect(await locked()).toEqual([{ energy: '电', month }]);
    // What a payment of the month clears is not taken away from under it.
    await chains.rows(
      `update b_energy_cost set matched = 1 where source_module = 'electricityMeter' and source_id = ${filed.id}`,
    );
    expect(await refusal('electricityMeter', filed.id)).toBe('已有后续单据引用，请先作废后续单据');
    await chains.rows(
      `update b_energy_cost set matched = 0 where source_module = 'electricityMeter' and source_id = ${filed.id}`,
    );
    await chains.cancel('electricityMeter', filed.id);
    expect([
      await basis('electricityMeter', filed.id),
      await readings('electricityMeter', filed.id),
      await costs('electricityMeter', filed.id),
      await locked(),
    ]).toEqual([[], [], [], []]);
  });
});
