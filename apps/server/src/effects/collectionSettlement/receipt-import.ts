/** 到账导入: a bank statement becomes drafts of 到账登记, each with the contract that it is most likely of. Nothing is written off by this. */
import { receiptImport } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Module } from '../../engine/forms/catalog.ts';
import type { EngineDeps } from '../../engine/forms/deps.ts';
import { leaveFollowUp } from '../../engine/forms/follow-up.ts';
import { factsOf } from '../../engine/forms/facts.ts';
import { deleteRecords, insertRecords } from '../../engine/forms/store.ts';
import { readLine } from '../../engine/imports/rows.ts';
import {
  type Confirming,
  type Facts,
  importSource,
  type Judging,
  type Line,
  type ReadSheet,
  type Undoing,
  type Verdict,
} from '../../engine/imports/source.ts';
import { listFields } from '@hengneng/form-kit';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { total } from '../books/money.ts';
import { balancesOf, readStatement, UNKNOWN_BANK } from './bank-statement.ts';
import { candidatesFor, knownSerials } from './receipt-candidates.ts';
import { type Matcher, matcherOf, type Payment, suggestionOf, type Suggestion, SURE } from './receipt-match.ts';

type Shape = typeof receiptImport;
type Row = Line<Shape>;

const FIELDS = listFields(receiptImport.columns);

async function ownAccount(db: Db | Tx, id: string | null): Promise<string> {
  const { rows } = await sql<{ no: string }>`select account_no as no from b_user_received_account
    where id = ${id} and not voided and enabled = '启用'`.execute(db);
  const [account] = rows;
  if (account === undefined) throw invalid([{ path: 'account', message: '收款账户不存在或已停用，请重新选择' }]);
  return account.no.replace(/\D/g, '');
}

/** The lines that came in; what went out only counts for the balances. */
async function read(
  sheet: readonly (readonly string[])[],
  { db, asks }: { readonly db: Db; readonly asks: { readonly account: string | null } },
): Promise<ReadSheet> {
  const account = await ownAccount(db, asks.account);
  const statement = readStatement(sheet);
  if (statement === null) throw refused(UNKNOWN_BANK);
  if (statement.own.length > 0 && !statement.own.includes(account))
    throw refused(`流水文件的账号${statement.own[0] ?? ''}与所选收款账户不一致`);
  const { rows } = statement;
  const credits = rows.filter((row) => row.credit !== '');
  if (credits.length === 0) throw refused('流水中没有收入，没有可导入的内容');
  const balances = balancesOf(rows);
  const days = rows.map((row) => row.time.slice(0, 10)).toSorted();
  return {
    lines: credits.map(({ row, ...cells }) => readLine(FIELDS, row, cells)),
    facts: {
      bank: statement.bank,
      period: `${days[0] ?? ''} 至 ${days.at(-1) ?? ''}`,
      credits: String(credits.length),
      debits: String(rows.length - credits.length),
      opening: balances?.opening ?? null,
      closing: balances?.closing ?? null,
      continuous: balances === null ? '没有余额' : balances.continuous ? '连续' : '不连续',
    },
    notes: balances === null || balances.continuous ? [] : ['余额不连续，可能缺行'],
  };
}

const paymentOf = ({ values }: Row): Payment => ({
  payerName: values.payerName,
  payerAccount: values.payerAccount,
  amount: values.credit ?? '0',
  memo: values.memo,
});

/** What counts for a row: what somebody chose, else what is most likely. */
function chosenOf(row: Row, candidates: Matcher): Suggestion | null {
  const { contract, settlement } = row.edits;
  const payment = paymentOf(row);
  if (contract == null) return candidates.best(payment);
  const candidate = candidates.of(contract);
  if (candidate === undefined) return null;
  const suggestion = suggestionOf(payment, candidate);
  const open = candidate.open.find((one) => one.id === settlement);
  return { ...suggestion, settlement: open ?? suggestion.settlement };
}

interface Judged {
  readonly suggestion: Suggestion | null;
  readonly claimer: string | null;
  readonly verdict: Verdict;
}

