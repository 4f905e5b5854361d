/** What people see of a record: a new one with its prefills, a stored one with its approval. */
import type { FormInfo, InitInfo } from '@hengneng/contracts';
import { type CompiledStep, entityOf, fieldErrors, type FormRecord, rowsOf } from '@hengneng/form-kit';
import { type Ctx, onlyProject } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { askTogether } from '../../platform/db/asked.ts';
import { forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import type { Facts, StepView } from '../approval/types.ts';
import { linksTo, outOfReach, Things } from '../references/reach.ts';
import { resolvePrefills } from '../references/resolve.ts';
import { actorOf, demand, holds, inScope, NOT_VISIBLE, withheldKeys } from './access.ts';
import type { Module } from './catalog.ts';
import { chainInForce } from './chain-in-force.ts';
import type { EngineDeps } from './deps.ts';
import { factsOf } from './facts.ts';
import { type Labels, labelsOf } from './labels.ts';
import { previewSerial } from './numbering.ts';
import { withoutOthersRows } from './own-rows.ts';
import { sealOf } from './seal.ts';
import { earlierSignatures } from './signatures.ts';
import { askRecord, findRecord, type Stored } from './store.ts';

const GONE = '单据不存在或已被删除';
const NOT_HANDLED = '这一步已不由您处理，请刷新单据';
const NONE: ReadonlySet<string> = new Set();

/** What a copy does not take along: later steps, attachments and signatures, and what must be unique. */
function copyable(module: Module, from: Stored): FormRecord {
  const keep = module.form.fields.filter(
    (of) =>
      of.section === 'applicant' &&
      of.editable &&
      of.field.unique !== true &&
      !['signature', 'file', 'files', 'image', 'images'].includes(of.field.type),
  );
  const details = module.form.details.filter((detail) => detail.step === 0);
  return {
    ...Object.fromEntries(keep.map((of) => [of.key, from[of.key] ?? null])),
    ...Object.fromEntries(
      details.map((detail) => [
        detail.key,
        rowsOf(from, detail.key).map((row) =>
          Object.fromEntries(detail.fields.filter((of) => of.editable).map((of) => [of.key, row[of.key] ?? null])),
        ),
      ]),
    ),
  };
}

/**
 * A copy comes without what may not be pointed at any more, e.g. a settlement that was cancelled since: it could not be kept, not even as a draft.
 * @returns the record, and labels of what it comes without
 */
function copyWithout({ form }: Module, record: FormRecord, beyond: Things) {
  const gone = linksTo(form, record, beyond);
  const emptied = <H extends FormRecord>(holder: H): H => ({
    ...holder,
    ...Object.fromEntries(gone.filter((link) => link.holder === holder).map(({ of }) => [of.key, null])),
  });
  const rows = form.details.map(({ key }) => [key, rowsOf(record, key).map(emptied)]);
  return {
    record: { ...emptied(record), ...Object.fromEntries(rows) } as FormRecord,
    omitted: [...new Set(gone.map(({ of }) => of.label))],
  };
}

/** The built-in fields of a record that this person is about to file. */
const ownerOf = ({ userId, deptId }: Ctx['session']) => ({ applicant: userId, applicantDept: deptId });

const newFacts = (ctx: Ctx, module: Module, record: FormRecord): Facts =>
  factsOf(module, record, {
    starterId: ctx.session.userId,
    starterName: ctx.session.userName,
    starterDept: ctx.session.deptId,
    serial: null,
  });

/** Words of what the person may point at. */
const withoutBeyond = (module: Module, labels: Labels, beyond: Things): Labels =>
  beyond.none
    ? labels
    : Object.fromEntries(
        Object.entries(labels).map(([path, words]) => {
          const of = module.form.field(path);
          const entity = of === undefined ? null : entityOf(of.field);
          const known = Object.entries(words).filter(([value]) => entity === null || !beyond.has(entity, value));
          return [path, Object.fromEntries(known)];
        }),
      );

async function init(
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  record: FormRecord,
  closed: ReadonlySet<string>,
  beyond: Things,
): Promise<InitInfo> {
  const { chain } = await chainInForce(ctx.db, module);
  const shown = withhold(module, record, closed);
  const [labels, serialPreview, steps] = await Promise.all([
    labelsOf(ctx.db, deps.labels, module, [{ ...shown, ...ownerOf(ctx.session) }]),
    previewSerial(ctx.db, module.id, module.form.definition.serial, ctx.now),
    deps.approval.predict(ctx.db, chain, newFacts(ctx, module, record)),
  ]);
  return {
    record: shown,
    labels: withoutBeyond(module, labels, beyond),
    ProcedureId: module.form.identity.procedureId,
    serialPreview,
    steps: steps.map(wireStep),
  };
}

/** What a person does not see of a record that they are about to file. */
const closedToMaker = (ctx: Ctx, module: Module): ReadonlySet<string> =>
  withheldKeys(ctx.session, module, { applicant: ctx.session.userId }, 'start', 'handler');

/** The project that was asked for; else the only one of the person, as long as it is under way. A copy keeps its own. */
async function firstProject(
  deps: EngineDeps,
  ctx: Ctx,
  { ProjectCode, CopyFrom }: { readonly ProjectCode?: string | undefined; readonly CopyFrom?: string | undefined },
): Promise<{ readonly project?: string }> {
  if (ProjectCode) return { project: ProjectCode };
  const only = CopyFrom === undefined ? onlyProject(ctx.session.permissions) : null;
  if (only === null) return {};
  const query = { keyword: only, projectCode: null, offset: 0, limit: 20, extra: {} };
  const found = await deps.references.source('project')?.search(ctx, query);
  return found?.rows.some(({ value }) => value === only) ? { project: only } : {};
}

/** A new record: defaults, what the project gives, or a copy of another. */
export async function getInitInfo(
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  input: { readonly ProjectCode?: string | undefined; readonly CopyFrom?: string | undefined },
): Promise<InitInfo> {
  demand(ctx.session, module, 'add');
  const { session, now } = ctx;
  const blank = module.form.prefill({ now, userId: session.userId, deptId: session.deptId });
  const copied = input.CopyFrom === undefined ? {} : copyable(module, await visible(deps, module, ctx, input.CopyFrom));
  const project = module.form.field('project') ? await firstProject(deps, ctx, input) : {};
  const unsaved = ownerOf(session);
  const wanted = { ...blank, ...copied, ...project };
  const { form, id: moduleId } = module;
  const beyond = await outOfReach(ctx.db, deps.references, session, form, {
    before: blank,
    record: wanted,
    businessId: null,
  });
  const { record, omitted } =
    input.CopyFrom === undefined || beyond.none ? { record: wanted, omitted: [] } : copyWithout(module, wanted, beyond);
  const resolve = { form, moduleId, businessId: null, now, mode: 'fill', unsaved, beyond } as const;
  const filled = await resolvePrefills(ctx.db, deps.references, resolve, record);
  const info = await init(deps, module, ctx, filled, closedToMaker(ctx, module), beyond);
  return omitted.length === 0 ? info : { ...info, omitted };
}

/** Works a record out as it stands in the browser: prefills of changed links, computed values, the chain it would take. */
export async function preview(
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  businessId: string | undefined,
  raw: unknown,
): Promise<InitInfo> {
  const { session, now } = ctx;
  const stored = businessId === undefined ? undefined : await visible(deps, module, ctx, businessId);
  if (!stored) demand(session, module, 'add');
  const parsed = module.read(0, 'preview').safeParse(raw ?? {});
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  const before: FormRecord = stored ?? module.form.prefill({ now, userId: session.userId, deptId: session.deptId });
  const record = module.form.compute({ ...before, ...parsed.data });
  const resolve = {
    form: module.form,
    moduleId: module.id,
    businessId: businessId ?? null,
    now,
    mode: 'fill',
    before,
    beyond: await outOfReach(ctx.db, deps.references, session, module.form, {
      before,
      record,
      businessId: businessId ?? null,
    }),
    ...(stored ? {} : { unsaved: ownerOf(session) }),
  } as const;
  return init(
    deps,
    module,
    ctx,
    withoutOthersRows(module, await resolvePrefills(ctx.db, deps.references, resolve, record), session.userId, NONE),
    stored === undefined || stored.applicant === session.userId
      ? closedToMaker(ctx, module)
      : withheldKeys(
          session,
          module,
          stored,
          null,
          await sealOf(ctx.db, session, module, stored),
          await hiddenOf(deps, ctx.db, module, ctx, stored.id),
        ),
    resolve.beyond,
  );
}

/** The section of a step with what its links and the ledgers give; what others filled in stays as they did, also where a ledger says something else by now. */
async function broughtAlong(
  deps: EngineDeps,
  module: Module,
  { db, now }: Ctx,
  businessId: string,
  step: CompiledStep,
  { before, values, beyond }: { readonly before: FormRecord; readonly values: FormRecord; readonly beyond: Things },
): Promise<FormRecord> {
  const { form, id: moduleId } = module;
  const resolve = { form, moduleId, businessId, now, mode: 'fill', before, beyond } as const;
  const found = await resolvePrefills(db, deps.references, resolve, values);
  const own = [
    ...form.fields.filter((of) => of.section === step.key),
    ...form.details.filter((detail) => detail.step === step.index),
  ];
  return Object.fromEntries(own.map(({ key }) => [key, found[key] ?? null]));
}

/** Whether something in the section of a step is taken from elsewhere. */
const takes = ({ fields, details }: CompiledStep): boolean =>
  [...fields, ...details.flatMap((detail) => detail.fields)].some((of) => of.from !== null);

/** Works the section of a step out as its handler fills it in: what its links bring along, and what is worked out from it. */
export async function previewStep(
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  businessId: string,
  taskId: string,
  raw: unknown,
): Promise<InitInfo> {
  const info = await getInfo(deps, module, ctx, businessId, taskId);
  const step = module.form.step(info.stepKey ?? '');
  if (step === undefined || info.NodeRecordId !== taskId || info.taskKind !== 'approve') throw refused(NOT_HANDLED);
  const parsed = module.read(step.index, 'preview').safeParse(raw ?? {});
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  // All of it, what is withheld from them as well: their right to it was found out above.
  const stored = await findRecord(ctx.db, module, businessId);
  if (!stored) throw notFound(GONE);
  const before = asHandled(module, stored, info.stepKey, ctx);
  const kept = Object.fromEntries(info.rights.closed.map((key) => [key, stored[key] ?? null]));
  const values = module.form.compute({ ...before, ...parsed.data, ...kept });
  const fresh = { before, record: values, businessId };
  const beyond = await outOfReach(ctx.db, deps.references, ctx.session, module.form, fresh);
  const brought = await broughtAlong(deps, module, ctx, businessId, step, { before, values, beyond });
  const record = module.form.compute({ ...info.record, ...brought, ...kept });
  const shown = withhold(module, record, new Set(info.withheld));
  return {
    record: shown,
    labels: withoutBeyond(module, await labelsOf(ctx.db, deps.labels, module, [shown]), beyond),
    ProcedureId: info.ProcedureId,
    serialPreview: '',
    steps: info.steps,
  };
}

/** The record as it was found, if this person may see it. @throws notFound, forbidden */
async function ifVisible(deps: EngineDeps, module: Module, ctx: Ctx, stored: Stored | undefined): Promise<Stored> {
  if (!stored) throw notFound(GONE);
  if (await inScope(ctx.db, ctx.session, module, stored)) return stored;
  if (await deps.approval.isParticipant(ctx.db, ctx.session.userId, module.id, stored.id)) return stored;
  throw stored.status === 'draft' ? notFound(GONE) : forbidden(NOT_VISIBLE);
}

/** The record, if this person may see it. @throws notFound, forbidden */
export const visible = async (deps: EngineDeps, module: Module, ctx: Ctx, id: string): Promise<Stored> =>
  ifVisible(deps, module, ctx, await findRecord(ctx.db, module, id));

/** Name of the person who filed a record; the few that a page asks for are remembered for seconds. */
const starterName = async (deps: EngineDeps, db: Db, id: string): Promise<string> =>
  (await deps.labels.labels(db, 'user', new Set([id]))).get(id) ?? '';

/** What the steps at which a person was asked hide from them in this record. */
export const hiddenOf = async (
  deps: EngineDeps,
  db: Db,
  module: Module,
  { session, now }: Pick<Ctx, 'session' | 'now'>,
  id: string,
): Promise<ReadonlySet<string>> =>
  (await deps.approval.hiddenFrom(db, module.id, [id], session.userId, now)).get(id) ?? NONE;

/** Values that a person may not see are null, in rows as well. */
export function withhold(module: Module, record: FormRecord, keys: ReadonlySet<string>): FormRecord {
  if (keys.size === 0) return record;
  const top = Object.fromEntries(Object.entries(record).map(([key, value]) => [key, keys.has(key) ? null : value]));
  const rows = module.form.details.map((detail) => [
    detail.key,
    keys.has(detail.key)
      ? []
      : rowsOf(record, detail.key).map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([key, value]) => [key, keys.has(`${detail.key}.${key}`) ? null : value]),
          ),
        ),
  ]);
  return { ...top, ...Object.fromEntries(rows) };
}

