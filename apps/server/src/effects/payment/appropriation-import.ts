/** 拨款导入: petty cash that was paid out to projects, within their quotas; each payment goes into the bank's journal once. */
import { appropriationImport, appropriationLedger, quotaAccount } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, voidEntries } from '../../engine/books/entries.ts';
import { type Confirming, importSource, type Judging, type Line, type Verdict } from '../../engine/imports/source.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { payOut, reversePay } from '../books/bank.ts';
import { minus, plus, positive, total, totalsBy } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { addAmounts, setValues, undoChanges } from '../kit/changes.ts';
import {
  type Account,
  accountKey,
  accountsOf,
  peopleByNo,
  type Person,
  type Site,
  sitesByCode,
} from './quota-accounts.ts';

type Shape = typeof appropriationImport;
type Row = Line<Shape>;

interface Known {
  readonly people: ReadonlyMap<string, Person>;
  readonly sites: ReadonlyMap<string, Site>;
  readonly accounts: ReadonlyMap<string, Account>;
  /** `person project` of those who work there. */
  readonly onSite: ReadonlySet<string>;
  /** References that were booked before. */
  readonly serials: ReadonlySet<string>;
}

/** A payment that was taken back frees its reference. */
const STANDING = sql`not exists (select from bank_journal r where r.reverses_id = b.id) and b.reverses_id is null`;

async function known(db: Db | Tx, rows: readonly Row[], locking: boolean, today: string): Promise<Known> {
  const texts = (pick: (row: Row) => string | null): string[] => rows.flatMap((row) => pick(row) ?? []);
  const sites = await sitesByCode(
    db,
    texts((row) => row.values.projectCode),
  );
  const people = await peopleByNo(
    db,
    texts((row) => row.values.keeperNo),
  );
  const { rows: there } = await sql<{ person: string; project: string }>`
    select user_id::text as person, project_code as project from user_project
      where user_id = any(${[...people.values()].map((one) => one.id)}::bigint[])
        and (from_date is null or from_date <= ${today}::date) and (to_date is null or to_date >= ${today}::date)
    union select manager::text, code from project where manager is not null and code = any(${[...sites.keys()]}::text[])`.execute(
    db,
  );
  const serials = texts((row) => row.values.bankSerial);
  const { rows: booked } = await sql<{ serial: string }>`
    select bank_serial as serial from b_appropriation_ledger where not voided and bank_serial = any(${serials}::text[])
    union select b.bank_serial from bank_journal b where b.bank_serial = any(${serials}::text[]) and ${STANDING}`.execute(
    db,
  );
  return {
    people,
    sites,
    accounts: await accountsOf(db, { employees: [], projects: [...sites.keys()] }, locking),
    onSite: new Set(there.map((row) => `${row.person} ${row.project}`)),
    serials: new Set(booked.map((row) => row.serial)),
  };
}

const accountFor = ({ values }: Row, { accounts }: Known): Account | undefined =>
  accounts.get(
    accountKey({
      year: Number((values.payDate ?? '').slice(0, 4)),
      kind: values.quotaKind ?? '',
      employee: null,
      project: values.projectCode,
    }),
  );

/** What earlier rows of the sheet came to. */
interface SoFar {
  readonly serials: Map<string, number>;
  readonly drawn: Map<string, string>;
  readonly keepers: Map<string, { readonly person: string; readonly row: number }>;
}

interface Finding {
  readonly errors: string[];
  readonly warnings: string[];
  left: string | null;
}

function judgeKeeper(row: Row, facts: Known, finding: Finding): Person | undefined {
  const { values } = row;
  const person = facts.people.get(values.keeperNo ?? '');
  if (person === undefined) finding.errors.push('保管人工号不存在或已离职');
  else if (!facts.onSite.has(`${person.id} ${values.projectCode ?? ''}`))
    finding.errors.push(`保管人${person.name}不是该项目在岗人员`);
  else if (values.keeperName !== null && values.keeperName !== person.name)
    finding.warnings.push(`填写的保管人“${values.keeperName}”与工号的“${person.name}”不符`);
  return person;
}

function judgeSerial(row: Row, facts: Known, soFar: SoFar, finding: Finding): void {
  const serial = row.values.bankSerial ?? '';
  const earlier = soFar.serials.get(serial);
  if (facts.serials.has(serial)) finding.errors.push('银行流水号已登记过');
  else if (earlier !== undefined) finding.errors.push(`银行流水号与第${earlier}行重复`);
  else soFar.serials.set(serial, row.row);
}

/** Whoever holds cash of an account gives it back, or the account over, before another does. */
function judgeChange(row: Row, account: Account, person: Person | undefined, soFar: SoFar, finding: Finding): void {
  if (person === undefined) return;
  const earlier = soFar.keepers.get(account.id);
  const held = minus(account.appropriated, account.settled);
  if (earlier === undefined) soFar.keepers.set(account.id, { person: person.id, row: row.row });
  else if (earlier.person !== person.id) finding.errors.push(`同一额度的保管人与第${earlier.row}行不同`);
  if (account.keeper !== null && account.keeper !== person.id && positive(held))
    finding.errors.push(`原保管人${account.keeperName ?? ''}尚有拨款余额${held}元，请先退回或变更保管人`);
}

function judgeAmount(row: Row, account: Account, soFar: SoFar, finding: Finding): void {
  const amount = row.values.amount ?? '0';
  const drawn = soFar.drawn.get(account.id) ?? '0.00';
  const left = minus(minus(plus(account.carryIn, account.granted), account.appropriated), drawn);
  finding.left = left;
  if (positive(minus(amount, left))) finding.errors.push(`拨款超过额度${minus(amount, left)}元`);
  else if (finding.errors.length === 0) soFar.drawn.set(account.id, plus(drawn, amount));
}

