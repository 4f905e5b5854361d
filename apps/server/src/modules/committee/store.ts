/** A review as it stands, and what the one who asks may do with it. */
import { addDays } from '@hengneng/core';
import type { committeeDetail } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { rowOf } from '../../engine/views/source.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { holds } from '../identity/index.ts';
import { committeeReviewsView, REVIEW_SCORE } from '../ledgers/index.ts';

export type Detail = z.input<typeof committeeDetail.output>;

export const SCREEN = 'committeeContent.committeeList';
/** Under which the papers of a review are kept. */
export const REVIEW_PAPER = 'committeeReview';
/** Days after its date within which a review by letter is answered. */
const LETTER_DAYS = 5;

export interface Stored {
  readonly id: string;
  readonly code: string;
  readonly revision: number;
  readonly topic: string;
  readonly kind: Detail['kind'];
  readonly plan: string | null;
  readonly consultProject: string | null;
  readonly meetOn: string;
  readonly way: Detail['way'];
  readonly host: string;
  readonly secretary: string;
  readonly fee: string | null;
  readonly material: Detail['material'];
  readonly materialOn: string | null;
  readonly state: '议题征集' | '待开会' | '评审中' | '已结论' | '已闭环';
  readonly conclusion: string | null;
  readonly conclusionText: string | null;
  readonly concludedOn: string | null;
}

/** The review that a call names, locked, where the person may see it. @throws notFound */
export const lockReview = async (ctx: Ctx, tx: Tx, id: string): Promise<Stored> => {
  const { rows } = await sql<Stored>`
    select id::text, code, revision, topic, kind, plan::text, consult_project::text as "consultProject", meet_on::text as "meetOn", way, host::text,
      secretary::text, fee::text, material, material_on::text as "materialOn", state, conclusion, conclusion_text as "conclusionText",
      concluded_on::text as "concludedOn"
    from committee_review where id = ${id} for update`.execute(tx);
  const [stored] = rows;
  if (stored === undefined || (await rowOf(tx, committeeReviewsView, ctx, id)) === undefined)
    throw notFound('评审会不存在，或您没有查看它的权限');
  return stored;
};

export const ended = (of: Pick<Stored, 'state'>): boolean => of.state === '已结论' || of.state === '已闭环';

/** The secretary runs a review. @throws forbidden */
export const demandSecretary = (ctx: Ctx, of: Stored): void => {
  if (of.secretary !== ctx.session.userId) throw forbidden('只有评审会的秘书可以办理');
};

/** Whether an expert may sign in on a day: on that of the meeting; nobody comes to a review by letter. */
export const signsOn = (of: Pick<Stored, 'way' | 'meetOn'>, day: string): boolean =>
  of.way !== '函审' && of.meetOn === day;
/** Whether opinions are taken on a day: from that of the meeting, by letter from the invitation until five days after the date. */
export const opinesOn = (of: Pick<Stored, 'way' | 'meetOn'>, day: string): boolean =>
  of.way === '函审' ? day <= addDays(of.meetOn, LETTER_DAYS) : day >= of.meetOn;

interface Expert extends Omit<Detail['experts'][number], 'submitted'> {
  readonly submitted: boolean;
}

const expertsOf = async (ctx: Ctx, of: Stored): Promise<readonly Expert[]> => {
  const { rows } =
    await sql<Expert>`select expert::text, to_char(signed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "signedAt",
      submitted_at is not null as submitted, score::text, verdict, concern, opinion, reply, adopted
    from committee_expert where review = ${of.id} order by id`.execute(ctx.db);
  const me = ctx.session.userId;
  const open = ended(of) || of.secretary === me;
  return rows.map((row) =>
    open || row.expert === me
      ? row
      : { ...row, score: null, verdict: null, concern: null, opinion: null, reply: null, adopted: null },
  );
};

/** @throws notFound where the person may not see it */
export const showReview = async (ctx: Ctx, id: string): Promise<Detail> => {
  const of = await ctx.db.transaction().execute((tx) => lockReview(ctx, tx, id));
  const me = ctx.session.userId;
  const [experts, fixes, figures] = await Promise.all([
    expertsOf(ctx, of),
    sql<
      Omit<Detail['fixes'][number], 'mine'>
    >`select id::text as "Id", matter, owner::text, due_on::text as "dueOn", closed_on::text as "closedOn"
      from committee_fix where review = ${id} order by row_no`.execute(ctx.db),
    sql<{
      score: string | null;
      name: string | null;
    }>`select (select round(${sql.raw(REVIEW_SCORE)}, 1)::text from committee_expert e where e.review = ${id}) as score,
      (select project_name from f_consult_project where id = ${of.consultProject}) as name`.execute(ctx.db),
  ]);
  const people = [of.host, of.secretary, ...experts.map((one) => one.expert), ...fixes.rows.map((one) => one.owner)];
  const { rows: names } = await sql<{ id: string; name: string }>`select id::text, user_name as name from app_user
    where id = any(${people}::bigint[])`.execute(ctx.db);
  const mine = experts.find((one) => one.expert === me);
  const day = today(ctx.now);
  const running = of.state === '待开会' || of.state === '评审中';
  const manages = of.secretary === me && holds(ctx.session, SCREEN, 'edit');
  const { plan: _, id: Id, ...rest } = of;
  return {
    ...rest,
    Id,
    projectName: figures.rows[0]?.name ?? null,
    score: ended(of) || of.secretary === me ? (figures.rows[0]?.score ?? null) : null,
    experts: [...experts],
    fixes: fixes.rows.map((fix) => ({ ...fix, mine: fix.closedOn === null && (fix.owner === me || manages) })),
    labels: Object.fromEntries(names.map(({ id: key, name }) => [key, name])),
    may: {
      manage: manages && (of.state === '议题征集' || of.state === '待开会'),
      reply: manages,
      signIn: running && mine !== undefined && mine.signedAt === null && signsOn(of, day),
      opine: running && mine !== undefined && (of.way === '函审' || mine.signedAt !== null) && opinesOn(of, day),
      conclude: manages && running && experts.some((one) => one.submitted),
    },
  };
};

/** Papers are seen with their review. */
export const seesReviewPaper: SeesPaper = async (db, session, id) =>
  holds(session, SCREEN, 'search') &&
  (await rowOf(db, committeeReviewsView, { session, now: new Date() }, id)) !== undefined;
