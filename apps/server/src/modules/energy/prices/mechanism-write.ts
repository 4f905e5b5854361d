/** 调价机制: kept by who keeps contract prices; a change is proposed by it and agreed by another person, and only then becomes a version. */
import { type MechanismSaved, type mechanismWrite, PRICE_EFFECTS, PRICE_KINDS } from '@hengneng/contracts';
import { type RoleCode, today as todayOf } from '@hengneng/core';
import { fitsEffect, mechanismFaults, readExact } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../../engine/index.ts';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { need } from '../../identity/index.ts';
import { followPrice, lockContract, projectsVisible, tellOfPrices } from '../../projects/index.ts';
import {
  CONTRACTS,
  indicesNow,
  indicesOf,
  MECHANISM_PAPER,
  mechanismOf,
  mechanismsWhere,
  PRICES,
  PROPOSAL_PAPER,
  resultOf,
  type StoredMechanism,
} from './mechanism.ts';

type Written = z.output<typeof mechanismWrite>;
type Of<A extends Written['Action']> = Extract<Written, { Action: A }>;

/** Who agrees hears that something waits. */
const DECIDERS: readonly RoleCode[] = ['finance', 'emcDirector'];

const FIELDS = { basePrice: 'BasePrice', terms: 'Terms', rate: 'Rate', trigger: 'Trigger', cap: 'Cap' } as const;

async function keepPaper(
  tx: Tx,
  ctx: Ctx,
  type: string,
  id: string,
  paper: { readonly URL: string } | undefined,
): Promise<void> {
  if (paper === undefined) return;
  const errors = await bindFiles(tx, type, id, [{ path: 'Paper', URL: paper.URL }], ctx.session.userId);
  if (errors.length > 0) throw invalid(errors);
}

/** Locked with its contract, so that two who change prices of it wait for each other. @throws notFound, or conflict where it was changed since */
async function held(tx: Tx, ctx: Ctx, id: string, version: number): Promise<StoredMechanism> {
  const { rows } = await sql<{ contract: string }>`select x.contract_code as contract from price_mechanism x
    join contract c on c.code = x.contract_code join project p on p.code = c.project_code
    where x.id = ${id}::bigint and ${projectsVisible(ctx.session, 'p')}`.execute(tx);
  if (rows[0] === undefined) throw notFound('调价机制不存在，或您没有查看它的权限');
  await lockContract(tx, ctx, rows[0].contract);
  const [of] = await mechanismsWhere(tx, sql`x.id = ${id}::bigint`, todayOf(ctx.now));
  if (of === undefined) throw notFound('调价机制不存在');
  if (of.version !== version)
    throw conflict(`该调价机制已由${of.editor ?? '他人'}修改，您的内容未保存，请刷新对比后再改`);
  if (of.ended) throw refused('该调价机制已停用');
  return of;
}

async function demandNoneWaits(tx: Tx, id: string): Promise<void> {
  const { rows } =
    await sql`select from price_proposal where mechanism_id = ${id}::bigint and state = '待同意'`.execute(tx);
  if (rows.length > 0) throw refused('有待同意的调价，请先同意、退回或撤回');
}

