/** Drafts of chains, and their publication. */
import { MIN_GROUPS, type workflowPublish, type workflowSave } from '@hengneng/contracts';
import { chainBodyOf, chainChanges, type ChainText } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { sealedChain } from '../../engine/approval/chain.ts';
import { chainInForce, clock, type Engine, forgetChains, type Module } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { AppError, conflict, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { demandFit, readChain } from './check.ts';
import { replay, simulateGroup } from './simulate.ts';
import {
  chainAt,
  type Draft,
  draftOf,
  lockChain,
  moduleAt,
  objectOf,
  publishedOf,
  stampOf,
  vocabularyOf,
} from './versions.ts';

type SaveInput = z.output<typeof workflowSave.input>;
type PublishInput = z.output<typeof workflowPublish.input>;

/** Newest records that a version is tried on before it is published. */
const REPLAYED = 20;

/** The draft as the caller saw it; somebody else who was faster is named. */
const seenDraft = async (tx: Tx, module: Module, stamp: string, now: Date): Promise<Draft | undefined> => {
  const draft = await draftOf(tx, module.id);
  if (stampOf(draft) === stamp) return draft;
  throw conflict(
    draft === undefined
      ? '草稿已被发布或放弃，请刷新后再操作'
      : `${draft.savedByName}于${clock(draft.savedAt, now)}保存了草稿，请刷新后再操作`,
  );
};

const changesWords = async (
  tx: Tx,
  engine: Engine,
  module: Module,
  before: ChainText,
  after: ChainText,
): Promise<string> => {
  const changes = chainChanges(before, after, await vocabularyOf(tx, engine, module, [before, after]));
  return changes.length === 0 ? '内容没有变化' : changes.join('；');
};

/** The version in force as it is written now, whatever this process remembers. */
const inForceNow = (tx: Tx, module: Module) => {
  forgetChains();
  return chainInForce(tx, module);
};

const drop = async (tx: Tx, ctx: Ctx, module: Module, stamp: string): Promise<{ stamp: string }> => {
  const draft = await seenDraft(tx, module, stamp, ctx.now);
  if (draft === undefined) throw notFound('没有草稿');
  await sql`delete from wf_chain where id = ${draft.id}`.execute(tx);
  await trail(tx, ctx, { kind: '系统设置', action: '放弃流程草稿', object: objectOf(module) });
  return { stamp: '' };
};

const keep = async (
  tx: Tx,
  ctx: Ctx,
  engine: Engine,
  module: Module,
  stamp: string,
  text: ChainText,
): Promise<{ stamp: string }> => {
  const draft = await seenDraft(tx, module, stamp, ctx.now);
  const { hash } = sealedChain(module.id, text);
  if (draft?.hash === hash) return { stamp };
  const { version } = await inForceNow(tx, module);
  const before = draft?.chain ?? (await chainAt(tx, module, version)).text;
  const content = JSON.stringify(text);
  const { rows } = await sql<{ id: string; stamp: string }>`
    insert into wf_chain (module_id, chain, hash, based_on, saved_by, saved_at)
    values (${module.id}, ${content}::jsonb, ${hash}, ${version}, ${ctx.session.userId}, ${ctx.now})
    on conflict (module_id) where version is null do update
       set chain = excluded.chain, hash = excluded.hash, saved_by = excluded.saved_by, saved_at = excluded.saved_at,
           stamp = wf_chain.stamp + 1
    returning id::text, stamp::text`.execute(tx);
  await trail(tx, ctx, {
    kind: '系统设置',
    action: '保存流程草稿',
    object: objectOf(module),
    summary: await changesWords(tx, engine, module, before, text),
  });
  return { stamp: stampOf(rows[0]) };
};

export const saveDraft = (ctx: Ctx, engine: Engine, input: SaveInput): Promise<{ stamp: string }> => {
  const module = moduleAt(engine, input.ProcedureId);
  if (!input.Drop && input.Chain === undefined) throw invalid([{ path: 'Chain', message: '请填写流程内容' }]);
  const text = input.Drop || input.Chain === undefined ? null : readChain(module, input.Chain);
  return ctx.write(async (tx) => {
    await lockChain(tx, module.id);
    if (text === null) return drop(tx, ctx, module, input.Stamp);
    await demandFit(tx, engine, module, text);
    return keep(tx, ctx, engine, module, input.Stamp, text);
  });
};

/** Every group that the draft was tried out with is tried again on what is published, so that nobody's word is taken for it. */
const demandTried = async (
  tx: Tx,
  ctx: Ctx,
  engine: Engine,
  module: Module,
  text: ChainText,
  groups: PublishInput['groups'],
): Promise<void> => {
  const different = new Map(groups.map((group) => [JSON.stringify(group), group]));
  if (different.size < MIN_GROUPS)
    throw refused(`发布前须模拟通过至少${MIN_GROUPS}组不同的取值，现有${different.size}组`);
  for (const [at, group] of [...different.values()].entries()) {
    const { passed, steps } = await simulateGroup(tx, engine, module, text, group, ctx.now);
    if (passed) continue;
    const empty = steps.filter((step) => step.empty).map((step) => `「${step.name}」`);
    throw refused(
      empty.length > 0
        ? `第${at + 1}组模拟未通过：步骤${empty.join('、')}找不到处理人`
        : `第${at + 1}组模拟未通过：没有一个步骤会执行`,
    );
  }
};

/** Real records must not get stuck in it. */
const demandNobodyMissing = async (tx: Tx, engine: Engine, module: Module, text: ChainText): Promise<void> => {
  const { empties } = await replay(tx, engine, module, text, REPLAYED, () => Promise.resolve(false));
  const [first] = empties;
  if (first === undefined) return;
  throw refused(
    `按最近的单据仿真，${empties.length}张会找不到处理人（如${first.serial ?? `编号${first.BusinessId}`}的步骤「${first.steps.join('、')}」），请先设置无处理人的策略`,
  );
};

interface Publishing {
  readonly text: ChainText;
  /** The draft that becomes the version; null for one that is published again. */
  readonly draft: Draft | null;
  readonly repeats: number | null;
}

const toPublish = async (tx: Tx, ctx: Ctx, module: Module, input: PublishInput): Promise<Publishing> => {
  if (input.Version !== undefined)
    return { text: (await chainAt(tx, module, input.Version)).text, draft: null, repeats: input.Version };
  const draft = await seenDraft(tx, module, input.Stamp, ctx.now);
  if (draft === undefined) throw refused('没有草稿可以发布');
  return { text: draft.chain, draft, repeats: null };
};

const publishing = async (tx: Tx, ctx: Ctx, engine: Engine, module: Module, input: PublishInput) => {
  await lockChain(tx, module.id);
  const { text, draft, repeats } = await toPublish(tx, ctx, module, input);
  const current = await inForceNow(tx, module);
  const { hash } = sealedChain(module.id, text);
  if (hash === current.chain.hash && current.unfit === null) throw refused('与现行版本没有差别，无需发布');
  await demandFit(tx, engine, module, text);
  // What was in use already need not be tried out again.
  if (draft !== null) await demandTried(tx, ctx, engine, module, text, input.groups);
  await demandNobodyMissing(tx, engine, module, text);
  const version = ((await publishedOf(tx, module.id))[0]?.version ?? 0) + 1;
  const { userId } = ctx.session;
  if (draft !== null)
    await sql`update wf_chain set version = ${version}, note = ${input.Note}, published_by = ${userId}, published_at = ${ctx.now}
      where id = ${draft.id}`.execute(tx);
  else
    await sql`insert into wf_chain (module_id, version, chain, hash, based_on, repeats, note, saved_by, saved_at, published_by, published_at)
      values (${module.id}, ${version}, ${JSON.stringify(text)}::jsonb, ${hash}, ${current.version}, ${repeats}, ${input.Note},
        ${userId}, ${ctx.now}, ${userId}, ${ctx.now})`.execute(tx);
  const before =
    current.version === 0 ? chainBodyOf(module.form.definition) : (await chainAt(tx, module, current.version)).text;
  await trail(tx, ctx, {
    kind: '系统设置',
    action: repeats === null ? '发布流程' : `回滚流程至版本${repeats}`,
    object: objectOf(module),
    summary: `版本${version}：${input.Note}。${await changesWords(tx, engine, module, before, text)}`,
    before: { 版本: current.version },
    after: { 版本: version, 说明: input.Note },
  });
  return { version };
};

export const publishChain = async (ctx: Ctx, engine: Engine, input: PublishInput): Promise<{ version: number }> => {
  const module = moduleAt(engine, input.ProcedureId);
  try {
    return await ctx.write((tx) => publishing(tx, ctx, engine, module, input));
  } catch (error) {
    // Groups are numbered where they are listed, not where one was tried out alone.
    if (error instanceof AppError && error.errors[0]?.path.startsWith('group.') === true)
      throw refused(`模拟的取值已不可用：${error.message}`);
    throw error;
  } finally {
    // What the transaction read of its own must not stay where it failed, and must not be missing where it did not.
    forgetChains();
  }
};
