/** 用户走访 and 电话回访: what customers said, whom we met, and what has to follow. */
import { assessmentItem, collectionPromise, customerVisit, renewalAttitude, serviceRating } from '@hengneng/forms';
import type { userInterviewRecord, userInterviewRecordTel } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { sql } from 'kysely';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { managersOf, projectManagers } from '../kit/people.ts';
import { countService, meetContacts } from './service.ts';

type Interview = Recorded<typeof userInterviewRecord>;
type Call = Recorded<typeof userInterviewRecordTel>;

const FIELDS = {
  制冷制热效果: '末端',
  设备老化: '主机',
  漏水: '水泵管网',
  噪音振动: '水泵管网',
  能耗费用: '合同履约',
  计量收费: '收费管理',
  人员服务: '人员管理',
  安全隐患: '机房形象',
  合同执行: '合同履约',
} as const satisfies Readonly<Record<Interview['issues'][number]['issueKind'], string>>;

const interviewEffects: EffectsOf<'userInterviewRecord', Interview> = {
  'userInterviewRecord.ledger': effect(async ({ record, book }) => {
    await book(customerVisit, {
      project: record.project,
      contract: record.contract,
      kind: '现场走访',
      topic: record.visitLevel,
      happenedOn: record.interviewDate,
      person: record.interviewees.map((row) => row.person).join('、'),
      host: record.applicant,
      score: record.totalMark === null ? null : String(record.totalMark),
      intention: record.renewIntention,
      problems: record.issueCount,
      closed: record.closedCount,
      sourceNo: record.serial,
    });
    await book(
      assessmentItem,
      ...record.visitors.map((employee) => ({
        month: monthOf(record.interviewDate),
        employee,
        project: record.project,
        kind: '用户走访',
        content: `${record.visitLevel}1次，满意度${record.totalMark ?? 0}分`,
        sourceNo: record.serial,
      })),
    );
  }),
  'userInterviewRecord.rectify': effect(async ({ tx, record, services }) => {
    const { area, project: manager } = await managersOf(tx, record.project);
    for (const row of record.issues)
      if (row.needRectify === true)
        await services.draft({
          module: 'emcProblemRectification',
          applicant: area ?? manager ?? record.applicant,
          title: `走访${record.serial}：${row.issue}，请下达整改`,
          values: {
            project: record.project,
            contract: record.contract,
            source: '用户走访',
            sourceNo: record.serial,
            foundDate: record.interviewDate,
            problemField: FIELDS[row.issueKind],
            severity: '一般',
            problemDesc: `${row.issueKind}：${row.issue}。解决方案：${row.solution}`,
            rectifyLeader: row.owner,
            totalDeadline: row.dueDate,
          },
        });
  }),
  'userInterviewRecord.renewal': effect(({ record, book }) =>
    book(renewalAttitude, {
      project: record.project,
      contract: record.contract,
      notedOn: record.interviewDate,
      intention: record.renewIntention,
      competitor: record.competitor,
      demand: record.newDemand,
      sourceNo: record.serial,
    }),
  ),
  'userInterviewRecord.collection': effect(async ({ tx, record, book, services }) => {
    const { overdueAmount: amount, payPromise } = record;
    if (amount === null || !positive(amount)) return;
    await book(collectionPromise, {
      project: record.project,
      contract: record.contract,
      months: record.overdueMonths,
      amount,
      promisedOn: payPromise,
      notedOn: record.interviewDate,
      collector: record.applicant,
      sourceNo: record.serial,
    });
    if (payPromise !== null)
      await services.remind({
        on: payPromise,
        to: [...new Set([record.applicant, ...(await projectManagers(tx, record.project))])],
        title: `走访${record.serial}：客户承诺今日支付欠费${amount}元，请核对到账`,
      });
  }),
  'userInterviewRecord.contacts': effect((call) =>
    meetContacts(
      call,
      call.record.interviewees.map((row) => ({
        project: call.record.project,
        person: row.person,
        post: row.post,
        mobile: row.mobile,
        influence: row.influence,
        attitude: row.attitude,
        lastMetOn: call.record.interviewDate,
      })),
    ),
  ),
};

const callEffects: EffectsOf<'userInterviewRecordTel', Call> = {
  'userInterviewRecordTel.ledger': effect(async (call) => {
    const { record, book } = call;
    await book(customerVisit, {
      project: record.project,
      kind: '电话回访',
      topic: record.callReason,
      happenedOn: dayOf(record.callTime),
      person: `${record.callee}（${record.calleeRole}）`,
      host: record.applicant,
      score: record.totalScore,
      recommend: record.recommendScore,
      sourceNo: record.serial,
    });
    if (record.completed === 1)
      await countService(call, record.project, monthOf(record.callTime), {
        calls: 1,
        scoreTotal: record.totalScore,
        promoters: record.promoter,
        detractors: record.detractor,
      });
  }),
  'userInterviewRecordTel.complaint': effect(async ({ record, services }) => {
    if (record.toComplaint !== true) return;
    await services.draft({
      module: 'userComplaint',
      applicant: record.applicant,
      title: `电话回访${record.serial}转为投诉，请受理`,
      values: {
        project: record.project,
        receiveTime: record.callTime,
        channel: '电话回访',
        complainant: record.callee,
        phone: record.calleePhone,
        ...(record.chargedPrivately === true ? { complaintType: '私自收费' } : {}),
        complaintText: record.userWords,
      },
    });
  }),
  'userInterviewRecordTel.retry': effect(async ({ record, services }) => {
    if (record.retryTime !== null && (record.callResult === '无人接听' || record.callResult === '接通未完成'))
      await services.todo({
        kind: '再次回访',
        title: `请再次回访${record.callee}（${record.calleePhone}），上次${record.callResult}`,
        to: [record.applicant],
        due: dayOf(record.retryTime),
      });
  }),
  'userInterviewRecordTel.repair': effect(async ({ tx, record, book }) => {
    const { repair, totalScore } = record;
    if (repair === null || totalScore === null) return;
    const { rows } = await sql<{ serial: string | null }>`select serial from f_maintenance_records
      where id = ${repair}`.execute(tx);
    const score = Math.round(Number(totalScore));
    await book(serviceRating, {
      project: record.project,
      service: '报修维修',
      customer: record.callee,
      rating: score >= 90 ? '很满意' : score >= 75 ? '满意' : score >= 60 ? '一般' : '不满意',
      score,
      ratedOn: dayOf(record.callTime),
      sourceNo: rows[0]?.serial ?? record.serial,
    });
  }),
};

export const interviewsEffects = { ...interviewEffects, ...callEffects };
