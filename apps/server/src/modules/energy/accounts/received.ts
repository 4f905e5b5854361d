/** 用户收款账户: the company's accounts that customers pay to, and of which projects. */
import { type AccountRow, type ReceivedAccountValues, receivedAccountValues } from '@hengneng/contracts';
import { type FieldError, shortCodeOf } from '@hengneng/core';
import { userReceivedAccount } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../../../engine/books/entries.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { likeText } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';
import { heldRows, type Kind, lastAgreed, masked, standingOf } from './kinds.ts';

interface Stored {
  readonly id: string;
  readonly company: string;
  readonly accountName: string;
  readonly bank: string;
  readonly bankNo: string | null;
  readonly accountNo: string;
  readonly taxNo: string | null;
  readonly fees: ReceivedAccountValues['FeeItems'] | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly enabled: boolean;
  readonly projects: readonly string[];
}

const COLUMNS = sql`a.id::text, a.company, a.account_name as "accountName", a.bank_name as bank, a.bank_union_no as "bankNo",
  a.account_no as "accountNo", a.tax_no as "taxNo", a.purpose_kind as fees, a.valid_from::text as "from", a.valid_to::text as "to",
  a.enabled = '启用' as enabled,
  array(select b.project_code from received_account_project b where b.account_id = a.id order by 1) as projects`;

const valuesOf = (of: Stored): ReceivedAccountValues => ({
  Company: of.company,
  AccountName: of.accountName,
  Bank: of.bank,
  BankNo: of.bankNo ?? '',
  AccountNo: of.accountNo,
  TaxNo: of.taxNo ?? '',
  FeeItems: [...(of.fees ?? [])],
  Projects: [...of.projects],
  From: of.from,
  To: of.to,
});

async function check(
  ctx: Ctx,
  tx: Tx,
  id: string | null,
  values: ReceivedAccountValues,
): Promise<readonly FieldError[]> {
  const errors: FieldError[] = [];
  // A span that ends before it begins is none that others could be beside.
  if (values.From !== null && values.To !== null && values.To < values.From)
    return [{ path: 'To', message: '生效止不能早于生效起' }];
  if (values.AccountName !== values.Company) errors.push({ path: 'AccountName', message: '户名须为收款主体全称' });
  const { rows: same } =
    await sql`select 1 from b_user_received_account a where not a.voided and a.account_no = ${values.AccountNo}
    and a.id is distinct from ${id}::bigint`.execute(tx);
  if (same.length > 0) errors.push({ path: 'AccountNo', message: '该账号已登记' });
  const { rows: unseen } = await sql<{ code: string }>`select x.code from unnest(${values.Projects}::text[]) x(code)
    where not exists (select from project p where p.code = x.code and ${projectsVisible(ctx.session)})`.execute(tx);
  if (unseen.length > 0) errors.push({ path: 'Projects', message: `没有项目【${unseen[0]?.code ?? ''}】的权限` });
  const { rows: taken } = await sql<{ project: string; bank: string }>`
    select p.name as project, a.bank_name as bank from received_account_project b join b_user_received_account a on a.id = b.account_id
    join project p on p.code = b.project_code
    where b.project_code = any(${values.Projects}::text[]) and not a.voided and a.enabled = '启用' and a.id is distinct from ${id}::bigint
      and a.purpose_kind && ${[...values.FeeItems]}::text[]
      and daterange(a.valid_from, a.valid_to, '[]') && daterange(${values.From}::date, ${values.To}::date, '[]') limit 1`.execute(
    tx,
  );
  const [other] = taken;
  if (other !== undefined)
    errors.push({ path: 'Projects', message: `${other.project}同期同用途已绑定【${other.bank}】的账户` });
  return errors;
}

