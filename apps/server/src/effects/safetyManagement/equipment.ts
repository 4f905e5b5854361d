/** 特种设备: checks of pressure vessels and boilers, and the safety officer's daily, weekly and monthly control of them. */
import { boilerLog, safetyControl } from '@hengneng/forms';
import type {
  boilerCheck,
  pressureVesselCheck,
  safetyOfficerBoilerCheck,
  safetyOfficerPressureVesselCheck,
} from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { stopDevices } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { dayOf, nextMonth } from '../books/source.ts';
import { failed, noted } from '../kit/checks.ts';
import { effect } from '../kit/effect.ts';
import { peopleOf, projectManagers } from '../kit/people.ts';
import { draftRepair } from '../kit/repair-draft.ts';
import { enterHazards, type Followed, followHazards } from './hazards.ts';

type VesselCheck = Recorded<typeof pressureVesselCheck>;
type VesselControl = Recorded<typeof safetyOfficerPressureVesselCheck>;
type BoilerCheck = Recorded<typeof boilerCheck>;
type BoilerControl = Recorded<typeof safetyOfficerBoilerCheck>;

/** Days before an inspection is due on which the project hears of it: time to apply for it. */
const APPLY_DAYS = 60;

const vesselDates = (record: VesselCheck) =>
  [
    ['安全阀校验', record.valveExpire],
    ['压力表检定', record.gaugeExpire],
    ['定期检验', record.nextInspection],
  ] as const;
const boilerDates = (record: BoilerCheck) =>
  [
    ['外部检验', record.outerInspect],
    ['内部检验', record.innerInspect],
    ['安全阀校验', record.valveExpire],
  ] as const;

/** What is past its day when it is checked. */
const overdue = (dates: readonly (readonly [string, string])[], day: string) =>
  dates
    .filter(([, date]) => date < day)
    .map(([what, date]) => ({ content: `${what}已于${date}到期`, level: '较大' as const }));

const vesselEffects: EffectsOf<'pressureVesselCheck', VesselCheck> = {
  'pressureVesselCheck.device': effect(async ({ record, set }) => {
    await set('device', record.device, {
      valve_expire: record.valveExpire,
      gauge_expire: record.gaugeExpire,
      next_inspection: record.nextInspection,
    });
  }),
  'pressureVesselCheck.remind': effect(async ({ tx, record, services }) => {
    const to = await projectManagers(tx, record.project);
    for (const [what, on] of vesselDates(record))
      await services.remind({
        on,
        daysBefore: APPLY_DAYS,
        to,
        title: `${record.vesselKind}（${record.registerNo}）${what}${on}到期，请报检`,
      });
  }),
  'pressureVesselCheck.stop': effect(async ({ tx, record, set }) => {
    if (record.conclusion === '立即停用') await stopDevices({ tx, set }, [record.device]);
  }),
  'pressureVesselCheck.hazards': effect(async ({ tx, record, book }) => {
    const [owner] = await projectManagers(tx, record.project);
    await enterHazards(
      { book },
      {
        project: record.project,
        device: record.device,
        origin: '压力容器检查',
        sourceNo: record.serial,
        foundOn: record.checkDate,
        owner: owner ?? record.applicant,
        measure: record.inspectArrange,
      },
      [
        ...record.items
          .filter((row) => failed(row.result))
          .map((row) => ({ content: noted(row.item, row.result), measure: row.treatment })),
        ...overdue(vesselDates(record), record.checkDate),
      ],
    );
  }),
};

const vesselControlEffects: EffectsOf<'safetyOfficerPressureVesselCheck', VesselControl> = {
  'safetyOfficerPressureVesselCheck.archive': effect(async ({ record, book }) => {
    await book(safetyControl, {
      project: record.project,
      equipment: '压力容器',
      controlLevel: record.controlLevel,
      controlDate: record.controlDate,
      inUse: record.inUseCount,
      abnormal: record.abnormalCount,
      openHazards: record.openHazards,
      conclusion: record.chiefConclusion ?? (record.noProblem === true ? '零隐患' : null),
      officer: record.applicant,
      chief: record.safetyChief,
      sourceNo: record.serial,
    });
  }),
  'safetyOfficerPressureVesselCheck.hazards': effect(async ({ record, book, setEntry }) => {
    await followHazards(
      { book, setEntry },
      {
        project: record.project,
        origin: `压力容器${record.controlLevel}`,
        sourceNo: record.serial,
        foundOn: record.controlDate,
      },
      record.hazards.map(
        (row): Followed => ({
          known: row.known,
          content: row.hazard,
          level: row.riskLevel,
          measure: row.measure,
          owner: row.owner,
          deadline: row.dueDate,
          state: row.closed === true ? '已闭环' : '待整改',
        }),
      ),
    );
  }),
};

