import { seenDays } from '@hengneng/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeValues } from '../../engine/testing/notice.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { Walk } from '../../testing/walk.ts';

let server: TestServer;
let admin: Held;
const DAY_MS = 86_400_000;

const read = async (year: number, as: Held = admin): Promise<Reply> =>
  server.client.json('/webapi/WorkCalendar/Index', { year }, as);
const save = (year: number, days: unknown, as: Held = admin): Promise<Reply> =>
  server.client.json('/webapi/WorkCalendar/Save', { year, days }, as);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
});
afterAll(() => server.close());

describe('the calendar of working days', () => {
  it('knows this year, and goes by the weekends where nothing is entered', async () => {
    expect((await read(2026)).data).toMatchObject({ workdays: 248, setBy: null });
    expect((await read(2027)).data).toMatchObject({ days: [], workdays: 261 });
    const stranger = await server.client.signIn('operator');
    expect((await read(2026, stranger)).status).toBe(403);
    expect((await save(2027, [], stranger)).status).toBe(403);
  });

  it('names the year that begins soon and is not entered', async () => {
    const yearIn = (days: number): number => new Date(Date.now() + days * DAY_MS + 8 * 3_600_000).getUTCFullYear();
    const near = yearIn(60);
    const entered = async (year: number): Promise<unknown> => {
      await sql`insert into work_calendar (day, off, name) values (make_date(${year}, 1, 1), true, '元旦') on conflict do nothing`.execute(
        server.db,
      );
      return (await read(2025)).data['missing'];
    };
    await entered(yearIn(0));
    const kept = await sql<{ day: string; off: boolean; name: string }>`
      delete from work_calendar where extract(year from day) = ${near}::int returning day::text, off, name`.execute(
      server.db,
    );
    expect((await read(2025)).data['missing']).toBe(near);
    expect(await entered(near)).toBeNull();
    await sql`delete from work_calendar where extract(year from day) = ${near}::int`.execute(server.db);
    await sql`insert into work_calendar (day, off, name)
      select * from jsonb_to_recordset(${JSON.stringify(kept.rows)}::jsonb) as c(day date, off boolean, name text)`.execute(
      server.db,
    );
  });

  it('says which day is none', async () => {
    const message = async (...days: object[]) => (await save(2097, days)).errors[0];
    expect(await message({ day: '2096-01-01', off: true, name: '元旦' })).toEqual({
      path: 'days[0].day',
      message: '2096-01-01 不在 2097 年内',
    });
    const newYear = { day: '2097-01-01', off: true, name: '元旦' };
    expect((await message(newYear, newYear))?.message).toBe('2097-01-01 重复');
    expect((await message({ day: '2097-01-04', off: false, name: '调休' }))?.message).toBe(
      '2097-01-04 本来就是工作日，无需设为调休上班',
    );
    expect((await message({ day: '2097-02-30', off: true, name: '春节' }))?.path).toBe('days[0].day');
    expect((await message({ ...newYear, name: ' ' }))?.message).toBe('请填写名称');
    expect((await read(2097)).data['days']).toEqual([]);
  });

  it('is saved by years, and moves what people have to do by', async () => {
    const walk = new Walk(server, 'constructionNotice');
    const id = await walk.draft('operator', noticeValues({ schemeFiles: [await walk.file('operator')] }));
    expect((await walk.submit('operator', id)).message).toBe('');
    const due = async () => {
      const { rows } = await sql<{ task: Date; run: Date; remind: Date }>`
        select t.due_at as task, r.due_at as run, t.remind_at as remind from wf_task t join wf_node_run r on r.id = t.run_id
          join wf_instance i on i.id = t.instance_id where i.module_id = 'constructionNotice' and i.biz_id = ${id} and t.state = 'open'`.execute(
        server.db,
      );
      return rows[0];
    };
    const before = await due();
    // The day on which it is due becomes a holiday.
    const day = new Date((before?.task.getTime() ?? 0) + 8 * 3_600_000).toISOString().slice(0, 10);
    const year = Number(day.slice(0, 4));
    const known = (await read(year)).data['days'] as { day: string }[];
    const answer = await save(year, [...known.filter((one) => one.day !== day), { day, off: true, name: '停产检修' }]);
    expect(answer.message).toBe('');
    expect(Number(answer.data['tasks'])).toBeGreaterThan(0);
    const after = await due();
    expect((after?.task.getTime() ?? 0) - (before?.task.getTime() ?? 0)).toBeGreaterThanOrEqual(DAY_MS);
    expect(after?.run).toEqual(after?.task);
    expect((await read(year)).data).toMatchObject({ setBy: '周岚' });
    // Back as it was, everything is due when it had been.
    expect((await save(year, known)).data['tasks']).toBe(answer.data['tasks']);
    expect(await due()).toEqual(before);
    const { rows } = await sql<{
      n: string;
    }>`select count(*) as n from audit_log where action = '修改工作日历'`.execute(server.db);
    expect(rows[0]?.n).toBe('2');
  });

  it('is not saved over what another administrator has saved since it was opened', async () => {
    const days = [{ day: '2029-01-01', off: true, name: '元旦' }];
    const first = seenDays([]);
    expect(
      (await server.client.json('/webapi/WorkCalendar/Save', { year: 2029, days, seen: first }, admin)).status,
    ).toBe(1);
    const other = [{ day: '2029-05-01', off: true, name: '劳动节' }];
    const late = await server.client.json('/webapi/WorkCalendar/Save', { year: 2029, days: other, seen: first }, admin);
    expect(late).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^2029 年的工作日历刚被.+修改，请核对后再保存$/),
    });
    expect((await read(2029)).data['days']).toEqual(days);
    const both = [...days, ...other];
    const seen = seenDays(days);
    expect(
      (await server.client.json('/webapi/WorkCalendar/Save', { year: 2029, days: both, seen }, admin)).status,
    ).toBe(1);
    expect((await read(2029)).data['days']).toEqual(both);
    await save(2029, []);
  });
});