function judgeRow(row: Row, facts: Known, soFar: SoFar, today: string): Verdict {
  const { values } = row;
  const finding: Finding = { errors: [], warnings: [], left: null };
  const site = facts.sites.get(values.projectCode ?? '');
  if (site === undefined) finding.errors.push('项目代码不存在或项目已结束');
  else if (values.projectName !== null && ![site.name, site.fullName].includes(values.projectName))
    finding.warnings.push(`填写的项目“${values.projectName}”与代码的“${site.name}”不符`);
  if ((values.payDate ?? '') > today) finding.errors.push('拨款日期不能晚于今天');
  const person = judgeKeeper(row, facts, finding);
  judgeSerial(row, facts, soFar, finding);
  const account = accountFor(row, facts);
  if (account !== undefined) {
    judgeChange(row, account, person, soFar, finding);
    judgeAmount(row, account, soFar, finding);
  } else if (site !== undefined) finding.errors.push('没有对应额度，请先导入额度');
  return {
    errors: finding.errors,
    warnings: finding.warnings,
    found: { project: site?.name ?? null, keeper: person?.name ?? null, left: finding.left },
  };
}

async function judge({ db, ctx, lines, locking }: Judging<Shape>): Promise<ReadonlyMap<number, Verdict>> {
  const today = dayOf(ctx.now);
  const facts = await known(db, lines, locking, today);
  const soFar: SoFar = { serials: new Map(), drawn: new Map(), keepers: new Map() };
  return new Map(lines.map((row) => [row.row, judgeRow(row, facts, soFar, today)]));
}

/** Payments that were taken back keep their line in the journal under another reference, so that the bank's own may come again. */
const freeSerials = async (tx: Tx, serials: readonly string[]): Promise<void> =>
  void (await sql`update bank_journal b set bank_serial = bank_serial || '-原' || id where bank_serial = any(${[...serials]}::text[])
    and source_module = 'import' and exists (select from bank_journal r where r.reverses_id = b.id)`.execute(tx));

async function write(of: Confirming<Shape>) {
  const { tx, source, batch } = of;
  const facts = await known(tx, of.lines, true, dayOf(of.ctx.now));
  const rows = of.lines.flatMap((row) => {
    const account = accountFor(row, facts);
    const person = facts.people.get(row.values.keeperNo ?? '');
    return account === undefined || person === undefined ? [] : [{ row, account, person }];
  });
  const sums = totalsBy(
    rows,
    ({ account }) => account.id,
    ({ row }) => row.values.amount,
  );
  for (const [account, appropriated] of sums) await addAmounts(tx, quotaAccount, account, { appropriated }, source);
  const keepers = new Map(rows.map(({ account, person }) => [account.id, { account, person }]));
  for (const [id, { account, person }] of keepers)
    if (account.keeper !== person.id) await setValues(tx, quotaAccount, id, { keeper: person.id }, source);
  await enter(
    tx,
    appropriationLedger,
    rows.map(({ row: { values }, account, person }) => ({
      account: account.id,
      project: values.projectCode ?? '',
      quotaKind: values.quotaKind ?? ('应急备用金' as const),
      keeper: person.id,
      paidOn: values.payDate ?? '',
      amount: values.amount ?? '0',
      voucherNo: values.voucherNo ?? '',
      bankSerial: values.bankSerial ?? '',
      batchNo: batch.no,
    })),
    source,
  );
  await freeSerials(
    tx,
    rows.flatMap(({ row }) => row.values.bankSerial ?? []),
  );
  for (const { row, person } of rows)
    await payOut(tx, {
      serial: row.values.bankSerial,
      direction: 'out',
      amount: row.values.amount,
      day: row.values.payDate,
      counterparty: person.name,
      source,
      path: `第${row.row}行`,
    });
  return { amount: total(rows.map(({ row }) => row.values.amount)) };
}

/** @throws refused where what was paid out has been accounted for */
async function demandUncleared(tx: Tx, batch: string): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`
    with mine as (select account, sum(amount) as amount from b_appropriation_ledger
      where source_module = 'import' and source_id = ${batch} and not voided group by account),
    held as (select a.* from b_quota_account a where a.id in (select account from mine) for update)
    select coalesce(bool_or(coalesce(a.clear_pending, 0) + coalesce(a.cleared, 0) + coalesce(a.return_pending, 0) + coalesce(a.returned, 0)
      > coalesce(a.appropriated, 0) - m.amount), false) as used
    from mine m join held a on a.id = m.account`.execute(tx);
  if (rows[0]?.used === true) throw refused('该批次拨款已核销，不能撤销');
}

const daysOf = (lines: readonly Row[], verdicts: ReadonlyMap<number, Verdict>): string => {
  const good = lines.filter((line) => (verdicts.get(line.row)?.errors ?? []).length === 0);
  const sums = totalsBy(
    good,
    ({ values }) => values.payDate ?? '',
    ({ values }) => values.amount,
  );
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, sum]) => `${day} ${good.filter(({ values }) => values.payDate === day).length}笔 ${sum}元`)
    .join('；');
};

export const appropriationImportSource = importSource<Shape>({
  shape: appropriationImport,
  judge,
  facts: (lines, verdicts) => ({
    total: total(
      lines.flatMap((line) => ((verdicts.get(line.row)?.errors ?? []).length === 0 ? [line.values.amount] : [])),
    ),
    days: daysOf(lines, verdicts),
  }),
  write,
  async undo({ tx, batch, source }) {
    await demandUncleared(tx, batch.id);
    await reversePay(tx, source);
    await undoChanges(tx, source);
    await voidEntries(tx, 'b_appropriation_ledger', source);
  },
});
