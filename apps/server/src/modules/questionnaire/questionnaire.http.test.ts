/** Questionnaires from both sides: set up by those who may, answered by anybody with a code, read by project. */
import { randomUUID } from 'node:crypto';
import { type Design, type Question, TEN_DIMENSIONS } from '@hengneng/core/questionnaire';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { tellLowAnswers } from './notices.ts';

const API = '/bpmapi/Questionnaire';
let server: TestServer;
let admin: Held;
let sales: Held;
let manager: Held;
let stranger: Held;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  sales = await server.client.signIn('sales');
  manager = await server.client.signIn('projectManager');
  stranger = await server.client.signIn('projectManager4');
});
afterAll(() => server.close());
beforeEach(() => sql`delete from questionnaire_attempt`.execute(server.db));

const question = (id: string, type: Question['type'], more: Partial<Question> = {}): Question => ({
  id,
  type,
  title: `题 ${id}`,
  hint: '',
  required: false,
  options: [],
  least: null,
  most: null,
  dimensions: [],
  showIf: null,
  reasonBelow: null,
  ...more,
});
const DESIGN: Design = {
  contact: 'optional',
  questions: [
    question('m', 'matrix', { required: true, dimensions: TEN_DIMENSIONS, reasonBelow: 6 }),
    question('n', 'nps'),
    question('t', 'textarea'),
    question('p', 'photos'),
  ],
};
const allTen = (score: number, more: Record<string, number> = {}) => ({
  ...Object.fromEntries(TEN_DIMENSIONS.map(({ key }) => [key, score])),
  ...more,
});

const post = (name: string, body: object, as: Held | null, key?: string): Promise<Reply> =>
  server.client.post(`${API}/${name}`, body, as, key === undefined ? {} : { 'Idempotency-Key': key });
const get = (name: string, query: object, as: Held | null): Promise<Reply> =>
  server.client.get(`${API}/${name}`, query, as);

const save = (more: object = {}, as = admin, design: object = DESIGN) =>
  post('Save', { title: '供冷满意度', projects: ['EMC01001'], Design: JSON.stringify(design), ...more }, as);
const detail = async (Id: unknown, as = admin) => (await get('Detail', { Id }, as)).data;
const codeOf = async (Id: unknown, project = 'EMC01001'): Promise<string> => {
  const { links } = (await detail(Id)) as { links: { project: string; code: string }[] };
  return links.find((link) => link.project === project)?.code ?? '';
};
const published = async (more: object = {}, design: object = DESIGN): Promise<{ Id: string; code: string }> => {
  const saved = await save(more, admin, design);
  expect(saved.message).toBe('');
  const Id = String(saved.data.Id);
  expect((await post('SetState', { Id, state: 'collecting' }, admin)).message).toBe('');
  return { Id, code: await codeOf(Id) };
};
const answer = (code: string, values: object, more: object = {}, key?: string) =>
  post(
    'Answer',
    {
      code,
      device: randomUUID(),
      version: 1,
      Answers: JSON.stringify(
        Object.fromEntries(
          Object.entries(values).map(([id, value]) => [id, { value, reason: id === 'm' ? '慢' : '' }]),
        ),
      ),
      seconds: 40,
      ...more,
    },
    null,
    key,
  );
const rowsOf = (reply: Reply) => reply.data.rows as Record<string, unknown>[];

