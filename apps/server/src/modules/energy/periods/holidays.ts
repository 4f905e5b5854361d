/**
 * 自定义节假日: days off and days worked besides the country's. Readings are compared with days of their own kind (同温样本), customers are supplied by the
 * hours of that kind (加班), and buildings are open by them (营业时间). Times of use of electricity follow the country's calendar only.
 */
import { type HolidayRow, type Holidays, holidaysRead, holidaysWrite } from '@hengneng/contracts';
import { CHINA, dayAt, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Access } from '../../../platform/auth/access.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { type SettingKind, side } from '../settings/index.ts';
import { daysThrough, demandSpan, lockedMonths, namesOf, spanText } from './day-spans.ts';

type Written = z.output<typeof holidaysWrite>;

interface Changed {
  readonly day: string;
  readonly off: boolean;
  readonly name: string;
}

/** Of the company's, months that are over stay as they are: some project has locked each of them. */
const overMonths =
  (today: string) =>
  (month: string): boolean =>
    month < monthOf(today);

async function read(ctx: Ctx, { ProjectCode, Year }: z.output<typeof holidaysRead>): Promise<Holidays> {
  const code = ProjectCode === '' ? null : (await seenProject(ctx, ctx.db, ProjectCode)).code;
  const today = dayAt(ctx.now.getTime(), CHINA);
  const year = Year ?? today.slice(0, 4);
  const [{ rows }, locked] = await Promise.all([
    sql<Omit<HolidayRow, 'Locked'>>`
      select distinct on (h.day) h.day::text as "Day", case when h.off then 'off' else 'work' end as "Kind", h.name as "Name",
        u.user_name as "Editor", h.project_code is distinct from ${code}::text as "Inherited"
      from project_holiday h left join app_user u on u.id = h.edited_by
      where (h.project_code is null or h.project_code = ${code}::text) and h.day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
      order by h.day desc, h.project_code nulls last`.execute(ctx.db),
    code === null ? overMonths(today) : lockedMonths(ctx, ctx.db, code),
  ]);
  return { ProjectCode, Year: year, rows: rows.map((row) => ({ ...row, Locked: locked(monthOf(row.Day)) })) };
}

const write = (ctx: Ctx, input: Written): Promise<{ readonly Days: number }> =>
  ctx.write(async (tx) => {
    if (input.ProjectCode === '' && !ctx.session.permissions.scopes.has('all'))
      throw forbidden('公司默认由公司级的人员维护，您可以为项目单独设置');
    const seen = input.ProjectCode === '' ? null : await seenProject(ctx, tx, input.ProjectCode);
    const code = seen?.code ?? null;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.operational ${code ?? ''}`}, 0))`.execute(tx);
    const days = daysThrough(input);
    const today = dayAt(ctx.now.getTime(), CHINA);
    const locked = code === null ? overMonths(today) : await lockedMonths(ctx, tx, code);
    demandSpan('节假日', input, days, { locked, today });
    const { rows } =
      input.Action === 'add'
        ? await sql<Changed>`insert into project_holiday (project_code, day, off, name, edited_by)
            select ${code}, d::date, ${input.Kind === 'off'}, ${input.Name}, ${ctx.session.userId} from unnest(${[...days]}::text[]) d
            on conflict (project_code, day) do update set off = excluded.off, name = excluded.name, edited_by = excluded.edited_by,
              edited_at = app_now() where (project_holiday.off, project_holiday.name) <> (excluded.off, excluded.name)
            returning day::text, off, name`.execute(tx)
        : await sql<Changed>`delete from project_holiday where project_code is not distinct from ${code}::text
            and day between ${input.From}::date and ${input.To}::date returning day::text, off, name`.execute(tx);
    if (rows.length === 0)
      throw invalid([
        { path: 'From', message: input.Action === 'add' ? '这些日子已这样登记' : '这些日子没有登记自定义节假日' },
      ]);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: input.Action === 'add' ? '登记自定义节假日' : '取消自定义节假日',
      object: seen?.name ?? '公司默认',
      summary: `${spanText(input)} ${namesOf(rows.map(({ off, name }) => `${off ? '放假' : '上班'} ${name}`))}`,
      after: { days: rows.map(({ day }) => day) },
    });
    return { Days: rows.length };
  });

export const holidaysKind = (reading: Access, writing: Access): SettingKind => ({
  read: side(reading, holidaysRead, read),
  write: side(writing, holidaysWrite, write),
});
