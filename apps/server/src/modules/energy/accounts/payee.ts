/** 能源收款账户: a project's 户号 at a supplier of energy, and the account that its bills are paid to. Payment forms pick the supplier's account. */
import { type AccountRow, type PayeeAccountValues, payeeAccountValues } from '@hengneng/contracts';
import { type FieldError, shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { likeText, pinyinOf } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';
import { heldRows, type Kind, lastAgreed, masked, standingOf } from './kinds.ts';

interface Stored {
  readonly id: string;
  readonly payeeId: string;
  readonly project: string;
  readonly projectName: string;
  readonly category: string;
  readonly categoryName: string;
  readonly userNo: string;
  readonly holder: string;
  readonly useKind: string;
  readonly capacity: string | null;
  readonly payee: string;
  readonly taxNo: string;
  readonly bank: string;
  readonly accountNo: string;
  readonly payMode: PayeeAccountValues['PayMode'];
  readonly billDay: number | null;
  readonly dueDay: number;
  readonly meters: readonly string[];
  readonly meterNames: string;
  readonly enabled: boolean;
  readonly payments: readonly { readonly Period: string; readonly Amount: string; readonly Quantity: string }[];
}

const COLUMNS = sql`a.id::text, a.project_code as project, p.name as "projectName", c.code as category, c.name as "categoryName",
  a.account_no as "userNo", a.holder, y.id::text as "payeeId", a.use_kind as "useKind", trim_scale(a.capacity_kva)::text as capacity, y.payee_name as payee,
  y.tax_no as "taxNo", y.bank_name as bank, y.bank_account as "accountNo", a.pay_mode as "payMode", a.bill_day as "billDay",
  a.due_day as "dueDay", a.meters::text[] as meters, a.enabled,
  coalesce((select string_agg(coalesce(d.display_name, d.name), '、' order by d.sort, d.code) from device d where d.id = any(a.meters)), '') as "meterNames",
  coalesce((select jsonb_agg(l) from (select to_char(lower(e.period), 'YYYY-MM') as "Period", e.amount::text as "Amount", e.quantity::text as "Quantity"
    from energy_payment_ledger e where e.payee_account_id = a.payee_id and e.account_no = a.account_no and e.project_code = a.project_code
      and not e.voided order by lower(e.period) desc limit 12) l), '[]') as payments`;
const TABLES = sql`energy_supply_account a join project p on p.code = a.project_code join energy_category c on c.id = a.category_id
  join energy_payee_account y on y.id = a.payee_id`;

const valuesOf = (of: Stored): PayeeAccountValues => ({
  ProjectCode: of.project,
  CategoryCode: of.category,
  UserNo: of.userNo,
  Holder: of.holder,
  UseKind: of.useKind,
  CapacityKva: of.capacity,
  PayeeName: of.payee,
  TaxNo: of.taxNo,
  Bank: of.bank,
  AccountNo: of.accountNo,
  PayMode: of.payMode,
  BillDay: of.billDay,
  DueDay: of.dueDay,
  Meters: [...of.meters],
});

async function check(_ctx: Ctx, tx: Tx, id: string | null, values: PayeeAccountValues): Promise<readonly FieldError[]> {
  const errors: FieldError[] = [];
  const { rows } = await sql<{ category: boolean; meters: boolean; taken: boolean }>`select
    exists (select from energy_category c where c.code = ${values.CategoryCode} and c.parent_id is null) as category,
    (select count(*) = cardinality(${values.Meters}::bigint[]) from meter m join energy_category k on k.id = m.category_id
      left join energy_category t on t.id = k.parent_id where m.device_id = any(${values.Meters}::bigint[]) and m.project_code = ${values.ProjectCode}
        and m.parent_id is null and coalesce(t.code, k.code) = ${values.CategoryCode}) as meters,
    exists (select from energy_supply_account a where a.project_code = ${values.ProjectCode} and a.account_no = ${values.UserNo} and a.enabled
      and a.id is distinct from ${id}::bigint) as taken`.execute(tx);
  const [found] = rows;
  if (values.TaxNo === '') errors.push({ path: 'TaxNo', message: '请填写统一社会信用代码' });
  if (found?.category !== true) errors.push({ path: 'CategoryCode', message: '没有这种能源' });
  else if (!found.meters) errors.push({ path: 'Meters', message: '请选择该项目该能源的总表' });
  if (found?.taken === true) errors.push({ path: 'UserNo', message: '该项目已有相同户号' });
  return errors;
}

/** Names of energies as payment forms have them. */
const ENERGY_WORDS: Readonly<Record<string, string>> = {
  elec: '电',
  gas: '天然气',
  water: '自来水',
  steam: '蒸汽',
  heatBuy: '热力',
  oil: '柴油',
};

/** The supplier's account, which several projects may share; made where it is new. */
async function payeeOf(tx: Tx, values: PayeeAccountValues): Promise<string> {
  const energies = ENERGY_WORDS[values.CategoryCode] ?? values.CategoryCode;
  const { rows } = await sql<{ id: string }>`
    insert into energy_payee_account (payee_name, tax_no, bank_name, bank_account, energy_types, pinyin)
    values (${values.PayeeName}, ${values.TaxNo}, ${values.Bank}, ${values.AccountNo}, ${[energies]}::text[], ${pinyinOf(values.PayeeName)})
    on conflict (tax_no, bank_account) do update set payee_name = excluded.payee_name, bank_name = excluded.bank_name, state = 'active',
      energy_types = case when energy_payee_account.energy_types @> excluded.energy_types then energy_payee_account.energy_types
        else energy_payee_account.energy_types || excluded.energy_types end
    returning id::text`.execute(tx);
  return rows[0]?.id ?? '';
}

export const payeeAccounts: Kind<PayeeAccountValues> = {
  id: 'energyPayeeAccount',
  title: '能源收款账户',
  screen: shortCodeOf('/operationContent/setting/energyPayeeAccount'),
  shape: payeeAccountValues,
  labels: {
    CategoryCode: '能源',
    UserNo: '用户户号',
    Holder: '户名',
    UseKind: '用电性质',
    CapacityKva: '容量(kVA)',
    PayeeName: '供能单位',
    TaxNo: '统一社会信用代码',
    Bank: '开户行',
    AccountNo: '账号',
    PayMode: '缴费方式',
    BillDay: '账期日',
    DueDay: '缴费截止日',
    Meters: '关联总表',
  },
  weighty: ['PayeeName', 'TaxNo', 'Bank', 'AccountNo'],
  async list(ctx, input) {
    const like = likeText(input.Keyword);
    const { rows } = await sql<Stored>`select ${COLUMNS} from ${TABLES}
      where ${projectsVisible(ctx.session)} and (${input.ProjectCode ?? null}::text is null or a.project_code = ${input.ProjectCode ?? null})
        and (${input.CategoryCode ?? null}::text is null or c.code = ${input.CategoryCode ?? null})
        and (y.payee_name ilike ${like} or a.account_no ilike ${like})
        and (${input.Enabled ?? null}::boolean is null or a.enabled = ${input.Enabled ?? null})
      order by p.code, c.sort, a.id`.execute(ctx.db);
    const known = await lastAgreed(ctx.db, 'energyPayeeAccount');
    const money = ctx.session.permissions.classified.has('amount');
    return rows.map((of): AccountRow => {
      const { AccountNo, ProjectCode, ...rest } = valuesOf(of);
      return {
        Id: of.id,
        ProjectCode,
        ProjectName: of.projectName,
        AccountNo: masked(AccountNo),
        ...standingOf(known, of.id, of.enabled),
        Values: {
          ...rest,
          CategoryName: of.categoryName,
          MeterNames: of.meterNames,
          // By which payments name whom they go to.
          PayeeId: of.payeeId,
          Payments: money ? of.payments : null,
        },
      };
    });
  },
  async standing(ctx, db, ids, hold) {
    const { rows } =
      await sql<Stored>`select ${COLUMNS} from ${TABLES} where a.id = any(${[...ids]}::bigint[]) and ${projectsVisible(ctx.session)}
      ${heldRows(hold)}`.execute(db);
    return new Map(rows.map((of) => [of.id, { values: valuesOf(of), enabled: of.enabled }]));
  },
  check,
  async apply(_ctx, tx, id, values) {
    const payee = await payeeOf(tx, values);
    const { rows } =
      id === null
        ? await sql<{
            id: string;
          }>`insert into energy_supply_account (project_code, category_id, payee_id, account_no, holder, use_kind,
              capacity_kva, pay_mode, bill_day, due_day, meters)
            select ${values.ProjectCode}, c.id, ${payee}::bigint, ${values.UserNo}, ${values.Holder}, ${values.UseKind}, ${values.CapacityKva}::numeric,
              ${values.PayMode}, ${values.BillDay}::int, ${values.DueDay}::int, ${values.Meters}::bigint[] from energy_category c
            where c.code = ${values.CategoryCode} returning id::text`.execute(tx)
        : await sql<{
            id: string;
          }>`update energy_supply_account a set category_id = c.id, payee_id = ${payee}::bigint, account_no = ${values.UserNo},
              holder = ${values.Holder}, use_kind = ${values.UseKind}, capacity_kva = ${values.CapacityKva}::numeric, pay_mode = ${values.PayMode},
              bill_day = ${values.BillDay}::int, due_day = ${values.DueDay}::int, meters = ${values.Meters}::bigint[], enabled = true
            from energy_category c where c.code = ${values.CategoryCode} and a.id = ${id}::bigint returning a.id::text`.execute(
            tx,
          );
    return rows[0]?.id ?? '';
  },
  disable: async (tx, id) =>
    void (await sql`update energy_supply_account set enabled = false where id = ${id}::bigint`.execute(tx)),
  projectOf: (values) => values.ProjectCode,
  nameOf: (values) => `${values.PayeeName} ${values.UserNo}`,
};
