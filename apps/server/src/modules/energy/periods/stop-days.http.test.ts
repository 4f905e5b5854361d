/** 停机日, 必录类别 and 缺录提醒 over the wire: what is due, what is a gap, and who is told once. */
import { addDays, CHINA, dayAt, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { remindOfMissing } from '../readings/index.ts';

const PROJECT = 'EMC01002';
/** Ten in the morning in China. */
const NOW = new Date('2026-04-20T02:00:00Z');
const TODAY = dayAt(NOW.getTime(), CHINA);
let server: TestServer;
let manager: Held;
let operator: Held;

const call = (name: string, body: object, who: Held): Promise<Reply> =>
  server.client.json(`/emcapi/DataEntry/${name}`, { ProjectCode: PROJECT, ...body }, who);
const stop = (body: object, who = manager) =>
  call('InsertProjectSetUp', { SetType: 'stopDays', Action: 'add', Reason: '检修', ...body }, who);
const faults = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
interface Cell {
  readonly Date: string;
  readonly Due: number;
}
/** What was due by day, of the month that is over. */
const dueOf = async (day: string): Promise<number | undefined> => {
  const { data } = await call('GetDataMessageByType', { Type: 'progress', Month: day.slice(0, 7) }, manager);
  return (data['Calendar'] as readonly Cell[]).find((cell) => cell.Date === day)?.Due;
};
const missingOn = async (day: string): Promise<number> => {
  const { data } = await call('GetDataMessageByType', { Type: 'missing', Month: day.slice(0, 7) }, manager);
  return (data['rows'] as readonly { GapFrom: string; GapTo: string }[]).filter(
    ({ GapFrom, GapTo }) => GapFrom <= day && day <= GapTo,
  ).length;
};
const meterDue = async (day: string): Promise<number> =>
  Number(
    (
      await sql<{ due: number }>`select coalesce(sum(due), 0)::int as due from meter_day
        where project_code = ${PROJECT} and day = ${day}`.execute(server.db)
    ).rows[0]?.due,
  );
const settings = (more: object) =>
  sql`insert into operational_setting ${sql.raw(`(project_code, valid_from, ${Object.keys(more).join(', ')})`)}
    values (${PROJECT}, '2020-01-01', ${sql.join(Object.values(more))})
    on conflict (project_code, valid_from) do update set ${sql.raw(
      Object.keys(more)
        .map((key) => `${key} = excluded.${key}`)
        .join(', '),
    )}`.execute(server.db);
interface Told {
  readonly kind: string;
  readonly account: string;
  readonly title: string;
}
const told = async (): Promise<readonly Told[]> =>
  (
    await sql<Told>`select m.kind, u.account, m.title from message m join app_user u on u.id = m.user_id
      where m.kind in ('缺录提醒', '缺录逾期') order by m.id`.execute(server.db)
  ).rows;

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [manager, operator] = await Promise.all([server.client.signIn('projectManager'), server.client.signIn('operator')]);
  await sql`update meter set used_from = '2026-03-01' where project_code = ${PROJECT}`.execute(server.db);
  await sql`delete from stop_day where project_code = ${PROJECT}`.execute(server.db);
}, 120_000);
afterAll(() => server.close());

