/** Whether a file can be kept: against what is there already, the locks, and the walk that days are made by. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { HistoryChecked, HistoryKind } from '@hengneng/contracts';
import {
  CHINA,
  closedDay,
  curveOf,
  type EffectiveReading,
  exact,
  exactText,
  type Flag,
  isCounter,
  type Problem,
  REGISTERS,
  timeText,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { sound } from '../facts/index.ts';
import { factorsFor } from '../prices/index.ts';
import { projectRules } from '../settings/index.ts';
import { meterLines } from '../things/index.ts';
import type { HistoryFile } from './file.ts';
import { Findings } from './findings.ts';
import { readingsOf } from './from-usage.ts';
import { aboutOf, type Item, type Named, readSeries, type Series, unitOfSeries } from './series.ts';

interface Existing {
  readonly id: string;
  readonly at: number;
  readonly value: string;
  readonly flag: Flag;
}

export interface SeriesPlan {
  readonly series: Series;
  /** Readings that are to be written. */
  readonly planned: readonly Item[];
  /** The imported ones in whose place some of them come. */
  readonly replaces: ReadonlyMap<Item, string>;
  /** Left as they are: the same value again, or another one and the person chose to skip it. */
  readonly skipped: number;
  /** Days from which and to which something may change. */
  readonly from: string;
  readonly to: string;
}

export interface Checked {
  readonly total: number;
  readonly findings: Findings;
  readonly plans: readonly SeriesPlan[];
  readonly conflicts: number;
  readonly meters: HistoryChecked['Meters'];
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

/** Every meter of the project, by whatever people call it. */
async function namedMeters(db: Db | Tx, project: string): Promise<readonly Named[]> {
  const { rows } = await sql<{ id: string; label: string; names: readonly (string | null)[] }>`
    select m.device_id::text as id, coalesce(d.display_name, d.name) as label, array[d.code, d.display_name, d.name, i.factory_no] as names
    from meter m join device d on d.id = m.device_id
      left join meter_install i on i.meter_id = m.device_id and i.removed_at is null
    where m.project_code = ${project}`.execute(db);
  const things = await meterLines(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, label, names }) => {
    const thing = things.get(id);
    const given = new Set(names.filter((name) => name !== null && name !== ''));
    return thing === undefined ? [] : [{ thing, label, names: [...given] as string[] }];
  });
}

const millis = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
const keyOf = ({ meter, register }: Series): string => `${meter.thing.id} ${register}`;

interface Around {
  readonly known: readonly Existing[];
  /** The first that was read and not imported, leaving out what the dial showed when it was put up. */
  readonly firstRead: number | null;
  /** Of what a gateway sends. */
  readonly firstSent: number | null;
}

/** What is there in the span of each series, with one reading before it and one behind. */
async function readAround(db: Db | Tx, all: readonly Series[]): Promise<ReadonlyMap<string, Around>> {
  const spans = all.map((series) => ({
    meter: series.meter.thing.id,
    register: series.register,
    from: new Date(series.items[0]?.at ?? 0).toISOString(),
    to: new Date(series.items.at(-1)?.at ?? 0).toISOString(),
    began: new Date(series.meter.thing.installs[0]?.installedAt ?? 0).toISOString(),
  }));
  const asked = sql`jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
    as s(meter bigint, register text, "from" timestamptz, "to" timestamptz, began timestamptz)`;
  const of = sql`select r.id, r.at, r.value, r.flag from manual_reading r where r.meter_id = s.meter and r.register = s.register and ${sound('r')}`;
  const [known, first] = await Promise.all([
    sql<Existing & { key: string }>`
      select s.meter || ' ' || s.register as key, k.id::text, ${millis('k.at')} as at, trim_scale(k.value)::text as value, k.flag
      from ${asked}, lateral ((${of} and r.at < s."from" order by r.at desc, r.recorded_at limit 1)
        union all (${of} and r.at between s."from" and s."to")
        union all (${of} and r.at > s."to" order by r.at, r.recorded_at limit 1)) k order by k.at, k.id`.execute(db),
    sql<{ key: string; read: number | null; sent: number | null }>`
      select s.meter || ' ' || s.register as key,
        (select ${millis('r.at')} from manual_reading r where r.meter_id = s.meter and r.register = s.register and r.flag <> '导'
          and r.at > s.began and ${sound('r')} order by r.at limit 1) as read,
        (select least((select ${millis("min(p.day)::timestamp at time zone 'Asia/Shanghai'")} from reading_day p where p.meter_id = s.meter),
          (select ${millis('min(h.at)')} from reading_hot h where h.meter_id = s.meter))) as sent
      from ${asked}`.execute(db),
  ]);
  const byKey = Map.groupBy(known.rows, ({ key }) => key);
  return new Map(
    first.rows.map(({ key, read, sent }) => [key, { known: byKey.get(key) ?? [], firstRead: read, firstSent: sent }]),
  );
}

