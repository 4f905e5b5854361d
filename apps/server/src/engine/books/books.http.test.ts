/** The pages of books: by project and person, withheld columns, filters and sums, the workbook, and where an entry comes from. */
import { BOOKS, EFFECTS, receivableLedger } from '@hengneng/forms';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setValues } from '../../effects/kit/changes.ts';
import { type Held, held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { NOTICE } from '../testing/notice.ts';
import { enter, SETUP } from './entries.ts';

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let manager: Held;
let money: Held;
const ids: string[] = [];
const SOURCE = { module: 'userSettlement', id: '999999', effect: 'userSettlement.receivable' } as const;

const ask = (session: Held, body: object) => server.client.json('/webapi/Book/Index', body, session);
const rowsOf = (answer: { readonly data: Record<string, unknown> }): readonly Row[] =>
  answer.data.rows as readonly Row[];
const idOf = async (account: string): Promise<string> =>
  (await sql<{ id: string }>`select id::text from app_user where account = ${account}`.execute(server.db)).rows[0]
    ?.id ?? '';

beforeAll(async () => {
  server = await startTestServer();
  manager = await server.client.signIn('projectManager');
  money = await server.client.signIn('finance');
  // One project that this manager sees, and one that they do not.
  const { rows: seen } = await sql<{ value: string }>`select project_code as value from user_project up
    join app_user u on u.id = up.user_id where u.account = 'projectManager' limit 1`.execute(server.db);
  const own = seen[0]?.value ?? '';
  const { rows: others } = await sql<{ value: string }>`select p.code as value from project p where p.code not in
    (select project_code from user_project up join app_user u on u.id = up.user_id where u.account = 'projectManager')
    and p.manager is distinct from (select id from app_user where account = 'projectManager') limit 1`.execute(
    server.db,
  );
  const foreign = others[0]?.value ?? '';
  expect([own, foreign]).not.toContain('');
  const entry = (receivableNo: string, project: string, amount: string) => ({
    receivableNo,
    sourceKind: '其他应收' as const,
    project,
    amount,
    customerName: '测试客户',
    dueDate: '2026-05-01',
    state: '未收清' as const,
  });
  await server.db.transaction().execute(async (tx) => {
    ids.push(
      ...(await enter(
        tx,
        receivableLedger,
        [
          entry('TST-1', own, '100.10'),
          entry('TST-2', own, '0.20'),
          entry('TST-3', foreign, '7.00'),
          entry('TST-4', own, '9.00'),
        ],
        SETUP,
      )),
    );
    await setValues(tx, receivableLedger, ids[0] ?? '', { dueDate: '2026-06-01', state: '已收清' }, SOURCE);
    await sql`update b_receivable_ledger set voided = true where id = ${ids[3]}`.execute(tx);
  });
});
afterAll(() => server.close());

describe('the list of a book', () => {
  it('shows what stands, of the person’s projects; sums are exact and of everything that matches', async () => {
    const Book = 'receivableLedger';
    const mine = await ask(manager, { Book, Keyword: 'TST-', PageSize: 1 });
    expect(mine.message).toBe('');
    expect([mine.data.total, rowsOf(mine).length]).toEqual([2, 1]);
    expect((mine.data.sums as Row)['amount']).toBe('100.30');
    const all = await ask(money, { Book, Keyword: 'TST-', SortField: 'amount', SortOrder: 'asc' });
    expect(rowsOf(all).map((row) => row['receivableNo'])).toEqual(['TST-2', 'TST-3', 'TST-1']);
  });

  it('is narrowed by its columns and names a filter that is none', async () => {
    const Book = 'receivableLedger';
    const found = await ask(money, { Book, Keyword: 'TST-', state: '已收清', dueDate: { from: '2026-06-01' } });
    expect(rowsOf(found).map((row) => row['receivableNo'])).toEqual(['TST-1']);
    expect((await ask(money, { Book, nothing: '1' })).errors).toEqual([
      { path: 'nothing', message: '没有“nothing”这一列' },
    ]);
    expect((await ask(money, { Book, amount: 'x' })).errors[0]?.path).toBe('amount');
    expect((await ask(money, { Book: 'nothing' })).errors[0]?.path).toBe('Book');
  });

  it('answers every book to the administrator', async () => {
    const admin = await server.client.signIn('admin');
    for (const { id } of Object.values(BOOKS)) expect([id, (await ask(admin, { Book: id })).message]).toEqual([id, '']);
  });

  it('works for somebody of a narrow scope, whatever the book hangs on', async () => {
    const { rows } = await sql<{ id: string }>`select id::text from role where code = 'projectManager'`.execute(
      server.db,
    );
    await sql`insert into role_menu select ${rows[0]?.id}::bigint, short_code, array[3,5] from menu where short_code like 'books.%'
      on conflict do nothing`.execute(server.db);
    await sql`update app_user set permission_version = permission_version + 1`.execute(server.db);
    for (const { id } of Object.values(BOOKS))
      expect([id, (await ask(manager, { Book: id })).message]).toEqual([id, '']);
    // What hangs on a person is shown to that person, and not what hangs on others elsewhere.
    const [me, other] = [await idOf('projectManager'), await idOf('hr')];
    await sql`insert into b_prospect_follow (source_module, source_id, source_effect, follower)
      select 'setup', 0, 'setup', unnest(${[me, other]}::bigint[])`.execute(server.db);
    const followed = rowsOf(await ask(manager, { Book: 'prospectFollow' })).map((row) => row['follower']);
    expect(followed).toContain(me);
    expect(followed).not.toContain(other);
  });

  it('is closed to whoever does not hold its page', async () => {
    const operator = await server.client.signIn('operator');
    expect((await ask(operator, { Book: 'receivableLedger' })).status).toBe(403);
    expect((await server.client.json('/webapi/Book/Export', { Book: 'receivableLedger' }, operator)).status).toBe(403);
    const one = { Book: 'receivableLedger', Id: ids[0] };
    expect((await server.client.get('/webapi/Book/GetEntry', one, operator)).status).toBe(403);
  });
});

describe('an entry', () => {
  it('says who wrote and who changed it, in words', async () => {
    const answer = await server.client.get('/webapi/Book/GetEntry', { Book: 'receivableLedger', Id: ids[0] }, money);
    expect((answer.data.entry as Row)['receivableNo']).toBe('TST-1');
    const history = answer.data.history as readonly Row[];
    expect(history.map((act) => act['changes'])).toEqual([
      [],
      [
        { label: '约定付款日', before: '2026-05-01', after: '2026-06-01' },
        { label: '状态', before: '未收清', after: '已收清' },
      ],
    ]);
  });

  it('names the record that wrote it, which opens for whoever may see it', async () => {
    const operator = await server.client.signIn('operator');
    const draft = await server.client.json(`${NOTICE}/Draft`, { workType: '加药' }, operator);
    expect(draft.message).toBe('');
    const id = String(draft.data.BusinessId);
    const [effect = '', what] = Object.entries(EFFECTS).find(([name]) => name.startsWith('constructionNotice.')) ?? [];
    const entry = {
      receivableNo: 'WRITTEN-1',
      sourceKind: '其他应收',
      project: 'EMC01001',
      amount: '1',
      state: '未收清',
    } as const;
    const source = { module: 'constructionNotice', id, effect } as const;
    const [written] = await server.db.transaction().execute((tx) => enter(tx, receivableLedger, [entry], source));
    const read = async (session: Held) => {
      const answer = await server.client.get(
        '/webapi/Book/GetEntry',
        { Book: 'receivableLedger', Id: written },
        session,
      );
      return (answer.data.history as readonly Row[])[0] ?? {};
    };
    const act = await read(money);
    expect(act['what']).toBe(what);
    expect(act['record']).toMatchObject({ title: '水处理施工通知', BusinessId: id, visible: false });
    // A draft is its maker's alone.
    await sql`update f_construction_notice set applicant = ${money.userId}::bigint where id = ${id}::bigint`.execute(
      server.db,
    );
    expect((await read(money))['record']).toMatchObject({ visible: true });
  });

  it('of another project is not there', async () => {
    const answer = await server.client.get('/webapi/Book/GetEntry', { Book: 'receivableLedger', Id: ids[2] }, manager);
    expect(answer.status).toBe(404);
  });
});

it('leaves as a workbook with its totals and filters, and the export is in the log', async () => {
  const answer = await fetch(`${server.client.url}/webapi/Book/Export`, {
    method: 'POST',
    headers: { ...held(money), 'Content-Type': 'application/json' },
    body: JSON.stringify({ Book: 'receivableLedger', Keyword: 'TST-', Columns: ['receivableNo', 'amount'] }),
  });
  const [data, about] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  expect(data?.data).toEqual([
    ['应收单号', '应收金额（元）'],
    ['TST-3', 7],
    ['TST-2', 0.2],
    ['TST-1', 100.1],
    ['合计', 107.3],
  ]);
  expect(about?.data).toContainEqual(['关键字', 'TST-']);
  const { rows } = await sql<{ object: string }>`select object from audit_log where kind = '导出' and action = '导出'
    order by id desc limit 1`.execute(server.db);
  expect(rows[0]?.object).toBe('应收台账');
});
