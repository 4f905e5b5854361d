/** 专家工作计划: drafts of those who plan, published for all, adjusted with a reason, reported on by whoever answers for the work. */
import { committeeActivities } from '@hengneng/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { takenSheet } from '../../testing/taken.ts';
import { tellLatePlans } from './plans.ts';

const PLANNER = 'technicalDirector';
type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

const year = () => chains.day(0).slice(0, 4);
const post = async (account: string, body: object) =>
  chains.server.client.json('/bpmapi/Committee/SavePlan', body, await chains.server.client.signIn(account));
const save = (more: object = {}, account = PLANNER) =>
  post(account, {
    action: 'save',
    year: year(),
    name: '低负荷结晶攻关',
    kind: '技术攻关',
    expert: chains.user('adviser'),
    planFrom: chains.day(-40),
    planTo: chains.day(-20),
    weight: '3',
    budget: '20000.00',
    ...more,
  });
const made = async (answer: ReturnType<typeof post>): Promise<string> => {
  const { message, errors, data } = await answer;
  expect([message, errors]).toEqual(['', []]);
  return String(data['Id']);
};
const ask = async (account: string, body: object = {}) => {
  const { client } = chains.server;
  const answer = await client.json(
    committeeActivities.calls.index,
    { year: year(), PageSize: 100, Charts: true, ...body },
    await client.signIn(account),
  );
  expect(answer.message).toBe('');
  return { rows: answer.data['rows'] as readonly Row[], figures: answer.data['figures'] as Row };
};
const progress = (account: string, Id: string, more: object = {}) =>
  post(account, { action: 'progress', Id, progress: '50', on: chains.day(-30), ...more });

describe('plans of the experts', () => {
  let hard = '';
  let norm = '';

  it('are drafts until they are published, then everybody reads them and advisers their own', async () => {
    expect((await save({}, 'sales')).status).toBe(403);
    expect((await save({ planTo: chains.day(-41), expert: '999999' })).errors).toEqual([
      { path: 'expert', message: '人员不存在或已停用' },
      { path: 'planTo', message: '计划止不能早于计划起' },
    ]);
    expect((await save({ weight: '0' })).errors).toMatchObject([{ path: 'weight' }]);
    hard = await made(save());
    norm = await made(
      save({
        name: '运维标准编制',
        kind: '标准',
        expert: chains.user('hvacLeader'),
        planFrom: chains.day(-10),
        planTo: chains.day(30),
        weight: '1',
        budget: '5000.00',
      }),
    );
    expect((await ask('sales')).rows).toEqual([]);
    expect((await progress('adviser', hard)).status).toBe(404);
    expect((await ask(PLANNER)).figures).toMatchObject({ planned: '0', draft: '2', done: null });
    expect((await post(PLANNER, { action: 'publish', year: Number(year()) - 1 })).message).toContain(
      '没有待发布的计划',
    );
    expect((await post('hvacLeader', { action: 'publish', year: year() })).status).toBe(403);
    await made(post(PLANNER, { action: 'publish', year: year() }));
    expect((await ask('sales')).rows.map((row) => row['id'])).toEqual([hard, norm]);
    expect((await ask('adviser')).rows).toMatchObject([{ id: hard, state: '延期', lateDays: 20 }]);
    // What it costs is nobody's from outside.
    expect((await ask('adviser')).rows[0]).not.toHaveProperty('budget', '20000.00');
  });

  it('are reported on by whoever answers for the work, never backwards', async () => {
    expect((await progress('sales', hard)).message).toBe('只有负责专家可以填写进展');
    // In January the works of the year before go on: their page shows this year by itself, they are found all the same.
    const { db } = chains.server;
    await sql`update committee_activity set year = year - 1 where id = ${hard}`.execute(db);
    await made(progress('adviser', hard));
    await sql`update committee_activity set year = year + 1 where id = ${hard}`.execute(db);
    expect((await progress('adviser', hard, { progress: '40' })).errors).toEqual([
      { path: 'progress', message: '完成率只增不减，已填50.00%' },
    ]);
    expect((await progress('adviser', hard, { progress: '100', on: chains.day(-31) })).errors).toEqual([
      { path: 'on', message: `日期不能早于实际起${chains.day(-30)}` },
      { path: 'result', message: '完成的工作请填写成果' },
    ]);
    await made(progress('hvacLeader', norm, { progress: '10', on: chains.day(0), spent: '1200.00' }));
    // (3 × 50 + 1 × 10) ÷ 4
    expect((await ask(PLANNER)).figures).toMatchObject({ planned: '2', done: '0.00', progress: '40.00', late: '1' });
  });

  it('are adjusted with a reason, and each adjustment leaves the plan as it stood', async () => {
    const later = { Id: hard, planTo: chains.day(5) };
    expect((await save(later)).errors).toEqual([{ path: 'reason', message: '计划已发布，调整请写明原因' }]);
    await made(save({ ...later, reason: '试验样机到货延迟' }));
    expect((await ask(PLANNER, { Keyword: '结晶' })).rows).toMatchObject([
      { state: '进行中', lateDays: null, adjusted: 1, planTo: chains.day(5) },
    ]);
    const { client } = chains.server;
    const kept = await client.get('/bpmapi/Committee/PlanVersions', { Id: hard }, await client.signIn('adviser'));
    expect(kept.data['versions']).toMatchObject([{ version: 1, planTo: chains.day(-20), reason: '试验样机到货延迟' }]);
    const other = await client.get('/bpmapi/Committee/PlanVersions', { Id: norm }, await client.signIn('adviser'));
    expect(other.status).toBe(404);
    await made(
      progress('adviser', hard, {
        progress: '100',
        on: chains.day(0),
        spent: '18000.00',
        result: '防结晶控制策略一份',
      }),
    );
    expect((await save({ ...later, reason: '再改' })).message).toBe('该项工作已完成，不能再调整');
    expect((await ask(PLANNER)).figures).toMatchObject({ done: '50.00', progress: '77.50', late: '0' });
  });

  it('are urged when they are late by much, and are gone from the rates once cancelled', async () => {
    const { db } = chains.server;
    expect(await tellLatePlans(db, chains.day(44))).toBe(0);
    expect(await tellLatePlans(db, chains.day(45))).toBe(1);
    expect(await tellLatePlans(db, chains.day(51))).toBe(0);
    expect(await tellLatePlans(db, chains.day(52))).toBe(1);
    const [head = [], ...body] = await takenSheet(chains.server.client, PLANNER, committeeActivities.calls.export, {
      year: year(),
    });
    expect(body.at(-1)?.[head.indexOf('预算（元）')]).toBe(25000);
    expect(body.at(-1)?.[head.indexOf('实际（元）')]).toBe(19200);
    await made(post(PLANNER, { action: 'cancel', Id: norm, reason: '并入行业标准' }));
    expect((await progress('hvacLeader', norm, { progress: '20' })).message).toBe('该项计划已取消');
    expect((await ask(PLANNER)).figures).toMatchObject({ planned: '1', done: '100.00', progress: '100.00' });
  });
});
