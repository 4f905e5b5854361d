/**
 * What people do with records. Every command runs in one order: authorise, parse, compute, validate, persist, approve, effects, audit —
 * all in one transaction, so that a record, its approval, what it changes and who did it commit together or not at all.
 */
import { createHash } from 'node:crypto';
import type { FieldError } from '@hengneng/core';
import { type Change, fieldErrors, type FormRecord } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { runWrite } from '../../platform/http/write.ts';
import { type AppError, conflict, forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { FORM_CHANGED } from '../approval/index.ts';
import type { Actor, Command, Outcome, RejectTarget, Resume } from '../approval/types.ts';
import { resolvePrefills } from '../references/resolve.ts';
import { danglingReferences } from '../references/exist.ts';
import { actorOf, demand, withheldKeys } from './access.ts';
import type { Module } from './catalog.ts';
import type { EngineDeps } from './deps.ts';
import { applyEffects, type EffectContext, reverseEffects } from './effects-runner.ts';
import { factsOf } from './facts.ts';
import { filesIn } from './files-in.ts';
import { takeSerial } from './numbering.ts';
import { asHandled, withhold } from './read.ts';
import { CHANGED, findRecord, insertRecord, lockRecord, markRecord, type Stored, updateRecord } from './store.ts';

export interface Saved {
  readonly BusinessId: string;
  readonly FormVersion: number;
}

/** What every command of one request works with. */
interface Work extends EffectContext {
  readonly ctx: Ctx;
}

const work = (deps: EngineDeps, ctx: Ctx, tx: Tx, module: Module): Work => ({
  deps,
  ctx,
  tx,
  module,
  now: ctx.now,
  actor: actorOf(ctx.session),
});

const GONE = '单据不存在或已被删除';
const EDITABLE: ReadonlySet<string> = new Set(['draft', 'returned', 'withdrawn']);

/** Parses a section; the envelope's errors name each field. */
function parseSection(module: Module, step: number, mode: 'draft' | 'submit', raw: unknown): FormRecord {
  const parsed = module.read(step, mode).safeParse(raw);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  return parsed.data;
}

const factsFor = (
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

const hashOf = (module: Module, record: FormRecord): string =>
  createHash('sha256').update(module.form.canonical(record)).digest('hex');

async function nameOf({ tx, actor }: Work, userId: string): Promise<string> {
  if (userId === actor.userId) return actor.userName;
  const { rows } = await sql<{ user_name: string }>`select user_name from app_user where id = ${userId}`.execute(tx);
  return rows[0]?.user_name ?? '';
}

/** Binds the files that a record names; a foreign or unknown URL is an error at its field. */
async function bindFiles({ deps, tx, module, actor }: Work, id: string, record: FormRecord): Promise<void> {
  const files = filesIn(module.form, record);
  if (files.length === 0) return;
  const errors = await deps.files.bind(tx, module.id, id, files, actor.userId);
  if (errors.length > 0) throw invalid(errors);
}

/** Acts of the maker on the content; all else is the approval's. */
const KINDS: ReadonlySet<string> = new Set(['新建草稿', '修改', '删除草稿']);

const audit = (
  w: Work,
  action: string,
  stored: { readonly id: string; readonly serial: string | null },
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

/** Before and after of a change, by label, for the audit. */
const changesOf = (changes: readonly Change[]): { readonly before: unknown; readonly after: unknown } => ({
  before: Object.fromEntries(changes.map((change) => [change.path, change.before])),
  after: Object.fromEntries(changes.map((change) => [change.path, change.after])),
});

/** The record, locked; only its maker may go on, and only while it is in their hands. */
async function ownRecord(w: Work, id: string, version: number | undefined): Promise<Stored> {
  const stored = await lockRecord(w.tx, w.module, id);
  if (!stored || stored.applicant !== w.actor.userId) {
    if (stored && stored.status !== 'draft') throw forbidden('只有申请人本人可以操作');
    throw notFound(GONE);
  }
  if (!EDITABLE.has(stored.status)) throw conflict('单据正在审批中或已结束，不能修改');
  if (version !== undefined && version !== stored.version) throw conflict(CHANGED);
  return stored;
}

/** Saves a draft: nothing need be there, nothing may be malformed. */
export const draft = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: { readonly BusinessId?: string | undefined; readonly FormVersion?: number | undefined },
  raw: unknown,
): Promise<Saved> => {
  // ── authorise
  if (input.BusinessId === undefined) demand(ctx.session, module, 'add');
  // ── parse
  const closed = withheldKeys(ctx.session, module, { applicant: ctx.session.userId }, 'start');
  // What the person does not see came to them empty: it must not be cleared by sending it back.
  const values = Object.fromEntries(
    Object.entries(parseSection(module, 0, 'draft', raw)).filter(([key]) => !closed.has(key)),
  );
  return ctx.write(async (tx) => {
    const w = work(deps, ctx, tx, module);
    const { session } = ctx;
    if (input.BusinessId === undefined) {
      // ── compute
      const record = module.form.compute({
        ...module.form.prefill({ now: ctx.now, userId: session.userId, deptId: session.deptId }),
        ...values,
      });
      // ── persist
      const id = await insertRecord(tx, module, record, session.userId, session.deptId);
      const stored = { id, serial: null, applicant: session.userId, applicantDept: session.deptId };
      await bindFiles(w, id, record);
      await deps.approval.noteDraft(tx, {
        moduleId: module.id,
        businessId: id,
        facts: factsFor(module, record, stored, session.userName),
        now: ctx.now,
      });
      // ── audit
      await audit(w, '新建草稿', stored);
      return { BusinessId: id, FormVersion: 1 };
    }
    const before = await ownRecord(w, input.BusinessId, input.FormVersion);
    const record = module.form.compute({ ...before, ...values });
    const changes = module.form.changed(before, record);
    if (changes.length === 0) return { BusinessId: before.id, FormVersion: before.version };
    const version = await updateRecord(tx, module, before, keepRows(before, record));
    await bindFiles(w, before.id, record);
    await deps.approval.noteDraft(tx, {
      moduleId: module.id,
      businessId: before.id,
      facts: factsFor(module, record, before, session.userName),
      now: ctx.now,
    });
    await audit(w, '修改', before, changesOf(changes));
    return { BusinessId: before.id, FormVersion: version };
  });
};

/** Details that did not change keep their identity, so that their rows are not written again. */
const keepRows = (before: FormRecord, after: FormRecord): FormRecord =>
  Object.fromEntries(
    Object.entries(after).map(([key, value]) => [
      key,
      Array.isArray(value) && JSON.stringify(stripped(value)) === JSON.stringify(stripped(before[key]))
        ? before[key]
        : value,
    ]),
  );
const stripped = (rows: unknown): unknown =>
  Array.isArray(rows)
    ? rows.map((row: unknown) =>
        typeof row === 'object' && row !== null ? { ...row, id: undefined, rowNo: undefined } : row,
      )
    : rows;

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

/** Everything that keeps a step from being submitted: what the form says, and what the record points at. */
const wrong = async ({ deps, ctx, tx, module, now }: Work, record: FormRecord, step: number): Promise<FieldError[]> => [
  ...module.form.check(record, step, now),
  ...(await danglingReferences(tx, deps.references, deps.labels, module, record, { session: ctx.session, step })),
];

/** Runs what may break a unique index; the message then stands at the field. */
async function guarded<T>(module: Module, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw uniqueError(module, error) ?? error;
  }
}

/** Persists a checked record and answers it as stored, with its version. */
async function persist(
  w: Work,
  before: Stored,
  record: FormRecord,
): Promise<{ readonly stored: Stored; readonly changes: readonly Change[] }> {
  const changes = w.module.form.changed(before, record);
  if (changes.length === 0) return { stored: before, changes };
  const version = await guarded(w.module, () => updateRecord(w.tx, w.module, before, keepRows(before, record)));
  await bindFiles(w, before.id, record);
  const stored = await findRecord(w.tx, w.module, before.id);
  return { stored: { ...(stored ?? before), version }, changes };
}

async function run(w: Work, stored: Stored, command: Command): Promise<Outcome> {
  const { deps, module, tx, actor, now } = w;
  return deps.approval.execute(tx, {
    command,
    moduleId: module.id,
    businessId: stored.id,
    actor,
    facts: factsFor(module, stored, stored, await nameOf(w, stored.applicant)),
    chain: module.chain,
    formVersion: stored.version,
    formHash: hashOf(module, stored),
    snapshot: content(module, stored),
    now,
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

/** Steps whose agreement stands, in the order of the chain. */
async function standingSteps({ tx, module }: Work, outcome: Outcome): Promise<Outcome['agreedSteps']> {
  const row = await tx
    .selectFrom('wf_instance')
    .select('agreed')
    .where('id', '=', outcome.instanceId)
    .executeTakeFirst();
  return module.form.steps.filter((step) => row !== undefined && step.key in row.agreed);
}

/** Moves the record to where its approval stands, and runs or takes back what hangs on it. */
async function settle(w: Work, stored: Stored, outcome: Outcome, submitted: boolean): Promise<Stored> {
  const { tx, module, now } = w;
  const finished = outcome.ended === null ? (stored.finishedAt === null ? {} : { finished: null }) : { finished: now };
  if (outcome.status !== stored.status || outcome.ended !== null)
    await guarded(module, () =>
      markRecord(tx, module, stored.id, {
        status: outcome.status,
        ...finished,
        ...(submitted ? { submitted: now } : {}),
      }),
    );
  const current: Stored = { ...stored, status: outcome.status };
  // ── effects
  if (outcome.undoneSteps.length > 0 && outcome.ended !== 'cancelled')
    await reverseEffects(
      w,
      current,
      outcome.undoneSteps.map((step) => `step:${step.name}` as const),
    );
  if (outcome.ended === 'cancelled') await reverseEffects(w, current);
  else if (outcome.returnedToStarter || outcome.ended === 'withdrawn' || outcome.ended === 'rejected')
    await reverseEffects(w, current);
  if (submitted) await applyEffects(w, 'submit', current);
  // After a direct return the steps that had agreed are not asked again: what hung on them comes back with the new submission.
  const agreed = submitted ? await standingSteps(w, outcome) : outcome.agreedSteps;
  for (const step of agreed) await applyEffects(w, `step:${step.name}`, current);
  if (outcome.ended === 'approved') await applyEffects(w, 'approved', current);
  return current;
}

export interface MovedTo {
  readonly BusinessId: string;
  readonly FormVersion: number;
  readonly Status: string;
  readonly serial: string | null;
}
const movedTo = (stored: Stored): MovedTo => ({
  BusinessId: stored.id,
  FormVersion: stored.version,
  Status: stored.status,
  serial: stored.serial,
});

/** Sends a draft or returned record on its way. */
export const submit = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: { readonly BusinessId: string; readonly FormVersion: number; readonly NextHandlerUserId?: string | undefined },
): Promise<MovedTo> =>
  ctx.write(async (tx) => {
    const w = work(deps, ctx, tx, module);
    // ── authorise
    const before = await ownRecord(w, input.BusinessId, undefined);
    if (input.FormVersion !== before.version) throw conflict(FORM_CHANGED);
    // ── compute
    const resolve = { form: module.form, moduleId: module.id, businessId: before.id, now: ctx.now };
    const filled = await resolvePrefills(tx, deps.references, { ...resolve, mode: 'fill' }, before);
    // ── validate
    const errors = await wrong(w, filled, 0);
    if (errors.length > 0) throw invalid(errors);
    // ── persist
    const { stored, changes } = await persist(w, before, filled);
    const serial = before.serial ?? (await takeSerial(tx, module.id, module.form.definition.serial, ctx.now));
    if (before.serial === null) await markRecord(tx, module, before.id, { serial });
    const ready: Stored = { ...stored, serial };
    // ── approve, effects
    const outcome = await run(w, ready, { kind: 'submit', nextHandler: input.NextHandlerUserId ?? null });
    const moved = await settle(w, ready, outcome, true);
    // ── audit
    await audit(w, before.status === 'returned' ? '重新提交' : '提交', moved, changesOf(changes));
    return movedTo(moved);
  });

/** Differences from what the person saw to what the record holds now. */
const diffFor =
  ({ module, tx, ctx }: Work, businessId: () => Promise<string | undefined>) =>
  async (_seen: number, seenContent: unknown): Promise<unknown> => {
    const id = await businessId();
    const now = id === undefined ? undefined : await findRecord(tx, module, id);
    if (!now || typeof seenContent !== 'object' || seenContent === null) return null;
    const keys = withheldKeys(ctx.session, module, now, null);
    const changes = module.form.changed(withhold(module, seenContent as FormRecord, keys), withhold(module, now, keys));
    return { FormVersion: now.version, changes };
  };

/** Opens a task for its handler: locked, not yet handled, and the content is what they saw. */
async function openTask(w: Work, taskId: string, seenVersion: number | undefined) {
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
    ...(seenVersion === undefined ? {} : { seenVersion }),
    diff: diffFor(w, idOf),
  });
  const stored = await lockRecord(tx, module, opened.businessId);
  if (!stored) throw notFound(GONE);
  return { opened, stored };
}

const stepNumber = (key: string | null): number => (key?.startsWith('s') && key !== 'start' ? Number(key.slice(1)) : 0);

/** Agrees, with what this step's handler fills in. */
export const approve = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: {
    readonly NodeRecordId: string;
    readonly FormVersion: number;
    readonly Opinion: string;
    readonly NextHandlerUserId?: string | undefined;
  },
  raw: unknown,
): Promise<MovedTo> =>
  ctx.write(async (tx) => {
    const w = work(deps, ctx, tx, module);
    // ── authorise
    const { opened, stored: before } = await openTask(w, input.NodeRecordId, input.FormVersion);
    if (input.FormVersion !== before.version) throw conflict(FORM_CHANGED);
    const step = stepNumber(opened.stepKey);
    // ── parse
    const values = step === 0 ? {} : parseSection(module, step, 'submit', raw);
    // ── compute
    const merged = module.form.compute({ ...asHandled(module, before, opened.stepKey, w.ctx), ...values });
    const resolve = {
      form: module.form,
      moduleId: module.id,
      businessId: before.id,
      now: ctx.now,
      mode: 'lock',
    } as const;
    const record = await resolvePrefills(tx, deps.references, resolve, merged);
    // ── validate
    const errors = await wrong(w, record, step);
    if (errors.length > 0) throw invalid(errors);
    // ── persist
    const { stored, changes } = await persist(w, before, record);
    // ── approve, effects
    const outcome = await run(w, stored, {
      kind: 'approve',
      taskId: input.NodeRecordId,
      opinion: input.Opinion,
      nextHandler: input.NextHandlerUserId ?? null,
    });
    const moved = await settle(w, stored, outcome, false);
    // ── audit
    const opinion = input.Opinion ? { summary: `意见：${input.Opinion}` } : {};
    await audit(w, `同意：${opened.step?.name ?? ''}`, moved, { ...changesOf(changes), ...opinion });
    return movedTo(moved);
  });

