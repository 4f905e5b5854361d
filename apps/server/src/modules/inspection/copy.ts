/** Points out of the library into a project, or from one project to others. Codes that are taken give way to the next free one. */
import type { perambulatePointCopy } from '@hengneng/contracts';
import { DEFAULT_RADIUS, type PointKind } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { need, trail } from '../identity/index.ts';
import { freeCode } from './codes.ts';
import { readPoints } from './points-read.ts';
import { countRoutes, insertPoints, lockProjectPoints, type NewPoint } from './points-write.ts';
import { openRoute } from './routes.ts';
import { POINT_SET } from './screen.ts';
import { readStandards } from './standards.ts';

type CopyInput = z.output<typeof perambulatePointCopy.input>;
type Template = Omit<NewPoint, 'project' | 'route'> & { readonly routeName: string | null };

/** Letters of codes that the library gives out, by kind. */
const PREFIX: Readonly<Record<PointKind, string>> = { 公司巡检: 'XJ-01', 值班巡查: 'XC-01' };
/** The route that is opened for what had none of its own. */
const STANDARD_ROUTE: Readonly<Record<PointKind, string>> = { 公司巡检: '机房标准路线', 值班巡查: '值班巡查路线' };

const templatesOf = async (tx: Tx, ctx: Ctx, input: CopyInput): Promise<readonly Template[]> => {
  const [standards, points] = [input.standards ?? [], input.points ?? []];
  if ((standards.length === 0) === (points.length === 0))
    throw invalid([{ path: 'standards', message: '请选择要套用的标准，或要复制的巡检点' }]);
  if (standards.length > 0)
    return (await readStandards(tx, standards)).map((one) => ({
      code: PREFIX[one.kind],
      name: one.name,
      kind: one.kind,
      area: one.area,
      routeName: null,
      radius: DEFAULT_RADIUS,
      locating: true,
      photoNeeded: one.photoNeeded,
      frequency: one.frequency,
      items: one.items,
    }));
  const found = await readPoints(ctx, tx, points);
  // Device and place belong to where it came from.
  return found.map((one) => ({
    code: one.code,
    name: one.name,
    kind: one.kind,
    area: one.area,
    routeName: one.routeName,
    radius: one.radius ?? DEFAULT_RADIUS,
    locating: one.locating,
    photoNeeded: one.photoNeeded,
    frequency: one.frequency ?? '月',
    items: one.items,
  }));
};

interface Routes {
  /** The route of a project by its name, opened where there is none. */
  readonly named: (project: string, name: string, kind: PointKind) => Promise<string>;
}

const routesOf = async (tx: Tx, projects: readonly string[]): Promise<Routes> => {
  const { rows } = await sql<{ id: string; kind: string; project: string; name: string }>`
    select id::text as id, kind, project, name from b_inspection_route
    where project = any(${[...projects]}::text[]) and not voided order by id desc`.execute(tx);
  const key = (project: string, name: string) => JSON.stringify([project, name]);
  const known = new Map(rows.map(({ id, kind, project, name }) => [key(project, name), { id, kind }]));
  const named = async (project: string, name: string, kind: PointKind): Promise<string> => {
    const found = known.get(key(project, name));
    if (found?.kind === kind) return found.id;
    if (found !== undefined) return named(project, `${name}（${kind}）`, kind);
    const route = { project, name, kind, ordered: false, state: '启用' as const, minutes: null, inspectTypes: [] };
    const id = await openRoute(tx, route);
    known.set(key(project, name), { id, kind });
    return id;
  };
  return { named };
};

const chosenRoute = async (tx: Tx, input: CopyInput, kinds: ReadonlySet<PointKind>): Promise<void> => {
  if (!input.route) return;
  const { rows } = await sql<{ project: string; kind: PointKind }>`select project, kind from b_inspection_route
    where id = ${input.route} and not voided`.execute(tx);
  const [route] = rows;
  if (route === undefined || input.projects.length !== 1 || route.project !== input.projects[0])
    throw invalid([{ path: 'route', message: '请选择该项目的路线' }]);
  if ([...kinds].some((kind) => kind !== route.kind))
    throw invalid([{ path: 'route', message: `该路线是${route.kind}路线，与所选标准的类别不同` }]);
};

export const copyPoints = async (ctx: Ctx, input: CopyInput): Promise<z.input<typeof perambulatePointCopy.output>> => {
  need(ctx.session, POINT_SET, (input.points ?? []).length > 0 ? 'associatedProject' : 'add');
  return ctx.write(async (tx) => {
    const projects = [...new Set(input.projects)].sort();
    for (const project of projects) await lockProjectPoints(tx, ctx, project);
    const templates = await templatesOf(tx, ctx, input);
    await chosenRoute(tx, input, new Set(templates.map((one) => one.kind)));
    const { rows: held } = await sql<{ project: string; code: string }>`select project, code from b_inspection_point
      where project = any(${projects}::text[]) and not voided`.execute(tx);
    const codes = new Map(projects.map((project) => [project, new Set<string>()]));
    for (const { project, code } of held) codes.get(project)?.add(code);
    const routes = await routesOf(tx, projects);
    const points: NewPoint[] = [];
    for (const [project, taken] of codes)
      for (const { routeName, ...template } of templates) {
        const code = freeCode(template.code, taken);
        taken.add(code);
        const route =
          input.route ?? (await routes.named(project, routeName ?? STANDARD_ROUTE[template.kind], template.kind));
        points.push({ ...template, project, code, route });
      }
    const ids = await insertPoints(tx, ctx, points);
    await countRoutes(tx, projects);
    const made = points.map(({ project, code }, at) => ({ id: ids[at] ?? '', project, code }));
    for (const project of projects) {
      const there = points.filter((point) => point.project === project);
      await trail(tx, ctx, {
        kind: '系统设置',
        action: (input.points ?? []).length > 0 ? '复制巡检点' : '套用巡检标准',
        object: `项目 ${project}`,
        summary: `${there.length}个点`,
        after: { 点位: there.map((point) => `${point.code} ${point.name}`).join('、') },
      });
    }
    return { count: made.length, made };
  });
};
