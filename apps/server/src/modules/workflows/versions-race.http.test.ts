/** Versions that are published and taken back while people submit: each record goes by one of them, to its end, and none is lost. */
import { MODULES } from '@hengneng/core';
import type { ChainStep, ChainText } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postDraft, NOTICE, PROJECT } from '../../engine/testing/notice.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const { procedureId: ProcedureId } = MODULES.constructionNotice;
const OWN = ['s1', 's2', 's3', 's4', 's5'];
const LONGER = ['s1', 's101', 's2', 's3', 's4', 's5'];

type Row = Record<string, unknown>;
let server: TestServer;
let second: TestServer;
let admin: Held;
let operator: Held;
let manager: Held;

const node = (path: string, body: object, at = server): Promise<Reply> =>
  at.client.post(`/bpmapi/Node/${path}`, { ProcedureId, ...body }, admin);
const act = (name: string, body: object, as: Held, at = server): Promise<Reply> =>
  at.client.post(`${NOTICE}/${name}`, body, as);
const info = async (id: string, as: Held): Promise<Row> =>
  (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, as)).data;
const approve = async (id: string, as: Held, at = server): Promise<Reply> => {
  const { NodeRecordId, FormVersion } = await info(id, as);
  return act('Approve', { NodeRecordId, FormVersion }, as, at);
};
const draft = async (): Promise<{ BusinessId: string; FormVersion: number }> => {
  const made = await postDraft(server.client, operator);
  return made.data as unknown as { BusinessId: string; FormVersion: number };
};

/** The chain that a record goes by, and the steps that it has been led through or stands at. */
const goesBy = async (id: string): Promise<{ chain: readonly string[]; stands: readonly string[]; open: number }> => {
  const { rows } = await sql<{ chain: string[]; stands: string[]; open: number }>`
    select (select array_agg(step ->> 'key' order by at) from jsonb_array_elements(d.chain -> 'steps') with ordinality s(step, at)) as chain,
      (select array_agg(r.node_key order by r.step_index) from wf_node_run r where r.instance_id = i.id and r.node_key <> 'start') as stands,
      (select count(*)::int from wf_task t where t.instance_id = i.id and t.state = 'open') as open
    from wf_instance i join wf_definition d on d.id = i.definition_id
   where i.module_id = 'constructionNotice' and i.biz_id = ${id} and i.status = 'running'`.execute(server.db);
  expect(rows).toHaveLength(1);
  return rows[0] ?? { chain: [], stands: [], open: 0 };
};

beforeAll(async () => {
  server = await startTestServer({ tried: false });
  second = await startTestServer({ databaseUrl: server.databaseUrl, tried: false });
  admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
  const { versions } = (await node('GetVersions', {})).data as { versions: { version: number; chain: ChainText }[] };
  const own = versions.find((one) => one.version === 0)?.chain as ChainText;
  const review = { ...own.steps[0], key: 's101', name: '财务复核', by: 'role(finance)' } as ChainStep;
  const chain = { ...own, steps: own.steps.flatMap((one, at) => (at === 0 ? [one, review] : [one])) };
  expect((await node('Save', { Stamp: '', Chain: JSON.stringify(chain) })).message).toBe('');
  const { draft: saved } = (await node('GetVersions', {})).data as { draft: { stamp: string } };
  const groups = ['8000', '9000', '10000'].map((totalAmount) => ({
    applicant: operator.userId,
    project: PROJECT,
    values: { totalAmount },
  }));
  expect((await node('Publish', { Stamp: saved.stamp, Note: '加财务复核', groups })).message).toBe('');
});
afterAll(async () => {
  await second.close();
  await server.close();
});

it('publishing and rolling back while forty are submitted leaves each with one version, to which it keeps', async () => {
  const drafts: { BusinessId: string; FormVersion: number }[] = [];
  for (let n = 0; n < 40; n += 1) drafts.push(await draft());
  const turns = async (): Promise<number> => {
    let done = 0;
    for (let turn = 0; turn < 6; turn += 1) {
      const at = turn % 2 === 0 ? server : second;
      const answer = await node('Publish', { Version: turn % 2, Note: turn % 2 === 0 ? '回滚' : '再发' }, at);
      expect(answer.message).toBe('');
      done += 1;
    }
    return done;
  };
  const [published, ...sent] = await Promise.all([
    turns(),
    ...drafts.map((one, at) => act('Submit', one, operator, at % 2 === 0 ? server : second)),
  ]);
  expect(published).toBe(6);
  expect(sent.map((one) => [one.status, one.message])).toEqual(drafts.map(() => [1, '']));
  const serials = new Set(sent.map((one) => one.data['serial']));
  expect(serials.size).toBe(40);

  const before = await Promise.all(drafts.map(({ BusinessId }) => goesBy(BusinessId)));
  for (const one of before) expect([OWN, LONGER]).toContainEqual(one.chain);
  expect(before.map(({ stands, open }) => [stands, open])).toEqual(drafts.map(() => [['s1'], 1]));

  // Whatever is published from here on, each goes on by its own.
  const [, ...agreed] = await Promise.all([
    turns(),
    ...drafts.map(({ BusinessId }, at) => approve(BusinessId, manager, at % 2 === 0 ? server : second)),
  ]);
  expect(agreed.map((one) => one.message)).toEqual(drafts.map(() => ''));
  const after = await Promise.all(drafts.map(({ BusinessId }) => goesBy(BusinessId)));
  expect(after.map(({ chain, stands, open }) => ({ chain, stands, open }))).toEqual(
    before.map(({ chain }) => ({ chain, stands: chain.slice(0, 2), open: 1 })),
  );
});
