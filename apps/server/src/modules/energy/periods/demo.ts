/**
 * How some sites of the demo company are run otherwise than by default: what they owe and who is told, hours, stop days, measured gas, and what
 * was raised in them. After the readings, so that their figures stay what they are without it.
 */
import { addDays, CHINA, dayAt } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { queueRecalcs } from '../things/index.ts';

const HOUR = 3_600_000;

/** Of whom what must be read (none: all), which meters are photographed, when it is open, who is told. */
const RULES = [
  {
    project: 'EMC04001',
    required: ['elec', 'gas', 'water', 'cooling', 'heating'],
    photos: ['SB-01'],
    work: [450, 1320],
    rest: [540, 1080],
    tell: ['manager', 'operators'],
  },
  {
    project: 'EMC02001',
    required: [],
    photos: [],
    work: [540, 1260],
    rest: [540, 1260],
    tell: ['manager', 'areaManager'],
  },
] as const;

/** [project, days from now, reason] */
const STOPS = [
  ['EMC04002', -9, '全市停电检修，机房停机一天'],
  ['EMC04002', 20, '年度大修'],
  ['EMC04002', 21, '年度大修'],
  ['EMC04002', 22, '年度大修'],
] as const;

/** [announcement, year, [province, kgCO₂/kWh]]: 省级电力平均二氧化碳排放因子 of the provinces that demo projects stand in. */
const PROVINCES = [
  [
    '公告2024年第12号',
    2021,
    { 北京市: 0.5688, 天津市: 0.7355, 河北省: 0.7901, 上海市: 0.5834, 江苏省: 0.6451, 浙江省: 0.5422 },
    { 广东省: 0.4715, 重庆市: 0.4743, 四川省: 0.1255, 云南省: 0.1235 },
  ],
  [
    '公告2024年第33号',
    2022,
    { 北京市: 0.558, 天津市: 0.7041, 河北省: 0.7252, 上海市: 0.5849, 江苏省: 0.5978, 浙江省: 0.5153 },
    { 广东省: 0.4403, 重庆市: 0.5227, 四川省: 0.1404, 云南省: 0.1073 },
  ],
  [
    '公告2025年第47号',
    2023,
    { 北京市: 0.5554, 天津市: 0.6796, 河北省: 0.6516, 上海市: 0.5737, 江苏省: 0.5827, 浙江省: 0.4974 },
    { 广东省: 0.4419, 重庆市: 0.5581, 四川省: 0.1564, 云南省: 0.1333 },
  ],
] as const;

/** [project, device, level, kind, content, hours ago, handled after so many hours, what was done] */
const ALARMS: readonly (readonly [string, string, string, string, string, number, number | null, string | null])[] = [
  ['EMC01002', 'LT-01', '一般', '水系统', '冷却塔液位低，补水阀未开足', 5, null, null],
  ['EMC02001', 'ZJ-02', '重要', '主机', '2号机冷却水进水温度 18.6℃，低于 19℃ 有结晶风险', 3, null, null],
  ['EMC03001', 'ZJ-01', '紧急', '燃烧与燃气', '机房燃气探测 22 %LEL，已联锁切断', 1, null, null],
  ['EMC03001', 'LDB-02', '重要', '水系统', '2号冷温水泵过载', 49, 2, '轴承缺油，加油后电流恢复正常'],
  ['EMC04001', 'ZJ-01', '重要', '主机', '1号机高发温度 167℃，超过 165℃', 76, 1, '检查燃烧器并下调负荷，恢复'],
  ['EMC04001', 'RS-01', '一般', '水系统', '软水器再生用盐不足', 30, 6, '已加盐'],
  ['EMC02002', 'LQB-01', '重要', '水系统', '1号冷却水泵水流开关断开', 26, 3, '过滤器堵塞，已清洗'],
];

