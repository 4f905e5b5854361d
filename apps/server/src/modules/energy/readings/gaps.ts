/** 缺口: days whose closing reading is missing, by meter and dial, with the readings around them. */
import type { FillProposal } from '@hengneng/contracts';
import {
  COUNTERS,
  addDays,
  CHINA,
  dayAt,
  dayEnd,
  dialText,
  LOCK_NAMES,
  lockOf,
  REGISTERS,
  type Register,
  timeText,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { seenProject } from '../../projects/index.ts';
import { sound } from '../facts/index.ts';
import { projectRules } from '../settings/index.ts';
import { isoText, meterLines } from '../things/index.ts';
import { progress } from './progress.ts';

export const gapsInput = z.object({
  ProjectCode: z.string('请选择项目').min(1, '请选择项目').max(30),
  Month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM')
    .optional(),
  CategoryCode: z.string().max(40).optional(),
});

interface Missing {
  readonly meter: string;
  readonly name: string;
  readonly register: Register;
  readonly day: string;
}

interface Gap {
  readonly meter: string;
  readonly name: string;
  readonly register: Register;
  readonly from: string;
  readonly to: string;
}

/** Days on end are one gap. */
const joined = (missing: readonly Missing[]): readonly Gap[] => {
  const gaps: Gap[] = [];
  for (const { meter, name, register, day } of missing) {
    const last = gaps.at(-1);
    if (last?.meter === meter && last.register === register && addDays(last.to, 1) === day)
      gaps[gaps.length - 1] = { ...last, to: day };
    else gaps.push({ meter, name, register, from: day, to: day });
  }
  return gaps;
};

/** 补录 of locked days that somebody has to agree to. */
async function proposalsOf(ctx: Ctx, project: string): Promise<readonly FillProposal[]> {
  const { rows } = await sql<
    Omit<FillProposal, 'RegisterName' | 'Unit'> & { readonly Register: Register; readonly unit: string }
  >`select f.id::text as "ProposalId", f.meter_id::text as "DeviceId", coalesce(d.display_name, d.name) as "DeviceName", f.register as "Register",
      m.unit, f.method as "Method", f.from_day::text as "From", f.to_day::text as "To", f.reason as "Reason", u.user_name as "By",
      ${isoText('f.proposed_at')} as "At", f.proposed_by = ${ctx.session.userId}::bigint as "Mine", f.readings as "Rows", f.photos as "Photos"
    from fill_proposal f join meter m on m.device_id = f.meter_id join device d on d.id = f.meter_id join app_user u on u.id = f.proposed_by
    where f.project_code = ${project} and f.state = '待同意' order by f.id`.execute(ctx.db);
  const things = await meterLines(
    ctx.db,
    rows.map(({ DeviceId }) => DeviceId),
  );
  return rows.map(({ unit, ...row }) => {
    const kind = REGISTERS[row.Register];
    const decimals = things.get(row.DeviceId)?.dial.decimals ?? 0;
    const Rows = row.Rows.map((one) => ({ ...one, Reading: dialText(one.Reading, decimals) }));
    return { ...row, Rows, RegisterName: kind.name, Unit: 'unit' in kind ? kind.unit : unit };
  });
}

export async function listGaps(ctx: Ctx, input: z.output<typeof gapsInput>) {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const month = input.Month ?? dayAt(ctx.now.getTime(), CHINA).slice(0, 7);
  const first = `${month}-01`;
  const rules = (await projectRules(ctx.db, [project.code], first)).get(project.code);
  // The last day that is over.
  const last = addDays(dayAt(ctx.now.getTime() - (rules?.cut ?? 480) * 60_000, CHINA), -1);
  const { rows: missing } = await sql<Missing>`
    select m.device_id::text as meter, coalesce(d.display_name, d.name) as name, x.register, g::date::text as day
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
      left join energy_category t on t.id = c.parent_id cross join unnest(m.registers) x(register)
      cross join generate_series(${first}::date, least(${first}::date + interval '1 month - 1 day', ${last}::date), interval '1 day') g
      left join meter_day f on f.meter_id = m.device_id and f.register = x.register and f.day = g::date
    where m.project_code = ${project.code} and m.frequency = 'day' and d.state in ('active', 'standby') and d.show_entry
      and x.register = any(${[...COUNTERS]}::text[]) and m.used_from <= g::date and (m.used_to is null or m.used_to >= g::date)
      and coalesce(f.got, 0) = 0 and not exists (select from stop_day s where s.project_code = m.project_code and s.day = g::date)
      and ${input.CategoryCode ? sql`coalesce(t.code, c.code) = ${input.CategoryCode}` : sql`true`}
    order by d.sort, d.code, x.register, g`.execute(ctx.db);
  const gaps = joined(missing);
  const things = await meterLines(ctx.db, [...new Set(gaps.map(({ meter }) => meter))]);
  const placed = gaps.flatMap((gap) => {
    const thing = things.get(gap.meter);
    if (thing === undefined) return [];
    const from = dayEnd(gap.from, thing.calendar);
    const to = dayEnd(gap.to, thing.calendar);
    return [{ gap, thing, since: new Date(from).toISOString(), until: new Date(to).toISOString() }];
  });
  // What was used between the two readings: the day that the later one closes is among it, and what other months have of the gap.
  const { rows: around } = await sql<{ before: string | null; after: string | null; total: string | null }>`
    select trim_scale(b.value)::text as before, trim_scale(n.value)::text as after,
      (select trim_scale(sum(f.usage))::text from meter_day f where f.meter_id = a.meter and f.register = a.register
        and f.to_at > b.at + interval '1 hour' and f.from_at < n.at - interval '1 hour') as total
    from jsonb_to_recordset(${JSON.stringify(
      placed.map(({ gap, since, until }, ord) => ({ meter: gap.meter, register: gap.register, since, until, ord })),
    )}::jsonb) as a(meter bigint, register text, since timestamptz, until timestamptz, ord int)
      left join lateral (select r.at, r.value from manual_reading r where r.meter_id = a.meter and r.register = a.register and r.at < a.since
        and ${sound('r')} order by r.at desc limit 1) b on true
      left join lateral (select r.at, r.value from manual_reading r where r.meter_id = a.meter and r.register = a.register and r.at > a.until
        and ${sound('r')} order by r.at limit 1) n on true
    order by a.ord`.execute(ctx.db);
  const { Calendar } = await progress(ctx, {
    ProjectCode: project.code,
    Month: month,
    ...(input.CategoryCode ? { CategoryCode: input.CategoryCode } : {}),
  });
  return {
    Month: month,
    /** What was due and what came, day by day. */
    Calendar: Calendar.map(({ Date: day, Due, Done }) => ({ Date: day, Due, Done })),
    Proposals: await proposalsOf(ctx, project.code),
    rows: placed.map(({ gap, thing }, index) => {
      const days = Math.round((Date.parse(gap.to) - Date.parse(gap.from)) / 86_400_000) + 1;
      const { before = null, after = null, total = null } = around[index] ?? {};
      const lock = rules === undefined ? null : lockOf(gap.to, false, rules.lockInput(ctx.now));
      return {
        DeviceId: gap.meter,
        DeviceName: gap.name,
        Register: gap.register,
        RegisterName: REGISTERS[gap.register].name,
        Unit: thing.unit,
        /** When it would have been read: the cut that held then. */
        ReadTime: timeText(Date.parse(placed[index]?.since ?? ''), CHINA).slice(11),
        GapFrom: gap.from,
        GapTo: gap.to,
        Days: days,
        Before: before === null ? null : dialText(before, thing.dial.decimals),
        After: after === null ? null : dialText(after, thing.dial.decimals),
        TotalUsage: total,
        Suggest: after === null ? '实抄' : days > 1 ? '同温日均' : '线性',
        LockState: lock?.state ?? 'open',
        LockName: lock === null ? '' : LOCK_NAMES[lock.state],
      };
    }),
  };
}