const save = (ctx: Ctx, input: Of<'save'>): Promise<MechanismSaved> =>
  ctx.write(async (tx) => {
    need(ctx.session, CONTRACTS, 'edit');
    const before = input.Id === undefined ? null : await held(tx, ctx, input.Id, input.Version);
    if (before !== null && (before.contract !== input.ContractCode || before.kind !== input.Kind))
      throw invalid([{ path: 'Kind', message: '调价机制的合同与计价项不能改，请停用后另建' }]);
    const { row: contract } = await lockContract(tx, ctx, input.ContractCode);
    const terms = input.Method === 'formula' ? input.Terms : [];
    const rate = input.Method === 'yearly' ? (input.Rate ?? '') : null;
    const common = { basePrice: input.BasePrice, trigger: input.Trigger, cap: input.Cap ?? null };
    const faults = mechanismFaults(
      input.Method === 'yearly'
        ? { ...common, method: 'yearly', rate: rate ?? '', baseDay: input.BaseDay }
        : {
            ...common,
            method: 'formula',
            terms: terms.map(({ Name, Weight, Base }) => ({ name: Name, weight: Weight, base: Base })),
          },
    );
    if (faults.length > 0) throw invalid(faults.map(({ path, message }) => ({ path: FIELDS[path], message })));
    if (contract.state !== 'active') throw invalid([{ path: 'ContractCode', message: '合同未生效，不能设调价机制' }]);
    const { rows: priced } =
      await sql`select from contract_price where contract_code = ${input.ContractCode} and kind = ${input.Kind}
      and deleted_at is null limit 1`.execute(tx);
    if (priced.length === 0) throw invalid([{ path: 'Kind', message: `该合同还没有${PRICE_KINDS[input.Kind]}` }]);
    if (before !== null) await demandNoneWaits(tx, before.id);
    const { rows: others } =
      await sql`select from price_mechanism where contract_code = ${input.ContractCode} and kind = ${input.Kind}
      and ended_at is null and id <> ${before?.id ?? '0'}::bigint`.execute(tx);
    if (others.length > 0) throw invalid([{ path: 'Kind', message: '该计价项已有调价机制，请修改它' }]);
    const paper = input.Paper ?? before?.paper ?? null;
    const values = sql`${input.Method}, ${input.BasePrice}, ${input.BaseDay}, ${JSON.stringify(
      terms.map(({ Name, Source, Weight, Base }) => ({ name: Name, source: Source, weight: Weight, base: Base })),
    )}::jsonb, ${rate}::numeric, ${input.Trigger}, ${input.Cap ?? null}::numeric, ${input.Effect}, ${input.Clause},
      ${paper === null ? null : JSON.stringify(paper)}::jsonb, ${ctx.session.userId}::bigint`;
    const columns = sql`method, base_price, base_day, terms, rate, trigger_percent, cap_percent, effect, clause, paper, edited_by`;
    const { rows } =
      before === null
        ? await sql<{ id: string }>`insert into price_mechanism (contract_code, kind, ${columns})
            values (${input.ContractCode}, ${input.Kind}, ${values}) returning id::text`.execute(tx)
        : await sql<{
            id: string;
          }>`update price_mechanism set (${columns}, edited_at, version) = row(${values}, app_now(), version + 1)
            where id = ${before.id}::bigint returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    await keepPaper(tx, ctx, MECHANISM_PAPER, id, input.Paper);
    const { Action: _action, Id: _id, Version: _version, Paper: _paper, ...after } = input;
    await trail(tx, ctx, {
      kind: '价格',
      action: before === null ? '新增调价机制' : '修改调价机制',
      object: `合同 ${input.ContractCode} ${PRICE_KINDS[input.Kind]}`,
      summary: input.Clause,
      ...(before === null ? {} : { before: { ...mechanismOf(before), effect: before.effect, clause: before.clause } }),
      after,
    });
    return { Id: id, State: '生效', Result: null };
  });

const end = (ctx: Ctx, input: Of<'end'>): Promise<MechanismSaved> =>
  ctx.write(async (tx) => {
    need(ctx.session, CONTRACTS, 'edit');
    const of = await held(tx, ctx, input.Id, input.Version);
    await demandNoneWaits(tx, of.id);
    // It stays for what was agreed by it.
    await sql`update price_mechanism set ended_at = app_now(), version = version + 1, edited_by = ${ctx.session.userId}, edited_at = app_now()
      where id = ${of.id}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '价格',
      action: '停用调价机制',
      object: `合同 ${of.contract} ${PRICE_KINDS[of.kind]}`,
      summary: input.Reason,
    });
    return { Id: of.id, State: '已停用', Result: null };
  });

