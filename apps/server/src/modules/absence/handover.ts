/** Handing over everything of a person: tried out first, then done in one transaction or not at all. */
import type { handoverPreview, handoverSave } from '@hengneng/contracts';
import type { RoleCode } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Actor, type Engine, endDelegations, moves } from '../../engine/index.ts';
import { tellTime } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { AppError, invalid, refused } from '../../platform/http/errors.ts';
import {
  disableAccount,
  lockManaged,
  type ManagedUser,
  moveProject,
  moveRole,
  rolesOfPerson,
  setDeptManager,
  toHandOver,
  trail,
} from '../identity/index.ts';
import { setProjectManager } from '../projects/index.ts';
import { bringUpToDate } from './delegations.ts';
import { type Line, linesOf } from './handover-lines.ts';

type Input = z.output<typeof handoverPreview.input>;
type SaveInput = z.output<typeof handoverSave.input>;

/** Everything that one line of a hand-over is carried out with. */
interface Giving {
  readonly tx: Tx;
  readonly ctx: Ctx;
  readonly engine: Engine;
  readonly from: Actor;
  readonly reason: string;
}

interface Planned {
  readonly line: Line;
  /** Null: the line only ends. */
  readonly to: string | null;
}

const moduleOf = ({ engine }: Giving, line: Line) => {
  const module = line.moduleId === null ? undefined : engine.catalog.get(line.moduleId);
  if (module === undefined) throw refused('该模块尚未启用');
  return module;
};

const askedAt = async (tx: Tx, taskId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ asked: string[] }>`
    select candidates::text[] as asked from wf_task where id = ${taskId}`.execute(tx);
  return rows[0]?.asked ?? [];
};

const give = async (giving: Giving, { line }: Planned, to: string): Promise<void> => {
  const { tx, ctx, engine, from, reason } = giving;
  const Opinion = `${ctx.session.userName}代${from.userName}移交${reason === '' ? '' : `：${reason}`}`;
  switch (line.kind) {
    case 'task': {
      const asked = await askedAt(tx, line.id);
      // The applicant's own step went along with the record.
      if (!asked.includes(from.userId) && asked.includes(to)) return;
      const transfer = { NodeRecordId: line.id, UserId: to, Opinion };
      await moves.transferFor(engine.deps, moduleOf(giving, line), ctx, tx, from, transfer);
      return;
    }
    case 'record': {
      const takeOver = { BusinessId: line.BusinessId ?? '', UserId: to, Opinion };
      await moves.takeOverFor(engine.deps, moduleOf(giving, line), ctx, tx, from, takeOver);
      return;
    }
    case 'role':
      return moveRole(tx, ctx, line.id, from.userId, to);
    case 'dept':
      return setDeptManager(tx, ctx, line.id, to);
    case 'project':
      return setProjectManager(tx, ctx, line.id, to);
    case 'member':
      return moveProject(tx, ctx, line.id, from.userId, to);
    case 'delegation':
    case 'chain':
    case 'field':
      throw refused('该项不能交接');
  }
};

const carryOut = async (giving: Giving, planned: Planned): Promise<void> => {
  const { tx, ctx, from } = giving;
  if (planned.line.act === 'end') {
    await endDelegations(tx, { id: planned.line.id }, { userId: ctx.session.userId, reason: '离职交接' }, ctx.now);
    return;
  }
  if (planned.to === null) throw refused('请选择接手人');
  if (planned.to === from.userId) throw refused('接手人不能是本人');
  await give(giving, planned, planned.to);
};

/** Approvals in one order whoever hands over, so that two hand-overs do not wait for each other; then everything else. */
const inOrder = (a: Planned, b: Planned): number => {
  const rank = ({ line }: Planned): string =>
    line.moduleId === null
      ? `~${line.key}`
      : `${line.moduleId}:${(line.BusinessId ?? '').padStart(20, '0')}:${line.key}`;
  return rank(a) < rank(b) ? -1 : 1;
};

const planOf = (lines: readonly Line[], input: Input): readonly Planned[] => {
  const known = new Map(lines.map((line) => [line.key, line]));
  return input.lines
    .flatMap(({ key, to }): Planned[] => {
      const line = known.get(key);
      return line === undefined || line.act === 'know'
        ? []
        : [{ line, to: line.act === 'end' ? null : (to ?? input.to ?? null) }];
    })
    .sort(inOrder);
};

/** Carries out line after line; one that is refused keeps no other from being tried. @returns what was refused, by key */
const carryOutAll = async (giving: Giving, plan: readonly Planned[]): Promise<ReadonlyMap<string, string>> => {
  const problems = new Map<string, string>();
  for (const planned of plan) {
    await sql`savepoint line`.execute(giving.tx);
    try {
      await carryOut(giving, planned);
      await sql`release savepoint line`.execute(giving.tx);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sql`rollback to savepoint line`.execute(giving.tx);
      problems.set(planned.line.key, error.message);
    }
  }
  return problems;
};

