/** 运行设置: when a project's meters are read, by which day a reading counts, how long it may be entered, its seasons and shifts. Versions by day of validity. */
import { shortCodeOf } from '@hengneng/core';
import { addDays, CHINA, clockText, dayAt, minutesOf, monthLockOf, versionOn } from '@hengneng/energy/measuring';
import { flag, idText, REMIND_TO, several } from '@hengneng/contracts';
import { sql } from 'kysely';
import { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Access } from '../../../platform/auth/access.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid } from '../../../platform/http/errors.ts';
import { need } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { CLOSED, openOf, openText, projectRules, type SettingKind, side } from '../settings/index.ts';
import { queueRecalcs, visibleMeters } from '../things/index.ts';

export const OPERATIONAL_SET = shortCodeOf('/operationContent/setting/operationalSet');

/** Over how many days a station's weather is counted. */
const STATION_DAYS = 30;
/** Settings are made for the next season, not for those after it. */
const FARTHEST_DAYS = 366;

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const clock = (what: string) =>
  z.string(`请填写${what}`).refine((text) => minutesOf(text) !== null, `${what}格式应为 HH:mm`);
const whole = (what: string, low: number, high: number) =>
  z.coerce
    .number(`${what}必须是数字`)
    .int(`${what}必须是整数`)
    .min(low, `${what}应为 ${low}~${high}`)
    .max(high, `${what}应为 ${low}~${high}`);
/** Has every day that a year may have. */
const LEAP_YEAR = 2024;
const monthDay = (what: string) =>
  z
    .string(`请填写${what}`)
    .refine((text) => z.iso.date().safeParse(`${LEAP_YEAR}-${text}`).success, `${what}应为 MM-DD，且有这一天`);

/** `HH:mm-HH:mm`; empty: at any hour. */
const openHours = (what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .refine(
      (text) => text === '' || text === CLOSED || openOf(text) !== null,
      `${what}格式应为 08:00-22:00，止须晚于起`,
    )
    .default('');

const shift = z.object({
  name: z.string().trim().min(1, '请填写班次名').max(20, '班次名最多20字'),
  from: clock('班次开始'),
  to: clock('班次结束'),
  people: whole('人数', 1, 50),
  /** When it hands over (交接时刻); empty: as it ends. */
  handover: z
    .string()
    .refine((text) => text === '' || minutesOf(text) !== null, '交接时刻格式应为 HH:mm')
    .default(''),
});

/** Empty: the company's default, for projects that nobody set anything of. */
const projectOrCompany = z.string('请选择项目').trim().max(30, '项目编码过长');

const readInput = z.object({ ProjectCode: projectOrCompany });
const writeInput = z.object({
  ProjectCode: projectOrCompany,
  EffectFrom: z.iso.date('生效日格式应为 YYYY-MM-DD'),
  DayCut: clock('抄表时刻'),
  Attribution: z.enum(['previous', 'same'], '请选择日用量归属'),
  Tolerance: whole('允许提前/滞后（分钟）', 0, 240),
  EntryDays: whole('录入截止（天）', 0, 3),
  EntryTime: clock('录入截止时刻'),
  DayLockDays: whole('日锁（天）', 1, 15),
  MonthLockDay: whole('月锁日', 1, 15),
  ParamFreq: z.coerce
    .number('运行参数频次必须是数字')
    .refine((hours) => [1, 2, 4].includes(hours), '运行参数频次只能是 1、2 或 4 小时')
    .default(2),
  MonthLockTime: clock('月锁时刻'),
  CoolingFrom: monthDay('制冷季起'),
  CoolingTo: monthDay('制冷季止'),
  HeatingFrom: monthDay('采暖季起'),
  HeatingTo: monthDay('采暖季止'),
  Shifts: z.preprocess(
    (value) => (value === undefined || value === '' ? [] : value),
    z.array(shift).max(6, '班次最多6个'),
  ),
  /** When the buildings are open, on days worked and days off. */
  OpenWork: openHours('营业时间（工作日）'),
  OpenRest: openHours('营业时间（休息日）'),
  /** A district whose weather it has; empty: its own. */
  WeatherStation: z.string().trim().max(12, '气象站不正确').default(''),
  /** A neighbour's where that has none. */
  WeatherNear: flag.default(true),
  /** Codes of energies whose meters must be read; none: all. */
  Required: several(z.string().max(40), 20, '必录类别最多20种').default([]),
  /** Besides those that settle. */
  PhotoMeters: several(idText, 500, '必拍照表计最多500块').default([]),
  RemindTime: clock('缺录提醒时刻').default('10:00'),
  RemindTo: several(z.enum(REMIND_TO, '请选择缺录提醒对象'), 3, '缺录提醒对象最多3种').default([]),
  EscalateHours: whole('逾期升级（小时）', 1, 72).default(4),
  Reason: z.string().trim().max(200, '原因最多200字').default(''),
  /** Of the project's settings as they were looked at; of a copy: of each target. */
  Version: z.coerce.number('版本必须是数字').int('版本必须是整数').optional(),
  Versions: z.record(z.string().max(30), z.coerce.number().int()).default({}),
  /** Projects that the values are copied to; without any they are the project's own. */
  Targets: several(project, 50, '一次最多复制到50个项目').optional(),
  /** Only what stands in the targets now is told, so that people see what they overwrite. */
  Preview: flag.default(false),
});
type Values = z.output<typeof writeInput>;

const inSeason = (day: string, from: string, to: string): boolean =>
  from <= to ? day >= from && day <= to : day >= from || day <= to;

/** Whether two seasons have a day in common. */
const overlap = ({ CoolingFrom, CoolingTo, HeatingFrom, HeatingTo }: Values): boolean =>
  inSeason(HeatingFrom, CoolingFrom, CoolingTo) ||
  inSeason(HeatingTo, CoolingFrom, CoolingTo) ||
  inSeason(CoolingFrom, HeatingFrom, HeatingTo);

/** Where shifts leave hours out or lie over each other; null where each hour has one. */
export const shiftFault = (shifts: readonly { readonly from: string; readonly to: string }[]): string | null => {
  if (shifts.length === 0) return null;
  const parts = shifts
    .flatMap(({ from, to }) => {
      const [start = 0, end = 0] = [minutesOf(from) ?? 0, minutesOf(to) ?? 0];
      return end > start
        ? [{ start, end }]
        : [
            { start, end: 1440 },
            { start: 0, end },
          ];
    })
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start);
  let at = 0;
  for (const { start, end } of parts) {
    if (start > at) return `${clockText(at)}-${clockText(start)} 无班次`;
    if (start < at) return `${clockText(start)}-${clockText(Math.min(at, end))} 班次重叠`;
    at = end;
  }
  return at < 1440 ? `${clockText(at)}-24:00 无班次` : null;
};

