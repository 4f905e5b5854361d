/** 报销额度导入: a year's quotas of people and projects; what is there already is adjusted by the difference. */
import { quotaAccount, quotaImport, quotaLedger } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, voidEntries } from '../../engine/books/entries.ts';
import { type Confirming, importSource, type Judging, type Line, type Verdict } from '../../engine/imports/source.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { minus, plus, positive, total } from '../books/money.ts';
import { QUOTA_SUBJECT } from '../books/quota.ts';
import { dayOf } from '../books/source.ts';
import { undoChanges } from '../kit/changes.ts';
import { addToMany, setMany } from '../kit/changes-many.ts';
import {
  type Account,
  accountKey,
  accountsOf,
  peopleByNo,
  type Person,
  type Site,
  sitesByCode,
} from './quota-accounts.ts';
import { remainingMonths, times } from './quota-year.ts';

type Shape = typeof quotaImport;
type Row = Line<Shape>;

/** Whose a row's quota is. */
type Owner = { readonly person: Person; readonly site: null } | { readonly person: null; readonly site: Site };

interface Resolved {
  readonly row: Row;
  readonly owner: Owner;
  readonly account: Account | undefined;
  readonly carryIn: string;
  readonly quota: string;
}

interface Known {
  readonly people: ReadonlyMap<string, Person>;
  readonly sites: ReadonlyMap<string, Site>;
  readonly accounts: ReadonlyMap<string, Account>;
}

async function known(db: Db | Tx, rows: readonly Row[], locking: boolean): Promise<Known> {
  const codes = (owner: string): string[] =>
    rows.flatMap(({ values }) => (values.quotaOwner === owner && values.ownerCode !== null ? [values.ownerCode] : []));
  const people = await peopleByNo(db, codes('个人'));
  const sites = await sitesByCode(db, codes('项目'));
  const employees = [...people.values()].map((one) => one.id);
  return { people, sites, accounts: await accountsOf(db, { employees, projects: [...sites.keys()] }, locking) };
}

const ownerOf = ({ values }: Row, { people, sites }: Known): Owner | string => {
  if (values.quotaOwner === '个人') {
    const person = people.get(values.ownerCode ?? '');
    return person ? { person, site: null } : '工号不存在或已离职';
  }
  const site = sites.get(values.ownerCode ?? '');
  return site ? { person: null, site } : '项目代码不存在或项目已结束';
};

const keyOf = ({ values }: Row, { person, site }: Owner): string =>
  accountKey({
    year: values.year ?? 0,
    kind: values.quotaKind ?? '',
    employee: person?.id ?? null,
    project: site?.code ?? null,
  });

interface Found {
  errors: string[];
  warnings: string[];
  resolved: Resolved | null;
}

/** What a row comes to: 月标准 × 生效月起剩余月数 + 上年结转, unless it says a sum of its own. */
function figured({ values }: Row, owner: Owner, found: Found): string | null {
  const { monthStandard, yearQuota, fromMonth, year } = values;
  const carryIn = values.carryIn ?? '0.00';
  const start = remainingMonths(year ?? 0, fromMonth, owner.person?.entry ?? null);
  if ('error' in start) {
    found.errors.push(start.error);
    return null;
  }
  if (start.late) found.warnings.push(`${owner.person?.entry ?? ''}入职，按剩余${start.months}个月计算`);
  const worked = monthStandard === null ? null : plus(times(monthStandard, start.months), carryIn);
  const quota = yearQuota ?? worked;
  if (quota === null) {
    found.errors.push('请填写月标准或年额度');
    return null;
  }
  if (worked !== null && yearQuota !== null && minus(worked, yearQuota) !== '0.00')
    found.warnings.push(`年额度填写${yearQuota}元，按月标准计算为${worked}元，按填写的导入`);
  if (positive(minus(carryIn, quota))) found.errors.push('年额度不能小于上年结转');
  return quota;
}

/** What there is already, and what must not be undercut. */
function compared(account: Account, quota: string, found: Found): void {
  const before = plus(account.carryIn, account.granted);
  if (positive(minus(account.used, quota))) found.errors.push(`调整后额度小于已用${account.used}元`);
  else if (positive(minus(account.appropriated, quota)))
    found.errors.push(`调整后额度小于已拨款${account.appropriated}元`);
  else found.warnings.push(`已有额度${before}元，本次按差额${minus(quota, before)}元调整`);
}

