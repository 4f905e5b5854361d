/** What makes the audit log worth believing: seals of old years, what leaves as a PDF, who may look at what, and who is told at once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveAudit } from '../../platform/audit/archive.ts';
import { chainAudit } from '../../platform/audit/audit.ts';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Held;
let auditor: Held;
let operator: Held;

const post = (path: string, body: object, as: Held = auditor): Promise<Reply> => server.client.post(path, body, as);
type Row = Record<string, unknown>;
const rowsOf = (reply: Reply): Row[] => (reply.data.rows ?? []) as Row[];

const written = async (at: string, object: string): Promise<void> => {
  await sql`insert into audit_log (at, kind, action, object) values (${at}, '单据', '修改', ${object})`.execute(
    server.db,
  );
};
/** For what nobody may do: the triggers that forbid it are off meanwhile. */
const behindTheBack = async (table: string, work: () => Promise<unknown>): Promise<void> => {
  const trigger = `${table}_append_only`;
  await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(trigger)}`.execute(server.db);
  await work();
  await sql`alter table ${sql.table(table)} enable trigger ${sql.ref(trigger)}`.execute(server.db);
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  auditor = await server.client.signIn('auditor');
  operator = await server.client.signIn('operator');
});
afterAll(() => server.close());

describe('years that ended more than three years ago', () => {
  const NOW = new Date('2026-11-21T08:00:00Z');

  it('are sealed once, the last day of the year as China counts it, and stay as they are', async () => {
    for (const [at, object] of [
      ['2021-06-01T00:00:00Z', '旧一'],
      ['2022-12-31T15:59:59Z', '旧二'],
      ['2022-12-31T16:00:00Z', '新一'],
      ['2023-05-01T00:00:00Z', '新二'],
    ] as const)
      await written(at, object);
    const { rows: before } = await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(server.db);
    // Nothing is sealed before the chain has been there.
    expect(await archiveAudit(server.db, NOW)).toEqual([]);
    while ((await chainAudit(server.db)) > 0);
    expect(await archiveAudit(server.db, NOW)).toEqual([2021, 2022]);
    expect(await archiveAudit(server.db, NOW)).toEqual([]);
    const chain = (await post('/webapi/AuditLog/Chain', {})).data;
    expect(chain.archived).toMatchObject([
      { year: 2021, rows: 1 },
      { year: 2022, rows: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const { rows: after } = await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(server.db);
    expect(after[0]?.n).toBeGreaterThanOrEqual(before[0]?.n ?? 0);
    await expect(sql`delete from audit_archive`.execute(server.db)).rejects.toThrow('append-only');
    expect((await post('/webapi/AuditLog/Verify', {})).data).toMatchObject({ ok: true, brokenYear: null });
  });

  it('are still found, and say that they are sealed', async () => {
    const found = async (from: string, to: string) =>
      rowsOf(await post('/webapi/AuditLog/Index', { range: { from, to }, kind: '单据' })).map((row) => [
        row.object,
        row.archived,
      ]);
    expect(await found('2022-06-01', '2023-05-31')).toEqual([
      ['新二', false],
      ['新一', false],
      ['旧二', true],
    ]);
  });

  it('cannot lose a row unseen, not even the last one with its link', async () => {
    const gone = async (): Promise<void> => {
      const { rows } = await sql<{ id: string }>`select a.id from audit_log a where a.object = '旧二'`.execute(
        server.db,
      );
      const id = rows[0]?.id ?? '';
      await behindTheBack('audit_chain', () => sql`delete from audit_chain where audit_id >= ${id}`.execute(server.db));
      await behindTheBack('audit_log', () => sql`delete from audit_log where id >= ${id}`.execute(server.db));
    };
    await gone();
    expect((await post('/webapi/AuditLog/Verify', {})).data).toMatchObject({
      ok: false,
      brokenAt: null,
      brokenYear: 2022,
    });
    const { last } = (await post('/webapi/AuditLog/Chain', {})).data as { last: Row };
    expect(last).toMatchObject({ ok: false, brokenYear: 2022, by: expect.any(String) });
  });
});

describe('the export as a PDF', () => {
  const get = async (body: object, as: Held = auditor): Promise<Response> =>
    fetch(`${server.client.url}/webapi/AuditLog/Export`, {
      method: 'POST',
      headers: { ...held(as), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('carries the hashes, what the check found and how to check again; its reason is in the log', async () => {
    await written(new Date(Date.now() - 60_000).toISOString(), 'PDF-1');
    const answer = await get({ object: 'PDF-1', Format: 'pdf', reason: '季度核查' });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const text = pdfText(Buffer.from(await answer.arrayBuffer())).join('\n');
    expect(text).toContain('季度核查');
    expect(text).toContain('校验说明');
    expect(text).toContain('SHA-256');
    const { rows } = await sql<{ seq: string; hash: string }>`
      select c.seq::text, encode(c.hash, 'hex') as hash from audit_chain c join audit_log a on a.id = c.audit_id
      where a.object = 'PDF-1'`.execute(server.db);
    expect(text).toContain(`#${rows[0]?.seq}`);
    expect(text).toContain(rows[0]?.hash);
    // As the explanation says, the row is found by what stands on the paper.
    const again = rowsOf(await post('/webapi/AuditLog/Index', { object: `#${rows[0]?.seq}` }));
    expect(again.map((row) => [row.object, row.hash])).toEqual([['PDF-1', rows[0]?.hash.slice(0, 8)]]);
    const log = rowsOf(await post('/webapi/AuditLog/Index', { kind: '导出' }))[0];
    expect(log).toMatchObject({
      action: '导出 PDF',
      userId: auditor.userId,
      summary: expect.stringContaining('季度核查'),
    });
  });

  it('needs a reason, and the button', async () => {
    expect(await (await get({ Format: 'pdf' })).json()).toMatchObject({
      errors: [{ path: 'reason', message: '请填写导出原因' }],
    });
    expect(await (await get({ Format: 'pdf', reason: '好奇' }, operator)).json()).toMatchObject({ status: 403 });
    expect(await (await get({ Format: 'exe', reason: '好奇' })).json()).toMatchObject({ errors: [{ path: 'Format' }] });
  });
});

