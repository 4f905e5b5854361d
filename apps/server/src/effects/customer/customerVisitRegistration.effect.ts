/** 客户来访: whom we met, what they were promised, and what they complained of. */
import { customerVisit } from '@hengneng/forms';
import type { customerVisitRegistration } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { meetContacts } from '../sale/service.ts';

type Visit = Recorded<typeof customerVisitRegistration>;

export const customerVisitRegistrationEffects: EffectsOf<'customerVisitRegistration', Visit> = {
  'customerVisitRegistration.contacts': effect(async (call) => {
    const { record, book } = call;
    const { project } = record;
    const met = dayOf(record.arriveTime);
    await book(customerVisit, {
      project,
      kind: '客户来访',
      topic: record.purpose,
      happenedOn: met,
      person: `${record.visitorUnit}：${record.visitors.map((row) => row.visitorName).join('、')}`,
      host: record.receptionUser,
      problems: record.followUps.length,
      closed: record.followUps.length - (record.undoneCount ?? 0),
      sourceNo: record.serial,
    });
    if (project !== null)
      await meetContacts(
        call,
        record.visitors.map((row) => ({
          project,
          person: row.visitorName,
          post: row.visitorPost,
          mobile: row.visitorPhone,
          unit: record.visitorUnit,
          influence: row.decision,
          lastMetOn: met,
        })),
      );
  }),
  'customerVisitRegistration.complaint': effect(async ({ record, services }) => {
    if (record.visitorType !== '投诉来访' && record.mood !== '强烈不满') return;
    const [first] = record.visitors;
    await services.draft({
      module: 'userComplaint',
      applicant: record.applicant,
      title: `来访${record.serial}：${record.visitorUnit}${record.mood}，请受理投诉`,
      values: {
        project: record.project,
        receiveTime: record.arriveTime,
        channel: '现场口头',
        complainant: first?.visitorName ?? record.visitorUnit,
        phone: first?.visitorPhone ?? null,
        complaintText: record.talkContent,
        userDemand: record.customerDemand,
      },
    });
  }),
  'customerVisitRegistration.reimburse': effect(async ({ record, services, now }) => {
    if (!positive(record.approvedCost)) return;
    await services.draft({
      module: 'expenseReimbursement',
      applicant: record.receptionUser,
      title: `来访接待费核定${record.approvedCost ?? ''}元（${record.serial}），请补齐票据后报销`,
      values: {
        project: record.project,
        claimKind: '业务招待',
        bearer: record.project === null ? '部门' : '项目',
        claimer: record.receptionUser,
        budgetMonth: monthOf(now),
        guestUnit: record.visitorUnit,
        guestCount: record.visitorCount,
        hostCount: (record.companions ?? []).length + 1,
      },
    });
  }),
  'customerVisitRegistration.promises': effect(async ({ record, services }) => {
    for (const row of record.followUps)
      if (row.done !== true) {
        const title = `${record.visitorUnit}来访时承诺：${row.matter}`;
        await services.todo({ kind: '承诺事项', title, to: [row.owner], due: row.dueDate });
        await services.remind({ on: row.dueDate, daysBefore: 1, to: [row.owner], title: `${title}，明日到期` });
      }
  }),
};
