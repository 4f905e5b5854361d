/** 劳务派遣: who leads the shifts of a site, and how good its technicians are. */
import { employeeAssessment, projectMonitor, salaryChange, supplierEvaluation, trainingNeed } from '@hengneng/forms';
import type { airTechnicianEvaluation, monitorEstablish } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf, nextMonth } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { applyDueSalaries } from '../people/salaries.ts';

type Appointment = Recorded<typeof monitorEstablish>;
type Evaluation = Recorded<typeof airTechnicianEvaluation>;

const dismissed = ({ appointType }: Appointment): boolean => appointType === '免去';

const monitorEffects: EffectsOf<'monitorEstablish', Appointment> = {
  'monitorEstablish.list': effect(async ({ record, find, setEntry, book }) => {
    for (const former of await find(projectMonitor, { project: record.project, state: '在任' }))
      if (!dismissed(record) || former.monitor === record.candidate)
        await setEntry(projectMonitor, former.id, { state: '已卸任', leftOn: record.startDate });
    if (dismissed(record)) return;
    await book(projectMonitor, {
      project: record.project,
      monitor: record.candidate,
      appointType: record.appointType,
      level: record.monitorLevel,
      scope: record.chargeScope.join('、'),
      supplier: record.dispatchCompany,
      startOn: record.startDate,
      endOn: record.endDate,
      score: record.abilityScore,
      allowance: record.approvedAllowance,
      state: '在任',
      document: record.serial,
    });
  }),
  'monitorEstablish.post': effect(async ({ record, set }) => {
    if (!dismissed(record) && record.formerMonitor !== null && record.formerMonitor !== record.candidate)
      await set('employee', record.formerMonitor, { monitor_level: null });
    await set('employee', record.candidate, { monitor_level: dismissed(record) ? null : record.monitorLevel });
  }),
  'monitorEstablish.dutyLeader': effect(async ({ tx, record, set }) => {
    if (!dismissed(record)) return set('project', record.project, { duty_leader: record.candidate });
    const { rows } =
      await sql`select 1 from project where code = ${record.project} and duty_leader = ${record.candidate}`.execute(tx);
    if (rows.length > 0) await set('project', record.project, { duty_leader: null });
  }),
  'monitorEstablish.allowance': effect(async ({ record, book, find, setEntry }) => {
    const month = record.allowanceMonth ?? monthOf(record.startDate);
    // What was paid for the post until now ends, whoever had it.
    for (const old of await find(salaryChange, { project: record.project, kind: '班长津贴', toMonth: null }))
      if (!dismissed(record) || old.employee === record.candidate)
        await setEntry(salaryChange, old.id, { toMonth: month });
    if (dismissed(record) || !positive(record.approvedAllowance)) return;
    await book(salaryChange, {
      employee: record.candidate,
      project: record.project,
      kind: '班长津贴',
      fromMonth: month,
      amount: record.approvedAllowance ?? '0',
      applied: false,
      document: record.serial,
    });
  }),
  'monitorEstablish.remindEnd': effect(async ({ tx, record, services }) => {
    if (record.appointType !== '代理' || record.endDate === null) return;
    await services.remind({
      on: record.endDate,
      daysBefore: 7,
      to: await projectManagers(tx, record.project),
      title: `代理班长（${record.serial}）${record.endDate}到期，请办理任命或续任`,
    });
  }),
};

const LEAVING: readonly string[] = ['退回劳务公司', '解除'];

const evaluationEffects: EffectsOf<'airTechnicianEvaluation', Evaluation> = {
  'airTechnicianEvaluation.archive': effect(async ({ record, now, book, set }) => {
    await book(employeeAssessment, {
      employee: record.technician,
      project: record.project,
      kind: '技师评价',
      period: `${record.periodStart}至${record.periodEnd} ${record.evaluateSeason}`,
      score: record.finalScore,
      fromGrade: record.currentGrade,
      grade: record.newGrade,
      conclusion: record.conclusion ?? '',
      supplier: record.dispatchCompany,
      assessedOn: dayOf(now),
      document: record.serial,
    });
    await set('employee', record.technician, { grade: record.newGrade });
  }),
  'airTechnicianEvaluation.fee': effect(async ({ tx, record, source, now, book }) => {
    if (record.newMonthFee === null || record.effectMonth === null || Number(record.feeChange ?? 0) === 0) return;
    await book(salaryChange, {
      employee: record.technician,
      project: record.project,
      kind: '技师费用',
      fromMonth: record.effectMonth,
      amount: record.newMonthFee,
      applied: false,
      document: record.serial,
    });
    await applyDueSalaries(tx, monthOf(now), source);
  }),
  'airTechnicianEvaluation.draftResignation': effect(async ({ record, services }) => {
    if (!LEAVING.includes(record.conclusion ?? '')) return;
    await services.draft({
      module: 'resignationReport',
      applicant: record.applicant,
      title: `技师评价${record.serial}结论为${record.conclusion ?? ''}，请办理离职`,
      values: {
        project: record.project,
        employee: record.technician,
        resignType: record.conclusion === '退回劳务公司' ? '劳务派遣退回' : '协商解除',
      },
    });
  }),
  'airTechnicianEvaluation.trainingNeed': effect(async ({ record, now, book }) => {
    if (record.conclusion !== '培训后续用') return;
    await book(
      trainingNeed,
      ...(record.weakPoint ?? [])
        .filter((topic) => topic !== '无')
        .map((topic) => ({
          month: nextMonth(dayOf(now)),
          project: record.project,
          employee: record.technician,
          kind: '技能短板' as const,
          topic,
        })),
    );
  }),
  'airTechnicianEvaluation.supplier': effect(async ({ record, now, book }) => {
    if (record.dispatchCompany === null) return;
    await book(supplierEvaluation, {
      supplier: record.dispatchCompany,
      kind: '技师评价',
      project: record.project,
      node: record.evaluateSeason,
      evaluatedOn: dayOf(now),
      score: record.finalScore,
      result: record.conclusion,
    });
  }),
};

export const laborDispatchEffects = { ...monitorEffects, ...evaluationEffects };
