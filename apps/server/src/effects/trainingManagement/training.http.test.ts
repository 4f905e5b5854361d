/** Training from the month's plan to what came of it: the people whose turn it is, the books that follow, and the way back. */
import { MODULES } from '@hengneng/core';
import type { FormRecord } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const at = (hours: number): string => chains.at(hours);
const rows = (text: string) => chains.rows(text);

/** Everything that the effects of training write. */
const books = async () => ({
  courses: await rows(
    'select topic, done, fee::text, done_at is null as open from b_training_course where not voided order by id',
  ),
  budget: await rows('select kind, amount::text from b_training_budget where not voided order by id'),
  resources: await rows('select title, state from b_train_resource where not voided order by id'),
  records: await rows(
    'select employee::text, credit_hours::text as hours, result, behavior_rate as rate from b_train_record where not voided order by id',
  ),
  needs: await rows('select kind, topic, employee::text from b_training_need where not voided order by id'),
  marks: await rows(
    'select lecturer::text, lecturer_rate as rate, satisfaction::text from b_lecturer_mark where not voided order by id',
  ),
  drafts: await rows(
    "select target_module as module, user_id::text as user from follow_up where cancelled_at is null and source_module in ('monthlyTrainingPlan', 'monthlyTrainingProcessRecord') order by id",
  ),
});
const draftOf = async (module: string, source: string): Promise<string> =>
  String(
    (
      await rows(
        `select target_id::text as id from follow_up where target_module = '${module}' and source_id = ${source} and cancelled_at is null`,
      )
    )[0]?.id,
  );

