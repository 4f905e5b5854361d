/** Questionnaires as they are stored, and who may see them. */
import { answers as answersSchema, design as designSchema } from '@hengneng/contracts';
import type { Answers, Design, QuestionnaireState } from '@hengneng/core/questionnaire';
import { sql } from 'kysely';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { scopeOf } from '../../platform/policy/scope.ts';
import { projectsVisible } from '../projects/index.ts';

export const SCREEN = 'configurableQuestionnaireList';
/** What files of answers are bound to. */
export const ANSWER_FILES = 'questionnaireAnswer';
/** Under which open pages hear of new answers. */
export const LIVE = { moduleId: 'questionnaire' } as const;

export interface Stored {
  readonly id: string;
  readonly title: string;
  readonly intro: string;
  readonly thanks: string;
  readonly hotline: string;
  readonly season: string | null;
  readonly state: QuestionnaireState;
  readonly listed: boolean;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly projects: readonly string[];
  readonly version: number;
  readonly revision: number;
  readonly created_by: string;
  readonly seen: boolean;
  readonly mine: boolean;
}

/** Answers are seen by their project. */
export const answerVisible = (session: Session) => sql<boolean>`exists (select from project p
  where p.code = a.project_code and ${projectsVisible(session)})`;

/**
 * A questionnaire with whether the person may see it (one of its projects is theirs to see, or they made it) and change it (all of them are).
 * @throws notFound, forbidden
 */
export const readQuestionnaire = async (ctx: Ctx, db: Db | Tx, id: string, want: 'see' | 'change'): Promise<Stored> => {
  const { session } = ctx;
  const { everything } = scopeOf(session, null);
  const own = sql`q.created_by = ${session.userId}::bigint`;
  const { rows } = await sql<Stored>`
    select q.id::text, q.title, q.intro, q.thanks, q.hotline, q.season, q.state, q.listed, q.starts_at, q.ends_at, q.projects, q.version,
      q.revision, q.created_by::text,
      (${everything} or ${own} or exists (select from project p where p.code = any(q.projects) and ${projectsVisible(session)})) as seen,
      ((${everything} or ${own} or cardinality(q.projects) > 0)
        and not exists (select from project p where p.code = any(q.projects) and not ${projectsVisible(session)})) as mine
    from questionnaire q where q.id = ${id} ${want === 'change' ? sql`for update` : sql``}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound('问卷不存在或已被删除');
  if (!found.seen) throw forbidden('您无权查看该问卷');
  if (want === 'change' && !found.mine) throw forbidden('问卷包含您无权管理的项目');
  return found;
};

/** @throws notFound where there is no such version */
export const readDesign = async (db: Db | Tx, id: string, version: number): Promise<Design> => {
  const { rows } = await sql<{ design: unknown }>`select design from questionnaire_version
    where questionnaire_id = ${id} and version = ${version}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('没有这个版本的问卷');
  return designSchema.parse(row.design);
};

export const answersOf = (stored: unknown): Answers => answersSchema.parse(stored);

/** `13800000000` → digits people read; only for sentences. */
export const minuteOf = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
