/** Contracts and the versions of their prices. */
import type {
  contractByCode,
  contractList,
  ContractRow,
  contractsFromBis,
  editContract,
  priceAdd,
  priceDelete,
  priceEdit,
  priceList,
} from '@hengneng/contracts';
import { PRICE_KINDS } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { likeText, pageOf, pinyinOf, trail } from '../identity/index.ts';
import { readProject } from './project-read.ts';
import { projectsVisible } from './visible.ts';

type ListInput = z.output<typeof contractList.input> & { model?: string | undefined; onDate?: string | undefined };

const columns = sql`c.code as "ContractCode", c.name, c.project_code as "ProjectCode", p.name as "ProjectName", p.customer_name as "customerName",
  c.kind, c.charge_model as "chargeModel", c.party_a as "partyA", c.party_b as "partyB", c.amount::text as amount, c.sign_on::text as "signOn",
  c.start_on::text as "startOn", c.end_on::text as "endOn", c.state, c.remark, c.version as "FormVersion"`;

const SORTABLE = ['ContractCode', 'name', 'ProjectCode', 'kind', 'startOn', 'endOn', 'state'];

const condition = (ctx: Ctx, input: ListInput): RawBuilder<boolean> => {
  const like = likeText(input.Keyword ?? '');
  const parts: RawBuilder<boolean>[] = [
    projectsVisible(ctx.session),
    sql`(c.name ilike ${like} or c.code ilike ${like} or c.pinyin ilike ${like} or p.name ilike ${like})`,
  ];
  if (input.ProjectCode) parts.push(sql`c.project_code = ${input.ProjectCode}`);
  if (input.State) parts.push(sql`c.state = ${input.State}`);
  if (input.kind) parts.push(sql`c.kind = ${input.kind}`);
  if (input.area) parts.push(sql`starts_with(p.area, ${input.area})`);
  if (input.customerName) parts.push(sql`p.customer_name ilike ${likeText(input.customerName)}`);
  if (input.model) parts.push(sql`c.charge_model = ${input.model}`);
  if (input.endDate?.from) parts.push(sql`c.end_on >= ${input.endDate.from}`);
  if (input.endDate?.to) parts.push(sql`c.end_on <= ${input.endDate.to}`);
  if (input.onDate) parts.push(sql`${input.onDate}::date between c.start_on and c.end_on`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
};

/** Contracts of the projects that the person may see. */
export const listContracts = (ctx: Ctx, input: ListInput): Promise<{ rows: ContractRow[]; total: number }> =>
  pageOf<ContractRow>(
    ctx.db,
    input,
    sql`select ${columns} from contract c join project p on p.code = c.project_code where ${condition(ctx, input)}`,
    sql`"ContractCode"`,
    SORTABLE,
  );

export const readContract = async (ctx: Ctx, code: string): Promise<z.input<typeof contractByCode.output>> => {
  const { rows } = await sql<z.input<typeof contractByCode.output> & { visible: boolean }>`
    select ${columns}, ${projectsVisible(ctx.session)} as visible,
      (select count(*)::int from contract_price x where x.contract_code = c.code and x.deleted_at is null) as prices
    from contract c join project p on p.code = c.project_code where c.code = ${code}`.execute(ctx.db);
  const row = rows[0];
  if (row === undefined) throw notFound('合同不存在');
  const { visible, ...contract } = row;
  if (!visible) throw forbidden('您无权查看该合同');
  return contract;
};

/** There is no outside contract system in this installation, and the answer says so instead of an empty success. */
export const readFromBis = async (ctx: Ctx, projectCode: string): Promise<z.input<typeof contractsFromBis.output>> => {
  await readProject(ctx, projectCode);
  return { connected: false, syncedAt: null, rows: [] };
};

const COLUMNS = {
  name: ['name', '合同名称'],
  kind: ['kind', '合同类型'],
  chargeModel: ['charge_model', '收费模式'],
  partyA: ['party_a', '甲方'],
  partyB: ['party_b', '乙方'],
  amount: ['amount', '金额'],
  signOn: ['sign_on', '签订日期'],
  startOn: ['start_on', '开始日期'],
  endOn: ['end_on', '结束日期'],
  state: ['state', '状态'],
  remark: ['remark', '备注'],
} as const;

interface Locked {
  readonly row: ContractRow;
}

const lockContract = async (tx: Tx, ctx: Ctx, code: string): Promise<Locked> => {
  const { rows } = await sql<ContractRow & { visible: boolean }>`
    select ${columns}, ${projectsVisible(ctx.session)} as visible from contract c join project p on p.code = c.project_code
    where c.code = ${code} for update of c`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw notFound('合同不存在');
  if (!row.visible) throw forbidden('您无权修改该合同');
  return { row };
};

export const saveContract = (ctx: Ctx, input: z.output<typeof editContract.input>): Promise<{ FormVersion: number }> =>
  ctx.write(async (tx) => {
    const { row: old } = await lockContract(tx, ctx, input.ContractCode);
    if (old.FormVersion !== input.FormVersion) throw conflict('合同已被他人修改，请刷新后再改');
    const start = input.startOn === undefined ? old.startOn : input.startOn;
    const end = input.endOn === undefined ? old.endOn : input.endOn;
    if (start !== null && end !== null && end <= start)
      throw invalid([{ path: 'endOn', message: '合同止日必须晚于起日' }]);
    const changes = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).flatMap((key) => {
      const value = input[key];
      return value === undefined || value === old[key] ? [] : [{ key, before: old[key], after: value }];
    });
    if (changes.length === 0) return { FormVersion: old.FormVersion };
    const sets = changes.map((change) => sql`${sql.ref(COLUMNS[change.key][0])} = ${change.after}`);
    if (input.name !== undefined) sets.push(sql`pinyin = ${pinyinOf(input.name)}`);
    await sql`update contract set ${sql.join(sets)}, version = version + 1, updated_at = now() where code = ${input.ContractCode}`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '单据',
      action: '修改合同',
      object: `合同 ${input.ContractCode}`,
      ...(input.reason === undefined ? {} : { summary: input.reason }),
      before: Object.fromEntries(changes.map((change) => [COLUMNS[change.key][1], change.before])),
      after: Object.fromEntries(changes.map((change) => [COLUMNS[change.key][1], change.after])),
    });
    return { FormVersion: old.FormVersion + 1 };
  });