const openWords = ({ settlement }: Suggestion): string | null =>
  settlement === null
    ? null
    : `${settlement.no} 未收${settlement.unpaid}元${settlement.due === null ? '' : ` ${settlement.due}到期`}`;

function judgeRow(
  row: Row,
  facts: {
    readonly candidates: Matcher;
    readonly known: ReadonlySet<string>;
    readonly first: Map<string, number>;
    readonly names: ReadonlyMap<string, string>;
  },
): Judged {
  const { values, edits } = row;
  const errors: string[] = [];
  const serial = values.bankSerial ?? '';
  const earlier = facts.first.get(serial);
  const twice = facts.known.has(serial) || earlier !== undefined;
  if (facts.known.has(serial)) errors.push('流水号已存在');
  else if (earlier !== undefined) errors.push(`流水号与第${earlier}行重复`);
  else facts.first.set(serial, row.row);

  if (edits.nonGoods != null)
    return {
      suggestion: null,
      claimer: null,
      verdict: { errors, found: { match: twice ? '重复' : '非货款', customer: edits.nonGoods } },
    };
  const suggestion = chosenOf(row, facts.candidates);
  const claimer = edits.claimer ?? suggestion?.candidate.manager ?? null;
  const sure = suggestion !== null && (edits.contract != null || suggestion.confidence >= SURE);
  if (!twice) {
    if (!sure) errors.push('请选择客户或非货款类别');
    else if (claimer === null) errors.push('请选择认领人');
    if (edits.settlement != null && suggestion !== null && suggestion.settlement?.id !== edits.settlement)
      errors.push('所选结算单不属于该合同，或已收清');
  }
  return {
    suggestion,
    claimer,
    verdict: {
      errors,
      found: {
        match: twice ? '重复' : sure ? '已自动匹配' : suggestion === null ? '无法识别' : '待选择',
        customer: suggestion?.candidate.customer ?? null,
        contract: suggestion?.candidate.contract ?? null,
        settlement: suggestion === null ? null : openWords(suggestion),
        basis: edits.contract == null ? (suggestion?.basis ?? null) : '人工选择',
        confidence: suggestion === null ? null : String(suggestion.confidence),
        claimer: claimer === null ? null : (facts.names.get(claimer) ?? null),
      },
    },
  };
}

async function judgeAll(db: Db | Tx, lines: readonly Row[], account: string): Promise<ReadonlyMap<number, Judged>> {
  const candidates = await candidatesFor(
    db,
    lines.map(paymentOf),
    lines.flatMap((row) => row.edits.contract ?? []),
  );
  const serials = lines.flatMap((row) => row.values.bankSerial ?? []);
  const known = await knownSerials(db, account, serials);
  const people = [
    ...candidates.flatMap((one) => one.manager ?? []),
    ...lines.flatMap((row) => row.edits.claimer ?? []),
  ];
  const { rows } = await sql<{ id: string; name: string }>`select id::text as id, user_name as name from app_user
    where id = any(${people}::bigint[])`.execute(db);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const first = new Map<string, number>();
  const matcher = matcherOf(candidates);
  return new Map(lines.map((row) => [row.row, judgeRow(row, { candidates: matcher, known, first, names })]));
}

async function judge({ db, asks, lines }: Judging<Shape>): Promise<ReadonlyMap<number, Verdict>> {
  await ownAccount(db, asks.account);
  const all = await judgeAll(db, lines, asks.account ?? '');
  return new Map([...all].map(([row, one]) => [row, one.verdict]));
}

interface Made {
  readonly row: Row;
  readonly judged: Judged;
}

const receiptsOf = (deps: EngineDeps): Module => {
  const module = deps.catalog.get('paymentReceived');
  if (module === undefined) throw new Error('paymentReceived has no definition');
  return module;
};

