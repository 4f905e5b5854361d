/** 影响范围: which months of which projects a coefficient is asked for in, as it stands and as it is typed; written nowhere. */
import type { CoefficientReach, coefficientReachRead } from '@hengneng/contracts';
import {
  chooseFactor,
  closedKey,
  type Factor,
  gasProperty,
  isOfGasPair,
  source,
  withoutRegions,
} from '@hengneng/energy/factors';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { mainMeters } from '../things/index.ts';
import { closedKeysOf, factorOf, provincesOf, storedWhere } from './coefficients.ts';

type Asked = z.output<typeof coefficientReachRead>;

interface UsedMonth {
  readonly project: string;
  readonly name: string;
  readonly month: string;
}

/** Months in which projects used the energy. */
async function usedMonths(
  { db, session }: Ctx,
  { CategoryCode }: Asked,
  project: string | null,
): Promise<readonly UsedMonth[]> {
  const { rows: seen } = await sql<{ code: string }>`select p.code from project p
    where ${projectsVisible(session)} and ${project === null ? sql`true` : sql`p.code = ${project}`}`.execute(db);
  const { rows } = await sql<UsedMonth>`with ${mainMeters(seen.map(({ code }) => code))}
    select distinct m.project_code as project, p.name, m.month from main join meter_month m on m.meter_id = main.device_id
      and m.register = 'total' and m.usage <> 0 join project p on p.code = m.project_code
    where main.code = ${CategoryCode} order by p.name, m.month`.execute(db);
  return rows;
}

/** Calorific value of the gas as its category says it, MJ/m³. */
const gasLhv = async ({ db }: Ctx): Promise<number | null> =>
  (await sql<{ lhv: number | null }>`select lhv::float8 as lhv from energy_category where code = 'gas'`.execute(db))
    .rows[0]?.lhv ?? null;

/** Signed reports with a month among these, by kind: they keep what they were signed with. */
const signedIn = async (
  { db }: Ctx,
  months: readonly { readonly project: string; readonly month: string }[],
): Promise<CoefficientReach['Signed']> =>
  (
    await sql<CoefficientReach['Signed'][number]>`
      select v.kind as "Kind", count(*)::int as "Count" from energy_report_version v
      where exists (select from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as m(project text, month text)
        where m.project = v.project_code and m.month between substring(v.period from '\\d{4}-\\d{2}')
          and substring(v.period from '.*(\\d{4}-\\d{2})'))
      group by v.kind order by v.kind`.execute(db)
  ).rows;

const DRAFT = 'draft';

const draftOf = (asked: Asked, project: string | null): Factor => ({
  id: DRAFT,
  kind: asked.Kind,
  carrier: asked.CategoryCode,
  value: 1,
  lhv: asked.Lhv ?? null,
  unit: asked.FromUnit || null,
  year: asked.Year ?? null,
  from: asked.From ?? null,
  to: asked.To ?? null,
  region: asked.Region || null,
  project,
  source: source(''),
});

export async function reachOf(ctx: Ctx, asked: Asked): Promise<CoefficientReach> {
  const project = asked.ProjectCode ? (await seenProject(ctx, ctx.db, asked.ProjectCode)).code : null;
  const used = await usedMonths(ctx, asked, project);
  const projects = [...new Set(used.map((one) => one.project))];
  const [stored, provinces, closed, categoryLhv] = await Promise.all([
    storedWhere(ctx.db, sql`(f.project_code is null or f.project_code = any(${projects}::text[]))`),
    provincesOf(ctx.db, projects),
    closedKeysOf(ctx.db, projects),
    gasLhv(ctx),
  ]);
  const standing = stored.map(factorOf);
  const before = withoutRegions(standing, provinces);
  const after = withoutRegions([...standing.filter(({ id }) => id !== asked.Id), draftOf(asked, project)], provinces);
  const isIt = (factor: Factor | null, id: string): boolean =>
    factor !== null && (factor.id === id || factor.id.startsWith(`${id}@`));
  const reached = used.filter(({ project: of, month }) => {
    const day = `${month}-15`;
    const lhv = isOfGasPair({ kind: asked.Kind, carrier: asked.CategoryCode })
      ? (gasProperty(before, 'lhv', { day, project: of }) ?? categoryLhv)
      : null;
    const question = {
      kind: asked.Kind,
      carrier: asked.CategoryCode,
      day,
      project: of,
      lhv,
      unit: asked.FromUnit || null,
    };
    return (
      isIt(chooseFactor(after, question).factor, DRAFT) ||
      (asked.Id ? isIt(chooseFactor(before, question).factor, asked.Id) : false)
    );
  });
  const isClosed = ({ project: of, month }: UsedMonth): boolean => closed.has(closedKey(of, month));
  return {
    Projects: [...Map.groupBy(reached, (one) => one.project)].map(([ProjectCode, months]) => ({
      ProjectCode,
      ProjectName: months[0]?.name ?? ProjectCode,
      Open: months.filter((one) => !isClosed(one)).map(({ month }) => month),
      Closed: months.filter(isClosed).map(({ month }) => month),
    })),
    Spared: projects.length - new Set(reached.map((one) => one.project)).size,
    Signed: [...(await signedIn(ctx, reached))],
  };
}
