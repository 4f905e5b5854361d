/** 考核报告: how a project did in a period, and what its people get for it. */
import { type assessmentReport, employeeAssessment, projectAssessment, salaryChange } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid } from '../../platform/http/errors.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { managersOf } from '../kit/people.ts';

type Report = Recorded<typeof assessmentReport>;

const periodOf = ({ periodStart, periodEnd }: Report): string =>
  periodStart === periodEnd ? periodStart : `${periodStart}至${periodEnd}`;

export const assessmentReportEffects: EffectsOf<'assessmentReport', Report> = {
  'assessmentReport.check': effect(({ record }) => {
    for (const [index, row] of record.persons.entries())
      if (record.persons.findIndex((other) => other.person === row.person) < index)
        throw invalid([{ path: `persons[${index}].person`, message: '同一员工只能分配一次，请合并为一行' }]);
  }),
  'assessmentReport.score': effect(({ record, book }) =>
    book(projectAssessment, {
      project: record.project,
      cycle: record.cycle,
      periodStart: record.periodStart,
      periodEnd: record.periodEnd,
      score: record.totalScore ?? '0',
      grade: record.grade ?? '合格',
      energyRate: record.energyRate,
      unitEnergyCost: record.unitEnergyCost,
      collectRate: record.collectRate,
      accidentLevel: record.accidentLevel,
      complaints: record.complaintCount,
      bonusPool: record.bonusPool,
      bonus: record.totalPayable,
      payMonth: record.payMonth,
      sourceNo: record.serial,
    }),
  ),
  'assessmentReport.bonus': effect(async ({ record, book, now }) => {
    const month = record.payMonth ?? monthOf(now);
    await book(
      salaryChange,
      ...record.persons
        .filter((row) => positive(row.payable))
        .map((row) => ({
          employee: row.person,
          project: record.project,
          kind: '考核奖金' as const,
          fromMonth: month,
          toMonth: month,
          amount: row.payable ?? '0',
          applied: false,
          document: record.serial,
        })),
    );
  }),
  'assessmentReport.cost': effect(async ({ record, projectCost, now }) => {
    if (positive(record.totalPayable))
      await projectCost(record.project, record.payMonth ?? monthOf(now), {
        account: '人工成本-考核奖金',
        amount: record.totalPayable,
      });
  }),
  'assessmentReport.employees': effect(({ record, book, now }) =>
    book(
      employeeAssessment,
      ...record.persons.map((row) => ({
        employee: row.person,
        project: record.project,
        kind: '绩效考核' as const,
        period: `${record.cycle} ${periodOf(record)}`,
        score: record.totalScore,
        grade: record.grade,
        coefficient: row.coefficient,
        conclusion: row.reason ?? `项目${record.grade ?? ''}，个人系数${Number(row.coefficient)}`,
        assessedOn: dayOf(now),
        document: record.serial,
      })),
    ),
  ),
  'assessmentReport.rectify': effect(async ({ record, services, tx, now }) => {
    if (record.grade !== '不合格') return;
    const { area, project } = await managersOf(tx, record.project);
    const applicant = area ?? project ?? record.applicant;
    await services.draft({
      module: 'emcProblemRectification',
      applicant,
      title: `${periodOf(record)}${record.cycle}考核不合格（${record.serial}，${record.totalScore ?? 0}分），请下达EMC问题整改`,
      values: {
        project: record.project,
        source: '上级督办',
        sourceNo: record.serial,
        foundDate: dayOf(now),
        severity: '严重',
        problemDesc: record.summary,
        rectifyLeader: project,
      },
    });
  }),
};