/** Commands that change nothing of the content. */
const plain = (
  action: string,
  open: (w: Work) => Promise<Stored>,
  command: Command,
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
): Promise<MovedTo> =>
  ctx.write(async (tx) => {
    const w = work(deps, ctx, tx, module);
    const stored = await open(w);
    const outcome = await run(w, stored, command);
    const moved = await settle(w, stored, outcome, false);
    await audit(
      w,
      action,
      moved,
      'opinion' in command && command.opinion ? { after: { opinion: command.opinion } } : undefined,
    );
    return movedTo(moved);
  });

const byTask = (taskId: string, seenVersion?: number) => async (w: Work) =>
  (await openTask(w, taskId, seenVersion)).stored;
const byRecord = (id: string) => async (w: Work) => {
  await w.deps.approval.open(w.tx, { moduleId: w.module.id, businessId: id, actor: w.actor, now: w.now });
  const stored = await lockRecord(w.tx, w.module, id);
  if (!stored) throw notFound(GONE);
  return stored;
};

export const reject = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: {
    readonly NodeRecordId: string;
    readonly FormVersion: number;
    readonly Opinion: string;
    readonly To: RejectTarget;
    readonly Resume: Resume;
  },
): Promise<MovedTo> =>
  plain(
    input.To === 'end' ? '否决' : '驳回',
    byTask(input.NodeRecordId, input.FormVersion),
    { kind: 'reject', taskId: input.NodeRecordId, opinion: input.Opinion, to: input.To, resume: input.Resume },
    deps,
    module,
    ctx,
  );