describe('sensitive values in the log', () => {
  const entry = async (): Promise<Row> => {
    const row = rowsOf(await post('/webapi/AuditLog/Index', { object: 'S-1', kind: '单据' }))[0];
    if (row === undefined) throw new Error('no row');
    return row;
  };
  const changeOf = (changes: unknown, field: string): Row | undefined =>
    (changes as Row[]).find((change) => String(change.field).includes(field));

  it('show only to who has the right, one at a time, and the look is logged', async () => {
    const module = server.engine.catalog.get('constructionNotice');
    const phone = module?.form.fields.find((of) => of.dataClass === 'phone')?.key ?? '';
    const amount = module?.form.fields.find((of) => of.dataClass === 'amount')?.key ?? '';
    const values = (number: string, money: string) => JSON.stringify({ [phone]: number, [amount]: money });
    await sql`insert into audit_log (kind, action, object, object_type, object_id, before, after) values ('单据', '修改', 'S-1',
      'constructionNotice', '7', ${values('13800000000', '1.00')}::jsonb, ${values('13900000001', '2.00')}::jsonb)`.execute(
      server.db,
    );
    const shown = await entry();
    expect(JSON.stringify(shown)).not.toContain('13900000001');
    expect(JSON.stringify(shown.changes)).toContain('2.00');
    const label = module?.form.field(phone)?.label ?? '';
    expect(changeOf(shown.changes, label)).toMatchObject({ before: '已变更', after: '已变更', openable: true });
    expect(shown.link).toContain('BusinessId=7');

    const opened = await post('/webapi/AuditLog/Reveal', { id: shown.id });
    expect(changeOf(opened.data.changes, label)).toMatchObject({ before: '13800000000', after: '13900000001' });
    const looks = rowsOf(await post('/webapi/AuditLog/Index', { kind: '敏感查看' }));
    expect(looks[0]).toMatchObject({ userId: auditor.userId, object: 'S-1', summary: expect.stringContaining(label) });
    expect((await post('/webapi/AuditLog/Reveal', { id: shown.id }, operator)).status).toBe(403);

    await sql`delete from role_class where role_id = (select id from role where code = 'auditor')`.execute(server.db);
    await sql`update app_user set permission_version = permission_version + 1 where id = ${auditor.userId}`.execute(
      server.db,
    );
    const closed = await entry();
    // The changes only: a second of the clock, 12.000, holds 2.00 too.
    expect(JSON.stringify(closed.changes)).not.toContain('2.00');
    expect(changeOf(closed.changes, label)).toMatchObject({ openable: false });
    expect((await post('/webapi/AuditLog/Reveal', { id: shown.id })).status).toBe(0);
  });
});

