/** Which communities a person sees: those of their projects, and whoever is here as a cashier those where they take money now. */
import { today } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx, Session } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { heldToCommunities } from '../../../platform/policy/communities.ts';
import { roleInProject } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';

/** Today where the company is, in SQL: spans of people and areas are of days there. */
export const TODAY = sql<string>`(app_now() at time zone 'Asia/Shanghai')::date`;

/** The same as TODAY, of the request. */
export const todayOf = (ctx: Pick<Ctx, 'now'>): string => today(ctx.now);

/** Condition on the table `community` under an alias. Forms and books of households ask `inCommunities`, which says the same. */
export const communitiesVisible = (session: Session, alias = 'c'): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  if (!heldToCommunities(session))
    return sql<boolean>`exists (select from project seen where seen.code = ${column('project_code')} and ${projectsVisible(session, 'seen')})`;
  return sql<boolean>`(exists (select from community_cashier k where k.community_id = ${column('id')}
      and k.user_id = ${session.userId}::bigint and k.span @> ${TODAY})
    or ${column('project_code')} = any(${[...session.permissions.projects]}::text[]))`;
};

export interface SeenCommunity {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly project: string;
  readonly state: '启用' | '停用';
}

/** @throws notFound where there is none that the person may see */
export async function visibleCommunity(ctx: Ctx, db: Db | Tx, id: string): Promise<SeenCommunity> {
  const { rows } = await sql<SeenCommunity>`select c.id::text, c.code, c.name, c.project_code as project, c.state
    from community c where c.id = ${id}::bigint and ${communitiesVisible(ctx.session)}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound('小区不存在，或您没有查看它的权限');
  return found;
}

/** Those who look after a community. @returns ids of people */
export async function managersOf(tx: Tx, communityId: string): Promise<readonly string[]> {
  const { rows } = await sql<{
    people: readonly string[];
  }>`select ${roleInProject('propertyManager', sql`c.project_code`)} as people from community c where c.id = ${communityId}::bigint`.execute(
    tx,
  );
  return rows[0]?.people ?? [];
}
