/** An approval under hard cases, over HTTP: a step of forty people, and people who come and go while it runs. */
import { MODULES } from '@hengneng/core';
import type { ChainStep, ChainText } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTICE, PROJECT, postNotice } from '../../engine/testing/notice.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { runDelegations } from '../absence/index.ts';

const { procedureId: ProcedureId } = MODULES.constructionNotice;
type Row = Record<string, unknown>;

let server: TestServer;
let admin: Held;
let operator: Held;
let crowd: readonly Held[];

const node = (path: string, body: object, as: Held = admin): Promise<Reply> =>
  server.client.post(`/bpmapi/Node/${path}`, { ProcedureId, ...body }, as);
const submitted = (by: Held = operator): Promise<string> => postNotice(server.client, by);
const info = async (id: string, as: Held): Promise<Row> =>
  (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, as)).data;
const task = async (id: string, as: Held): Promise<Row> => {
  const seen = await info(id, as);
  return { NodeRecordId: seen['NodeRecordId'], FormVersion: seen['FormVersion'] };
};
const act = (name: string, body: object, as: Held): Promise<Reply> => server.client.post(`${NOTICE}/${name}`, body, as);
const publish = async (change: (chain: ChainText) => ChainText): Promise<void> => {
  const versions = async () => (await node('GetVersions', {})).data;
  const own = ((await versions())['versions'] as Row[]).find((one) => one['version'] === 0)?.['chain'] as ChainText;
  const stamp = async () => String(((await versions())['draft'] as Row | null)?.['stamp'] ?? '');
  const saved = await node('Save', { Stamp: await stamp(), Chain: JSON.stringify(change(own)) });
  expect([saved.message, saved.errors]).toEqual(['', []]);
  const groups = ['8000', '9000', '10000'].map((totalAmount) => ({
    applicant: operator.userId,
    project: PROJECT,
    values: { totalAmount },
  }));
  const done = await node('Publish', { Stamp: await stamp(), Note: '会签', groups });
  expect([done.message, done.errors]).toEqual(['', []]);
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
  const { rows } = await sql<{ account: string }>`
    select account from app_user where state = 'active' and account <> 'operator' order by id limit 40`.execute(
    server.db,
  );
  crowd = await Promise.all(rows.map(({ account }) => server.client.signIn(account)));
  expect(crowd).toHaveLength(40);
  await publish((own) => ({
    ...own,
    steps: [
      {
        key: 's101',
        name: '全员会签',
        by: `user(${crowd.map((one) => one.userId).join(',')})`,
        mode: 'all',
        among: null,
        when: null,
        final: false,
        hours: 6,
        fieldKeys: [],
        hasRequired: false,
        nextHandlerField: null,
      } as ChainStep,
      ...own.steps,
    ],
  }));
}, 120_000);
afterAll(() => server.close());

const api = (path: string, body: object, as: Held): Promise<Reply> => server.client.post(`/bpmapi/${path}`, body, as);
const standIn = (owner: Held, delegate: Held): Promise<Reply> => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  return api('Delegation/Save', { delegate: delegate.userId, from: at(0), to: at(5) }, owner);
};
const endDelegations = async (): Promise<void> => {
  await sql`update wf_delegation set ended_at = now() where ended_at is null`.execute(server.db);
  await runDelegations(server.db, new Date());
};
const outcomes = (answers: readonly Reply[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, (one) => `${one.status} ${one.message}`)].map(([key, of]) => [key, of.length]),
  );