/** A shift hands over while it lasts, or as it ends. */
export const handoverFault = (
  shifts: readonly { readonly name: string; readonly from: string; readonly to: string; readonly handover?: string }[],
): string | null => {
  for (const { name, from, to, handover = '' } of shifts) {
    if (handover === '') continue;
    const [start, end, at] = [from, to, handover].map((text) => minutesOf(text) ?? 0) as [number, number, number];
    const into = (minutes: number): number => (minutes - start + 1440) % 1440;
    const length = into(end) === 0 ? 1440 : into(end);
    const passed = into(at) === 0 ? 1440 : into(at);
    if (passed > length) return `${name}的交接时刻须在本班 ${from}-${to} 之内`;
  }
  return null;
};

interface Stored {
  readonly EffectFrom: string;
  readonly Version: number;
  readonly Editor: string | null;
  readonly EditTime: Date;
  readonly Reason: string;
  readonly cut: number;
  readonly Attribution: string;
  readonly Tolerance: number;
  readonly EntryDays: number;
  readonly entry: number;
  readonly DayLockDays: number;
  readonly MonthLockDay: number;
  readonly ParamFreq: number;
  readonly lock: number;
  readonly CoolingFrom: string;
  readonly CoolingTo: string;
  readonly HeatingFrom: string;
  readonly HeatingTo: string;
  readonly Required: readonly string[];
  readonly PhotoMeters: readonly string[];
  readonly RemindTo: readonly string[];
  readonly EscalateHours: number;
  readonly remind: number;
  readonly openWork: readonly number[] | null;
  readonly openRest: readonly number[] | null;
  readonly WeatherStation: string;
  readonly WeatherNear: boolean;
  readonly shifts: readonly {
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly people: number;
    readonly handover?: number;
  }[];
}

