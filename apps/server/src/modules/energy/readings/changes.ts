/** 数据修改记录: readings and whatever else figures rest on, as they were changed. Read from what was written down then; nothing of it can be edited. */
import {
  type changeFileInput,
  CHANGE_KINDS,
  type ChangeKind,
  type ChangeList,
  type changeListInput,
  type ChangeRow,
  MOST_CHANGES_EXPORT,
} from '@hengneng/contracts';
import { moneyText, shortCodeOf } from '@hengneng/core';
import {
  addDays,
  CHINA,
  closedDay,
  dayAt,
  dialText,
  daysFrom,
  type EnergyPrice,
  instantOf,
  LOCK_NAMES,
  lockOf,
  monthOf,
  REGISTERS,
  type Register,
} from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid, refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { holds, type Table, workbook } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { type ChangedCost, changedCosts, type ChangedDay, fenOf, seesCosts, takesCosts } from '../costs/index.ts';
import { priceWords } from '../prices/index.ts';
import { projectRules } from '../settings/index.ts';
import { isoText, meterLines } from '../things/index.ts';

type Filter = z.output<typeof changeFileInput>;
const PRICES = shortCodeOf('/operationContent/setting/energyPriceSet');

const USUAL_DAYS = 31;
const MOST_DAYS = 400;

interface Span {
  readonly since: Date;
  readonly until: Date;
  readonly words: string;
}

/** @throws invalid where the days are the wrong way round, or more than anybody reads */
const spanOf = (ctx: Ctx, { EditTime: given, EntryId }: Filter): Span => {
  const to = given?.to ?? dayAt(ctx.now.getTime(), CHINA);
  // Of one reading all that ever happened is meant.
  const from = given?.from ?? (EntryId ? '2000-01-01' : addDays(to, -USUAL_DAYS));
  if (from > to) throw invalid([{ path: 'EditTime', message: '开始日期不能晚于结束日期' }]);
  if (!EntryId && daysFrom(from, to) > MOST_DAYS)
    throw invalid([{ path: 'EditTime', message: `一次最多查询 ${MOST_DAYS} 天` }]);
  return {
    since: new Date(instantOf(from, 0, CHINA)),
    until: new Date(instantOf(to, 1440, CHINA)),
    words: EntryId ? '全部' : `${from} 至 ${to}`,
  };
};

/** One column list for all kinds, so that they make one table. */
const READINGS = ({ since, until }: Span) => sql`
  select 'r' || r.id as id, r.recorded_at as time, case when r.value is null then '作废' when r.supersedes is null then '补录' else '读数修改' end as kind,
    r.project_code as project, r.meter_id as meter, r.register, r.id as entry, r.at, null::text as target, null::date as day,
    trim_scale(b.value)::text as before, trim_scale(r.value)::text as after, r.value - b.value as diff, b.value as base, r.reason_type, r.reason,
    null::numeric as money, coalesce(r.recorded_by, batch.created_by) as editor, (select p.decided_by from reading_proposal p where p.reading_id = r.supersedes
      and p.state = '已同意' and p.decided_at >= r.recorded_at - interval '1 minute' limit 1) as approver,
    case when r.batch_id is not null or r.reason_type = '撤销导入' then '导入' when r.flag = '移' or r.client_id is not null then '移动'
      when r.recorded_by is null or r.flag = '自' then '自动' else '网页' end as source, r.photos, ''::text as note
  from manual_reading r left join manual_reading b on b.id = r.supersedes left join reading_batch batch on batch.id = r.batch_id
  where (r.supersedes is not null or r.flag in ('补', '估')) and r.recorded_at >= ${since} and r.recorded_at < ${until}`;

