/** 学习资料库: who may keep it, what counts as learnt, quizzes, hours that count once, versions, assignments and reminders. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { tellLateLearners } from './index.ts';

const CALL = '/bpmapi/TrainResources';
let server: TestServer;
let hr: Held;
let operator: Held;
let category: string;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.client.signIn('hr');
  operator = await server.client.signIn('operator');
  const found = await server.client.json('/bpmapi/TrainCategory/Index', {}, hr);
  category = (found.data as unknown as { id: string }[])[0]?.id ?? '';
});
afterAll(() => server.close());

const post = (path: string, body: object, who: Held = operator): Promise<Reply> =>
  server.client.json(`${CALL}/${path}`, body, who);
const info = (id: string, who: Held = operator): Promise<Reply> => server.client.get(`${CALL}/GetInfo`, { id }, who);
const upload = async (text: string) => {
  const answer = await server.client.upload(`${CALL}/Upload`, '讲义.txt', new TextEncoder().encode(text), hr);
  return answer.data as { URL: string; Size: number; Name: string };
};
const QUESTIONS = [
  { title: '真空泄漏先查什么', options: ['阀门', '视镜'], answers: [0] },
  { title: '哪些要记录', options: ['压力', '天气', '温度'], answers: [0, 2] },
];
const make = async (more: object = {}) => {
  const saved = await post(
    'Save',
    {
      title: `真空维护${Math.random()}`,
      type: '课件',
      category,
      minutes: 1,
      hours: '1.5',
      files: [await upload('一')],
      publish: true,
      ...more,
    },
    hr,
  );
  expect(saved.message).toBe('');
  return String(saved.data.id);
};
/** The last report was that many seconds ago. */
const wait = (id: string, seconds: number) =>
  sql`update lesson_progress set last_at = last_at - make_interval(secs => ${seconds}) where resource_id = ${id}`.execute(
    server.db,
  );
const credits = async (id: string) =>
  (
    await sql<{
      hours: string;
      score: string | null;
    }>`select credit_hours::text as hours, score::text as score from b_train_record r
    where topic = (select title from b_train_resource where id = ${id}) and not voided`.execute(server.db)
  ).rows;

describe('the library', () => {
  it('is kept by those who train, and shows the published lessons to everybody', async () => {
    const hidden = await make({ publish: false });
    const open = await make();
    expect((await post('Save', { title: 'x' })).status).toBe(403);
    expect((await post('Records', {})).status).toBe(403);
    expect(
      (await server.client.upload(`${CALL}/Upload`, 'a.txt', new TextEncoder().encode('a'), operator)).status,
    ).toBe(403);
    expect((await info(hidden)).message).toBe('资料不存在或已下架');
    expect((await info(open)).data).toMatchObject({ learned: '未学', percent: '0', hasExam: false });
    const listed = (await post('Index', { PageSize: 100 })).data.rows as { id: string }[];
    expect([listed.some((row) => row.id === open), listed.some((row) => row.id === hidden)]).toEqual([true, false]);
    const [file] = (await info(open)).data.files as { URL: string }[];
    const fetched = await fetch(`${server.client.url}${file?.URL ?? ''}`, { headers: held(operator) });
    expect(await fetched.text()).toBe('一');
  });

  it('says at the field what is wrong', async () => {
    const fault = async (more: object) => {
      const answer = await post(
        'Save',
        { title: 'x', type: '课件', category, minutes: 1, hours: '1', files: [await upload('x')], ...more },
        hr,
      );
      return `${answer.errors[0]?.path ?? ''} ${answer.errors[0]?.message ?? ''}`;
    };
    expect(await fault({ title: ' ' })).toBe('title 请填写名称');
    expect(await fault({ files: [] })).toBe('files 请上传文件');
    expect(await fault({ category: '999999' })).toBe('category 请选择分类');
    expect(await fault({ questions: QUESTIONS })).toBe('examMinutes 有测验时请填写时限');
    expect(await fault({ examMinutes: '5', questions: [{ title: 'q', options: ['a', 'b'], answers: [2] }] })).toBe(
      'questions[0].answers 正确答案不在选项中',
    );
    const theirs = (
      await server.client.upload('/bpmapi/ServiceResource/Upload', 'a.txt', new TextEncoder().encode('a'), operator)
    ).data;
    expect(await fault({ files: [theirs] })).toBe('files[0] 文件不存在或不是您上传的，请重新上传');
  });

  it('keeps categories that are used', async () => {
    await make();
    const save = (body: object) => server.client.json('/bpmapi/TrainCategory/Save', body, hr);
    expect((await save({ id: category, name: 'x', remove: true })).message).toBe('该分类有资料，不能删除');
    const fresh = await save({ name: '制冷剂' });
    expect((await save({ name: '制冷剂' })).errors[0]).toEqual({ path: 'name', message: '类别已存在' });
    expect((await save({ id: fresh.data.id, name: '制冷剂', remove: true })).status).toBe(1);
  });
});

