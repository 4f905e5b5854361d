/** What tests of machines and of whole systems leave: the machine's record, the project's figures, and the work that follows. */
import { addDays } from '@hengneng/core';
import { deviceTest, efficiencyIndex, energyIssue } from '@hengneng/forms';
import type { energyCoolTest, hostHootTest, systemEnergyTest } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import type { EffectsOf, FollowUps, Recorded } from '../../engine/forms/effect.ts';
import { noteHistory, undoHistory } from '../books/devices.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect, undoing, type Writing } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';

type Cool = Recorded<typeof energyCoolTest>;
type Heat = Recorded<typeof hostHootTest>;
type System = Recorded<typeof systemEnergyTest>;

/** Days after a failed test until it is repeated. */
const RETEST_AFTER = 30;
/** Saving in percent that is worth a renovation or an evaluation. */
const WORTH_SAVING = 10;

interface Figure {
  readonly project: string;
  readonly device?: string | null;
  readonly month: string;
  readonly document: string | null;
}

/** Enters the figures that came out. */
export const bookFigures = (
  { book }: Writing,
  of: Figure,
  figures: Readonly<Record<string, readonly [value: string | null, unit: string | null]>>,
): Promise<unknown> =>
  book(
    efficiencyIndex,
    ...Object.entries(figures).flatMap(([metric, [value, unit]]) =>
      value === null ? [] : [{ ...of, metric, value, unit }],
    ),
  );

/** Noon of a day, for what is known by the day alone. */
const noon = (day: string): string => `${day}T12:00:00+08:00`;

/** The forms by which a machine is seen to. */
export const SEEN_TO = {
  vacuum: { module: 'aircrewVacuum', work: '真空检测' },
  burner: { module: 'aircrewBurn', work: '燃烧检测' },
  upkeep: { module: 'notElectricMaintenanceRecord', work: '主机保养' },
  solution: { module: 'annualSolutionTestingReport', work: '溶液检测' },
  water: { module: 'manageRecord', work: '水质管理清洗' },
} as const;

/** Drafts the form by which a machine is seen to, for the manager of its project. */
export async function haveSeenTo(
  { tx, services }: { readonly tx: Tx; readonly services: FollowUps },
  record: {
    readonly applicant: string;
    readonly project: string;
    readonly device: string | null;
    readonly serial: string | null;
  },
  kind: keyof typeof SEEN_TO,
  reason: string,
): Promise<void> {
  const [manager = record.applicant] = await projectManagers(tx, record.project);
  const { module, work } = SEEN_TO[kind];
  await services.draft({
    module,
    applicant: manager,
    title: `${record.serial}：${reason}，请安排${work}`,
    values: { project: record.project, device: record.device },
  });
}

const DECISIONS: Readonly<Record<string, keyof typeof SEEN_TO>> = {
  安排清洗: 'water',
  安排溶液处理: 'solution',
  安排检漏抽真空: 'vacuum',
  燃烧调校: 'burner',
};

