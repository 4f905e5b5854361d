/** What every command on a record is made of: opening it under lock, moving its approval, what hangs on that, the audit row. */
import { createHash } from 'node:crypto';
import { type Change, type FormRecord } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { NOT_KEPT } from '../../platform/audit/audit.ts';
import { type Late, lastly } from '../../platform/db/late.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { inOrder } from '../../platform/db/together.ts';
import { type AppError, invalid, notFound } from '../../platform/http/errors.ts';
import type { Chain, Command, ExecuteInput, Outcome } from '../approval/types.ts';
import { actorOf, withheldKeys } from './access.ts';
import type { Module } from './catalog.ts';
import type { EngineDeps } from './deps.ts';
import { applyEffects, type EffectContext, type EffectEvent, hasEffects, reverseEffects } from './effects-runner.ts';
import { factsOf } from './facts.ts';
import { filesIn, newSignatures } from './files-in.ts';
import { hiddenOf, withhold } from './read.ts';
import { withoutOthersRows } from './own-rows.ts';
import { sealOf } from './seal.ts';
import { findRecord, lockRecord, markRecord, type Stored } from './store.ts';

/** What every command of one request works with. */
export interface Work extends EffectContext {
  readonly ctx: Ctx;
}

export const work = (deps: EngineDeps, ctx: Ctx, tx: Tx, module: Module): Work => ({
  deps,
  ctx,
  tx,
  module,
  now: ctx.now,
  actor: actorOf(ctx.session),
});

export const GONE = '单据不存在或已被删除';

export const factsFor = (
  module: Module,
  record: FormRecord,
  stored: { readonly applicant: string; readonly applicantDept: string; readonly serial: string | null },
  name: string,
) =>
  factsOf(module, record, {
    starterId: stored.applicant,
    starterName: name,
    starterDept: stored.applicantDept,
    serial: stored.serial,
  });

export const hashOf = (module: Module, record: FormRecord): string =>
  createHash('sha256').update(module.form.canonical(record)).digest('hex');

export async function nameOf({ tx, actor }: Work, userId: string): Promise<string> {
  if (userId === actor.userId) return actor.userName;
  const { rows } = await sql<{ user_name: string }>`select user_name from app_user where id = ${userId}`.execute(tx);
  return rows[0]?.user_name ?? '';
}

export const NOT_DRAWN = '签名须由您本人手写，请重新签名';

/**
 * Binds the files that a record names; a foreign or unknown URL is an error at its field. A signature that comes in now is a drawing made on the
 * device of whoever sends it: any paper of the record, or the hand of somebody who signed before, would pass otherwise.
 */
export async function bindFiles(w: Work, id: string, before: FormRecord, record: FormRecord): Promise<void> {
  const { deps, tx, module, actor } = w;
  const files = filesIn(module.form, record);
  if (files.length === 0) return;
  const errors = [...(await deps.files.bind(tx, module.id, id, files, actor.userId))];
  if (errors.length === 0)
    for (const { path, URL } of newSignatures(module.form, before, record))
      if (!(await deps.files.isDrawnBy(tx, URL, actor.userId))) errors.push({ path, message: NOT_DRAWN });
  if (errors.length > 0) throw invalid(errors);
}

/** Acts of the maker on the content; all else is the approval's. */
const KINDS: ReadonlySet<string> = new Set(['新建草稿', '修改', '删除草稿']);

export const audit = (
  w: Work,
  action: string,
  stored: { readonly id: string; readonly serial: string | RawBuilder<string> | null },
  values?: { readonly before?: unknown; readonly after?: unknown; readonly summary?: string },
): Promise<void> =>
  w.deps.audit(w.tx, w.ctx, {
    kind: KINDS.has(action) ? '单据' : '审批',
    action,
    moduleId: w.module.id,
    businessId: stored.id,
    object: stored.serial ?? w.module.form.identity.title,
    ...values,
  });

/** How the audit names what was done for somebody else. */
export const actionBy = (action: string, { onBehalfOf }: Outcome): string =>
  onBehalfOf === null ? action : `${action}（代${onBehalfOf}）`;

