/** Changing projects and what is kept beside them. */
import type { additionAdd, additionEdit, editProject } from '@hengneng/contracts';
import { PROJECT_STATES } from '@hengneng/contracts';
import { isArea } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { bumpUsers, need, pinyinOf, trail } from '../identity/index.ts';
import { projectsVisible } from './visible.ts';

export const PROJECTS = 'operationContent.operationProjectManage';

type EditInput = z.output<typeof editProject.input>;

/** Field of the call → column; what was not sent stays. */
const COLUMNS = {
  ProjectName: ['name', '项目名称'],
  shortName: ['short_name', '简称'],
  area: ['area', '区域'],
  G_ProjectState: ['state', '状态'],
  customerName: ['customer_name', '客户名称'],
  customerContact: ['customer_contact', '客户联系人'],
  customerPhone: ['customer_phone', '客户电话'],
  address: ['address', '地址'],
  district: ['district', '行政区'],
  area_m2: ['area_m2', '面积'],
  buildingType: ['building_type', '建筑类型'],
  model: ['model', '项目模式'],
  chargeModel: ['charge_model', '收费模式'],
  machineRoom: ['machine_room', '机房'],
  managerId: ['manager', '项目经理'],
  startOn: ['start_on', '开始日期'],
  endOn: ['end_on', '结束日期'],
  designCoolingKw: ['design_cooling_kw', '设计冷量'],
  designHeatingKw: ['design_heating_kw', '设计热量'],
  remark: ['remark', '备注'],
} as const satisfies Partial<Record<keyof EditInput, readonly [string, string]>>;

type Stored = Record<string, string | number | null> & { version: number; visible: boolean };

const lockProject = async (tx: Tx, ctx: Ctx, code: string): Promise<Stored> => {
  const columns = Object.values(COLUMNS).map(([column]) => sql`p.${sql.ref(column)}::text as ${sql.ref(column)}`);
  const { rows } = await sql<Stored>`select ${sql.join(columns)}, p.version, ${projectsVisible(ctx.session)} as visible
    from project p where p.code = ${code} for update`.execute(tx);
  const project = rows[0];
  if (project === undefined) throw notFound('项目不存在');
  if (!project.visible) throw forbidden('您无权修改该项目');
  return project;
};

const check = async (tx: Tx, input: EditInput, old: Stored): Promise<void> => {
  if (input.area !== undefined) {
    const { rows } = await sql`select 1 from dept where id = ${input.area} and state = 'active'`.execute(tx);
    if (!isArea(input.area) || rows.length === 0) throw invalid([{ path: 'area', message: '请选择区域（7位编码）' }]);
  }
  if (input.managerId != null) {
    const { rows } = await sql`select 1 from app_user where id = ${input.managerId} and state = 'active'`.execute(tx);
    if (rows.length === 0) throw invalid([{ path: 'managerId', message: '项目经理不存在或已停用' }]);
  }
  if (input.district != null) {
    const { rows } = await sql`select 1 from district where id = ${input.district}`.execute(tx);
    if (rows.length === 0) throw invalid([{ path: 'district', message: '行政区不存在' }]);
  }
  const start = input.startOn === undefined ? old.start_on : input.startOn;
  const end = input.endOn === undefined ? old.end_on : input.endOn;
  if (start != null && end != null && end < start)
    throw invalid([{ path: 'endOn', message: '结束日期不能早于开始日期' }]);
};

const exact = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** Whether two stored texts say the same; `60000.00` is `60000`. */
const same = (a: unknown, b: unknown): boolean =>
  exact(a) === exact(b) ||
  (/^\d+(\.\d+)?$/.test(String(a)) && /^\d+(\.\d+)?$/.test(String(b)) && Number(a) === Number(b));

export const saveProject = (ctx: Ctx, input: EditInput): Promise<{ FormVersion: number }> =>
  ctx.write(async (tx) => {
    const old = await lockProject(tx, ctx, input.ProjectCode);
    if (old.version !== input.FormVersion) throw conflict('项目信息已被他人修改，请刷新后再改');
    return applyChange(tx, ctx, input, old);
  });

/** Another manager of a project, whatever else has changed since somebody looked at it. */
export const setProjectManager = async (tx: Tx, ctx: Ctx, code: string, managerId: string): Promise<void> => {
  need(ctx.session, PROJECTS, 'edit');
  const old = await lockProject(tx, ctx, code);
  await applyChange(tx, ctx, { ProjectCode: code, FormVersion: old.version, managerId }, old);
};

const applyChange = async (tx: Tx, ctx: Ctx, input: EditInput, old: Stored): Promise<{ FormVersion: number }> => {
  await check(tx, input, old);
  const changes = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).flatMap((key) => {
    const value = input[key];
    const [column, label] = COLUMNS[key];
    return value === undefined || same(old[column], value)
      ? []
      : [{ column, label, before: old[column], after: value }];
  });
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
  const shown = (change: (typeof changes)[number], value: unknown) =>
    change.column === 'state' ? (PROJECT_STATES[Number(value)] ?? exact(value)) : exact(value);
  await trail(tx, ctx, {
    kind: '系统设置',
    action: '修改项目',
    object: `项目 ${input.ProjectCode}`,
    ...(input.Reason === undefined ? {} : { summary: input.Reason }),
    before: Object.fromEntries(changes.map((change) => [change.label, shown(change, change.before)])),
    after: Object.fromEntries(changes.map((change) => [change.label, shown(change, change.after)])),
  });
  return { FormVersion: old.version + 1 };
};

export const addAddition = (ctx: Ctx, input: z.output<typeof additionAdd.input>): Promise<{ Id: string }> =>
  ctx.write(async (tx) => {
    await lockProject(tx, ctx, input.ProjectCode);
    const { rows } = await sql<{
      id: string;
    }>`insert into project_addition_info (project_code, kind, title, content, created_by)
      values (${input.ProjectCode}, ${input.kind}, ${input.title}, ${input.content}, ${ctx.session.userId}) returning id::text`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '新增补充信息',
      object: `项目 ${input.ProjectCode}`,
      after: { 类别: input.kind, 标题: input.title },
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
    await sql`update project_addition_info set kind = ${input.kind}, title = ${input.title}, content = ${input.content}, updated_at = now()
      where id = ${input.Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '修改补充信息',
      object: `项目 ${old.project}`,
      before: { 类别: old.kind, 标题: old.title, 内容: old.content },
      after: { 类别: input.kind, 标题: input.title, 内容: input.content },
    });
    return { ok: true };
  });
