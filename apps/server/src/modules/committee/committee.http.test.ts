/** 专家评审: called with its experts, signed in on the day, opinions kept apart until the end, concluded by two thirds, put right. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consultationOf, projectInSight } from '../../effects/testing/consulting.ts';
import { Chains } from '../../testing/chains.ts';
import { held } from '../../testing/client.ts';
import { tellFixes } from './write.ts';

const API = '/bpmapi/Committee';
const SECRETARY = 'technicalDirector';
const EXPERTS = ['adviser', 'adviser2', 'waterEngineer'] as const;
type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
let project = '';
let review = '';
let material: object;

beforeAll(async () => {
  chains = await Chains.start();
  project = await projectInSight(chains, { salesman: chains.user('sales') });
  await consultationOf(chains, project, { 技术总监审定: { ctoOpinion: '同意', committeeReview: true } });
  const { client } = chains.server;
  material = (
    await client.upload('/bpmapi/ServiceResource/Upload', 'a.png', await picture(), await client.signIn(SECRETARY))
  ).data;
}, 180_000);
afterAll(() => chains.close());

const picture = async () => {
  const { default: sharp } = await import('sharp');
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } });
  return new Uint8Array(await image.png().toBuffer());
};
const session = (account: string) => chains.server.client.signIn(account);
const post = async (account: string, name: string, body: object) =>
  chains.server.client.json(`${API}/${name}`, body, await session(account));
const said = async (account: string, name: string, body: object) => {
  const answer = await post(account, name, body);
  return answer.errors[0]?.message ?? answer.message;
};
const rowsOf = async (account: string): Promise<readonly Row[]> => {
  const answer = await post(account, 'Index', { PageSize: 100 });
  expect(answer.message).toBe('');
  return answer.data['rows'] as readonly Row[];
};
const detail = async (account: string) =>
  chains.server.client.get(`${API}/Detail`, { Id: review }, await session(account));
const ids = (...accounts: readonly string[]) => accounts.map((account) => chains.user(account));
const today = () =>
  chains.rows(
    `update committee_review set meet_on = (app_now() at time zone 'Asia/Shanghai')::date where id = ${review}`,
  );
const opinion = (more: object = {}) => ({ Id: review, score: '80', verdict: '同意', opinion: '可行', ...more });

describe('评审会', () => {
  it('is asked for by a scheme, and called by whoever may', async () => {
    const [waiting] = await rowsOf(SECRETARY);
    expect(waiting).toMatchObject({ state: '议题征集', code: null, consultProject: project });
    const body = {
      action: 'save',
      plan: waiting?.['plan'],
      topic: '方案评审一',
      kind: '方案评审',
      meetOn: chains.day(5),
      way: '现场',
      host: chains.user('emcDirector'),
    };
    expect((await post('sales', 'Save', body)).status).toBe(403);
    expect(await said(SECRETARY, 'Save', { ...body, meetOn: chains.day(-1) })).toBe('会议日期不能早于今天');
    const made = await post(SECRETARY, 'Save', body);
    expect([made.message, made.errors]).toEqual(['', []]);
    review = String(made.data['Id']);
    expect((await post(SECRETARY, 'Save', body)).status).toBe(404);
    expect(await rowsOf(SECRETARY)).toMatchObject([{ review, state: '议题征集', consultProject: project }]);
    expect(await rowsOf('adviser')).toEqual([]);
  });

  it('takes an odd number of experts who have nothing to do with the project, with its material in time', async () => {
    const invite = (...accounts: readonly string[]) =>
      said(SECRETARY, 'Invite', { Id: review, experts: ids(...accounts) });
    expect(await invite('adviser', 'adviser2')).toBe('评审专家不少于3人且为单数');
    expect(await invite('adviser', 'adviser2', 'waterEngineer', 'legal')).toBe('评审专家不少于3人且为单数');
    expect(await invite('adviser', 'adviser2', 'sales')).toContain('与本项目有关联，应回避');
    expect(await invite(...EXPERTS)).toBe('请先上传评审材料（会前2天）');
    const { data } = await detail(SECRETARY);
    const change = {
      action: 'save',
      Id: review,
      topic: '方案评审一',
      kind: '方案评审',
      way: '现场',
      host: chains.user('emcDirector'),
      material,
    };
    expect((await post(SECRETARY, 'Save', { ...change, revision: 99, meetOn: chains.day(1) })).status).toBe(409);
    const changed = await post(SECRETARY, 'Save', {
      ...change,
      revision: data['revision'],
      consultProject: project,
      meetOn: chains.day(1),
    });
    expect([changed.message, changed.errors]).toEqual(['', []]);
    expect(await invite(...EXPERTS)).toContain('材料应在会前2天');
    await chains.rows(`update committee_review set meet_on = meet_on + 4 where id = ${review}`);
    expect((await post('emcDirector', 'Invite', { Id: review, experts: ids(...EXPERTS) })).status).toBe(403);
    expect(await invite(...EXPERTS)).toBe('');
    expect((await detail('adviser')).status).toBe(1);
    expect((await detail('projectManager')).status).toBe(404);
  });

  it('is signed in to on its day by its experts, whose opinions stay apart', async () => {
    expect(await said('adviser', 'SignIn', { Id: review })).toContain('请在会议当日');
    await today();
    expect(await said('adviser', 'Opinion', opinion())).toBe('请先在会议当日签到');
    expect((await post('emcDirector', 'SignIn', { Id: review })).status).toBe(403);
    expect(await said('adviser', 'SignIn', { Id: review })).toBe('');
    expect(await said('adviser', 'SignIn', { Id: review })).toBe('您已经签到');
    expect(await said('adviser', 'Opinion', opinion({ score: '101' }))).toBe('评分应在0～100之间');
    expect(await said('adviser', 'Opinion', opinion({ score: '70', verdict: '不同意' }))).toBe('');
    expect(
      await said(SECRETARY, 'Save', { action: 'conclude', Id: review, conclusion: '同意', text: '通过' }),
    ).toContain('不足应到3人的三分之二');
    expect(await said('adviser2', 'SignIn', { Id: review })).toBe('');
    expect(
      await said(SECRETARY, 'Save', { action: 'conclude', Id: review, conclusion: '同意', text: '通过' }),
    ).toContain('还没有提交意见');
    expect(await said('adviser2', 'Opinion', opinion({ score: '90' }))).toBe('');
    const seen = (await detail('adviser2')).data['experts'] as readonly Row[];
    expect(seen.map((one) => [one['submitted'], one['score']])).toEqual([
      [true, null],
      [true, '90.00'],
      [false, null],
    ]);
    expect((await rowsOf('adviser2'))[0]).toMatchObject({ score: null, opinions: 2, present: 2, invited: 3 });
  });

  it('is concluded once, with what is to be put right; the last of it closes the review', async () => {
    const conclude = (more: object = {}) =>
      said(SECRETARY, 'Save', {
        action: 'conclude',
        Id: review,
        conclusion: '修改后同意',
        text: '补充旁滤',
        fixes: [{ matter: '补图', owner: chains.user('hvacEngineer'), dueOn: chains.day(5) }],
        ...more,
      });
    expect(
      await conclude({ fixes: [{ matter: '补图', owner: chains.user('hvacEngineer'), dueOn: chains.day(-1) }] }),
    ).toBe('整改期限不能早于今天');
    expect(await conclude()).toBe('');
    expect(await conclude()).toBe('评审已形成结论');
    expect(await said('adviser', 'Opinion', opinion())).toBe('评审已形成结论');
    expect((await rowsOf('adviser'))[0]).toMatchObject({
      state: '已结论',
      score: '80.0',
      conclusion: '修改后同意',
      fixes: 1,
      closed: 0,
    });
    expect(await chains.rows(`select state from committee_plan`)).toEqual([{ state: '已评审' }]);
    expect(
      await said(SECRETARY, 'Save', {
        action: 'reply',
        Id: review,
        expert: chains.user('adviser'),
        reply: '已说明',
        adopted: false,
      }),
    ).toBe('');
    const tell = () => tellFixes(chains.server.db, chains.server.engine, chains.day(6), chains.now);
    expect([await tell(), await tell()]).toEqual([1, 0]);
    const fixes = (await detail('hvacEngineer')).data['fixes'] as readonly Row[];
    const close = { action: 'close', Id: review, fix: fixes[0]?.['Id'] };
    expect((await post('adviser', 'Save', close)).status).toBe(403);
    expect(await said('hvacEngineer', 'Save', close)).toBe('');
    expect(await said('hvacEngineer', 'Save', close)).toBe('该整改项已经闭环');
    expect((await rowsOf(SECRETARY))[0]).toMatchObject({ state: '已闭环', closed: 1 });
    const trails = await chains.rows(`select action from audit_log where action like '评审会%' order by id`);
    expect(trails.map((row) => row['action'])).toEqual(
      ['新建', '修改', '邀请', '签到', '意见', '签到', '意见', '结论', '答复', '整改闭环'].map(
        (what) => `评审会${what}`,
      ),
    );
  });

  it('leaves out the highest and the lowest of five, and goes on paper', async () => {
    await chains.rows(`insert into committee_expert (review, expert, signed_at, score, verdict, opinion, submitted_at)
      select ${review}, id, app_now(), case account when 'legal' then 0 when 'finance' then 80 else 100 end, '同意', '可', app_now()
      from app_user where account in ('legal', 'finance', 'hr')`);
    // 70, 90, 0, 80 and 100: without 0 and 100 they are 80 on average.
    expect((await rowsOf(SECRETARY))[0]).toMatchObject({ score: '80.0' });
    const print = await fetch(`${chains.server.client.url}${API}/Minutes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(await session(SECRETARY)) },
      body: JSON.stringify({ Id: review }),
    });
    expect(print.headers.get('content-type')).toBe('application/pdf');
  });
});

describe('委员', () => {
  const save = (more: object, account = SECRETARY) =>
    chains.server.client.signIn(account).then((who) =>
      chains.server.client.json(
        '/bpmapi/CommitteeMember/Save',
        {
          term: '第一届',
          position: '主任',
          member: chains.user('adviser'),
          group: '冷热源',
          fromOn: chains.day(-30),
          toOn: chains.day(300),
          ...more,
        },
        who,
      ),
    );

  it('has one head a term, sits once at a time, and is counted by the reviews it was asked to', async () => {
    expect((await save({}, 'sales')).status).toBe(403);
    const made = await save({});
    expect([made.message, made.errors]).toEqual(['', []]);
    const Id = made.data['Id'];
    expect((await save({ member: chains.user('adviser2') })).errors[0]?.message).toContain('一届只有一名主任');
    expect((await save({ term: '第二届', fromOn: chains.day(300), toOn: chains.day(400) })).errors).toEqual([
      { path: 'fromOn', message: '任期与第一届主任重叠' },
    ]);
    expect((await save({ toOn: chains.day(-40) })).errors[0]?.path).toBe('toOn');
    expect((await save({ Id, toOn: chains.day(200), duty: '主持评审' })).message).toBe('');
    expect((await save({ position: '委员', member: chains.user('waterEngineer') })).message).toBe('');
    const rows = (await chains.server.client.json('/bpmapi/CommitteeMember/Index', {}, await session('operator'))).data[
      'rows'
    ] as readonly Row[];
    expect(rows).toMatchObject([
      {
        position: '主任',
        source: '外聘',
        invited: 1,
        present: 1,
        rate: '100.00',
        opinions: 1,
        absent: 0,
        toOn: chains.day(200),
      },
      { position: '委员', source: '内部', invited: 1, present: 0, rate: '0.00', opinions: 0, absent: 1 },
    ]);
  });
});
