/** What the entry pages ask for: categories with their progress, the sheet, who is on duty, what was read before. */
import type {
  entryCategories,
  entryDevices,
  entryExists,
  entryHistory,
  entryOperators,
  weatherTemperature,
} from '@hengneng/contracts';
import {
  addDays,
  CHINA,
  clockText,
  dayAt,
  exactText,
  instantOf,
  LOCK_NAMES,
  minutesOf,
  multipliersOf,
  REGISTERS,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { sound } from '../facts/index.ts';
import { hoursRan } from '../runs/figures.ts';
import { loadSheet, type Sheet, type SheetLine } from './sheet.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** The projects of a call that names one or several; each has to be visible. */
const projectsOf = async (
  ctx: Ctx,
  input: { readonly ProjectCode?: string | undefined; readonly ProjectCodes?: readonly string[] | undefined },
): Promise<ReadonlyMap<string, string>> => {
  const codes = input.ProjectCodes ?? (input.ProjectCode === undefined ? [] : [input.ProjectCode]);
  if (codes.length === 0) throw invalid([{ path: 'ProjectCode', message: '请选择项目' }]);
  const names = new Map<string, string>();
  for (const code of codes) {
    const project = await seenProject(ctx, ctx.db, code);
    names.set(project.code, project.name);
  }
  return names;
};

const isAbnormal = ({ standing }: SheetLine): boolean => standing?.verdict?.level === 'abnormal';

export const listCategories = async (
  ctx: Ctx,
  input: z.output<typeof entryCategories.input>,
): Promise<z.input<typeof entryCategories.output>> => {
  const projects = [...(await projectsOf(ctx, input)).keys()];
  const date = input.Date ?? dayAt(ctx.now.getTime(), CHINA);
  const [{ lines }, categories] = await Promise.all([
    loadSheet(ctx.db, { projects, date, now: ctx.now, withSamples: false }),
    sql<{ code: string; name: string; unit: string; icon: string; color: string }>`
      select code, name, unit, icon, color from energy_category where parent_id is null and enabled order by sort`.execute(
      ctx.db,
    ),
  ]);
  const byCategory = Map.groupBy(lines, ({ meter }) => meter.category);
  return categories.rows.flatMap(({ code, name, unit, icon, color }) => {
    const of = byCategory.get(code);
    return of === undefined
      ? []
      : [
          {
            CategoryCode: code,
            Name: name,
            Unit: unit,
            Icon: icon,
            Color: color,
            DueCount: of.length,
            EnteredCount: of.filter(({ standing }) => standing !== null).length,
            AbnormalCount: of.filter(isAbnormal).length,
          },
        ];
  });
};

const ratioOf = ({ entry, at }: SheetLine): string => {
  const value = multipliersOf(entry.line.multipliers).at(at);
  return value === null ? '—' : exactText(value);
};

/** The most that may have been counted since, in the meter's unit. */
const mostOf = ({ entry, at }: SheetLine): number | null => {
  const { capacity } = entry.line;
  return capacity === undefined || entry.previous === null
    ? null
    : (Number(capacity.rated) * Number(capacity.factor) * (at - entry.previous.at)) / 3_600_000;
};

const unitOf = ({ register, thing }: SheetLine): string => {
  const kind = REGISTERS[register];
  return 'unit' in kind ? kind.unit : thing.unit;
};

type Row = z.input<typeof entryDevices.output>['rows'][number];

const rowOf = (line: SheetLine): Row => {
  const { meter, thing, register, entry, standing, reference, recent, lock } = line;
  const { register: _register, dial, ...judge } = entry;
  return {
    ProjectCode: meter.project,
    At: iso(line.at),
    Day: line.day.day,
    DeviceId: meter.id,
    DeviceCode: meter.code,
    DisplayName: meter.name,
    MeterNo: meter.factoryNo,
    Place: meter.place,
    RoomId: meter.room,
    RoomName: meter.roomName,
    CategoryCode: meter.category,
    CategoryName: meter.categoryName,
    MeterType: meter.type,
    Register: register,
    RegisterName: REGISTERS[register].name,
    Unit: unitOf(line),
    Digits: dial.digits,
    Decimals: dial.decimals,
    Ratio: ratioOf(line),
    Frequency: thing.frequency,
    IsSettle: meter.settles,
    IsMain: meter.main,
    NeedPhoto: line.needsPhoto,
    LastReading: entry.previous?.value ?? null,
    LastTime: entry.previous === null ? null : iso(entry.previous.at),
    MedianSameTemp: reference.value,
    SampleDays: reference.days.length,
    MaxUsage: mostOf(line),
    EntryId: standing?.id ?? null,
    Reading: standing?.value ?? null,
    Usage: standing?.verdict?.usage ?? null,
    Deviation: standing?.verdict?.deviation ?? null,
    Verdict: standing?.verdict?.level ?? null,
    Words: standing?.verdict?.words ?? '',
    Flag: standing?.flag ?? null,
    Editor: standing?.by ?? null,
    EditTime: standing === null ? null : iso(standing.recordedAt),
    VersionCount: standing?.versions ?? 0,
    Note: standing?.note ?? '',
    Missed: line.missed,
    PeriodState: lock.state,
    PeriodName: LOCK_NAMES[lock.state],
    Judge: { ...judge, line: { ...judge.line }, samples: [...judge.samples], deviation: { ...judge.deviation } },
    Recent: [...recent],
  };
};

/** Why the sheet is empty, or that it is done. */
const messageOf = (lines: readonly SheetLine[]): string => {
  if (lines.length === 0) return '请先在项目设备设置添加表计';
  const done = lines.every(({ standing }) => standing !== null);
  const last = lines.flatMap(({ standing }) => standing ?? []).sort((a, b) => b.recordedAt - a.recordedAt)[0];
  if (!done || last === undefined) return '';
  const time = new Date(last.recordedAt + 8 * 3_600_000).toISOString().slice(11, 16);
  return `${lines.length} 项已录完，${time} 由 ${last.by ?? '系统'} 提交`;
};

const isOpen = ({ lock, standing }: SheetLine): boolean => lock.state === 'open' && standing === null;

const MOST_DATES = 7;

export const listDevices = async (
  ctx: Ctx,
  input: z.output<typeof entryDevices.input>,
): Promise<z.input<typeof entryDevices.output>> => {
  const names = await projectsOf(ctx, input);
  const projects = [...names.keys()];
  const dates = (input.Dates ?? [input.Date ?? dayAt(ctx.now.getTime(), CHINA)]).slice(0, MOST_DATES);
  const categories = input.CategoryCodes ?? (input.CategoryCode === undefined ? undefined : [input.CategoryCode]);
  const load = (date: string, withSamples: boolean): Promise<Sheet> =>
    loadSheet(ctx.db, {
      projects,
      date,
      categories,
      room: input.RoomId,
      minutes: input.ReadTime === undefined ? undefined : (minutesOf(input.ReadTime) ?? undefined),
      now: ctx.now,
      withSamples,
    });
  const sheets: Sheet[] = [];
  for (const date of dates) {
    const sheet = await load(date, !input.Grid);
    // Days like it are only asked for where something may still be written.
    sheets.push(input.Grid && sheet.lines.some(isOpen) ? await load(date, true) : sheet);
  }
  const lines = sheets.flatMap((sheet) => sheet.lines);
  const [only = ''] = projects;
  const rule = sheets[0]?.rules.get(only);
  const cut = rule?.cut ?? 480;
  // From cut to cut, as meters count; of one project, since that is whose sheet a person fills in.
  const ran = new Map(
    projects.length === 1 && !input.Grid
      ? await Promise.all(
          [...new Set(lines.map(({ day }) => day.day))].map(
            async (day) =>
              [
                day,
                await hoursRan(
                  ctx.db,
                  only,
                  { from: instantOf(day, cut, CHINA), to: instantOf(addDays(day, 1), cut, CHINA) },
                  ctx.now,
                ),
              ] as const,
          ),
        )
      : [],
  );
  return {
    rows: lines.map(rowOf),
    total: lines.length,
    Projects: Object.fromEntries(names),
    DayCut: clockText(cut),
    Times: projects.length === 1 ? (rule?.handovers ?? []).filter((at) => at !== rule?.cut).map(clockText) : [],
    Tolerance: rule?.tolerance ?? 60,
    Now: ctx.now.toISOString(),
    Days: Object.fromEntries(
      lines.map(({ day }) => [
        day.day,
        { temperature: day.temperature, rest: day.rest, ...(ran.has(day.day) ? { ran: ran.get(day.day) } : {}) },
      ]),
    ),
    Message: messageOf(lines),
  };
};

export const deviceHistory = async (
  ctx: Ctx,
  input: z.output<typeof entryHistory.input>,
): Promise<z.input<typeof entryHistory.output>> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const until = input.Date ?? dayAt(ctx.now.getTime(), CHINA);
  const { rows } = await sql<{ date: string; usage: number | null; estimated: boolean; avg: number | null }>`
    select g::date::text as date, d.usage::float8 as usage, coalesce(d.estimated > 0, false) as estimated, w.avg_c::float8 as avg
    from generate_series(${until}::date - ${input.Days}::int, ${until}::date - 1, interval '1 day') g
      join project p on p.code = ${project.code}
      left join meter_day d on d.meter_id = ${input.DeviceId} and d.project_code = p.code and d.register = ${input.Register} and d.day = g::date
        and not d.partial
      left join project_weather(${project.code}, ${until}::date - ${input.Days}::int, ${until}::date - 1) w on w.day = g::date
    order by g`.execute(ctx.db);
  return rows.map(({ date, usage, estimated, avg }) => ({
    Date: date,
    Usage: usage,
    Estimated: estimated,
    AvgTemp: avg,
  }));
};