describe('forty people of one step', () => {
  it('press at once: every agreement counts, and the record goes on once', async () => {
    const id = await submitted();
    const tasks = await Promise.all(crowd.map((one) => task(id, one)));
    const answers = await Promise.all(crowd.map((one, at) => act('Approve', tasks[at] ?? {}, one)));
    expect(outcomes(answers)).toEqual({ '1 ': 40 });
    const seen = await info(id, operator);
    const states = (seen['steps'] as Row[]).map((step) => [step['name'], step['state']]);
    expect(states.slice(1, 3)).toEqual([
      ['全员会签', 'done'],
      ['项目经理审核', expect.stringMatching(/active|skipped/)],
    ]);
    expect(states.filter(([, state]) => state === 'active')).toHaveLength(1);
  });

  it('press at once, half of them to reject: it goes back once, and everybody else is told so', async () => {
    const id = await submitted();
    const tasks = await Promise.all(crowd.map((one) => task(id, one)));
    const answers = await Promise.all(
      crowd.map((one, at) =>
        at % 2 === 0
          ? act('Approve', tasks[at] ?? {}, one)
          : act('Reject', { ...tasks[at], Opinion: '不同意', To: 'starter' }, one),
      ),
    );
    expect(answers.filter((one, at) => at % 2 === 1 && one.status === 1)).toHaveLength(1);
    const { '1 ': done = 0, ...others } = outcomes(answers);
    expect(others).toEqual({ '409 单据已退回申请人修改，暂不能处理': 40 - done });
    const { rows } = await sql<{ open: number; kind: string }>`
      select count(*)::int as open, min(t.kind) as kind from wf_task t join wf_instance i on i.id = t.instance_id
       where i.module_id = 'constructionNotice' and i.biz_id = ${id} and t.state = 'open'`.execute(server.db);
    expect(rows).toEqual([{ open: 1, kind: 'revise' }]);
  });
});

describe('delegations', () => {
  const [a, b, c] = [5, 6, 7] as const;

  it('set up at once in a circle never close it, in whatever order they come', async () => {
    const people = [a, b, c].map((at) => crowd[at] as Held);
    for (const turn of [0, 1, 2]) {
      const pairs = people.map((one, at) => [one, people[(at + 1) % 3] ?? one] as const);
      const order = [...pairs.slice(turn), ...pairs.slice(0, turn)];
      const answers = await Promise.all(order.map(([owner, delegate]) => standIn(owner, delegate)));
      expect(answers.filter((one) => one.status === 1)).toHaveLength(2);
      expect(answers.flatMap((one) => one.errors.map((error) => error.message))).toEqual(['代理关系形成循环，请检查']);
      await endDelegations();
    }
  });

  it('give a delegate who is asked as well a say for each, taken back one by one', async () => {
    const [owner, delegate] = [crowd[a], crowd[b]] as [Held, Held];
    expect((await standIn(owner, delegate)).status).toBe(1);
    const id = await submitted();
    const [own, theirs] = [await task(id, delegate), await task(id, owner)];
    expect((await info(id, delegate))['OnBehalfOf']).toBeNull();
    expect((await act('Approve', own, delegate)).message).toBe('');
    // One's own say is none of the owner's.
    expect(await task(id, delegate)).toEqual(theirs);
    expect((await act('Approve', theirs, delegate)).message).toBe('');
    expect((await info(id, owner))['NodeRecordId']).toBeNull();
    for (const one of [own, theirs]) expect((await act('TakeBack', one, delegate)).message).toBe('');
    expect([await task(id, delegate), await task(id, owner)]).toEqual([own, theirs]);
    await endDelegations();
  });

  it('bring nobody their own record', async () => {
    const owner = crowd[a] as Held;
    expect((await standIn(owner, operator)).status).toBe(1);
    const id = await submitted();
    const theirs = await task(id, owner);
    for (const [name, more] of [
      ['Approve', {}],
      ['Reject', { Opinion: '退回', To: 'starter' }],
      ['Transfer', { Opinion: '转', UserId: crowd[b]?.userId }],
    ] as const)
      expect((await act(name, { ...theirs, ...more }, operator)).status).toBe(403);
    await endDelegations();
  });
});

it('a chain that names people is told of before one of them leaves', async () => {
  const leaver = crowd[5] as Held;
  const found = async (): Promise<Row | undefined> => {
    const seen = await server.client.json('/bpmapi/Handover/Preview', { userId: leaver.userId }, admin);
    return (seen.data['lines'] as Row[]).find((line) => line['kind'] === 'chain');
  };
  expect(await found()).toMatchObject({
    act: 'know',
    alone: false,
    note: '步骤「全员会签」另有39人处理，请在流程管理改由他人处理',
  });
  const others = crowd.filter((one) => one !== leaver && one.userId !== admin.userId).map((one) => one.userId);
  await sql`update app_user set state = 'disabled' where id = any(${others}::bigint[])`.execute(server.db);
  expect(await found()).toMatchObject({ note: '步骤「全员会签」另有1人处理，请在流程管理改由他人处理' });
});
