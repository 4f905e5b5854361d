/** 转正申请: from probation into service, or not. */
import { employeeAssessment, salaryChange, type userFormal } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { applyDueSalaries } from './salaries.ts';

type Formal = Recorded<typeof userFormal>;

const passed = ({ formalType }: Formal): boolean => formalType === '按期转正' || formalType === '提前转正';

export const userFormalEffects: EffectsOf<'userFormal', Formal> = {
  'userFormal.formalise': effect(async ({ record, set }) => {
    if (passed(record))
      await set('employee', record.employee, { employ_state: '正式', formal_date: record.formalDate });
  }),
  'userFormal.extend': effect(async ({ record, set, services }) => {
    if (record.formalType !== '延长试用' || record.extendTo === null) return;
    await set('employee', record.employee, { probation_end: record.extendTo });
    await services.remind({
      on: record.extendTo,
      daysBefore: 15,
      to: [record.employee],
      title: `试用期延长至${record.extendTo}，请发起转正申请`,
    });
  }),
  'userFormal.salary': effect(async ({ tx, record, source, now, book }) => {
    if (!passed(record)) return;
    await book(salaryChange, {
      employee: record.employee,
      project: record.project,
      kind: '转正核薪',
      fromMonth: record.effectMonth,
      amount: record.approvedSalary ?? record.formalSalary,
      applied: false,
      document: record.serial,
    });
    await applyDueSalaries(tx, monthOf(now), source);
  }),
  'userFormal.draftResignation': effect(async ({ record, services }) => {
    if (record.formalType !== '不予转正') return;
    await services.draft({
      module: 'resignationReport',
      applicant: record.applicant,
      title: `转正申请${record.serial}不予转正，请办理离职`,
      values: {
        project: record.project,
        dept: record.dept,
        employee: record.employee,
        position: record.position,
        entryDate: record.entryDate,
        inProbation: true,
        resignType: '试用期不合格',
        lastWorkDay: record.probationEnd,
      },
    });
  }),
  'userFormal.archive': effect(async ({ record, now, book }) => {
    await book(employeeAssessment, {
      employee: record.employee,
      project: record.project,
      kind: '转正考核',
      period: `${record.entryDate}至${record.probationEnd}`,
      score: record.totalScore,
      conclusion: record.formalType,
      assessedOn: dayOf(now),
      document: record.serial,
    });
  }),
};
