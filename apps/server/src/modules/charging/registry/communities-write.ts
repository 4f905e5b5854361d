/** Keeping communities: what they charge by changes from the next period on and leaves a version behind. */
import type { communityDelete, communitySave } from '@hengneng/contracts';
import { isCreditCode, type FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { todayOf, visibleCommunity } from './scope.ts';
import { nextPeriodOf } from './terms.ts';

type Saved = z.output<typeof communitySave.input>;
type Params = NonNullable<Saved['params']>;
type Season = NonNullable<Saved['season']>[number];

async function demandOwnNames(tx: Tx, of: Saved): Promise<void> {
  const { rows } = await sql<{
    name: boolean;
    code: boolean;
  }>`select coalesce(bool_or(name = ${of.name}), false) as name,
      coalesce(bool_or(code = ${of.code}), false) as code from community
    where (name = ${of.name} or code = ${of.code}) and id <> ${of.id ?? '0'}::bigint`.execute(tx);
  const errors: FieldError[] = [
    ...(rows[0]?.name ? [{ path: 'name', message: '小区名称已存在' }] : []),
    ...(rows[0]?.code ? [{ path: 'code', message: '编码已存在' }] : []),
    ...(of.sellerTaxNo !== '' && !isCreditCode(of.sellerTaxNo)
      ? [{ path: 'sellerTaxNo', message: '统一社会信用代码不正确' }]
      : []),
  ];
  if (errors.length > 0) throw invalid(errors);
}

const columnsOf = (of: Params) => ({
  bill_day: of.billDay,
  due_days: of.dueDays,
  grace_days: of.graceDays,
  penalty_rate: of.penaltyRate,
  penalty_cap: of.penaltyCap,
  penalty_first: of.penaltyFirst,
  day_count: of.dayCount,
  keep_rate: of.keepRate,
  min_suspend_days: of.minSuspendDays,
  partial: of.partial,
  auto_deduct: of.autoDeduct,
  tier_reset: of.tierReset,
});

/** @returns the version that now begins, null where nothing changed */
async function keepTerms(ctx: Ctx, tx: Tx, id: string, params: Params, fresh: boolean): Promise<string | null> {
  const day = todayOf(ctx);
  const { rows: last } = await sql<{ period: string | null }>`select max(period) as period from billing_run
    where community_id = ${id}::bigint`.execute(tx);
  const from = fresh ? `${day.slice(0, 7)}-01` : `${nextPeriodOf(day, last[0]?.period ?? null)}-01`;
  const of = columnsOf(params);
  const names = Object.keys(of).map((name) => sql.ref(name));
  const values = Object.values(of).map((value) => sql`${value}`);
  // What holds from that day without this change; the same again is no version.
  const { rows: same } = await sql<{ id: string }>`select 1 as id from (select * from community_terms
      where community_id = ${id}::bigint and from_day <= ${from}::date order by from_day desc limit 1) t
    where (${sql.join(names.map((name) => sql`t.${name}`))}) = (${sql.join(values)})`.execute(tx);
  if (same.length > 0) return null;
  await sql`insert into community_terms (community_id, from_day, created_by, ${sql.join(names)})
    values (${id}::bigint, ${from}::date, ${ctx.session.userId}::bigint, ${sql.join(values)})
    on conflict (community_id, from_day) do update set created_by = excluded.created_by, created_at = app_now(),
      ${sql.join(names.map((name) => sql`${name} = excluded.${name}`))}`.execute(tx);
  return from;
}

const KEYS = { 供冷季: '冷', 供暖季: '暖' } as const;

async function keepSeasons(tx: Tx, id: string, seasons: readonly Season[]): Promise<void> {
  const errors: FieldError[] = [];
  const kept = new Map<string, { from: string; to: string; locked: boolean }>();
  const { rows } = await sql<{ kind: Season['kind']; year: number; from: string; to: string; locked: boolean }>`
    select s.kind, s.year, lower(s.span)::text as "from", upper(s.span)::text as "to", s.locked or exists (select from bill b
        where b.community_id = s.community_id and b.cycle = s.year || case s.kind when '供冷季' then '冷' else '暖' end
          and b.state not in ('已作废', '已红冲')) as locked
    from community_season s where s.community_id = ${id}::bigint for update`.execute(tx);
  for (const { kind, year, ...row } of rows) kept.set(`${year}${KEYS[kind]}`, row);
  for (const [at, season] of seasons.entries()) {
    const key = `${season.year}${KEYS[season.kind]}`;
    const before = kept.get(key);
    const moved = before !== undefined && (before.from !== season.from || before.to !== season.to);
    if (season.to <= season.from) errors.push({ path: `season[${at}].to`, message: '止日应晚于起日' });
    else if (season.from.slice(0, 4) !== String(season.year))
      errors.push({ path: `season[${at}].from`, message: `${season.year}年度的季应在当年开始` });
    else if (moved && before.locked) errors.push({ path: `season[${at}].from`, message: `${key}季已出账，不能修改` });
    else {
      const over = seasons.findIndex(
        (other, index) => index < at && other.kind === season.kind && other.from < season.to && season.from < other.to,
      );
      if (over >= 0)
        errors.push({ path: `season[${at}].from`, message: `与${seasons[over]?.year}年度的${season.kind}重叠` });
    }
  }
  if (errors.length > 0) throw invalid(errors);
  const given = new Set(seasons.map(({ kind, year }) => `${year}${KEYS[kind]}`));
  if (given.size < seasons.length) throw invalid([{ path: 'season', message: '同一年度同一季只填一行' }]);
  const lost = [...kept].find(([key, { locked }]) => locked && !given.has(key));
  if (lost !== undefined) throw invalid([{ path: 'season', message: `${lost[0]}季已出账，不能删除` }]);
  await sql`delete from community_season where community_id = ${id}::bigint`.execute(tx);
  const locked = [...kept].flatMap(([key, row]) => (row.locked ? [key] : []));
  await sql`insert into community_season (community_id, kind, year, span, locked)
    select ${id}::bigint, s.kind, s.year, daterange(s."from", s."to"), s.year || case s.kind when '供冷季' then '冷' else '暖' end = any(${locked}::text[])
    from jsonb_to_recordset(${JSON.stringify(seasons)}::jsonb) as s(kind text, year int, "from" date, "to" date)`.execute(
    tx,
  );
}

export const saveCommunity = (ctx: Ctx, input: Saved): Promise<z.input<typeof communitySave.output>> =>
  ctx.write(async (tx) => {
    const before = input.id === null ? null : await visibleCommunity(ctx, tx, input.id);
    const project = await seenProject(ctx, tx, input.project);
    await demandOwnNames(tx, input);
    const of = sql`(${input.code}, ${input.name}, ${project.code}, ${input.address}, ${input.company}, ${input.phone}, ${input.sellerName},
      ${input.sellerTaxNo}, ${input.state})`;
    const columns = sql`(code, name, project_code, address, company, phone, seller_name, seller_tax_no, state)`;
    const { rows } =
      before === null
        ? await sql<{
            id: string;
            version: number;
          }>`insert into community ${columns} values ${of} returning id::text, version`.execute(tx)
        : await sql<{ id: string; version: number }>`update community set ${columns} = ${of}, version = version + 1
            where id = ${before.id}::bigint and version = ${input.version} returning id::text, version`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw conflict('小区已被他人修改，请刷新后重试');
    if (before !== null && before.code !== input.code) await demandNoBills(tx, before.id);
    const paramVersion = input.params ? await keepTerms(ctx, tx, row.id, input.params, before === null) : null;
    if (input.season) await keepSeasons(tx, row.id, input.season);
    const { params, season, id: _, version: __, ...basic } = input;
    await trail(tx, ctx, {
      kind: '收费',
      action: before === null ? '新增小区' : '修改小区',
      object: `小区 ${input.name}`,
      before: before === null ? null : { ...before },
      after: {
        ...basic,
        ...(paramVersion === null ? {} : { 参数生效: paramVersion, ...params }),
        ...(season
          ? { 季历: season.map(({ kind, year, from, to }) => `${year}${kind} ${from}至${to}`).join('，') }
          : {}),
      },
    });
    return { ...row, paramVersion };
  });

/** The code is part of the numbers of bills. */
async function demandNoBills(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select 1 from bill where community_id = ${id}::bigint limit 1`.execute(tx);
  if (rows.length > 0) throw invalid([{ path: 'code', message: '已有账单，编码不能修改' }]);
}

/** What keeps a community from being deleted, the first that holds. */
const IN_USE = [
  ['room', '小区下有房间，不能删除'],
  ['building', '小区下有楼栋，不能删除'],
  ['receipt_book', '小区已领票据本，不能删除，可停用'],
  ['billing_run', '小区已出账，不能删除，可停用'],
  ['shift', '小区已有收费班次，不能删除，可停用'],
  ['fee_price', '小区有专用价格，不能删除，可停用'],
  ['notice', '小区已发公告，不能删除，可停用'],
  ['pay_channel', '小区已配支付渠道，不能删除，可停用'],
] as const;

export const deleteCommunities = (
  ctx: Ctx,
  { ids }: z.output<typeof communityDelete.input>,
): Promise<z.input<typeof communityDelete.output>> =>
  ctx.write(async (tx) => {
    const done: { id: string; ok: boolean; reason: string }[] = [];
    for (const id of ids) {
      const seen = await visibleCommunity(ctx, tx, id);
      const { rows } = await sql<{ reason: string }>`select reason from (${sql.join(
        IN_USE.map(
          ([table, reason], at) =>
            sql`select ${at}::int as at, ${reason}::text as reason where exists (select from ${sql.table(table)} where community_id = ${id}::bigint)`,
        ),
        sql` union all `,
      )}) x order by at limit 1`.execute(tx);
      const reason = rows[0]?.reason ?? '';
      if (reason === '') {
        await sql`delete from community where id = ${id}::bigint`.execute(tx);
        await trail(tx, ctx, { kind: '收费', action: '删除小区', object: `小区 ${seen.name}` });
      }
      done.push({ id, ok: reason === '', reason });
    }
    return done;
  });