function resolve(row: Row, facts: Known, first: Map<string, number>): Found {
  const found: Found = { errors: [], warnings: [], resolved: null };
  const owner = ownerOf(row, facts);
  if (typeof owner === 'string') {
    found.errors.push(owner);
    return found;
  }
  const { values } = row;
  const names = owner.person ? [owner.person.name] : [owner.site.name, owner.site.fullName];
  if (values.ownerName !== null && !names.includes(values.ownerName))
    found.warnings.push(`填写的“${values.ownerName}”与${values.ownerCode ?? ''}的“${names[0] ?? ''}”不符`);
  const key = keyOf(row, owner);
  const earlier = first.get(key);
  if (earlier === undefined) first.set(key, row.row);
  else found.errors.push(`同年度同归属同类别与第${earlier}行重复`);
  const quota = figured(row, owner, found);
  if (quota === null) return found;
  const account = facts.accounts.get(key);
  if (account !== undefined) compared(account, quota, found);
  found.resolved = { row, owner, account, carryIn: values.carryIn ?? '0.00', quota };
  return found;
}

const beforeOf = ({ account }: Resolved): string =>
  account === undefined ? '0.00' : plus(account.carryIn, account.granted);

interface BudgetGroup {
  readonly kind: 'project' | 'dept';
  readonly code: string;
  readonly subject: string;
  readonly year: number;
}

const budgetOf = ({ row, owner }: Resolved): BudgetGroup | null => {
  const subject = row.values.quotaKind === null ? undefined : QUOTA_SUBJECT[row.values.quotaKind];
  const code = owner.site?.code ?? owner.person?.dept;
  return subject === undefined || code == null
    ? null
    : { kind: owner.site ? 'project' : 'dept', code, subject, year: row.values.year ?? 0 };
};

/** What the imported rows add stays within what the year's budget of the subject has left; a subject without a budget says nothing. */
async function overBudget(db: Db | Tx, all: readonly Resolved[]): Promise<ReadonlyMap<Resolved, string>> {
  const groups = new Map<string, { readonly of: BudgetGroup; readonly rows: Resolved[] }>();
  for (const resolved of all) {
    const of = budgetOf(resolved);
    if (of === null) continue;
    const key = JSON.stringify(of);
    const group = groups.get(key) ?? { of, rows: [] };
    group.rows.push(resolved);
    groups.set(key, group);
  }
  if (groups.size === 0) return new Map();
  const { rows } = await sql<{ kind: string; code: string; subject: string; year: number; left: string }>`
    select b.owner_kind as kind, b.owner_code as code, b.subject, g.year, sum(b.available)::numeric(18,2)::text as left
    from fund_budget_ledger b
      join jsonb_to_recordset(${JSON.stringify([...groups.values()].map((group) => group.of))}::jsonb) as g(kind text, code text, subject text, year int)
        on b.owner_kind = g.kind and b.owner_code = g.code and b.subject = g.subject and left(b.month, 4) = g.year::text
    group by 1, 2, 3, 4`.execute(db);
  const wrong = new Map<Resolved, string>();
  for (const { of, rows: members } of groups.values()) {
    const left = rows.find(
      (row) => row.kind === of.kind && row.code === of.code && row.subject === of.subject && row.year === of.year,
    )?.left;
    const added = total(members.map((one) => minus(one.quota, beforeOf(one))));
    if (left !== undefined && positive(minus(added, left)))
      for (const member of members)
        wrong.set(member, `合计${added}元超过${of.year}年度“${of.subject}”预算科目余额${left}元`);
  }
  return wrong;
}

const foundOf = (resolved: Resolved | null): Readonly<Record<string, string | null>> =>
  resolved === null
    ? {}
    : {
        owner: resolved.owner.person?.name ?? resolved.owner.site?.name ?? null,
        quota: resolved.quota,
        before: resolved.account === undefined ? null : beforeOf(resolved),
        difference: minus(resolved.quota, beforeOf(resolved)),
        used: resolved.account?.used ?? null,
      };

async function judge({ db, lines, locking }: Judging<Shape>): Promise<ReadonlyMap<number, Verdict>> {
  const facts = await known(db, lines, locking);
  const first = new Map<string, number>();
  const all = lines.map((row) => ({ row, found: resolve(row, facts, first) }));
  const sound = all.flatMap(({ found }) =>
    found.resolved !== null && found.errors.length === 0 ? [found.resolved] : [],
  );
  const over = await overBudget(db, sound);
  return new Map(
    all.map(({ row, found: { resolved, errors, warnings } }): [number, Verdict] => {
      const budget = resolved === null ? undefined : over.get(resolved);
      return [
        row.row,
        { errors: budget === undefined ? errors : [...errors, budget], warnings, found: foundOf(resolved) },
      ];
    }),
  );
}

/** Takes accounts to new quotas: both parts of each at once, as the limit of what is used holds for their sum. */
async function adjust(
  of: Confirming<Shape>,
  all: readonly (Resolved & { readonly account: Account })[],
): Promise<void> {
  const amounts = all.map(({ account, carryIn, quota }) => ({
    row: account.id,
    values: {
      carryIn: minus(carryIn, account.carryIn),
      granted: minus(minus(quota, carryIn), account.granted),
    },
  }));
  await addToMany(of.tx, quotaAccount, amounts, of.source);
  const standards = all.flatMap(({ account, row: { values } }) =>
    values.monthStandard !== null && values.monthStandard !== account.monthStandard
      ? [{ row: account.id, values: { monthStandard: values.monthStandard } }]
      : [],
  );
  await setMany(of.tx, quotaAccount, standards, of.source);
}

