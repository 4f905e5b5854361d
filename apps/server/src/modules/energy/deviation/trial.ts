/** 试算: the last days of a project's meters judged anew by what holds and by what is tried, with the verdict that entry uses. */
import type { deviationTrial, DeviationTrialAnswer } from '@hengneng/contracts';
import {
  addDays,
  CHINA,
  checkDeviation,
  dayAt,
  type DeviationLimits,
  deviationOf,
  LOOK_BACK_DAYS,
  isCounter,
  type Register,
  type SampleDay,
  type Verdict,
  verdictOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { noSample } from '../facts/index.ts';
import { projectRules } from '../settings/index.ts';
import { LIMITS, numbersOf, overrideOf } from './limits.ts';

interface Line {
  readonly meter: string;
  readonly category: string;
  readonly register: Register;
  readonly days: readonly (readonly [string, number, number | null, boolean, boolean])[];
}

const sampleOf = ([day, usage, temperature, rest, excluded]: Line['days'][number]): SampleDay => ({
  day,
  usage,
  temperature,
  rest,
  excluded,
});

/** Bins of ten percent from −100 to +200; what lies beyond counts in the last. */
const BIN = 10;
const binOf = (deviation: number): number => Math.max(-100, Math.min(200, Math.floor(deviation / BIN) * BIN));

class Tally {
  warn = 0;
  abnormal = 0;
  unjudged = 0;
  readonly bins = new Map<number, number>();

  add({ level, deviation }: Verdict): void {
    if (level === 'notice') this.warn += 1;
    if (level === 'abnormal') this.abnormal += 1;
    if (level === 'unjudged') this.unjudged += 1;
    if (deviation !== null) this.bins.set(binOf(deviation), (this.bins.get(binOf(deviation)) ?? 0) + 1);
  }

  counts() {
    return { WarnCount: this.warn, AbnormalCount: this.abnormal, Unjudged: this.unjudged };
  }
}

export async function tryDeviation(ctx: Ctx, input: z.output<typeof deviationTrial>): Promise<DeviationTrialAnswer> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const to = addDays(dayAt(ctx.now.getTime(), CHINA), -1);
  const from = addDays(to, 1 - input.Days);
  const [{ rows: lines }, rules] = await Promise.all([
    sql<Line>`
      select m.device_id::text as meter, c.id::text as category, f.register, jsonb_agg(jsonb_build_array(f.day, f.usage::float8, w.avg_c::float8,
        project_off(m.project_code, f.day), ${noSample('f')}) order by f.day) as days
      from meter m join energy_category c on c.id = m.category_id
      join meter_day f on f.meter_id = m.device_id and f.day between ${addDays(from, -LOOK_BACK_DAYS)}::date and ${to}::date
      left join project_weather(${project.code}, ${addDays(from, -LOOK_BACK_DAYS)}::date, ${to}::date) w on w.day = f.day
      where m.project_code = ${project.code} and (${input.CategoryCode}::text is null or c.code = ${input.CategoryCode})
        and (${input.DeviceId}::bigint is null or m.device_id = ${input.DeviceId}::bigint)
      group by 1, 2, 3`.execute(ctx.db),
    projectRules(ctx.db, [project.code], to),
  ]);
  const rule = rules.get(project.code);
  const holdsFor = (meter: string, category: string): DeviationLimits =>
    rule?.deviation(meter, category) ?? deviationOf([]);
  const tried = overrideOf('meter', input.Trial);
  const triedFor = (of: DeviationLimits): DeviationLimits => deviationOf([{ ...of, level: 'company' }, tried]);
  const chosen = lines[0];
  const holds =
    input.DeviceId !== null || input.CategoryCode !== null
      ? holdsFor(input.DeviceId ?? '', chosen?.category ?? '')
      : holdsFor('', '');
  const errors = checkDeviation(triedFor(holds)).map(({ path, message }) => ({
    path: `Trial.${LIMITS.find(({ pure }) => pure === path)?.wire ?? 'Warn'}`,
    message,
  }));
  if (errors.length > 0) throw invalid(errors);
  const [now, trial] = [new Tally(), new Tally()];
  let readings = 0;
  for (const { meter, category, register, days } of lines) {
    if (!isCounter(register)) continue;
    const samples = days.map(sampleOf);
    const current = holdsFor(meter, category);
    const next = triedFor(current);
    for (const [at, { day, usage, temperature, rest, excluded }] of samples.entries()) {
      // What was exchanged, estimated or stood still is not judged at entry either.
      if (day < from || excluded || usage === null) continue;
      readings += 1;
      const before = samples.slice(Math.max(0, at - LOOK_BACK_DAYS), at);
      now.add(verdictOf({ day, usage, temperature, rest }, before, current));
      trial.add(verdictOf({ day, usage, temperature, rest }, before, next));
    }
  }
  return {
    From: from,
    To: to,
    Readings: readings,
    Bins: [...trial.bins].sort(([a], [b]) => a - b).map(([Deviation, Count]) => ({ Deviation, Count })),
    ...trial.counts(),
    Now: now.counts(),
    Holds: numbersOf(holds),
    Tried: numbersOf(triedFor(holds)),
  };
}