const RATIOS = ({ since, until }: Span) => sql`
  select 'k' || k.id, coalesce(k.decided_at, k.created_at), '倍率', m.project_code, k.meter_id, null, null::bigint, null::timestamptz, null,
    (k.valid_from at time zone 'Asia/Shanghai')::date, trim_scale(o.value)::text, trim_scale(k.value)::text, k.value - o.value, o.value,
    '倍率', k.reason, null::numeric, k.created_by, k.decided_by, '网页', k.documents, ''
  from meter_ratio k join meter m on m.device_id = k.meter_id
    join lateral (select x.value from meter_ratio x where x.meter_id = k.meter_id and x.state = '已生效' and x.valid_from < k.valid_from
      order by x.valid_from desc limit 1) o on true
  where k.state = '已生效' and coalesce(k.decided_at, k.created_at) >= ${since} and coalesce(k.decided_at, k.created_at) < ${until}`;

const UNLOCKS = ({ since, until }: Span) => sql`
  select 'u' || a.id, a.at, '解锁', a.project_code, null::bigint, null, null::bigint, null::timestamptz, a.month || ' 月锁',
    to_date(a.month, 'YYYY-MM'), '已锁', '未锁', null::numeric, null::numeric, '月解锁', a.why, null::numeric, a.by_user, null::bigint,
    case when a.by_user is null then '自动' else '网页' end, '[]'::jsonb, ''
  from period_act a where a.act = 'unlock' and a.at >= ${since} and a.at < ${until}`;

/** What waits, or was sent back, changed nothing. */
const ADJUSTMENTS = ({ since, until }: Span) => sql`
  select 'a' || j.id, coalesce(j.decided_at, j.created_at), '调整', j.project_code, j.meter_id, j.register, null::bigint, null::timestamptz, null, j.day,
    null, trim_scale(j.difference)::text, j.difference, null::numeric, '计入 ' || j.month, j.reason, j.amount, j.created_by, j.decided_by, '网页', j.photos, case when j.amount is null then '调整单未填金额' else '' end
  from adjustment j where j.state = '已同意' and not j.voided and coalesce(j.decided_at, j.created_at) >= ${since} and coalesce(j.decided_at, j.created_at) < ${until}`;

/** What of a day's report is no reading: machines, weather, notes. Each field as people read it. */
const DAY_REPORTS = ({ since, until }: Span) => sql`
  select 'd' || v.id, coalesce(v.decided_at, v.created_at), '日报', v.project_code, null::bigint, null, null::bigint, null::timestamptz,
    '日报 第' || v.version || '版', v.day, f.before, f.after, null::numeric, null::numeric, '日报', v.reason, null::numeric, v.created_by, v.decided_by,
    '网页', '[]'::jsonb, ''
  from day_report_version v cross join lateral (select string_agg(concat_ws(' ', x ->> 'Field', nullif(x ->> 'Before', '')), '；' order by n) as before,
      string_agg(concat_ws(' ', x ->> 'Field', nullif(x ->> 'After', '')), '；' order by n) as after
    from jsonb_array_elements(v.changed) with ordinality as c(x, n)) f
  where v.state = '已生效' and coalesce(v.decided_at, v.created_at) >= ${since} and coalesce(v.decided_at, v.created_at) < ${until}`;

/** Prices and factors keep what they were in the trail of their writes. */
const SETTINGS = ({ since, until }: Span, prices: boolean) => sql`
  select 's' || l.id, l.at, case l.kind when '价格' then '价格' else '系数' end, p.code, null::bigint, null, null::bigint, null::timestamptz,
    l.action || ' ' || l.object, null::date,
    case when l.kind = '价格' then coalesce(l.before ->> 'prices', l.before ->> '单价', l.before ->> 'valid_from') else l.before ->> 'value' end,
    case when l.kind = '价格' then coalesce(l.after ->> 'prices', l.after ->> '单价', l.after ->> 'valid_from') else l.after ->> 'value' end,
    null::numeric, null::numeric, l.action, l.summary, (l.after ->> '影响金额')::numeric, l.user_id, null::bigint, '网页', '[]'::jsonb,
    coalesce(l.after ->> '影响说明', '')
  from audit_log l left join project p on l.kind = '价格' and p.code = split_part(l.object, ' ', 1)
  where l.at >= ${since} and l.at < ${until} and l.result = '成功'
    and (${prices ? sql`l.kind = '价格' and p.code is not null or` : sql``} l.kind = '系统设置' and l.action in ('新增能耗系数', '修改能耗系数'))`;

