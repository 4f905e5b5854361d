/** What somebody learns of a record that they may not see: by any command the same as by opening it, and of a draft nothing at all. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { markRecord } from './store.ts';

const API = '/bpmapi/ConstructionNotice';
const MOVES = ['Withdraw', 'Cancel', 'Urge', 'Cc', 'Draft', 'Submit'];

let server: TestServer;
let stranger: Held;
let draft: string;

beforeAll(async () => {
  server = await startTestServer();
  const operator = await server.client.signIn('operator');
  stranger = await server.client.signIn('hvacEngineer');
  const { data } = await server.client.post(`${API}/Draft`, { workType: '加药' }, operator);
  draft = String(data.BusinessId);
});
afterAll(() => server.close());

const told = async (call: string, BusinessId: string): Promise<string> => {
  const body = { BusinessId, FormVersion: '1', Opinion: '试', UserIds: stranger.userId };
  const { status, message } = await server.client.post(`${API}/${call}`, body, stranger);
  return `${status} ${message}`;
};
const opened = async (BusinessId: string): Promise<string> => {
  const { status, message } = await server.client.get(`${API}/GetInfo`, { BusinessId }, stranger);
  return `${status} ${message}`;
};

it('a draft of somebody else is as if it were not there', async () => {
  const nothing = '999999999';
  expect(await opened(draft)).toBe(await opened(nothing));
  for (const call of MOVES) expect(`${call} ${await told(call, draft)}`).toBe(`${call} ${await told(call, nothing)}`);
});

it('of a record that was sent, a command tells no more than opening it', async () => {
  const module = server.engine.catalog.all().find((one) => one.form.identity.api === API);
  if (module === undefined) throw new Error(API);
  await markRecord(server.db, module, draft, { status: 'running', serial: 'SLSG-试' });
  const answer = await opened(draft);
  expect(answer).toBe('403 您无权查看该单据');
  for (const call of MOVES.slice(0, 4)) expect(`${call} ${await told(call, draft)}`).toBe(`${call} ${answer}`);
});
