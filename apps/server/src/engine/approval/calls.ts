/** Registers the calls of the approval that are not a module's own: `/bpmapi/NodeRecord`, `Node`, `NodeUser`, `NodeInform`. */
import { FLOW_STATUS } from '@hengneng/core';
import * as contracts from '@hengneng/contracts';
import type { ModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { AppError, forbidden, notFound, refused } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { countsOf, deptMean } from './counts.ts';
import { exportTab, TAB_TITLE } from './export.ts';
import { contentAt } from './index.ts';
import { copyList, historyList, mineList, nextTask, type Page, type TaskFilters, waitList } from './lists.ts';
import { verifyLog } from './log.ts';
import { identityOf, moduleOf } from './modules.ts';
import { firstNotices, markRead, markRecordRead } from './notices.ts';
import { byLabel, choices } from './people.ts';
import {
  actionsOf,
  claim,
  countPrint,
  draftsOf,
  phrasesOf,
  pickable,
  release,
  standingEnd,
  taskDetail,
} from './records.ts';
import type { Actor, Approval, Chain, ChainStep, FormPort, HandlerSource, StepView } from './types.ts';
import type { Push } from './writing.ts';

export interface ApprovalDeps {
  readonly approval: Approval;
  readonly directory: HandlerSource;
  readonly forms: FormPort;
  readonly push: Push | null;
}

const signedIn = { access: 'signedIn' } as const;

export const actorOf = (session: Session): Actor => ({
  userId: session.userId,
  userName: session.userName,
  roles: session.roles,
});

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
  days?: { readonly from?: string | undefined; readonly to?: string | undefined },
): TaskFilters => ({
  moduleId: input.ProcedureId === undefined ? undefined : moduleOf(input.ProcedureId),
  project: given(input.project),
  step: given(input.step),
  overdue: input.Overdue,
  from: days?.from,
  to: days?.to,
});

interface WithAmount {
  readonly moduleId: string;
  readonly amount: string | null;
}

/** Rows without the amounts that these rights do not open. */
const amountsFor =
  (forms: FormPort, rights: ReadonlySet<string>) =>
  <R extends WithAmount>(row: R): R => {
    const needed = forms.amountClass(row.moduleId);
    return needed === null || rights.has(needed) ? row : { ...row, amount: null };
  };

/** A list as this person may see it. */
const shown = async <R extends WithAmount>(
  { session }: Ctx,
  forms: FormPort,
  list: Promise<{ readonly rows: readonly R[]; readonly total: number }>,
): Promise<{ rows: R[]; total: number }> => {
  const { rows, total } = await list;
  return { rows: rows.map(amountsFor(forms, session.permissions.classified)), total };
};

export const registerApproval = (registry: CallRegistry, deps: ApprovalDeps): void => {
  registerLists(registry, deps.forms);
  registerRecords(registry, deps);
  registerDefinitions(registry, deps);
  registerNotices(registry);
};