/** Before and after of a change, by path, for the audit; of what is under seal only that it changed. */
export const changesOf = (
  module: Module,
  changes: readonly Change[],
): { readonly before: unknown; readonly after: unknown } => {
  const told = (change: Change, value: unknown): unknown =>
    module.form.field(change.path.replace(/\[\d+\]/, ''))?.field.sealed === undefined ? value : NOT_KEPT;
  return {
    before: Object.fromEntries(changes.map((change) => [change.path, told(change, change.before)])),
    after: Object.fromEntries(changes.map((change) => [change.path, told(change, change.after)])),
  };
};

/** Unique values that another live record holds, told at their fields. */
function uniqueError(module: Module, error: unknown): AppError | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505' || !('detail' in error)) return null;
  const columns = /\(([^)]+)\)=/.exec(String(error.detail))?.[1]?.replaceAll('"', '').split(', ') ?? [];
  const fields = module.form.fields.filter((of) =>
    columns.includes(module.sql.column('', of.key)?.replace(/^\./, '').replaceAll('"', '') ?? ''),
  );
  const last = fields.at(-1);
  if (!last) return null;
  return invalid([{ path: last.key, message: `${fields.map((of) => of.label).join('、')}已有相同的单据，请核对` }]);
}

/** Runs what may break a unique index; the message then stands at the field. */
export async function guarded<T>(module: Module, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    throw uniqueError(module, error) ?? error;
  }
}

/** What a command may bring along besides itself. */
interface RunMore {
  /** What a submission goes by; whatever was submitted keeps its own. */
  readonly chain?: Chain;
  /** People hear of it only then. */
  readonly heldUntil?: Date;
  /** The approval, locked already. */
  readonly locked?: ExecuteInput['locked'];
  /** Sends for the record's number once all else is known. */
  readonly numbered?: ExecuteInput['numbered'];
}

export async function run(w: Work, stored: Stored, command: Command, more: RunMore = {}): Promise<Outcome> {
  const { deps, module, tx, actor, now } = w;
  const name = await nameOf(w, stored.applicant);
  const { numbered, heldUntil = null, chain = module.ownChain, locked } = more;
  return deps.approval.execute(tx, {
    command,
    moduleId: module.id,
    businessId: stored.id,
    actor,
    facts: factsFor(module, stored, stored, name),
    ...(numbered === undefined ? {} : { numbered }),
    chain,
    formVersion: stored.version,
    formHash: hashOf(module, stored),
    snapshot: content(module, stored),
    now,
    heldUntil,
    ...(locked === undefined ? {} : { locked }),
  });
}

/** The form's own values, as an approval keeps them. */
const content = (module: Module, record: FormRecord): FormRecord =>
  Object.fromEntries(
    [...module.form.fields.map((of) => of.key), ...module.form.details.map((detail) => detail.key)].map((key) => [
      key,
      record[key] ?? null,
    ]),
  );

/** Moves the record to where its approval stands. @param serial with a submission: the number, which may have been taken just now */
export async function mark(
  { tx, module, now }: Work,
  stored: Stored,
  outcome: Outcome,
  serial: string | RawBuilder<string> | null = null,
): Promise<void> {
  if (outcome.status === stored.status && outcome.ended === null) return;
  const finished = outcome.ended === null ? (stored.finishedAt === null ? {} : { finished: null }) : { finished: now };
  await guarded(module, () =>
    markRecord(tx, module, stored.id, {
      status: outcome.status,
      ...finished,
      // Where the number was there before, it stays what it is.
      ...(serial === null ? {} : { submitted: now, serial }),
    }),
  );
}

/** What happens with a command on which effects may hang. */
const eventsOf = ({ module }: Work, outcome: Outcome, submitted: boolean): readonly EffectEvent[] => {
  // After a direct return the steps that had agreed are not asked again: what hung on them comes back with the new submission.
  const agreed = submitted
    ? module.form.steps.filter((step) => outcome.standing.includes(step.key))
    : outcome.agreedSteps;
  return [
    ...(submitted ? (['submit'] as const) : []),
    ...agreed.map((step) => `step:${step.name}` as const),
    ...(outcome.ended === 'approved' ? (['approved'] as const) : []),
  ];
};

/** Whether nothing hangs on what a command led to. */
export const endsWithIt = (w: Work, outcome: Outcome, submitted: boolean): boolean =>
  outcome.undoneSteps.length === 0 &&
  !outcome.returnedToStarter &&
  (outcome.ended === null || outcome.ended === 'approved') &&
  !hasEffects(w.module, eventsOf(w, outcome, submitted));