export const receivedAccounts: Kind<ReceivedAccountValues> = {
  id: 'userReceivedAccount',
  title: '用户收款账户',
  screen: shortCodeOf('/operationContent/setting/userReceivedAccount'),
  shape: receivedAccountValues,
  labels: {
    Company: '收款主体',
    AccountName: '户名',
    Bank: '开户行',
    BankNo: '联行号',
    AccountNo: '账号',
    TaxNo: '税号',
    FeeItems: '用途',
    Projects: '适用项目',
    From: '生效起',
    To: '生效止',
  },
  weighty: ['AccountName', 'Bank', 'AccountNo'],
  async list(ctx, input) {
    const like = likeText(input.Keyword);
    const { rows } = await sql<Stored>`select ${COLUMNS} from b_user_received_account a
      where not a.voided and (a.company ilike ${like} or a.bank_name ilike ${like} or a.account_no ilike ${like})
        and (${input.Company ?? null}::text is null or a.company = ${input.Company ?? null})
        and (${input.ProjectCode ?? null}::text is null or exists (select from received_account_project b
          where b.account_id = a.id and b.project_code = ${input.ProjectCode ?? null}))
        and (${input.Enabled ?? null}::boolean is null or (a.enabled = '启用') = ${input.Enabled ?? null})
      order by a.company, a.id`.execute(ctx.db);
    const known = await lastAgreed(ctx.db, 'userReceivedAccount');
    return rows.map((of): AccountRow => {
      const { AccountNo, ...rest } = valuesOf(of);
      return {
        Id: of.id,
        ProjectCode: null,
        ProjectName: null,
        AccountNo: masked(AccountNo),
        ...standingOf(known, of.id, of.enabled),
        Values: rest,
      };
    });
  },
  async standing(_ctx, db, ids, hold) {
    const { rows } =
      await sql<Stored>`select ${COLUMNS} from b_user_received_account a where a.id = any(${[...ids]}::bigint[]) and not a.voided
      ${heldRows(hold)}`.execute(db);
    return new Map(rows.map((of) => [of.id, { values: valuesOf(of), enabled: of.enabled }]));
  },
  check,
  async apply(_ctx, tx, id, values) {
    const made =
      id === null
        ? ((
            await enter(
              tx,
              userReceivedAccount,
              [
                {
                  company: values.Company,
                  accountName: values.AccountName,
                  bankName: values.Bank,
                  bankUnionNo: values.BankNo,
                  accountNo: values.AccountNo,
                  taxNo: values.TaxNo,
                  purposeKind: values.FeeItems,
                  validFrom: values.From,
                  validTo: values.To,
                  enabled: '启用',
                },
              ],
              SETUP,
            )
          )[0] ?? '')
        : id;
    if (id !== null)
      await sql`update b_user_received_account set company = ${values.Company}, account_name = ${values.AccountName}, bank_name = ${values.Bank},
          bank_union_no = ${values.BankNo}, account_no = ${values.AccountNo}, tax_no = ${values.TaxNo}, purpose_kind = ${[...values.FeeItems]}::text[],
          valid_from = ${values.From}, valid_to = ${values.To}, enabled = '启用' where id = ${id}::bigint`.execute(tx);
    await sql`delete from received_account_project where account_id = ${made}::bigint`.execute(tx);
    await sql`insert into received_account_project (account_id, project_code)
      select ${made}::bigint, x.code from unnest(${values.Projects}::text[]) x(code) on conflict do nothing`.execute(
      tx,
    );
    return made;
  },
  disable: async (tx, id) =>
    void (await sql`update b_user_received_account set enabled = '停用' where id = ${id}::bigint`.execute(tx)),
  projectOf: () => null,
  nameOf: (values) => `${values.Company} ${values.Bank}`,
};

/** What a customer reads of where to pay. */
export interface Payee {
  readonly name: string;
  readonly bank: string;
  readonly unionNo: string;
  readonly number: string;
}

/** The account that customers of a project pay energy to on a day, else what they pay for its running; null where none is bound. */
export const payeeOf = async (db: Db | Tx, project: string, day: string): Promise<Payee | null> => {
  const { rows } = await sql<Payee>`
    select a.account_name as name, a.bank_name as bank, coalesce(a.bank_union_no, '') as "unionNo", a.account_no as number
    from b_user_received_account a join received_account_project b on b.account_id = a.id and b.project_code = ${project}
    where not a.voided and a.enabled = '启用' and a.purpose_kind && array['能源费', '运维费']
      and coalesce(a.valid_from, '-infinity') <= ${day}::date and coalesce(a.valid_to, 'infinity') >= ${day}::date
    order by array_position(a.purpose_kind, '能源费') is null, a.id limit 1`.execute(db);
  return rows[0] ?? null;
};