const registerLists = (registry: CallRegistry, forms: FormPort): void => {
  registry.handle(contracts.getWaitList, signedIn, (ctx, input) =>
    shown(
      ctx,
      forms,
      waitList(ctx.db, ctx.session.userId, filtersOf(input, input.arrivedAt), pageOf(ctx, input), ctx.now),
    ),
  );
  registry.handle(contracts.getHistoryList, signedIn, (ctx, input) => {
    const list = input.Kind === 'cc' ? copyList : historyList;
    return shown(ctx, forms, list(ctx.db, ctx.session.userId, filtersOf(input, input.handledAt), pageOf(ctx, input)));
  });
  registry.handle(contracts.getMyList, signedIn, (ctx, input) =>
    shown(
      ctx,
      forms,
      mineList(
        ctx.db,
        ctx.session.userId,
        { ...filtersOf(input, input.submittedAt), statuses: input.Status },
        pageOf(ctx, input),
        ctx.now,
      ),
    ),
  );
  registry.handle(contracts.getNextId, signedIn, async (ctx, input) => {
    const next = await nextTask(ctx.db, ctx.session.userId, input.NodeRecordId, filtersOf(input), ctx.now);
    if (next === null) return null;
    return {
      ProcedureId: identityOf(next.moduleId).ProcedureId,
      BusinessId: next.businessId,
      NodeRecordId: next.taskId,
    };
  });
  registry.stream(contracts.exportTasks, signedIn, (ctx, input) => {
    const moduleId = input.ProcedureId === undefined ? undefined : moduleOf(input.ProcedureId);
    const { from = '', to = '' } = input.at ?? {};
    const about: (readonly [string, string])[] = [
      ['模块', moduleId === undefined ? '' : identityOf(moduleId).module],
      ['关键字', input.Keyword?.trim() ?? ''],
      ['项目', input.project ?? ''],
      ['步骤', input.step ?? ''],
      ['超时', input.Overdue === undefined ? '' : input.Overdue ? '是' : '否'],
      ['状态', (input.Status ?? []).map((one) => FLOW_STATUS[one] ?? one).join('、')],
      ['时间', from === '' && to === '' ? '' : `${from} 至 ${to}`],
    ];
    const used = about.filter(([, text]) => text !== '');
    const filters = { ...filtersOf(input, input.at), statuses: input.Status };
    return exportTab(ctx, {
      tab: input.Tab,
      filters,
      keyword: input.Keyword?.trim(),
      about: used,
      taken: amountsFor(forms, ctx.session.permissions.exportable),
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
    const [counts, deptMeanHours] = await Promise.all([
      countsOf(ctx.db, userId, moduleId, ctx.now),
      input.Compare === true ? deptMean(ctx.db, userId, ctx.now) : null,
    ]);
    return { ...counts, cards: { ...counts.cards, deptMeanHours } };
  });
};

/** Lets through who may see the record: by data scope, or by having taken part. */
const mustSee = async (ctx: Ctx, deps: ApprovalDeps, moduleId: ModuleId, businessId: string): Promise<void> => {
  const { session, db } = ctx;
  if (await deps.approval.isParticipant(db, session.userId, moduleId, businessId)) return;
  if (await deps.forms.canSee(db, session, moduleId, businessId)) return;
  if ((await deps.forms.facts(db, moduleId, businessId)) === null) throw notFound('单据不存在或已被删除');
  throw forbidden('您无权查看该单据');
};

const stepsOf = async (
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
    return {
      ...amountsFor(deps.forms, session.permissions.classified)(record),
      step: wireStep(step),
      snapshot: content === null ? null : deps.forms.mask(session, moduleId, content),
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
    for (const businessId of ids) await mustSee(ctx, deps, moduleId, businessId);
    return ctx.write(async (tx) => {
      const counted = new Map<string, Awaited<ReturnType<typeof countPrint>>>();
      // Always in the same order, so that two batches with records in common do not wait for each other.
      for (const businessId of [...ids].sort()) {
        const printed = await countPrint(tx, moduleId, businessId, ctx.session.userId);
        await note(tx, ctx, '打印', moduleId, businessId, `第${printed.copy}份`);
        counted.set(businessId, printed);
      }
      const copies = ids.flatMap((businessId) => counted.get(businessId) ?? []);
      return { copy: copies[0]?.copy ?? 0, hash: copies[0]?.hash ?? '', copies };
    });
  });

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
  await deps.push?.(tx, others, 'todo', { kind, BusinessId: businessId });
};

/** One line of the audit log about a record. */
const note = (tx: Tx, ctx: Ctx, action: string, moduleId: ModuleId, businessId: string, summary = ''): Promise<void> =>
  audit(tx, {
    ...whoOf(ctx),
    kind: '单据',
    action,
    object: identityOf(moduleId).module,
    objectType: moduleId,
    objectId: businessId,
    summary,
  });

/** Who asks, and from where, for the audit. */
const whoOf = ({ session, ip, device, requestId }: Ctx) => ({
  userId: session.userId,
  userName: session.userName,
  deptId: session.deptId,
  ip,
  device,
  requestId,
});

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

const wireChainStep = (step: ChainStep) => ({
  key: step.key,
  name: step.name,
  by: step.by,
  byLabel: byLabel(step.by),
  mode: step.mode,
  pass: step.pass ?? null,
  among: step.among,
  when: step.when,
  IsFinal: step.final,
  hours: step.hours,
  fields: [...step.fieldKeys],
});

const registerDefinitions = (registry: CallRegistry, deps: ApprovalDeps): void => {
  const chainOf = (procedureId: number): { readonly moduleId: ModuleId; readonly chain: Chain } => {
    const moduleId = moduleOf(procedureId);
    const chain = deps.forms.chain(moduleId);
    if (chain === undefined) throw notFound('该模块尚未启用');
    return { moduleId, chain };
  };

  registry.handle(contracts.getNodeItem, signedIn, async (_ctx, input) => {
    const step = chainOf(input.ProcedureId).chain.steps.find((one) => one.key === input.key);
    if (step === undefined) throw notFound('该审批链没有这个步骤');
    return wireChainStep(step);
  });

  registry.handle(contracts.getNodeDetail, signedIn, async (ctx, input) => {
    const { moduleId, chain } = chainOf(input.ProcedureId);
    const published = await publishedOf(ctx.db, chain);
    return {
      ...identityOf(moduleId),
      version: published?.version ?? null,
      publishedAt: published?.published_at.toISOString() ?? null,
      steps: chain.steps.map(wireChainStep),
      cc: chain.cc.map(byLabel),
    };
  });

  registry.handle(contracts.getNodeUser, signedIn, async (ctx, input) => {
    const { moduleId, chain } = chainOf(input.ProcedureId);
    await mustSee(ctx, deps, moduleId, input.BusinessId);
    const facts = await deps.forms.facts(ctx.db, moduleId, input.BusinessId);
    if (facts === null) throw notFound('单据不存在或已被删除');
    const step = await stepToPick(ctx, deps, moduleId, input.BusinessId, chain, input.key);
    if (step === null) return { key: null, step: null, rows: [] };
    const among = await choices(ctx.db, deps.directory, step, facts);
    const via = new Map(among?.map((person) => [person.userId, person.via]));
    const rows = await pickable(
      ctx.db,
      among?.map((person) => person.userId) ?? null,
      facts.starterId,
      input.Keyword?.trim(),
      ctx.now,
    );
    return {
      key: step.key,
      step: step.name,
      rows: rows.map((row) => ({
        userId: row.id,
        userName: row.user_name,
        dept: row.dept,
        pending: row.pending,
        delegate: row.delegate,
        why: via.get(row.id) ?? '',
      })),
    };
  });
};

const publishedOf = (db: Db, chain: Chain) =>
  db
    .selectFrom('wf_definition')
    .select(['version', 'published_at'])
    .where('module_id', '=', chain.moduleId)
    .where('hash', '=', chain.hash)
    .executeTakeFirst();

/** The step whose handler is to be picked: the one named, or the next that may come if it is a chosen one. */
const stepToPick = async (
  ctx: Ctx,
  deps: ApprovalDeps,
  moduleId: ModuleId,
  businessId: string,
  chain: Chain,
  key: string | undefined,
): Promise<ChainStep | null> => {
  const find = (wanted: string | undefined): ChainStep | null => chain.steps.find((one) => one.key === wanted) ?? null;
  if (key !== undefined && key !== '') {
    const named = find(key);
    if (named === null) throw notFound('该审批链没有这个步骤');
    return named;
  }
  const steps = await stepsOf(ctx, deps, moduleId, businessId, false);
  for (const coming of steps) {
    if (coming.state !== 'future') continue;
    if (coming.chosen) return find(coming.key);
    // A step whose condition may still change can be passed over; one that always takes place comes before any pick.
    if (find(coming.key)?.when === null) return null;
  }
  return null;
};

const registerNotices = (registry: CallRegistry): void => {
  registry.handle(contracts.getFirstNotice, signedIn, (ctx, input) =>
    firstNotices(ctx.db, ctx.session.userId, input.Top, input.All),
  );
  registry.handle(contracts.editNodeInform, signedIn, async (ctx, input) => {
    if (!input.All && (input.Ids ?? []).length === 0) throw refused('请选择要标为已读的通知');
    const ids = input.All ? null : (input.Ids ?? []);
    return ctx.write(async (tx) => ({ unread: await markRead(tx, ctx.session.userId, ids, ctx.now) }));
  });
};
