/** 系统维护: the plan holds budget and waits for its feedback, which closes it and settles what it cost. */
import { runCalendar, systemUpkeep } from '@hengneng/forms';
import type { systemMaintenance, systemMaintenanceFeedback } from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { standing } from '../../engine/books/entries.ts';
import { refused } from '../../platform/http/errors.ts';
import { type BudgetKey, budgetLeft, postBudget, undoBudget } from '../books/budget.ts';
import { noteHistory, undoHistory } from '../books/devices.ts';
import { minus, positive } from '../books/money.ts';
import { monthOf } from '../books/source.ts';
import { effect, undoing, type Writing } from '../kit/effect.ts';

type Plan = Recorded<typeof systemMaintenance>;
type Feedback = Recorded<typeof systemMaintenanceFeedback>;

const SUBJECT = '保养费';
/** From this amount on the operation director decides, whatever is left of the budget. */
const DIRECTOR_FROM = 20_000;

const budgetOf = (project: string, planStart: string): BudgetKey => ({
  ownerKind: 'project',
  ownerCode: project,
  month: monthOf(planStart),
  subject: SUBJECT,
});

/** What is approved beyond the budget: only the director's word adds it. */
function appended(record: Plan, left: string): string {
  const cost = Big(record.planCost ?? 0);
  const byDirector = cost.gte(DIRECTOR_FROM) || cost.gt(record.budgetLeft ?? 0);
  return byDirector && cost.gt(left) ? cost.minus(left).toFixed(2) : '0.00';
}

const planEffects: EffectsOf<'systemMaintenance', Plan> = {
  'systemMaintenance.todos': effect(async ({ record, services }) => {
    for (const row of record.works) {
      const title = `系统维护${record.serial}：${row.workItem}（${row.workSystem}），${row.planDate}前完成`;
      await services.todo({ kind: '系统维护', title, to: [row.owner], due: row.planDate });
      await services.remind({ on: row.planDate, daysBefore: 1, to: [row.owner], title });
    }
  }),
  'systemMaintenance.holdBudget': undoing(
    effect<Plan>(async ({ tx, record, source }) => {
      if (!positive(record.planCost)) return;
      const key = budgetOf(record.project, record.planStart);
      const more = appended(record, await budgetLeft(tx, key));
      await postBudget(tx, key, { appended: more, reserved: record.planCost ?? '0.00' }, source, '系统维护预占');
    }),
    (tx, { source }) => undoBudget(tx, source, '系统维护作废'),
  ),
  'systemMaintenance.calendar': effect(async ({ record, book }) => {
    if (record.stopSupply === true && record.stopStart !== null && record.stopEnd !== null)
      await book(runCalendar, {
        project: record.project,
        kind: '计划停供',
        startAt: record.stopStart,
        endAt: record.stopEnd,
        hours: record.stopHours,
        reason: record.maintainType,
        excluded: true,
        sourceNo: record.serial,
      });
  }),
  'systemMaintenance.awaitFeedback': undoing(
    effect<Plan>(async ({ record, book }) => {
      await book(systemUpkeep, {
        plan: record.id,
        project: record.project,
        maintainType: record.maintainType,
        planStart: record.planStart,
        planEnd: record.planEnd,
        planCost: record.planCost,
        state: '待反馈',
        sourceNo: record.serial,
      });
    }),
    async (tx, { record }) => {
      if ((await upkeepOf({ find: (book, where) => standing(tx, book, where) }, record.id))?.state === '已关闭')
        throw refused('系统维护已反馈，请先作废系统维护反馈');
    },
  ),
};

/** The plan in the book. */
const upkeepOf = async ({ find }: Pick<Writing, 'find'>, plan: string) => (await find(systemUpkeep, { plan }))[0];

const feedbackEffects: EffectsOf<'systemMaintenanceFeedback', Feedback> = {
  // An approved plan stands in the book, and has one feedback: the field of the plan is unique.
  'systemMaintenanceFeedback.close': effect(async ({ record, find, setEntry }) => {
    const upkeep = await upkeepOf({ find }, record.maintenancePlan);
    if (upkeep === undefined) throw new Error(`no upkeep of plan ${record.maintenancePlan}`);
    await setEntry(systemUpkeep, upkeep.id, {
      state: '已关闭',
      actualEnd: record.actualEnd,
      actualCost: record.actualCost,
      leftovers: record.leftovers.map((row) => `${row.leftoverProblem}（${row.leftoverMeasure}）`).join('；') || null,
    });
  }),
  'systemMaintenanceFeedback.cost': undoing(
    effect<Feedback>(async ({ tx, record, find, projectCost, source }) => {
      await projectCost(record.project, monthOf(record.actualEnd), { account: '系统维护', amount: record.actualCost });
      const upkeep = await upkeepOf({ find }, record.maintenancePlan);
      if (upkeep === undefined || upkeep.planStart === null) return;
      await postBudget(
        tx,
        budgetOf(record.project, upkeep.planStart),
        { reserved: minus('0', upkeep.planCost ?? '0'), used: record.actualCost ?? '0' },
        source,
        '系统维护列支',
      );
    }),
    (tx, { source }) => undoBudget(tx, source, '系统维护反馈作废'),
  ),
  'systemMaintenanceFeedback.leftovers': effect(async ({ record, services }) => {
    for (const row of record.leftovers)
      await services.draft({
        module: 'problemDetectionFeedback',
        applicant: row.leftoverOwner,
        title: `系统维护${record.serial}遗留问题：${row.leftoverProblem}（${row.impact}），${row.deadline}前处理`,
        values: {
          project: record.project,
          device: row.leftoverDevice,
          sourceForm: record.serial,
          phenomenon: `${row.leftoverProblem}（${row.impact}）。${row.leftoverMeasure}`,
          replyBefore: row.deadline,
        },
      });
  }),
  'systemMaintenanceFeedback.devices': undoing(
    effect<Feedback>(async ({ tx, record, set, source }) => {
      const done = record.results.flatMap((row) =>
        row.doneDevice === null ? [] : [{ ...row, device: row.doneDevice }],
      );
      for (const device of new Set(done.map((row) => row.device))) {
        const days = done.filter((row) => row.device === device).map((row) => row.doneDate);
        await set('device', device, { last_maintain_date: days.toSorted().at(-1) ?? null });
      }
      await noteHistory(
        tx,
        source,
        done.map((row) => ({
          device: row.device,
          project: record.project,
          kind: '保养',
          at: row.doneDate,
          summary: [row.doneItem, row.foundProblem].filter(Boolean).join('：'),
          cost: row.actualAmount,
        })),
      );
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
};

export const upkeepEffects = { ...planEffects, ...feedbackEffects };