const shown = ({ cut, entry, lock, remind, shifts, openWork, openRest, EditTime, ...rest }: Stored) => ({
  ...rest,
  EditTime: EditTime.toISOString(),
  DayCut: clockText(cut),
  EntryTime: clockText(entry),
  MonthLockTime: clockText(lock),
  RemindTime: clockText(remind),
  OpenWork: openText(openWork),
  OpenRest: openText(openRest),
  Shifts: shifts.map(({ name, from, to, people, handover }) => ({
    name,
    from: clockText(from),
    to: clockText(to),
    people,
    handover: handover === undefined ? '' : clockText(handover),
  })),
});

/** What was built in: the company's first version says the same (migration 0553). */
const DEFAULTS = {
  DayCut: '08:00',
  Attribution: 'previous',
  Tolerance: 60,
  EntryDays: 1,
  EntryTime: '12:00',
  DayLockDays: 3,
  MonthLockDay: 5,
  ParamFreq: 2,
  MonthLockTime: '18:00',
  CoolingFrom: '05-15',
  CoolingTo: '10-05',
  HeatingFrom: '12-01',
  HeatingTo: '03-15',
  Required: [],
  PhotoMeters: [],
  RemindTime: '10:00',
  RemindTo: [],
  EscalateHours: 4,
  OpenWork: '',
  OpenRest: '',
  WeatherStation: '',
  WeatherNear: true,
  Shifts: [],
} as const;

/** What a save changes in any case, so that two who looked at the same state cannot both save over it: each adds a version or raises one. */
const versionOf = (rows: readonly { readonly Version: number }[]): number =>
  rows.reduce((sum, { Version }) => sum + Version, 0);

/** Whose settings they are; without a code the company's. */
interface Owner {
  readonly code: string | null;
  readonly name: string;
}

const ownerOf = async (ctx: Ctx, db: Db | Tx, code: string): Promise<Owner> =>
  code === '' ? { code: null, name: '公司默认' } : seenProject(ctx, db, code);

const owned = ({ code }: Pick<Owner, 'code'>) =>
  code === null ? sql`o.project_code is null` : sql`o.project_code = ${code}`;

/** What all projects without settings follow is not changed by who sees a part of them. */
const mayCompany = (ctx: Ctx): boolean => ctx.session.permissions.scopes.has('all');

/** Energies that the project, or any project, has meters of. */
async function energiesOf({ db }: { readonly db: Db | Tx }, code: string | null) {
  const { rows } = await sql<{ Code: string; Name: string }>`
    select top.code as "Code", top.name as "Name" from energy_category top where top.parent_id is null and exists (select from meter m
      join energy_category c on c.id = m.category_id where (${code}::text is null or m.project_code = ${code}) and coalesce(c.parent_id, c.id) = top.id)
    order by top.sort, top.code`.execute(db);
  return rows;
}

/** Districts that there is weather of, with how many of the last days. */
const stationsOf = async (db: Db | Tx, today: string) => {
  const { rows } = await sql<{ Code: string; Name: string; Days: number }>`
    select d.id as "Code", d.name as "Name", count(*) filter (where w.day > ${today}::date - ${STATION_DAYS}::int)::int as "Days"
    from weather_day w join district d on d.id = w.district group by 1, 2 order by 1`.execute(db);
  return rows;
};

const versionsOf = async (db: Db | Tx, owner: Pick<Owner, 'code'>): Promise<readonly Stored[]> => {
  const { rows } = await sql<Stored>`
    select o.valid_from::text as "EffectFrom", o.version as "Version", u.user_name as "Editor", o.edited_at as "EditTime", o.reason as "Reason",
      o.day_cut as cut, o.attribution as "Attribution", o.tolerance_minutes as "Tolerance", o.entry_days as "EntryDays", o.entry_minutes as entry,
      o.day_lock_days as "DayLockDays", o.month_lock_day as "MonthLockDay", o.month_lock_minutes as lock, o.cooling_from as "CoolingFrom",
      o.cooling_to as "CoolingTo", o.heating_from as "HeatingFrom", o.heating_to as "HeatingTo", o.param_hours as "ParamFreq", o.shifts,
      o.required as "Required", o.photo_meters::text[] as "PhotoMeters", o.remind_minutes as remind, o.remind_to as "RemindTo",
      o.escalate_hours as "EscalateHours", o.open_work as "openWork", o.open_rest as "openRest",
      coalesce(o.weather_district, '') as "WeatherStation", o.weather_near as "WeatherNear"
    from operational_setting o left join app_user u on u.id = o.edited_by
    where ${owned(owner)} order by o.valid_from desc`.execute(db);
  return rows;
};

