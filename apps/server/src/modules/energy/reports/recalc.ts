/** 重算: closed months count by the factors of today once somebody who may has seen the difference and said why. They stay closed. */
import { type RecalcAnswer, type RecalcDone, type RecalcMonth, recalcRead, recalcWrite } from '@hengneng/contracts';
import { closedByProject } from '@hengneng/energy/factors';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import { type Access, admits } from '../../../platform/auth/access.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { closedKeysOf } from '../prices/index.ts';
import { type SettingKind, side } from '../settings/index.ts';
import { monthFigures, weighingOf } from './figures.ts';
import { coalsOf } from './many.ts';
import { copOf } from './sums.ts';
import { digestOf } from './versions.ts';
import { yearMonths } from './year-months.ts';

const DECIDES = ['energyAnalyst', 'operationDirector', 'admin'] as const;
const isDecider = ({ session }: Ctx): boolean => DECIDES.some((role) => session.roles.includes(role));

const changed = ({ Lines, CopBefore, CopAfter }: RecalcMonth): boolean =>
  CopBefore !== CopAfter || Lines.some((one) => one.kgceBefore !== one.kgceAfter || one.kgCo2Before !== one.kgCo2After);

/** What closed months would be by the factors of today; those only that would be others. */
async function differencesOf(
  db: Db,
  project: string,
  months: readonly string[],
  now: Date,
): Promise<readonly RecalcMonth[]> {
  const held = await weighingOf(db, [project]);
  const closed = await closedKeysOf(db, project);
  const other = new Set(closedByProject(held.factors).get(project) ?? []);
  const wanted = months.filter((month) => [...other].some((key) => key === `${project} ${month}` && closed.has(key)));
  const [from, to] = [wanted[0], wanted.at(-1)];
  if (from === undefined || to === undefined) return [];
  const anew = await weighingOf(db, [project], new Set(wanted.map((month) => `${project} ${month}`)));
  const figures = (await monthFigures(db, [project], { from, to }, now)).filter(({ known }) => known);
  const [before, after] = [coalsOf(held), coalsOf(anew)];
  return wanted
    .map((month): RecalcMonth => {
      const own = figures.filter(({ at }) => at === month);
      return {
        Month: month,
        CopBefore: copOf(own, held.energies),
        CopAfter: copOf(own, anew.energies),
        Lines: own.flatMap((figure) => {
          const [was, is] = [before([figure]), after([figure])];
          const name = held.energies.find(({ code }) => code === figure.code)?.name ?? figure.code;
          return was.kgce === null && is.kgce === null && was.kgCo2 === null && is.kgCo2 === null
            ? []
            : [
                {
                  code: figure.code,
                  name,
                  kgceBefore: was.kgce,
                  kgceAfter: is.kgce,
                  kgCo2Before: was.kgCo2,
                  kgCo2After: is.kgCo2,
                },
              ];
        }),
      };
    })
    .filter(changed);
}

const doneOf = async (db: Db | Tx, project: string, months: readonly string[]): Promise<readonly RecalcDone[]> => {
  const { rows } =
    await sql<RecalcDone>`select r.id::text as "Id", r.months as "Months", r.why as "Reason", u.user_name as "By",
      to_jsonb(r.at) #>> '{}' as "At", r.changes as "Changes"
    from factor_recalc r join app_user u on u.id = r.by_user
    where r.project_code = ${project} and r.months && ${[...months]}::text[] order by r.id desc`.execute(db);
  return rows;
};

async function readRecalc(ctx: Ctx, asked: z.output<typeof recalcRead>, write: Access): Promise<RecalcAnswer> {
  const { code } = await seenProject(ctx, ctx.db, asked.ProjectCode);
  const months = yearMonths(asked);
  const [Months, Done] = await Promise.all([
    differencesOf(ctx.db, code, months, ctx.now),
    doneOf(ctx.db, code, months),
  ]);
  return { Months, Digest: digestOf(Months), May: isDecider(ctx) && admits(write, ctx.session), Done };
}

async function recalculate(
  ctx: Ctx,
  asked: z.output<typeof recalcWrite>,
): Promise<{ readonly Months: readonly string[] }> {
  if (!isDecider(ctx)) throw forbidden('已月锁月份的重算由能源数据分析员或运营总监办理');
  return ctx.write(async (tx) => {
    const { code, name } = await seenProject(ctx, tx, asked.ProjectCode);
    await sql`select pg_advisory_xact_lock(hashtextextended('energyFactor', 0))`.execute(tx);
    const all = await differencesOf(tx, code, yearMonths(asked), ctx.now);
    const outside = asked.Months.filter((month) => !all.some(({ Month }) => Month === month));
    if (outside.length > 0)
      throw invalid([{ path: 'Months', message: `${outside.join('、')} 没有因系数改动而不同，不用重算` }]);
    if (digestOf(all) !== asked.Digest) throw conflict('差异已变化，请重新查看后再确认');
    const changes = all.filter(({ Month }) => asked.Months.includes(Month));
    const months = changes.map(({ Month }) => Month);
    await sql`insert into factor_recalc (project_code, months, why, changes, by_user)
      values (${code}, ${months}::text[], ${asked.Reason}, ${JSON.stringify(changes)}::jsonb, ${ctx.session.userId})`.execute(
      tx,
    );
    const told = (of: 'Before' | 'After') =>
      Object.fromEntries(
        changes.flatMap(({ Month, Lines }) =>
          Lines.map((one) => [
            `${Month} ${one.name}`,
            `${one[`kgce${of}`] ?? '—'} kgce，${one[`kgCo2${of}`] ?? '—'} kgCO₂`,
          ]),
        ),
      );
    await trail(tx, ctx, {
      kind: '抄表',
      action: '重算已月锁月份',
      object: `${name} ${months.join('、')}`,
      summary: asked.Reason,
      before: told('Before'),
      after: told('After'),
    });
    return { Months: months };
  });
}

export const recalcKind = (read: Access, write: Access): SettingKind => ({
  read: side(read, recalcRead, (ctx, asked) => readRecalc(ctx, asked, write)),
  write: side(write, recalcWrite, recalculate),
});
