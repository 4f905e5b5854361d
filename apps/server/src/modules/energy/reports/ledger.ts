/** 抄表台账: readings and use of meters by hour, day, week or month. Its sums are the figures of the other reports. */
import { type entryDataByTime, type LEDGER_GRAINS, type ledgerInput, type ledgerSeries } from '@hengneng/contracts';
import { divisionsOf, worstLoss } from '@hengneng/energy/checks';
import {
  addDays,
  CHINA,
  dayAt,
  daysFrom,
  exact,
  exactText,
  FLAGS,
  monthOf,
  REGISTERS,
  type Register,
  sumOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { daysAsOf, sound } from '../facts/index.ts';
import { projectRules } from '../settings/index.ts';
import { agreedAdjustments } from '../periods/agreed.ts';
import { adjustmentWords, reportProject } from './figures.ts';
import { type MeterDay, meterDays, type ReportMeter, reportMeters } from './meters.ts';
import { qualityOf, rounded } from './sums.ts';

type Asked = z.output<typeof ledgerInput>;
export type Ledger = z.input<typeof ledgerSeries.output>;
type Grain = (typeof LEDGER_GRAINS)[number];
type Point = Ledger['Series'][number]['Points'][number];

const MOST_DAYS: Readonly<Record<Grain, number>> = { 时: 31, 日: 400, 周: 1100, 月: 1900 };
/** What a person still scrolls through, and one workbook takes at once. */
const MOST_CELLS = 200_000;

/** One stretch of one meter, before it is written. */
interface Part {
  readonly t: string;
  readonly day: MeterDay;
  readonly usage: string;
  readonly close: string | null;
}

const bucketOf = (day: string, grain: Exclude<Grain, '时'>): string => {
  if (grain === '日') return day;
  if (grain === '月') return day.slice(0, 7);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, weekday === 0 ? -6 : 1 - weekday);
};