const opening = ({ row, owner, carryIn, quota }: Resolved) => ({
  accountName: `${row.values.year ?? ''} ${owner.person ? `${owner.person.name}（${owner.person.jobNo}）` : `${owner.site.name}（${owner.site.code}）`} ${row.values.quotaKind ?? ''}`,
  year: row.values.year ?? 0,
  quotaOwner: row.values.quotaOwner ?? ('个人' as const),
  quotaKind: row.values.quotaKind ?? ('通讯费' as const),
  employee: owner.person?.id ?? null,
  project: owner.site?.code ?? null,
  keeper: owner.site?.manager ?? null,
  monthStandard: row.values.monthStandard,
  carryIn,
  granted: minus(quota, carryIn),
});

async function write(of: Confirming<Shape>) {
  const facts = await known(of.tx, of.lines, true);
  const first = new Map<string, number>();
  const all = of.lines.flatMap((row) => resolve(row, facts, first).resolved ?? []);
  const fresh = all.filter((one) => one.account === undefined);
  const ids = await enter(of.tx, quotaAccount, fresh.map(opening), of.source);
  const opened = new Map(fresh.map((one, at) => [one, ids[at] ?? '']));
  await adjust(
    of,
    all.flatMap((one) => (one.account === undefined ? [] : [{ ...one, account: one.account }])),
  );
  const entry = (one: Resolved, kind: '下达' | '结转' | '调整', amount: string, note: string | null = null) => ({
    account: one.account?.id ?? opened.get(one) ?? '',
    year: one.row.values.year ?? 0,
    quotaKind: one.row.values.quotaKind ?? ('通讯费' as const),
    employee: one.owner.person?.id ?? null,
    project: one.owner.site?.code ?? null,
    happenedOn: dayOf(of.ctx.now),
    kind,
    amount,
    batchNo: of.batch.no,
    note,
  });
  await enter(
    of.tx,
    quotaLedger,
    all.flatMap((one) => {
      const before = beforeOf(one);
      if (one.account !== undefined)
        return [entry(one, '调整', minus(one.quota, before), `额度由${before}元调整为${one.quota}元`)];
      return [
        entry(one, '下达', minus(one.quota, one.carryIn)),
        ...(positive(one.carryIn) ? [entry(one, '结转', one.carryIn)] : []),
      ];
    }),
    of.source,
  );
  return { amount: total(all.map((one) => one.quota)) };
}

/** @throws refused where somebody claimed on what would go, or a later batch stands on it */
async function demandUnused(tx: Tx, batch: string): Promise<void> {
  await sql`select 1 from b_quota_account where id in (
    select account from b_quota_ledger where source_module = 'import' and source_id = ${batch} and not voided) order by id for update`.execute(
    tx,
  );
  // From the batch's own rows to accounts by their keys: of rows written a moment ago the database knows no number yet.
  const { rows } = await sql<{ used: boolean; later: boolean }>`
    select coalesce(bool_or(greatest(coalesce(a.use_pending, 0) + coalesce(a.used_done, 0), coalesce(a.appropriated, 0))
        > coalesce(a.carry_in, 0) + coalesce(a.granted, 0) - m.amount), false) as used,
      coalesce(bool_or(m.later), false) as later
    from (select account, sum(amount) filter (where source_id = ${batch}::bigint) as amount, bool_or(source_id > ${batch}::bigint) as later
            from b_quota_ledger where source_module = 'import' and source_id >= ${batch}::bigint and not voided
           group by account having bool_or(source_id = ${batch}::bigint)) m
    join b_quota_account a on a.id = m.account`.execute(tx);
  if (rows[0]?.used === true) throw refused('该批次额度已被使用，不能撤销');
  if (rows[0]?.later === true) throw refused('该批次之后又有导入调整了同一额度，请先撤销后面的批次');
}

export const quotaImportSource = importSource<Shape>({
  shape: quotaImport,
  judge,
  facts: (_lines, verdicts) => {
    const good = [...verdicts.values()].filter((verdict) => (verdict.errors ?? []).length === 0);
    return {
      total: total(good.map((verdict) => verdict.found?.['quota'] ?? null)),
      change: total(good.map((verdict) => verdict.found?.['difference'] ?? null)),
    };
  },
  write,
  async undo({ tx, batch, source }) {
    await demandUnused(tx, batch.id);
    await undoChanges(tx, source);
    await voidEntries(tx, 'b_quota_ledger', source);
    await voidEntries(tx, 'b_quota_account', source);
  },
});