export const entryThere = async (
  ctx: Ctx,
  input: z.output<typeof entryExists.input>,
): Promise<z.input<typeof entryExists.output>> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } = await sql<{ id: string; value: string; by: string | null; at: Date }>`
    select r.id::text, trim_scale(r.value)::text as value, u.user_name as by, r.recorded_at as at
    from manual_reading r left join app_user u on u.id = r.recorded_by
    where r.meter_id = ${input.DeviceId} and r.project_code = ${project.code} and r.register = ${input.Register}
      and r.at = ${input.ReadTime}::timestamptz and ${sound('r')} order by r.recorded_at limit 1`.execute(ctx.db);
  const [row] = rows;
  return {
    Exists: row !== undefined,
    EntryId: row?.id ?? null,
    Reading: row?.value ?? null,
    Editor: row?.by ?? null,
    Time: row?.at.toISOString() ?? null,
  };
};

export const listOperators = async (
  ctx: Ctx,
  input: z.output<typeof entryOperators.input>,
): Promise<z.input<typeof entryOperators.output>> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const date = input.Date ?? dayAt(ctx.now.getTime(), CHINA);
  const mayPhone = ctx.session.permissions.classified.has('phone');
  const { rows } = await sql<{ id: string; name: string; shift: string | null; phone: string | null }>`
    select u.id::text, u.user_name as name, s.shift, u.phone
    from app_user u
      left join lateral (select b.shift from b_duty_shift b where b.project = ${project.code} and b.day = ${date}::date and not b.voided
        and b.state = '有效' and b.main_watcher = u.id order by b.start_time limit 1) s on true
    where u.state = 'active' and (s.shift is not null or exists (select from user_project x
      where x.user_id = u.id and x.project_code = ${project.code} and x.project_role in ('运行工', '项目经理')))
    order by s.shift is null, u.id = ${ctx.session.userId}::bigint desc, u.user_name`.execute(ctx.db);
  return rows.map(({ id, name, shift, phone }) => ({
    UserId: id,
    Name: name,
    Shift: shift,
    Phone: mayPhone ? phone : null,
  }));
};

export const temperatureOf = async (
  ctx: Ctx,
  input: z.output<typeof weatherTemperature.input>,
): Promise<z.input<typeof weatherTemperature.output>> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const date = input.Date ?? dayAt(ctx.now.getTime(), CHINA);
  const { rows } = await sql<{
    day: string;
    avg: string;
    max: string;
    min: string;
    humidity: string | null;
    condition: string;
    hourly: string[] | null;
    source: string;
    own: boolean;
  }>`
    select w.day::text, w.avg_c::text as avg, w.max_c::text as max, w.min_c::text as min, w.humidity::text, w.condition,
      w.hourly::text[] as hourly, w.source, w.own
    from project_weather(${project.code}, ${date}::date - 2, ${date}::date) w order by w.day desc limit 1`.execute(
    ctx.db,
  );
  const [found] = rows;
  return {
    Date: found?.day ?? date,
    AvgTemp: found?.avg ?? null,
    MaxTemp: found?.max ?? null,
    MinTemp: found?.min ?? null,
    Humidity: found?.humidity ?? null,
    Condition: found?.condition ?? '',
    Hourly: found?.hourly ?? null,
    Source: found?.source ?? '',
    Stale: found !== undefined && (!found.own || found.day !== date),
  };
};
