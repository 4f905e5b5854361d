/** Views: rows within the person's scope, figures and pictures that agree with them, asks and filters that are wrong, the workbook. */
import { VIEWS } from '@hengneng/forms';
import { type Field, listFields, today, type ViewShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, held } from '../../testing/client.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { textsIn } from '../../testing/sheets.ts';

const { projectMonitors } = VIEWS;
let server: TestServer;
let admin: Held;
let manager: Held;

beforeAll(async () => {
  server = await startTestServer();
  // The walk looks at every column, those that are withheld from administrators among them.
  await sql`insert into role_class (role_id, data_class, exportable)
    select a.id, c.data_class, true from role a, role g join role_class c on c.role_id = g.id
    where a.code = 'admin' and g.code = 'generalManager' on conflict do nothing`.execute(server.db);
  admin = await server.client.signIn('admin');
  manager = await server.client.signIn('projectManager');
});
afterAll(() => server.close());

const ask = (view: ViewShape, body: object, who: Held) => server.client.json(view.calls.index, body, who);
const rowsOf = (answer: { readonly data: Record<string, unknown> }) =>
  answer.data.rows as readonly Readonly<Record<string, unknown>>[];

/** A value that a field may be asked for with; today fits what other filters are where nobody chooses: up to this month, or from it on. */
const askedOf = (field: Field): string | undefined =>
  field.type === 'month'
    ? today(new Date()).slice(0, 7)
    : field.type === 'date'
      ? today(new Date())
      : field.type === 'enum'
        ? field.options[0]
        : undefined;

describe('a view', () => {
  it.each(Object.values<ViewShape>(VIEWS).map((view) => [view.id, view] as const))(
    '%s answers rows, sorts by each column and draws its pictures',
    async (_, view) => {
      const answer = await ask(view, { Charts: true }, admin);
      expect(answer.status, answer.message).toBe(1);
      expect(Object.keys(answer.data.figures as object).sort()).toEqual(Object.keys(view.figures ?? {}).sort());
      expect(Object.keys(answer.data.charts as object).sort()).toEqual(Object.keys(view.charts ?? {}).sort());
      const bySort = listFields(view.columns).map(async (of) => {
        if (['file', 'files', 'image', 'images', 'signature', 'check'].includes(of.field.type)) return;
        const sorted = await ask(view, { SortField: of.key, SortOrder: 'desc', PageSize: 1 }, admin);
        expect(sorted.status, `${view.id}.${of.key}: ${sorted.message}`).toBe(1);
      });
      // Alone, since a value that a query leaves unused would fail it.
      const words: readonly (readonly [string, string | undefined])[] = [
        ['Keyword', '甲'],
        ...listFields(view.asks).map((of) => [of.key, askedOf(of.field)] as const),
      ];
      const byAsk = words.map(async ([name, value]) => {
        if (value === undefined) return;
        const asked = await ask(view, { [name]: value, PageSize: 1 }, admin);
        expect(asked.status, `${view.id}.${name}: ${asked.message}`).toBe(1);
      });
      await Promise.all([...bySort, ...byAsk]);
      const [sheet] = textsIn(await server.client.bytes(view.calls.export, admin, {}));
      expect(sheet?.[0]?.length).toBe(view.list.columns.length);
    },
  );

  it('shows each person the projects of their scope, and nobody without its page anything', async () => {
    const all = await ask(projectMonitors, { PageSize: 500 }, admin);
    const { rows: projects } = await sql<{ n: number }>`select count(*)::int as n from project p
      where p.state = 2 or exists (select from b_project_monitor b where b.project = p.code and b.state = '在任')`.execute(
      server.db,
    );
    expect(all.data.total).toBe(projects[0]?.n);
    const own = await ask(projectMonitors, { PageSize: 500 }, manager);
    expect(rowsOf(own).length).toBeGreaterThan(0);
    expect(rowsOf(own).length).toBeLessThan(rowsOf(all).length);
    const nobody = await server.client.signIn('cashier');
    expect((await ask(projectMonitors, {}, nobody)).status).not.toBe(1);
  });

  it('counts figures and pictures over all that matches', async () => {
    const answer = await ask(projectMonitors, { state: '空岗', PageSize: 1, Charts: true }, admin);
    const figures = answer.data.figures as Record<string, string>;
    expect(figures['vacant']).toBe(String(answer.data.total));
    const groups = (answer.data.charts as Record<string, { values: string[] }[]>)['byArea'] ?? [];
    expect(groups.reduce((sum, group) => sum + Number(group.values[1]), 0)).toBe(answer.data.total);
  });

  it('names the filter that is wrong', async () => {
    const answer = await ask(projectMonitors, { state: '没有', nope: '1' }, admin);
    expect(answer.errors.map((error) => error.path).sort()).toEqual(['nope', 'state']);
  });

  it('goes on paper as a register: what was asked for, summed, with room to sign; audited as printed', async () => {
    const print = (body: object, who: Held) =>
      fetch(server.client.url + projectMonitors.calls.export, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(who) },
        body: JSON.stringify({ ...body, Format: 'pdf' }),
      });
    const own = await ask(projectMonitors, { PageSize: 500 }, manager);
    const answer = await print({}, manager);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const text = pdfText(Buffer.from(await answer.arrayBuffer())).join('\n');
    expect(text).toContain('班长名册');
    expect(text).toContain(`${String(own.data.total)} 条`);
    expect(text).toContain('审核：');
    // What no row has takes no room.
    const vacant = await print({ state: '空岗' }, admin);
    expect(pdfText(Buffer.from(await vacant.arrayBuffer())).join('\n')).not.toContain('任期止');
    const { rows: trails } = await sql<{
      object: string;
    }>`select object from audit_log where action = '打印' order by id`.execute(server.db);
    expect(trails.map((one) => one.object)).toEqual(['班长名册', '班长名册']);
    const nobody = await server.client.signIn('cashier');
    expect((await print({}, nobody)).headers.get('content-type')).toContain('json');
  });
});