const coolEffects: EffectsOf<'energyCoolTest', Cool> = {
  'energyCoolTest.archive': undoing(
    effect(async ({ tx, record, source, book, set }) => {
      const { device, project, testDate, averageCop } = record;
      if (averageCop !== null)
        await book(deviceTest, {
          device,
          project,
          kind: '制冷能效测试',
          testedOn: testDate,
          metric: '性能系数',
          value: averageCop,
          grade: record.coolGrade,
          valid: record.dataValid === '有效',
          document: record.serial ?? '',
        });
      const summary = `制冷能效测试${record.serial}：性能系数${averageCop}，较额定衰减${Number(record.copDecay)}%，评定${record.coolGrade}`;
      await noteHistory(tx, source, [{ device, project, kind: '能效测试', at: noon(testDate), summary }]);
      await set('device', device, { last_cop: averageCop, cop_decay: record.copDecay, last_energy_test: testDate });
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'energyCoolTest.index': effect(async (call) => {
    const { record } = call;
    if (record.dataValid !== '有效') return;
    await bookFigures(
      call,
      { project: record.project, device: record.device, month: monthOf(record.testDate), document: record.serial },
      { 性能系数: [record.averageCop, null], 单位冷量能源成本: [record.unitCost, '元/kWh'] },
    );
  }),
  'energyCoolTest.handle': effect(async (call) => {
    const { tx, record, services } = call;
    const decision = record.repairDecision;
    if (decision === null) return;
    const kind = DECISIONS[decision];
    if (kind !== undefined) return haveSeenTo(call, record, kind, `制冷能效测试决定${decision}`);
    if (decision === '列入大修')
      await services.todo({
        kind: '大修计划',
        title: `${record.hostModel}性能系数衰减${Number(record.copDecay)}%，请列入年度计划大修项（${record.serial}）`,
        to: await projectManagers(tx, record.project),
      });
  }),
  'energyCoolTest.remindRetest': effect(async ({ record, services }) => {
    if (record.coolGrade === '不合格')
      await services.remind({
        on: addDays(record.testDate, RETEST_AFTER),
        to: [record.applicant],
        title: `${record.hostModel}制冷能效不合格（${record.serial}），请复测`,
      });
  }),
};

const HEAT_PLANS: Readonly<Record<string, keyof typeof SEEN_TO>> = {
  燃烧调校: 'burner',
  检漏抽真空: 'vacuum',
  清灰: 'upkeep',
  除垢: 'upkeep',
};

const heatEffects: EffectsOf<'hostHootTest', Heat> = {
  'hostHootTest.archive': undoing(
    effect(async ({ tx, record, source, book, set }) => {
      const { device, project, testDate } = record;
      // After it was put right the second test counts.
      const efficiency = record.retestEfficiency ?? record.heatEfficiency;
      const exhaust = record.retestExhaust ?? record.averageExhaust;
      if (efficiency !== null)
        await book(deviceTest, {
          device,
          project,
          kind: '制热能效测试',
          testedOn: testDate,
          metric: '热效率',
          value: efficiency,
          unit: '%',
          grade: record.heatGrade,
          valid: (record.gapCount ?? 0) === 0,
          document: record.serial ?? '',
        });
      const summary = `热效率测试${record.serial}：热效率${Number(efficiency)}%，排烟${exhaust}℃，评定${record.heatGrade}`;
      await noteHistory(tx, source, [{ device, project, kind: '能效测试', at: noon(testDate), summary }]);
      await set('device', device, {
        last_heat_efficiency: efficiency,
        last_exhaust: exhaust,
        last_energy_test: testDate,
      });
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'hostHootTest.index': effect(async (call) => {
    const { record } = call;
    await bookFigures(
      call,
      { project: record.project, device: record.device, month: monthOf(record.testDate), document: record.serial },
      { 单位热量燃料成本: [record.unitHeatCost, '元/kWh'] },
    );
  }),
  'hostHootTest.handle': effect(async (call) => {
    const plan = call.record.handlePlan;
    const kind = plan === null ? undefined : HEAT_PLANS[plan];
    if (kind !== undefined) await haveSeenTo(call, call.record, kind, `热效率测试安排${plan}`);
  }),
  'hostHootTest.condenser': effect(async ({ record, book }) => {
    if (record.heatCause?.includes('冷凝未投用') === true)
      await book(energyIssue, {
        content: '烟气冷凝器未投用',
        kind: '能效测试',
        state: '待查',
        project: record.project,
        device: record.device,
        foundOn: record.testDate,
        cause: record.heatAdvice,
        deadline: record.handleDeadline,
        document: record.serial ?? '',
      });
  }),
};

const systemEffects: EffectsOf<'systemEnergyTest', System> = {
  'systemEnergyTest.index': effect(async (call) => {
    const { record } = call;
    await bookFigures(
      call,
      { project: record.project, month: monthOf(dayOf(record.startTime)), document: record.serial },
      {
        系统综合能效: [record.systemEer, null],
        主机能效: [record.hostEfficiency, null],
        循环泵输送系数: [record.transferFactor, null],
        冷却侧输送系数: [record.coolingFactor, null],
        单位冷热量能源成本: [record.unitEnergyCost, '元/kWh'],
        单位面积负荷: [record.areaLoad, 'W/m²'],
      },
    );
  }),
  'systemEnergyTest.handle': effect(async ({ tx, record, services }) => {
    const [manager = record.applicant] = await projectManagers(tx, record.project);
    const { rows } = await sql<{ id: string; name: string }>`select id::text, name from device
      where id = any(${record.hydraulics.map((row) => row.pumpDevice)}::bigint[])`.execute(tx);
    const names = new Map(rows.map((row) => [row.id, row.name]));
    for (const row of record.hydraulics) {
      const values = { project: record.project, device: row.pumpDevice };
      const pump = names.get(row.pumpDevice) ?? '水泵';
      if ((row.lowPump ?? 0) > 0)
        await services.draft({
          module: 'transmissionSystemMaintenance',
          applicant: manager,
          title: `${record.serial}：${pump}效率${Number(row.pumpEfficiency)}%低于55%，请安排输配系统保养`,
          values,
        });
      if ((row.smallDelta ?? 0) > 0)
        await services.draft({
          module: 'hydraulicBalanceRecord',
          applicant: manager,
          title: `${record.serial}：${row.loop}温差${row.deltaTemp}℃，大流量小温差，请做水力平衡`,
          values,
        });
    }
  }),
  'systemEnergyTest.suggest': effect(async ({ tx, record, services }) => {
    if (Number(record.savePotential ?? 0) > WORTH_SAVING)
      await services.todo({
        kind: '节能建议',
        title: `${record.serial}预计可节能${Number(record.savePotential)}%，请考虑发起技术改造或节能评估：${record.systemAdvice}`,
        to: await projectManagers(tx, record.project),
      });
  }),
};

export const testEffects = { ...coolEffects, ...heatEffects, ...systemEffects };
