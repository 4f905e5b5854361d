/**
 * What people do to the content of records; what leaves it as it is, is in `moves.ts`. Every command runs in one order: authorise, parse,
 * compute, validate, persist, approve, effects, audit — all in one transaction, so that a record, its approval, what it changes and who did it
 * commit together or not at all.
 */
import { type FieldError, today } from '@hengneng/core';
import { type Change, fieldErrors, type FileValue, type FormRecord, overruns, rightsErrors } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { Late, lastly } from '../../platform/db/late.ts';
import { inOrder } from '../../platform/db/together.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { type ChainStep, FORM_CHANGED, UNDO_MS } from '../approval/index.ts';
import { resolvePrefills } from '../references/resolve.ts';
import { danglingReferences, unreachable } from '../references/exist.ts';
import type { Opened } from '../approval/types.ts';
import { demand, withheldKeys } from './access.ts';
import type { Module } from './catalog.ts';
import { chainToSubmit } from './chain-in-force.ts';
import type { EngineDeps } from './deps.ts';
import { sendForSerial, type Taken } from './numbering.ts';
import { withOthersRows } from './own-rows.ts';
import { asHandled } from './read.ts';
import { CHANGED, findRecord, insertRecord, lockRecord, type Stored, updateRecord } from './store.ts';
import {
  actionBy,
  audit,
  bindFiles,
  NOT_DRAWN,
  changesOf,
  endsWithIt,
  factsFor,
  finish,
  follow,
  GONE,
  guarded,
  mark,
  type MovedTo,
  movedTo,
  openTask,
  run,
  type Work,
  work,
} from './work.ts';

export interface Saved {
  readonly BusinessId: string;
  readonly FormVersion: number;
}

const EDITABLE: ReadonlySet<string> = new Set(['draft', 'returned', 'withdrawn']);

/** Parses a section; the envelope's errors name each field. */
function parseSection(module: Module, step: number, mode: 'draft' | 'submit', raw: unknown): FormRecord {
  const parsed = module.read(step, mode).safeParse(raw);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  return parsed.data;
}

/** Works a draft out. Incomplete is fine, but what its values come to must fit where it is kept. */
function workedOut(module: Module, values: FormRecord): FormRecord {
  const record = module.form.compute(values);
  const errors = overruns(module.form, record);
  if (errors.length > 0) throw invalid(errors);
  return record;
}

/**
 * The record, locked; only its maker may go on, and only while it is in their hands. Its approval is locked before it, as by every other
 * command: taken in two orders, two at the same moment would wait for each other until the database throws one of them away, a second later.
 */
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

/** @throws invalid at what a draft newly points at and its maker may not know of */
async function demandReach(
  { deps, ctx, tx, module }: Work,
  change: { readonly before: FormRecord; readonly record: FormRecord; readonly businessId: string | null },
): Promise<void> {
  const errors = await unreachable(tx, deps.references, ctx.session, module.form, change);
  if (errors.length > 0) throw invalid([...errors]);
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
  const closed = withheldKeys(ctx.session, module, { applicant: ctx.session.userId }, 'start', 'handler');
  // What the person does not see came to them empty: it must not be cleared by sending it back.
  const values = Object.fromEntries(
    Object.entries(parseSection(module, 0, 'draft', raw)).filter(([key]) => !closed.has(key)),
  );
  return ctx.write(async (tx) => {
    const w = work(deps, ctx, tx, module);
    const { session } = ctx;
    if (input.BusinessId === undefined) {
      // ── compute
      const record = workedOut(module, {
        ...module.form.prefill({ now: ctx.now, userId: session.userId, deptId: session.deptId }),
        ...values,
      });
      // ── validate
      await demandReach(w, { before: {}, record, businessId: null });
      // ── persist
      const id = await insertRecord(tx, module, record, session.userId, session.deptId);
      const stored = { id, serial: null, applicant: session.userId, applicantDept: session.deptId };
      await bindFiles(w, id, {}, record);
      // ── audit
      return saved(w, record, stored, 1, audit(w, '新建草稿', stored));
    }
    const [, before] = await inOrder([
      deps.approval.lock(tx, module.id, input.BusinessId),
      ownRecord(w, input.BusinessId, input.FormVersion),
    ]);
    const record = workedOut(module, { ...before, ...values });
    const changes = module.form.changed(before, record);
    if (changes.length === 0) return { BusinessId: before.id, FormVersion: before.version };
    await demandReach(w, { before, record, businessId: before.id });
    const version = await updateRecord(tx, module, before, keepRows(before, record));
    await bindFiles(w, before.id, before, record);
    return saved(w, record, before, version, audit(w, '修改', before, changesOf(module, changes)));
  });
};

