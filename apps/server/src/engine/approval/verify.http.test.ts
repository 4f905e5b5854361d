import { MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { postDraft, NOTICE } from '../testing/notice.ts';

const ProcedureId = MODULES.constructionNotice.procedureId;
let server: TestServer;
let operator: Held;
let manager: Held;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
  const draft = await postDraft(server.client, operator);
  id = String(draft.data['BusinessId']);
});
afterAll(() => server.close());

const print = async (): Promise<{ copy: number; code: string | null }> => {
  const body = { ProcedureId, BusinessId: [id] };
  const answer = await server.client.post('/bpmapi/NodeRecord/EditPrintNumber', body, operator);
  const [copy] = answer.data['copies'] as { copy: number; code: string | null }[];
  if (copy === undefined) throw new Error(answer.message);
  return copy;
};
const verify = (code: unknown, as: Held | null = null): Promise<Reply> =>
  server.client.get('/bpmapi/NodeRecord/Verify', { code }, as);

it('a draft carries no code; a copy of a submitted record is known by anybody who has it', async () => {
  expect(await print()).toMatchObject({ copy: 1, code: null });
  const draft = (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, operator)).data;
  expect((await server.client.post(`${NOTICE}/Submit`, draft, operator)).status).toBe(1);
  const { code, copy } = await print();
  expect(copy).toBe(2);
  const answer = await verify(code);
  expect(answer).toMatchObject({
    status: 1,
    data: {
      ProcedureId,
      BusinessId: id,
      copy: 2,
      copies: 2,
      Status: 'running',
      intact: true,
      changed: false,
      later: [],
    },
  });
  // No more than the paper itself says: no people, no amounts.
  expect(JSON.stringify(answer.data)).not.toContain('崔国栋');
});

it('what was not printed is not found, and half a code is refused in words', async () => {
  const { code } = await print();
  const other = `${'0'.repeat(32)}-2`;
  expect((await verify(other)).status).toBe(404);
  expect((await verify(`${code?.slice(0, 33)}99`)).status).toBe(404);
  for (const wrong of ['', '9f', `${code}0000000`, "' or 1=1"])
    expect((await verify(wrong)).errors).toEqual([{ path: 'code', message: '核验码不完整，请重新扫码' }]);
});

it('says what came after the print, and that the content has changed since', async () => {
  const { code } = await print();
  const open = (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, manager)).data;
  const task = { NodeRecordId: open['NodeRecordId'], FormVersion: open['FormVersion'] };
  await server.client.post(`${NOTICE}/Reject`, { ...task, To: 'starter', Opinion: '请改范围' }, manager);
  expect((await verify(code)).data).toMatchObject({ Status: 'returned', changed: false, later: [{ label: '驳回' }] });
  const back = (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, operator)).data;
  const changed = {
    ...(back['record'] as object),
    BusinessId: id,
    FormVersion: back['FormVersion'],
    workScope: '五号楼',
  };
  const saved = await server.client.json(`${NOTICE}/Draft`, changed, operator);
  expect((await server.client.post(`${NOTICE}/Submit`, saved.data, operator)).message).toBe('');
  expect((await verify(code)).data).toMatchObject({
    Status: 'running',
    intact: true,
    changed: true,
    later: [{ label: '驳回' }, { label: '提交' }],
  });
});

it('notices content and log that were changed behind the approval', async () => {
  const { code } = await print();
  expect((await verify(code)).data).toMatchObject({ intact: true });
  await sql`update f_construction_notice set work_scope = '三号楼' where id = ${id}`.execute(server.db);
  expect((await verify(code)).data).toMatchObject({ intact: false, changed: true });
});
