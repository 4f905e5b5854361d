/** Readings with their versions: what was entered, what it was before, what waits for somebody. */
import type { entryData } from '@hengneng/contracts';
import {
  addDays,
  CHINA,
  closedDay,
  dayAt,
  daysFrom,
  dialText,
  instantOf,
  LOCK_NAMES,
  lockOf,
  REGISTERS,
  type Register,
  timeText,
} from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { projectRules } from '../settings/index.ts';
import { meterLines } from '../things/index.ts';
import type { StoredVerdict } from './sheet.ts';

type Input = z.output<typeof entryData.input>;
type Row = z.input<typeof entryData.output>['rows'][number];

interface Raw {
  readonly id: string;
  readonly meter: string;
  readonly name: string;
  readonly category: string;
  readonly register: Register;
  readonly at: Date;
  readonly value: string | null;
  readonly flag: string;
  readonly verdict: StoredVerdict | null;
  readonly reasonType: string;
  readonly by: string;
  readonly recordedAt: Date;
  readonly rollover: string | null;
  readonly candidate: string | null;
  readonly candidateId: string | null;
  readonly proposal: NonNullable<Row['Proposal']> | null;
  readonly versions: number;
  readonly history: readonly Row['Versions'][number][];
}

/**
 * Of each moment what holds: not superseded, recorded before imported before estimated, then the earlier. What else claims the moment is
 * its candidate.
 */
const heads = (project: string, from: number, to: number): RawBuilder<unknown> => sql`
  select r.*, row_number() over moment as place, lead(trim_scale(r.value)::text) over moment as candidate,
    case when lead(r.value) over moment is not null then lead(r.id) over moment end as candidate_id
  from manual_reading r where r.meter_id in (select m.device_id from meter m where m.project_code = ${project})
    and r.project_code = ${project} and r.at >= ${new Date(from)} and r.at < ${new Date(to)}
    and not exists (select from manual_reading s where s.supersedes = r.id)
  window moment as (partition by r.meter_id, r.register, r.at
    order by (r.value is null), case r.flag when '估' then 2 when '导' then 1 else 0 end, r.recorded_at, r.id)`;

/** What is looked at where nobody said from when. */
const USUAL_DAYS = 31;
const MOST_DAYS = 800;

/** @throws invalid where more is asked for than anybody reads */
const spanOf = (ctx: Ctx, input: Input): { readonly from: string; readonly to: string } => {
  const to = input.Date?.to ?? dayAt(ctx.now.getTime(), CHINA);
  const from = input.Date?.from ?? addDays(to, -USUAL_DAYS);
  if (from > to) throw invalid([{ path: 'Date', message: '开始日期不能晚于结束日期' }]);
  if (daysFrom(from, to) > MOST_DAYS) throw invalid([{ path: 'Date', message: `一次最多查询 ${MOST_DAYS} 天` }]);
  return { from, to };
};

const conditions = (input: Input): RawBuilder<unknown> => {
  const parts = [sql`h.place = 1`];
  if (input.EntryId)
    parts.push(sql`(h.meter_id, h.register, h.at) in (select e.meter_id, e.register, e.at from manual_reading e
      where e.id = ${input.EntryId}::bigint)`);
  if (input.DeviceId) parts.push(sql`h.meter_id = ${input.DeviceId}::bigint`);
  if (input.Register) parts.push(sql`h.register = ${input.Register}`);
  if (input.Flags !== undefined && input.Flags.length > 0) parts.push(sql`h.flag = any(${[...input.Flags]}::text[])`);
  if (input.Verdict) parts.push(sql`h.verdict ->> 'level' = ${input.Verdict}`);
  if (input.Keyword)
    parts.push(
      sql`(d.name ilike ${`%${input.Keyword}%`} or d.display_name ilike ${`%${input.Keyword}%`} or d.code ilike ${`%${input.Keyword}%`})`,
    );
  if (input.Waiting)
    parts.push(sql`(h.rollover = 'claimed' or h.candidate is not null or exists (select from reading_proposal p
      where p.reading_id = h.id and p.state = '待同意'))`);
  return sql.join(parts, sql` and `);
};

/** Who wrote a reading; of an imported one who brought in its batch. */
const author = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`u.id = coalesce(${sql.ref(`${alias}.recorded_by`)}, (select b.created_by from reading_batch b where b.id = ${sql.ref(`${alias}.batch_id`)}))`;

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;
const versionsOf = (wanted: boolean): RawBuilder<unknown> =>
  wanted
    ? sql`coalesce((select jsonb_agg(jsonb_build_object('EntryId', v.id::text, 'No', v.no, 'Reading', trim_scale(v.value)::text, 'Flag', v.flag,
        'Editor', coalesce(u.user_name, '系统'), 'EditTime', to_char(v.recorded_at at time zone 'UTC', ${sql.raw(ISO)}),
        'ReasonType', v.reason_type, 'Reason', v.reason, 'Photos', v.photos) order by v.no)
        from (select x.*, row_number() over (order by x.recorded_at, x.id) as no from manual_reading x
          where x.meter_id = h.meter_id and x.register = h.register and x.at = h.at) v
        left join app_user u on ${author('v')}), '[]')`
    : sql`'[]'::jsonb`;

/** Of a version that is linked to; null where the project has none such, so that nothing is found. */
async function dayOf(ctx: Ctx, project: string, entry: string): Promise<string | null> {
  const { rows } = await sql<{ at: Date }>`select at from manual_reading
    where id = ${entry}::bigint and project_code = ${project}`.execute(ctx.db);
  return rows[0] === undefined ? null : dayAt(rows[0].at.getTime(), CHINA);
}