describe('learning', () => {
  it('goes by the clock, and its hours count once', async () => {
    const id = await make();
    expect((await post('Progress', { id, begin: true })).data).toMatchObject({ percent: '0.0' });
    // Reports that come at once bring nothing.
    for (let at = 0; at < 5; at += 1) expect(Number((await post('Progress', { id })).data.percent)).toBeLessThan(5);
    await wait(id, 30);
    expect(Number((await post('Progress', { id })).data.percent)).toBeGreaterThanOrEqual(50);
    // Away for an hour: the page was left.
    await wait(id, 3600);
    expect(Number((await post('Progress', { id })).data.percent)).toBeLessThan(60);
    await wait(id, 30);
    expect((await post('Progress', { id })).data).toMatchObject({ credited: true });
    await wait(id, 30);
    await post('Progress', { id });
    expect(await credits(id)).toEqual([{ hours: '1.5', score: null }]);
  });

  it('of a film counts what was played only', async () => {
    const id = await make({ type: '视频' });
    await post('Progress', { id, begin: true });
    await wait(id, 30);
    expect((await post('Progress', { id, from: 0, to: 60 })).data).toMatchObject({ percent: '100.0' });
    const other = await make({ type: '视频', minutes: 10 });
    await post('Progress', { id: other, begin: true });
    await wait(other, 30);
    expect((await post('Progress', { id: other, from: 0, to: 600 })).data).toMatchObject({
      percent: '0.0',
      credited: false,
    });
    await wait(other, 30);
    expect((await post('Progress', { id: other, from: 0, to: 30 })).data).toMatchObject({ percent: '5.0' });
  });

  it('needs its quiz passed, within time and three tries', async () => {
    const id = await make({ examMinutes: '5', questions: QUESTIONS });
    await post('Progress', { id, begin: true });
    await wait(id, 60);
    expect((await post('Progress', { id })).data).toMatchObject({ percent: '100.0', credited: false });
    const begun = await post('Exam', { id });
    expect(begun.data).toMatchObject({ left: 2, questions: [{ several: false }, { several: true }] });
    expect(JSON.stringify(begun.data)).not.toContain('answers');
    expect((await info(id)).data).toMatchObject({ exam: null, questions: 2 });
    // A page that was closed goes on with the same paper.
    expect((await post('Exam', { id })).data.exam).toBe(begun.data.exam);
    expect((await post('Exam', { id, exam: begun.data.exam, answers: [['1'], ['0']] })).data).toMatchObject({
      score: '0.0',
      passed: false,
    });
    expect((await post('Exam', { id, exam: begun.data.exam, answers: [['0'], ['0', '2']] })).status).toBe(409);
    const late = await post('Exam', { id });
    await sql`update lesson_exam set ends_at = now() - interval '1 minute' where id = ${late.data.exam}`.execute(
      server.db,
    );
    expect((await post('Exam', { id, exam: late.data.exam, answers: [['0'], ['0', '2']] })).data).toMatchObject({
      score: '0.0',
    });
    const last = await post('Exam', { id });
    const stranger = await server.client.signIn('operator2');
    expect((await post('Exam', { id, exam: last.data.exam, answers: [] }, stranger)).message).toBe('没有这份试卷');
    expect((await post('Exam', { id, exam: last.data.exam, answers: [['0'], ['0', '2']] })).data).toMatchObject({
      score: '100.0',
      passed: true,
      credited: true,
    });
    expect((await post('Exam', { id })).message).toBe('测验最多3次，您已用完');
    expect(await credits(id)).toEqual([{ hours: '1.5', score: '100.0' }]);
  });

  it('keeps what was learnt of an older version, marked so', async () => {
    const id = await make();
    await post('Progress', { id, begin: true });
    await wait(id, 60);
    await post('Progress', { id });
    const old = (await info(id, hr)).data;
    const body = {
      id,
      FormVersion: old['FormVersion'],
      title: old['title'],
      type: '课件',
      category,
      minutes: 1,
      hours: '2',
      publish: true,
    };
    expect((await post('Save', { ...body, files: [await upload('二')] }, hr)).data).toMatchObject({ version: 2 });
    expect((await post('Save', { ...body, files: [await upload('三')] }, hr)).status).toBe(409);
    expect((await info(id)).data).toMatchObject({ version: 2, percent: '0', credited: true });
    const records = (await post('Records', { resource: id }, hr)).data.rows as object[];
    expect(records).toMatchObject([{ version: 1, old: true, percent: '100.0', hours: '1.5' }]);
    await post('Progress', { id, begin: true });
    await wait(id, 60);
    await post('Progress', { id });
    expect(await credits(id)).toHaveLength(1);
  });

  it('is assigned, and those who are late hear of it once a week', async () => {
    const id = await make();
    const assign = (body: object, who = hr) => post('Assign', { id, due: '2999-01-01', ...body }, who);
    expect((await assign({ users: [operator.userId] }, operator)).status).toBe(403);
    expect((await assign({})).errors[0]?.message).toBe('请选择人员或部门');
    expect((await assign({ users: [operator.userId], due: '2020-01-01' })).errors[0]?.message).toBe(
      '截止日期不能早于今天',
    );
    expect((await assign({ users: [operator.userId] })).data).toEqual({ count: 1 });
    expect((await post('Index', { required: true })).data.rows).toMatchObject([{ id, due: '2999-01-01' }]);
    expect(await tellLateLearners(server.db, '2998-12-31')).toBe(0);
    expect(await tellLateLearners(server.db, '2999-01-02')).toBe(1);
    expect(await tellLateLearners(server.db, '2999-01-05')).toBe(0);
    expect(await tellLateLearners(server.db, '2999-01-09')).toBe(1);
    const { rows } = await sql<{
      n: number;
    }>`select count(distinct user_id)::int as n from message where kind = '必修逾期'`.execute(server.db);
    expect(rows[0]?.n).toBeGreaterThanOrEqual(2);
  });

  it('is rated after it was begun, and notes stay with who wrote them', async () => {
    const id = await make();
    expect((await post('Remark', { id, stars: 5 })).message).toBe('请先学习再评分');
    await post('Progress', { id, begin: true });
    await wait(id, 20);
    await post('Progress', { id });
    expect((await post('Remark', { id, stars: 4, comment: '清楚', note: '自己看' })).status).toBe(1);
    const seen = (await info(id, hr)).data;
    expect(seen).toMatchObject({ stars: '4.0', note: '', comments: [{ comment: '清楚', stars: 4 }] });
    expect((await info(id)).data).toMatchObject({ note: '自己看', myStars: 4 });
  });
});