const boilerEffects: EffectsOf<'boilerCheck', BoilerCheck> = {
  'boilerCheck.device': effect(async ({ record, set }) => {
    await set('device', record.device, {
      inner_inspect: record.innerInspect,
      outer_inspect: record.outerInspect,
      valve_expire: record.valveExpire,
      ...(record.runHours === null ? {} : { run_hours: record.runHours }),
    });
  }),
  'boilerCheck.stop': effect(async ({ tx, record, set, services }) => {
    if (record.conclusion !== '紧急停炉') return;
    await stopDevices({ tx, set }, [record.device]);
    const bad = record.items.filter((row) => failed(row.result)).map((row) => noted(row.item, row.result));
    await draftRepair(
      { tx, record, services },
      {
        title: `锅炉检查${record.serial}结论为紧急停炉，请补全维修记录`,
        values: {
          equipment: record.device,
          findWay: '公司巡检',
          faultSystem: '燃烧器',
          faultLevel: '重大',
          faultDesc: `锅炉检查${record.serial}紧急停炉：${[...bad, record.handleMeasure ?? ''].filter(Boolean).join('；')}`,
        },
      },
    );
  }),
  'boilerCheck.log': effect(async ({ record, book }) => {
    await book(boilerLog, {
      device: record.device,
      project: record.project,
      checkedOn: record.checkDate,
      workPressure: record.workPressure,
      outletTemp: record.outletTemp,
      exhaustTemp: record.exhaustTemp,
      exhaustO2: record.exhaustO2,
      excessAir: record.excessAir,
      coPpm: record.coPpm,
      noxConverted: record.noxConverted,
      feedHardness: record.feedHardness,
      boilerPh: record.boilerPh,
      alkalinity: record.alkalinity,
      runHours: record.runHours,
      conclusion: record.conclusion,
    });
  }),
  'boilerCheck.hazards': effect(async ({ tx, record, book }) => {
    const [owner] = await projectManagers(tx, record.project);
    const done = record.repairFinish === null ? null : dayOf(record.repairFinish);
    const common = {
      project: record.project,
      device: record.device,
      origin: '锅炉检查',
      sourceNo: record.serial,
      foundOn: record.checkDate,
      owner: owner ?? record.applicant,
      measure: record.handleMeasure,
    };
    const bad = record.items
      .filter((row) => failed(row.result))
      .map((row) => ({ content: noted(row.item, row.result) }));
    await enterHazards({ book }, { ...common, ...(done === null ? {} : { state: '已闭环', closedOn: done }) }, bad);
    await enterHazards({ book }, common, overdue(boilerDates(record), record.checkDate));
  }),
};

const PROGRESS = { 未开始: '待整改', 治理中: '整改中', 已完成: '已闭环' } as const;

/** The boilers that a stop is about: those whose interlocks fail; without any, all that were tried. */
function boilersToStop(record: BoilerControl): readonly string[] {
  const failing = record.interlocks.filter((row) => failed(row.onSiteTest));
  return [...new Set((failing.length > 0 ? failing : record.interlocks).map((row) => row.device))];
}

const boilerControlEffects: EffectsOf<'safetyOfficerBoilerCheck', BoilerControl> = {
  'safetyOfficerBoilerCheck.archive': effect(async ({ record, book }) => {
    await book(safetyControl, {
      project: record.project,
      equipment: '锅炉',
      controlLevel: record.controlLevel,
      controlDate: dayOf(record.controlTime),
      inUse: record.runningBoilers,
      abnormal: record.interlockFails,
      openHazards: record.openHazards,
      conclusion: record.stopApproved === true ? '批准停炉' : record.chiefOpinion,
      officer: record.applicant,
      chief: record.safetyChief,
      sourceNo: record.serial,
    });
  }),
  'safetyOfficerBoilerCheck.hazards': effect(async ({ record, book, setEntry }) => {
    await followHazards(
      { book, setEntry },
      {
        project: record.project,
        origin: `锅炉${record.controlLevel}`,
        sourceNo: record.serial,
        foundOn: dayOf(record.controlTime),
        place: record.boilerRoom,
      },
      record.hazards.map(
        (row): Followed => ({
          known: row.known,
          content: row.hazard,
          level: row.grade,
          owner: row.owner,
          deadline: row.dueDate,
          measure: record.replyPlan,
          fund: row.fund,
          state: PROGRESS[row.progress],
        }),
      ),
    );
  }),
  'safetyOfficerBoilerCheck.stop': effect(async ({ tx, record, set, services }) => {
    if (record.stopApproved !== true) return;
    await stopDevices({ tx, set }, boilersToStop(record));
    await services.tell({
      to: await peopleOf(tx, record.project),
      title: `${record.boilerRoom}已批准停炉：${record.stopCause ?? ''}，请值班人员立即执行`,
    });
    await services.todo({
      kind: '告知客户',
      title: `${record.boilerRoom}已批准停炉，请书面告知客户停供范围和恢复时间（${record.serial}）`,
      to: await projectManagers(tx, record.project),
    });
  }),
  'safetyOfficerBoilerCheck.fund': effect(async ({ tx, record, services }) => {
    const funded = record.hazards.filter((row) => positive(row.fund));
    if (funded.length === 0) return;
    const [manager] = await projectManagers(tx, record.project);
    await services.draft({
      module: 'fundBudget',
      applicant: manager ?? record.applicant,
      title: `锅炉隐患治理资金${record.fundTotal ?? ''}元，请编入项目资金预算（${record.serial}）`,
      values: {
        project: record.project,
        ownerType: '项目',
        budgetKind: '追加预算',
        budgetMonth: nextMonth(record.controlTime),
        appendNote: `${record.serial} 锅炉隐患治理`,
        lines: funded.map((row) => ({
          subject: '维修费',
          payee: `隐患治理：${row.hazard}`,
          planPayDate: row.dueDate,
          applyAmount: row.fund,
          priority: '刚性必付',
        })),
      },
    });
  }),
};

export const equipmentEffects = {
  ...vesselEffects,
  ...vesselControlEffects,
  ...boilerEffects,
  ...boilerControlEffects,
};