const lockedOf = async (db: Db | Tx, project: string, months: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ month: string }>`select m.month from unnest(${[...months]}::text[]) m(month)
    where energy_month_locked(${project}, m.month)`.execute(db);
  return new Set(rows.map(({ month }) => month));
};

interface Quote {
  readonly meter: string;
  readonly from: string;
  readonly to: string;
  readonly settlement: string;
}

const quotesOf = async (db: Db | Tx, project: string): Promise<readonly Quote[]> =>
  (
    await sql<Quote>`select meter_id::text as meter, from_day::text as "from", to_day::text as "to", settlement
      from reading_quote where project_code = ${project}`.execute(db)
  ).rows;

/** What a person ticks on a sheet is a column of the file. */
const inFile = (message: string): string => message.replace('请勾选「已翻转」', '请在「翻转」列填“是”');

/** What makes a span count nothing, but keeps no reading out. */
const LATER: ReadonlySet<Problem['code']> = new Set(['breakPending', 'rolloverPending', 'multiplierChange']);

interface Judging {
  readonly findings: Findings;
  readonly locked: ReadonlySet<string>;
  readonly quotes: readonly Quote[];
  /** Of two imported readings of one moment the one that is there stays. */
  readonly skip: boolean;
}

/** What is taken out of a series by what is there, the locks and its own doubles. */
function sifted(series: Series, around: Around, { findings, locked, quotes, skip }: Judging) {
  const { calendar, tolerance, id } = series.meter.thing;
  const there = new Map(around.known.map((one) => [one.at, one]));
  const until = Math.min(around.firstRead ?? Infinity, around.firstSent ?? Infinity);
  const mine = quotes.filter(({ meter }) => meter === id);
  const planned: Item[] = [];
  const replaces = new Map<Item, string>();
  let skipped = 0;
  let conflicts = 0;
  let before: Item | null = null;
  for (const item of series.items) {
    const say = (column: string, message: string): void => findings.error(aboutOf(series, item), column, message);
    const double: Item | null = before?.at === item.at ? before : null;
    before = item;
    if (double !== null) {
      say('日期', `与第 ${double.row} 行重复：${timeText(item.at, CHINA)}`);
      continue;
    }
    const one = there.get(item.at);
    if (one !== undefined && one.flag !== '导') {
      say('日期', `与已有 ${timeText(item.at, CHINA)} 的读数 ${one.value} 冲突，导入不覆盖实录`);
      continue;
    }
    if (item.at >= until) {
      say('日期', `不早于首条实录 ${timeText(until, CHINA)}，请到数据补录中补`);
      continue;
    }
    if (locked.size > 0 || mine.length > 0) {
      const day = closedDay(item.at, calendar, tolerance);
      const month = day.slice(0, 7);
      if (locked.has(month)) {
        say('日期', `${month} 已月锁，请运营总监解锁后再导入`);
        continue;
      }
      const quote = mine.find(({ from, to }) => from <= day && day <= to);
      if (quote !== undefined) {
        say('日期', `该日读数已被结算单 ${quote.settlement} 引用，不能导入`);
        continue;
      }
    }
    if (one === undefined) planned.push(item);
    else if (exact(one.value) === item.value) skipped += 1;
    else {
      conflicts += 1;
      findings.hint(
        aboutOf(series, item),
        '日期',
        `与已有 ${timeText(item.at, CHINA)} 的导入读数 ${one.value} 冲突，入库时按所选方式跳过或作为新版本`,
      );
      if (skip) skipped += 1;
      else {
        planned.push(item);
        replaces.set(item, one.id);
      }
    }
  }
  return { planned, replaces, skipped, conflicts };
}

