/** What goes wrong around an approval: a role that loses its people between steps, an undo that comes too late or over midnight, a batch of which parts are refused. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DOT, type Held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { NOTICE, noticeValues } from '../testing/notice.ts';
import { brokenInvariants } from './testing/world.ts';

type Row = Record<string, unknown>;
let server: TestServer;
let operator: Held;
let manager: Held;
let engineer: Held;
let scheme: Row;
/** Set by what is about a certain moment; else the time goes on as it does. */
let at: Date | null = null;

const form = (name: string, body: object, as: Held): Promise<Reply> =>
  server.client.post(`${NOTICE}/${name}`, body, as);
const info = async (id: string, as: Held): Promise<Row> =>
  (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, as)).data;
const task = async (id: string, as: Held): Promise<Row> => {
  const { NodeRecordId, FormVersion } = await info(id, as);
  return { NodeRecordId, FormVersion };
};
const ADVICE = { engineerAdvice: '照办', targetIndex: 'pH8' };
const approve = async (id: string, as: Held, more: object = {}): Promise<Reply> =>
  form('Approve', { ...(await task(id, as)), ...more }, as);
const drafted = async (more: Row = {}): Promise<Row> => {
  const draft = await form('Draft', noticeValues({ schemeFiles: [scheme], ...more }), operator);
  expect([draft.message, draft.errors]).toEqual(['', []]);
  return draft.data;
};
const submitted = async (more: Row = {}): Promise<string> => {
  const draft = await drafted(more);
  expect((await form('Submit', draft, operator)).message).toBe('');
  return String(draft['BusinessId']);
};
const standing = async (id: string): Promise<Row | undefined> =>
  ((await info(id, operator))['steps'] as Row[]).find((step) => step['state'] === 'active');
const askedAt = async (id: string): Promise<readonly unknown[]> =>
  (((await standing(id)) ?? {})['handlers'] as Row[]).map((one) => one['UserId']);

beforeAll(async () => {
  server = await startTestServer({ tried: false, clock: () => at ?? new Date() });
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
  engineer = await server.client.signIn('waterEngineer');
  const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
  scheme = (await server.client.upload('/bpmapi/ServiceResource/Upload', '方案.pdf', pdf, operator)).data;
});
beforeEach(() => {
  at = null;
});
afterAll(() => server.close());

describe('a role that loses all its people', () => {
  const members = (): Promise<{ rows: { user_id: string; role_id: string }[] }> =>
    sql<{ user_id: string; role_id: string }>`select m.user_id::text, m.role_id::text from role_member m
      join role r on r.id = m.role_id where r.code = 'waterEngineer'`.execute(server.db);
  /** Does something while the role is empty. */
  const emptied = async (work: () => Promise<void>): Promise<void> => {
    const { rows } = await members();
    expect(rows.length).toBeGreaterThan(0);
    await sql`delete from role_member using role r where r.id = role_id and r.code = 'waterEngineer'`.execute(
      server.db,
    );
    await work();
    for (const one of rows)
      await sql`insert into role_member (user_id, role_id) values (${one.user_id}, ${one.role_id})`.execute(server.db);
  };

  it('before their step is reached: it goes up, says why, and no further step is lost', async () => {
    const id = await submitted();
    await emptied(async () => {
      expect((await approve(id, manager)).message).toBe('');
      const area = await server.client.signIn('areaManager');
      const step = await standing(id);
      expect(step).toMatchObject({
        name: '水质工程师审核',
        why: expect.stringContaining('没有在职人员，上报区域经理'),
      });
      expect(await askedAt(id)).toContain(area.userId);
      // What the step has to fill in is asked of whoever has it now.
      expect((await approve(id, area)).errors[0]).toMatchObject({ path: 'engineerAdvice' });
      expect((await approve(id, area, ADVICE)).message).toBe('');
    });
    expect(await standing(id)).toMatchObject({ name: '安全员审核' });
    expect(await brokenInvariants(server.db, id)).toEqual([]);
  });

  it('while they have the to-do: who was asked may still decide, and so may who comes after a return', async () => {
    const id = await submitted();
    expect((await approve(id, manager)).message).toBe('');
    const before = await askedAt(id);
    expect(before).toContain(engineer.userId);
    await emptied(async () => {
      expect(await askedAt(id)).toEqual(before);
      const back = { ...(await task(id, engineer)), Opinion: '请核对', To: 'previous', Resume: 'replay' };
      expect((await form('Reject', back, engineer)).message).toBe('');
      expect(await standing(id)).toMatchObject({ name: '项目经理审核' });
      expect((await approve(id, manager)).message).toBe('');
      // Asked for anew, the role has nobody: the step is not given to those who were its people.
      expect(await askedAt(id)).not.toContain(engineer.userId);
    });
    expect(await standing(id)).toMatchObject({ name: '水质工程师审核' });
    expect(await brokenInvariants(server.db, id)).toEqual([]);
  });
});

