/** Who learnt what: records of everybody for those who keep the library, and reminders of what is overdue. */
import type { trainResourcesRecords } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { scopeOf } from '../../platform/policy/scope.ts';
import { likeText, pageOf, workbook } from '../identity/index.ts';
import { sendMessage } from '../../platform/messages/send.ts';
import { instant } from './lessons.ts';

type Input = z.output<typeof trainResourcesRecords.input>;
type Records = z.input<typeof trainResourcesRecords.output>;

/** People of the departments and projects in the person's scope, and oneself. */
const ofScope = (session: Session): RawBuilder<boolean> => {
  const values: unknown[] = [];
  const mark = '\u0001';
  const text = scopeOf(session, null).sql({ applicant: 'u.id', dept: 'u.dept_id', project: null }, (value) => {
    values.push(value);
    return `${mark}${values.length - 1}${mark}`;
  });
  const parts = text.split(mark).map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${values[Number(part)]}`));
  return sql<boolean>`(${sql.join(parts, sql.raw(''))})`;
};

export const listRecords = (ctx: Ctx, input: Input): Promise<Records> => {
  const like = likeText(input.Keyword ?? '');
  const parts: RawBuilder<boolean>[] = [
    ofScope(ctx.session),
    sql`not b.voided`,
    sql`(u.user_name ilike ${like} or b.title ilike ${like})`,
  ];
  if (input.resource) parts.push(sql`b.id = ${input.resource}`);
  if (input.category) parts.push(sql`b.category = ${input.category}`);
  return pageOf<Records['rows'][number]>(
    ctx.db,
    input,
    sql`select k.resource_id || '-' || k.user_id || '-' || k.version as id, u.user_name as name,
        (select string_agg(p.name, '、' order by p.code) from user_project x join project p on p.code = x.project_code where x.user_id = u.id) as projects,
        b.title, k.version, k.version < l.version as old, coalesce(g.percent, 0)::text as percent, round(coalesce(g.effective, 0) / 60, 1)::text as minutes,
        e.best::text as score, coalesce(e.n, 0)::int as exams, a.due::text as due, ${instant(sql`g.finished_at`)} as "finishedAt",
        coalesce(c.hours, 0)::text as hours, coalesce(g.last_at, a.at) as _order
      from (select resource_id, user_id, version from lesson_progress
            union select a.resource_id, a.user_id, l.version from lesson_assignment a join lesson l on l.resource_id = a.resource_id
              where not exists (select from lesson_progress p where p.resource_id = a.resource_id and p.user_id = a.user_id)) k
        join b_train_resource b on b.id = k.resource_id join lesson l on l.resource_id = b.id join app_user u on u.id = k.user_id
        left join lesson_progress g on g.resource_id = k.resource_id and g.user_id = k.user_id and g.version = k.version
        left join lesson_credit c on c.resource_id = k.resource_id and c.user_id = k.user_id and c.version = k.version
        left join lesson_assignment a on a.resource_id = k.resource_id and a.user_id = k.user_id
        left join lateral (select max(score) as best, count(*) as n from lesson_exam x where x.resource_id = k.resource_id and x.user_id = k.user_id
          and x.version = k.version) e on true
      where ${sql.join(parts, sql` and `)}`,
    sql`_order desc, id`,
    ['name', 'title', 'percent', 'finishedAt'],
  );
};

const MOST_ROWS = 20_000;

export const exportRecords = async (ctx: Ctx, input: Input): Promise<FileAnswer> => {
  const { rows } = await listRecords(ctx, { ...input, PageIndex: 1, PageSize: MOST_ROWS });
  return workbook(ctx, {
    title: '学习记录',
    head: [
      '姓名',
      '项目',
      '资料',
      '版本',
      '进度（%）',
      '有效时长（分钟）',
      '测验（分）',
      '次数',
      '必修截止',
      '完成时间',
      '计入学时',
    ],
    rows: rows.map((row) => [
      row.name,
      row.projects,
      row.title,
      row.old ? `第${row.version}版（旧版）` : `第${row.version}版`,
      row.percent,
      row.minutes,
      row.score,
      String(row.exams),
      row.due,
      row.finishedAt,
      row.hours,
    ]),
    filters: [['关键字', input.Keyword ?? '']],
  });
};

/** Tells who is late with a lesson, and the managers of their projects; each week anew. @returns how many are late */
export const tellLateLearners = (db: Db, today: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user: string; name: string; title: string; due: string; managers: string[] }>`
      with late as (
        update lesson_assignment a set reminded_on = ${today}::date
          from b_train_resource b
         where b.id = a.resource_id and not b.voided and b.state = '已发布' and a.due < ${today}::date
           and (a.reminded_on is null or a.reminded_on + 7 <= ${today}::date)
           and not exists (select from lesson_credit c where c.resource_id = a.resource_id and c.user_id = a.user_id)
        returning a.user_id, a.due, b.title)
      select l.user_id::text as user, u.user_name as name, l.title, l.due::text as due,
        array(select distinct p.manager::text from user_project x join project p on p.code = x.project_code
          where x.user_id = l.user_id and p.manager is not null and p.manager <> l.user_id) as managers
      from late l join app_user u on u.id = l.user_id and u.state = 'active'`.execute(tx);
    for (const { user, name, title, due, managers } of rows) {
      await sendMessage(tx, [user], 'lesson.late', { 资料: title, 期限: due });
      await sendMessage(tx, managers, 'lesson.lateOf', { 学员: name, 资料: title, 期限: due });
    }
    return rows.length;
  });