/** Walks along the register as the days will: what goes back or cannot have been counted is refused here already. */
function walked(
  series: Series,
  { planned, replaces }: Pick<SeriesPlan, 'planned' | 'replaces'>,
  known: readonly Existing[],
  findings: Findings,
): string | null {
  if (!isCounter(series.register) || planned.length === 0) return null;
  const taken = new Set(replaces.values());
  const readings = planned.map(
    ({ row, at, value, rollover }): EffectiveReading => ({
      id: String(row),
      at,
      value,
      flag: '导',
      rollover: rollover ? 'claimed' : 'none',
    }),
  );
  for (const { id, at, value, flag } of known)
    if (!taken.has(id)) readings.push({ id: `known ${id}`, at, value: exact(value), flag, rollover: 'none' });
  if (known.length > 0) readings.sort((a, b) => a.at - b.at);
  const { points, problems } = curveOf(series.meter.thing.line(series.register), readings, CHINA);
  const byId = new Map(problems.length === 0 ? [] : planned.map((item) => [String(item.row), item]));
  const wrong = new Set(problems.filter(({ code }) => !LATER.has(code)).flatMap(({ id }) => byId.get(id) ?? []));
  for (const { id, code, message, at } of problems) {
    const item = byId.get(id);
    // A reading that was there before is refused because of one in the file that is too large: not one that is refused itself.
    const last = item ?? planned.findLast((one) => one.at < at && !wrong.has(one));
    if (last === undefined) continue;
    const there = known.find((one) => `known ${one.id}` === id);
    if (LATER.has(code)) findings.hint(aboutOf(series, last), '读数', message);
    else if (item !== undefined) findings.error(aboutOf(series, item), '读数', inFile(message));
    else {
      const after = `之后 ${timeText(at, CHINA)} 已有的读数 ${there?.value ?? ''}`;
      findings.error(
        aboutOf(series, last),
        '读数',
        code === 'backwards' ? `大于${after}，请核对` : `与${after} 之间的${message}`,
      );
    }
  }
  const first = points.find(({ at }) => at === planned[0]?.at);
  const end = points.findLast(({ at }) => at === planned.at(-1)?.at);
  return first === undefined || end === undefined ? null : exactText(end.sum - first.sum);
}

/** Looks a file through. @param skip whether imported readings that are there stay as they are */
export async function checkHistory(
  db: Db | Tx,
  {
    project,
    file,
    kind,
    now,
    skip,
  }: {
    readonly project: string;
    readonly file: HistoryFile;
    readonly kind: HistoryKind;
    readonly now: Date;
    readonly skip: boolean;
  },
): Promise<Checked> {
  const findings = new Findings();
  const [meters, factors, rules] = await Promise.all([
    namedMeters(db, project),
    factorsFor(db, project),
    projectRules(db, [project], timeText(now.getTime(), CHINA).slice(0, 10)),
  ]);
  const read = await readSeries(
    { file, kind, meters, cut: rules.get(project)?.cut ?? 480, now: now.getTime(), factors },
    findings,
  );
  const arounds = await readAround(db, read.series);
  const aroundOf = (series: Series): Around =>
    arounds.get(keyOf(series)) ?? { known: [], firstRead: null, firstSent: null };
  const all = read.series.flatMap((series): Series[] => {
    const end = series.items.at(-1)?.at ?? 0;
    const after = (known: readonly Existing[]) => known.find(({ at }) => at > end) ?? null;
    const made = kind === 'usage' ? readingsOf(series, after(aroundOf(series).known), findings) : series;
    return made.items.length > 0 ? [made] : [];
  });
  const dates = [...new Set(all.flatMap(({ items }) => [...new Set(items.map(({ day }) => day))]))].sort();
  const months = new Set(dates.flatMap((day) => [day.slice(0, 7), monthBefore(day)]));
  const [locked, quotes] = await Promise.all([lockedOf(db, project, [...months]), quotesOf(db, project)]);
  const judging = { findings, locked, quotes, skip };
  let conflicts = 0;
  const summaries: HistoryChecked['Meters'] = [];
  const plans: SeriesPlan[] = [];
  for (const series of all) {
    // Others who ask this process something wait for one register, not for all.
    await breathe();
    const { items, meter, register } = series;
    const { known } = aroundOf(series);
    const sieved = sifted(series, aroundOf(series), judging);
    conflicts += sieved.conflicts;
    const usage = walked(series, sieved, known, findings);
    const [from, to] = [items[0]?.day ?? '', items.at(-1)?.day ?? ''];
    summaries.push({
      Meter: meter.label,
      Register: REGISTERS[register].name,
      Rows: items.length,
      From: from,
      To: to,
      Usage: usage,
      Unit: unitOfSeries(series),
    });
    // The span up to what was known before changes as well.
    const next = known.find(({ at }) => at > (items.at(-1)?.at ?? 0));
    plans.push({
      series,
      planned: sieved.planned,
      replaces: sieved.replaces,
      skipped: sieved.skipped,
      from,
      to: next === undefined ? to : timeText(next.at, CHINA).slice(0, 10),
    });
  }
  return {
    total: read.total,
    findings,
    plans,
    conflicts,
    meters: summaries,
    firstDay: dates[0] ?? null,
    lastDay: dates.at(-1) ?? null,
  };
}

/** The month that a reading of the first of a month closes the last day of. */
const monthBefore = (day: string): string => {
  const at = new Date(`${day.slice(0, 8)}01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - 1);
  return at.toISOString().slice(0, 7);
};
