/** What tests of absorption machines say of them: whether they are tight, and how their solution is. */
import { deviceTest, efficiencyIndex, solutionArchive, upkeepPlan } from '@hengneng/forms';
import type { aircrewVacuum, annualSolutionTestingReport } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { resumeDevices, stopDevices } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { draftRepair } from '../kit/repair-draft.ts';
import { deviceName } from './upkeep.ts';

type Vacuum = Recorded<typeof aircrewVacuum>;
type Solution = Recorded<typeof annualSolutionTestingReport>;

const LEAKING = '严重泄漏须充氮停机';
const TIGHT: readonly (string | null)[] = ['优（回升不大于30Pa）', '合格（不大于66.5Pa）'];

const vacuumEffects: EffectsOf<'aircrewVacuum', Vacuum> = {
  'aircrewVacuum.archive': effect(async ({ record, book, set }) => {
    // After repairs the rise of the second test counts.
    const rise = record.recheckRise ?? record.dayRise;
    if (rise !== null)
      await book(deviceTest, {
        device: record.device,
        project: record.project,
        kind: '真空检测',
        testedOn: dayOf(record.endTime),
        metric: '24小时压力回升',
        value: rise,
        unit: 'Pa',
        grade: record.vacuumGrade,
        valid: true,
        nextTest: record.nextTestDate,
        document: record.serial ?? '',
      });
    await set('device', record.device, { last_vacuum: rise, next_test_date: record.nextTestDate });
  }),
  'aircrewVacuum.draftRepair': effect(async ({ tx, record, services }) => {
    const pending = record.leakPoints.filter((row) => (row.pending ?? 0) > 0);
    if (pending.length === 0) return;
    await draftRepair(
      { tx, record, services },
      {
        title: `真空检测${record.serial}有${pending.length}处漏点待处理，请补全维修记录`,
        values: {
          equipment: record.device,
          findWay: '公司巡检',
          faultSystem: '溴化锂主机',
          faultTime: record.endTime,
          faultDesc: `${pending.map((row) => `${row.part}（${row.method}）`).join('、')}泄漏，24小时回升${record.dayRise}Pa`,
        },
      },
    );
  }),
  'aircrewVacuum.retire': effect(async (call) => {
    const { tx, record, source } = call;
    if (record.vacuumGrade === LEAKING) return stopDevices(call, [record.device]);
    if (!TIGHT.includes(record.vacuumGrade)) return;
    const { rows } = await sql<{ id: string }>`select source_id::text as id from entity_change
      where table_name = 'device' and row_key = ${record.device} and column_name = 'state' and after = 'stopped' and undone_at is null
        and source_module = ${source.module} and source_effect = ${source.effect} order by id desc limit 1`.execute(tx);
    if (rows[0]) await resumeDevices(call, { ...source, id: rows[0].id });
  }),
  'aircrewVacuum.pumpTimes': effect(async ({ record, book }) => {
    const byMonth = new Map<string, number>();
    for (const row of record.pumpings) {
      const month = monthOf(dayOf(row.pumpStart));
      byMonth.set(month, (byMonth.get(month) ?? 0) + 1);
    }
    await book(
      efficiencyIndex,
      ...[...byMonth].map(([month, times]) => ({
        project: record.project,
        device: record.device,
        month,
        metric: '抽气次数',
        value: String(times),
        unit: '次',
        document: record.serial,
      })),
    );
  }),
  'aircrewVacuum.remindNext': effect(async ({ record, services }) => {
    if (record.nextTestDate !== null)
      await services.remind({
        on: record.nextTestDate,
        daysBefore: 7,
        to: [record.applicant],
        title: `${record.unitModel}（${record.unitNo}）该做真空检测了`,
      });
  }),
};

const solutionEffects: EffectsOf<'annualSolutionTestingReport', Solution> = {
  'annualSolutionTestingReport.archive': effect(async ({ record, book, set }) => {
    await book(
      solutionArchive,
      ...record.samples.map((row) => ({
        device: row.device,
        project: record.project,
        kind: '化验' as const,
        happenedOn: record.sampleDate,
        concentration: row.concentration,
        ph: row.ph,
        molybdate: row.molybdate,
        copper: row.copper,
        iron: row.iron,
        chloride: row.chloride,
        overLimit: (row.bad ?? 0) > 0,
        advice: row.advice,
        document: record.serial ?? '',
      })),
    );
    for (const row of record.samples) await set('device', row.device, { last_solution_test: record.sampleDate });
  }),
  'annualSolutionTestingReport.draftMaintenance': effect(async ({ tx, record, services }) => {
    const [manager = record.applicant] = await projectManagers(tx, record.project);
    for (const row of record.samples)
      if (row.advice !== '正常使用')
        await services.draft({
          module: 'notElectricMaintenanceRecord',
          applicant: manager,
          title: `溶液检测${record.serial}：${await deviceName(tx, row.device)}建议${row.advice}${record.treatBefore === null ? '' : `，${record.treatBefore}前完成`}，请安排保养`,
          values: {
            project: record.project,
            contract: record.contract,
            device: row.device,
            diluteConc: row.concentration,
            solutionPh: row.ph,
          },
        });
  }),
  'annualSolutionTestingReport.budget': effect(async ({ record, book }) => {
    const of = { project: record.project, year: record.testYear, document: record.serial ?? '' };
    if (positive(record.testFee)) await book(upkeepPlan, { ...of, work: '溶液检测', amount: record.testFee });
    if (record.treatTotal !== null && positive(record.treatTotal))
      await book(upkeepPlan, { ...of, work: '溶液处理', amount: record.treatTotal, dueOn: record.treatBefore });
  }),
};

export const testEffects = { ...vacuumEffects, ...solutionEffects };