const wants = (kinds: readonly ChangeKind[], ...any: readonly ChangeKind[]): boolean =>
  any.some((kind) => kinds.includes(kind));

/** Everything that matches, as `found`. */
const matching = (ctx: Ctx, input: Filter, span: Span): RawBuilder<unknown> => {
  const kinds: readonly ChangeKind[] = input.Kinds !== undefined && input.Kinds.length > 0 ? input.Kinds : CHANGE_KINDS;
  const one = Boolean(input.EntryId);
  const parts = [
    // The first fixes the columns, so it is always there.
    sql`(${READINGS(span)})`,
    ...(!one && wants(kinds, '倍率') ? [sql`(${RATIOS(span)})`] : []),
    ...(!one && wants(kinds, '日报') ? [sql`(${DAY_REPORTS(span)})`] : []),
    ...(!one && wants(kinds, '解锁') ? [sql`(${UNLOCKS(span)})`] : []),
    ...(!one && wants(kinds, '调整') ? [sql`(${ADJUSTMENTS(span)})`] : []),
    ...(!one && wants(kinds, '价格', '系数') ? [sql`(${SETTINGS(span, holds(ctx.session, PRICES, 'search'))})`] : []),
  ];
  const day = sql`coalesce((c.at at time zone 'Asia/Shanghai')::date, c.day)`;
  const conditions = [
    sql`(p.code is null and c.kind = '系数' or ${projectsVisible(ctx.session)})`,
    sql`c.kind = any(${[...kinds]}::text[])`,
    ...(input.ProjectCode ? [sql`(c.project = ${input.ProjectCode} or c.kind = '系数')`] : []),
    ...(input.Editor ? [sql`c.editor = ${input.Editor}::bigint`] : []),
    ...(input.DataDate?.from === undefined ? [] : [sql`${day} >= ${input.DataDate.from}::date`]),
    ...(input.DataDate?.to === undefined ? [] : [sql`${day} <= ${input.DataDate.to}::date`]),
    ...(input.EntryId
      ? [
          sql`(c.meter, c.register, c.at) in (select e.meter_id, e.register, e.at from manual_reading e where e.id = ${input.EntryId}::bigint)`,
        ]
      : []),
  ];
  return sql`select c.*, p.name as project_name from (${sql.join(parts, sql` union all `)}) c left join project p on p.code = c.project
    where ${sql.join(conditions, sql` and `)}`;
};

interface Raw {
  readonly id: string;
  readonly time: string;
  readonly kind: ChangeKind;
  readonly project: string | null;
  readonly projectName: string | null;
  readonly meter: string | null;
  readonly meterName: string | null;
  readonly code: string | null;
  readonly settles: boolean | null;
  readonly unit: string | null;
  readonly register: Register | null;
  readonly entry: string | null;
  readonly at: Date | null;
  readonly target: string | null;
  readonly day: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly diff: string | null;
  readonly rate: number | null;
  readonly reasonType: string;
  readonly reason: string;
  readonly editor: string | null;
  readonly approver: string | null;
  readonly source: ChangeRow['Source'];
  readonly photos: ChangeRow['Photos'];
  readonly impact: readonly { readonly Day: string; readonly Before: string | null; readonly After: string | null }[];
  /** Of an adjustment what was agreed on, of a price what it moved when it was changed; of all others it is worked out. */
  readonly money: string | null;
  /** Why nobody said `money`. */
  readonly note: string;
  /** The month whose totals an adjustment is in: what it corrects is closed and stays. */
  readonly takenUp: string | null;
  /** Days of the meter that became others by it. */
  readonly days: readonly Omit<ChangedDay, 'of' | 'project' | 'meter'>[];
}

