/** Complaints, visits, calls and rectifications: what each writes of the customer, starts next, and takes back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { nextMonth } from '../books/source.ts';

const PROJECT = 'EMC01001';
const GOOD = { result: '合格', remark: null, photos: [] };

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const user = (account: string): string => chains.user(account);
const costs = (module: string, id: string) =>
  rows(`select account, sum(amount)::text as amount from project_cost where source_module = '${module}' and source_id = ${id}
    group by account having sum(amount) <> 0`);
const service = async () =>
  (
    await rows(`select coalesce(sum(complaints), 0)::integer as complaints, coalesce(sum(on_time), 0)::integer as "onTime", coalesce(sum(calls), 0)::integer as calls,
      sum(score_total)::text as score, coalesce(sum(promoters), 0)::integer as promoters from b_service_month
      where project = '${PROJECT}' and not voided`)
  )[0];
const marks = (module: string, id: string) =>
  rows(`select employee::text, kind, amount::text from b_assessment_item where source_module = '${module}' and source_id = ${id}
    and not voided order by id`);

const complain = (more: Readonly<Record<string, unknown>> = {}, steps: Readonly<Record<string, unknown>> = {}) =>
  chains.through(
    'userComplaint',
    'operator',
    {
      project: PROJECT,
      receiveTime: chains.at(-6),
      respondBefore: chains.at(-5),
      complaintType: '室内偏热',
      severity: '一般',
      repeatTimes: 1,
      handler: user('waterEngineer'),
      actions: [],
      ...more,
    },
    {
      责任人处理: {
        firstResponse: chains.at(-5.5),
        arriveTime: chains.at(-5),
        solvedTime: chains.at(-4),
        causeType: '系统调节',
      },
      项目经理审核: { established: '成立', compensation: '0.00', ...steps },
      区域经理审批: { dutyUsers: [user('operator'), user('waterEngineer')], penalty: '100.01' },
      客服回访关闭: { revisitTime: chains.at(-1), revisitScore: 9, closed: true },
    },
  );

describe('用户投诉', () => {
  it('is counted in its month, lets the customer off the next bill, costs, and is put down to those on duty', async () => {
    const before = await service();
    const { id, took } = await complain(
      {
        actions: [{ cost: '80.00' }],
        complaintType: '噪音振动',
        severity: '重要',
        respondBefore: chains.at(-5.75),
      },
      { compensation: '1200.00', compensateWay: '减免空调费' },
    );
    expect(took).toEqual(expect.arrayContaining(['区域经理审批', '财务审核补偿', '客服回访关闭']));
    const book = () =>
      rows(
        `select kind, on_time as "onTime", cost::text, compensation::text from b_complaint where source_id = ${id} and not voided`,
      );
    const relief = () =>
      rows(`select amount::text, month, state from b_bill_relief where source_id = ${id} and not voided`);
    expect(await book()).toEqual([{ kind: '噪音振动', onTime: false, cost: '80.00', compensation: '1200.00' }]);
    expect(await relief()).toEqual([{ amount: '1200.00', month: nextMonth(chains.now), state: '待抵减' }]);
    expect(await costs('userComplaint', id)).toEqual([{ account: '维修费', amount: '80.00' }]);
    expect(await marks('userComplaint', id)).toEqual([
      { employee: user('operator'), kind: '用户投诉扣款', amount: '50.01' },
      { employee: user('waterEngineer'), kind: '用户投诉扣款', amount: '50.00' },
    ]);
    expect(await chains.followUps('userComplaint', id)).toMatchObject([{ kind: '账单减免', role: 'finance' }]);
    expect(await service()).toMatchObject({
      complaints: Number(before?.complaints ?? 0) + 1,
      onTime: Number(before?.onTime ?? 0),
    });
    await chains.cancel('userComplaint', id);
    expect([await book(), await relief(), await costs('userComplaint', id), await marks('userComplaint', id)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(await chains.followUps('userComplaint', id)).toEqual([]);
    expect(Number((await service())?.complaints)).toBe(Number(before?.complaints ?? 0));
  });

  it('asks for a rectification at the third of a kind in a month', async () => {
    const kind = { complaintType: '异味' };
    const filed = [await complain(kind), await complain(kind)];
    for (const { id } of filed) expect(await chains.followUps('userComplaint', id)).toEqual([]);
    const third = await complain(kind);
    const [draft] = await chains.followUps('userComplaint', third.id);
    expect(draft).toMatchObject({ module: 'emcProblemRectification', user: user('areaManager') });
    const { record } = await chains.walk('emcProblemRectification').info('areaManager', String(draft?.target));
    expect(record).toMatchObject({ project: PROJECT, source: '用户投诉', problemField: '水质', severity: '严重' });
  });
});

describe('EMC问题整改', () => {
  it('follows what it was raised by, and starts anew where a part is left over', async () => {
    const raised = await complain({ complaintType: '漏水滴水' });
    const [entry] = await rows(`select source_no as no from b_complaint where source_id = ${raised.id}`);
    const state = async () =>
      (await rows(`select rectify_state as state from b_complaint where source_id = ${raised.id}`))[0]?.state;
    const given = {
      project: PROJECT,
      contract: null,
      source: '用户投诉',
      sourceNo: entry?.no,
      foundDate: chains.day(-3),
      totalDeadline: chains.day(10),
      severity: '一般',
      repeated: false,
      rectifyLeader: user('projectManager'),
      tasks: [
        { task: '更换阀门', dueDate: chains.day(5), materialFee: '300.00', laborFee: '200.00' },
        { task: '恢复保温', dueDate: chains.day(5), materialFee: '100.00', laborFee: '0.00' },
      ],
    };
    const id = await chains.submit('emcProblemRectification', 'areaManager', given);
    const book = () =>
      rows(`select state, score, cost::text, budget::text from b_rectification where source_id = ${id} and not voided`);
    expect(await book()).toEqual([{ state: '整改中', score: null, cost: null, budget: '600.00' }]);
    expect(await state()).toBe('整改中');
    await chains.agree('emcProblemRectification', 'areaManager', id, {
      整改实施反馈: { finishedTasks: 1, actualCost: '550.00', finishDate: chains.day(0) },
      下达人验收: { acceptResult: '部分合格转新单', acceptScore: 70, penalty: '50.00' },
    });
    expect(await book()).toEqual([{ state: '部分合格', score: 70, cost: '550.00', budget: '600.00' }]);
    expect(await state()).toBe('部分整改');
    expect(await costs('emcProblemRectification', id)).toEqual([{ account: '维修费', amount: '550.00' }]);
    expect(await marks('emcProblemRectification', id)).toEqual([
      { employee: user('projectManager'), kind: '问题整改', amount: '50.00' },
    ]);
    const [draft] = await chains.followUps('emcProblemRectification', id);
    const { record } = await chains.walk('emcProblemRectification').info('areaManager', String(draft?.target));
    expect(record).toMatchObject({ repeated: true, repeatNo: id, sourceNo: entry?.no, taskCount: 2 });

    await chains.cancel('emcProblemRectification', id);
    expect([await book(), await state(), await chains.followUps('emcProblemRectification', id)]).toEqual([
      [],
      null,
      [],
    ]);
    expect([await costs('emcProblemRectification', id), await marks('emcProblemRectification', id)]).toEqual([[], []]);
  });
});

describe('用户走访', () => {
  it('leaves contacts, the intention to renew, a promise to pay, and rectifications', async () => {
    const { id, took } = await chains.through(
      'userInterviewRecord',
      'sales',
      {
        project: PROJECT,
        interviewDate: chains.day(-1),
        arriveTime: '09:30',
        leaveTime: '11:00',
        visitors: [user('operator'), user('projectManager')],
        overdueMonths: 2,
        overdueAmount: '120000.00',
        payPromise: chains.day(7),
        coolingMark: 18,
        stableMark: 18,
        serviceMark: 19,
        costMark: 15,
        savingMark: 16,
        roomState: GOOD,
        staffState: GOOD,
        recordState: GOOD,
        renewIntention: '观望',
        competitor: '有外地托管公司接触',
        interviewees: [
          { person: '周建国', post: '后勤处长', mobile: '13800138001', influence: '决策', attitude: '支持' },
        ],
        issues: [
          { issueKind: '漏水', issue: '三层风机盘管滴水', needRectify: true, dueDate: chains.day(10) },
          { issueKind: '计量收费', issue: '账单看不懂', needRectify: false, dueDate: chains.day(10) },
        ],
      },
      { 问题关闭: { closedCount: 2 } },
    );
    expect(took).toEqual(expect.arrayContaining(['运营总监批示', '问题关闭']));
    const of = (table: string, columns: string) =>
      rows(
        `select ${columns} from ${table} where source_module = 'userInterviewRecord' and source_id = ${id} and not voided`,
      );
    const read = async () => [
      await of('b_customer_visit', 'score::text, problems, closed'),
      await of('b_renewal_attitude', 'intention, competitor'),
      await of('b_collection_promise', 'amount::text, promised_on::text as on'),
      await of('b_customer_contact', 'person, mobile, attitude'),
      await marks('userInterviewRecord', id),
    ];
    expect(await read()).toEqual([
      [{ score: '86.0', problems: 2, closed: 2 }],
      [{ intention: '观望', competitor: '有外地托管公司接触' }],
      [{ amount: '120000.00', on: chains.day(7) }],
      [{ person: '周建国', mobile: '13800138001', attitude: '支持' }],
      [
        { employee: user('operator'), kind: '用户走访', amount: null },
        { employee: user('projectManager'), kind: '用户走访', amount: null },
      ],
    ]);
    expect(await chains.reminders('userInterviewRecord', id)).toMatchObject([{ day: chains.day(7) }]);
    const drafts = await chains.followUps('userInterviewRecord', id);
    expect(drafts).toMatchObject([{ module: 'emcProblemRectification', user: user('areaManager') }]);
    await chains.cancel('userInterviewRecord', id);
    expect(await read()).toEqual([[], [], [], [], []]);
    expect([
      await chains.followUps('userInterviewRecord', id),
      await chains.reminders('userInterviewRecord', id),
    ]).toEqual([[], []]);
  });
});

describe('电话回访', () => {
  const call = (more: Readonly<Record<string, unknown>>, by = 'sales') =>
    chains.through(
      'userInterviewRecordTel',
      by,
      {
        project: PROJECT,
        callTime: chains.at(-1),
        callReason: '季度抽样回访',
        callResult: '接通并完成',
        effectScore: 10,
        hotWaterScore: null,
        responseScore: 9,
        attitudeScore: 9,
        feeScore: 8,
        recommendScore: 9,
        chargedPrivately: false,
        toComplaint: false,
        ...more,
      },
      { 客服主管质检: { qualityCheck: '合格' } },
    );

  it('counts once it came to an end, hot water only where it is supplied', async () => {
    const before = await service();
    const { id: repair } = await chains.through('maintenanceRecords', 'operator', { project: PROJECT });
    const { id } = await call({ callReason: '报修完工回访', repair, hotWaterScore: 6 }, 'projectManager');
    expect(
      await rows(`select score::text, recommend from b_customer_visit where source_id = ${id} and kind = '电话回访'`),
    ).toEqual([{ score: '84.0', recommend: 9 }]);
    expect(await service()).toMatchObject({
      calls: Number(before?.calls ?? 0) + 1,
      promoters: Number(before?.promoters ?? 0) + 1,
    });
    const rating = () =>
      rows(
        `select rating, score from b_service_rating where source_module = 'userInterviewRecordTel' and source_id = ${id} and not voided`,
      );
    expect(await rating()).toEqual([{ rating: '满意', score: 84 }]);
    await chains.cancel('userInterviewRecordTel', id);
    expect(await rating()).toEqual([]);
    expect(Number((await service())?.calls ?? 0)).toBe(Number(before?.calls ?? 0));
  });

  it('becomes a complaint where the customer says so, and is tried again where nobody answers', async () => {
    const told = await call({
      effectScore: 5,
      feeScore: 5,
      chargedPrivately: true,
      toComplaint: true,
      userWords: '有人私下收费',
    });
    expect(told.took).toEqual(expect.arrayContaining(['项目经理答复', '区域经理审批']));
    const [draft] = await chains.followUps('userInterviewRecordTel', told.id);
    const { record } = await chains.walk('userComplaint').info('sales', String(draft?.target));
    expect(record).toMatchObject({ channel: '电话回访', complaintType: '私自收费', complaintText: '有人私下收费' });
    await chains.cancel('userInterviewRecordTel', told.id);
    expect(await chains.followUps('userInterviewRecordTel', told.id)).toEqual([]);

    const silent = await call({
      callResult: '无人接听',
      retryTime: chains.at(30),
      effectScore: null,
      responseScore: null,
      attitudeScore: null,
      feeScore: null,
      recommendScore: null,
    });
    // No score, so that nobody has to answer for it.
    expect(silent.took).not.toContain('项目经理答复');
    expect(await chains.followUps('userInterviewRecordTel', silent.id)).toMatchObject([
      { kind: '再次回访', user: user('sales'), due: chains.at(30).slice(0, 10) },
    ]);
  });
});
