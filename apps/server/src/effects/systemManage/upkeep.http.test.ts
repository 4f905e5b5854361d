/** System maintenance: what a plan holds and asks for, what its feedback settles, and that neither leaves anything behind when cancelled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { budgetLeft, postBudget } from '../books/budget.ts';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const GOOD = { result: '合格', remark: null, photos: [] };
const BAD = { result: '不合格', remark: '待更换', photos: [] };

let chains: Chains;
let device = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  device = (await chains.offered('operator', 'device'))[0] ?? '';
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const user = (account: string): string => chains.user(account);
const key = () => ({
  ownerKind: 'project' as const,
  ownerCode: PROJECT,
  month: chains.day(2).slice(0, 7),
  subject: '保养费',
});
const left = () => chains.server.db.transaction().execute((tx) => budgetLeft(tx, key()));
const upkeep = () =>
  rows(
    'select state, actual_end::text as done, actual_cost::text as cost, leftovers from b_system_upkeep where not voided',
  );
const stops = () => rows('select hours::text, excluded from b_run_calendar where not voided');
const costs = () =>
  rows(
    `select sum(amount)::text as amount from project_cost where project_code = '${PROJECT}' and account = '系统维护' having sum(amount) <> 0`,
  );

const plan = (cost: string) => ({
  project: PROJECT,
  maintainType: '采暖开机前维护',
  planStart: chains.day(2),
  planEnd: chains.day(4),
  leader: user('projectManager'),
  stopSupply: true,
  stopStart: chains.at(48),
  stopEnd: chains.at(54),
  clientNotified: true,
  riskLevel: '低',
  lastProblems: null,
  works: [
    {
      workSystem: '溴化锂主机',
      workItem: '主机抽真空及保压',
      workDevice: device,
      planDate: chains.day(3),
      owner: user('operator'),
      outsourced: true,
      outsourceCost: cost,
    },
    {
      workSystem: '配电系统',
      workItem: '配电柜除尘紧固',
      workDevice: null,
      planDate: chains.day(4),
      owner: user('operator2'),
      outsourced: false,
      outsourceCost: '0.00',
    },
  ],
  materials: [],
});

describe('系统维护', () => {
  it('holds its budget, is fed back upon once, and frees what it did not need', async () => {
    await chains.server.db
      .transaction()
      .execute((tx) => postBudget(tx, key(), { approved: '5000.00' }, { module: 'fundBudget', id: '0' }, '测试预算'));
    const asked = await chains.through('systemMaintenance', 'operator', plan('3000.00'));
    expect(asked.took).not.toContain('运营总监批准');
    expect(await left()).toBe('2000.00');
    expect(await stops()).toEqual([{ hours: '6.0', excluded: true }]);
    expect(await upkeep()).toEqual([{ state: '待反馈', done: null, cost: null, leftovers: null }]);
    expect(await chains.followUps('systemMaintenance', asked.id)).toMatchObject([
      { kind: '系统维护', user: user('operator'), due: chains.day(3) },
      { kind: '系统维护', user: user('operator2'), due: chains.day(4) },
    ]);
    expect((await chains.reminders('systemMaintenance', asked.id)).map((row) => row.day)).toEqual([
      chains.day(2),
      chains.day(3),
    ]);

    // 系统维护反馈: the works come along with the plan
    const walk = chains.walk('systemMaintenanceFeedback');
    const draft = await walk.draft('operator', { project: PROJECT });
    const shown = await walk.post('operator', 'Preview', {
      BusinessId: draft,
      project: PROJECT,
      maintenancePlan: asked.id,
    });
    expect(shown.data.record).toMatchObject({
      planType: '采暖开机前维护',
      plannedCost: '3000.00',
      results: [
        {
          doneItem: '溴化锂主机：主机抽真空及保压',
          doneDevice: device,
          doneBy: user('operator'),
          plannedDate: chains.day(3),
        },
        { doneItem: '配电系统：配电柜除尘紧固', doneBy: user('operator2') },
      ],
    });
    const feedback = {
      project: PROJECT,
      maintenancePlan: asked.id,
      planFinish: chains.day(4),
      plannedCost: '3000.00',
      actualStart: chains.day(2),
      actualEnd: chains.day(4),
      vacuumHoldHours: null,
      results: [
        {
          doneItem: '溴化锂主机：主机抽真空及保压',
          doneDevice: device,
          doneBy: user('operator'),
          doneDate: chains.day(3),
          doneResult: BAD,
          actualAmount: '2600.00',
        },
      ],
      leftovers: [
        {
          leftoverDevice: device,
          leftoverProblem: '视镜密封老化',
          impact: '不影响',
          leftoverMeasure: '停机后更换',
          leftoverOwner: user('engineer'),
          deadline: chains.day(30),
        },
      ],
      gasLeakOk: GOOD,
      interlockOk: GOOD,
    };
    const before = await rows(`select last_maintain_date::text as day from device where id = ${device}`);
    const { id, took } = await chains.through('systemMaintenanceFeedback', 'operator', feedback);
    expect(took).toContain('区域经理审核');
    expect(await left()).toBe('2400.00');
    expect(await costs()).toEqual([{ amount: '2600.00' }]);
    expect(await upkeep()).toEqual([
      { state: '已关闭', done: chains.day(4), cost: '2600.00', leftovers: '视镜密封老化（停机后更换）' },
    ]);
    expect(await rows(`select last_maintain_date::text as day from device where id = ${device}`)).toEqual([
      { day: chains.day(3) },
    ]);
    const history = () =>
      rows(
        "select kind, cost::text from device_history where source_module = 'systemMaintenanceFeedback' and not voided",
      );
    expect(await history()).toEqual([{ kind: '保养', cost: '2600.00' }]);
    expect(await chains.followUps('systemMaintenanceFeedback', id)).toMatchObject([
      { kind: '待填报', user: user('engineer'), title: expect.stringContaining('视镜密封老化') },
    ]);
    expect(await chains.drafted('systemMaintenanceFeedback', id, 'problemDetectionFeedback')).toMatchObject({
      sourceForm: expect.stringMatching(/^[A-Z]+-/),
      phenomenon: expect.stringMatching(/视镜密封老化.*停机后更换/),
      replyBefore: expect.stringMatching(/^\d{4}-/),
    });
    expect(await chains.preview('systemMaintenance', 'operator', { project: PROJECT })).toMatchObject({
      lastProblems: '视镜密封老化（停机后更换）',
    });

    // A plan that was fed back upon stays until the feedback is gone; it has no second one.
    const again = await walk.draft(
      'operator',
      await chains.filled('systemMaintenanceFeedback', 'operator', 0, feedback),
    );
    expect((await walk.post('operator', 'Submit', { BusinessId: again, FormVersion: '1' })).errors).toEqual([
      { path: 'maintenancePlan', message: '系统维护单已有相同的单据，请核对' },
    ]);
    const refusal = await chains
      .walk('systemMaintenance')
      .post('generalManager', 'Cancel', { BusinessId: asked.id, Opinion: '重复' });
    expect(refusal.message).toContain('请先作废系统维护反馈');
    await chains.cancel('systemMaintenanceFeedback', id);
    expect([await left(), await costs(), await history()]).toEqual(['2000.00', [], []]);
    expect(await upkeep()).toEqual([{ state: '待反馈', done: null, cost: null, leftovers: null }]);
    expect(await rows(`select last_maintain_date::text as day from device where id = ${device}`)).toEqual(before);
    await chains.cancel('systemMaintenance', asked.id);
    expect([await left(), await upkeep(), await stops()]).toEqual(['5000.00', [], []]);
  });

  it('adds to the budget what the operation director grants beyond it', async () => {
    const { id, took } = await chains.through('systemMaintenance', 'operator', plan('8000.00'));
    expect(took).toContain('运营总监批准');
    expect(await left()).toBe('0.00');
    await chains.cancel('systemMaintenance', id);
    expect(await left()).toBe('5000.00');
  });
});
