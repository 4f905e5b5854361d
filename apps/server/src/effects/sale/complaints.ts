/** 用户投诉: its entry, the month's counts, what the customer is let off, and a rectification where the same thing keeps coming. */
import { billRelief, complaint } from '@hengneng/forms';
import type { emcProblemRectification, userComplaint } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf, nextMonth } from '../books/source.ts';
import { deduct } from '../kit/assess.ts';
import { effect } from '../kit/effect.ts';
import { managersOf } from '../kit/people.ts';
import { countService } from './service.ts';

type Complaint = Recorded<typeof userComplaint>;

/** So many of a kind in a month are one problem, not several complaints. */
const REPEATED = 3;

const FIELDS: Readonly<
  Record<Complaint['complaintType'], NonNullable<Recorded<typeof emcProblemRectification>['problemField']>>
> = {
  室内偏热: '末端',
  室内偏冷: '末端',
  停供中断: '主机',
  噪音振动: '水泵管网',
  漏水滴水: '水泵管网',
  异味: '水质',
  卫生热水水温: '主机',
  账单金额: '收费管理',
  表计争议: '自控计量',
  服务态度: '人员管理',
  响应超时: '人员管理',
  私自收费: '人员管理',
  安全隐患: '机房形象',
};

async function customerOf(tx: Parameters<typeof managersOf>[0], record: Complaint): Promise<string> {
  if (record.contract === null) return record.complainant;
  const { rows } = await sql<{ name: string | null }>`select party_a as name from contract
    where code = ${record.contract}`.execute(tx);
  return rows[0]?.name ?? record.complainant;
}

export const complaintEffects: EffectsOf<'userComplaint', Complaint> = {
  'userComplaint.ledger': effect(async (call) => {
    const { record, book } = call;
    const onTime = (record.responseLate ?? 0) === 0;
    await book(complaint, {
      project: record.project,
      contract: record.contract,
      month: monthOf(record.receiveTime),
      receivedAt: record.receiveTime,
      complainant: record.complainant,
      phone: record.phone,
      place: record.place,
      kind: record.complaintType,
      severity: record.severity,
      respondedAt: record.firstResponse,
      onTime,
      solvedAt: record.solvedTime,
      cause: record.causeType,
      established: record.established,
      handler: record.handler,
      cost: record.handleCost,
      compensation: record.compensation,
      revisitScore: record.revisitScore,
      sourceNo: record.serial,
    });
    await countService(call, record.project, monthOf(record.receiveTime), { complaints: 1, onTime: onTime ? 1 : 0 });
  }),
  'userComplaint.relief': effect(async ({ tx, record, book, services, now }) => {
    const { compensation, compensateWay } = record;
    if (compensation === null || !positive(compensation) || compensateWay !== '减免空调费') return;
    const customerName = await customerOf(tx, record);
    const month = nextMonth(now);
    await book(billRelief, {
      project: record.project,
      contract: record.contract,
      community: record.community,
      room: record.room,
      customerName,
      month,
      amount: compensation,
      pending: '0.00',
      deducted: '0.00',
      reason: `投诉${record.complaintType}：${record.causeDetail ?? ''}`,
      state: '待抵减',
      sourceNo: record.serial,
    });
    await services.todo({
      kind: '账单减免',
      title: `投诉${record.serial}批准减免${customerName}空调费${compensation}元，请在${month}账单或结算中抵减`,
      to: [],
      role: 'finance',
    });
  }),
  'userComplaint.cost': effect(({ record, projectCost }) =>
    projectCost(record.project, monthOf(record.solvedTime ?? record.receiveTime), {
      account: '维修费',
      amount: record.handleCost,
    }),
  ),
  'userComplaint.penalty': effect(({ record, book }) =>
    deduct(
      { book },
      {
        month: monthOf(record.receiveTime),
        project: record.project,
        kind: '用户投诉扣款',
        content: `${record.complaintType}（${record.severity}）：${record.causeDetail ?? ''}`,
        sourceNo: record.serial,
      },
      record.dutyUsers ?? [],
      record.penalty,
    ),
  ),
  'userComplaint.rectify': effect(async ({ tx, record, find, services }) => {
    const month = monthOf(record.receiveTime);
    const same = await find(complaint, { project: record.project, month, kind: record.complaintType });
    if (same.length !== REPEATED) return;
    const { project: manager, area } = await managersOf(tx, record.project);
    await services.draft({
      module: 'emcProblemRectification',
      applicant: area ?? manager ?? record.applicant,
      title: `${month}「${record.complaintType}」投诉已有${REPEATED}件，请下达整改`,
      values: {
        project: record.project,
        contract: record.contract,
        source: '用户投诉',
        sourceNo: record.serial,
        foundDate: dayOf(record.receiveTime),
        problemField: FIELDS[record.complaintType],
        severity: '严重',
        problemDesc: `当月${REPEATED}件投诉：${same.map((each) => `${each.sourceNo ?? ''} ${each.place ?? ''}`).join('；')}`,
        rectifyLeader: manager,
      },
    });
  }),
};
