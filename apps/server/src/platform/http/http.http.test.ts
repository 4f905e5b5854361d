import { randomUUID } from 'node:crypto';
import { SCREENS, shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NOTICE = '/bpmapi/ConstructionNotice';

describe('the envelope', () => {
  it("answers 401 with reLogin without a session, with a wrong token, and with another person's id", async () => {
    const operator = await server.client.signIn('operator');
    for (const session of [null, { userId: operator.userId, token: 'x'.repeat(43) }, { ...operator, userId: '1' }]) {
      const answer = await server.client.post(`${NOTICE}/Index`, {}, session);
      expect(answer).toMatchObject({ http: 401, status: 401, reLogin: true });
    }
  });

  it('names bad fields by their path, at HTTP 200', async () => {
    const operator = await server.client.signIn('operator');
    const answer = await server.client.post(`${NOTICE}/Index`, { PageIndex: 'x', PageSize: 0 }, operator);
    expect(answer).toMatchObject({ http: 200, status: 0 });
    expect(answer.errors.map((error) => error.path).sort()).toEqual(['PageIndex', 'PageSize']);
  });

  it('reads nested rows from a form-encoded body and from JSON alike', async () => {
    const operator = await server.client.signIn('operator');
    const record = { chemicals: [{ quantity: '1' }, { quantity: 'viel' }] };
    for (const send of ['post', 'json'] as const) {
      const answer = await server.client[send](`${NOTICE}/Draft`, record, operator);
      expect(answer.errors).toContainEqual(expect.objectContaining({ path: 'chemicals[1].quantity' }));
    }
  });

  it('says that an unknown path is none', async () => {
    expect(await server.client.post('/bpmapi/Nothing/Index', {})).toMatchObject({ http: 404, status: 404 });
  });

  it('refuses what cannot be read or stored, and is no worse for it', async () => {
    const operator = await server.client.signIn('operator');
    const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`;
    for (const body of ['{', '[1', deep, '{"Keyword":"\\u0000"}', '{"Keyword":"\\ud800"}', '"text"', 'null']) {
      const answer = await server.client.json(`${NOTICE}/Index`, body, operator);
      expect([body.slice(0, 20), answer.http]).toEqual([body.slice(0, 20), 200]);
    }
    const polluted = await server.client.post(`${NOTICE}/Index`, { '__proto__[polluted]': '1' }, operator);
    expect(polluted.status).toBe(1);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe('an intent', () => {
  const rows = async (key: string): Promise<number> => {
    const found = await sql<{ n: number }>`select count(*)::int as n from idempotency where key = ${key}`.execute(
      server.db,
    );
    return found.rows[0]?.n ?? 0;
  };

  it('sent twice is done once and answered twice, also at the same time', async () => {
    const operator = await server.client.signIn('operator');
    const key = randomUUID();
    const send = () =>
      server.client.post(`${NOTICE}/Draft`, { workType: '加药' }, operator, { 'Idempotency-Key': key });
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    answers.push(await send());
    expect(new Set(answers.map((answer) => answer.data.BusinessId)).size).toBe(1);
    expect(answers.every((answer) => answer.status === 1)).toBe(true);
    expect(await rows(key)).toBe(1);
  });

  it('with another body is a conflict', async () => {
    const operator = await server.client.signIn('operator');
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await server.client.post(`${NOTICE}/Draft`, { workType: '加药' }, operator, headers)).status).toBe(1);
    expect((await server.client.post(`${NOTICE}/Draft`, { workType: '化学清洗' }, operator, headers)).status).toBe(409);
  });

  it('of one person is not that of another', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const ids: unknown[] = [];
    for (const account of ['operator', 'operator2']) {
      const session = await server.client.signIn(account);
      const answer = await server.client.post(`${NOTICE}/Draft`, { workType: '加药' }, session, headers);
      expect(answer.message).toBe('');
      ids.push(answer.data.BusinessId);
    }
    expect(new Set(ids).size).toBe(2);
  });

  it('is answered once it is in the database, never before', async () => {
    const operator = await server.client.signIn('operator');
    for (let turn = 0; turn < 20; turn += 1) {
      const { data } = await server.client.post(`${NOTICE}/Draft`, { workType: '加药' }, operator);
      // Another connection sees what is committed, and nothing else.
      const found = await sql`select 1 from f_construction_notice where id = ${data.BusinessId}`.execute(server.db);
      expect([turn, found.rows.length]).toEqual([turn, 1]);
    }
  });

  it('has a UUID for its key', async () => {
    const operator = await server.client.signIn('operator');
    const answer = await server.client.post(`${NOTICE}/Draft`, {}, operator, { 'Idempotency-Key': 'once' });
    expect(answer).toMatchObject({ http: 200, status: 0 });
  });
});

describe('the registry', () => {
  it('declares for every call who may call it; without a session only the public ones answer', async () => {
    const open: string[] = [];
    const screens = new Set(SCREENS.map((screen) => shortCodeOf(screen.path)));
    for (const call of server.registry.all()) {
      const { access } = call.options;
      // A screen that does not exist would be closed to everybody, a missing word open to anybody.
      const names = typeof access === 'string' ? [] : [access.screen].flat();
      const declared = typeof access === 'string' ? ['public', 'signedIn'].includes(access) : names.length > 0;
      expect([call.contract.path, declared, names.filter((name) => !screens.has(name))]).toEqual([
        call.contract.path,
        true,
        [],
      ]);
      if (call.options.access === 'public') open.push(call.contract.path);
      else {
        const send = call.contract.method === 'GET' ? server.client.get : server.client.post;
        const answer = await send.call(server.client, call.contract.path, {});
        expect([call.contract.path, answer.http, answer.reLogin]).toEqual([call.contract.path, 401, true]);
      }
    }
    expect(open.sort()).toEqual([
      '/api/NoBodyShow/GetCustomer',
      '/api/NoBodyShow/MonthEnergy',
      '/bpmapi/NodeRecord/Verify',
      '/bpmapi/Questionnaire/Answer',
      '/bpmapi/Questionnaire/Challenge',
      '/bpmapi/Questionnaire/Photo',
      '/bpmapi/Questionnaire/Public',
      '/emcapi/EnergyReport/Shared',
      '/emcapi/Ingest/Batch',
      '/pmsapi/BillSuspend/PublicApply',
      '/pmsapi/BillSuspend/PublicCommunity',
      '/pmsapi/BillSuspend/PublicPhoto',
      '/pmsapi/BillSuspend/PublicRooms',
      '/pmsapi/BillSuspend/PublicState',
      '/pmsapi/BillSuspend/PublicWithdraw',
      '/pmsapi/Cashier/Verify',
      '/pmsapi/FeeAnnouncement/Open',
      '/pmsapi/FeeAnnouncement/OptOut',
      '/pmsapi/FeeAnnouncement/Receipt',
      '/pmsapi/Pay/Notify',
      '/webapi/Anonymous/Demo',
      '/webapi/Anonymous/JsEncrypt',
      '/webapi/Anonymous/Login',
      '/webapi/Anonymous/LoginByNobodyPhone',
      '/webapi/Anonymous/SendVerificationByLogin',
    ]);
  });

  it('is what the OpenAPI document lists', async () => {
    const answer = await fetch(`${server.client.url}/docs/json`);
    const document = (await answer.json()) as { paths: Record<string, object> };
    expect(Object.keys(document.paths).sort()).toEqual(
      [...new Set(server.registry.all().map((call) => call.contract.path))].sort(),
    );
  });

  it('has nothing at an address that is none', async () => {
    for (const path of ['/%zz', '/files/%', '/webapi/%E0%A4%A/Index']) {
      const answer = await fetch(server.client.url + path);
      expect([path, answer.status, await answer.json()]).toEqual([path, 404, expect.objectContaining({ status: 404 })]);
    }
  });

  it('tells whether it lives, is ready, and how it does', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await fetch(server.client.url + path)).status).toBe(200);
  });
});
