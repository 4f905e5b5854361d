/** 重点合同: contracts enter by rule or by hand, are looked after, and leave with a reason. */
import type { keyContractFollow, keyContractSave, keyContractSaveRule } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Engine, followUps } from '../../engine/index.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { demandContract } from './card.ts';
import { keyHits } from './key-rows.ts';

interface Entered {
  readonly contract: string;
  readonly project: string;
  readonly name: string;
  readonly owner: string | null;
  readonly reasons: readonly string[];
}

/**
 * Works the rules out: what meets one enters, what meets none any more leaves, unless somebody put it in by hand. What somebody took out comes
 * back for a rule only that it did not meet then.
 */
async function workOut(tx: Tx, engine: Engine, day: string, now: Date): Promise<number> {
  // Two who change rules, or the clock beside them, enter a contract once.
  await sql`select pg_advisory_xact_lock(hashtext('keyContract'))`.execute(tx);
  const { rows } = await sql<Entered>`
    with hit as (select h.contract, array_agg(h.kind order by h.kind) as reasons from ${sql.raw(keyHits(`'${day}'::date`))} h group by h.contract)
    , changed as (
      update key_contract k set reasons = coalesce(h.reasons, '{}') || case when '手工' = any(k.reasons) then array['手工'] else '{}' end
      from key_contract o left join hit h on h.contract = o.contract
      where o.contract = k.contract and k.state = '关注中' and (h.contract is not null or '手工' = any(k.reasons)))
    , gone as (
      update key_contract k set state = '已移出', left_why = '不再命中规则', left_on = ${day}
      where k.state = '关注中' and not '手工' = any(k.reasons) and not exists (select from hit h where h.contract = k.contract))
    , entered as (
      insert into key_contract as k (contract, reasons, owner, added_on)
      select h.contract, h.reasons, p.manager, ${day} from hit h join contract c on c.code = h.contract join project p on p.code = c.project_code
      on conflict (contract) do update set reasons = excluded.reasons, state = '关注中', added_on = excluded.added_on, last_follow = null,
        owner = coalesce(k.owner, excluded.owner), left_why = null, left_by = null, left_on = null
      where k.state = '已移出' and (k.left_by is null or not excluded.reasons <@ k.reasons)
      returning k.contract, k.owner, k.reasons)
    select e.contract, c.name, c.project_code as project, e.owner::text, e.reasons from entered e join contract c on c.code = e.contract
    order by e.contract`.execute(tx);
  for (const { contract, project, name, owner, reasons } of rows)
    if (owner !== null)
      await followUps({ deps: engine.deps, tx, now, module: { id: 'EMCOperateContract' } }, 'keyContract.entered', {
        id: '0',
        project,
      }).todo({
        kind: '重点合同',
        title: `${name}（${contract}）列为重点合同：${reasons.join('、')}，请按频次跟进`,
        project,
        to: [owner],
      });
  return rows.length;
}

/** @returns how many contracts entered */
export const refreshKeyContracts = (db: Db, engine: Engine, day: string, now: Date): Promise<number> =>
  db.transaction().execute((tx) => workOut(tx, engine, day, now));

