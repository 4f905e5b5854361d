/** What people press and write at the edges of what an approval takes, over HTTP and from two processes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, DOT, type Held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { NOTICE, noticeValues } from '../testing/notice.ts';

let server: TestServer;
let second: TestServer;
let operator: Held;
let manager: Held;

const form = (name: string, body: object, as: Held, at: Client = server.client): Promise<Reply> =>
  at.post(`${NOTICE}/${name}`, body, as);
const info = async (id: string, as: Held): Promise<Record<string, unknown>> =>
  (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, as)).data;
const task = async (id: string, as: Held): Promise<Record<string, unknown>> => {
  const { NodeRecordId, FormVersion } = await info(id, as);
  return { NodeRecordId, FormVersion };
};
const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
const put = async (name: string, bytes: Uint8Array<ArrayBuffer>, as: Held): Promise<Record<string, unknown>> =>
  (await server.client.upload('/bpmapi/ServiceResource/Upload', name, bytes, as)).data;
const submitted = async (files: readonly object[]): Promise<string> => {
  const draft = await form('Draft', noticeValues({ schemeFiles: files }), operator);
  expect((await form('Submit', draft.data, operator)).errors).toEqual([]);
  return String(draft.data['BusinessId']);
};

beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ databaseUrl: server.databaseUrl });
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
});
afterAll(async () => {
  await second.close();
  await server.close();
});

it('a signature is a picture that the signer has drawn, no paper and nobody else’s hand', async () => {
  const theirs = await put('签名.png', DOT, operator);
  const id = await submitted([await put('方案.pdf', PDF, operator), theirs]);
  const open = await task(id, manager);
  const wrong = [{ path: 'Signature', message: '签名须由您本人手写，请重新签名' }];
  const signed = (Signature: object): Promise<Reply> => form('Approve', { ...open, Signature }, manager);
  expect((await signed(await put('说明.pdf', PDF, manager))).errors).toEqual(wrong);
  // It hangs on the record, whose files the manager may see.
  expect((await signed(theirs)).errors).toEqual(wrong);
  expect((await signed({ URL: '/files/1-aaaaaaaaaaaaaaaa/x.png', Size: 1, Name: 'x.png' })).errors).toEqual(wrong);
  expect((await signed(await put('签名.png', DOT, manager))).message).toBe('');
});

describe('an opinion', () => {
  it('is kept as it was written, up to 2000 places', async () => {
    const id = await submitted([await put('方案.pdf', PDF, operator)]);
    const open = await task(id, manager);
    const back = (Opinion: string): Promise<Reply> => form('Reject', { ...open, Opinion, To: 'starter' }, manager);
    const said = async (Opinion: string) => (await back(Opinion)).errors;
    expect(await said(' \n')).toEqual([{ path: 'Opinion', message: '请填写驳回原因' }]);
    expect(await said('长'.repeat(2001))).toEqual([{ path: 'Opinion', message: '意见最多2000字' }]);
    expect((await back('空\u0000字')).status).toBe(0);
    const most = `${'好😀\u202eמלל\u202c'.repeat(250)}`.slice(0, 1999).replace(/[\ud800-\udbff]$/, '');
    expect((await back(most)).message).toBe('');
    const seen = await info(id, operator);
    const steps = seen['steps'] as { Opinion: string | null; state: string }[];
    expect(steps.find((step) => step.state === 'returned')?.Opinion).toBe(most);
  });
});

it('is urged once, whichever process is asked', async () => {
  const id = await submitted([await put('方案.pdf', PDF, operator)]);
  const { NodeRecordId } = await task(id, manager);
  const answers = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((n) =>
      form('Urge', { BusinessId: id, NodeRecordId }, operator, n % 2 === 0 ? server.client : second.client),
    ),
  );
  expect(answers.filter((one) => one.status === 1)).toHaveLength(1);
  for (const one of answers) if (one.status !== 1) expect(one.message).toMatch(/^刚催办过，.*后可再次催办$/);
});

it('signers of signers hand the to-do back one by one, also where the last is taken out', async () => {
  const id = await submitted([await put('方案.pdf', PDF, operator)]);
  const [area, director] = [
    await server.client.signIn('areaManager'),
    await server.client.signIn('operationDirector'),
  ] as const;
  const people = { manager, area, director };
  const holder = async (): Promise<readonly string[]> => {
    const seen = Object.entries(people).map(async ([name, one]) =>
      typeof (await info(id, one))['NodeRecordId'] === 'string' ? [name] : [],
    );
    return (await Promise.all(seen)).flat();
  };
  const add = async (by: Held, whom: Held): Promise<string> =>
    (await form('AddSign', { ...(await task(id, by)), UserIds: [whom.userId], Where: 'before', Opinion: '把关' }, by))
      .message;
  expect([await add(manager, area), await holder()]).toEqual(['', ['area']]);
  expect([await add(area, director), await holder()]).toEqual(['', ['director']]);
  const remove = async (by: Held, whom: Held): Promise<string> =>
    (await form('RemoveSign', { NodeRecordId: (await task(id, whom))['NodeRecordId'], UserIds: [whom.userId] }, by))
      .message;
  expect([await remove(area, director), await holder()]).toEqual(['', ['area']]);
  expect([await remove(manager, area), await holder()]).toEqual(['', ['manager']]);
  expect((await form('Approve', await task(id, manager), manager)).message).toBe('');
});