/** Notes a draft as it now is among what its applicant started; that is written with the audit row, in the round trip of the commit. */
function saved(
  { deps, tx, module, ctx }: Work,
  record: FormRecord,
  stored: Pick<Stored, 'id' | 'serial' | 'applicant' | 'applicantDept'>,
  version: number,
  audited: Promise<void>,
): Late<Saved> {
  const noted = deps.approval.noteDraft(tx, {
    moduleId: module.id,
    businessId: stored.id,
    facts: factsFor(module, record, stored, ctx.session.userName),
    now: ctx.now,
  });
  return lastly(inOrder([audited, noted]), { BusinessId: stored.id, FormVersion: version });
}

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

/** Everything that keeps a step from being submitted: what the form says, and what the record points at. */
const wrong = async (
  { deps, ctx, tx, module, now }: Work,
  businessId: string,
  record: FormRecord,
  step: number,
): Promise<FieldError[]> => [
  ...module.form.check(record, step, now),
  ...(await danglingReferences(tx, deps.references, deps.labels, module, record, {
    session: ctx.session,
    step,
    day: today(now),
    businessId,
  })),
];

/** Persists a checked record and answers it as stored, with its version. */
async function persist(
  w: Work,
  before: Stored,
  record: FormRecord,
): Promise<{ readonly stored: Stored; readonly changes: readonly Change[] }> {
  const changes = w.module.form.changed(before, record);
  if (changes.length === 0) return { stored: before, changes };
  const version = await guarded(w.module, () => updateRecord(w.tx, w.module, before, keepRows(before, record)));
  await bindFiles(w, before.id, before, record);
  const stored = await findRecord(w.tx, w.module, before.id);
  return { stored: { ...(stored ?? before), version }, changes };
}

/** Sends a draft or returned record on its way. */
export const submit = (
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: {
    readonly BusinessId: string;
    readonly FormVersion: number;
    readonly NextHandlerUserId?: string | undefined;
    readonly Opinion?: string | undefined;
  },
): Promise<MovedTo> =>
  ctx.write(async (tx) => {
    const w = work(deps, ctx, tx, module);
    // ── authorise
    const [approval, before, chain] = await inOrder([
      deps.approval.lock(tx, module.id, input.BusinessId),
      ownRecord(w, input.BusinessId, undefined),
      chainToSubmit(tx, module),
    ]);
    if (input.FormVersion !== before.version) throw conflict(FORM_CHANGED);
    // ── compute
    const resolve = { form: module.form, moduleId: module.id, businessId: before.id, now: ctx.now };
    const filled = await resolvePrefills(tx, deps.references, { ...resolve, mode: 'fill' }, before);
    // ── validate
    const errors = await wrong(w, before.id, filled, 0);
    if (errors.length > 0) throw invalid(errors);
    // ── persist
    const { stored, changes } = await persist(w, before, filled);
    const number: { taken?: Taken } = {};
    const numbered = (): RawBuilder<string> => {
      number.taken = sendForSerial(tx, module.id, module.form.definition.serial, ctx.now);
      return number.taken.text;
    };
    // ── approve, effects
    const submitting = {
      kind: 'submit',
      opinion: input.Opinion ?? '',
      nextHandler: input.NextHandlerUserId ?? null,
    } as const;
    const outcome = await run(w, stored, submitting, {
      chain,
      locked: approval,
      ...(before.serial === null ? { numbered } : {}),
    });
    // ── audit, in the same round trip
    const serial = number.taken?.text ?? before.serial;
    const done = before.status === 'returned' ? '重新提交' : '提交';
    const last = inOrder([
      number.taken?.known ?? before.serial,
      outcome.rest,
      mark(w, stored, outcome, serial),
      audit(w, done, { ...stored, serial }, changesOf(module, changes)),
    ]);
    if (endsWithIt(w, outcome, true)) {
      const moved = { ...stored, status: outcome.status };
      const kept = sql`${JSON.stringify(movedTo(moved))}::jsonb || jsonb_build_object('serial', ${serial}::text)`;
      return new Late(
        last.then(([known]) => movedTo({ ...moved, serial: known })),
        kept,
      );
    }
    const [known] = await last;
    return movedTo(await follow(w, { ...stored, serial: known }, outcome, true));
  });