const inForce = (rows: readonly Stored[], day: string): Stored | undefined =>
  versionOn(
    day,
    rows.map((row) => ({ from: row.EffectFrom, row })),
  )?.row;

async function read(ctx: Ctx, { ProjectCode }: z.output<typeof readInput>) {
  const owner = await ownerOf(ctx, ctx.db, ProjectCode);
  const today = dayAt(ctx.now.getTime(), CHINA);
  const [rows, general, meters] = await Promise.all([
    versionsOf(ctx.db, owner),
    owner.code === null ? [] : versionsOf(ctx.db, { code: null }),
    owner.code === null ? [] : visibleMeters(ctx, owner.code),
  ]);
  const current = inForce(rows, today);
  const company = inForce(general, today);
  const Defaults = company === undefined ? DEFAULTS : shown(company);
  return {
    ProjectCode: owner.code ?? '',
    ProjectName: owner.name,
    Version: versionOf(rows),
    Categories: await energiesOf(ctx, owner.code),
    Meters: meters.map(({ id, name }) => ({ DeviceId: id, Name: name })),
    Stations: await stationsOf(ctx.db, today),
    Inherited: current === undefined,
    Defaults,
    Current:
      current === undefined
        ? { ...Defaults, EffectFrom: today, Version: 0 }
        : // A change of the default begins this month at the earliest: it is offered from today on.
          { ...shown(current), ...(owner.code === null ? { EffectFrom: today } : {}) },
    // What holds may lie in a month that is locked, from which on nothing can be changed any more.
    Offered:
      current !== undefined &&
      owner.code !== null &&
      current.EffectFrom < ((await firstOpen(ctx, ctx.db, owner.code, today)) ?? '')
        ? today
        : null,
    rows: rows.map(shown),
    MayEdit: owner.code !== null || mayCompany(ctx),
  };
}

const faultsOf = (values: Values): { path: string; message: string }[] => {
  const faults: { path: string; message: string }[] = [];
  if (overlap(values)) faults.push({ path: 'HeatingFrom', message: '制冷季与采暖季不能重叠' });
  const wrong = shiftFault(values.Shifts);
  if (wrong !== null) faults.push({ path: 'Shifts', message: wrong });
  const handover = handoverFault(values.Shifts);
  if (handover !== null) faults.push({ path: 'Shifts', message: handover });
  return faults;
};

/** Days from which on something may still change: after the last month that is locked. */
async function firstOpen(ctx: Ctx, tx: Db | Tx, code: string, today: string): Promise<string | null> {
  const rules = (await projectRules(tx, [code], today)).get(code);
  const { rows } = await sql<{ month: string }>`select distinct month from meter_month where project_code = ${code}
    order by month desc`.execute(tx);
  const locked = rows.find(({ month }) => rules !== undefined && monthLockOf(month, rules.lockInput(ctx.now)).locked);
  return locked === undefined ? null : addDays(`${locked.month}-28`, 4).slice(0, 7).concat('-01');
}

interface About {
  readonly path: 'EffectFrom' | 'Targets';
  readonly summary: string;
  /** What was looked at. */
  readonly version: number | undefined;
}

/** @throws conflict where somebody saved since it was looked at */
async function demandSeen(tx: Tx, seen: Owner, { version, path }: About): Promise<void> {
  const { rows } = await sql<{
    Version: number;
    editor: string | null;
  }>`select o.version as "Version", u.user_name as editor
    from operational_setting o left join app_user u on u.id = o.edited_by where ${owned(seen)}
    order by o.edited_at desc`.execute(tx);
  if (version === versionOf(rows)) return;
  const whose =
    path === 'Targets' ? `【${seen.name}】的运行设置` : seen.code === null ? '公司默认' : '该项目的运行设置';
  throw conflict(`${whose}已由${rows[0]?.editor ?? '他人'}修改，您的内容未保存，请刷新对比后再改`);
}

