import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { serviceOf } from './services.ts';

let web: TestServer;
let bpm: TestServer;
beforeAll(async () => {
  web = await startTestServer({ services: ['web'] });
  bpm = await startTestServer({ services: ['bpm'], databaseUrl: web.databaseUrl });
});
afterAll(async () => {
  await bpm.close();
  await web.close();
});

describe('services', () => {
  it('share the work as one: who signed in at one is known to the other', async () => {
    const held = await web.client.signIn('operator');
    const here = await bpm.client.post('/bpmapi/NodeRecord/GetWaitList', { PageIndex: 1, PageSize: 5 }, held);
    expect(here).toMatchObject({ http: 200, status: 1 });
  });

  it('answer their own calls only', async () => {
    const held = await web.client.signIn('operator');
    const elsewhere = await web.client.post('/bpmapi/NodeRecord/GetWaitList', { PageIndex: 1, PageSize: 5 }, held);
    expect(elsewhere).toMatchObject({ http: 404, status: 404 });
    expect(await bpm.client.post('/webapi/Anonymous/JsEncrypt', {})).toMatchObject({ http: 404, status: 404 });
  });

  it('leave no call to nobody', () => {
    const served = new Set(web.registry.all().map((call) => serviceOf(call.contract.path)));
    expect([...served].sort()).toEqual(['bpm', 'emc', 'ops', 'pms', 'srm', 'web']);
    expect(() => serviceOf('/elsewhere/Index')).toThrow('/elsewhere/Index');
  });
});
