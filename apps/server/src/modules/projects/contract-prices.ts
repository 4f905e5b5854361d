/** 合同单价: the versions of a contract's prices. What a settlement was billed by stays as it is; another price is another version. */
import type {
  ContractRow,
  priceAdd,
  priceDelete,
  priceEdit,
  priceList,
  ProjectContractPrice,
  projectPriceList,
} from '@hengneng/contracts';
import { PRICE_KINDS } from '@hengneng/contracts';
import type { RoleCode } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Engine, followUps } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { addressOf, bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { lockContract, readContract } from './contracts.ts';
import { priceSettled } from './settled.ts';
import { seenProject } from './seen.ts';
import { projectsVisible } from './visible.ts';

/** Under which the papers of prices are kept. */
export const CONTRACT_PRICE_PAPER = 'contractPrice';
/** Who bills by prices or works with them. */
const TOLD: readonly RoleCode[] = ['finance', 'energyAnalyst'];

const isSettled = async (
  db: Db | Tx,
  of: {
    readonly contract: string;
    readonly kind: keyof typeof PRICE_KINDS;
    readonly from: string;
    readonly to: string | null;
  },
): Promise<boolean> => {
  const { rows } = await sql<{ yes: boolean }>`select ${sql.raw(priceSettled('v'))} as yes
    from (select ${of.contract}::text as contract_code, ${of.kind}::text as kind, ${of.from}::date as valid_from, ${of.to}::date as valid_to) v`.execute(
    db,
  );
  return rows[0]?.yes === true;
};

type PriceRow = z.input<typeof priceList.output>[number];

export const listPrices = async (ctx: Ctx, input: z.output<typeof priceList.input>): Promise<PriceRow[]> => {
  await readContract(ctx, input.ContractCode);
  if (!ctx.session.permissions.classified.has('price')) throw forbidden('您没有查看单价的权限');
  const { rows } = await sql<Omit<PriceRow, 'kindName'>>`
    select id::text as "Id", contract_code as "ContractCode", kind, unit, price::text, trim_scale(tax_rate)::text as "taxRate",
      valid_from::text as "from", valid_to::text as "to", remark, paper,
      daterange(valid_from, valid_to, '[]') @> (now() at time zone 'Asia/Shanghai')::date as current
    from contract_price where contract_code = ${input.ContractCode} and deleted_at is null
      ${input.onDate === undefined ? sql`` : sql`and daterange(valid_from, valid_to, '[]') @> ${input.onDate}::date`}
    order by kind, valid_from`.execute(ctx.db);
  return rows.map((row) => ({ ...row, kindName: PRICE_KINDS[row.kind] }));
};

/** The versions of all contracts of a project; the contract's validity is not looked at, so that past prices stay to be read. */
export const projectPrices = async (
  ctx: Ctx,
  input: z.output<typeof projectPriceList.input>,
): Promise<{ rows: ProjectContractPrice[] }> => {
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  if (!ctx.session.permissions.classified.has('price')) throw forbidden('您没有查看单价的权限');
  const day = input.onDate ?? null;
  const { rows } = await sql<Omit<ProjectContractPrice, 'item'> & { readonly kind: keyof typeof PRICE_KINDS }>`
    with today as (select (app_now() at time zone 'Asia/Shanghai')::date as day)
    select v.id::text as "Id", v.contract_code as "ContractCode", c.name as "contractName", p.customer_name as "customerName", v.kind, v.unit,
      v.price::text, (row_number() over (partition by v.contract_code, v.kind order by v.valid_from, v.id))::int as version,
      trim_scale(v.tax_rate)::text as "taxRate", v.valid_from::text as "from", v.valid_to::text as "to", coalesce(v.remark, '') as remark, v.paper,
      case when v.valid_from > today.day then '未生效' when v.valid_to < today.day then '已失效' else '现行' end as state,
      ${sql.raw(priceSettled('v'))} as settled
    from contract_price v join contract c on c.code = v.contract_code join project p on p.code = c.project_code, today
    where v.deleted_at is null and c.project_code = ${code}
    order by v.contract_code, v.kind, v.valid_from desc, v.id desc`.execute(ctx.db);
  return {
    rows: rows
      .filter(({ from, to }) => day === null || (from <= day && (to === null || day <= to)))
      .map(({ kind, ...row }) => ({ ...row, item: PRICE_KINDS[kind] })),
  };
};

type PriceInput = Omit<z.output<typeof priceEdit.input>, 'Id'>;

/** Finance and those who work with the energy's figures hear of what is billed otherwise from now on. */
export const tellOf = async (
  engine: Engine,
  tx: Tx,
  ctx: Ctx,
  contract: ContractRow,
  id: string,
  words: string,
  to: readonly RoleCode[] = TOLD,
): Promise<void> => {
  const services = followUps(
    { deps: engine.deps, tx, now: ctx.now, module: { id: 'EMCOperateContract' } },
    'contractPrice.change',
    { id, project: contract.ProjectCode },
  );
  for (const role of to)
    await services.todo({
      kind: '单价变更提示',
      title: `${contract.ProjectName}合同${contract.ContractCode}${words}`,
      project: contract.ProjectCode,
      to: [],
      role,
    });
};

const keepPaper = async (ctx: Ctx, tx: Tx, id: string, paper: { readonly URL: string }): Promise<void> => {
  const errors = await bindFiles(tx, CONTRACT_PRICE_PAPER, id, [{ path: 'paper', URL: paper.URL }], ctx.session.userId);
  if (errors.length > 0) throw invalid(errors);
};

/** The paper of a price is read by whoever sees the contract's project and prices at all. */
export const seesContractPricePaper: SeesPaper = async (db, session, id) => {
  if (!session.permissions.classified.has('price')) return false;
  const { rows } =
    await sql`select 1 from contract_price x join contract c on c.code = x.contract_code join project p on p.code = c.project_code
    where x.id = ${id} and ${projectsVisible(session)}`.execute(db);
  return rows.length > 0;
};

const checkPrice = async (tx: Tx, contract: ContractRow, input: PriceInput, except: string): Promise<void> => {
  if (contract.state !== 'active') throw invalid([{ path: 'from', message: '合同未生效，不能定价' }]);
  const to = input.to ?? null;
  if (to !== null && to < input.from) throw invalid([{ path: 'to', message: '结束日期不能早于开始日期' }]);
  if (
    (contract.startOn !== null && input.from < contract.startOn) ||
    (contract.endOn !== null && (input.from > contract.endOn || (to !== null && to > contract.endOn)))
  )
    throw invalid([{ path: 'from', message: '单价时段不能超出合同期' }]);
  const { rows } =
    await sql`select 1 from contract_price where contract_code = ${contract.ContractCode} and kind = ${input.kind}
    and deleted_at is null and id <> ${except} and daterange(valid_from, valid_to, '[]') && daterange(${input.from}::date, ${to}::date, '[]')`.execute(
      tx,
    );
  if (rows.length > 0) throw invalid([{ path: 'from', message: '单价时段重叠' }]);
};

const priceWords = (input: PriceInput) => ({
  类别: PRICE_KINDS[input.kind],
  单价: `${input.price}${input.unit}`,
  税率: input.taxRate == null ? null : `${input.taxRate}%`,
  起: input.from,
  止: input.to ?? null,
});

export const addPrice = (ctx: Ctx, engine: Engine, input: z.output<typeof priceAdd.input>): Promise<{ Id: string }> =>
  ctx.write(async (tx) => {
    // The contract's row is locked, so that two prices cannot overlap by coming together.
    const { row: contract } = await lockContract(tx, ctx, input.ContractCode);
    await checkPrice(tx, contract, input, '0');
    if (
      await isSettled(tx, { contract: contract.ContractCode, kind: input.kind, from: input.from, to: input.to ?? null })
    )
      throw invalid([{ path: 'from', message: '该期间已结算，请从下一期起' }]);
    const { rows } = await sql<{ id: string }>`
      insert into contract_price (contract_code, kind, unit, price, tax_rate, valid_from, valid_to, remark, paper, created_by)
      values (${input.ContractCode}, ${input.kind}, ${input.unit}, ${input.price}, ${input.taxRate ?? null}::numeric, ${input.from}, ${input.to ?? null}, ${input.remark ?? null},
        ${JSON.stringify(input.paper)}::jsonb, ${ctx.session.userId}) returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    await keepPaper(ctx, tx, id, input.paper);
    await trail(tx, ctx, {
      kind: '价格',
      action: '新增单价',
      object: `合同 ${input.ContractCode}`,
      after: priceWords(input),
    });
    await tellOf(
      engine,
      tx,
      ctx,
      contract,
      id,
      `新增${PRICE_KINDS[input.kind]}${input.price}${input.unit}，自${input.from}起`,
    );
    return { Id: id };
  });

const lockPrice = async (tx: Tx, id: string): Promise<PriceInput & { contract: string }> => {
  const { rows } = await sql<PriceInput & { contract: string }>`
    select contract_code as contract, kind, unit, price::text, trim_scale(tax_rate)::text as "taxRate", valid_from::text as "from", valid_to::text as "to", remark
    from contract_price where id = ${id} and deleted_at is null`.execute(tx);
  const price = rows[0];
  if (price === undefined) throw notFound('单价不存在');
  return price;
};

export const editPrice = (ctx: Ctx, engine: Engine, input: z.output<typeof priceEdit.input>): Promise<{ Id: string }> =>
  ctx.write(async (tx) => {
    const old = await lockPrice(tx, input.Id);
    const { row: contract } = await lockContract(tx, ctx, old.contract);
    if (await isSettled(tx, { contract: old.contract, kind: old.kind, from: old.from, to: old.to ?? null }))
      throw refused('该单价已被结算引用，请新增版本');
    // What it becomes must not reach into a settled period either.
    if (await isSettled(tx, { contract: old.contract, kind: input.kind, from: input.from, to: input.to ?? null }))
      throw invalid([{ path: 'from', message: '该期间已结算，请从下一期起' }]);
    await checkPrice(tx, contract, input, input.Id);
    await sql`update contract_price set kind = ${input.kind}, unit = ${input.unit}, price = ${input.price},
      tax_rate = ${input.taxRate === undefined ? sql`tax_rate` : sql`${input.taxRate}::numeric`}, valid_from = ${input.from},
      valid_to = ${input.to ?? null}, remark = ${input.remark ?? null},
      paper = coalesce(${input.paper === undefined ? null : JSON.stringify(input.paper)}::jsonb, paper), updated_at = now() where id = ${input.Id}`.execute(
      tx,
    );
    if (input.paper !== undefined) await keepPaper(ctx, tx, input.Id, input.paper);
    await trail(tx, ctx, {
      kind: '价格',
      action: '修改单价',
      object: `合同 ${old.contract}`,
      before: priceWords(old),
      after: priceWords({ ...input, taxRate: input.taxRate === undefined ? old.taxRate : input.taxRate }),
    });
    await tellOf(
      engine,
      tx,
      ctx,
      contract,
      input.Id,
      `${PRICE_KINDS[input.kind]}由${old.price}${old.unit}改为${input.price}${input.unit}，自${input.from}起`,
    );
    return { Id: input.Id };
  });

/** What of a price another one takes the place of from a day on. */
export interface PriceFollowed {
  readonly contract: string;
  readonly kind: keyof typeof PRICE_KINDS;
  readonly price: string;
  /** It holds as long as the one before it would have. */
  readonly from: string;
  readonly remark: string;
  readonly paper: { readonly URL: string; readonly Size: number; readonly Name: string };
}

/**
 * In the given transaction: the version in force on the day ends the day before, another begins. The paper may be somebody else's upload: who proposed
 * the price brought it.
 * @returns the new version's id
 * @throws refused where there is none to follow, or settlements were billed by it
 */
export async function followPrice(tx: Tx, ctx: Ctx, engine: Engine, of: PriceFollowed): Promise<string> {
  const { row: contract } = await lockContract(tx, ctx, of.contract);
  const name = PRICE_KINDS[of.kind];
  const { rows: standing } = await sql<PriceInput & { id: string }>`
    select id::text, kind, unit, price::text, trim_scale(tax_rate)::text as "taxRate", valid_from::text as "from", valid_to::text as "to", remark
    from contract_price where contract_code = ${of.contract} and kind = ${of.kind} and deleted_at is null
      and daterange(valid_from, valid_to, '[]') @> ${of.from}::date`.execute(tx);
  const [old] = standing;
  if (old === undefined) throw refused(`${of.from} 没有现行的${name}，请先在合同单价中补上`);
  if (old.from === of.from) throw refused(`${of.from} 已有另一版${name}，请改选生效日`);
  const next = { ...old, price: of.price, from: of.from, remark: of.remark };
  if (await isSettled(tx, { contract: of.contract, kind: of.kind, from: of.from, to: old.to ?? null }))
    throw refused('该期间已结算，请从下一期起');
  await sql`update contract_price set valid_to = ${of.from}::date - 1, updated_at = app_now() where id = ${old.id}`.execute(
    tx,
  );
  await checkPrice(tx, contract, next, '0');
  const { rows } = await sql<{ id: string }>`
    insert into contract_price (contract_code, kind, unit, price, tax_rate, valid_from, valid_to, remark, paper, created_by)
    values (${of.contract}, ${of.kind}, ${old.unit}, ${of.price}, ${old.taxRate ?? null}::numeric, ${of.from}, ${old.to ?? null}, ${of.remark},
      ${JSON.stringify(of.paper)}::jsonb, ${ctx.session.userId}) returning id::text`.execute(tx);
  const id = rows[0]?.id ?? '';
  await sql`insert into file_link (file_id, business_type, business_id) select ${addressOf(of.paper.URL)?.id ?? null}::bigint, ${CONTRACT_PRICE_PAPER}, ${id}
    on conflict do nothing`.execute(tx);
  await trail(tx, ctx, {
    kind: '价格',
    action: '按调价机制调价',
    object: `合同 ${of.contract}`,
    summary: of.remark,
    before: priceWords(old),
    after: priceWords(next),
  });
  await tellOf(
    engine,
    tx,
    ctx,
    contract,
    id,
    `${name}由${old.price}${old.unit}调为${of.price}${old.unit}，自${of.from}起`,
  );
  return id;
}

export const deletePrice = (
  ctx: Ctx,
  engine: Engine,
  input: z.output<typeof priceDelete.input>,
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const old = await lockPrice(tx, input.Id);
    const { row: contract } = await lockContract(tx, ctx, old.contract);
    if (await isSettled(tx, { contract: old.contract, kind: old.kind, from: old.from, to: old.to ?? null }))
      throw refused('该单价已被结算引用，不能删除');
    // The row stays for what was worked out by it.
    await sql`update contract_price set deleted_at = now(), updated_at = now() where id = ${input.Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '价格',
      action: '删除单价',
      object: `合同 ${old.contract}`,
      ...(input.Reason === undefined ? {} : { summary: input.Reason }),
      before: priceWords(old),
    });
    await tellOf(
      engine,
      tx,
      ctx,
      contract,
      input.Id,
      `的${PRICE_KINDS[old.kind]}${old.price}${old.unit}（${old.from}起）已删除`,
    );
    return { ok: true };
  });
