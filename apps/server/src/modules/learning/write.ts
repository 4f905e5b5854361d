/** Writing lessons, their categories, who has to learn them, and what people say of them. */
import type {
  trainCategorySave,
  trainResourcesAssign,
  trainResourcesRemark,
  trainResourcesSave,
} from '@hengneng/contracts';
import { today as todayIn } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import { conflict, invalid, refused } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { readLesson, type Stored } from './lessons.ts';
import { LESSON_FILES } from './screen.ts';

type SaveInput = z.output<typeof trainResourcesSave.input>;

const check = async (tx: Tx, input: SaveInput): Promise<void> => {
  const { rows } = await sql`select 1 from b_training_category where id = ${input.category} and not voided`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: 'category', message: '请选择分类' }]);
  for (const [at, question] of input.questions.entries())
    if (question.answers.some((answer) => answer >= question.options.length))
      throw invalid([{ path: `questions[${at}].answers`, message: '正确答案不在选项中' }]);
  if (input.questions.length > 0 && !input.examMinutes)
    throw invalid([{ path: 'examMinutes', message: '有测验时请填写时限' }]);
};

/** Files that are new are the person's own upload; those that were there stay. */
const bind = async (tx: Tx, ctx: Ctx, id: string, input: SaveInput, old: Stored | null): Promise<void> => {
  const known = new Set(old?.files.map((file) => file.URL));
  const fresh = input.files.flatMap((file, at) =>
    known.has(file.URL) ? [] : [{ path: `files[${at}]`, URL: file.URL }],
  );
  const errors = await bindFiles(tx, LESSON_FILES, id, fresh, ctx.session.userId);
  if (errors.length > 0) throw invalid(errors);
  // What an approval left here belongs to its record; learners see it by the lesson.
  for (const { URL } of input.files.filter((file) => known.has(file.URL)))
    await sql`insert into file_link (file_id, business_type, business_id)
      select id, ${LESSON_FILES}, ${id} from file where id::text = substring(${URL} from '^/files/([0-9]+)-') on conflict do nothing`.execute(
      tx,
    );
};

export const saveLesson = (ctx: Ctx, input: SaveInput): Promise<{ id: string; FormVersion: number; version: number }> =>
  ctx.write(async (tx) => {
    await check(tx, input);
    const old = input.id === undefined ? null : await readLesson(tx, ctx.session, input.id);
    if (old !== null && input.FormVersion !== undefined && input.FormVersion !== old.FormVersion)
      throw conflict('该资料已被他人修改，请刷新后再改');
    const files = JSON.stringify(input.files);
    const state = input.publish ? '已发布' : '待发布';
    const { rows } =
      old === null
        ? await sql<{
            id: string;
          }>`insert into b_train_resource (source_module, source_id, source_effect, title, category, kind, files, state)
            values ('setup', 0, 'setup', ${input.title}, ${input.category}, ${input.type === '案例' ? '案例' : '课件'}, ${files}::jsonb, ${state})
            returning id::text as id`.execute(tx)
        : await sql<{
            id: string;
          }>`update b_train_resource set title = ${input.title}, category = ${input.category}, files = ${files}::jsonb,
            state = ${state} where id = ${old.id} returning id::text as id`.execute(tx);
    const id = rows[0]?.id ?? '';
    await bind(tx, ctx, id, input, old);
    const renewed =
      old !== null &&
      old.version !== null &&
      JSON.stringify(old.files.map((file) => file.URL)) !== JSON.stringify(input.files.map((file) => file.URL));
    const version = old === null || old.version === null ? 1 : old.version + (renewed ? 1 : 0);
    const exam =
      input.questions.length === 0
        ? null
        : JSON.stringify({ minutes: input.examMinutes ?? 30, questions: input.questions });
    const { rows: written } = await sql<{ revision: number }>`
      insert into lesson (resource_id, type, length, hours, posts, version, exam, updated_by)
      values (${id}, ${input.type}, ${input.type === '视频' ? (input.seconds ?? input.minutes * 60) : input.minutes * 60}, ${input.hours}, ${[...new Set(input.posts)]}, ${version}, ${exam}::jsonb, ${ctx.session.userId})
      on conflict (resource_id) do update set type = excluded.type, length = excluded.length, hours = excluded.hours, posts = excluded.posts,
        version = excluded.version, exam = excluded.exam, revision = lesson.revision + 1, updated_by = excluded.updated_by, updated_at = app_now()
      returning revision`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: old === null ? '新增学习资料' : '修改学习资料',
      object: `学习资料 ${input.title}`,
      summary: `${state}，第${version}版`,
      after: {
        类型: input.type,
        学时: input.hours,
        时长: `${input.minutes}分钟`,
        测验: `${input.questions.length}题`,
        文件: input.files.map((file) => file.Name).join('、'),
      },
    });
    return { id, FormVersion: written[0]?.revision ?? 1, version };
  });

