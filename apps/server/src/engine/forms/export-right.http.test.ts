/** What leaves in a workbook: of the fields that a person sees, those of groups that a role of theirs may take along. */
import { SCREENS, shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUTTONS } from '../../platform/auth/buttons.ts';
import type { Held } from '../../testing/client.ts';
import { startWithRecords, type TestServer } from '../../testing/server.ts';
import { textsIn } from '../../testing/sheets.ts';
import type { Module } from './catalog.ts';

let server: TestServer;
/** Sees every field and takes none along; sees and takes all; sees none. */
let reader: Held;
let carrier: Held;
let stranger: Held;

const CLASSES = ['amount', 'price', 'margin', 'idNo', 'phone', 'salary', 'bid'];

const become = async (account: string, classes: readonly string[], exportable: boolean): Promise<Held> => {
  const screens = SCREENS.filter((screen) => screen.module !== undefined).map((screen) => shortCodeOf(screen.path));
  const all = `{${Object.values(BUTTONS).join(',')}}`;
  await sql`with person as (update app_user set permission_version = permission_version + 1 where account = ${account} returning id),
      gone as (delete from role_member where user_id in (select id from person)),
      made as (insert into role (code, name) values (${`as${account}`}, ${`测试${account}`}) returning id),
      menus as (insert into role_menu select made.id, short_code, ${all}::integer[] from made, menu
        where short_code = any(${[...screens, 'system.users']}::text[])),
      scopes as (insert into role_scope select id, 'all' from made),
      classes as (insert into role_class select id, unnest(${[...classes]}::text[]), ${exportable} from made)
    select 1`.execute(server.db);
  await sql`insert into role_member (user_id, role_id) select u.id, r.id from app_user u, role r
    where u.account = ${account} and r.code = ${`as${account}`}`.execute(server.db);
  return server.client.signIn(account);
};

const sheets = async (path: string, session: Held, body: object = {}) =>
  textsIn(await server.client.bytes(path, session, body));

/** Fields that a list may show, by whether a right is needed for them. */
const listed = (module: Module, classified: boolean) =>
  module.form.definition.list.columns
    .flatMap((key) => module.form.field(key) ?? [])
    .filter((of) => (of.dataClass !== null) === classified);

beforeAll(async () => {
  server = await startWithRecords();
  reader = await become('researchEngineer', CLASSES, false);
  carrier = await become('legal', CLASSES, true);
  stranger = await become('purchaser', [], false);
});
afterAll(() => server.close());

describe('the workbook of a list', () => {
  it('has the columns of field groups that may leave, and says which were left out', async () => {
    const wrong: string[] = [];
    let checked = 0;
    for (const module of server.engine.catalog.all()) {
      const { api, title } = module.form.identity;
      const sensitive = listed(module, true).map((of) => of.label);
      const plain = listed(module, false).filter((of) => of.field.type !== 'signature');
      const heads = (session: Held, body: object = {}) => sheets(`${api}/Export`, session, body);
      const [kept = [], about = []] = await heads(reader);
      // What anybody may take is the same for everybody.
      const guarded = async (session: Held, body?: object) => (sensitive.length === 0 ? [] : heads(session, body));
      const [taken = []] = await guarded(carrier);
      const [hidden = []] = await guarded(stranger);
      const [asked = []] = await guarded(reader, { Columns: module.form.definition.list.columns });
      const has = (rows: readonly (readonly string[])[], label: string): boolean =>
        (rows[0] ?? []).some((cell) => cell.replace(/（[^（）]*）$/, '') === label);
      for (const label of sensitive) {
        checked += 1;
        if (has(kept, label) || has(asked, label)) wrong.push(`${title} ${label} left with who only sees it`);
        if (!has(taken, label)) wrong.push(`${title} ${label} is missing for who may take it`);
        if (has(hidden, label)) wrong.push(`${title} ${label} left with who does not even see it`);
        if (!about.some((row) => row[0]?.startsWith('未导出') && row[1]?.split('、').includes(label)))
          wrong.push(`${title} ${label}: nothing is said of its absence`);
      }
      for (const of of plain) if (!has(kept, of.label)) wrong.push(`${title} ${of.label} is missing`);
      if (sensitive.length > 0) {
        const values = taken.flat().length - kept.flat().length;
        if (values <= 0) wrong.push(`${title}: both workbooks hold as much`);
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(20);
  }, 120_000);

  it('does not change what the page shows', async () => {
    const module = server.engine.catalog.get('payment');
    const key = listed(module as Module, true)[0]?.key ?? '';
    const rows = async (session: Held) =>
      (await server.client.post(`${module?.form.identity.api ?? ''}/Index`, {}, session)).data.rows as Record<
        string,
        unknown
      >[];
    expect((await rows(reader)).some((row) => row[key] !== undefined)).toBe(true);
    expect((await rows(stranger)).some((row) => row[key] !== undefined)).toBe(false);
  });
});

describe('amounts of to-dos', () => {
  /** Everything under way waits for the person as well, who looks at it with their own rights. */
  const amounts = async (session: Held): Promise<{ page: number; workbook: number }> => {
    await sql`insert into wf_task_actor (task_id, principal, created_at)
      select a.task_id, ${`u:${session.userId}`}, min(a.created_at) from wf_task_actor a group by a.task_id
      on conflict do nothing`.execute(server.db);
    const shown: { amount: string | null }[] = [];
    for (let PageIndex = 1, more = true; more; PageIndex += 1) {
      const page = await server.client.post(
        '/bpmapi/NodeRecord/GetWaitList',
        { PageIndex: String(PageIndex), PageSize: '100' },
        session,
      );
      const rows = page.data.rows as { amount: string | null }[];
      more = rows.length > 0;
      shown.push(...rows);
    }
    const [data = []] = await sheets('/bpmapi/NodeRecord/Export', session, { Tab: 'wait' });
    const at = (data[0] ?? []).findIndex((head) => head.startsWith('金额'));
    return {
      page: shown.filter((row) => row.amount !== null).length,
      workbook: data.slice(1).filter((row) => (row[at] ?? '') !== '').length,
    };
  };

  it('are shown and leave by the same rights', async () => {
    const everything = await amounts(carrier);
    expect(everything.page).toBeGreaterThan(2);
    expect(everything.workbook).toBe(everything.page);
    expect(await amounts(reader)).toEqual({ page: everything.page, workbook: 0 });
    expect(await amounts(stranger)).toEqual({ page: 0, workbook: 0 });
  });
});

describe('phone numbers of people', () => {
  it('leave with who may take them', async () => {
    const head = async (session: Held) => (await sheets('/webapi/UserInfo/Export', session))[0]?.[0];
    expect(await head(carrier)).toContain('手机');
    expect(await head(reader)).not.toContain('手机');
  });
});