describe('setting one up', () => {
  it('says at the question what is wrong with it', async () => {
    expect(await save({}, admin, { contact: 'none', questions: [] })).toMatchObject({
      status: 0,
      errors: [{ path: 'Design.questions', message: '请至少设置一道题' }],
    });
    const uneven = { ...DESIGN, questions: [question('m', 'matrix', { dimensions: TEN_DIMENSIONS.slice(1) })] };
    expect((await save({}, admin, uneven)).message).toBe('评价维度权重合计必须为100%');
    expect((await save({ Design: 'nonsense' })).errors[0]?.path).toBe('Design');
  });

  it('takes no code before it is published, and no end that is over', async () => {
    const { data } = await save({ endsAt: '2020-01-01T00:00:00+08:00' });
    expect((await detail(data.Id)).links).toEqual([]);
    expect((await post('SetState', { Id: data.Id, state: 'collecting' }, admin)).errors).toEqual([
      { path: 'endsAt', message: '截止时间必须晚于现在' },
    ]);
  });

  it('is for those who hold the buttons, within their projects', async () => {
    const operator = await server.client.signIn('operator');
    expect((await post('Index', {}, operator)).status).toBe(403);
    expect((await save({}, manager)).status).toBe(403);
    const { Id } = await published();
    expect((await get('Detail', { Id }, manager)).status).toBe(1);
    expect((await get('Detail', { Id }, stranger)).status).toBe(403);
    expect((await post('SetState', { Id, state: 'paused' }, stranger)).status).toBe(403);
    expect(rowsOf(await post('Index', { PageSize: 100 }, stranger)).some((row) => row.id === Id)).toBe(false);
    expect(rowsOf(await post('Index', { PageSize: 100 }, manager)).some((row) => row.id === Id)).toBe(true);
    // One more project that is not theirs, and it is no more theirs to change.
    const both = await published({ projects: ['EMC01001', 'EMC03001'] });
    expect((await post('SetState', { Id: both.Id, state: 'paused' }, manager)).message).toBe(
      '问卷包含您无权管理的项目',
    );
    expect((await save({ Id: Id, projects: ['EMC03001'] }, manager)).errors[0]?.path).toBe('projects');
  });

  it('asks a new version once its questions change, and counts the old answers by the old one', async () => {
    const { Id, code } = await published();
    expect((await answer(code, { m: allTen(8) })).message).toBe('');
    // Another title is no other question.
    expect((await save({ Id, title: '改名' })).data).toMatchObject({ version: 1 });
    const other = { ...DESIGN, questions: [question('x', 'rating', { required: true })] };
    expect((await save({ Id }, admin, other)).data).toMatchObject({ version: 2 });
    // Who began before answers what they were asked.
    expect((await answer(code, { m: allTen(10) })).message).toBe('');
    expect((await answer(code, { x: 4 }, { version: 2 })).message).toBe('');
    expect((await answer(code, { x: 4 }, { version: 3 })).status).toBe(0);
    const first = await post('Statistics', { Id, version: 1 }, admin);
    expect(first.data).toMatchObject({ count: 2, satisfaction: 90 });
    const second = await post('Statistics', { Id }, admin);
    expect(second.data).toMatchObject({
      version: 2,
      count: 1,
      satisfaction: null,
      scores: [{ label: '题 x', mean: 4 }],
    });
  });

  it('refuses to overwrite what somebody else saved', async () => {
    const { data } = await save();
    expect((await save({ Id: data.Id, revision: 1 })).status).toBe(1);
    expect((await save({ Id: data.Id, revision: 1 })).status).toBe(409);
  });
});