describe('days of standstill', () => {
  const DAY = '2026-04-10';

  it('ask for nothing and are no gap, until they are taken back', async () => {
    const [due, gaps] = [await dueOf(DAY), await missingOn(DAY)];
    expect(due).toBeGreaterThan(0);
    expect(gaps).toBeGreaterThan(0);
    expect((await stop({ From: DAY, To: addDays(DAY, 1) })).data).toEqual({ Days: 2 });
    await drainQueue(server.db);
    expect([await dueOf(DAY), await missingOn(DAY), await meterDue(DAY)]).toEqual([0, 0, 0]);
    expect(await dueOf(addDays(DAY, -1))).toBe(due);
    const shown = await call('GetProjectSetUp', { SetType: 'stopDays', Year: '2026' }, manager);
    expect(shown.data['rows']).toMatchObject([
      { Day: addDays(DAY, 1), Reason: '检修', Used: 0, Locked: false },
      { Day: DAY, Reason: '检修', Used: 0, Locked: false },
    ]);
    expect((await stop({ Action: 'remove', From: DAY, To: DAY })).data).toEqual({ Days: 1 });
    await drainQueue(server.db);
    expect([await dueOf(DAY), await missingOn(DAY)]).toEqual([due, gaps]);
    expect(await dueOf(addDays(DAY, 1))).toBe(0);
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where action like '%停机日' order by id`.execute(server.db);
    expect(rows.map(({ action }) => action)).toEqual(['登记停机日', '取消停机日']);
  });

  it('say what is wrong at its field, and are not for everybody', async () => {
    expect(faults(await stop({ From: DAY, To: addDays(DAY, -1) }))).toEqual(['To 结束日不能早于开始日']);
    expect(faults(await stop({ From: DAY, To: addDays(DAY, 300) }))).toEqual(['To 一次最多登记 200 天']);
    expect(faults(await stop({ From: '2026-13-01', To: DAY }))).toHaveLength(1);
    expect(faults(await stop({ From: '2062-04-10', To: '2062-04-11' }))).toEqual([
      'From 停机日最多登记到 2027-12-31，请核对年份',
    ]);
    expect(faults(await stop({ From: DAY, To: DAY, Reason: '' }))).toEqual(['Reason 请填写停机原因']);
    expect(faults(await stop({ Action: 'remove', From: '2026-05-01', To: '2026-05-02' }))).toEqual([
      'From 这些日子没有登记为停机日',
    ]);
    expect((await stop({ From: DAY, To: DAY }, operator)).status).toBe(403);
    expect((await stop({ ProjectCode: 'EMC03001', From: DAY, To: DAY })).status).not.toBe(1);
  });

  it('leave a month alone once it is locked', async () => {
    await sql`insert into period_act (project_code, month, act, why) values (${PROJECT}, '2026-03', 'lock', '试验')`.execute(
      server.db,
    );
    expect(faults(await stop({ From: '2026-03-31', To: DAY }))).toEqual(['From 2026-03 已月锁，停机日不能再改']);
    const { rows } = await sql`select 1 from stop_day where project_code = ${PROJECT} and day = '2026-03-31'`.execute(
      server.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('what was not entered', () => {
  const at = (minutes: number): Date => new Date(instantOf(TODAY, minutes, CHINA));

  it('counts only what must be', async () => {
    const day = '2026-04-15';
    await settings({ required: '{}' });
    const all = (await dueOf(day)) ?? 0;
    const { rows } = await sql<{ n: number }>`select sum(cardinality(m.registers))::int as n from meter m
      join energy_category c on c.id = m.category_id left join energy_category t on t.id = c.parent_id
      where m.project_code = ${PROJECT} and m.frequency = 'day' and coalesce(t.code, c.code) = 'elec'`.execute(
      server.db,
    );
    await settings({ required: '{elec}' });
    const some = (await dueOf(day)) ?? 0;
    expect(some).toBe(rows[0]?.n);
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(all);
  });

  it('is told once a day to whom the project names, and hours later to the manager of the area', async () => {
    await settings({ required: '{elec}', remind_minutes: 600, remind_to: '{manager,operators}', escalate_hours: 3 });
    expect(await remindOfMissing(server.db, at(599))).toBe(0);
    expect(await told()).toEqual([]);
    expect(await remindOfMissing(server.db, at(600))).toBe(1);
    const first = await told();
    expect(first.map(({ kind, account }) => `${kind} ${account}`)).toContain('缺录提醒 projectManager');
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from meter m join device d on d.id = m.device_id
      join energy_category c on c.id = m.category_id left join energy_category t on t.id = c.parent_id
      where m.project_code = ${PROJECT} and m.frequency = 'day' and coalesce(t.code, c.code) = 'elec' and d.show_entry
        and d.state in ('active', 'standby')`.execute(server.db);
    expect(first[0]?.title).toMatch(new RegExp(`${TODAY} 尚有 ${rows[0]?.n} 块表未录入$`));
    // Both processes, and every five minutes.
    expect(await Promise.all([remindOfMissing(server.db, at(605)), remindOfMissing(server.db, at(605))])).toEqual([
      0, 0,
    ]);
    expect(await remindOfMissing(server.db, at(779))).toBe(0);
    expect(await remindOfMissing(server.db, at(780))).toBe(1);
    const all = await told();
    expect(all).toHaveLength(first.length + 1);
    expect(all.at(-1)).toMatchObject({ kind: '缺录逾期' });
    expect(all.at(-1)?.title).toContain('提醒后仍未补上');
    expect(await remindOfMissing(server.db, at(1000))).toBe(0);
  });

  it('is not told of a day of standstill, nor where nobody is named', async () => {
    const clear = async () => {
      await sql`delete from entry_reminder`.execute(server.db);
      await sql`delete from message where kind like '缺录%'`.execute(server.db);
    };
    await clear();
    // The reading of this morning closes yesterday.
    await stop({ From: addDays(TODAY, -1), To: addDays(TODAY, -1) });
    expect(await remindOfMissing(server.db, at(600))).toBe(0);
    await stop({ Action: 'remove', From: addDays(TODAY, -1), To: addDays(TODAY, -1) });
    await clear();
    await settings({ remind_to: '{}' });
    expect(await remindOfMissing(server.db, at(600))).toBe(0);
    expect(await told()).toEqual([]);
  });
});