describe('training', () => {
  it('goes from plan to record to feedback, each writing its books, and each cancel takes its own back', async () => {
    const empty = await books();
    expect(Object.values(empty).every((list) => list.length === 0)).toBe(true);
    const [category = ''] = await chains.offered('projectManager', 'trainingCategory');

    // 月度培训计划
    const courseware = [await chains.file('projectManager')];
    const session = {
      category,
      keyPoints: '真空度判断',
      trainer: user('engineer'),
      method: '机房实操',
      planTime: at(-50),
      hours: '2.0',
      place: '制冷机房',
      targetPost: '全体运行人员',
      headcount: 2,
      examMethod: '实操考核',
    };
    const planned = {
      project: PROJECT,
      dept: null,
      planMonth: at(0).slice(0, 7),
      planLevel: '项目级',
      manager: user('projectManager'),
      monthTheme: '开机前真空管理',
      safetyIncluded: true,
      yearBudget: '9000.00',
      sessions: [
        { ...session, topic: '真空泵抽气', fee: '300.00', courseware },
        { ...session, topic: '燃烧器连锁', fee: '0', courseware: [], trainer: null },
      ],
    };
    const plan = await chains.through('monthlyTrainingPlan', 'projectManager', planned, {
      人事审批: { planGrade: '同意执行' },
    });
    const afterPlan = await books();
    expect(afterPlan).toEqual({
      ...empty,
      courses: [
        { topic: '真空泵抽气', done: false, fee: '300.00', open: true },
        { topic: '燃烧器连锁', done: false, fee: '0.00', open: true },
      ],
      budget: [{ kind: '计划占用', amount: '300.00' }],
      resources: [{ title: '真空泵抽气', state: '待发布' }],
      drafts: ['engineer', 'projectManager'].map((who) => ({
        module: 'monthlyTrainingProcessRecord',
        user: user(who),
      })),
    });
    const told = await rows(
      `select distinct user_id::text as id from wf_notice where biz_id = ${plan.id} and module_id = 'monthlyTrainingPlan' and title like '%培训安排%真空泵抽气%'`,
    );
    expect(told.map((row) => row.id)).toEqual(expect.arrayContaining([user('operator'), user('operator2')]));

    // 月度培训过程记录: the lecturer's draft
    const draft = await draftOf('monthlyTrainingProcessRecord', plan.id);
    const prepared = (await chains.walk('monthlyTrainingProcessRecord').info('engineer', draft)).record;
    expect(prepared).toMatchObject({ topic: '真空泵抽气', plan: plan.id, category, shouldCount: 2, inPlan: '计划内' });
    const trainee = { post: '运行工', creditHours: '2.0', theory: '80', practice: '90' };
    const held = {
      project: PROJECT,
      plan: plan.id,
      inPlan: '计划内',
      topic: '真空泵抽气',
      category,
      trainer: user('engineer'),
      startTime: at(-50),
      endTime: at(-48),
      hours: '2.0',
      shouldCount: 2,
      actualCount: 2,
      courseware: [],
      actualFee: '260.00',
      trainees: [
        { ...trainee, trainee: user('operator'), attend: '准时', result: '合格' },
        { ...trainee, trainee: user('operator2'), attend: '迟到', result: '补考' },
        { ...trainee, trainee: user('projectManager'), attend: '请假', creditHours: '0', result: '补训' },
      ],
    };
    const training = await chains.through(
      'monthlyTrainingProcessRecord',
      'engineer',
      held,
      {
        讲师确认成绩: { effectLevel: '好' },
        人事核定学时: { approvedHours: '4.0', lecturerFee: '0', toLibrary: true },
      },
      draft,
    );
    const afterTraining = await books();
    expect(afterTraining).toEqual({
      ...afterPlan,
      courses: [{ topic: '真空泵抽气', done: true, fee: '300.00', open: false }, afterPlan.courses[1]],
      budget: [...afterPlan.budget, { kind: '释放占用', amount: '-300.00' }, { kind: '实际核销', amount: '260.00' }],
      resources: [{ title: '真空泵抽气', state: '已发布' }],
      records: [
        { employee: user('operator'), hours: '2.0', result: '合格', rate: null },
        { employee: user('operator2'), hours: '2.0', result: '补考', rate: null },
      ],
      needs: [
        { kind: '补考', topic: '真空泵抽气', employee: user('operator2') },
        { kind: '补训', topic: '真空泵抽气', employee: user('projectManager') },
      ],
      drafts: [
        ...afterPlan.drafts,
        ...['operator', 'operator2'].map((who) => ({ module: 'trainingFeedback', user: user(who) })),
      ],
    });

    // 培训反馈: the trainee's draft
    const feedbackDraft = await draftOf('trainingFeedback', training.id);
    const rates = { practicalRate: 5, depthRate: 4, interactRate: 4, coursewareRate: 4, organizeRate: 4 };
    const said = {
      project: PROJECT,
      processRecord: training.id,
      topic: '真空泵抽气',
      trainer: user('engineer'),
      trainDate: at(-50),
      post: '运行工',
      ...rates,
      lecturerRate: 3,
      applyDeadline: at(240).slice(0, 10),
      wishTopics: ['燃烧系统', '安全应急'],
    };
    const feedback = await chains.through(
      'trainingFeedback',
      'operator',
      said,
      {
        讲师回复: { lecturerReply: '下次增加实操' },
        项目经理跟踪应用效果: {
          trackDate: at(0).slice(0, 10),
          behaviorRate: 4,
          behaviorProof: '每班有抽气记录',
          needRetrain: true,
        },
        人事归档: { feedbackClass: '课程内容', adopt: '采纳' },
      },
      feedbackDraft,
    );
    expect(feedback.names).toEqual(expect.arrayContaining(['讲师回复', '项目经理跟踪应用效果', '人事归档']));
    expect(await books()).toEqual({
      ...afterTraining,
      marks: [{ lecturer: user('engineer'), rate: 3, satisfaction: expect.stringMatching(/^80\.0*$/) }],
      records: [{ ...afterTraining.records[0], rate: 4 }, afterTraining.records[1]],
      needs: [
        ...afterTraining.needs,
        { kind: '应用效果不足', topic: '真空泵抽气', employee: user('operator') },
        { kind: '希望增加', topic: '燃烧系统', employee: user('operator') },
        { kind: '希望增加', topic: '安全应急', employee: user('operator') },
      ],
    });

    await chains.cancel('trainingFeedback', feedback.id);
    expect(await books()).toEqual(afterTraining);
    await chains.cancel('monthlyTrainingProcessRecord', training.id);
    expect(await books()).toEqual(afterPlan);
    await chains.cancel('monthlyTrainingPlan', plan.id);
    expect(await books()).toEqual(empty);
  });

  it('offers a new feedback with the post of whoever is about to write it', async () => {
    const answer = await chains.server.client.get(
      `${MODULES.trainingFeedback.api}/GetInitInfo`,
      {},
      await chains.server.client.signIn('operator'),
    );
    const [person] = await rows("select position from app_user where account = 'operator'");
    expect(person?.position).toBeTruthy();
    expect((answer.data.record as FormRecord).post).toBe(person?.position);
  });
});
