/** 用户付款账户: by what name and number customers pay, so that money that came in finds its project and contract. */
import { type AccountRow, type PayAccountValues, payAccountValues } from '@hengneng/contracts';
import { type FieldError, shortCodeOf } from '@hengneng/core';
import { userPayAccount } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../../../engine/books/entries.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { likeText } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';
import { heldRows, type Kind, lastAgreed, masked, standingOf } from './kinds.ts';

interface Stored {
  readonly id: string;
  readonly project: string;
  readonly projectName: string;
  readonly contract: string | null;
  readonly customer: string;
  readonly userNo: string | null;
  readonly accountName: string;
  readonly bank: string | null;
  readonly bankNo: string | null;
  readonly accountNo: string | null;
  readonly taxNo: string | null;
  readonly isDefault: boolean | null;
  readonly enabled: boolean;
  readonly invoiceTitle: string | null;
  readonly invoiceTaxNo: string | null;
  readonly invoiceAddress: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
}

const COLUMNS = sql`a.id::text, a.project, p.name as "projectName", a.contract, a.customer_name as customer, a.user_no as "userNo",
  a.account_name as "accountName", a.bank_name as bank, a.bank_union_no as "bankNo", a.account_no as "accountNo", a.tax_no as "taxNo",
  a.is_default as "isDefault", a.enabled = '启用' as enabled, c.invoice_title as "invoiceTitle", c.invoice_tax_no as "invoiceTaxNo",
  c.invoice_address as "invoiceAddress", p.customer_contact as contact, p.customer_phone as phone`;
const TABLES = sql`b_user_pay_account a join project p on p.code = a.project left join contract c on c.code = a.contract`;

const valuesOf = (of: Stored): PayAccountValues => ({
  ProjectCode: of.project,
  ContractCode: of.contract,
  Customer: of.customer,
  UserNo: of.userNo ?? '',
  AccountName: of.accountName,
  Bank: of.bank ?? '',
  BankNo: of.bankNo ?? '',
  AccountNo: of.accountNo ?? '',
  TaxNo: of.taxNo ?? '',
  IsDefault: of.isDefault ?? false,
});

async function check(_ctx: Ctx, tx: Tx, id: string | null, values: PayAccountValues): Promise<readonly FieldError[]> {
  const errors: FieldError[] = [];
  const { rows: others } = await sql<{ customer: string }>`select a.customer_name as customer from b_user_pay_account a
    where not a.voided and a.enabled = '启用' and a.account_no = ${values.AccountNo} and a.customer_name <> ${values.Customer}
      and a.id is distinct from ${id}::bigint limit 1`.execute(tx);
  const [other] = others;
  if (other !== undefined) errors.push({ path: 'AccountNo', message: `该账号已登记在【${other.customer}】名下` });
  if (values.ContractCode !== null) {
    const { rows } = await sql<{ mine: boolean; taken: boolean }>`select c.project_code = ${values.ProjectCode} as mine,
        exists (select from b_user_pay_account a where a.contract = c.code and a.is_default and a.enabled = '启用' and not a.voided
          and a.id is distinct from ${id}::bigint) as taken from contract c where c.code = ${values.ContractCode}`.execute(
      tx,
    );
    const [contract] = rows;
    if (contract?.mine !== true) errors.push({ path: 'ContractCode', message: '请选择该项目的合同' });
    else if (values.IsDefault && contract.taken)
      errors.push({ path: 'IsDefault', message: '该合同已有默认账户，请先取消它的默认' });
  } else if (values.IsDefault) errors.push({ path: 'ContractCode', message: '默认账户须选择合同' });
  return errors;
}

export const payAccounts: Kind<PayAccountValues> = {
  id: 'userPayAccount',
  title: '用户付款账户',
  screen: shortCodeOf('/operationContent/setting/userPayAccount'),
  shape: payAccountValues,
  labels: {
    ContractCode: '合同编号',
    Customer: '客户名称',
    UserNo: '用户户号',
    AccountName: '付款户名',
    Bank: '开户行',
    BankNo: '联行号',
    AccountNo: '账号',
    TaxNo: '统一社会信用代码',
    IsDefault: '默认',
  },
  weighty: ['AccountName', 'Bank', 'AccountNo'],
  async list(ctx, input) {
    const like = likeText(input.Keyword);
    const { rows } = await sql<Stored>`select ${COLUMNS} from ${TABLES}
      where not a.voided and ${projectsVisible(ctx.session)} and (${input.ProjectCode ?? null}::text is null or a.project = ${input.ProjectCode ?? null})
        and (a.customer_name ilike ${like} or a.account_name ilike ${like} or a.account_no ilike ${like})
        and (${input.Enabled ?? null}::boolean is null or (a.enabled = '启用') = ${input.Enabled ?? null})
      order by p.code, a.customer_name, a.id`.execute(ctx.db);
    const known = await lastAgreed(ctx.db, 'userPayAccount');
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
          InvoiceTitle: of.invoiceTitle,
          InvoiceTaxNo: of.invoiceTaxNo,
          InvoiceAddress: of.invoiceAddress,
          Contact: of.contact,
          Phone: of.phone,
        },
      };
    });
  },
  async standing(ctx, db, ids, hold) {
    const { rows } = await sql<Stored>`select ${COLUMNS} from ${TABLES}
      where a.id = any(${[...ids]}::bigint[]) and not a.voided and ${projectsVisible(ctx.session)} ${heldRows(hold)}`.execute(
      db,
    );
    return new Map(rows.map((of) => [of.id, { values: valuesOf(of), enabled: of.enabled }]));
  },
  check,
  async apply(_ctx, tx, id, values) {
    if (id === null) {
      const [made] = await enter(
        tx,
        userPayAccount,
        [
          {
            project: values.ProjectCode,
            contract: values.ContractCode,
            customerName: values.Customer,
            userNo: values.UserNo,
            accountName: values.AccountName,
            bankName: values.Bank,
            bankUnionNo: values.BankNo,
            accountNo: values.AccountNo,
            taxNo: values.TaxNo,
            isDefault: values.IsDefault,
            enabled: '启用',
          },
        ],
        SETUP,
      );
      return made ?? '';
    }
    await sql`update b_user_pay_account set project = ${values.ProjectCode}, contract = ${values.ContractCode}, customer_name = ${values.Customer},
        user_no = ${values.UserNo}, account_name = ${values.AccountName}, bank_name = ${values.Bank}, bank_union_no = ${values.BankNo},
        account_no = ${values.AccountNo}, tax_no = ${values.TaxNo}, is_default = ${values.IsDefault}, enabled = '启用'
      where id = ${id}::bigint`.execute(tx);
    return id;
  },
  disable: async (tx, id) =>
    void (await sql`update b_user_pay_account set enabled = '停用', is_default = false where id = ${id}::bigint`.execute(
      tx,
    )),
  projectOf: (values) => values.ProjectCode,
  nameOf: (values) => `${values.Customer} ${values.AccountName}`,
};
