/** What the server works out while somebody is still filling in. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { NOTICE, noticeValues, PROJECT } from '../testing/notice.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('brings along what links give although a value elsewhere is wrong, which a draft refuses', async () => {
  const operator = await server.client.signIn('operator');
  const wrong = noticeValues({
    waterVolume: '-5',
    leaderPhone: '12',
    chemicals: [{ name: '1', useSystem: '冷却水', quantity: '0' }],
  });
  const { status, data } = await server.client.post(`${NOTICE}/Preview`, wrong, operator);
  expect(status).toBe(1);
  expect(data['record']).toMatchObject({ customerContact: expect.stringMatching(/./), leaderPhone: null });
  expect(data['record']).toHaveProperty('chemicals.0.unitPrice', expect.stringMatching(/^\d+\.\d+$/));
  const draft = await server.client.post(`${NOTICE}/Draft`, wrong, operator);
  expect(draft.status).toBe(0);
  expect(draft.errors.map(({ path }) => path)).toEqual(['waterVolume', 'leaderPhone', 'chemicals[0].quantity']);
});

it('tells nothing of a project outside the data scope of whoever asks for it', async () => {
  const operator = await server.client.signIn('operator');
  const seen = async (project: string) => {
    const { data } = await server.client.post(`${NOTICE}/Preview`, noticeValues({ project, contract: null }), operator);
    const begun = await server.client.get(`${NOTICE}/GetInitInfo`, { ProjectCode: project }, operator);
    return [data, begun.data].map(({ record }) => (record as Record<string, unknown>)['customerContact']);
  };
  const theirs = await server.client.post('/webapi/Reference/Index', { Entity: 'project', PageSize: 500 }, operator);
  const own = (theirs.data.rows as readonly { readonly value: string }[]).map(({ value }) => value);
  const { rows } = await sql<{ code: string }>`
    select code from project where code <> all(${own}) and customer_contact is not null limit 1`.execute(server.db);
  expect(await seen(PROJECT)).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
  expect(await seen(rows[0]?.code ?? '')).toEqual([null, null]);
});
