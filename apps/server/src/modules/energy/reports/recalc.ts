/** 重算: closed months count by the factors of today once somebody who may has seen the difference and said why. They stay closed. */
import {
  type RecalcAnswer,
  type RecalcDone,
  type RecalcMade,
  type RecalcMonth,
  recalcRead,
  recalcWrite,
} from '@hengneng/contracts';
import { closedByProject, closedKey } from '@hengneng/energy/factors';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import { type Access, admits } from '../../../platform/auth/access.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid } from '../../../platform/http/errors.ts';
import { closedKeysOf } from '../prices/index.ts';
import { type SettingKind, side } from '../settings/index.ts';
import { monthFigures, weighingOf } from './figures.ts';
import { coalsOf, type ManyProject, namedProjects } from './many.ts';
import { copOf } from './sums.ts';
import { digestOf } from './versions.ts';
import { yearMonths } from './year-months.ts';

const DECIDES = ['energyAnalyst', 'operationDirector', 'admin'] as const;
const isDecider = ({ session }: Ctx): boolean => DECIDES.some((role) => session.roles.includes(role));

/** Records that are shown of a year, the latest. */
const MOST_DONE = 200;

const changed = ({ Lines, CopBefore, CopAfter }: RecalcMonth): boolean =>
  CopBefore !== CopAfter || Lines.some((one) => one.kgceBefore !== one.kgceAfter || one.kgCo2Before !== one.kgCo2After);

