/** Floors over the wire: devices with their alarms as of an instant, and rooms as surveys found them, for who may see the project. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01001';
const OTHERS = 'EMC03001';
const NOW = new Date('2026-07-20T04:00:00Z');
let server: TestServer;
let operator: Held;

interface Element {
  readonly ElementId: string;
  readonly Floor: string;
  readonly Layer: string;
  readonly Alarm: string | null;
}
interface Room {
  readonly RoomName: string;
  readonly Temp: number;
}
const ask = (body: object, who: Held = operator) =>
  server.client.json('/webapi/NYCateGoryDevice/BIMIndex', { ProjectCode: PROJECT, ...body }, who);
const elements = async (body: object): Promise<readonly Element[]> => {
  const { data, message } = await ask(body);
  expect(message).toBe('');
  return data.Elements as Element[];
};

/** [floor, use, temperature, lower, upper] */
type Zone = readonly [string, string, number, number, number];
const survey = async (at: string, status: string, zones: readonly Zone[]): Promise<void> => {
  const { rows } = await sql<{
    id: string;
  }>`insert into f_air_usage (status, applicant, applicant_dept, project, survey_time)
    select ${status}, id, dept_id, ${PROJECT}, ${at}::timestamptz from app_user where account = 'operator' returning id::text`.execute(
    server.db,
  );
  for (const [index, [floor, use, temp, low, high]] of zones.entries())
    await sql`insert into f_air_usage_zones (parent_id, row_no, building, floor, zone_use, room_temp, lower, upper)
      values (${rows[0]?.id}, ${index + 1}, '主楼', ${floor}, ${use}, ${temp}, ${low}, ${high})`.execute(server.db);
};

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  operator = await server.client.signIn('operator');
  await survey('2026-07-01T02:00:00Z', 'approved', [
    ['3F', '办公', 27.5, 24, 26],
    ['1F', '大堂', 25, 24, 26],
  ]);
  await survey('2026-07-10T02:00:00Z', 'approved', [['3F', '办公', 25.4, 24, 26]]);
  await survey('2026-07-12T02:00:00Z', 'draft', [['3F', '办公', 40, 24, 26]]);
  await sql`insert into alarm (project_code, device_id, level, kind, content, raised_at, handled_at)
    select ${PROJECT}, id, '重要', '主机', '冷却水温度低', '2026-07-18T00:00:00Z', '2026-07-19T00:00:00Z' from device
    where project_code = ${PROJECT} and code = 'ZJ-01'`.execute(server.db);
}, 120_000);
afterAll(() => server.close());

describe('floors', () => {
  it('show what stands there, by layer', async () => {
    const all = await elements({});
    expect(new Set(all.map(({ Floor }) => Floor))).toEqual(new Set(['B1', '屋顶']));
    const roof = await elements({ Floor: '屋顶' });
    expect(roof.map(({ ElementId }) => ElementId)).toEqual(['LT-01', 'LT-02', 'LT-03']);
    const meters = await elements({ Layers: ['表计'] });
    expect(meters.length).toBe(30);
    expect(meters.every(({ Layer }) => Layer === '表计')).toBe(true);
    expect((await ask({ Layers: ['云'] })).message).toContain('图层不正确');
  });

  it('have the alarms of the instant that is asked for', async () => {
    const raised = async (Time?: string) =>
      (await elements({ Layers: ['报警'], ...(Time === undefined ? {} : { Time }) })).map(({ ElementId }) => ElementId);
    expect(await raised('2026-07-18T12:00:00Z')).toEqual(['ZJ-01']);
    expect(await raised('2026-07-17T12:00:00Z')).toEqual([]);
    // Handled since.
    expect(await raised()).toEqual([]);
  });

  it('have rooms as the last confirmed survey found them', async () => {
    const rooms = async (body: object) => (await ask(body)).data.Rooms as Room[];
    expect((await rooms({})).map(({ RoomName, Temp }) => [RoomName, Temp])).toEqual([
      ['主楼 大堂', 25],
      ['主楼 办公', 25.4],
    ]);
    expect((await rooms({ Time: '2026-07-05T00:00:00Z', Floor: '3F' })).map(({ Temp }) => Temp)).toEqual([27.5]);
  });

  it('are reported by measurement, with how far out and how often within', async () => {
    const report = async (body: object = {}) =>
      server.client.json('/webapi/NYCateGoryDevice/BIMTemperatureReport', { ProjectCode: PROJECT, ...body }, operator);
    const { data } = await report();
    expect(data.total).toBe(3);
    expect((data.rows as object[])[0]).toMatchObject({ Floor: '3F', Temp: 25.4, Diff: 0, PassRate: 50, Max24: 25.4 });
    expect((await report({ Floor: '3F', Date: { to: '2026-07-05' } })).data.rows).toMatchObject([
      { Temp: 27.5, SetTemp: 26, Diff: 1.5, PassRate: 0, Time: '2026-07-01T02:00:00Z' },
    ]);
    expect((await report({ Date: { from: '2026-07-05', to: '2026-07-01' } })).message).toContain('结束日期');
  });

  it('are those of projects that one sees', async () => {
    expect((await ask({ ProjectCode: OTHERS })).status).toBe(404);
    expect(
      (await server.client.json('/webapi/NYCateGoryDevice/BIMTemperatureReport', { ProjectCode: OTHERS }, operator))
        .status,
    ).toBe(404);
  });
});