describe('answering', () => {
  it('knows a questionnaire by its code alone', async () => {
    const { Id, code } = await published();
    expect(code).toMatch(/^[\w-]{16}$/);
    const seen = await get('Public', { code }, null);
    expect(seen.data.questionnaire).toMatchObject({ title: '供冷满意度', version: 1, answered: false });
    expect(JSON.stringify(seen.data)).not.toContain(`"${Id}"`);
    for (const wrong of ['A'.repeat(16), '1', Id])
      expect((await get('Public', { code: wrong }, null)).message, wrong).toBe('链接无效或已停用');
    const listed = (await get('Public', {}, null)).data.listed as { code: string }[];
    expect(listed.some((one) => one.code === code)).toBe(false);
    await save({ Id, listed: true });
    const now = (await get('Public', {}, null)).data.listed as { code: string }[];
    expect(now.some((one) => one.code === code)).toBe(true);
  });

  it('takes one answer a device, and the same one again as the same', async () => {
    const { Id, code } = await published();
    const device = randomUUID();
    const key = randomUUID();
    const more = { device, phone: '13812345678', respondent: '王女士', place: '3楼' };
    expect((await answer(code, { m: allTen(9), n: 10 }, more, key)).status).toBe(1);
    expect((await answer(code, { m: allTen(9), n: 10 }, more, key)).status).toBe(1);
    expect((await answer(code, { m: allTen(9), n: 10 }, more)).message).toBe('您已提交过，感谢您的评价');
    expect((await get('Public', { code, device }, null)).data.questionnaire).toMatchObject({ answered: true });
    expect(rowsOf(await post('Answers', { questionnaire: Id }, admin))).toEqual([
      expect.objectContaining({
        phone: '138****5678',
        satisfaction: '90.00',
        nps: 10,
        source: '链接',
        state: '无需处理',
      }),
    ]);
  });

  it('names what is missing and what is too long', async () => {
    const { code } = await published();
    expect((await answer(code, { n: 3 })).errors).toEqual([{ path: 'Answers.m', message: '请回答第1题' }]);
    expect((await answer(code, { m: allTen(9), t: '好'.repeat(501) })).message).toBe('最多输入500字');
    expect((await answer(code, { m: allTen(9) }, { phone: '12' })).errors[0]?.path).toBe('phone');
    expect((await answer(code, { m: allTen(11) })).status).toBe(0);
    expect((await answer(code, {}, { Answers: '[1' })).errors[0]?.path).toBe('Answers');
  });

  it('is over once it is paused, ended or past its end, and a project that was taken out answers no more', async () => {
    const { Id, code } = await published({ projects: ['EMC01001', 'EMC01002'] });
    const other = await codeOf(Id, 'EMC01002');
    await save({ Id, projects: ['EMC01001'] });
    expect((await answer(other, { m: allTen(9) })).message).toBe('链接无效或已停用');
    await post('SetState', { Id, state: 'paused' }, admin);
    expect((await answer(code, { m: allTen(9) })).message).toBe('问卷已暂停收集，请稍后再试');
    await post('SetState', { Id, state: 'ended' }, admin);
    expect((await answer(code, { m: allTen(9) })).message).toBe('问卷已结束收集');
    expect((await post('SetState', { Id, state: 'collecting' }, admin)).status).toBe(0);
    const late = await published({ endsAt: new Date(Date.now() + 60_000).toISOString() });
    await sql`update questionnaire set ends_at = now() - interval '1 minute' where id = ${late.Id}`.execute(server.db);
    expect((await answer(late.code, { m: allTen(9) })).message).toBe('问卷已结束收集');
  });

  it('asks for a puzzle after ten a minute from one source', async () => {
    const { code } = await published();
    for (let turn = 0; turn < 10; turn++) expect((await answer(code, { m: allTen(9) })).status).toBe(1);
    const refused = await answer(code, { m: allTen(9) });
    expect(refused.errors).toEqual([{ path: 'challenge', message: '提交过于频繁，请完成滑块验证' }]);
    const device = randomUUID();
    const { data } = await post('Challenge', {}, null);
    expect(String(data.ground)).toMatch(/^data:image\/png;base64,/);
    const { rows } = await sql<{
      target: number;
    }>`select target from questionnaire_challenge where id = ${data.id}`.execute(server.db);
    const target = rows[0]?.target ?? 0;
    const proof = { device, challenge: data.id };
    expect((await answer(code, { m: allTen(9) }, { ...proof, slide: target + 40 })).message).toBe(
      '验证未通过，请重新验证',
    );
    expect((await answer(code, { m: allTen(9) }, { ...proof, slide: target + 3 })).status).toBe(1);
    // Solved for one device, it is no pass for another.
    expect((await answer(code, { m: allTen(9) }, { challenge: data.id, slide: target })).status).toBe(0);
  });

  it('takes photos by what they are, and shows them to those who read the answer', async () => {
    const { Id, code } = await published();
    const send = async (name: string, bytes: Uint8Array<ArrayBuffer>, of = code) => {
      const form = new FormData();
      form.set('code', of);
      form.set('file', new Blob([bytes]), name);
      const sent = await fetch(`${server.client.url}${API}/Photo`, { method: 'POST', body: form });
      return (await sent.json()) as {
        status: number;
        message: string;
        data: { URL: string; Size: number; Name: string };
      };
    };
    const png = new Uint8Array(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: '#268' } })
        .png()
        .toBuffer(),
    );
    expect((await send('a.png', new TextEncoder().encode('no picture at all'))).message).toBe('只能上传图片');
    expect((await send('a.png', new Uint8Array(11 * 1024 * 1024).fill(1))).message).toBe('图片不能超过10MB');
    expect((await send('a.png', png, 'B'.repeat(16))).message).toBe('链接无效或已停用');
    const photo = await send('a.png', png);
    expect(photo.status).toBe(1);
    expect((await answer(code, { m: allTen(9), p: [photo.data] })).message).toBe('');
    const foreign = { ...photo.data, URL: photo.data.URL.replace(/-[\w-]{16}\//, `-${'x'.repeat(16)}/`) };
    expect((await answer(code, { m: allTen(9), p: [foreign] })).status).toBe(0);
    const open = async (as: Held | null) =>
      (await fetch(server.client.url + photo.data.URL, { headers: held(as) })).headers.get('content-type');
    expect(await open(manager)).toBe('image/png');
    expect(await open(stranger)).toContain('application/json');
    expect(await open(null)).toContain('application/json');
    expect(rowsOf(await post('Answers', { questionnaire: Id }, manager))).toHaveLength(1);
  });
});

