/** 客户回访 and 部门工作联系: what each writes, and that a cancel leaves nothing of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

describe('客户回访', () => {
  const visit = (renewIntention: string) => ({
    project: PROJECT,
    year: 2031,
    quarter: '第一季度',
    visitWay: '视频会议',
    renewIntention,
    billDispute: true,
    disputeAmount: '500.00',
    problems: [
      {
        problemType: '室温不达标',
        problem: '西区偏冷',
        owner: chains.user('operator'),
        promiseDate: chains.day(5),
      },
    ],
  });
  const answered = (solvedCount: number) => ({
    财务核实账单异议: { disputeResult: '计量有误需更正', adjustAmount: '300.00' },
    意见处理反馈: { solvedCount, customerConfirm: true },
  });
  const archive = () =>
    chains.rows(`select source_id::text as id, superseded from satisfaction_archive
      where project_code = '${PROJECT}' and year = 2031 and not voided order by id`);
  const attitude = () =>
    chains.rows(`select intention, source_id::text as id from b_renewal_attitude
      where project = '${PROJECT}' and source_module = 'interviewRecord' and not voided order by id desc`);
  const opinions = (id: string) =>
    chains.rows(`select kind, content, state from b_user_opinion
      where source_module = 'interviewRecord' and source_id = ${id} and not voided`);

  it('keeps the newest visit of a quarter, what the customer thinks of renewing and complains of, and has the bill looked into', async () => {
    const before = await attitude();
    const first = await chains.through('interviewRecord', 'projectManager', visit('倾向续签'), answered(0));
    expect(await archive()).toEqual([{ id: first.id, superseded: false }]);
    expect(await attitude()).toEqual([{ intention: '倾向续签', id: first.id }, ...before]);
    expect(await opinions(first.id)).toEqual([{ kind: '室温不达标', content: '西区偏冷', state: '待答复' }]);
    expect(await chains.followUps('interviewRecord', first.id)).toMatchObject([
      { kind: '结算调整', role: 'finance', title: expect.stringContaining('300.00元') },
    ]);

    const second = await chains.through('interviewRecord', 'projectManager', visit('明确续签'), answered(1));
    expect(await archive()).toEqual([
      { id: first.id, superseded: true },
      { id: second.id, superseded: false },
    ]);
    expect(await opinions(second.id)).toMatchObject([{ state: '已闭环' }]);
    expect((await attitude())[0]).toEqual({ intention: '明确续签', id: second.id });
    await chains.cancel('interviewRecord', second.id);
    expect(await archive()).toEqual([{ id: first.id, superseded: false }]);
    expect(await attitude()).toEqual([{ intention: '倾向续签', id: first.id }, ...before]);

    // Of two visits the one made last counts, also where the other took longer to be approved.
    const earlier = await chains.through(
      'interviewRecord',
      'projectManager',
      { ...visit('未表态'), visitTime: `${chains.day(-30)} 10:00` },
      answered(1),
    );
    expect(await archive()).toEqual([
      { id: first.id, superseded: false },
      { id: earlier.id, superseded: true },
    ]);
    await chains.cancel('interviewRecord', earlier.id);
    await chains.cancel('interviewRecord', first.id);
    expect([await archive(), await attitude(), await opinions(first.id)]).toEqual([[], before, []]);
    expect(await chains.followUps('interviewRecord', first.id)).toEqual([]);
  });
});

describe('部门工作联系', () => {
  it('counts whether the promise was kept, marks the department, charges whoever bears the cost and sends spare parts', async () => {
    const toDept = 'A632202';
    const id = await chains.submit('departmentalWorkContact', 'operator', {
      project: PROJECT,
      fromDept: 'A632201',
      toDept,
      receiver: chains.user('purchaser'),
      contactType: '备件调拨',
      involveCost: true,
      costBearer: '项目承担',
      estimateCost: '500.00',
      replyBefore: chains.day(2),
      finishBefore: chains.day(6),
    });
    await chains.agree('departmentalWorkContact', 'operator', id, {
      接收部门负责人签收: {
        acceptOpinion: '接受',
        promiseDate: chains.day(5),
        NextHandlerUserId: chains.user('engineer'),
      },
      承办人办理: { finishDate: chains.day(4), workHours: '3.5', actualCost: '480.00' },
      提出人确认评价: { timelyMark: 9, qualityMark: 8 },
    });
    const ledger = () =>
      chains.rows(`select kind, to_dept as dept, on_time as "onTime", work_hours::text as hours, cost::text from b_dept_cooperation
        where source_id = ${id} and not voided`);
    const marks = () =>
      chains.rows(`select dept, kind, content from b_assessment_item
        where source_module = 'departmentalWorkContact' and source_id = ${id} and not voided`);
    const costs = () =>
      chains.rows(`select account, sum(amount)::text as amount from project_cost
        where source_module = 'departmentalWorkContact' and source_id = ${id} group by 1 having sum(amount) <> 0`);
    const { record: filed } = await chains.walk('departmentalWorkContact').info('operator', id);
    expect(filed).toMatchObject({ actualCost: '480.00', costOver: '0.00' });
    expect(await ledger()).toEqual([{ kind: '备件调拨', dept: toDept, onTime: '按期', hours: '3.5', cost: '480.00' }]);
    expect(await marks()).toEqual([
      { dept: toDept, kind: '部门协作评价', content: '备件调拨：及时性9分，质量8分，均分8.5分' },
    ]);
    expect(await costs()).toEqual([{ account: '维修费', amount: '480.00' }]);
    expect(await chains.drafted('departmentalWorkContact', id, 'operatePurchaseSend')).toMatchObject({
      project: PROJECT,
      receiver: chains.user('operator'),
    });
    await chains.cancel('departmentalWorkContact', id);
    expect([await ledger(), await marks(), await costs()]).toEqual([[], [], []]);
    expect(await chains.followUps('departmentalWorkContact', id)).toEqual([]);
  });
});
