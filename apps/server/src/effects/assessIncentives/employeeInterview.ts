/** 员工面谈: what was said is kept, what was promised is followed, who may leave is watched. */
import { employeeDemand, type employeeInterview, employeeTalk, leaveWarning } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { ring } from '../kit/reminders.ts';

type Interview = Recorded<typeof employeeInterview>;

/** Days between two reminders of a promise that is due. */
const AGAIN = 3;

export const employeeInterviewEffects: EffectsOf<'employeeInterview', Interview> = {
  'employeeInterview.file': effect(({ record, book }) =>
    book(employeeTalk, {
      employee: record.employee,
      project: record.project,
      kind: record.interviewType,
      interviewer: record.interviewer,
      talkedOn: dayOf(record.talkTime),
      satisfaction: record.satisfyAvg,
      mood: record.moodState,
      leaveRisk: record.leaveRisk,
      riskAfter: record.riskAfter,
      demands: record.demandCount,
      solved: record.solvedCount,
      conclusion: record.trackResult,
      sourceNo: record.serial,
    }),
  ),
  'employeeInterview.demands': effect(async ({ record, book, services }) => {
    await book(
      employeeDemand,
      ...record.demands.map((row) => ({
        employee: record.employee,
        project: record.project,
        kind: row.demandType,
        content: row.demandText,
        handler: row.handler,
        promisedOn: row.promiseDate,
        reply: row.onSiteReply,
        state: '办理中' as const,
        sourceNo: record.serial,
      })),
    );
    for (const row of record.demands)
      await services.remind({
        on: row.promiseDate,
        everyDays: AGAIN,
        to: [row.handler],
        title: `员工诉求「${row.demandText}」（${record.serial}）承诺${row.promiseDate}答复，请办理并告知人事`,
      });
  }),
  'employeeInterview.closeDemands': effect(async ({ record, tx, set, find, setEntry, now }) => {
    for (const entry of await find(employeeDemand, { sourceNo: record.serial }))
      await setEntry(employeeDemand, entry.id, {
        state: '已闭环',
        result: record.trackResult,
        closedOn: record.closeDate ?? dayOf(now),
      });
    await ring({ tx, set }, { module: 'employeeInterview', id: record.id, effect: 'employeeInterview.demands' }, false);
  }),
  'employeeInterview.risk': effect(async ({ record, book, find, setEntry, now }) => {
    const still = record.riskAfter === '高';
    const state = record.riskAfter === '已离职' ? ('已离职' as const) : ('已解除' as const);
    const liftedOn = record.closeDate ?? dayOf(now);
    const warned = await find(leaveWarning, { employee: record.employee, state: '预警中' });
    if (!still) for (const entry of warned) await setEntry(leaveWarning, entry.id, { state, liftedOn });
    if (record.leaveRisk !== '高' && !still) return;
    // Whoever is watched already stays under the first warning.
    if (still && warned.length > 0) return;
    await book(leaveWarning, {
      employee: record.employee,
      project: record.project,
      position: record.position,
      reason: record.riskReason ?? record.trackResult ?? '跟踪后离职风险高',
      measure: record.areaMeasure,
      warnedOn: dayOf(record.talkTime),
      nextTalkOn: record.nextTalkDate,
      state: still ? '预警中' : state,
      liftedOn: still ? null : liftedOn,
      sourceNo: record.serial,
    });
  }),
  'employeeInterview.nextTalk': effect(async ({ record, services }) => {
    if (record.nextTalkDate !== null && record.riskAfter !== '已离职')
      await services.todo({
        kind: '下次面谈',
        title: `请于${record.nextTalkDate}再次面谈（上次${record.serial}：${record.interviewType}）`,
        project: record.project,
        to: [record.interviewer],
        due: record.nextTalkDate,
      });
  }),
};
