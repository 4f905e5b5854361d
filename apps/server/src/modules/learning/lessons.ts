/** Lessons as people see them: the published ones with how far oneself is; those who edit see the others as well. */
import {
  LEARNED,
  type Lesson,
  type Question,
  type trainResourcesIndex,
  type trainResourcesInfo,
} from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import { holds, likeText, pageOf } from '../identity/index.ts';
import { LIBRARY } from './screen.ts';

export const mayEdit = (session: Session): boolean => holds(session, LIBRARY, 'edit');

export const instant = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS"+08:00"')`;

const [NEW, GOING, THROUGH] = LEARNED;

/** Hours that were counted say that somebody is through, whatever version came after. */
const learned = sql`case when c.user_id is not null or m.finished_at is not null then ${THROUGH} when m.percent > 0 then ${GOING} else ${NEW} end`;

const columns = sql`b.id::text as id, b.title, b.kind as source, l.type, b.category::text as category, k.name as "categoryName",
  ceil(l.length / 60.0)::int as minutes, l.hours::text as hours, coalesce(l.posts, '{}') as posts, l.version, b.state,
  l.exam is not null as "hasExam", (select count(distinct user_id)::int from lesson_progress p where p.resource_id = b.id) as learners,
  (select round(avg(stars), 1)::text from lesson_remark r where r.resource_id = b.id) as stars, a.due::text as due,
  coalesce(m.percent, 0)::text as percent, ${learned} as learned, c.user_id is not null as credited`;

const from = ({ userId }: Session) => sql`from b_train_resource b left join lesson l on l.resource_id = b.id
  left join b_training_category k on k.id = b.category
  left join lesson_progress m on m.resource_id = b.id and m.user_id = ${userId} and m.version = l.version
  left join lesson_credit c on c.resource_id = b.id and c.user_id = ${userId}
  left join lesson_assignment a on a.resource_id = b.id and a.user_id = ${userId}`;

const visible = (session: Session): RawBuilder<boolean> =>
  mayEdit(session)
    ? sql<boolean>`not b.voided`
    : sql<boolean>`(not b.voided and b.state = '已发布' and l.resource_id is not null)`;

export const listLessons = (
  ctx: Ctx,
  input: z.output<typeof trainResourcesIndex.input>,
): Promise<{ rows: Lesson[]; total: number }> => {
  const parts: RawBuilder<boolean>[] = [visible(ctx.session), sql`b.title ilike ${likeText(input.Keyword ?? '')}`];
  if (input.category) parts.push(sql`b.category = ${input.category}`);
  if (input.type) parts.push(sql`l.type = ${input.type}`);
  if (input.post) parts.push(sql`(cardinality(l.posts) = 0 or ${input.post} = any(l.posts))`);
  if (input.state) parts.push(sql`b.state = ${input.state}`);
  if (input.required === true) parts.push(sql`a.user_id is not null`);
  if (input.required === false) parts.push(sql`a.user_id is null`);
  if (input.learned) parts.push(sql`${learned} = ${input.learned}`);
  return pageOf<Lesson>(
    ctx.db,
    input,
    sql`select ${columns}, (b.state = '待发布')::int::text || coalesce(a.due::text, '9999') || lpad((999999999 - b.id)::text, 9, '0') as _order
      ${from(ctx.session)} where ${sql.join(parts, sql` and `)}`,
    sql`_order`,
    ['title', 'type', 'hours', 'learners', 'stars', 'percent'],
  );
};

export interface Stored extends Lesson {
  readonly length: number | null;
  readonly FormVersion: number;
  readonly files: readonly { URL: string; Size: number; Name: string }[];
  readonly exam: { readonly minutes: number; readonly questions: readonly Question[] } | null;
}

/** @throws notFound where there is none that the person may see */
export const readLesson = async (db: Db | Tx, session: Session, id: string): Promise<Stored> => {
  const { rows } =
    await sql<Stored>`select ${columns}, l.length, coalesce(l.revision, 0) as "FormVersion", b.files, l.exam
    ${from(session)} where b.id = ${id} and ${visible(session)}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound('资料不存在或已下架');
  return found;
};

type Info = z.input<typeof trainResourcesInfo.output>;

export const lessonInfo = async (ctx: Ctx, id: string): Promise<Info> => {
  const { db, session } = ctx;
  const { exam, ...found } = await readLesson(db, session, id);
  const [progress, exams, remarks] = await Promise.all([
    sql<{ seen: number[][]; effective: string }>`select seen, effective::text from lesson_progress
      where resource_id = ${id} and user_id = ${session.userId} and version = ${found.version}`.execute(db),
    sql<Info['exams'][number]>`select ${instant(sql`started_at`)} as at, score::text as score, passed from lesson_exam
      where resource_id = ${id} and user_id = ${session.userId} order by id`.execute(db),
    sql<{ mine: boolean; user: string; stars: number | null; comment: string; note: string; at: string }>`
      select r.user_id = ${session.userId} as mine, u.user_name as user, r.stars, r.comment, case when r.user_id = ${session.userId} then r.note else '' end as note,
        ${instant(sql`r.at`)} as at
      from lesson_remark r join app_user u on u.id = r.user_id where r.resource_id = ${id} order by r.at desc limit 200`.execute(
      db,
    ),
  ]);
  const mine = remarks.rows.find((row) => row.mine);
  return {
    ...found,
    files: [...found.files],
    exam: exam !== null && mayEdit(session) ? { minutes: exam.minutes, questions: [...exam.questions] } : null,
    questions: exam?.questions.length ?? 0,
    examMinutes: exam?.minutes ?? null,
    seen: progress.rows[0]?.seen ?? [],
    effective: progress.rows[0]?.effective ?? '0.0',
    exams: exams.rows,
    note: mine?.note ?? '',
    myStars: mine?.stars ?? null,
    comments: remarks.rows
      .filter((row) => row.comment !== '')
      .map(({ user, stars, comment, at }) => ({ user, stars, comment, at })),
  };
};
