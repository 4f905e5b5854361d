/** Upkeep of burners, absorption machines and electric chillers. */
import { refrigerantUse, solutionArchive, supplierEvaluation } from '@hengneng/forms';
import type { burnerMaintenanceRecord, electricMaintenanceRecord, notElectricMaintenanceRecord } from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { undoHistory } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect, undoing } from '../kit/effect.ts';
import { GWP } from './refrigerants.ts';
import { bookUpkeep, issueParts, noteUpkeep, type UsedPart } from './upkeep.ts';

type Burner = Recorded<typeof burnerMaintenanceRecord>;
type Absorption = Recorded<typeof notElectricMaintenanceRecord>;
type Electric = Recorded<typeof electricMaintenanceRecord>;

const burnerParts = (record: Burner): readonly UsedPart[] => record.parts.map((row) => ({ ...row, name: row.part }));

const burnerEffects: EffectsOf<'burnerMaintenanceRecord', Burner> = {
  'burnerMaintenanceRecord.history': undoing(
    effect((call) =>
      noteUpkeep(call, call.record, {
        kind: `燃烧机${call.record.grade}`,
        summary: `${call.record.acceptResult}，大火CO ${call.record.coAfter}ppm、O2 ${call.record.o2After}%，遗留${call.record.remainCount ?? 0}项`,
        next: call.record.nextDate,
        parts: burnerParts(call.record),
      }),
    ),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'burnerMaintenanceRecord.issueParts': effect((call) =>
    issueParts(call, call.record.project, 'parts', burnerParts(call.record)),
  ),
  'burnerMaintenanceRecord.cost': effect((call) => bookUpkeep(call, call.record)),
  'burnerMaintenanceRecord.draftProblem': effect(async ({ record, services }) => {
    const left = record.items.filter((row) => (row.bad ?? 0) > 0);
    if (left.length === 0) return;
    await services.draft({
      module: 'problemDetectionFeedback',
      applicant: record.applicant,
      title: `燃烧机保养${record.serial}遗留${left.length}项，请反馈问题`,
      values: {
        project: record.project,
        device: record.device,
        detectKind: '燃烧检测',
        sourceForm: record.serial,
        detectDate: dayOf(record.endTime),
        phenomenon: [...left.map((row) => `${row.item}：${row.found ?? '不合格'}`), record.remainPlan ?? '']
          .filter(Boolean)
          .join('；'),
      },
    });
  }),
  'burnerMaintenanceRecord.markSupplier': effect(async ({ record, book }) => {
    if (record.maintainer !== null)
      await book(supplierEvaluation, {
        supplier: record.maintainer,
        kind: '施工验收',
        project: record.project,
        node: `燃烧机保养${record.serial}验收${record.acceptResult}`,
        evaluatedOn: dayOf(record.endTime),
        result: record.acceptResult === '合格' ? '合格' : '不合格',
      });
  }),
};

const materials = (record: Absorption): readonly UsedPart[] =>
  record.consumables.map((row) => ({ ...row, name: row.material, spec: row.batchNo }));

/** Only what was weighed is added up: litres are no kilograms. */
const SOLUTION = '溴化锂溶液';

const absorptionEffects: EffectsOf<'notElectricMaintenanceRecord', Absorption> = {
  'notElectricMaintenanceRecord.history': undoing(
    effect(async (call) => {
      const { record, set } = call;
      await noteUpkeep(call, record, {
        kind: record.maintainType,
        summary: `${record.acceptResult}，评级${record.unitGrade}，停机绝压${record.absPressure}Pa，不合格${record.badCount ?? 0}项`,
        next: record.nextDate,
        parts: materials(record),
      });
      await set('device', record.device, { health_grade: record.unitGrade, run_hours: record.runHours });
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'notElectricMaintenanceRecord.issueParts': effect((call) =>
    issueParts(call, call.record.project, 'consumables', materials(call.record)),
  ),
  'notElectricMaintenanceRecord.cost': effect((call) => bookUpkeep(call, call.record)),
  'notElectricMaintenanceRecord.solution': effect(async ({ record, book }) => {
    await book(
      solutionArchive,
      ...record.consumables
        .filter((row) => row.material === SOLUTION && row.measureUnit === 'kg')
        .map((row) => ({
          device: record.device,
          project: record.project,
          kind: '补充' as const,
          happenedOn: dayOf(record.endTime),
          concentration: record.diluteConc,
          ph: record.solutionPh,
          quantity: row.quantity,
          document: record.serial ?? '',
        })),
    );
  }),
  'notElectricMaintenanceRecord.draftProblem': effect(async ({ record, services }) => {
    if (record.acceptResult !== '带缺陷投运') return;
    await services.draft({
      module: 'problemDetectionFeedback',
      applicant: record.applicant,
      title: `主机保养${record.serial}带缺陷投运，请反馈问题并跟踪`,
      values: {
        project: record.project,
        device: record.device,
        sourceForm: record.serial,
        detectDate: dayOf(record.endTime),
        phenomenon: record.defectPlan,
      },
    });
  }),
};

const electricParts = (record: Electric): readonly UsedPart[] =>
  record.parts.map((row) => ({ ...row, name: row.part }));

const electricEffects: EffectsOf<'electricMaintenanceRecord', Electric> = {
  'electricMaintenanceRecord.history': undoing(
    effect(async (call) => {
      const { record, set } = call;
      await noteUpkeep(call, record, {
        kind: record.maintainType,
        summary: `${record.acceptResult}，蒸发趋近${record.evapApproach ?? '—'}℃、冷凝趋近${record.condApproach ?? '—'}℃，不合格${record.badCount ?? 0}项`,
        next: null,
        parts: electricParts(record),
      });
      await set('device', record.device, { run_hours: record.runHours });
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'electricMaintenanceRecord.refrigerant': effect(async ({ record, book }) => {
    const { refrigerantAdded: quantity, refrigerant } = record;
    if (quantity === null || !positive(quantity)) return;
    const gwp = GWP[refrigerant];
    await book(refrigerantUse, {
      device: record.device,
      project: record.project,
      month: monthOf(dayOf(record.endTime)),
      refrigerant,
      quantity,
      gwp,
      carbon: Big(quantity).times(gwp).toFixed(2),
      document: record.serial ?? '',
    });
  }),
  'electricMaintenanceRecord.issueParts': effect((call) =>
    issueParts(call, call.record.project, 'parts', electricParts(call.record)),
  ),
  'electricMaintenanceRecord.cost': effect((call) => bookUpkeep(call, call.record)),
};

export const maintenanceEffects = { ...burnerEffects, ...absorptionEffects, ...electricEffects };