describe('an undo', () => {
  it('after the next person acted is refused, names them, and changes nothing', async () => {
    const id = await submitted();
    const own = await task(id, manager);
    const agreed = await form('Approve', own, manager);
    expect(agreed.message).toBe('');
    expect((await approve(id, engineer, ADVICE)).message).toBe('');
    const seen = await info(id, operator);
    const late = await form('TakeBack', { NodeRecordId: own['NodeRecordId'] }, manager);
    expect([late.status, late.message]).toEqual([0, expect.stringMatching(/^已由.+处理，不能拿回$/)]);
    expect(await info(id, operator)).toEqual(seen);
    expect((await info(id, manager))['takeBackId']).toBeNull();
  });

  it('however often it is pressed, leaves the record as nobody had handled it: its applicant may take it back', async () => {
    const id = await submitted();
    const own = await task(id, manager);
    for (let round = 0; round < 3; round += 1) {
      expect((await form('Approve', own, manager)).message).toBe('');
      expect((await form('Withdraw', { BusinessId: id }, operator)).message).toMatch(/^已由.+处理，不能撤回$/);
      expect((await form('TakeBack', { NodeRecordId: own['NodeRecordId'] }, manager)).message).toBe('');
      expect((await info(id, operator))['allowedActions']).toContain('Withdraw');
    }
    // Sent back to them by the next, it was handled, whatever is undone afterwards.
    expect((await form('Approve', own, manager)).message).toBe('');
    const back = { ...(await task(id, engineer)), Opinion: '请核对', To: 'previous', Resume: 'replay' };
    expect((await form('Reject', back, engineer)).message).toBe('');
    const again = await task(id, manager);
    expect((await form('Approve', again, manager)).message).toBe('');
    expect((await form('TakeBack', { NodeRecordId: again['NodeRecordId'] }, manager)).message).toBe('');
    expect((await form('Withdraw', { BusinessId: id }, operator)).message).toMatch(/^已由.+处理，不能撤回$/);
    expect(await brokenInvariants(server.db, id)).toEqual([]);
  });

  it('pressed at the moment in which the next person acts: one of both is through, the other is told', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await submitted();
      const own = await task(id, manager);
      expect((await form('Approve', own, manager)).message).toBe('');
      const next = { ...(await task(id, engineer)), ...ADVICE };
      const answers = await Promise.all([
        form('TakeBack', { NodeRecordId: own['NodeRecordId'] }, manager),
        form('Approve', next, engineer),
      ]);
      expect(answers.filter((one) => one.status === 1)).toHaveLength(1);
      expect(answers.find((one) => one.status !== 1)?.message).toMatch(/处理|拿回/);
      const [back] = answers;
      expect(await standing(id)).toMatchObject({ name: back.status === 1 ? '项目经理审核' : '安全员审核' });
      expect(await brokenInvariants(server.db, id)).toEqual([]);
    }
  });

  it('works across midnight and the end of a month for its ten seconds, at the very end of a chain, too', async () => {
    at = new Date('2027-01-31T23:59:00+08:00');
    const id = await submitted();
    for (const [as, more] of [
      [manager, {}],
      [engineer, ADVICE],
      [await server.client.signIn('safetyOfficer'), { safetyBriefed: 'true' }],
    ] as const)
      expect((await approve(id, as, more)).message).toBe('');
    const own = await task(id, operator);
    const photo = await server.client.upload('/bpmapi/ServiceResource/Upload', '完工.png', DOT, operator);
    const done = {
      ...own,
      actualStart: '2027-01-30 08:00',
      actualFinish: '2027-01-30 18:00',
      workResult: '达标',
      finishPhotos: [photo.data],
    };
    const ending = async (moment: string): Promise<Reply> => {
      at = new Date(moment);
      return form('Approve', { ...done, FormVersion: (await info(id, operator))['FormVersion'] }, operator);
    };
    const undo = (moment: string): Promise<Reply> => {
      at = new Date(moment);
      return form('TakeBack', { NodeRecordId: own['NodeRecordId'] }, operator);
    };
    const first = await ending('2027-01-31T23:59:55+08:00');
    expect([first.message, first.errors, first.data['Status']]).toEqual(['', [], 'approved']);
    const undone = await undo('2027-02-01T00:00:04+08:00');
    expect([undone.message, undone.data['Status']]).toEqual(['', 'running']);
    expect(await standing(id)).toMatchObject({ name: '执行反馈' });
    expect((await ending('2027-02-01T00:00:05+08:00')).data['Status']).toBe('approved');
    expect((await undo('2027-02-01T00:00:16+08:00')).message).toContain('单据已审批通过');
    expect(await brokenInvariants(server.db, id)).toEqual([]);
  });
});

