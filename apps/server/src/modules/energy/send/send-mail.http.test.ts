/** Sent reports by e-mail: to whom, with what, once; what became of each letter; and words where there is no server of e-mail. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailSink, startMailSink, subjectOf } from '../../../platform/mail/testing/smtp-server.ts';
import type { Held, Reply } from '../../../testing/client.ts';
import { steadyMonths } from '../../../testing/energy-months.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const NOW = new Date('2026-04-20T04:00:00Z');
const PROJECT = 'EMC01001';
const WHICH = { Kind: 'client', ProjectCode: PROJECT, From: '2026-03', To: '2026-03' };
let sink: MailSink;
let server: TestServer;
let manager: Held;

const post = (path: string, body: object, who: Held = manager): Promise<Reply> =>
  server.client.json(`/emcapi/EnergyReport/${path}`, body, who);
const send = (body: object = {}, who?: Held) =>
  post('Send', { ...WHICH, Version: 1, Receivers: ['王总', 'wang@example.com'], Mail: true, ...body }, who);
interface Sent {
  readonly SendId: string;
  readonly Mails: readonly { readonly Address: string; readonly State: string; readonly Error: string }[];
}
const sends = async (): Promise<readonly Sent[]> => (await post('Sends', WHICH)).data['rows'] as readonly Sent[];
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);

/** Lets the job have everything that waits in the outbox. */
async function work(): Promise<void> {
  const job = server.jobs.find(({ name }) => name === 'report-mail');
  const { rows } = await sql<{ id: string; payload: unknown }>`
    select id::text, payload from outbox where topic = 'report-mail' order by id`.execute(server.db);
  for (const { payload } of rows) await job?.run(payload).catch(() => undefined);
}

beforeAll(async () => {
  sink = await startMailSink();
  server = await startTestServer({
    clock: () => NOW,
    mail: { url: sink.url, from: '衡能 <report@hengneng.example>', productUrl: null },
  });
  manager = await server.client.signIn('projectManager');
  await steadyMonths(server.db, PROJECT, { '2025-03': 100, '2026-02': 100, '2026-03': 104 });
  const signed = await post('Sign', { ProjectCode: PROJECT, From: '2026-03', To: '2026-03', Note: '' });
  expect(signed.data).toEqual({ Version: 1 });
}, 120_000);
afterAll(async () => {
  await server.close();
  await sink.close();
});
beforeEach(async () => {
  await sql`delete from outbox where topic = 'report-mail'`.execute(server.db);
});

describe('a report that was sent', () => {
  it('goes to addresses with the frozen sheet attached, and is told as sent', async () => {
    const answer = await send();
    expect(answer.data).toMatchObject({ Mailed: 1 });
    expect((await sends())[0]?.Mails).toMatchObject([{ Address: 'wang@example.com', State: '待发送' }]);
    await work();
    await work();
    expect(sink.taken).toHaveLength(1);
    const [letter] = sink.taken;
    if (letter === undefined) throw new Error('nothing was sent');
    expect(letter.to).toBe('wang@example.com');
    expect(subjectOf(letter)).toContain('能耗同比 2026-03 至 2026-03');
    expect(letter.content).toContain('application/pdf');
    // The link's secret is in no queue and no letter.
    const secret = String(answer.data['Token']);
    expect(letter.content).not.toContain(secret);
    const { rows } = await sql`select from outbox where payload::text like ${`%${secret}%`}`.execute(server.db);
    expect(rows).toHaveLength(0);
    const kept = await sql`select from idempotency where response::text like ${`%${secret}%`}`.execute(server.db);
    expect(kept.rows).toHaveLength(0);
    expect((await sends())[0]?.Mails).toMatchObject([{ State: '已发送', Error: '' }]);
  });

  it('says what failed, and goes out once more when somebody says so', async () => {
    const before = sink.taken.length;
    sink.expect('refuse');
    const { data } = await send({ Receivers: ['gone@example.com'] });
    await work();
    expect((await sends())[0]?.Mails).toMatchObject([{ State: '发送失败', Error: expect.stringContaining('550') }]);
    const SendId = data['SendId'];
    expect((await post('MailAgain', { SendId }, await server.client.signIn('operator'))).status).toBe(403);
    expect((await post('MailAgain', { SendId }, await server.client.signIn('projectManager3'))).status).toBe(404);
    expect((await post('MailAgain', { SendId })).data).toEqual({ Count: 1 });
    await work();
    expect((await sends())[0]?.Mails).toMatchObject([{ State: '已发送' }]);
    expect(sink.taken).toHaveLength(before + 1);
    expect((await post('MailAgain', { SendId })).message).toBe('没有发送失败的邮件');
  });

  it('is tried again where the server put it off, and told as unknown where nobody can say', async () => {
    sink.expect('busy');
    await send({ Receivers: ['busy@example.com'] });
    await work();
    expect((await sends())[0]?.Mails).toMatchObject([{ State: '待发送', Error: expect.stringContaining('451') }]);
    await work();
    expect((await sends())[0]?.Mails).toMatchObject([{ State: '已发送' }]);
    sink.expect('vanish');
    await sql`delete from outbox where topic = 'report-mail'`.execute(server.db);
    await send({ Receivers: ['lost@example.com'] });
    await work();
    expect((await sends())[0]?.Mails).toMatchObject([{ State: '结果不明' }]);
  });

  it('stays where it is once it was taken back', async () => {
    const before = sink.taken.length;
    const { data } = await send({ Receivers: ['late@example.com'] });
    await post('SendWithdraw', { SendId: data['SendId'], Reason: '发错客户' });
    await work();
    expect(sink.taken).toHaveLength(before);
    expect((await sends())[0]?.Mails).toMatchObject([{ State: '未发送', Error: '发送前已撤回或过期' }]);
    expect((await post('MailAgain', { SendId: data['SendId'] })).message).toBe('已经撤回，不能再发');
  });

  it('wants an address, and is sent by link only where nobody asked for a letter', async () => {
    expect(faults(await send({ Receivers: ['王总'] }))).toEqual(['Receivers 发邮件请至少填写一个邮箱地址']);
    expect((await send({ Mail: false })).data).toMatchObject({ Mailed: 0 });
    expect((await sends())[0]?.Mails).toEqual([]);
  });
});