const wireStep = (step: StepView): InitInfo['steps'][number] => ({ ...step, handlers: [...step.handlers] });

/** The record as the handler of a step finds it: the step's section opened with its defaults and first rows. */
export const asHandled = (module: Module, record: Stored, stepKey: string | null, ctx: Ctx): FormRecord => {
  const step = module.form.step(stepKey ?? '');
  if (step === undefined) return record;
  const { session, now } = ctx;
  return module.form.prefillStep(record, step.index, { now, userId: session.userId, deptId: session.deptId });
};

/** A stored record with its approval, words and what may be done. */
export async function getInfo(
  deps: EngineDeps,
  module: Module,
  ctx: Ctx,
  id: string,
  taskId: string | null = null,
): Promise<FormInfo> {
  const { db, session } = ctx;
  // All that hangs on the id alone is asked for in one go; what of it this person may see is decided before anything is made of it.
  const asked = deps.approval.ask(module.id, id);
  const [found, approval, attachments] = await askTogether(db, [
    askRecord(module, id),
    asked,
    deps.files.attachments(module.id, id),
  ]);
  const stored = await ifVisible(deps, module, ctx, found);
  const picture = await asked.picture(db, approval);
  const name = await starterName(deps, db, stored.applicant);
  const facts = factsOf(module, stored, {
    starterId: stored.applicant,
    starterName: name,
    starterDept: stored.applicantDept,
    serial: stored.serial,
  });
  const { chain } = await chainInForce(db, module);
  const [view, seal] = await Promise.all([
    deps.approval.viewOf(db, picture, actorOf(session), { facts, chain, people: true, taskId }),
    sealOf(db, session, module, stored),
  ]);
  const hidden = view?.hides === true ? await hiddenOf(deps, db, module, ctx, id) : NONE;
  const standing = view?.standing;
  const mine = stored.applicant === session.userId;
  const inHand = mine && ['draft', 'returned', 'withdrawn'].includes(stored.status);
  const actions = new Set<string>(standing?.actions ?? []);
  if (inHand) for (const action of ['Submit', 'Edit']) actions.add(action);
  if (mine && stored.status === 'draft') actions.add('Delete');
  if (module.form.identity.relaunch === true && holds(session, module, 'add') && stored.status !== 'draft')
    actions.add('Relaunch');
  if (module.form.definition.print === 'A4' && stored.status !== 'draft' && (view?.unprintable ?? null) === null)
    actions.add('Print');
  if (holds(session, module, 'export') && stored.status !== 'draft') actions.add('Export');
  // Signers and delegates see the step, but its section is not theirs to fill in.
  const section =
    standing?.taskKind === 'sign' || standing?.taskKind === 'delegate' ? null : (standing?.stepKey ?? null);
  const keys = withheldKeys(session, module, stored, section, seal, hidden);
  const through = new Set((view?.steps ?? []).filter((step) => step.state === 'done').map((step) => step.key));
  const theirs = withoutOthersRows(module, stored, session.userId, through);
  const handled = asHandled(module, { ...stored, ...theirs }, section, ctx);
  const at = module.form.step(section ?? '');
  // Nobody who has to decide by a balance waits for it until they have chosen something.
  const opened =
    at !== undefined && takes(at)
      ? module.form.compute({
          ...handled,
          ...(await broughtAlong(deps, module, ctx, id, at, {
            before: handled,
            values: handled,
            beyond: new Things(),
          })),
        })
      : handled;
  const closed = standing?.rights.closed ?? [];
  // What is not filled in here does not get its default here either.
  const left = Object.fromEntries(closed.map((key) => [key, stored[key] ?? null]));
  const shown = withhold(module, { ...opened, ...left }, keys);
  const [signed, labels] = await Promise.all([
    earlierSignatures(db, module, view?.steps ?? [], keys),
    labelsOf(db, deps.labels, module, [shown]),
  ]);
  return {
    BusinessId: stored.id,
    record: shown,
    labels,
    ProcedureId: module.form.identity.procedureId,
    Status: stored.status,
    FormVersion: stored.version,
    ApplyUserId: stored.applicant,
    ApplyUserName: name,
    steps: (view?.steps ?? []).map((step) => {
      const signatures = signed.get(step.NodeRecordId ?? '');
      return { ...wireStep(step), ...(signatures ? { signed: signatures } : {}) };
    }),
    allowedActions: [...actions],
    NodeRecordId: standing?.taskId ?? null,
    stepKey: standing?.stepKey ?? (inHand ? 'start' : null),
    taskKind: standing?.taskKind ?? null,
    tasks: (standing?.tasks ?? []).map((task) => ({ NodeRecordId: task.taskId, step: task.step })),
    needs: standing?.needs ?? { opinion: false, signature: false },
    rights: { closed: [...closed], required: [...(standing?.rights.required ?? [])] },
    rejectTo: [...(standing?.rejectTo ?? [])],
    removable: standing?.removable
      ? { NodeRecordId: standing.removable.taskId, people: [...standing.removable.people] }
      : null,
    takeBackId: standing?.takeBackId ?? null,
    OnBehalfOf: standing?.onBehalfOf?.userName ?? null,
    claimedBy: standing?.claimedBy ?? null,
    withheld: [...keys],
    attachments: [...attachments],
  };
}

/** Steps of a record, as commands answer them. */
export async function stepsAfter(deps: EngineDeps, module: Module, ctx: Ctx, id: string): Promise<FormInfo['steps']> {
  const { chain } = await chainInForce(ctx.db, module);
  const view = await deps.approval.view(ctx.db, module.id, id, actorOf(ctx.session), { chain });
  return (view?.steps ?? []).map(wireStep);
}
