/** What of a day is out of the ordinary: against days like it, by the verdicts of its readings, and by what is missing or in doubt. */
import type { DailyAnalysis } from '@hengneng/contracts';
import { addDays, LEVEL_NAMES, LOOK_BACK_DAYS, type SampleDay, verdictOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { daysOff } from '../days-off.ts';
import { projectRules } from '../settings/index.ts';
import { dayFigures, type Figure, type ReportProject, weatherOf } from './figures.ts';
import type { MeterDay, ReportMeter } from './meters.ts';
import { qualityOf, rounded } from './sums.ts';

/** Those whose use follows the weather. */
const JUDGED = ['elec', 'gas', 'steam', 'heatBuy', 'oil', 'cooling', 'heating'];
const WHOLE = 95;

type SameTemp = DailyAnalysis['SameTemp'];

/** 同温偏差 of what a project used as a whole, day by day: each against the median of days before it of like temperature and kind. */
export async function sameTempOver(
  ctx: Ctx,
  project: ReportProject,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<(day: string) => SameTemp> {
  const span = { from: addDays(from, -LOOK_BACK_DAYS), to };
  const [history, weather, isRest, rules] = await Promise.all([
    dayFigures(ctx.db, project.code, span, ctx.now),
    weatherOf(ctx.db, project.code, span),
    daysOff(ctx.db, [project.code]),
    projectRules(ctx.db, [project.code], to),
  ]);
  const warmth = new Map(weather.map((one) => [one.day, one.meanC]));
  const rule = rules.get(project.code);
  const settings = rule?.deviation('', '');
  const sampleOf = (one: Figure): SampleDay => ({
    day: one.at,
    usage: one.known ? Number(one.usage) : null,
    temperature: warmth.get(one.at) ?? null,
    rest: isRest(one.at),
    excluded: one.doubtful || Number(one.estimated) > 0 || one.got < one.due || rule?.stopped.has(one.at) === true,
  });
  const byDay = Map.groupBy(history, ({ at }) => at);
  const samples = new Map(
    [...Map.groupBy(history, ({ code }) => code)].map(([code, of]) => [code, of.map(sampleOf)] as const),
  );
  return (day) =>
    (byDay.get(day) ?? []).flatMap((figure): SameTemp => {
      const energy = project.energies.find(({ code }) => code === figure.code);
      const { complete } = qualityOf([figure]);
      if (energy === undefined || !JUDGED.includes(figure.code) || !figure.known) return [];
      const about = { code: energy.code, name: energy.name, unit: energy.unit, usage: figure.usage };
      if (complete === null || complete < WHOLE)
        return [
          {
            ...about,
            reference: null,
            deviation: null,
            level: LEVEL_NAMES.unjudged,
            words: '完整率不足 95%，不判定',
            days: [],
          },
        ];
      const first = addDays(day, -LOOK_BACK_DAYS);
      const verdict = verdictOf(
        { day, usage: Number(figure.usage), temperature: warmth.get(day) ?? null, rest: isRest(day) },
        (samples.get(figure.code) ?? []).filter((one) => first <= one.day && one.day <= day),
        settings,
      );
      return [
        {
          ...about,
          reference: verdict.value === null ? null : rounded(verdict.value, 1),
          deviation: verdict.deviation === null ? null : rounded(verdict.deviation, 1),
          level: LEVEL_NAMES[verdict.level],
          words: verdict.words,
          days: [...verdict.days],
        },
      ];
    });
}

interface Judged {
  readonly meter: string;
  readonly register: string;
  readonly value: string;
  readonly level: 'notice' | 'abnormal';
  readonly words: string;
  readonly reasonType: string;
  readonly reason: string;
  readonly by: string;
}

/** 异常与说明: readings that were judged, with what was said of them; meters without readings; use that is not counted yet. */
export async function exceptionsOf(
  ctx: Ctx,
  project: string,
  day: string,
  meters: readonly ReportMeter[],
  days: readonly MeterDay[],
): Promise<DailyAnalysis['Exceptions']> {
  const [judged, missed] = await Promise.all([
    sql<Judged>`
      select r.meter_id::text as meter, r.register, trim_scale(r.value)::text as value, r.verdict ->> 'level' as level,
        coalesce(r.verdict ->> 'words', '') as words, r.reason_type as "reasonType", r.reason, coalesce(u.user_name, '系统') as by
      from meter_day f join manual_reading r on r.meter_id = f.meter_id and r.register = f.register
        and r.at between f.to_at - interval '1 hour' and f.to_at + interval '1 hour'
      left join app_user u on u.id = r.recorded_by
      where f.project_code = ${project} and f.day = ${day} and r.value is not null and r.verdict ->> 'level' in ('notice', 'abnormal')
        and not exists (select from manual_reading n where n.supersedes = r.id)
      order by r.verdict ->> 'level', r.meter_id, r.register`.execute(ctx.db),
    sql<{ meter: string; reason: string; note: string; by: string }>`
      select distinct on (x.meter_id) x.meter_id::text as meter, x.reason, x.note, u.user_name as by
      from reading_missed x join meter m on m.device_id = x.meter_id join app_user u on u.id = x.recorded_by
      where m.project_code = ${project} and x.at > ${day}::date and x.at <= ${day}::date + interval '2 days'
      order by x.meter_id, x.at`.execute(ctx.db),
  ]);
  const names = new Map(meters.map(({ id, name }) => [id, name]));
  const missing = new Map(missed.rows.map((row) => [row.meter, row]));
  const nameOf = (id: string): string => names.get(id) ?? '';
  return [
    ...judged.rows.map((row) => ({
      DeviceId: row.meter,
      Item: LEVEL_NAMES[row.level],
      Value: `${nameOf(row.meter)} 读数 ${row.value}`,
      Words: row.words,
      ReasonType: row.reasonType,
      Reason: row.reason,
      By: row.by,
    })),
    ...days.flatMap(({ meter, due, got }) => {
      if (got >= due) return [];
      const said = missing.get(meter);
      return [
        {
          DeviceId: meter,
          Item: '缺录',
          Value: nameOf(meter),
          Words: `应录 ${due} 条，实录 ${got} 条`,
          ReasonType: said?.reason ?? '',
          Reason: said?.note ?? '',
          By: said?.by ?? '',
        },
      ];
    }),
    ...days.flatMap(({ meter, doubts }) =>
      doubts.length === 0
        ? []
        : [
            {
              DeviceId: meter,
              Item: doubts.join('、'),
              Value: nameOf(meter),
              Words: '有翻转、换表待确认，或读数未被采用：这部分用量未计入合计',
              ReasonType: '',
              Reason: '',
              By: '',
            },
          ],
    ),
  ];
}