/* ---- prices ---- */

type PriceRow = z.input<typeof priceList.output>[number];

export const listPrices = async (ctx: Ctx, input: z.output<typeof priceList.input>): Promise<PriceRow[]> => {
  await readContract(ctx, input.ContractCode);
  const { rows } = await sql<Omit<PriceRow, 'kindName'>>`
    select id::text as "Id", contract_code as "ContractCode", kind, unit, price::text, valid_from::text as "from", valid_to::text as "to", remark,
      daterange(valid_from, valid_to, '[]') @> (now() at time zone 'Asia/Shanghai')::date as current
    from contract_price where contract_code = ${input.ContractCode} and deleted_at is null
      ${input.onDate === undefined ? sql`` : sql`and daterange(valid_from, valid_to, '[]') @> ${input.onDate}::date`}
    order by kind, valid_from`.execute(ctx.db);
  return rows.map((row) => ({ ...row, kindName: PRICE_KINDS[row.kind] }));
};

type PriceInput = Omit<z.output<typeof priceAdd.input>, 'ContractCode'>;

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
  起: input.from,
  止: input.to ?? null,
});

export const addPrice = (ctx: Ctx, input: z.output<typeof priceAdd.input>): Promise<{ Id: string }> =>
  ctx.write(async (tx) => {
    // The contract's row is locked, so that two prices cannot overlap by coming together.
    const { row: contract } = await lockContract(tx, ctx, input.ContractCode);
    await checkPrice(tx, contract, input, '0');
    const { rows } = await sql<{ id: string }>`
      insert into contract_price (contract_code, kind, unit, price, valid_from, valid_to, remark, created_by)
      values (${input.ContractCode}, ${input.kind}, ${input.unit}, ${input.price}, ${input.from}, ${input.to ?? null}, ${input.remark ?? null},
        ${ctx.session.userId}) returning id::text`.execute(tx);
    await trail(tx, ctx, {
      kind: '价格',
      action: '新增单价',
      object: `合同 ${input.ContractCode}`,
      after: priceWords(input),
    });
    return { Id: rows[0]?.id ?? '' };
  });

const lockPrice = async (tx: Tx, id: string): Promise<PriceInput & { contract: string }> => {
  const { rows } = await sql<PriceInput & { contract: string }>`
    select contract_code as contract, kind, unit, price::text, valid_from::text as "from", valid_to::text as "to", remark
    from contract_price where id = ${id} and deleted_at is null`.execute(tx);
  const price = rows[0];
  if (price === undefined) throw notFound('单价不存在');
  return price;
};

export const editPrice = (ctx: Ctx, input: z.output<typeof priceEdit.input>): Promise<{ Id: string }> =>
  ctx.write(async (tx) => {
    const old = await lockPrice(tx, input.Id);
    const { row: contract } = await lockContract(tx, ctx, old.contract);
    await checkPrice(tx, contract, input, input.Id);
    await sql`update contract_price set kind = ${input.kind}, unit = ${input.unit}, price = ${input.price}, valid_from = ${input.from},
      valid_to = ${input.to ?? null}, remark = ${input.remark ?? null}, updated_at = now() where id = ${input.Id}`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '价格',
      action: '修改单价',
      object: `合同 ${old.contract}`,
      before: priceWords(old),
      after: priceWords(input),
    });
    return { Id: input.Id };
  });

export const deletePrice = (ctx: Ctx, input: z.output<typeof priceDelete.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const old = await lockPrice(tx, input.Id);
    await lockContract(tx, ctx, old.contract);
    // The row stays for what was worked out by it.
    await sql`update contract_price set deleted_at = now(), updated_at = now() where id = ${input.Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '价格',
      action: '删除单价',
      object: `合同 ${old.contract}`,
      ...(input.Reason === undefined ? {} : { summary: input.Reason }),
      before: priceWords(old),
    });
    return { ok: true };
  });
