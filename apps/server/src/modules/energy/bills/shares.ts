/** 内部分摊: who takes which part of an energy's bills, and what that came to in a month. */
import type { shareList, shareSave } from '@hengneng/contracts';
import { type FieldError, moneyText } from '@hengneng/core';
import { addMonths, monthEnd } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { seesCosts, takesCosts } from '../costs/index.ts';
import { qualityOf } from '../reports/sums.ts';
import { type Column, figure, type Sheet, sheetOf } from '../workbook.ts';
import { sharedOut } from './share.ts';

type Listed = z.input<typeof shareList.output>;
type Asked = z.output<typeof shareList.input>;
type Saved = z.output<typeof shareSave.input>;
type Row = Listed['rows'][number];

interface Plan {
  readonly id: string;
  readonly FromMonth: string;
  readonly Version: number;
  readonly By: string;
  readonly At: string;
}

const planOf = async (db: Db | Tx, project: string, code: string, month: string): Promise<Plan | null> => {
  const { rows } = await sql<Plan>`
    select p.id::text, p.from_month as "FromMonth", p.version as "Version", u.user_name as "By", to_jsonb(p.edited_at) #>> '{}' as "At"
    from energy_share_plan p join energy_category c on c.id = p.category_id join app_user u on u.id = p.edited_by
    where p.project_code = ${project} and c.code = ${code} and p.from_month <= ${month} order by p.from_month desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
};

interface Meter {
  readonly Id: string;
  readonly Name: string;
}

/** Meters of the energy, whichever part of it they count. */
const metersOf = async (db: Db | Tx, project: string, code: string): Promise<readonly Meter[]> => {
  const { rows } = await sql<Meter>`
    select m.device_id::text as "Id", coalesce(d.display_name, d.name) as "Name"
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
    join energy_category e on e.id = coalesce(c.parent_id, c.id) where m.project_code = ${project} and e.code = ${code} order by d.sort, d.code`.execute(
    db,
  );
  return rows;
};

interface Stored extends Omit<Row, 'Quantity' | 'Amount' | 'complete' | 'estimated'> {
  readonly usage: string | null;
  readonly estimatedUsage: string;
  readonly due: number;
  readonly got: number;
}

/** Receivers with what their meters counted on the days of the bills. */
const receiversOf = async (
  db: Db | Tx,
  plan: string,
  span: { readonly from: string; readonly to: string } | null,
): Promise<readonly Stored[]> => {
  const { rows } = await sql<Stored>`
    select s.id::text as "Id", s.name as "Name", s.kind as "Kind", s.method as "Method", trim_scale(s.base)::text as "Base",
      s.meter_id::text as "MeterId", coalesce(d.display_name, d.name) as "MeterName", trim_scale(f.usage)::text as usage,
      coalesce(f.estimated, 0)::text as "estimatedUsage", coalesce(f.due, 0)::int as due, coalesce(f.got, 0)::int as got
    from energy_share s left join device d on d.id = s.meter_id
    left join lateral (select sum(x.usage) as usage, sum(x.estimated) as estimated, sum(x.got) as got,
        sum(case when x.day is null then 1 else x.due end) as due
      from meter m cross join lateral generate_series(greatest(${span?.from ?? null}::date, m.used_from),
          least(${span?.to ?? null}::date, coalesce(m.used_to, ${span?.to ?? null}::date)), interval '1 day') g
      left join meter_day x on x.meter_id = m.device_id and x.register = 'total' and x.day = g::date
      where m.device_id = s.meter_id and not exists (select from stop_day o where o.project_code = m.project_code and o.day = g::date and x.day is null)
      ) f on s.meter_id is not null
    where s.plan_id = ${plan}::bigint order by s.place`.execute(db);
  return rows;
};

interface Billed {
  readonly n: number;
  readonly usage: string | null;
  readonly amount: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

const billed = async (db: Db | Tx, project: string, code: string, month: string): Promise<Billed> => {
  const { rows } = await sql<Billed>`
    select count(*)::int as n, trim_scale(sum(b.usage))::text as usage, sum(b.amount)::text as amount, min(b.from_day)::text as "from",
      max(b.to_day)::text as "to" from energy_bill b join energy_category c on c.id = b.category_id
    where b.project_code = ${project} and c.code = ${code} and b.to_day between ${`${month}-01`} and ${monthEnd(month)}`.execute(
    db,
  );
  return rows[0] ?? { n: 0, usage: null, amount: null, from: null, to: null };
};

export async function readShares(ctx: Ctx, asked: Asked, taken = false): Promise<Listed> {
  const { code, name } = await seenProject(ctx, ctx.db, asked.ProjectCode);
  const money = taken ? takesCosts(ctx.session) : seesCosts(ctx.session);
  const [plan, bills, meters, unit] = await Promise.all([
    planOf(ctx.db, code, asked.CategoryCode, asked.Month),
    billed(ctx.db, code, asked.CategoryCode, asked.Month),
    metersOf(ctx.db, code, asked.CategoryCode),
    sql<{ unit: string }>`select unit from energy_category where code = ${asked.CategoryCode}`.execute(ctx.db),
  ]);
  const span = bills.from === null || bills.to === null ? null : { from: bills.from, to: bills.to };
  const stored = plan === null ? [] : await receiversOf(ctx.db, plan.id, span);
  const shared =
    bills.usage === null || bills.amount === null
      ? '该月没有这种能源的账单'
      : sharedOut(
          { usage: bills.usage, amount: bills.amount },
          stored.map((one) => ({ id: one.Id, method: one.Method, base: one.Method === '表计' ? one.usage : one.Base })),
        );
  const problem = typeof shared === 'string' ? shared : null;
  const qualityAt = ({ usage, estimatedUsage, due, got }: Stored) =>
    qualityOf(usage === null ? [] : [{ usage, estimated: estimatedUsage, due, got }]);
  const counted = stored.flatMap(({ usage, estimatedUsage, due, got }) =>
    usage === null ? [] : [{ usage, estimated: estimatedUsage, due, got }],
  );
  return {
    projectName: name,
    asOf: ctx.now.toISOString(),
    Unit: unit.rows[0]?.unit ?? '',
    Bills: bills.n,
    Usage: bills.usage,
    From: bills.from,
    To: bills.to,
    ...(money ? { Amount: bills.amount } : {}),
    Plan: plan === null ? null : { FromMonth: plan.FromMonth, Version: plan.Version, By: plan.By, At: plan.At },
    rows: stored.map((one) => {
      const { usage, estimatedUsage: _, due: __, got: ___, ...row } = one;
      const amount = typeof shared === 'string' ? undefined : shared.amounts.get(one.Id);
      return {
        ...row,
        Base: one.Method === '表计' ? usage : one.Base,
        Quantity: typeof shared === 'string' ? null : (shared.quantities.get(one.Id) ?? null),
        ...(money ? { Amount: amount === undefined ? null : moneyText(amount) } : {}),
        ...qualityAt(one),
      };
    }),
    Problem: problem,
    Notes: typeof shared === 'string' ? [] : [...shared.notes],
    Meters: [...meters],
    whole: qualityOf(counted),
  };
}

function demandSound({ Rows }: Saved, meters: readonly Meter[]): void {
  const errors: FieldError[] = [];
  const known = new Set(meters.map(({ Id }) => Id));
  for (const [at, { Name, Method, MeterId }] of Rows.entries()) {
    if (Rows.findIndex((one) => one.Name === Name) < at)
      errors.push({ path: `Rows[${at}].Name`, message: '受摊对象重复' });
    if (Method !== '表计' || MeterId === null) continue;
    if (!known.has(MeterId)) errors.push({ path: `Rows[${at}].MeterId`, message: '请选择该项目这种能源的表计' });
    else if (Rows.findIndex((one) => one.Method === '表计' && one.MeterId === MeterId) < at)
      errors.push({ path: `Rows[${at}].MeterId`, message: '同一块表只能用于一个受摊对象' });
  }
  const methods = new Set(Rows.map(({ Method }) => Method));
  if (methods.has('面积') && methods.has('人数'))
    errors.push({ path: 'Rows', message: '面积与人数不能同时使用，请统一分摊方式' });
  if (errors.length > 0) throw invalid(errors);
}

export const saveShares = (ctx: Ctx, input: Saved): Promise<{ readonly Version: number }> =>
  ctx.write(async (tx) => {
    const { code, name } = await seenProject(ctx, tx, input.ProjectCode);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.share ${code}`}, 0))`.execute(tx);
    const holding = await planOf(tx, code, input.CategoryCode, input.Month);
    const own = holding?.FromMonth === input.Month ? holding : null;
    if ((own?.Version ?? 0) !== input.Version) throw conflict('受摊对象已被他人修改，请刷新后重试');
    demandSound(input, await metersOf(tx, code, input.CategoryCode));
    const { rows } = await sql<{ id: string; version: number }>`
      insert into energy_share_plan (project_code, category_id, from_month, edited_by)
      select ${code}, c.id, ${input.Month}, ${ctx.session.userId}::bigint from energy_category c where c.code = ${input.CategoryCode}
      on conflict (project_code, category_id, from_month) do update
        set version = energy_share_plan.version + 1, edited_by = excluded.edited_by, edited_at = app_now()
      returning id::text, version`.execute(tx);
    const [plan] = rows;
    if (plan === undefined) throw invalid([{ path: 'CategoryCode', message: '没有这种能源' }]);
    const before = holding === null ? [] : await receiversOf(tx, holding.id, null);
    await sql`delete from energy_share where plan_id = ${plan.id}::bigint`.execute(tx);
    await sql`insert into energy_share (plan_id, place, name, kind, method, base, meter_id)
      select ${plan.id}::bigint, r.place, r.name, r.kind, r.method, r.base, r.meter
      from jsonb_to_recordset(${JSON.stringify(
        input.Rows.map(({ Name, Kind, Method, Base, MeterId }, place) => ({
          place,
          name: Name,
          kind: Kind,
          method: Method,
          base: Method === '表计' ? null : Base,
          meter: Method === '表计' ? MeterId : null,
        })),
      )}::jsonb) as r(place int, name text, kind text, method text, base numeric, meter bigint)`.execute(tx);
    const words = (list: readonly { readonly Name: string; readonly Method: string; readonly Base: string | null }[]) =>
      Object.fromEntries(list.map((one) => [one.Name, `${one.Method}${one.Base === null ? '' : ` ${one.Base}`}`]));
    await trail(tx, ctx, {
      kind: '读数',
      action: '设置内部分摊',
      object: `${name} ${input.CategoryCode} ${input.Month} 起`,
      before: words(before),
      after: words(input.Rows),
    });
    return { Version: plan.version };
  });

/** 内部分摊 as a sheet beside the bills. */
export async function sharesSheet(ctx: Ctx, asked: Asked): Promise<Sheet> {
  const report = await readShares(ctx, asked, true);
  const columns: readonly Column<Row>[] = [
    ['受摊对象', (one) => one.Name],
    ['类别', (one) => one.Kind],
    ['分摊方式', (one) => (one.MeterName === null ? one.Method : `${one.Method}：${one.MeterName}`)],
    ['基数', (one) => figure(one.Base, 2)],
    [`分摊量（${report.Unit}）`, (one) => figure(one.Quantity, 2)],
    ...(report.Amount === undefined ? [] : ([['金额（元）', (one) => figure(one.Amount, 2)]] satisfies Column<Row>[])),
    ['完整率（%）', (one) => figure(one.complete, 1)],
  ];
  return sheetOf('内部分摊', columns, report.rows, [
    [
      report.Problem === null ? '合计' : `未分摊：${report.Problem}`,
      null,
      null,
      null,
      report.Problem === null ? figure(report.Usage, 2) : null,
      ...(report.Amount === undefined ? [] : [report.Problem === null ? figure(report.Amount, 2) : null]),
      null,
    ],
  ]);
}

/** A plan for each energy that the demo projects are billed for, by area: made up, from the month before last on. */
export async function seedShares(db: Db, month: string): Promise<void> {
  await sql`with made as (
      insert into energy_share_plan (project_code, category_id, from_month, edited_by)
      select distinct b.project_code, b.category_id, ${addMonths(month, -2)}, u.id from energy_bill b join project p on p.code = b.project_code
        join energy_category c on c.id = b.category_id join app_user u on u.account = 'energyAnalyst' and u.is_demo
      where p.is_demo and c.code = 'elec' on conflict do nothing returning id)
    insert into energy_share (plan_id, place, name, kind, method, base)
    select made.id, s.place, s.name, s.kind, '面积', s.base from made,
      (values (0, '办公区', '办公', 32000), (1, '首层商户', '租户', 6000), (2, '公共区域', '公区', 9000)) as s(place, name, kind, base)`.execute(
    db,
  );
}