it('what waits for the approval of a record does not hold the record meanwhile: whoever is at it goes on', async () => {
  const draft = await drafted();
  const table = server.engine.catalog.get('constructionNotice')?.sql.table ?? '';
  const beside = (call: () => Promise<Reply>) =>
    server.db.transaction().execute(async (tx) => {
      await sql`select from wf_instance where module_id = 'constructionNotice' and biz_id = ${draft['BusinessId']} for update`.execute(
        tx,
      );
      const answer = call();
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
          return rows.length;
        })
        .toBe(1);
      await sql`select from ${sql.raw(table)} where id = ${draft['BusinessId']} for update nowait`.execute(tx);
      return { answer };
    });
  const saved = await beside(() =>
    form('Draft', { ...noticeValues({ schemeFiles: [scheme] }), ...draft, siteLeader: '王五' }, operator),
  );
  expect((await saved.answer).message).toBe('');
  const sent = await beside(async () => form('Submit', (await saved.answer).data, operator));
  expect((await sent.answer).message).toBe('');
});

it('who is brought into a step reads there what they were told', async () => {
  const id = await submitted();
  const [area, safety] = [await server.client.signIn('areaManager'), await server.client.signIn('safetyOfficer')];
  const { rows } = await sql<{
    name: string;
  }>`select user_name as name from app_user where id = ${manager.userId}`.execute(server.db);
  const [{ name } = { name: '' }] = rows;
  const said = async (): Promise<readonly unknown[]> =>
    (((await standing(id)) ?? {})['handlers'] as Row[]).map((one) => one['asked']);
  expect(await said()).toEqual([null]);
  const delegated = { ...(await task(id, manager)), UserId: area.userId, Opinion: '请看：费用' };
  expect((await form('Delegate', delegated, manager)).message).toBe('');
  expect(await said()).toEqual([`${name}委派：请看：费用`, null]);
  expect((await form('Approve', { ...(await task(id, area)), Opinion: '可行' }, area)).message).toBe('');
  const handed = { ...(await task(id, manager)), UserId: safety.userId, Opinion: '由你定' };
  expect((await form('Transfer', handed, manager)).message).toBe('');
  expect((await said()).at(-1)).toBe(`${name}转办：由你定`);
});