/** Hours from the cut on, as the facts count them. */
const hoursOf = (day: MeterDay, cut: number, closesSame: boolean): readonly Part[] => {
  const first = closesSame ? addDays(day.day, -1) : day.day;
  return (day.hours ?? []).map((usage, index) => {
    const minutes = (cut % 1440) + index * 60;
    const on = addDays(first, Math.floor(minutes / 1440));
    const clock = `${String(Math.floor((minutes % 1440) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    return { t: `${on} ${clock}`, day, usage, close: null };
  });
};

const partsOf = (days: readonly MeterDay[], grain: Grain, cut: number, closesSame: boolean): readonly Part[] =>
  days.flatMap((day): readonly Part[] =>
    grain === '时'
      ? hoursOf(day, cut, closesSame)
      : [{ t: bucketOf(day.day, grain), day, usage: day.usage, close: day.close }],
  );

const pointOf = (t: string, parts: readonly Part[]): Point => {
  const flags = new Set(parts.flatMap(({ day }) => day.flags));
  return {
    t,
    v: parts.findLast(({ close }) => close !== null)?.close ?? null,
    u: exactText(sumOf(parts.map(({ usage }) => exact(usage)))),
    flag: FLAGS.filter((flag) => flags.has(flag)).join(''),
    doubt: [...new Set(parts.flatMap(({ day }) => day.doubts))].join('、'),
  };
};

const pointsOf = (parts: readonly Part[]): Point[] =>
  [...Map.groupBy(parts, ({ t }) => t)].flatMap(([t, of]) =>
    // What nothing is known of is an empty cell, not a zero.
    of.some(({ day }) => day.known) ? [pointOf(t, of)] : [],
  );

const usageOf = (days: readonly MeterDay[]): string => exactText(sumOf(days.map(({ usage }) => exact(usage))));

const wireOf = (meter: ReportMeter): Ledger['Meters'][number] => ({
  DeviceId: meter.id,
  Code: meter.code,
  Name: meter.name,
  CategoryCode: meter.energy,
  CategoryName: meter.energyName,
  Unit: meter.unit,
  ParentId: meter.parent,
  IsMain: meter.main,
  Registers: [...meter.registers],
});

/** @throws invalid where one of them is no meter of the project */
function chosenOf(all: readonly ReportMeter[], asked: Asked): readonly ReportMeter[] {
  if (asked.DeviceIds.length === 0)
    return asked.CategoryCode ? all.filter(({ main, energy }) => main && energy === asked.CategoryCode) : [];
  const wanted = new Set(asked.DeviceIds);
  const found = all.filter(({ id }) => wanted.has(id));
  if (found.length < wanted.size) throw invalid([{ path: 'DeviceIds', message: '有表计不属于该项目' }]);
  return found;
}

/** No chosen meter counts it already, whether directly above or further up. */
const isTop = (meter: ReportMeter, chosen: ReadonlyMap<string, ReportMeter>, all: ReadonlyMap<string, ReportMeter>) => {
  const seen = new Set<string>();
  let above = meter.parent;
  while (above !== null && !seen.has(above)) {
    seen.add(above);
    const parent = all.get(above);
    if (parent?.energy !== meter.energy) return true;
    if (chosen.has(above)) return false;
    above = parent.parent;
  }
  return true;
};

async function daysFor(
  ctx: Ctx,
  asked: Asked,
  span: { readonly from: string; readonly to: string },
  chosen: readonly ReportMeter[],
  more: readonly ReportMeter[],
): Promise<readonly MeterDay[]> {
  const meters = [...new Set([...chosen, ...more])];
  const now = await meterDays(
    ctx.db,
    meters.map(({ id }) => id),
    asked.Register,
    span,
  );
  if (!asked.AsOf) return now;
  const then = await daysAsOf(ctx.db, meters, span, Date.parse(asked.AsOf));
  const byDay = new Map(
    then.flatMap((row) => (row.register === asked.Register ? [[`${row.meter} ${row.day}`, row] as const] : [])),
  );
  return now.map((day): MeterDay => {
    const known = byDay.get(`${day.meter} ${day.day}`);
    return known === undefined
      ? {
          ...day,
          open: null,
          close: null,
          usage: '0',
          estimated: '0',
          got: 0,
          hours: null,
          flags: [],
          doubts: [],
          known: false,
        }
      : { ...day, ...known, known: true };
  });
}

export async function readLedger(ctx: Ctx, asked: Asked): Promise<Ledger> {
  const days = daysFrom(asked.From, asked.To) + 1;
  if (days > MOST_DAYS[asked.Grain])
    throw invalid([{ path: 'To', message: `按${asked.Grain}一次最多查看${MOST_DAYS[asked.Grain]}天` }]);
  const project = await reportProject(ctx, asked.ProjectCode);
  const today = dayAt(ctx.now.getTime(), CHINA);
  const [meters, rules, attribution] = await Promise.all([
    reportMeters(ctx.db, project.code),
    projectRules(ctx.db, [project.code], asked.To),
    sql<{
      same: boolean;
    }>`select attribution = 'same' and day_cut < 1440 as same from operational_on(${project.code}, ${asked.To}::date)`.execute(
      ctx.db,
    ),
  ]);
  const chosen = chosenOf(meters, asked).filter(({ registers }) => registers.includes(asked.Register));
  if (chosen.length * days * (asked.Grain === '时' ? 24 : 1) > MOST_CELLS)
    throw invalid([{ path: 'To', message: '超过20万个单元格，请缩短时间或减少表计' }]);
  const all = new Map(meters.map((meter) => [meter.id, meter]));
  const divisions = (meter: ReportMeter) =>
    divisionsOf(
      meter,
      meters.filter(({ parent }) => parent === meter.id),
    ).map(({ parts }) => parts);
  // Today is not over: nothing of it is due yet.
  const span = { from: asked.From, to: asked.To < today ? asked.To : addDays(today, -1) };
  const rows = await daysFor(
    ctx,
    asked,
    span,
    chosen,
    asked.Register === 'total' ? chosen.flatMap((meter) => divisions(meter).flat()) : [],
  );
  const byMeter = Map.groupBy(rows, ({ meter }) => meter);
  const of = (meter: ReportMeter) => byMeter.get(meter.id) ?? [];
  const cut = rules.get(project.code)?.cut ?? 480;
  const closesSame = attribution.rows[0]?.same ?? false;
  const chosenById = new Map(chosen.map((meter) => [meter.id, meter]));
  const tops = chosen.filter((meter) => isTop(meter, chosenById, all));
  const energies = Map.groupBy(tops, ({ energy, unit }) => `${energy} ${unit}`);
  const lossOf = (meter: ReportMeter): number | null => {
    if (asked.Register !== 'total') return null;
    const loss = worstLoss(
      Number(usageOf(of(meter))),
      divisions(meter).map((parts) => parts.map((part) => Number(usageOf(of(part))))),
    );
    return loss === null ? null : rounded(loss, 1);
  };
  const booked = await agreedAdjustments(ctx.db, [project.code], { from: monthOf(span.from), to: monthOf(span.to) });
  const adjusted = booked.flatMap(({ meter, month, fromMonth: from, ...one }) => {
    const about = chosenById.get(meter);
    return about === undefined ? [] : [adjustmentWords({ ...one, from }, about, month)];
  });
  const sums = energies.size === 1 ? partsOf(tops.flatMap(of), asked.Grain, cut, closesSame) : [];
  return {
    projectName: project.name,
    areaM2: project.areaM2,
    asOf: asked.AsOf ? asked.AsOf : ctx.now.toISOString(),
    pending: project.pending,
    Meters: meters.map(wireOf),
    Grain: asked.Grain,
    ClosesSameDay: closesSame,
    Series: chosen.map((meter) => ({
      ...wireOf(meter),
      Points: pointsOf(partsOf(of(meter), asked.Grain, cut, closesSame)),
      Usage: usageOf(of(meter)),
      Loss: lossOf(meter),
      ...qualityOf(of(meter)),
    })),
    Totals: [...energies.values()].map((group) => {
      const [first] = group;
      const used = group.flatMap(of);
      return {
        CategoryCode: first?.energy ?? '',
        Name: first?.energyName ?? '',
        Unit: first?.unit ?? '',
        Usage: usageOf(used),
        ...qualityOf(used),
      };
    }),
    Sums: [...Map.groupBy(sums, ({ t }) => t)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([t, parts]) => ({
        t,
        u: exactText(sumOf(parts.map(({ usage }) => exact(usage)))),
        ...qualityOf([...new Set(parts.map(({ day }) => day))]),
      })),
    Notes: [
      ...(asked.Grain === '时' ? ['只有自动采集且当日读数不断的表有逐时用量，其余为空'] : []),
      ...(asked.AsOf ? ['按所选时刻已有的读数版本重新计算；倍率与换表按现行'] : []),
      // Readings know nothing of them: the month's report says its days and these.
      ...adjusted.map((words) => `${words}：在月报合计中，不在本表读数中`),
      ...(energies.size > 1 ? ['不同能源或单位不相加，合计分列'] : []),
    ],
  };
}

interface RawCut {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly register: Register;
  readonly before: { readonly value: string; readonly at: string; readonly flag: string } | null;
  readonly after: { readonly value: string; readonly at: string; readonly flag: string } | null;
}

/** What every dial that people read showed at an instant. */
export async function readingsAt(
  ctx: Ctx,
  { ProjectCode, Time }: z.output<typeof entryDataByTime.input>,
): Promise<z.input<typeof entryDataByTime.output>> {
  const seen = await seenProject(ctx, ctx.db, ProjectCode);
  const at = Date.parse(Time);
  const rules = await projectRules(ctx.db, [seen.code], dayAt(at, CHINA));
  const tolerance = rules.get(seen.code)?.tolerance ?? 60;
  const one = sql`jsonb_build_object('value', trim_scale(r.value)::text, 'flag', r.flag,
    'at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`;
  const { rows } = await sql<RawCut>`
    select m.device_id::text as id, d.code, coalesce(d.display_name, d.name) as name, m.unit, g.register,
      (select ${one} from manual_reading r where r.meter_id = m.device_id and r.register = g.register and r.at <= ${Time}::timestamptz
        and ${sound('r')} order by r.at desc, r.recorded_at limit 1) as before,
      (select ${one} from manual_reading r where r.meter_id = m.device_id and r.register = g.register and r.at > ${Time}::timestamptz
        and ${sound('r')} order by r.at, r.recorded_at limit 1) as after
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
      cross join unnest(m.registers) with ordinality g(register, place)
    where m.project_code = ${seen.code} and m.frequency not like 'auto:%' and m.used_from <= (${Time}::timestamptz at time zone ${CHINA})::date
      and (m.used_to is null or m.used_to >= (${Time}::timestamptz at time zone ${CHINA})::date)
    order by c.sort, d.sort, d.code, g.place`.execute(ctx.db);
  const far = (found: RawCut['before']): number =>
    found === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(found.at) - at);
  return {
    Tolerance: tolerance,
    rows: rows.map(({ id, code, name, unit, register, before, after }) => {
      const nearest = far(before) <= far(after) ? before : after;
      const stands = far(nearest) <= tolerance * 60_000 ? nearest : null;
      const kind = REGISTERS[register];
      return {
        DeviceId: id,
        Code: code,
        Name: name,
        Unit: 'unit' in kind ? kind.unit : unit,
        Register: register,
        RegisterName: kind.name,
        Reading: stands?.value ?? null,
        At: stands?.at ?? null,
        Flag: stands?.flag ?? '',
        LastReading: before?.value ?? null,
        LastAt: before?.at ?? null,
        NextReading: after?.value ?? null,
        NextAt: after?.at ?? null,
      };
    }),
  };
}