/** What does not fit the project. A copy keeps the target's own meters and leaves out energies that it has none of. */
async function fitted(
  tx: Tx,
  seen: Owner,
  values: Values,
  copied: boolean,
): Promise<Pick<Values, 'Required' | 'PhotoMeters'>> {
  const known = new Set((await energiesOf({ db: tx }, seen.code)).map(({ Code }) => Code));
  const { rows } = await sql<{ own: string[]; photographed: string[] }>`select
    coalesce((select array_agg(m.device_id::text) from meter m where m.project_code = ${seen.code}), '{}') as own,
    coalesce((select o.photo_meters::text[] from operational_on(${seen.code}, ${values.EffectFrom}::date) o), '{}') as photographed`.execute(
    tx,
  );
  const { own = [], photographed = [] } = rows[0] ?? {};
  const Required = [...new Set(values.Required)];
  if (copied) return { Required: Required.filter((code) => known.has(code)), PhotoMeters: photographed };
  const stations = new Set((await stationsOf(tx, values.EffectFrom)).map(({ Code }) => Code));
  const errors = [
    ...(values.WeatherStation === '' || stations.has(values.WeatherStation)
      ? []
      : [{ path: 'WeatherStation', message: '请选择有气象数据的气象站' }]),
    ...(Required.every((code) => known.has(code))
      ? []
      : [{ path: 'Required', message: '必录类别须是该项目有表计的能源' }]),
    ...(values.PhotoMeters.every((id) => own.includes(id))
      ? []
      : [{ path: 'PhotoMeters', message: '请选择该项目的表计' }]),
  ];
  if (errors.length > 0) throw invalid(errors);
  return { Required, PhotoMeters: [...new Set(values.PhotoMeters)] };
}

/** One project's version of a day. @throws invalid at `path` where the day lies in a month that is locked */
async function keep(ctx: Ctx, tx: Tx, seen: Owner, given: Values, about: About) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.operational ${seen.code ?? ''}`}, 0))`.execute(tx);
  await demandSeen(tx, seen, about);
  const values = { ...given, ...(await fitted(tx, seen, given, about.path === 'Targets')) };
  const today = dayAt(ctx.now.getTime(), CHINA);
  // Of all that follow the default some have locked any month that is over.
  const month = `${today.slice(0, 7)}-01`;
  if (seen.code === null && values.EffectFrom < month)
    throw invalid([{ path: 'EffectFrom', message: `公司默认的生效日不能早于本月 1 日（${month}）` }]);
  if (values.EffectFrom > addDays(today, FARTHEST_DAYS))
    throw invalid([{ path: 'EffectFrom', message: '生效日最多提前一年，请核对年份' }]);
  const open = seen.code === null ? null : await firstOpen(ctx, tx, seen.code, today);
  if (open !== null && values.EffectFrom < open)
    throw invalid([
      {
        path: about.path,
        message: `${about.path === 'Targets' ? `【${seen.name}】` : ''}生效日不能早于最近一次月锁之后的 ${open}`,
      },
    ]);
  const minutes = (text: string): number => minutesOf(text) ?? 0;
  const shifts = values.Shifts.map(({ handover, ...one }) => ({
    ...one,
    from: minutes(one.from),
    to: minutes(one.to),
    ...(handover === '' ? {} : { handover: minutes(handover) }),
  }));
  const { rows } = await sql<{ id: string; version: number }>`
    insert into operational_setting (project_code, valid_from, day_cut, attribution, tolerance_minutes, entry_days, entry_minutes,
      day_lock_days, month_lock_day, month_lock_minutes, cooling_from, cooling_to, heating_from, heating_to, param_hours, shifts, required, photo_meters,
      remind_minutes, remind_to, escalate_hours, open_work, open_rest, weather_district, weather_near, reason, edited_by)
    values (${seen.code}, ${values.EffectFrom}, ${minutes(values.DayCut)}, ${values.Attribution}, ${values.Tolerance}, ${values.EntryDays},
      ${minutes(values.EntryTime)}, ${values.DayLockDays}, ${values.MonthLockDay}, ${minutes(values.MonthLockTime)}, ${values.CoolingFrom},
      ${values.CoolingTo}, ${values.HeatingFrom}, ${values.HeatingTo}, ${values.ParamFreq}, ${JSON.stringify(shifts)}::jsonb,
      ${values.Required}::text[], ${values.PhotoMeters}::bigint[], ${minutes(values.RemindTime)}, ${[...new Set(values.RemindTo)]}::text[],
      ${values.EscalateHours}, ${openOf(values.OpenWork)}::integer[], ${openOf(values.OpenRest)}::integer[],
      ${values.WeatherStation === '' ? null : values.WeatherStation}, ${values.WeatherNear}, ${about.summary}, ${ctx.session.userId})
    on conflict (project_code, valid_from) do update set day_cut = excluded.day_cut, attribution = excluded.attribution,
      tolerance_minutes = excluded.tolerance_minutes, entry_days = excluded.entry_days, entry_minutes = excluded.entry_minutes,
      day_lock_days = excluded.day_lock_days, month_lock_day = excluded.month_lock_day, month_lock_minutes = excluded.month_lock_minutes,
      cooling_from = excluded.cooling_from, cooling_to = excluded.cooling_to, heating_from = excluded.heating_from,
      heating_to = excluded.heating_to, param_hours = excluded.param_hours, shifts = excluded.shifts, required = excluded.required,
      photo_meters = excluded.photo_meters, remind_minutes = excluded.remind_minutes, remind_to = excluded.remind_to,
      escalate_hours = excluded.escalate_hours, open_work = excluded.open_work, open_rest = excluded.open_rest,
      weather_district = excluded.weather_district, weather_near = excluded.weather_near, reason = excluded.reason, edited_by = excluded.edited_by,
      edited_at = app_now(), version = operational_setting.version + 1
    returning id::text, version`.execute(tx);
  // Another cut makes other days, from the day before it on.
  const { rows: meters } = await sql<{
    id: string;
  }>`select device_id::text as id from meter m where ${
    seen.code === null
      ? sql`not exists (select from operational_setting o where o.project_code = m.project_code)`
      : sql`m.project_code = ${seen.code}`
  }`.execute(tx);
  const from = addDays(values.EffectFrom, -1);
  if (from <= today)
    await queueRecalcs(
      tx,
      meters.map(({ id }) => ({ meterId: id, fromDay: from, toDay: today })),
      '运行设置',
    );
  const {
    ProjectCode: _project,
    Targets: _targets,
    Preview: _preview,
    Version: _version,
    Versions: _seen,
    ...after
  } = values;
  await trail(tx, ctx, {
    kind: '系统设置',
    action: seen.code === null ? '修改公司默认运行设置' : '修改运行设置',
    object: seen.name,
    summary: about.summary,
    after,
  });
  return { SetId: rows[0]?.id ?? '', Version: rows[0]?.version ?? 1 };
}