it('a batch of two hundred answers each by itself: what is refused keeps nothing else from going', async () => {
  const fresh: Row[] = [];
  for (let n = 0; n < 200; n += 1) {
    const dose = { name: '1', useSystem: '冷却水', quantity: '10', unitPrice: '600' };
    const draft = await drafted({ chemicals: n % 40 === 7 ? [dose] : [] });
    expect((await form('Submit', draft, operator)).message).toBe('');
    fresh.push(draft);
  }
  const wanted = new Set(fresh.map((one) => String(one['BusinessId'])));
  const list = await server.client.post('/bpmapi/NodeRecord/GetWaitList', { PageSize: 500 }, manager);
  const listed = (list.data['rows'] as Row[]).filter((row) => wanted.has(String(row['BusinessId'])));
  expect(listed).toHaveLength(200);
  // The person has the list on the screen; then others act.
  const idOf = (row: Row): string => String(row['BusinessId']);
  const dear = listed.filter((row) => row['batchable'] === false);
  expect(dear).toHaveLength(5);
  const plain = listed.filter((row) => row['batchable'] === true);
  const withdrawn = plain.slice(0, 5);
  const handed = plain.slice(5, 10);
  const changed = plain.slice(10, 15);
  for (const row of withdrawn) expect((await form('Withdraw', { BusinessId: idOf(row) }, operator)).message).toBe('');
  const area = await server.client.signIn('areaManager');
  for (const row of handed)
    expect(
      (await form('Transfer', { NodeRecordId: row['NodeRecordId'], UserId: area.userId, Opinion: '请代看' }, manager))
        .message,
    ).toBe('');
  for (const row of changed) {
    const back = { NodeRecordId: row['NodeRecordId'], FormVersion: row['FormVersion'], Opinion: '请改', To: 'starter' };
    expect((await form('Reject', back, manager)).message).toBe('');
    const { FormVersion } = await info(idOf(row), operator);
    const again = await form('Draft', { BusinessId: idOf(row), FormVersion, siteLeader: '王五' }, operator);
    expect((await form('Submit', again.data, operator)).message).toBe('');
  }

  const answers = new Map<string, Reply>();
  for (let from = 0; from < listed.length; from += 20)
    await Promise.all(
      listed.slice(from, from + 20).map(async (row) => {
        const { NodeRecordId, FormVersion } = row;
        answers.set(
          idOf(row),
          await form('Approve', { NodeRecordId, FormVersion, Batch: true, Opinion: '同意' }, manager),
        );
      }),
    );
  const said = (rows: readonly Row[]): readonly string[] => [
    ...new Set(rows.map((row) => `${answers.get(idOf(row))?.status} ${answers.get(idOf(row))?.message}`)),
  ];
  expect(said(dear)).toEqual(['0 该单金额较大，请单独处理']);
  expect(said(withdrawn)).toEqual(['409 单据已被申请人撤回']);
  for (const text of said(handed)) expect(text).toMatch(/^409 已由您于.+转给.+处理$/);
  for (const text of said(changed)) expect(text).toMatch(/^409 /);
  const refused = new Set([...dear, ...withdrawn, ...handed, ...changed].map(idOf));
  const through = listed.filter((row) => !refused.has(idOf(row)));
  expect(said(through)).toEqual(['1 ']);
  expect(through).toHaveLength(180);

  const { rows } = await sql<{ step: string | null; n: number }>`
    select (select r.name from wf_node_run r where r.id = i.current_run) as step, count(*)::int as n from wf_instance i
     where i.module_id = 'constructionNotice' and i.biz_id = any(${[...wanted]}::bigint[]) and i.status = 'running' group by 1 order by 2`.execute(
    server.db,
  );
  expect(rows).toEqual([
    { step: '项目经理审核', n: 15 },
    { step: '水质工程师审核', n: 180 },
  ]);
  for (const id of refused) expect(await brokenInvariants(server.db, id)).toEqual([]);
});