/** What closed months of projects would be by the factors of today, by project; those only that would be others. */
async function differencesOf(
  db: Db | Tx,
  projects: readonly string[],
  months: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly RecalcMonth[]>> {
  const held = await weighingOf(db, projects);
  const edited = closedByProject(held.factors);
  const suspects = projects.filter((project) => edited.has(project));
  const closed = suspects.length === 0 ? new Set<string>() : await closedKeysOf(db, suspects);
  const wanted = suspects.flatMap((project) => {
    const keys = new Set(edited.get(project));
    return months.flatMap((month) => {
      const key = closedKey(project, month);
      return keys.has(key) && closed.has(key) ? [{ project, month, key }] : [];
    });
  });
  const inOrder = wanted.map(({ month }) => month).toSorted();
  const [from, to] = [inOrder[0], inOrder.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const asked = [...new Set(wanted.map(({ project }) => project))];
  const anew = await weighingOf(db, asked, new Set(wanted.map(({ key }) => key)));
  const figures = Map.groupBy(
    (await monthFigures(db, asked, { from, to }, now)).filter(({ known }) => known),
    ({ project, at }) => closedKey(project, at),
  );
  const [before, after] = [coalsOf(held), coalsOf(anew)];
  const names = new Map(held.energies.map(({ code, name }) => [code, name]));
  const all = wanted.map(({ project, month, key }) => {
    const own = figures.get(key) ?? [];
    return {
      project,
      of: {
        Month: month,
        CopBefore: copOf(own, held.energies),
        CopAfter: copOf(own, anew.energies),
        Lines: own.flatMap((figure) => {
          const [was, is] = [before([figure]), after([figure])];
          return was.kgce === null && is.kgce === null && was.kgCo2 === null && is.kgCo2 === null
            ? []
            : [
                {
                  code: figure.code,
                  name: names.get(figure.code) ?? figure.code,
                  kgceBefore: was.kgce,
                  kgceAfter: is.kgce,
                  kgCo2Before: was.kgCo2,
                  kgCo2After: is.kgCo2,
                },
              ];
        }),
      } satisfies RecalcMonth,
    };
  });
  return new Map(
    [
      ...Map.groupBy(
        all.filter(({ of }) => changed(of)),
        ({ project }) => project,
      ),
    ].map(([project, some]) => [project, some.map(({ of }) => of)]),
  );
}

const doneOf = async (
  db: Db,
  projects: readonly string[],
  months: readonly string[],
): Promise<readonly RecalcDone[]> => {
  const { rows } =
    await sql<RecalcDone>`select r.id::text as "Id", p.name as "ProjectName", r.months as "Months", r.why as "Reason", u.user_name as "By",
      to_jsonb(r.at) #>> '{}' as "At", r.changes as "Changes"
    from factor_recalc r join app_user u on u.id = r.by_user join project p on p.code = r.project_code
    where r.project_code = any(${[...projects]}::text[]) and r.months && ${[...months]}::text[] order by r.id desc limit ${MOST_DONE}`.execute(
      db,
    );
  return rows;
};

async function readRecalc(ctx: Ctx, asked: z.output<typeof recalcRead>, write: Access): Promise<RecalcAnswer> {
  const projects = await namedProjects(ctx, asked.ProjectCodes);
  const codes = projects.map(({ code }) => code);
  const months = yearMonths(asked);
  const [differences, Done] = await Promise.all([
    differencesOf(ctx.db, codes, months, ctx.now),
    doneOf(ctx.db, codes, months),
  ]);
  return {
    Projects: projects.flatMap(({ code, name }) => {
      const Months = differences.get(code);
      return Months === undefined ? [] : [{ ProjectCode: code, ProjectName: name, Months, Digest: digestOf(Months) }];
    }),
    May: isDecider(ctx) && admits(write, ctx.session),
    Done,
  };
}

interface Change {
  readonly code: string;
  readonly name: string;
  readonly months: readonly RecalcMonth[];
}

/** What is asked for of one project, as it was looked at. @throws AppError where it is another by now, or none */
function changeOf(
  { code, name }: ManyProject,
  asked: z.output<typeof recalcWrite>['Projects'][number],
  all: readonly RecalcMonth[],
  at: string,
): Change {
  const outside = asked.Months.filter((month) => !all.some(({ Month }) => Month === month));
  if (outside.length > 0)
    throw invalid([{ path: at, message: `${name} ${outside.join('、')} 没有因系数改动而不同，不用重算` }]);
  if (digestOf(all) !== asked.Digest) throw conflict(`${name} 的差异已变化，请重新查看后再确认`);
  return { code, name, months: all.filter(({ Month }) => asked.Months.includes(Month)) };
}

const told = (months: readonly RecalcMonth[], of: 'Before' | 'After'): Record<string, string> =>
  Object.fromEntries(
    months.flatMap(({ Month, Lines }) =>
      Lines.map((one) => [
        `${Month} ${one.name}`,
        `${one[`kgce${of}`] ?? '—'} kgce，${one[`kgCo2${of}`] ?? '—'} kgCO₂`,
      ]),
    ),
  );

/** All of the chosen projects or none; each has its record. */
async function recalculate(ctx: Ctx, asked: z.output<typeof recalcWrite>): Promise<RecalcMade> {
  if (!isDecider(ctx)) throw forbidden('已月锁月份的重算由能源数据分析师或运营总监办理');
  const codes = asked.Projects.map(({ ProjectCode }) => ProjectCode);
  const projects = new Map((await namedProjects(ctx, codes)).map((one) => [one.code, one]));
  return ctx.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('energyFactor', 0))`.execute(tx);
    const differences = await differencesOf(tx, codes, yearMonths(asked), ctx.now);
    const changes = asked.Projects.flatMap((one, at) => {
      const project = projects.get(one.ProjectCode);
      return project === undefined
        ? []
        : [changeOf(project, one, differences.get(one.ProjectCode) ?? [], `Projects[${at}].Months`)];
    });
    await sql`insert into factor_recalc (project_code, months, why, changes, by_user)
      select c.code, array(select jsonb_array_elements(c.months) ->> 'Month'), ${asked.Reason}, c.months, ${ctx.session.userId}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (code text, months jsonb)`.execute(tx);
    for (const { name, months } of changes)
      await trail(tx, ctx, {
        kind: '读数',
        action: '重算已月锁月份',
        object: `${name} ${months.map(({ Month }) => Month).join('、')}`,
        summary: asked.Reason,
        before: told(months, 'Before'),
        after: told(months, 'After'),
      });
    return {
      Projects: changes.map(({ code, months }) => ({ ProjectCode: code, Months: months.map(({ Month }) => Month) })),
    };
  });
}

export const recalcKind = (read: Access, write: Access): SettingKind => ({
  read: side(read, recalcRead, (ctx, asked) => readRecalc(ctx, asked, write)),
  write: side(write, recalcWrite, recalculate),
});