const givingOf = async (tx: Tx, ctx: Ctx, engine: Engine, user: ManagedUser, reason: string): Promise<Giving> => {
  const roles: readonly RoleCode[] = await rolesOfPerson(tx, user.id);
  return { tx, ctx, engine, reason, from: { userId: user.id, userName: user.name, roles } };
};

/**
 * Gives everything that waits for a person, or that they filed and have to go on with, to somebody else; whom they stood in for ends with it.
 * @returns what was refused, by key
 */
export const handOverWaiting = async (
  tx: Tx,
  ctx: Ctx,
  engine: Engine,
  user: ManagedUser,
  to: string,
  reason: string,
): Promise<ReadonlyMap<string, string>> => {
  const lines = await linesOf(tx, engine, user.id, ctx.now);
  const plan = lines
    .filter((line) => line.suggested && ['task', 'record', 'delegation'].includes(line.kind))
    .map((line): Planned => ({ line, to: line.act === 'end' ? null : to }))
    .sort(inOrder);
  return carryOutAll(await givingOf(tx, ctx, engine, user, reason), plan);
};

/** Ends a transaction that was only there to see what would happen. */
class Undone extends Error {}

/** What hangs on a person; with a plan also what of it could not be handed over so. Nothing is changed. */
export const previewHandover = async (
  ctx: Ctx,
  engine: Engine,
  input: Input,
): Promise<z.input<typeof handoverPreview.output>> => {
  let answer: z.input<typeof handoverPreview.output> | undefined;
  const look = async (tx: Tx): Promise<never> => {
    await tellTime(tx, ctx.now);
    const user = await lockManaged(tx, ctx.session, input.userId);
    const lines = await linesOf(tx, engine, user.id, ctx.now);
    const problems = await carryOutAll(await givingOf(tx, ctx, engine, user, ''), planOf(lines, input));
    answer = {
      userId: user.id,
      UserName: user.name,
      account: user.account,
      state: user.state,
      lines: lines.map(({ id: _, moduleId: __, ...line }) => ({ ...line, problem: problems.get(line.key) ?? null })),
    };
    throw new Undone();
  };
  await ctx.db
    .transaction()
    .execute(look)
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  if (answer === undefined) throw new Error('a preview without an answer');
  return answer;
};

const wordsOf = (plan: readonly Planned[]): string => {
  const kinds = Map.groupBy(plan, ({ line }) => line.kind);
  const words = {
    task: '待办',
    record: '单据',
    role: '角色',
    dept: '部门',
    project: '项目经理',
    member: '项目',
    delegation: '代理',
    chain: '',
    field: '',
  };
  return [...kinds].map(([kind, of]) => `${words[kind]}${of.length}项`).join('、');
};

export const saveHandover = (
  ctx: Ctx,
  engine: Engine,
  input: SaveInput,
): Promise<z.input<typeof handoverSave.output>> =>
  ctx.write(async (tx) => {
    const user = await lockManaged(tx, ctx.session, input.userId);
    const lines = await linesOf(tx, engine, user.id, ctx.now);
    const known = new Set(lines.map((line) => line.key));
    const gone = input.lines.findIndex(({ key }) => !known.has(key));
    if (gone >= 0) throw invalid([{ path: `lines[${gone}]`, message: '交接内容已变化，请重新核对' }]);
    const plan = planOf(lines, input);
    if (plan.length === 0 && !input.disable) throw refused('请选择要交接的事项');
    const problems = await carryOutAll(await givingOf(tx, ctx, engine, user, input.reason), plan);
    if (problems.size > 0)
      throw invalid(
        plan
          .filter(({ line }) => problems.has(line.key))
          .map(({ line }) => ({
            path: `lines[${input.lines.findIndex(({ key }) => key === line.key)}]`,
            message: `${line.title}：${problems.get(line.key) ?? ''}`,
          })),
      );
    if (plan.length > 0)
      await trail(tx, ctx, {
        kind: '权限',
        action: '离职交接',
        object: `用户 ${user.account}`,
        summary: `${wordsOf(plan)}${input.reason === '' ? '' : `，${input.reason}`}`,
        after: Object.fromEntries(plan.map(({ line, to }) => [`${line.kind} ${line.title}`, to ?? '终止'])),
      });
    if (input.disable && user.state !== 'disabled') await disableAccount(tx, ctx, user);
    await bringUpToDate(tx, ctx.now);
    return { done: plan.length, left: await toHandOver(tx, user.id), disabled: input.disable };
  });