/** Days are worked out right after what asked for it: what changed within these minutes followed from it. */
const SOON = sql.raw(`interval '10 minutes'`);
/** A reading reaches from the one before it to the one after it, and nobody leaves more between them. */
const REACH_DAYS = 40;

/**
 * Days of a meter (`x`) that became others by a change (`c`). A day that several corrections could have changed is the last one's, and of those
 * written at once the one's that is nearest to its end, so that what they came to can be added up.
 * @param register of the days; null: the main one, whichever register was corrected
 */
const changedBy = (register: RawBuilder<unknown> | null): RawBuilder<unknown> => {
  const far = (at: string) =>
    sql.raw(
      `abs(extract(epoch from ${at} - ((x.day + 1)::timestamp at time zone 'Asia/Shanghai' + interval '8 hours')))`,
    );
  return sql`x.meter_id = c.meter and x.register = ${register ?? sql`'total'`} and x.changed_at >= c.time and x.changed_at < c.time + ${SOON}
    and case when c.at is null then x.day >= c.day else x.day between (c.at at time zone 'Asia/Shanghai')::date - ${REACH_DAYS}::int
      and (c.at at time zone 'Asia/Shanghai')::date + ${REACH_DAYS}::int end
    and (c.entry is null or not exists (select from manual_reading n where n.meter_id = c.meter and n.id <> c.entry
      and (n.supersedes is not null or n.flag in ('补', '估')) and n.recorded_at >= c.time and n.recorded_at <= x.changed_at
      ${register === null ? sql`` : sql`and n.register = c.register`}
      and (n.recorded_at, -${far('n.at')}, (n.register = 'total')::int, n.id) > (c.time, -${far('c.at')}, (c.register = 'total')::int, c.entry)))`;
};

async function pageOf(ctx: Ctx, found: RawBuilder<unknown>, limit: number, offset: number): Promise<readonly Raw[]> {
  const { rows } = await sql<Raw>`
    with found as (${found}), page as (select * from found order by time desc, id desc limit ${limit} offset ${offset})
    select c.id, ${isoText('c.time')} as time, c.kind, c.project, c.project_name as "projectName", c.meter::text, coalesce(d.display_name, d.name) as "meterName",
      d.code, m.is_settle as settles, m.unit, c.register, c.entry::text, c.at, c.target, c.day::text, c.before, c.after, trim_scale(c.diff)::text as diff,
      case when c.base <> 0 then round(c.diff / abs(c.base) * 100, 2)::float8 end as rate, c.reason_type as "reasonType", c.reason, e.user_name as editor,
      a.user_name as approver, c.source, c.photos,
      c.money::text as money, c.note, case when c.kind = '调整' then (select j.month from adjustment j where 'a' || j.id = c.id) end as "takenUp",
      case when c.entry is null then '[]'::jsonb else coalesce((select jsonb_agg(jsonb_build_object('Day', x.day, 'Before', trim_scale(x.before_usage)::text,
          'After', trim_scale(x.after_usage)::text) order by x.day)
        from meter_day_change x where x.before_usage is distinct from x.after_usage and ${changedBy(sql`c.register`)}), '[]') end as impact,
      case when c.kind = '调整' or c.meter is null then '[]'::jsonb else coalesce((select jsonb_agg(jsonb_build_object('day', x.day,
          'before', x.before_usage::text, 'after', x.after_usage::text, 'beforeSplit', x.before_split::text[], 'afterSplit', x.after_split::text[]))
        from meter_day_change x where ${changedBy(null)}), '[]') end as days
    from page c left join device d on d.id = c.meter left join meter m on m.device_id = c.meter
      left join app_user e on e.id = c.editor left join app_user a on a.id = c.approver
    order by c.time desc, c.id desc`.execute(ctx.db);
  return rows;
}