/** Drafts as their maker would have saved them. @returns their ids, in order */
async function draftsOf(of: Confirming<Shape>, made: readonly Made[]): Promise<readonly string[]> {
  const { tx, ctx, deps, asks } = of;
  const { session, now } = ctx;
  const module = receiptsOf(deps);
  const empty = module.form.prefill({ now, userId: session.userId, deptId: session.deptId });
  const records = made.map(({ row: { values }, judged: { suggestion, claimer } }) =>
    module.form.compute({
      ...empty,
      receiptKind: '银行转账',
      ourAccount: asks.account,
      bankSerial: values.bankSerial,
      receiptDate: (values.time ?? '').slice(0, 10),
      payerName: values.payerName ?? suggestion?.candidate.customer ?? '',
      payerAccount: values.payerAccount,
      payerNote: values.memo,
      receiptAmount: values.credit,
      project: suggestion?.candidate.project ?? null,
      contract: suggestion?.candidate.contract ?? null,
      customerName: suggestion?.candidate.customer ?? null,
      claimer,
    }),
  );
  const ids = await insertRecords(tx, module, records, session.userId, session.deptId);
  const starter = {
    starterId: session.userId,
    starterName: session.userName,
    starterDept: session.deptId,
    serial: null,
  };
  await deps.approval.noteDrafts(
    tx,
    records.map((record, at) => ({
      moduleId: module.id,
      businessId: ids[at] ?? '',
      facts: factsOf(module, record, starter),
      now,
    })),
  );
  return ids;
}

/** Whoever is to claim hears what came in, once for the batch. */
async function tellClaimers(of: Confirming<Shape>, made: readonly Made[]): Promise<void> {
  const byClaimer = Map.groupBy(made, ({ judged }) => judged.claimer ?? '');
  for (const [claimer, mine] of byClaimer) {
    const amount = total(mine.map(({ row }) => row.values.credit));
    const customers = [...new Set(mine.flatMap(({ judged }) => judged.suggestion?.candidate.customer ?? []))];
    await leaveFollowUp(of.tx, of.deps.directory, {
      kind: '到账认领',
      title: `${customers.slice(0, 3).join('、')}${customers.length > 3 ? '等' : ''}到账${mine.length}笔共${amount}元（批次${of.batch.no}），财务提交登记后请认领核销`,
      user: claimer,
      role: null,
      project: mine[0]?.judged.suggestion?.candidate.project ?? null,
      due: null,
      target: null,
      source: of.source,
    });
  }
}

async function write(of: Confirming<Shape>) {
  const judged = await judgeAll(of.tx, of.lines, of.asks.account ?? '');
  const made = of.lines.flatMap((row): Made[] => {
    const one = judged.get(row.row);
    // Money that is no customer's is not registered; the batch says that it was seen.
    return one === undefined || row.edits.nonGoods != null ? [] : [{ row, judged: one }];
  });
  const ids = await draftsOf(of, made);
  await tellClaimers(of, made);
  return {
    amount: total(of.lines.map((row) => row.values.credit)),
    records: made.map(({ row }, at) => ({ row: row.row, module: 'paymentReceived', id: ids[at] ?? '' })),
  };
}

/** Nothing that went on from a draft is taken back from under it. */
async function undo({ tx, deps, batch, source }: Undoing): Promise<void> {
  const module = receiptsOf(deps);
  const { rows } = await sql<{ id: string; status: string }>`select f.id::text as id, f.status from import_line i
    join f_payment_received f on f.id = i.record_id where i.batch_id = ${batch.id} and i.module = 'paymentReceived' for update of f`.execute(
    tx,
  );
  if (rows.some((row) => row.status === 'approved')) throw refused('该批次已有登记通过，不能撤销');
  if (rows.some((row) => ['running', 'returned', 'withdrawn'].includes(row.status)))
    throw refused('该批次有登记已提交审批，请先撤回并删除后再撤销');
  const drafts = rows.filter((row) => row.status === 'draft').map((row) => row.id);
  await deps.approval.dropDrafts(tx, module.id, drafts);
  await deleteRecords(tx, module, drafts);
  await sql`update follow_up set cancelled_at = app_now() where source_module = ${source.module} and source_id = ${source.id}
    and source_effect = ${source.effect} and cancelled_at is null`.execute(tx);
}

const factsOfAll = (lines: readonly Row[]): Facts => ({ total: total(lines.map((line) => line.values.credit)) });

export const receiptImportSource = importSource<Shape>({
  shape: receiptImport,
  read,
  judge,
  facts: factsOfAll,
  write,
  undo,
});