export const saveKeyRule = (
  ctx: Ctx,
  engine: Engine,
  { kind, threshold, enabled }: z.output<typeof keyContractSaveRule.input>,
): Promise<{ readonly hits: number }> =>
  ctx.write(async (tx) => {
    const { rows: before } = await sql<{ threshold: string; enabled: boolean }>`
      select threshold::text, enabled from key_contract_rule where kind = ${kind} for update`.execute(tx);
    await sql`update key_contract_rule set threshold = ${threshold}, enabled = ${enabled}, saved_by = ${ctx.session.userId}, saved_at = app_now()
      where kind = ${kind}`.execute(tx);
    const day = today(ctx.now);
    await workOut(tx, engine, day, ctx.now);
    await trail(tx, ctx, {
      kind: '单据',
      action: '修改重点合同规则',
      object: kind,
      before: { 阈值: before[0]?.threshold, 启用: before[0]?.enabled },
      after: { 阈值: threshold, 启用: enabled },
    });
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(keyHits(`'${day}'::date`))} h
      where h.kind = ${kind}`.execute(tx);
    return { hits: rows[0]?.n ?? 0 };
  });

/** @throws notFound where it is not watched */
async function lockWatched(tx: Tx, code: string): Promise<void> {
  const { rows } =
    await sql`select 1 from key_contract where contract = ${code} and state = '关注中' for update`.execute(tx);
  if (rows.length === 0) throw notFound('该合同不是关注中的重点合同，请刷新后再试');
}

async function demandPerson(tx: Tx, owner: string | null): Promise<void> {
  if (owner === null) return;
  const { rows } = await sql`select 1 from app_user where id = ${owner} and state = 'active'`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: 'owner', message: '人员不存在或已停用' }]);
}

type Save = z.output<typeof keyContractSave.input>;

async function add(ctx: Ctx, tx: Tx, input: Extract<Save, { act: '加入' }>): Promise<void> {
  const { ContractCode, note, owner = null, everyDays } = input;
  await demandPerson(tx, owner);
  const { rows } = await sql`
    insert into key_contract as k (contract, reasons, note, owner, every_days, added_by, added_on)
    select c.code, array['手工'], ${note}, coalesce(${owner}::bigint, p.manager), ${everyDays}, ${ctx.session.userId}, ${today(ctx.now)}
    from contract c join project p on p.code = c.project_code where c.code = ${ContractCode}
    on conflict (contract) do update set reasons = array['手工'], note = excluded.note, owner = excluded.owner, every_days = excluded.every_days,
      added_by = excluded.added_by, added_on = excluded.added_on, last_follow = null, state = '关注中', left_why = null, left_by = null, left_on = null
    where k.state = '已移出' returning 1`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: 'ContractCode', message: '该合同已在重点合同中' }]);
}

export const saveKeyContract = (ctx: Ctx, input: Save): Promise<{ readonly ok: true }> =>
  ctx.write(async (tx) => {
    const { ContractCode } = input;
    await demandContract(tx, ctx.session, ContractCode);
    if (input.act === '加入') await add(ctx, tx, input);
    else {
      await lockWatched(tx, ContractCode);
      if (input.act === '修改') {
        await demandPerson(tx, input.owner);
        await sql`update key_contract set owner = ${input.owner}, every_days = ${input.everyDays} where contract = ${ContractCode}`.execute(
          tx,
        );
      } else
        await sql`update key_contract set state = '已移出', left_why = ${input.why}, left_by = ${ctx.session.userId}, left_on = ${today(ctx.now)}
          where contract = ${ContractCode}`.execute(tx);
    }
    const { act, ContractCode: _, ...after } = input;
    await trail(tx, ctx, { kind: '单据', action: `重点合同${act}`, object: `合同 ${ContractCode}`, after });
    return { ok: true };
  });

export const followKeyContract = (
  ctx: Ctx,
  { ContractCode, followedOn, content }: z.output<typeof keyContractFollow.input>,
): Promise<{ readonly ok: true }> => {
  if (followedOn > today(ctx.now)) throw invalid([{ path: 'followedOn', message: '跟进日期不能晚于今天' }]);
  return ctx.write(async (tx) => {
    await demandContract(tx, ctx.session, ContractCode);
    await lockWatched(tx, ContractCode);
    await sql`insert into key_contract_follow (contract, followed_on, content, followed_by)
      values (${ContractCode}, ${followedOn}, ${content}, ${ctx.session.userId})`.execute(tx);
    await sql`update key_contract set last_follow = greatest(last_follow, ${followedOn}::date) where contract = ${ContractCode}`.execute(
      tx,
    );
    await trail(tx, ctx, { kind: '单据', action: '重点合同跟进', object: `合同 ${ContractCode}`, summary: content });
    return { ok: true };
  });
};