describe('reading answers', () => {
  const low = { phone: '13900001234', respondent: '李先生', place: '主楼5层', source: 'w' };

  it('keeps them to their project; the phone in full is for the customers’ service, and noted', async () => {
    const { Id, code } = await published({ projects: ['EMC01001', 'EMC03001'] });
    await answer(code, { m: allTen(9, { d6: 3 }) }, low);
    const [row] = rowsOf(await post('Answers', { questionnaire: Id }, manager));
    expect(row).toMatchObject({ phone: '139****1234', lowest: '报修响应速度 3分', state: '待处理', source: '微信' });
    expect(rowsOf(await post('Answers', { questionnaire: Id }, stranger))).toEqual([]);
    expect((await get('AnswerDetail', { Id: row?.id }, stranger)).status).toBe(403);
    expect(JSON.stringify((await get('AnswerDetail', { Id: row?.id }, manager)).data)).not.toContain('13900001234');
    expect((await post('Phone', { Id: row?.id }, manager)).status).toBe(403);
    const seen = await post('Phone', { Id: row?.id }, admin);
    expect(seen.data).toEqual({ phone: '13900001234' });
    const { rows } = await sql<{
      summary: string;
    }>`select summary from audit_log where action = '查看答卷人电话'`.execute(server.db);
    expect(rows.map(({ summary }) => summary)).toContain('139****1234');
  });

  it('tells the project’s and the area’s manager of a low answer once, and urges once a day later', async () => {
    const { Id, code } = await published();
    await answer(code, { m: allTen(9, { d6: 3 }) }, low);
    await answer(code, { m: allTen(9) });
    const now = new Date();
    const told = async () => {
      const { rows } = await sql<{
        account: string;
        title: string;
      }>`select u.account, m.title from message m join app_user u on u.id = m.user_id
        where m.kind = '问卷低分' order by m.id`.execute(server.db);
      return rows;
    };
    await sql`update questionnaire_answer set told_at = now(), urged_at = now() where questionnaire_id <> ${Id}`.execute(
      server.db,
    );
    expect(await tellLowAnswers(server.db, now)).toEqual({ told: 1, urged: 0 });
    expect(await tellLowAnswers(server.db, now)).toEqual({ told: 0, urged: 0 });
    const first = await told();
    expect(first.map(({ account }) => account).sort()).toEqual(['areaManager', 'projectManager']);
    expect(first[0]?.title).toContain('报修响应速度3分');
    const later = new Date(now.getTime() + 25 * 3_600_000);
    expect(await tellLowAnswers(server.db, later)).toEqual({ told: 0, urged: 1 });
    expect(await tellLowAnswers(server.db, later)).toEqual({ told: 0, urged: 0 });
    expect((await told()).at(-1)?.title).toMatch(/^催办/);
    const [row] = rowsOf(await post('Answers', { questionnaire: Id, state: '待处理' }, manager));
    expect((await post('Handle', { Id: row?.id, note: '已电话致歉并派单' }, manager)).status).toBe(1);
    expect((await post('Handle', { Id: row?.id, note: '再来' }, manager)).message).toBe('该答卷已处理');
  });

  it('makes a complaint of a low answer that left a phone, once', async () => {
    const { Id, code } = await published();
    await answer(code, { m: allTen(9, { d6: 3 }), t: '报修等了两天' }, low);
    await answer(code, { m: allTen(9, { d6: 3 }) });
    await answer(code, { m: allTen(9) }, low);
    const rows = rowsOf(await post('Answers', { questionnaire: Id }, admin));
    const made: string[] = [];
    for (const row of rows) {
      const reply = await post('ToComplaint', { Id: row.id }, admin);
      if (row.state === '待处理' && row.phone !== null) {
        made.push(String(reply.data.BusinessId));
        expect((await post('ToComplaint', { Id: row.id }, admin)).data).toEqual(reply.data);
      } else expect(reply.message).toBe('低于6分且留有电话的答卷才能转投诉');
    }
    expect(made).toHaveLength(1);
    const draft = await server.client.get('/bpmapi/UserFeedback/GetInfo', { BusinessId: made[0] }, admin);
    expect(draft.data.record).toMatchObject({
      channel: '满意度问卷',
      project: 'EMC01001',
      phone: '13900001234',
      complainant: '李先生',
    });
    expect(String((draft.data.record as Record<string, unknown>).complaintText)).toContain('报修等了两天');
    expect((await post('ToComplaint', { Id: rows[0]?.id }, manager)).status).toBe(403);
  });

  it('counts messages only, and comes to the same figures by hand', async () => {
    const { Id, code } = await published();
    await post('SetSent', { Id, project: 'EMC01001', sentSms: 3, sentWechat: 1 }, admin);
    await answer(code, { m: allTen(10), n: 10 }, { source: 's' });
    await answer(code, { m: allTen(8), n: 6 }, { source: 'q' });
    await answer(code, { m: allTen(6), n: 9 }, { source: 'w' });
    const { data } = await post('Statistics', { Id }, admin);
    expect(data).toMatchObject({
      count: 3,
      sent: 4,
      rate: 50,
      satisfaction: 80,
      low: 0,
      nps: { promoters: 2, passives: 0, detractors: 1, nps: 33.3 },
      daily: [{ n: 3, rate: 50 }],
    });
    const row = rowsOf(await post('Index', { PageSize: 100 }, admin)).find((one) => one.id === Id);
    expect(row).toMatchObject({ sent: 4, returned: 3, satisfaction: '80.00', nps: '33.3', questions: 4 });
    expect(Number(row?.rate)).toBe(50);
    expect((await detail(Id)).links).toEqual([expect.objectContaining({ returned: 3, rate: 50 })]);
    const shared = await server.client.post(
      '/bpmapi/InterviewRecordAnalysis/Satisfaction',
      { source: 'questionnaire', project: 'EMC01001' },
      admin,
    );
    expect(shared.status).toBe(1);
    expect((shared.data.dimensions as { label: string }[]).map(({ label }) => label).sort()).toEqual(
      TEN_DIMENSIONS.map(({ label }) => label).sort(),
    );
    const file = await fetch(`${server.client.url}${API}/Export`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(admin) },
      body: JSON.stringify({ Id }),
    });
    const sheets = await readXlsx(Buffer.from(await file.arrayBuffer()));
    expect(sheets.map((sheet) => sheet.sheet)).toEqual(['答卷', '题目统计', '筛选条件']);
    expect(sheets[0]?.data).toHaveLength(4);
  });

  it('is copied as a draft of one’s own', async () => {
    const { Id } = await published();
    const copy = await post('Copy', { Id }, sales);
    // Sales see their own projects only.
    if (copy.status === 1) expect((await detail(copy.data.Id)).state).toBe('draft');
    const own = await post('Copy', { Id }, admin);
    expect(await detail(own.data.Id)).toMatchObject({ state: 'draft', title: '供冷满意度（副本）', links: [] });
  });
});
