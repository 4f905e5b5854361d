/** A topic as it stands, for whoever works on it. */
import { shortCodeOf } from '@hengneng/core';
import { researchProjects } from '@hengneng/forms';
import { sql } from 'kysely';
import { rowOf } from '../../engine/views/source.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { forbidden, notFound, refused } from '../../platform/http/errors.ts';
import { holds } from '../identity/index.ts';
import { researchBenefitsView, researchProjectsView } from '../ledgers/index.ts';

export const RESEARCH = shortCodeOf(researchProjects.screen);
/** Under which what proves a benefit is bound. */
export const BENEFIT_FILES = 'researchBenefit';
/** Under which the report of a closed topic is bound. */
export const REPORT_FILES = 'researchReport';

export const seesBenefit: SeesPaper = async (db, session, id) =>
  holds(session, RESEARCH, 'search') &&
  (await rowOf(db, researchBenefitsView, { session, now: new Date() }, id)) !== undefined;

export const seesReport: SeesPaper = async (db, session, id) =>
  holds(session, RESEARCH, 'search') &&
  (await rowOf(db, researchProjectsView, { session, now: new Date() }, id)) !== undefined;

export interface Topic {
  readonly id: string;
  readonly code: string;
  readonly topic: string;
  readonly leader: string;
  readonly fromOn: string;
  readonly toOn: string;
  readonly progress: string;
  readonly stage: string;
}

/** An open topic that the person works on, locked. @throws notFound, forbidden or refused */
export const lockTopic = async (ctx: Ctx, tx: Tx, id: string): Promise<Topic> => {
  const { rows } =
    await sql<Topic>`select id::text, code, topic, leader::text, from_on::text as "fromOn", to_on::text as "toOn",
      progress::text, stage from research_project where id = ${id} for update`.execute(tx);
  const [topic] = rows;
  if (topic === undefined || (await rowOf(tx, researchProjectsView, ctx, id)) === undefined)
    throw notFound('课题不存在，或您没有查看它的权限');
  if (topic.leader !== ctx.session.userId && !holds(ctx.session, RESEARCH, 'add'))
    throw forbidden('只有课题负责人可以办理');
  if (topic.stage === '结题' || topic.stage === '终止') throw refused(`该课题已${topic.stage}`);
  return topic;
};
