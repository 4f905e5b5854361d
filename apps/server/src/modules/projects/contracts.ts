/** Contracts and the versions of their prices. */
import type { contractByCode, contractList, ContractRow, contractsFromBis, editContract } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { likeText, pageOf, pinyinOf, trail } from '../identity/index.ts';
import { readProject } from './project-read.ts';
import { SETTLEMENTS } from './settled.ts';
import { projectsVisible } from './visible.ts';

type ListInput = z.output<typeof contractList.input> & { model?: string | undefined; onDate?: string | undefined };

/** Whoever may not see amounts is answered none. */
const columnsFor = (
  session: Session,
) => sql`c.code as "ContractCode", c.name, c.project_code as "ProjectCode", p.name as "ProjectName", p.customer_name as "customerName",
  c.kind, c.charge_model as "chargeModel", c.party_a as "partyA", c.party_b as "partyB", ${session.permissions.classified.has('amount') ? sql`c.amount::text` : sql`null::text`} as amount, c.sign_on::text as "signOn",
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
    sql`select ${columnsFor(ctx.session)} from contract c join project p on p.code = c.project_code where ${condition(ctx, input)}`,
    sql`"ContractCode"`,
    SORTABLE,
  );

export const readContract = async (ctx: Ctx, code: string): Promise<z.input<typeof contractByCode.output>> => {
  const { rows } = await sql<z.input<typeof contractByCode.output> & { visible: boolean }>`
    select ${columnsFor(ctx.session)}, ${projectsVisible(ctx.session)} as visible,
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

/** The contract for a change of it or of what belongs to it. @throws AppError where the person may not see it */
export const lockContract = async (tx: Tx, ctx: Ctx, code: string): Promise<Locked> => {
  const { rows } = await sql<ContractRow & { visible: boolean }>`
    select ${columnsFor(ctx.session)}, ${projectsVisible(ctx.session)} as visible from contract c join project p on p.code = c.project_code
    where c.code = ${code} for update of c`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw notFound('合同不存在');
  if (!row.visible) throw forbidden('您无权修改该合同');
  return { row };
};

/** What settlements were worked out by; after the first one it changes by a supplement that both sides sign. */
const TERMS: ReadonlySet<string> = new Set(['kind', 'chargeModel', 'partyA', 'amount', 'startOn', 'endOn']);

const demandUnsettled = async (tx: Tx, code: string, changes: readonly { readonly key: string }[]): Promise<void> => {
  const terms = changes.filter(({ key }) => TERMS.has(key));
  if (terms.length === 0) return;
  const { rows } = await sql`select from ${sql.raw(SETTLEMENTS)} s where s.contract = ${code} limit 1`.execute(tx);
  if (rows.length > 0) throw invalid(terms.map(({ key }) => ({ path: key, message: '已有结算单，请走补充协议' })));
};

/** A contract for days on which the project is not operated says something else than the project. */
const demandMet = async (tx: Tx, project: string, start: string | null, end: string | null): Promise<void> => {
  const { rows } = await sql<{
    from: string | null;
    to: string | null;
  }>`select p.start_on::text as "from", p.end_on::text as "to"
    from project p where p.code = ${project}
      and not (daterange(p.start_on, p.end_on, '[]') && daterange(${start}::date, ${end}::date, '[]'))`.execute(tx);
  const [apart] = rows;
  if (apart === undefined) return;
  const before = apart.from !== null && end !== null && end < apart.from;
  throw invalid([
    {
      path: before ? 'endOn' : 'startOn',
      message: `合同期与项目运营期（${apart.from ?? '—'} 至 ${apart.to ?? '今'}）没有交集`,
    },
  ]);
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
    await demandUnsettled(tx, input.ContractCode, changes);
    if (changes.some(({ key }) => key === 'startOn' || key === 'endOn'))
      await demandMet(tx, old.ProjectCode, start, end);
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