describe('who watches the log', () => {
  const idOf = async (code: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`select id::text from role where code = ${code}`.execute(server.db);
    return rows[0]?.id ?? '';
  };
  const admin2 = async (): Promise<string> => {
    const { rows } = await sql<{ id: string }>`select id::text from app_user where account = 'admin2'`.execute(
      server.db,
    );
    return rows[0]?.id ?? '';
  };

  it('is no administrator, whichever way the two would come together', async () => {
    const person = await admin2();
    const roles = [{ roleId: await idOf('admin') }, { roleId: await idOf('auditor') }];
    const both = await post('/webapi/UserRole/SaveUserRoles', { userId: person, roles }, admin);
    expect(both.message).toContain('审计员不能是系统管理员本人');
    const joined = await post(
      '/webapi/UserRole/SaveMembers',
      { roleId: await idOf('auditor'), add: [{ userId: person }] },
      admin,
    );
    expect(joined.message).toContain('审计员不能是系统管理员本人');
    // Nor by a role of another name that opens the log, nor by opening it to a role that an administrator holds already.
    const made = String(
      (await post('/webapi/UserRole/Save', { roleCode: 'keeper', roleName: '保管员' }, admin)).data.roleId,
    );
    await post('/webapi/UserRole/SaveMembers', { roleId: made, add: [{ userId: person }] }, admin);
    const opening = { roleId: made, grants: [{ ShortCode: 'system.audit', buttons: [3] }] };
    expect((await post('/webapi/UserRole/SaveGrants', opening, admin)).message).toContain('审计员不能是系统管理员本人');
    expect((await post('/webapi/UserRole/Detail', { roleId: made }, admin)).data.grants).toEqual([]);
  });
});

describe('open pages', () => {
  beforeEach(async () => {
    await sql`delete from live_event`.execute(server.db);
  });

  /** What a person's open page is told of the log. */
  const listening = async (session: Held) => {
    const stop = new AbortController();
    const answer = await fetch(`${server.client.url}/webapi/Events?topics=audit`, {
      headers: held(session),
      signal: stop.signal,
    });
    const heard: string[] = [];
    const read = (async () => {
      for await (const chunk of answer.body ?? []) heard.push(new TextDecoder().decode(chunk));
    })().catch(() => undefined);
    return { text: () => heard.join(''), close: async () => (stop.abort(), read) };
  };

  it('of who watches the log are told of a refusal at once, those of others are not', async () => {
    const watch = await listening(auditor);
    const other = await listening(operator);
    await post('/webapi/AuditLog/Index', {}, operator);
    await expect.poll(watch.text).toContain('拒绝访问');
    await watch.close();
    await other.close();
    expect(other.text()).not.toContain('拒绝访问');
  });

  it('are told nothing that they may not look at any more', async () => {
    await sql`update role_member set to_date = current_date - 2 where user_id = ${auditor.userId}`.execute(server.db);
    await post('/webapi/AuditLog/Index', {}, operator);
    await expect
      .poll(
        async () => (await sql<{ n: number }>`select count(*)::int as n from live_event`.execute(server.db)).rows[0]?.n,
      )
      .toBeGreaterThan(0);
    const { rows } = await sql<{ told: boolean }>`select ${auditor.userId}::bigint = any(user_ids) as told
      from live_event where topic = 'audit' order by id desc limit 1`.execute(server.db);
    expect(rows[0]?.told).toBe(false);
  });
});
