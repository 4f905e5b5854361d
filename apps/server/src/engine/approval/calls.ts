/** Registers the calls of the approval that are not a module's own: `/bpmapi/NodeRecord`, `Node`, `NodeUser`, `NodeInform`. */
import { FLOW_STATUS } from '@hengneng/core';
import * as contracts from '@hengneng/contracts';
import type { ModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { AppError, notFound, refused } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { type AskedSteps, askedSteps } from './asked-steps.ts';
import { registerComments } from './comment-calls.ts';
import { countsOf, deptMean } from './counts.ts';
import { registerDefinitions } from './definition-calls.ts';
import { exportTab, TAB_TITLE } from './export.ts';
import { hiddenFrom, hiddenIn, hidingModules } from './field-rights.ts';
import { contentAt } from './index.ts';
import { copyList, historyList, mineList, nextTask, type Page, type TaskFilters, waitList } from './lists.ts';
import { verifyLog } from './log.ts';
import { checkPrint } from './verify.ts';
import { identityOf, moduleOf } from './modules.ts';
import { note, whoOf } from './note.ts';
import { firstNotices, markRead, markRecordRead } from './notices.ts';
import { actionsOf, claim, countPrint, draftsOf, phrasesOf, release, standingEnd, taskDetail } from './records.ts';
import { type ApprovalDeps, mustSee, stepsOf } from './seeing.ts';
import type { FormPort, StepView } from './types.ts';

const signedIn = { access: 'signedIn' } as const;

interface ListInput {
  readonly PageIndex: number;
  readonly PageSize: number;
  readonly SortField?: string | undefined;
  readonly SortOrder?: 'asc' | 'desc' | undefined;
  readonly Keyword?: string | undefined;
}
const pageOf = ({ session }: Ctx, input: ListInput): Page => ({
  page: input.PageIndex,
  size: input.PageSize,
  // The order of amounts would tell them.
  sort: input.SortField === 'amount' && !session.permissions.classified.has('amount') ? undefined : input.SortField,
  order: input.SortOrder ?? 'desc',
  keyword: input.Keyword?.trim(),
});

interface FilterInput {
  readonly ProcedureId?: number | undefined;
  readonly project?: string | undefined;
  readonly step?: string | undefined;
  readonly Overdue?: boolean | undefined;
}
const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
const filtersOf = (
  input: FilterInput,
  steps: AskedSteps | null,
  days?: { readonly from?: string | undefined; readonly to?: string | undefined },
): TaskFilters => ({
  moduleId: input.ProcedureId === undefined ? undefined : moduleOf(input.ProcedureId),
  project: given(input.project),
  step: given(input.step),
  stepKeys: steps?.keys,
  overdue: input.Overdue,
  from: days?.from,
  to: days?.to,
});

interface WithAmount {
  readonly moduleId: string;
  readonly BusinessId: string;
  readonly amount: string | null;
}

/** Rows without the amounts that these rights do not open, or that the person's steps hide from them. */
const amountsFor = async <R extends WithAmount>(
  { db, session, now }: Ctx,
  forms: FormPort,
  rights: ReadonlySet<string>,
  rows: readonly R[],
  hiding: ReadonlySet<string>,
): Promise<R[]> => {
  const closed = new Set<R>();
  for (const [id, of] of Map.groupBy(rows, (row) => row.moduleId)) {
    const moduleId = id as ModuleId;
    const amount = forms.amount(moduleId);
    if (amount === null) continue;
    if (amount.needs !== null && !rights.has(amount.needs)) for (const row of of) closed.add(row);
    else if (hiding.has(moduleId)) {
      const ids = of.map((row) => row.BusinessId);
      const hidden = await hiddenFrom(db, moduleId, ids, session.userId, now);
      for (const row of of) if (hidden.get(row.BusinessId)?.has(amount.key) === true) closed.add(row);
    }
  }
  // What is usual tells what this one is at least.
  return rows.map((row) =>
    closed.has(row) ? { ...row, amount: null, ...('outlierAbove' in row ? { outlierAbove: null } : {}) } : row,
  );
};

/** A list as this person may see it. */
const shown = async <R extends WithAmount>(
  ctx: Ctx,
  forms: FormPort,
  list: Promise<{ readonly rows: readonly R[]; readonly total: number }>,
): Promise<{ rows: R[]; total: number }> => {
  const [{ rows, total }, hiding] = await Promise.all([list, hidingModules(ctx.db)]);
  return { rows: await amountsFor(ctx, forms, ctx.session.permissions.classified, rows, hiding), total };
};

export const registerApproval = (registry: CallRegistry, deps: ApprovalDeps): void => {
  registerLists(registry, deps.forms);
  registerRecords(registry, deps);
  registerDefinitions(registry, deps);
  registerNotices(registry);
  registerComments(registry, deps);
};

const registerLists = (registry: CallRegistry, forms: FormPort): void => {
  registry.handle(contracts.getWaitList, signedIn, async (ctx, input) => {
    const filters = filtersOf(input, await askedSteps(ctx.db, forms, input), input.arrivedAt);
    return shown(ctx, forms, waitList(ctx.db, ctx.session.userId, filters, pageOf(ctx, input), ctx.now));
  });
  registry.handle(contracts.getHistoryList, signedIn, async (ctx, input) => {
    const list = input.Kind === 'cc' ? copyList : historyList;
    const filters = filtersOf(input, await askedSteps(ctx.db, forms, input), input.handledAt);
    return shown(ctx, forms, list(ctx.db, ctx.session.userId, filters, pageOf(ctx, input)));
  });
  registry.handle(contracts.getMyList, signedIn, (ctx, input) =>
    shown(
      ctx,
      forms,
      mineList(
        ctx.db,
        ctx.session.userId,
        { ...filtersOf(input, null, input.submittedAt), statuses: input.Status },
        pageOf(ctx, input),
        ctx.now,
        forms,
      ),
    ),
  );
  registry.handle(contracts.getNextId, signedIn, async (ctx, input) => {
    const filters = filtersOf(input, await askedSteps(ctx.db, forms, input));
    const next = await nextTask(ctx.db, ctx.session.userId, input.NodeRecordId, filters, ctx.now);
    if (next === null) return null;
    return {
      ProcedureId: identityOf(next.moduleId).ProcedureId,
      BusinessId: next.businessId,
      NodeRecordId: next.taskId,
    };
  });
  registry.stream(contracts.exportTasks, signedIn, async (ctx, input) => {
    const steps = await askedSteps(ctx.db, forms, input);
    const moduleId = input.ProcedureId === undefined ? undefined : moduleOf(input.ProcedureId);
    const { from = '', to = '' } = input.at ?? {};
    const about: (readonly [string, string])[] = [
      ['模块', moduleId === undefined ? '' : identityOf(moduleId).module],
      ['关键字', input.Keyword?.trim() ?? ''],
      ['项目', input.project ?? ''],
      ['步骤', given(input.step) ?? steps.names.join('、')],
      ['超时', input.Overdue === undefined ? '' : input.Overdue ? '是' : '否'],
      ['状态', (input.Status ?? []).map((one) => FLOW_STATUS[one] ?? one).join('、')],
      ['时间', from === '' && to === '' ? '' : `${from} 至 ${to}`],
    ];
    const used = about.filter(([, text]) => text !== '');
    const filters = { ...filtersOf(input, steps, input.at), statuses: input.Status };
    return exportTab(ctx, {
      tab: input.Tab,
      filters,
      keyword: input.Keyword?.trim(),
      about: used,
      taken: async (rows) =>
        amountsFor(ctx, forms, ctx.session.permissions.exportable, rows, await hidingModules(ctx.db)),
      audited: (rows) =>
        ctx.write((tx) =>
          audit(tx, {
            ...whoOf(ctx),
            kind: '导出',
            action: '导出',
            object: `待办：${TAB_TITLE[input.Tab]}`,
            after: { rows, filters: Object.fromEntries(used) },
          }),
        ),
    });
  });
  registry.handle(contracts.userExamineNumber, signedIn, async (ctx, input) => {
    const { userId } = ctx.session;
    const moduleId = input.ProcedureId === undefined ? undefined : moduleOf(input.ProcedureId);
    const { keys: stepKeys } = await askedSteps(ctx.db, forms, input);
    const [counts, deptMeanHours] = await Promise.all([
      countsOf(ctx.db, userId, { moduleId, stepKeys }, ctx.now),
      input.Compare === true ? deptMean(ctx.db, userId, ctx.now) : null,
    ]);
    return { ...counts, cards: { ...counts.cards, deptMeanHours } };
  });
};

const wireSteps = (steps: readonly StepView[]) => steps.map((step) => ({ ...step, handlers: [...step.handlers] }));
const wireStep = (step: StepView) => ({ ...step, handlers: [...step.handlers] });

const registerRecords = (registry: CallRegistry, deps: ApprovalDeps): void => {
  registry.handle(contracts.getList, signedIn, async (ctx, input) => {
    const moduleId = moduleOf(input.ProcedureId);
    await mustSee(ctx, deps, moduleId, input.BusinessId);
    const steps = await stepsOf(ctx, deps, moduleId, input.BusinessId, true);
    const actions = await actionsOf(ctx.db, moduleId, input.BusinessId);
    const end = await standingEnd(ctx.db, moduleId, input.BusinessId);
    if (end !== null) await markRecordRead(ctx.db, ctx.session.userId, end.id, ctx.now);
    return { steps: wireSteps(steps), actions };
  });

  registry.handle(contracts.getNodeRecord, signedIn, async (ctx, input) => {
    const { session } = ctx;
    const known = await taskDetail(ctx.db, input.NodeRecordId);
    if (known === null) throw notFound('待办不存在或已被删除');
    const moduleId = known.row.module_id as ModuleId;
    await mustSee(ctx, deps, moduleId, known.row.biz_id);
    const hold = input.Claim ? HOLDS.claim : input.Release ? HOLDS.release : null;
    if (hold) await ctx.write((tx) => change(tx, ctx, deps, hold, input.NodeRecordId, moduleId, known.row.biz_id));
    const detail = (hold ? await taskDetail(ctx.db, input.NodeRecordId) : known) ?? known;
    const { row, record } = detail;
    const newest = (await standingEnd(ctx.db, moduleId, row.biz_id))?.id === row.instance_id;
    const steps = newest ? await stepsOf(ctx, deps, moduleId, row.biz_id, false) : [];
    const step = steps.find((one) => one.key === row.node_key && one.round === row.round && one.state !== 'future');
    if (step === undefined) throw notFound('该步骤属于已结束的上一次审批');
    const content = row.form_version === null ? null : await contentAt(ctx.db, row.instance_id, row.form_version);
    const busy = row.claimed_until !== null && row.claimed_until > ctx.now && row.claimed_by !== session.userId;
    const hidden = await hiddenIn(ctx.db, moduleId, row.biz_id, session.userId, ctx.now);
    const [shownRecord = record] = await amountsFor(
      ctx,
      deps.forms,
      session.permissions.classified,
      [record],
      await hidingModules(ctx.db),
    );
    return {
      ...shownRecord,
      step: wireStep(step),
      snapshot: content === null ? null : await deps.forms.mask(ctx.db, session, moduleId, row.biz_id, content, hidden),
      FormVersion: row.form_version,
      claimedBy: busy ? row.claimer : null,
      phrases: await phrasesOf(ctx.db, session.userId),
      claimedUntil: busy ? (row.claimed_until?.toISOString() ?? null) : null,
    };
  });

  registry.handle(contracts.getFinalNodeRecord, signedIn, async (ctx, input) => {
    const moduleId = moduleOf(input.ProcedureId);
    await mustSee(ctx, deps, moduleId, input.BusinessId);
    const end = await standingEnd(ctx.db, moduleId, input.BusinessId);
    if (end === null) throw notFound('单据尚未提交');
    const steps = await stepsOf(ctx, deps, moduleId, input.BusinessId, false);
    const last = [...steps].reverse().find((step) => step.state === 'done' || step.state === 'returned');
    const log = await verifyLog(ctx.db, end.id);
    return {
      Status: end.status,
      finishedAt: end.finished_at?.toISOString() ?? null,
      step: last === undefined ? null : wireStep(last),
      hash: end.head_hash,
      verified: log.ok,
      copies: end.copies,
    };
  });

  registry.handle(contracts.editPrintNumber, signedIn, async (ctx, input) => {
    const moduleId = moduleOf(input.ProcedureId);
    const ids = [...new Set(input.BusinessId)];
    if (ids.length === 0) throw refused('请选择要打印的单据');
    for (const businessId of ids) {
      await mustSee(ctx, deps, moduleId, businessId);
      const step = await deps.approval.unprintableAt(ctx.db, moduleId, businessId);
      if (step !== null) throw refused(`单据正在「${step}」步骤，该步骤不能打印`);
    }
    return ctx.write(async (tx) => {
      const counted = new Map<string, Awaited<ReturnType<typeof countPrint>>>();
      // Always in the same order, so that two batches with records in common do not wait for each other.
      for (const businessId of [...ids].sort()) {
        const printed = await countPrint(tx, moduleId, businessId, ctx.session.userId);
        await note(tx, ctx, '打印', moduleId, businessId, `第${printed.copy}份`);
        counted.set(businessId, printed);
      }
      const copies = ids.flatMap((businessId) => counted.get(businessId) ?? []);
      return { copy: copies[0]?.copy ?? 0, copies };
    });
  });

  registry.handle(contracts.verifyPrint, { access: 'public' }, (ctx, input) =>
    checkPrint(ctx.db, deps.forms, input.code),
  );

  registry.handle(contracts.delMyList, signedIn, (ctx, input) => deleteDrafts(ctx, deps, input));
};

/** Ways in which a task of several people changes hands. */
const HOLDS = {
  claim: { action: '认领', kind: 'claimed', run: claim },
  release: { action: '退回认领池', kind: 'released', run: release },
} as const;

/** Takes a task or gives it back, and shows those who might handle it who has it. */
const change = async (
  tx: Tx,
  ctx: Ctx,
  deps: ApprovalDeps,
  { action, kind, run }: (typeof HOLDS)[keyof typeof HOLDS],
  taskId: string,
  moduleId: ModuleId,
  businessId: string,
): Promise<void> => {
  const others = await run(tx, taskId, ctx.session.userId, ctx.now);
  if (others === null) return;
  await note(tx, ctx, action, moduleId, businessId);
  const data = { kind, moduleId, BusinessId: businessId };
  await deps.push?.(tx, [{ userIds: others, topic: 'todo', data }]);
};

/** Deletes drafts one by one: one that cannot go keeps no other from going. */
const deleteDrafts = async (
  ctx: Ctx,
  deps: ApprovalDeps,
  input: { readonly ProcedureId?: number | undefined; readonly BusinessId: readonly string[] },
) => {
  const moduleId = input.ProcedureId === undefined ? undefined : moduleOf(input.ProcedureId);
  const ids = [...new Set(input.BusinessId)];
  if (ids.length === 0) throw refused('请选择要删除的草稿');
  return ctx.write(async (tx) => {
    const mine = await draftsOf(tx, ctx.session.userId, ids, moduleId);
    const results: { BusinessId: string; ok: boolean; message: string }[] = [];
    for (const businessId of ids) {
      const found = mine.filter((draft) => draft.businessId === businessId);
      const [only] = found;
      if (only === undefined) {
        results.push({ BusinessId: businessId, ok: false, message: '只能删除自己的草稿' });
      } else if (found.length > 1) {
        results.push({ BusinessId: businessId, ok: false, message: '该编号对应多个模块的草稿，请在模块列表中删除' });
      } else {
        results.push(await deleteDraft(ctx, deps, tx, only));
      }
    }
    return { deleted: results.filter((result) => result.ok).length, results };
  });
};

const deleteDraft = async (
  ctx: Ctx,
  deps: ApprovalDeps,
  tx: Tx,
  draft: { readonly moduleId: ModuleId; readonly businessId: string },
) => {
  await sql`savepoint draft`.execute(tx);
  try {
    await deps.approval.lock(tx, draft.moduleId, draft.businessId);
    await deps.forms.deleteDraft(tx, ctx.session, draft.moduleId, draft.businessId);
    await deps.approval.dropDraft(tx, draft.moduleId, draft.businessId);
    await note(tx, ctx, '删除草稿', draft.moduleId, draft.businessId);
    return { BusinessId: draft.businessId, ok: true, message: '' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint draft`.execute(tx);
    return { BusinessId: draft.businessId, ok: false, message: error.message };
  }
};

const registerNotices = (registry: CallRegistry): void => {
  registry.handle(contracts.getFirstNotice, signedIn, (ctx, input) =>
    firstNotices(ctx.db, ctx.session.userId, input.Top, input.All, ctx.now),
  );
  registry.handle(contracts.editNodeInform, signedIn, async (ctx, input) => {
    if (!input.All && (input.Ids ?? []).length === 0) throw refused('请选择要标为已读的通知');
    const ids = input.All ? null : (input.Ids ?? []);
    return ctx.write(async (tx) => ({ unread: await markRead(tx, ctx.session.userId, ids, ctx.now) }));
  });
};
