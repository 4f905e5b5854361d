/** What the calls about one record share: who may see it, and its steps as they see them. */
import type { ModuleId } from '@hengneng/core';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import type { Actor, Approval, FormPort, HandlerSource, StepView } from './types.ts';
import type { Push } from './writing.ts';

export interface ApprovalDeps {
  readonly approval: Approval;
  readonly directory: HandlerSource;
  readonly forms: FormPort;
  readonly push: Push | null;
  /** What somebody else may do, for the question whether they may see a record; null for who is not active. */
  readonly sessionOf: (db: Db, userId: string) => Promise<Session | null>;
}

export const actorOf = (session: Session): Actor => ({
  userId: session.userId,
  userName: session.userName,
  roles: session.roles,
});

/** Lets through who may see the record: by data scope, or by having taken part. */
export const mustSee = async (ctx: Ctx, deps: ApprovalDeps, moduleId: ModuleId, businessId: string): Promise<void> => {
  const { session, db } = ctx;
  if (await deps.approval.isParticipant(db, session.userId, moduleId, businessId)) return;
  if (await deps.forms.canSee(db, session, moduleId, businessId)) return;
  if ((await deps.forms.facts(db, moduleId, businessId)) === null) throw notFound('单据不存在或已被删除');
  throw forbidden('您无权查看该单据');
};

export const stepsOf = async (
  ctx: Ctx,
  deps: ApprovalDeps,
  moduleId: ModuleId,
  businessId: string,
  people: boolean,
): Promise<readonly StepView[]> => {
  const facts = await deps.forms.facts(ctx.db, moduleId, businessId);
  const chain = deps.forms.chain(moduleId);
  const view = await deps.approval.view(ctx.db, moduleId, businessId, actorOf(ctx.session), {
    ...(facts === null ? {} : { facts }),
    ...(chain === undefined ? {} : { chain }),
    people,
  });
  if (view !== null) return view.steps;
  return facts === null || chain === undefined ? [] : deps.approval.predict(ctx.db, chain, facts);
};