/** What stands in the projects that would be written over. */
async function standing(ctx: Ctx, targets: readonly string[]) {
  const rows = [];
  for (const ProjectCode of targets) {
    const { ProjectName, Inherited, Current, Version } = await read(ctx, { ProjectCode });
    rows.push({ ProjectCode, ProjectName, Inherited, Current, Version });
  }
  return rows;
}

/** All of them or none; in the order of their codes, so that two who copy do not wait for each other. */
async function copy(ctx: Ctx, values: Values, targets: readonly string[]) {
  need(ctx.session, OPERATIONAL_SET, 'associatedProject');
  if (values.ProjectCode === '')
    throw invalid([{ path: 'Targets', message: '公司默认由未单独设置的项目沿用，不必复制' }]);
  if (targets.includes(values.ProjectCode)) throw invalid([{ path: 'Targets', message: '不能复制到本项目' }]);
  const from = await seenProject(ctx, ctx.db, values.ProjectCode);
  const Targets = await standing(ctx, targets);
  if (values.Preview) return { SetId: '', Version: 0, Targets };
  const summary = `自【${from.name}】复制${values.Reason === '' ? '' : `：${values.Reason}`}`.slice(0, 200);
  return ctx.write(async (tx) => {
    for (const code of [...targets].sort())
      await keep(ctx, tx, await seenProject(ctx, tx, code), values, {
        path: 'Targets',
        summary,
        version: values.Versions[code],
      });
    return { SetId: '', Version: 0, Targets };
  });
}

async function write(ctx: Ctx, values: Values) {
  const faults = faultsOf(values);
  if (faults.length > 0) throw invalid(faults);
  const targets = [...new Set(values.Targets ?? [])];
  if (targets.length > 0) return copy(ctx, values, targets);
  need(ctx.session, OPERATIONAL_SET, 'edit');
  if (values.ProjectCode === '' && !mayCompany(ctx))
    throw forbidden('公司默认由公司级的人员维护，您可以为项目单独设置');
  return ctx.write(async (tx) =>
    keep(ctx, tx, await ownerOf(ctx, tx, values.ProjectCode), values, {
      path: 'EffectFrom',
      summary: values.Reason,
      version: values.Version,
    }),
  );
}

/** Each act of a change says itself which button it wants. */
export const operationalKind = (reading: Access): SettingKind => ({
  read: side(reading, readInput, read),
  write: side(reading, writeInput, write),
});
