/** What the server works out while somebody is still filling in. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { NOTICE, noticeValues } from '../testing/notice.ts';

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
