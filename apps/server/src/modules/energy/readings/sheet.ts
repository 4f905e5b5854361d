/** A sheet of meters at one time of one day: what went before, what is there already, what days like it used. A few queries for any number. */
import {
  addDays,
  type Deviation,
  closedDay,
  type EntryDay,
  type EntryLine,
  instantOf,
  dialOf,
  dialText,
  isCounter,
  type Judged,
  LOOK_BACK_DAYS,
  type Lock,
  lockOf,
  MINUTE,
  type Reference,
  referenceOf,
  type Register,
  type SampleDay,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { daysOff } from '../days-off.ts';
import { frequencyOf, lineSince, sound, uncertainDay } from '../facts/index.ts';
import { remembered } from '../remembered.ts';
import { type ProjectRules, projectRules } from '../settings/index.ts';
import { type MeterThing, meterLines } from '../things/index.ts';
import { type DueAsked, type DueMeterRow, dueMeters } from './due.ts';

/** A reading that holds. */
export interface Standing {
  readonly id: string;
  readonly at: number;
  readonly value: string;
  readonly flag: string;
  readonly verdict: StoredVerdict | null;
  readonly note: string;
  readonly author: string | null;
  readonly by: string | null;
  readonly recordedAt: number;
  readonly versions: number;
}

/** What `manual_reading.verdict` keeps. */
export interface StoredVerdict {
  readonly usage: string | null;
  readonly deviation: number | null;
  readonly level: string;
  readonly words: string;
}

/** What is kept of how a reading was judged. */
export const storedVerdict = (judged: Extract<Judged, { kind: 'taken' }>): StoredVerdict => ({
  usage: judged.usage,
  deviation: judged.verdict?.deviation ?? null,
  level: judged.pending !== null ? 'pending' : (judged.verdict?.level ?? 'unjudged'),
  words: judged.pending ?? judged.verdict?.words ?? '首次读数，作为起点不计用量',
});

export interface SheetLine {
  readonly meter: DueMeterRow;
  readonly thing: MeterThing;
  readonly register: Register;
  readonly at: number;
  /** The day that a reading at this time closes. */
  readonly day: EntryDay;
  readonly lock: Lock;
  readonly needsPhoto: boolean;
  readonly entry: EntryLine;
  readonly reference: Reference;
  /** Used on each of the days before, the latest last. */
  readonly recent: readonly (number | null)[];
  /** What was read for this time already. */
  readonly standing: Standing | null;
  readonly missed: string | null;
}

export interface Sheet {
  readonly lines: readonly SheetLine[];
  readonly rules: ReadonlyMap<string, ProjectRules>;
}

interface Slot {
  readonly meter: string;
  readonly register: Register;
  readonly at: string;
  readonly low: string;
  readonly high: string;
  readonly day: string;
}

interface RawSlot {
  readonly meter: string;
  readonly register: Register;
  readonly last: { readonly at: number; readonly value: string } | null;
  readonly next: EntryLine['next'];
  readonly standing: Standing | null;
  readonly missed: string | null;
  readonly quoted: boolean;
  /** Days that were used before, with `!` those that are no sample: `2026-03-01 240.5,2026-03-02! 12`. */
  readonly samples: string | null;
}

const epoch = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
const pair = (alias: string) =>
  sql`jsonb_build_object('at', ${epoch(`${alias}.at`)}, 'value', trim_scale(${sql.ref(`${alias}.value`)})::text)`;

async function readSlots(db: Db | Tx, slots: readonly Slot[], withSamples: boolean): Promise<readonly RawSlot[]> {
  const samples = withSamples
    ? sql`(select string_agg(f.day || case when ${uncertainDay('f')} then '! ' else ' ' end || f.usage::float8, ',' order by f.day)
        from meter_day f
        where f.meter_id = s.meter and f.register = s.register and f.day < s.day and f.day >= s.day - ${LOOK_BACK_DAYS}::int)`
    : sql`null`;
  const { rows } = await sql<RawSlot>`
    select s.meter::text, s.register,
      (select ${pair('r')} from manual_reading r where r.meter_id = s.meter and r.register = s.register and r.at < s.low
        and ${sound('r')} order by r.at desc, r.recorded_at limit 1) as last,
      (select ${pair('r')} || jsonb_build_object('rollover', r.rollover) from manual_reading r where r.meter_id = s.meter
        and r.register = s.register and r.at > s.high
        and ${sound('r')} order by r.at, r.recorded_at limit 1) as next,
      (select jsonb_build_object('id', r.id::text, 'at', ${epoch('r.at')}, 'value', trim_scale(r.value)::text, 'flag', r.flag,
          'verdict', r.verdict, 'note', r.note, 'author', r.recorded_by::text, 'by', u.user_name, 'recordedAt', ${epoch('r.recorded_at')},
          'versions', (select count(*) from manual_reading v where v.meter_id = r.meter_id and v.register = r.register and v.at = r.at))
        from manual_reading r left join app_user u on u.id = r.recorded_by
        where r.meter_id = s.meter and r.register = s.register and r.at between s.low and s.high and ${sound('r')}
        order by abs(extract(epoch from r.at - s.at)), r.recorded_at, r.id limit 1) as standing,
      (select x.reason from reading_missed x where x.meter_id = s.meter and x.register = s.register and x.at = s.at) as missed,
      exists (select from reading_quote q where q.meter_id = s.meter and s.day between q.from_day and q.to_day) as quoted,
      ${samples} as samples
    from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb)
      as s(meter bigint, register text, at timestamptz, low timestamptz, high timestamptz, day date)
    join meter m on m.device_id = s.meter join project p on p.code = m.project_code`.execute(db);
  return rows;
}

/** Days off by the calendar of working days, and the mean temperature where the project stands. */
async function readDays(db: Db | Tx, projects: readonly string[], days: readonly string[], back: number) {
  const [off, warm] = await Promise.all([
    daysOff(db, projects),
    sql<{ key: string; avg: number }>`select p.code || ' ' || w.day as key, w.avg_c::float8 as avg
      from unnest(${[...projects]}::text[]) p(code)
        cross join (select min(d) - ${back}::int as low, max(d) as high from unnest(${[...days]}::date[]) d) span
        cross join lateral project_weather(p.code, span.low, span.high) w`.execute(db),
  ]);
  const temperatures = new Map(warm.rows.map(({ key, avg }) => [key, avg]));
  return {
    isRest: off,
    temperatureOf: (project: string, day: string) => temperatures.get(`${project} ${day}`) ?? null,
  };
}

/** How far from the asked time a reading stands for it: near the cut for daily meters, half a step for others. */
const nearOf = (thing: MeterThing): number => {
  const frequency = frequencyOf(thing.frequency);
  const most = thing.tolerance * MINUTE;
  return frequency?.kind === 'hours' ? Math.min(most, frequency.every * 30 * MINUTE - 1) : most;
};

interface SheetAsked extends DueAsked {
  /** `HH:mm`; absent: each project's own cut. */
  readonly minutes?: number | undefined;
  readonly now: Date;
  /** What days like it used; absent where only progress is asked for. */
  readonly withSamples: boolean;
}

/** What a day is, for a project: asked of the same few days by each of its meters. */
type AboutDay = (day: string) => Pick<SampleDay, 'temperature' | 'rest'> & { readonly stopped: boolean };

const samplesOf = (text: string | null, aboutDay: AboutDay): readonly SampleDay[] =>
  text === null
    ? []
    : text.split(',').map((one): SampleDay => {
        const day = one.slice(0, 10);
        const uncertain = one[10] === '!';
        const { temperature, rest, stopped } = aboutDay(day);
        const usage = Number(one.slice(uncertain ? 12 : 11));
        return { day, usage, temperature, rest, excluded: uncertain || stopped };
      });

const RECENT_DAYS = 14;

const recentOf = (day: string, samples: readonly SampleDay[]): readonly (number | null)[] => {
  const used = new Map(samples.map((one) => [one.day, one.usage]));
  return Array.from({ length: RECENT_DAYS }, (_, at) => used.get(addDays(day, at - RECENT_DAYS)) ?? null);
};

/** Loads the sheet. */
export async function loadSheet(db: Db | Tx, asked: SheetAsked): Promise<Sheet> {
  const { projects, date, now, withSamples } = asked;
  const [meters, rules] = await Promise.all([dueMeters(db, asked), projectRules(db, projects, date)]);
  const things = await meterLines(
    db,
    meters.map(({ id }) => id),
  );
  const placed = meters.flatMap((meter) => {
    const thing = things.get(meter.id);
    const rule = rules.get(meter.project);
    if (thing === undefined || rule === undefined) return [];
    const at = instantOf(date, asked.minutes ?? rule.cut, thing.calendar.zone);
    const near = nearOf(thing);
    const day = closedDay(at, thing.calendar, thing.tolerance);
    return thing.registers.map((register) => ({ meter, thing, rule, register, at, near, day }));
  });
  const iso = (at: number): string => new Date(at).toISOString();
  const days = [...new Set(placed.map(({ day }) => day))];
  const [raw, calendar] = await Promise.all([
    readSlots(
      db,
      placed.map(({ meter, register, at, near, day }) => ({
        meter: meter.id,
        register,
        at: iso(at),
        low: iso(at - near),
        high: iso(at + near),
        day,
      })),
      withSamples,
    ),
    readDays(db, projects, days, withSamples ? LOOK_BACK_DAYS : 0),
  ]);
  const bySlot = new Map(raw.map((row) => [`${row.meter} ${row.register}`, row]));
  const aboutOf = remembered((project: string): AboutDay => {
    const stopped = rules.get(project)?.stopped;
    return remembered((day) => ({
      temperature: calendar.temperatureOf(project, day),
      rest: calendar.isRest(day, project),
      stopped: stopped?.has(day) ?? false,
    }));
  });
  const lines = placed.flatMap(({ meter, thing, rule, register, at, day }): SheetLine[] => {
    const slot = bySlot.get(`${meter.id} ${register}`);
    if (slot === undefined) return [];
    const deviation: Deviation = rule.deviation(meter.id, thing.categoryId);
    const aboutDay = aboutOf(meter.project);
    const { temperature, rest } = aboutDay(day);
    const entryDay: EntryDay = { day, temperature, rest, ranHours: null };
    const samples = isCounter(register) ? samplesOf(slot.samples, aboutDay) : [];
    const reference = referenceOf(entryDay, samples, deviation);
    const used = new Set(reference.days);
    // What hung there then, which is another than hangs there now where it was exchanged since.
    const install = thing.installs.findLast(({ installedAt }) => installedAt <= at) ?? thing.installs[0];
    const dial = dialOf(register, install?.dial ?? thing.dial);
    // As the dial shows it: whoever compares a message with the dial reads 12.50, not 12.5.
    const shown = <R extends { readonly value: string }>(reading: R | null): R | null =>
      reading === null ? null : { ...reading, value: dialText(reading.value, dial.decimals) };
    // Where an exchange left off, what its gap came to is behind; one that came later ended what hung there.
    const since = lineSince(thing, register, slot.last === null ? null : slot.last.at + 1);
    const ended = since.breaks.find(({ confirmed, removedAt }) => confirmed && removedAt >= at);
    const next =
      ended === undefined || (slot.next !== null && slot.next.at < ended.removedAt)
        ? slot.next
        : { at: ended.removedAt, value: ended.oldFinal };
    return [
      {
        meter,
        thing,
        register,
        at,
        day: entryDay,
        lock: lockOf(day, slot.quoted, rule.lockInput(now)),
        needsPhoto: meter.settles || rule.photoMeters.has(meter.id),
        reference,
        recent: withSamples ? recentOf(day, samples) : [],
        standing: shown(slot.standing),
        missed: slot.missed,
        entry: {
          register,
          line: { ...since, breaks: since.breaks.filter(({ removedAt }) => removedAt < at) },
          dial,
          installedAt: install?.installedAt ?? 0,
          previous: shown(slot.last),
          next: shown(next),
          // Whatever was not chosen would not be chosen again.
          samples: samples.filter((one) => used.has(one.day)),
          deviation,
        },
      },
    ];
  });
  return { lines, rules };
}