const propose = (ctx: Ctx, engine: Engine, input: Of<'propose'>): Promise<MechanismSaved> =>
  ctx.write(async (tx) => {
    need(ctx.session, PRICES, 'edit');
    const of = await held(tx, ctx, input.Id, input.Version);
    const { row: contract } = await lockContract(tx, ctx, of.contract);
    if (!fitsEffect(of.effect, input.EffectOn))
      throw invalid([{ path: 'EffectOn', message: `按合同约定应为${PRICE_EFFECTS[of.effect]}` }]);
    const { rows: priced } = await sql<{
      price: string;
    }>`select price::text from contract_price where contract_code = ${of.contract}
      and kind = ${of.kind} and deleted_at is null and daterange(valid_from, valid_to, '[]') @> (${input.EffectOn}::date - 1)`.execute(
      tx,
    );
    const old = priced[0]?.price;
    if (old === undefined || (readExact(old) ?? 0n) <= 0n)
      throw invalid([{ path: 'EffectOn', message: '生效日前一天没有现行单价，请先补上合同单价' }]);
    const wrong = of.terms.filter(
      ({ name, source }) => source === 'custom' && (readExact(input.Indices[name] ?? '') ?? 0n) <= 0n,
    );
    if (wrong.length > 0)
      throw invalid(wrong.map(({ name }) => ({ path: `Indices.${name}`, message: `请填写大于 0 的【${name}】` })));
    const { now, lacking } = indicesNow(of, await indicesOf(tx, of.project, todayOf(ctx.now)), input.Indices);
    if (lacking !== null) throw refused(`项目未设【${lacking}】对应的购能价格，不能按机制计算`);
    const Result = resultOf(of, old, now, input.EffectOn);
    if (input.Preview) return { Id: of.id, State: '', Result };
    if (!Result.Triggered)
      throw refused(`按机制计算为 ${Result.Computed}，变动 ${Result.Change}%，未达到 ${of.trigger}% 的调价条件`);
    if (input.Paper === undefined) throw invalid([{ path: 'Paper', message: '请上传调价函或补充协议' }]);
    await demandNoneWaits(tx, of.id);
    const { rows } = await sql<{ id: string }>`
      insert into price_proposal (mechanism_id, old_price, new_price, computed, change_percent, indices, words, effect_on, reason, paper, created_by)
      values (${of.id}::bigint, ${old}, ${Result.Price}, ${Result.Computed}, ${Result.Change},
        ${JSON.stringify(of.terms.map(({ name, source, base }, at) => ({ name, source, base, now: now[at] })))}::jsonb,
        ${Result.Words}, ${input.EffectOn}, ${input.Reason}, ${JSON.stringify(input.Paper)}::jsonb, ${ctx.session.userId}::bigint)
      returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    await keepPaper(tx, ctx, PROPOSAL_PAPER, id, input.Paper);
    const words = `${PRICE_KINDS[of.kind]}由${old}${of.unit ?? ''}调为${Result.Price}${of.unit ?? ''}，自${input.EffectOn}起`;
    await trail(tx, ctx, {
      kind: '价格',
      action: '提出调价',
      object: `合同 ${of.contract}`,
      summary: `${words}：${Result.Words}${input.Reason === '' ? '' : `；${input.Reason}`}`,
    });
    await tellOfPrices(engine, tx, ctx, contract, id, `${words}，待同意（能源价格设置 · 调价机制）`, DECIDERS);
    return { Id: id, State: '待同意', Result };
  });

interface Waiting {
  readonly mechanism: string;
  readonly contract: string;
  readonly kind: keyof typeof PRICE_KINDS;
  readonly old: string;
  readonly price: string;
  readonly words: string;
  readonly from: string;
  readonly state: string;
  readonly by: string;
  readonly paper: { readonly URL: string; readonly Size: number; readonly Name: string };
}

const decide = (ctx: Ctx, engine: Engine, input: Of<'agree' | 'refuse' | 'withdraw'>): Promise<MechanismSaved> =>
  ctx.write(async (tx) => {
    const { rows } =
      await sql<Waiting>`select x.mechanism_id::text as mechanism, m.contract_code as contract, m.kind, x.old_price::text as old,
        x.new_price::text as price, x.words, x.effect_on::text as "from", x.state, x.created_by::text as by, x.paper
      from price_proposal x join price_mechanism m on m.id = x.mechanism_id join contract c on c.code = m.contract_code
      join project p on p.code = c.project_code
      where x.id = ${input.ProposalId}::bigint and ${projectsVisible(ctx.session, 'p')} for update of x`.execute(tx);
    const [of] = rows;
    if (of === undefined) throw notFound('调价不存在，或您没有查看它的权限');
    const mine = of.by === ctx.session.userId;
    if (input.Action === 'withdraw' && !mine) throw forbidden('只有提出人可以撤回');
    if (input.Action !== 'withdraw') {
      need(ctx.session, CONTRACTS, 'edit');
      if (mine) throw forbidden('提出人不能自己同意');
    }
    const State = { agree: '已同意', refuse: '已退回', withdraw: '已撤回' }[input.Action];
    // Pressed twice it is done once.
    if (of.state === State) return { Id: input.ProposalId, State, Result: null };
    if (of.state !== '待同意') throw refused(`该调价${of.state}，不能再处理`);
    const price = input.Action === 'agree' ? await agreed(tx, ctx, engine, of) : null;
    const decision = input.Action === 'withdraw' ? '' : input.Reason;
    await sql`update price_proposal set state = ${State}, decided_by = ${ctx.session.userId}::bigint, decided_at = app_now(), decision = ${decision},
      price_id = ${price}::bigint where id = ${input.ProposalId}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '价格',
      action: { agree: '同意调价', refuse: '退回调价', withdraw: '撤回调价' }[input.Action],
      object: `合同 ${of.contract} ${PRICE_KINDS[of.kind]}`,
      summary: decision === '' ? `${of.old} → ${of.price}，自 ${of.from} 起` : decision,
    });
    return { Id: input.ProposalId, State, Result: null };
  });

/** @throws refused where the price moved meanwhile: what was proposed was worked out by another */
async function agreed(tx: Tx, ctx: Ctx, engine: Engine, of: Waiting): Promise<string> {
  await lockContract(tx, ctx, of.contract);
  const { rows } = await sql<{
    price: string;
  }>`select price::text from contract_price where contract_code = ${of.contract} and kind = ${of.kind}
    and deleted_at is null and daterange(valid_from, valid_to, '[]') @> (${of.from}::date - 1)`.execute(tx);
  if (rows[0]?.price !== of.old)
    throw refused(`提出后现行单价已由 ${of.old} 变为 ${rows[0]?.price ?? '无'}，请退回重提`);
  return followPrice(tx, ctx, engine, {
    contract: of.contract,
    kind: of.kind,
    price: of.price,
    from: of.from,
    remark: `按调价机制：${of.words}`.slice(0, 200),
    paper: of.paper,
  });
}

export const writeMechanism = (ctx: Ctx, engine: Engine, input: Written): Promise<MechanismSaved> => {
  if (input.Action === 'save') return save(ctx, input);
  if (input.Action === 'end') return end(ctx, input);
  if (input.Action === 'propose') return propose(ctx, engine, input);
  return decide(ctx, engine, input);
};