async function readPage(ctx: Ctx, project: string, input: Input) {
  const where = conditions(input);
  const day = input.EntryId ? await dayOf(ctx, project, input.EntryId) : null;
  const span = day === null ? spanOf(ctx, input) : { from: day, to: day };
  const since = instantOf(span.from, 0, CHINA);
  const until = instantOf(span.to, 1440, CHINA);
  const from = sql`(${heads(project, since, until)}) h join device d on d.id = h.meter_id`;
  const [rows, total] = await Promise.all([
    sql<Raw>`
      select h.id::text, h.meter_id::text as meter, coalesce(d.display_name, d.name) as name, c.name as category, h.register, h.at,
        trim_scale(h.value)::text as value, h.flag, h.verdict, h.reason_type as "reasonType", coalesce(u.user_name, '系统') as by,
        h.recorded_at as "recordedAt", h.rollover, h.candidate, h.candidate_id::text as "candidateId",
        (select jsonb_build_object('Reading', trim_scale(p.value)::text, 'Rollover', p.rollover, 'By', pu.user_name, 'ReasonType', p.reason_type, 'Reason', p.reason,
            'Photos', p.photos, 'Mine', p.proposed_by = ${ctx.session.userId}::bigint) from reading_proposal p join app_user pu on pu.id = p.proposed_by
          where p.reading_id = h.id and p.state = '待同意') as proposal,
        (select count(*)::int from manual_reading v where v.meter_id = h.meter_id and v.register = h.register and v.at = h.at) as versions,
        ${versionsOf(input.WithVersions)} as history
      from ${from} join meter m on m.device_id = h.meter_id join energy_category c on c.id = m.category_id
        left join app_user u on ${author('h')}
      where ${where} order by h.at desc, d.sort, d.code, array_position(${Object.keys(REGISTERS)}::text[], h.register)
      limit ${input.PageSize} offset ${(input.PageIndex - 1) * input.PageSize}`.execute(ctx.db),
    sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`.execute(ctx.db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** What the facts say of the days that readings close. */
async function usageOf(
  db: Db | Tx,
  asked: readonly { readonly meter: string; readonly register: string; readonly day: string }[],
): Promise<ReadonlyMap<string, { readonly usage: string; readonly quoted: string | null }>> {
  const { rows } = await sql<{ key: string; usage: string; quoted: string | null }>`
    select a.meter || ' ' || a.register || ' ' || a.day as key, trim_scale(d.usage)::text as usage,
      (select q.settlement from reading_quote q where q.meter_id = a.meter and a.day between q.from_day and q.to_day limit 1) as quoted
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(meter bigint, register text, day date)
    left join meter_day d on d.meter_id = a.meter and d.register = a.register and d.day = a.day`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

export const listData = async (ctx: Ctx, input: Input): Promise<z.input<typeof entryData.output>> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows, total } = await readPage(ctx, project.code, input);
  const [things, rules] = await Promise.all([
    meterLines(ctx.db, [...new Set(rows.map(({ meter }) => meter))]),
    projectRules(ctx.db, [project.code], input.Date?.to ?? timeText(ctx.now.getTime(), CHINA).slice(0, 10)),
  ]);
  const rule = rules.get(project.code);
  const placed = rows.flatMap((raw) => {
    const thing = things.get(raw.meter);
    return thing === undefined
      ? []
      : [{ raw, thing, day: closedDay(raw.at.getTime(), thing.calendar, thing.tolerance) }];
  });
  const facts = await usageOf(
    ctx.db,
    placed.map(({ raw, day }) => ({ meter: raw.meter, register: raw.register, day })),
  );
  return {
    total,
    ProjectName: project.name,
    rows: placed.map(({ raw, thing, day }): Row => {
      const fact = facts.get(`${raw.meter} ${raw.register} ${day}`);
      const quoted = fact?.quoted ?? null;
      const lock = rule === undefined ? null : lockOf(day, quoted !== null, rule.lockInput(ctx.now));
      const local = timeText(raw.at.getTime(), CHINA);
      const kind = REGISTERS[raw.register];
      const shown = (value: string | null) => (value === null ? null : dialText(value, thing.dial.decimals));
      return {
        EntryId: raw.id,
        Date: local.slice(0, 10),
        ReadTime: local.slice(11),
        At: raw.at.toISOString(),
        DeviceId: raw.meter,
        DeviceName: raw.name,
        CategoryName: raw.category,
        Register: raw.register,
        RegisterName: kind.name,
        Unit: 'unit' in kind ? kind.unit : thing.unit,
        Reading: shown(raw.value),
        Usage: fact?.usage ?? raw.verdict?.usage ?? null,
        Deviation: raw.verdict?.deviation ?? null,
        Verdict: raw.verdict?.level ?? null,
        Words: raw.verdict?.words ?? '',
        ReasonType: raw.reasonType,
        Flag: raw.flag,
        Editor: raw.by,
        EditTime: raw.recordedAt.toISOString(),
        VersionCount: raw.versions,
        Rollover: raw.rollover,
        Candidate: shown(raw.candidate),
        CandidateId: raw.candidateId,
        Proposal: raw.proposal === null ? null : { ...raw.proposal, Reading: shown(raw.proposal.Reading) },
        LockState: lock?.state ?? 'open',
        LockName: lock === null ? '' : LOCK_NAMES[lock.state],
        SettleNo: quoted,
        Versions: raw.history.map((version) => ({ ...version, Reading: shown(version.Reading) })),
      };
    }),
  };
};
