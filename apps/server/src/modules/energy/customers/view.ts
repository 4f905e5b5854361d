/** What a customer sees by his number: figures of the projects that it is for, and of no other. Without a session: nothing here may ask for one. */
import type { customerMonth, customerSelf, CustomerItem } from '@hengneng/contracts';
import { addDays, addMonths, CHINA, dayAt, daysThrough, monthEnd, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { secretHash } from '../../../platform/auth/secrets.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/http/errors.ts';
import { besideFigures, dayFiguresOf, projectsNamed, qualityOf, weatherOf } from '../reports/index.ts';

/** The same sentence for whatever is not there any more, so that nobody learns which numbers there were. */
const UNKNOWN = '客户编号无效或已停用，请向您的服务单位索取新的链接';
const BACK_MONTHS = 24;

interface Grant {
  readonly id: string;
  readonly name: string;
  readonly items: readonly CustomerItem[];
  readonly money: boolean;
  readonly to: string;
  readonly projects: readonly { readonly Code: string; readonly Name: string }[];
}

const numberOf = ({ authorization }: Ctx): string => /^Customer ([\w-]{22})$/.exec(authorization ?? '')?.[1] ?? '';

/** @throws notFound where there is no such number, or none any more */
async function grantOf(ctx: Ctx): Promise<Grant> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  const { rows } = await sql<Grant>`
    select s.id::text, s.customer_name as name, s.items, s.show_money as money, s.valid_to::text as to,
      (select jsonb_agg(jsonb_build_object('Code', p.code, 'Name', p.name) order by p.code)
        from customer_show_project sp join project p on p.code = sp.project_code where sp.show_id = s.id) as projects
    from customer_show s where s.number_hash = ${secretHash(numberOf(ctx))} and s.disabled_at is null
      and ${today} between s.valid_from and s.valid_to`.execute(ctx.db);
  const [grant] = rows;
  if (grant === undefined) throw notFound(UNKNOWN);
  return grant;
}

export async function readSelf(ctx: Ctx): Promise<z.input<typeof customerSelf.output>> {
  const grant = await grantOf(ctx);
  await sql`with seen as (update customer_show set visits = visits + 1, visited_at = app_now() where id = ${grant.id}::bigint),
      old as (delete from customer_show_visit where at < app_now() - interval '90 days')
    insert into customer_show_visit (show_id, ip, device) values (${grant.id}::bigint, ${ctx.ip}, ${ctx.device})`.execute(
    ctx.db,
  );
  return {
    CustomerName: grant.name,
    To: grant.to,
    Items: [...grant.items],
    ShowMoney: grant.money,
    Projects: [...grant.projects],
    Month: addMonths(monthOf(dayAt(ctx.now.getTime(), CHINA)), -1),
  };
}

export async function readCustomerMonth(
  ctx: Ctx,
  { ProjectCode, Month: month }: z.output<typeof customerMonth.input>,
): Promise<z.input<typeof customerMonth.output>> {
  const grant = await grantOf(ctx);
  // What is not in the grant is not there.
  if (!grant.projects.some(({ Code }) => Code === ProjectCode)) throw notFound('没有这个项目');
  const today = dayAt(ctx.now.getTime(), CHINA);
  const current = monthOf(today);
  if (month > current) throw invalid([{ path: 'Month', message: '不能选择还没有到的月份' }]);
  if (month < addMonths(current, -BACK_MONTHS))
    throw invalid([{ path: 'Month', message: `最早可看 ${BACK_MONTHS} 个月以前` }]);
  const [project] = await projectsNamed(ctx.db, [ProjectCode]);
  if (project === undefined) throw notFound('该项目还没有表计');
  const yesterday = addDays(today, -1);
  const until = yesterday < monthEnd(month) ? yesterday : monthEnd(month);
  const span = { from: `${month}-01`, to: until };
  const wanted = until < span.from ? [] : daysThrough(span.from, span.to);
  const has = (item: CustomerItem): boolean => grant.items.includes(item);
  const [report, figures, weather] = await Promise.all([
    besideFigures(ctx.db, { now: ctx.now, projects: [project], months: [month], money: grant.money }),
    has('days') ? dayFiguresOf(ctx.db, [project.code], wanted, ctx.now) : [],
    has('days') ? weatherOf(ctx.db, project.code, span) : [],
  ]);
  const meanOf = new Map(weather.map(({ day, meanC }) => [day, meanC]));
  const byDay = Map.groupBy(figures, ({ at }) => at);
  return {
    ProjectName: project.name,
    Month: month,
    Until: until,
    AsOf: ctx.now.toISOString(),
    categories: report.categories,
    usage: has('usage')
      ? report.rows.map(({ code, name, unit, usage, last, yoy, mom, perM2, cost, complete, estimated }) => ({
          code,
          name,
          unit,
          usage,
          last,
          yoy,
          mom,
          perM2,
          ...(cost === undefined ? {} : { cost: cost.amount, costWhole: cost.problems.length === 0 }),
          complete,
          estimated,
        }))
      : null,
    days: has('days')
      ? wanted.flatMap((day) => {
          const of = byDay.get(day);
          if (of === undefined) return [];
          return [
            {
              day,
              meanC: meanOf.get(day) ?? null,
              used: Object.fromEntries(of.flatMap(({ code, usage, known }) => (known ? [[code, usage]] : []))),
              ...qualityOf(of),
            },
          ];
        })
      : null,
    carbon: has('carbon') ? { tce: report.whole.tce, tCo2: report.whole.tCo2, notes: report.notes } : null,
    whole: { complete: report.whole.complete, estimated: report.whole.estimated },
  };
}
