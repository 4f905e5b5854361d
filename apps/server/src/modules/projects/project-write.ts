/** Changing projects and what is kept beside them. */
import type { additionAdd, additionEdit } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, notFound, refused } from '../../platform/http/errors.ts';
import { bumpUsers, need, pinyinOf, trail } from '../identity/index.ts';
import { changedSince } from './project-changes.ts';
import { checkProject, type StoredProject } from './project-checks.ts';
import { COLUMNS, type EditInput, exact, namesOf } from './project-columns.ts';
import { insertProfile, readProfile, updateProfile } from './project-profile.ts';
import { projectsVisible } from './visible.ts';

export const PROJECTS = 'operationContent.operationProjectManage';

const lockProject = async (tx: Tx, ctx: Ctx, code: string): Promise<StoredProject> => {
  const columns = Object.values(COLUMNS).map(([column]) => sql`p.${sql.ref(column)}::text as ${sql.ref(column)}`);
  const { rows } =
    await sql<StoredProject>`select ${sql.join(columns)}, p.version, ${projectsVisible(ctx.session)} as visible
    from project p where p.code = ${code} for update`.execute(tx);
  const project = rows[0];
  if (project === undefined) throw notFound('项目不存在');
  if (!project.visible) throw forbidden('您无权修改该项目');
  return project;
};

/** Whether two stored texts say the same; `60000.00` is `60000`. */
const same = (a: unknown, b: unknown): boolean =>
  exact(a) === exact(b) ||
  (/^-?\d+(\.\d+)?$/.test(String(a)) && /^-?\d+(\.\d+)?$/.test(String(b)) && Number(a) === Number(b));

export const saveProject = (ctx: Ctx, input: EditInput): Promise<{ FormVersion: number }> =>
  ctx.write(async (tx) => {
    const old = await lockProject(tx, ctx, input.ProjectCode);
    if (old.version !== input.FormVersion) {
      const since = await changedSince(tx, input.ProjectCode, old.version - input.FormVersion);
      throw conflict(
        since === '' ? '项目信息已被他人修改，请刷新后再改' : `项目信息已被修改：${since}。请核对后再保存`,
      );
    }
    return applyChange(tx, ctx, input, old);
  });

/** Another manager of a project, whatever else has changed since somebody looked at it. */
export const setProjectManager = async (tx: Tx, ctx: Ctx, code: string, managerId: string): Promise<void> => {
  need(ctx.session, PROJECTS, 'edit');
  const old = await lockProject(tx, ctx, code);
  await applyChange(tx, ctx, { ProjectCode: code, FormVersion: old.version, managerId }, old);
};

const applyChange = async (
  tx: Tx,
  ctx: Ctx,
  input: EditInput,
  old: StoredProject,
): Promise<{ FormVersion: number }> => {
  const changes = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).flatMap((key) => {
    const value = input[key];
    const [column, label] = COLUMNS[key];
    return value === undefined || same(old[column], value)
      ? []
      : [{ key, column, label, before: old[column], after: value }];
  });
  await checkProject(tx, ctx, input, old, new Set(changes.map(({ key }) => key)));
  if (changes.length === 0) return { FormVersion: old.version };
  const sets = changes.map((change) => sql`${sql.ref(change.column)} = ${change.after}`);
  if (input.ProjectName !== undefined) sets.push(sql`pinyin = ${pinyinOf(input.ProjectName)}`);
  await sql`update project set ${sql.join(sets)}, version = version + 1, updated_at = now() where code = ${input.ProjectCode}`.execute(
    tx,
  );
  // A manager sees the project; the one before no longer does by that.
  const managers = changes
    .filter((change) => change.column === 'manager')
    .flatMap((change) => [change.before, change.after]);
  await bumpUsers(tx, managers.filter((id) => id !== null && id !== undefined).map(String));
  const name = await namesOf(
    tx,
    changes.flatMap(({ column, before, after }) => [[column, before] as const, [column, after] as const]),
  );
  await trail(tx, ctx, {
    kind: '系统设置',
    action: '修改项目',
    object: `项目 ${input.ProjectCode}`,
    ...(input.Reason === undefined ? {} : { summary: input.Reason }),
    before: Object.fromEntries(changes.map((change) => [change.label, name(change.column, change.before)])),
    after: Object.fromEntries(changes.map((change) => [change.label, name(change.column, change.after)])),
  });
  return { FormVersion: old.version + 1 };
};

export const addAddition = (ctx: Ctx, input: z.output<typeof additionAdd.input>): Promise<{ Id: string }> =>
  ctx.write(async (tx) => {
    const { kind, title, content } = input;
    const code = input.ProjectCode ?? input.ProjectId ?? '';
    await lockProject(tx, ctx, code);
    if (kind === undefined || title === undefined) return insertProfile(tx, ctx, code, input);
    const { rows } = await sql<{
      id: string;
    }>`insert into project_addition_info (project_code, kind, title, content, created_by)
      values (${code}, ${kind}, ${title}, ${content}, ${ctx.session.userId}) returning id::text`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '新增补充信息',
      object: `项目 ${code}`,
      after: { 类别: kind, 标题: title },
    });
    return { Id: rows[0]?.id ?? '' };
  });

export const editAddition = (ctx: Ctx, input: z.output<typeof additionEdit.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{ project: string; kind: string; title: string; content: string }>`
      select project_code as project, kind, title, content from project_addition_info where id = ${input.Id} for update`.execute(
      tx,
    );
    const old = rows[0];
    if (old === undefined) throw notFound('补充信息不存在');
    await lockProject(tx, ctx, old.project);
    const { kind, title, content } = input;
    const typed = (await readProfile(tx, old.project))?.Id === input.Id;
    if (kind === undefined || title === undefined) {
      if (!typed) throw refused('这条补充信息只有类别、标题与内容');
      return updateProfile(tx, ctx, old.project, input);
    }
    if (typed) throw refused('这条补充信息按字段填写，没有类别与标题');
    await sql`update project_addition_info set kind = ${kind}, title = ${title}, content = ${content}, updated_at = now()
      where id = ${input.Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '修改补充信息',
      object: `项目 ${old.project}`,
      before: { 类别: old.kind, 标题: old.title, 内容: old.content },
      after: { 类别: kind, 标题: title, 内容: content },
    });
    return { ok: true };
  });