export const seedSites = async (db: Db, now: Date): Promise<void> => {
  const today = dayAt(now.getTime(), CHINA);
  const from = `${today.slice(0, 7)}-01`;
  await db.transaction().execute(async (tx) => {
    for (const { project, required, photos, work, rest, tell } of RULES)
      await sql`insert into operational_setting (project_code, valid_from, entry_days, shifts, cooling_from, cooling_to, heating_from, heating_to,
          required, photo_meters, open_work, open_rest, remind_minutes, remind_to, escalate_hours, reason, edited_by)
        select o.project_code, ${from}::date, o.entry_days, o.shifts, o.cooling_from, o.cooling_to, o.heating_from, o.heating_to, ${[...required]}::text[],
          array(select id from device where project_code = o.project_code and code = any(${[...photos]}::text[])), ${[...work]}::int[],
          ${[...rest]}::int[], 570, ${[...tell]}::text[], 6, '按现场运行约定调整', p.manager
        from operational_setting o join project p on p.code = o.project_code
        where o.project_code = ${project} and o.valid_from < ${from}::date order by o.valid_from desc limit 1
        on conflict do nothing`.execute(tx);
    for (const [project, days, reason] of STOPS)
      await sql`insert into stop_day (project_code, day, reason, edited_by)
        select code, ${addDays(today, days)}::date, ${reason}, manager from project where code = ${project} on conflict do nothing`.execute(
        tx,
      );
    const factors = PROVINCES.flatMap(([announcement, year, ...parts]) =>
      parts.flatMap((part) =>
        Object.entries(part).map(([region, value]) => ({
          region,
          value,
          year,
          source: `生态环境部、国家统计局${announcement}附件 ${year} 年省级电力平均二氧化碳排放因子`,
        })),
      ),
    );
    // Taken from printed copies of the announcements that agree with each other; nobody has held them against the originals yet.
    await sql`insert into energy_factor (kind, carrier, value, year, region, source, checked)
      select 'carbon', 'elec', f.value, f.year, f.region, f.source, false
      from jsonb_to_recordset(${JSON.stringify(factors)}::jsonb) as f(region text, value numeric, year int, source text)
      where not exists (select from energy_factor x where x.region = f.region and x.year = f.year and x.kind = 'carbon' and x.carrier = 'elec'
        and x.deleted_at is null)`.execute(tx);
    // What the gas company and the burner's test said: measured, of one site.
    await sql`insert into energy_factor (kind, carrier, value, lhv, valid_from, project_code, source, document, checked)
      select f.kind, 'gas', f.value, null, ${`${today.slice(0, 4)}-01-01`}::date, 'EMC04001', f.source, f.document, true
      from (values ('lhv', 35.59, '燃气公司年度气质检测报告（示例）', 'QZ-2026-017'),
        ('efficiency', 0.93, '燃烧器效率检测报告（示例）', 'RS-2026-004')) as f(kind, value, source, document)
      where exists (select from project where code = 'EMC04001')`.execute(tx);
    // What the flagship was designed to use in a year, for each m².
    await sql`insert into energy_factor (kind, carrier, value, project_code, source, document, checked)
      select 'design', f.carrier, f.value, 'EMC01001', '能源站施工图设计说明（示例）', 'SJ-2023-08', true
      from (values ('elec', 14.5), ('gas', 8.6)) as f(carrier, value)
      where exists (select from project where code = 'EMC01001')`.execute(tx);
    // Customers of all projects pay to the company's first account for energy.
    await sql`insert into received_account_project (account_id, project_code)
      select a.id, p.code from project p cross join lateral (select id from b_user_received_account
        where not voided and enabled = '启用' and '能源费' = any(purpose_kind) order by id limit 1) a
      where p.is_demo and not exists (select from received_account_project b where b.project_code = p.code) on conflict do nothing`.execute(
      tx,
    );
    for (const [project, device, level, kind, content, ago, after, note] of ALARMS) {
      const raised = new Date(now.getTime() - ago * HOUR);
      const handled = after === null ? null : new Date(raised.getTime() + after * HOUR);
      await sql`insert into alarm (project_code, device_id, level, kind, content, raised_at, handled_at, handled_by, handle_note)
        select p.code, d.id, ${level}, ${kind}, ${content}, ${raised}::timestamptz, ${handled}::timestamptz,
          case when ${handled}::timestamptz is not null then p.manager end, ${note}::text
        from project p left join device d on d.project_code = p.code and d.code = ${device} where p.code = ${project}`.execute(
        tx,
      );
    }
    const touched = [...new Set([...RULES.map(({ project }) => project), ...STOPS.map(([project]) => project)])];
    const { rows: meters } = await sql<{ id: string }>`select device_id::text as id from meter
      where project_code = any(${touched}::text[])`.execute(tx);
    await queueRecalcs(
      tx,
      meters.map(({ id }) => ({
        meterId: id,
        fromDay: from < addDays(today, -9) ? from : addDays(today, -9),
        toDay: today,
      })),
      '运行设置',
    );
  });
};