/** What corrections came to, by their id; nothing for whoever may not see costs. */
async function amountsOf(ctx: Ctx, raws: readonly Raw[]): Promise<ReadonlyMap<string, ChangedCost>> {
  const changed = raws.flatMap(({ id, project, meter, days }) =>
    project === null || meter === null ? [] : days.map((one): ChangedDay => ({ ...one, of: id, project, meter })),
  );
  return seesCosts(ctx.session) ? changedCosts(ctx.db, changed) : new Map();
}

/** A price stands in its trail as it is kept; people read it as they set it. */
const priceText = (kept: string | null): string | null =>
  kept?.startsWith('{') === true ? priceWords(JSON.parse(kept) as EnergyPrice) : kept;

/** More than half of what was there, or of a meter that settles. */
const GRAVE_PERCENT = 50;

async function rowsOf(ctx: Ctx, raws: readonly Raw[]): Promise<ChangeRow[]> {
  const projects = [...new Set(raws.flatMap(({ project }) => project ?? []))];
  const seen = seesCosts(ctx.session);
  const [amounts, things, rules] = await Promise.all([
    amountsOf(ctx, raws),
    meterLines(ctx.db, [...new Set(raws.flatMap(({ meter }) => meter ?? []))]),
    projectRules(ctx.db, projects, dayAt(ctx.now.getTime(), CHINA)),
  ]);
  return raws.map((raw): ChangeRow => {
    const thing = raw.meter === null ? undefined : things.get(raw.meter);
    const rule = raw.project === null ? undefined : rules.get(raw.project);
    // A reading ends one day and begins the next: both change.
    const closes = raw.at !== null && thing ? closedDay(raw.at.getTime(), thing.calendar, thing.tolerance) : raw.day;
    const lock = rule === undefined || closes === null ? null : lockOf(closes, false, rule.lockInput(ctx.now));
    const days = closes === null ? [] : raw.at === null ? [closes] : [closes, addDays(closes, 1)];
    const kind = raw.register === null ? null : REGISTERS[raw.register];
    const unit = kind !== null && 'unit' in kind ? kind.unit : (raw.unit ?? '');
    // What is a reading stands as its dial shows it; multipliers and prices have no dial.
    const shown = (value: string | null) =>
      raw.kind === '价格'
        ? priceText(value)
        : value === null || raw.entry === null || thing === undefined
          ? value
          : dialText(value, thing.dial.decimals);
    const worked = amounts.get(raw.id);
    const amount = worked?.amount == null ? null : moneyText(fenOf(worked.amount));
    const local = raw.at === null ? null : new Date(raw.at.getTime() + 8 * 3_600_000).toISOString();
    return {
      Id: raw.id,
      Time: raw.time,
      Kind: raw.kind,
      ProjectCode: raw.project,
      ProjectName: raw.projectName ?? '全公司',
      Target: raw.target ?? [raw.meterName, kind?.name].filter(Boolean).join(' '),
      EntryId: raw.entry,
      DeviceCode: raw.code,
      DataDate: local === null ? (raw.day ?? '') : `${local.slice(0, 10)} ${local.slice(11, 16)}`,
      Before: shown(raw.before),
      After: shown(raw.after),
      Diff: raw.diff,
      DiffRate: raw.rate,
      ReasonType: raw.reasonType,
      Reason: raw.reason,
      Editor: raw.editor ?? '系统',
      Approver: raw.approver,
      Source: raw.source,
      LockState: lock === null ? '' : LOCK_NAMES[lock.state],
      Months: raw.takenUp === null ? [...new Set(days.map(monthOf))] : [raw.takenUp],
      Amount: seen ? (raw.money ?? amount) : null,
      AmountNote: seen ? [...(raw.note === '' ? [] : [raw.note]), ...(worked?.problems ?? [])].join('；') : '',
      Grave: raw.settles === true || (raw.rate !== null && Math.abs(raw.rate) > GRAVE_PERCENT),
      Photos: raw.photos,
      Impact: raw.impact.map((one) => ({ ...one, Unit: unit })),
    };
  });
}