/** Why a to-do is agreed to on its own only. */
const notInBatch = (step: ChainStep | null): string =>
  step?.hasRequired === true ? '该单需填写处理内容，请单独处理' : '该单金额较大，请单独处理';

const stepNumber = (key: string | null): number => (key?.startsWith('s') && key !== 'start' ? Number(key.slice(1)) : 0);

/** Makes the drawing the record's, so that whoever may see the record sees who signed it. */
async function bindSignature(w: Work, id: string, { URL }: FileValue): Promise<void> {
  // Whatever hangs on the record would pass otherwise: its papers, and the hand of somebody who signed before.
  if (!(await w.deps.files.isDrawnBy(w.tx, URL, w.actor.userId)))
    throw invalid([{ path: 'Signature', message: NOT_DRAWN }]);
  const errors = await w.deps.files.bind(w.tx, w.module.id, id, [{ path: 'Signature', URL }], w.actor.userId);
  if (errors.length > 0) throw invalid(errors);
}

/** What a step's handler fills in. */
async function fillIn(w: Work, before: Stored, { stepKey, step: at }: Pick<Opened, 'stepKey' | 'step'>, raw: unknown) {
  const { deps, module, tx, ctx } = w;
  const step = stepNumber(stepKey);
  const rights = at?.rights ?? {};
  // ── parse
  const sent = step === 0 ? {} : parseSection(module, step, 'submit', raw);
  const values = withOthersRows(module, step, before, sent, ctx.session.userId);
  const closed = rights.closed ?? [];
  const kept = Object.fromEntries(closed.map((key) => [key, before[key] ?? null]));
  // ── compute
  const merged = module.form.compute({ ...asHandled(module, before, stepKey, ctx), ...values, ...kept });
  const resolve = {
    form: module.form,
    moduleId: module.id,
    businessId: before.id,
    now: ctx.now,
    mode: 'lock',
  } as const;
  const record = await resolvePrefills(tx, deps.references, resolve, merged);
  // ── validate
  const tried = Object.fromEntries(closed.map((key) => [key, sent[key] ?? null]));
  const errors = [
    ...(await wrong(w, before.id, record, step)),
    ...rightsErrors(module.form, before, { ...record, ...tried }, rights),
  ];
  if (errors.length > 0) throw invalid(errors);
  // ── persist
  return persist(w, before, record);
}

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
    readonly Signature?: FileValue | undefined;
    readonly Batch?: boolean | undefined;
  },
  raw: unknown,
): Promise<MovedTo> =>
  ctx.write(async (tx) => {
    const w = work(deps, ctx, tx, module);
    // ── authorise
    const { opened, stored: before } = await openTask(w, input.NodeRecordId, input.FormVersion);
    if (input.Batch === true && !opened.batchable) throw refused(notInBatch(opened.step));
    // What the approval let pass, it has looked at; the record itself must be the one it knows.
    if (opened.formVersion !== before.version) throw conflict(FORM_CHANGED);
    // Signers and delegates say what they think; the section is filled in by the step's own handler.
    const own = opened.taskKind === 'approve';
    const { stored, changes } = own ? await fillIn(w, before, opened, raw) : { stored: before, changes: [] };
    if (input.Signature) await bindSignature(w, before.id, input.Signature);
    // ── approve, effects
    const undoUntil = new Date(ctx.now.getTime() + UNDO_MS);
    const agreeing = {
      kind: 'approve',
      taskId: input.NodeRecordId,
      opinion: input.Opinion,
      nextHandler: input.NextHandlerUserId ?? null,
      signature: input.Signature ?? null,
    } as const;
    const outcome = await run(w, stored, agreeing, { heldUntil: undoUntil });
    // ── audit
    const opinion = input.Opinion ? { summary: `意见：${input.Opinion}` } : {};
    const done = opened.taskKind === 'delegate' ? '回复意见' : opened.taskKind === 'sign' ? '加签同意' : '同意';
    return finish(w, stored, outcome, {
      action: actionBy(`${done}：${opened.step?.name ?? ''}`, outcome),
      values: { ...changesOf(module, changes), ...opinion },
      undoUntil,
    });
  });
