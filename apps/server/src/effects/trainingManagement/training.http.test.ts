/** Training from the month's plan to what came of it: the people whose turn it is, the books that follow, and the way back. */
import { type DefinedModuleId, FORMS } from '@hengneng/forms';
import { compileForm, type Field, type FileValue, type FormRecord } from '@hengneng/form-kit';
import { sampleSection } from '@hengneng/form-kit/sample';
import { MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { Walk } from '../../testing/walk.ts';

const PROJECT = 'EMC01001';
const HOUR = 3_600_000;
const now = Date.now();
/** A moment of the company's day, some hours from now. */
const at = (hours: number): string => `${new Date(now + (hours + 8) * HOUR).toISOString().slice(0, 16)}:00+08:00`;
const month = at(0).slice(0, 7);

let server: TestServer;
const ids = new Map<string, string>();
const user = (account: string): string => ids.get(account) ?? '';
beforeAll(async () => {
  server = await startTestServer();
  const { rows } = await sql<{ id: string; account: string }>`select id::text, account from app_user`.execute(
    server.db,
  );
  for (const row of rows) ids.set(row.account, row.id);
});
afterAll(() => server.close());

const rows = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(server.db)).rows;

/** What a person's own picker offers. */
async function offered(account: string, entity: string): Promise<readonly string[]> {
  const answer = await server.client.post(
    '/webapi/Reference/Index',
    { Entity: entity, Keyword: '', PageIndex: 1, PageSize: 20, ProjectCode: PROJECT },
    await server.client.signIn(account),
  );
  expect(answer.message).toBe('');
  return (answer.data.rows as readonly { readonly value: string }[]).map((row) => row.value);
}

/** Fills in a section by machine around what the test says; a reference is the first that the person's picker offers. */
async function filled(
  module: DefinedModuleId,
  account: string,
  step: number,
  given: FormRecord,
): Promise<Readonly<Record<string, unknown>>> {
  const form = compileForm(FORMS[module], MODULES[module]);
  const file = (await new Walk(server, module).file(account)) as unknown as FileValue;
  const all = [...form.fields, ...form.details.flatMap((detail) => detail.fields)];
  const entities = [...new Set(all.flatMap((of) => (of.field.type === 'ref' ? [of.field.entity] : [])))];
  const picks = new Map<string, readonly string[]>();
  for (const entity of entities) picks.set(entity, (await offered(account, entity)).slice(0, 1));
  const references = (field: Field): readonly string[] => {
    if (field.type === 'ref') return picks.get(field.entity) ?? [];
    return { user: [user('projectManager')], project: [PROJECT] }[field.type as string] ?? [];
  };
  const { record, errors } = sampleSection(
    form,
    { ...form.prefill({ now: new Date(now), userId: user(account), deptId: 'A632201' }), createdAt: at(0), ...given },
    step,
    { now: new Date(now), userId: user(account), deptId: 'A632201', seed: 1, file, references },
  );
  expect(errors, `${module} ${step}`).toEqual([]);
  const keys = [
    ...form.fields.filter((of) => of.step === step && of.editable && of.source !== 'builtin').map((of) => of.key),
    ...form.details.filter((detail) => detail.step === step).map((detail) => detail.key),
  ];
  return { ...Object.fromEntries(keys.map((key) => [key, record[key] ?? null])), ...given };
}

/** Files a record, or sends off the draft that an approval left, and takes it to the end of its chain. */
async function through(
  module: DefinedModuleId,
  account: string,
  values: Readonly<Record<string, unknown>>,
  steps: Parameters<Walk['until']>[3],
  draft?: string,
): Promise<{ readonly id: string; readonly names: readonly string[] }> {
  const walk = new Walk(server, module);
  const version =
    draft === undefined ? {} : { BusinessId: draft, FormVersion: (await walk.info(account, draft)).FormVersion };
  const id = await walk.draft(account, { ...values, ...version });
  const sent = await walk.submit(account, id);
  expect([sent.message, sent.errors]).toEqual(['', []]);
  await walk.until(account, id, null, steps);
  const { Status, steps: seen } = await walk.info(account, id);
  expect(Status).toBe('approved');
  return { id, names: seen.map((step) => step.name) };
}

const cancel = async (module: DefinedModuleId, id: string): Promise<void> => {
  const answer = await server.client.post(
    `${MODULES[module].api}/Cancel`,
    { BusinessId: id, Opinion: '重复填报' },
    await server.client.signIn('generalManager'),
  );
  expect([answer.message, answer.data.Status]).toEqual(['', 'cancelled']);
};

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
    const [category = ''] = await offered('projectManager', 'trainingCategory');

    // 月度培训计划
    const courseware = [await new Walk(server, 'monthlyTrainingPlan').file('projectManager')];
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
    const planned = await filled('monthlyTrainingPlan', 'projectManager', 0, {
      project: PROJECT,
      dept: null,
      planMonth: month,
      planLevel: '项目级',
      manager: user('projectManager'),
      monthTheme: '开机前真空管理',
      safetyIncluded: true,
      yearBudget: '9000.00',
      sessions: [
        { ...session, topic: '真空泵抽气', fee: '300.00', courseware },
        { ...session, topic: '燃烧器连锁', fee: '0', courseware: [], trainer: null },
      ],
    });
    const plan = await through('monthlyTrainingPlan', 'projectManager', planned, {
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
    const prepared = (await new Walk(server, 'monthlyTrainingProcessRecord').info('engineer', draft)).record;
    expect(prepared).toMatchObject({ topic: '真空泵抽气', plan: plan.id, category, shouldCount: 2, inPlan: '计划内' });
    const trainee = { post: '运行工', creditHours: '2.0', theory: '80', practice: '90' };
    const held = await filled('monthlyTrainingProcessRecord', 'engineer', 0, {
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
    });
    const training = await through(
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
    const said = await filled('trainingFeedback', 'operator', 0, {
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
    });
    const feedback = await through(
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

    await cancel('trainingFeedback', feedback.id);
    expect(await books()).toEqual(afterTraining);
    await cancel('monthlyTrainingProcessRecord', training.id);
    expect(await books()).toEqual(afterPlan);
    await cancel('monthlyTrainingPlan', plan.id);
    expect(await books()).toEqual(empty);
  });

  it('offers a new feedback with the post of whoever is about to write it', async () => {
    const answer = await server.client.get(
      `${MODULES.trainingFeedback.api}/GetInitInfo`,
      {},
      await server.client.signIn('operator'),
    );
    const [person] = await rows("select position from app_user where account = 'operator'");
    expect(person?.position).toBeTruthy();
    expect((answer.data.record as FormRecord).post).toBe(person?.position);
  });
});