/** Runs or takes back what hangs on where the approval stands. */
export async function follow(w: Work, stored: Stored, outcome: Outcome, submitted: boolean): Promise<Stored> {
  const current: Stored = { ...stored, status: outcome.status };
  if (outcome.undoneSteps.length > 0 && outcome.ended !== 'cancelled')
    await reverseEffects(w, current, [
      ...outcome.undoneSteps.map((step) => `step:${step.name}` as const),
      ...(outcome.reopened ? (['approved'] as const) : []),
    ]);
  if (outcome.returnedToStarter || (outcome.ended !== null && outcome.ended !== 'approved'))
    await reverseEffects(w, current);
  for (const event of eventsOf(w, outcome, submitted)) await applyEffects(w, event, current);
  return current;
}

/** Both. */
export async function settle(w: Work, stored: Stored, outcome: Outcome): Promise<Stored> {
  await mark(w, stored, outcome);
  return follow(w, stored, outcome, false);
}

export interface MovedTo {
  readonly BusinessId: string;
  readonly FormVersion: number;
  readonly Status: string;
  readonly serial: string | null;
  /** Until when one's own agreement can be undone; null for all else. */
  readonly undoUntil: string | null;
}
type Moved = Pick<Stored, 'id' | 'version' | 'status' | 'serial'>;
export const movedTo = (stored: Moved, undoUntil: Date | null = null): MovedTo => ({
  BusinessId: stored.id,
  FormVersion: stored.version,
  Status: stored.status,
  serial: stored.serial,
  undoUntil: undoUntil?.toISOString() ?? null,
});

/** Moves the record, writes the audit row, and runs what hangs on it; where nothing does, both travel with the commit. */
export async function finish(
  w: Work,
  stored: Stored,
  outcome: Outcome,
  of: { readonly action: string; readonly values?: Parameters<typeof audit>[3]; readonly undoUntil?: Date },
): Promise<MovedTo | Late<MovedTo>> {
  const last = inOrder([mark(w, stored, outcome), audit(w, of.action, stored, of.values)]);
  if (endsWithIt(w, outcome, false)) return lastly(last, movedTo({ ...stored, status: outcome.status }, of.undoUntil));
  await last;
  return movedTo(await follow(w, stored, outcome, false), of.undoUntil);
}

/** Differences from what the person saw to what the record holds now. */
const diffFor =
  ({ deps, module, tx, ctx }: Work, businessId: () => Promise<string | undefined>) =>
  async (_seen: number, seenContent: unknown): Promise<unknown> => {
    const id = await businessId();
    const now = id === undefined ? undefined : await findRecord(tx, module, id);
    if (!now || typeof seenContent !== 'object' || seenContent === null) return null;
    const keys = withheldKeys(
      ctx.session,
      module,
      now,
      null,
      await sealOf(tx, ctx.session, module, now),
      await hiddenOf(deps, tx, module, ctx, now.id),
    );
    const shown = (values: FormRecord): FormRecord =>
      withhold(module, withoutOthersRows(module, values, ctx.session.userId, new Set()), keys);
    const changes = module.form.changed(shown(seenContent as FormRecord), shown(now));
    return { FormVersion: now.version, changes };
  };

/**
 * Opens a task for its handler: locked, not yet handled, and the content is what they saw.
 * @param anyState the task only says which step is meant
 */
export async function openTask(w: Work, taskId: string, seenVersion: number | undefined, anyState = false) {
  const { deps, module, tx, actor, now } = w;
  const idOf = async (): Promise<string | undefined> =>
    (
      await tx
        .selectFrom('wf_task as t')
        .innerJoin('wf_instance as i', 'i.id', 't.instance_id')
        .select('i.biz_id')
        .where('t.id', '=', taskId)
        .executeTakeFirst()
    )?.biz_id;
  const opened = await deps.approval.open(tx, {
    taskId,
    moduleId: module.id,
    actor,
    now,
    ...(anyState ? { anyState } : {}),
    ...(seenVersion === undefined ? {} : { seenVersion }),
    diff: diffFor(w, idOf),
  });
  const stored = await lockRecord(tx, module, opened.businessId);
  if (!stored) throw notFound(GONE);
  return { opened, stored };
}