export const withdraw = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: { readonly BusinessId: string; readonly Opinion: string },
): Promise<MovedTo> =>
  plain('撤回', byRecord(input.BusinessId), { kind: 'withdraw', opinion: input.Opinion }, deps, module, ctx);

export const cancel = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: { readonly BusinessId: string; readonly Opinion: string },
): Promise<MovedTo> =>
  plain('作废', byRecord(input.BusinessId), { kind: 'cancel', opinion: input.Opinion }, deps, module, ctx);

export const transfer = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: { readonly NodeRecordId: string; readonly UserId: string; readonly Opinion: string },
): Promise<MovedTo> =>
  plain(
    '转办',
    byTask(input.NodeRecordId),
    { kind: 'transfer', taskId: input.NodeRecordId, to: input.UserId, opinion: input.Opinion },
    deps,
    module,
    ctx,
  );

/**
 * Hands over a to-do of somebody who cannot do it any more. The approval sees the person whose to-do it is, with every check of a
 * transfer of theirs; the audit names who asked for it. Each is a transaction of its own, whatever the request's key.
 */
export const transferFor = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  from: Actor,
  input: { readonly NodeRecordId: string; readonly UserId: string; readonly Opinion: string },
): Promise<MovedTo> =>
  runWrite(ctx.db, undefined, async (tx) => {
    const w: Work = { ...work(deps, ctx, tx, module), actor: from };
    const { stored } = await openTask(w, input.NodeRecordId, undefined);
    const command = { kind: 'transfer', taskId: input.NodeRecordId, to: input.UserId, opinion: input.Opinion } as const;
    const moved = await settle(w, stored, await run(w, stored, command), false);
    await audit(w, '移交', moved, { before: { 处理人: from.userName }, after: { opinion: input.Opinion } });
    return movedTo(moved);
  });

export const urge = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: { readonly BusinessId: string; readonly Opinion: string },
): Promise<MovedTo> =>
  plain('催办', byRecord(input.BusinessId), { kind: 'urge', opinion: input.Opinion }, deps, module, ctx);

export const copy = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: { readonly BusinessId: string; readonly UserIds: readonly string[]; readonly Opinion: string },
): Promise<MovedTo> => {
  if (input.UserIds.length === 0) throw refused('请选择抄送人');
  return plain(
    '抄送',
    byRecord(input.BusinessId),
    { kind: 'cc', to: input.UserIds, opinion: input.Opinion },
    deps,
    module,
    ctx,
  );
};
