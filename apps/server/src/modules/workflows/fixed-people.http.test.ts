/** Steps that certain people handle: named before a chain holds, seen where they are gone, and never passed to others without a word. */
import { MODULES } from '@hengneng/core';
import type { ChainText } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StuckRow } from '@hengneng/contracts';
import { NOTICE, PROJECT, postNotice } from '../../engine/testing/notice.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const { procedureId: ProcedureId } = MODULES.constructionNotice;
let server: TestServer;
let admin: Held;
let operator: Held;
let engineer: Held;
let finance: Held;

type Row = Record<string, unknown>;
const post = (path: string, body: object): Promise<Reply> =>
  server.client.post(`/bpmapi/Node/${path}`, { ProcedureId, ...body }, admin);
const versions = async (): Promise<Row> => (await post('GetVersions', {})).data;
const stamp = async (): Promise<string> => String(((await versions())['draft'] as Row | null)?.['stamp'] ?? '');
/** The program's chain with its first step handled by these people, and these told in the end. */
const asking = async (by: `user(${string})`, cc: readonly `user(${string})`[] = []): Promise<ChainText> => {
  const own = ((await versions())['versions'] as Row[]).find((one) => one['version'] === 0)?.['chain'] as ChainText;
  return { ...own, steps: own.steps.map((step, at) => (at === 0 ? { ...step, by } : step)), cc: [...own.cc, ...cc] };
};
const save = async (chain: ChainText): Promise<Reply> =>
  post('Save', { Stamp: await stamp(), Chain: JSON.stringify(chain) });
const groups = ['1000', '6000', '8000'].map((totalAmount) => ({ project: PROJECT, values: { totalAmount } }));
const publish = async (): Promise<Reply> =>
  post('Publish', {
    Stamp: await stamp(),
    Note: '首步由固定人员处理',
    groups: groups.map((one) => ({ ...one, applicant: operator.userId })),
  });
const gone = async (as: Held, state: 'disabled' | 'active'): Promise<unknown> =>
  sql`update app_user set state = ${state} where id = ${as.userId}`.execute(server.db);
const found = async (): Promise<readonly StuckRow[]> =>
  ((await server.client.post('/bpmapi/Stuck/Index', {}, admin)).data['rows'] as StuckRow[]).filter(
    (row) => row.kind === 'fixed',
  );
const first = async (id: string): Promise<Row | undefined> =>
  ((await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, operator)).data['steps'] as Row[])[1];
const people = (step: Row | undefined): unknown[] => ((step?.['handlers'] ?? []) as Row[]).map((one) => one['UserId']);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
  engineer = await server.client.signIn('waterEngineer');
  finance = await server.client.signIn('finance');
});
afterAll(() => server.close());

it('are not left open: a step or copy that names nobody is refused, at the place', async () => {
  expect((await save(await asking('user()'))).errors).toEqual([
    { path: 'steps[0].by', message: '步骤「项目经理审核」选了固定人员，还没有指定是谁' },
  ]);
  expect((await save(await asking(`user(${engineer.userId})`, ['user()']))).errors).toMatchObject([
    { message: '抄送选了固定人员，还没有指定是谁' },
  ]);
  expect((await versions())['draft']).toBeNull();
});

it('are refused at publishing where one has left since the draft was saved', async () => {
  expect(await save(await asking(`user(${engineer.userId},${finance.userId})`))).toMatchObject({ status: 1 });
  await gone(finance, 'disabled');
  expect((await publish()).errors).toEqual([{ path: 'steps[0].by', message: '指定的人员不存在或已停用' }]);
  await gone(finance, 'active');
  expect(await publish()).toMatchObject({ status: 1 });
});

it('are listed as stuck once one of them is gone, and the record says who is asked instead, and why', async () => {
  expect(await found()).toEqual([]);
  await gone(finance, 'disabled');
  expect(await found()).toMatchObject([
    {
      ProcedureId,
      BusinessId: '',
      step: '项目经理审核',
      note: expect.stringMatching(/^固定人员.+已停用，由其余人员处理$/),
    },
  ]);
  const some = await first(await postNotice(server.client, operator));
  expect(people(some)).toEqual([engineer.userId]);
  expect(some?.['why']).toMatch(/固定人员.+已停用，由其余人员处理$/);
  await gone(engineer, 'disabled');
  expect((await found())[0]?.note).toMatch(/^固定人员.+、.+已停用，没有其他人，单据到这里按“无处理人”的设置处理$/);
  const none = await first(await postNotice(server.client, operator));
  expect(none?.['why']).toMatch(/^固定人员.+、.+已停用，上报区域经理：/);
  expect(people(none)).not.toContain(engineer.userId);
  const repair = { kind: 'fixed', key: '0', reason: '换人' };
  expect(await server.client.post('/bpmapi/Stuck/Repair', repair, admin)).toMatchObject({
    status: 0,
    message: '请在流程设置中改换固定人员，再发布流程；已在途的旧版单据可在那里迁移到新版',
  });
});

it('are listed for records on their way by an older version as well, as far as that is still before them', async () => {
  await gone(engineer, 'active');
  await gone(finance, 'active');
  // The second step is before the record: the first one, asked already, is no more.
  const own = await asking(`user(${engineer.userId})`);
  const steps = own.steps.map((step, at) => (at === 1 ? { ...step, by: `user(${finance.userId})` as const } : step));
  expect(await save({ ...own, steps })).toMatchObject({ status: 1 });
  expect(await publish()).toMatchObject({ status: 1 });
  const old = await postNotice(server.client, operator);
  expect(await save(await asking(`user(${engineer.userId})`))).toMatchObject({ status: 1 });
  expect(await publish()).toMatchObject({ status: 1 });
  expect(await found()).toEqual([]);
  await gone(finance, 'disabled');
  const rows = await found();
  expect(rows).toMatchObject([
    {
      ProcedureId,
      BusinessId: old,
      step: own.steps[1]?.name,
      note: expect.stringMatching(/^固定人员.+已停用，没有其他人，.+（按提交时的旧版流程）$/),
    },
  ]);
  await gone(engineer, 'disabled');
  // Who had the first step is found in the chain in force; of the old record that step is past.
  expect((await found()).map((row) => [row.BusinessId, row.step])).toEqual([
    ['', own.steps[0]?.name],
    [old, own.steps[1]?.name],
  ]);
});