export async function listChanges(ctx: Ctx, input: z.output<typeof changeListInput>): Promise<ChangeList> {
  if (input.ProjectCode) await seenProject(ctx, ctx.db, input.ProjectCode);
  const found = matching(ctx, input, spanOf(ctx, input));
  const [raws, reasons] = await Promise.all([
    pageOf(ctx, found, input.PageSize, (input.PageIndex - 1) * input.PageSize),
    sql<{
      Reason: string;
      Count: number;
    }>`select coalesce(nullif(f.reason_type, ''), '未注明') as "Reason", count(*)::int as "Count"
      from (${found}) f group by 1 order by 2 desc, 1`.execute(ctx.db),
  ]);
  return {
    rows: await rowsOf(ctx, raws),
    Costs: seesCosts(ctx.session),
    total: reasons.rows.reduce((sum, { Count }) => sum + Count, 0),
    Reasons: reasons.rows,
  };
}

type Cell = Table['rows'][number][number];
/** Plain numbers are numbers in the sheet; prices in several parts stay words. */
const figure = (value: string | null): Cell =>
  value === null || !/^-?\d+(\.\d+)?$/.test(value)
    ? value
    : { number: value, style: { places: value.split('.')[1]?.length ?? 0 } };

export async function exportChanges(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  if (input.ProjectCode) await seenProject(ctx, ctx.db, input.ProjectCode);
  const span = spanOf(ctx, input);
  const raws = await pageOf(ctx, matching(ctx, input, span), MOST_CHANGES_EXPORT + 1, 0);
  if (raws.length > MOST_CHANGES_EXPORT) throw refused(`超过 ${MOST_CHANGES_EXPORT} 行，请缩小修改时间`);
  const rows = await rowsOf(ctx, raws);
  const money = takesCosts(ctx.session);
  const time = (iso: string): string =>
    new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  return workbook(ctx, {
    title: '数据修改记录',
    head: [
      '时间',
      '类别',
      '项目',
      '对象',
      '数据日期',
      '修改前',
      '修改后',
      '差',
      '差(%)',
      '原因类型',
      '原因',
      '修改人',
      '同意人',
      '来源',
      '锁状态',
      '影响月份',
      ...(money ? ['影响金额(元)', '金额说明'] : []),
      '影响日用量',
    ],
    rows: rows.map((row): Cell[] => [
      time(row.Time),
      row.Kind,
      row.ProjectName,
      row.Target,
      row.DataDate,
      figure(row.Before),
      figure(row.After),
      figure(row.Diff),
      row.DiffRate === null ? null : { number: String(row.DiffRate), style: { places: 2 } },
      row.ReasonType,
      row.Reason,
      row.Editor,
      row.Approver,
      row.Source,
      row.LockState,
      row.Months.join('、'),
      ...(money ? [figure(row.Amount), row.AmountNote] : []),
      row.Impact.map(({ Day, Before, After, Unit }) => `${Day}：${Before ?? '—'}→${After ?? '—'} ${Unit}`).join('；'),
    ]),
    filters: [
      ['项目', input.ProjectCode ? (rows[0]?.ProjectName ?? input.ProjectCode) : '有权的全部项目'],
      ['修改时间', span.words],
      ['数据日期', input.DataDate ? `${input.DataDate.from ?? '最早'} 至 ${input.DataDate.to ?? '最近'}` : '不限'],
      ['类别', (input.Kinds ?? []).length > 0 ? (input.Kinds ?? []).join('、') : '全部'],
    ],
  });
}