export const saveCategory = (ctx: Ctx, input: z.output<typeof trainCategorySave.input>): Promise<{ id: string }> =>
  ctx.write(async (tx) => {
    const about = { kind: '系统设置', object: `培训类别 ${input.name}` } as const;
    if (input.remove) {
      const { rows: used } = await sql<{ what: string }>`
        select '该分类有资料，不能删除' as what from b_train_resource where category = ${input.id ?? null}::bigint and not voided
        union all select '该分类已有培训记录，不能删除' from b_train_record where category = ${input.id ?? null}::bigint and not voided
        union all select '该分类已列入培训计划，不能删除' from b_training_course where category = ${input.id ?? null}::bigint and not voided limit 1`.execute(
        tx,
      );
      if (used[0]) throw refused(used[0].what);
      await sql`update b_training_category set voided = true where id = ${input.id ?? null}::bigint`.execute(tx);
      await trail(tx, ctx, { ...about, action: '删除培训类别' });
      return { id: input.id ?? '' };
    }
    const { rows: taken } = await sql`select 1 from b_training_category where name = ${input.name} and not voided
      and id is distinct from ${input.id ?? null}::bigint`.execute(tx);
    if (taken.length > 0) throw invalid([{ path: 'name', message: '类别已存在' }]);
    const { rows } =
      input.id === undefined
        ? await sql<{
            id: string;
          }>`insert into b_training_category (source_module, source_id, source_effect, name, safety)
            values ('setup', 0, 'setup', ${input.name}, ${input.safety}) returning id::text as id`.execute(tx)
        : await sql<{ id: string }>`update b_training_category set name = ${input.name}, safety = ${input.safety}
            where id = ${input.id} and not voided returning id::text as id`.execute(tx);
    const [saved] = rows;
    if (saved === undefined) throw invalid([{ path: 'id', message: '类别不存在' }]);
    await trail(tx, ctx, { ...about, action: input.id === undefined ? '新增培训类别' : '修改培训类别' });
    return saved;
  });

export const assignLesson = (
  ctx: Ctx,
  input: z.output<typeof trainResourcesAssign.input>,
): Promise<{ count: number }> =>
  ctx.write(async (tx) => {
    const lesson = await readLesson(tx, ctx.session, input.id);
    if (lesson.state !== '已发布' || lesson.version === null) throw refused('请先上架再指派');
    if (input.due < todayIn(ctx.now)) throw invalid([{ path: 'due', message: '截止日期不能早于今天' }]);
    if (input.users.length === 0 && !input.dept) throw invalid([{ path: 'users', message: '请选择人员或部门' }]);
    const { rows } = await sql`insert into lesson_assignment (resource_id, user_id, due, assigned_by)
      select ${input.id}, u.id, ${input.due}, ${ctx.session.userId} from app_user u
        where u.state = 'active' and (u.id = any(${[...input.users]}::bigint[]) or starts_with(u.dept_id, ${input.dept ?? '-'}))
      on conflict (resource_id, user_id) do update set due = excluded.due, assigned_by = excluded.assigned_by, reminded_on = null
      returning user_id`.execute(tx);
    if (rows.length === 0) throw invalid([{ path: 'users', message: '所选范围没有在职人员' }]);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '指派必修',
      object: `学习资料 ${lesson.title}`,
      summary: `${rows.length}人，${input.due}前完成`,
    });
    return { count: rows.length };
  });

export const remark = (ctx: Ctx, input: z.output<typeof trainResourcesRemark.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const lesson = await readLesson(tx, ctx.session, input.id);
    if (lesson.version === null) throw refused('该资料还没有发布');
    if (input.stars && Number(lesson.percent) === 0) throw refused('请先学习再评分');
    await sql`insert into lesson_remark (resource_id, user_id, stars, comment, note)
      values (${input.id}, ${ctx.session.userId}, ${input.stars ?? null}, ${input.comment ?? ''}, ${input.note ?? ''})
      on conflict (resource_id, user_id) do update set stars = coalesce(excluded.stars, lesson_remark.stars),
        comment = ${input.comment === undefined ? sql`lesson_remark.comment` : sql`excluded.comment`},
        note = ${input.note === undefined ? sql`lesson_remark.note` : sql`excluded.note`}, at = app_now()`.execute(tx);
    return { ok: true as const };
  });
