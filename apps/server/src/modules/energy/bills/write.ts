/** Keeping bills: what cannot be is refused at its field, what is odd is kept and told. */
import type { billAdd, billEdit } from '@hengneng/contracts';
import { exact, sumOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { billOfId } from './read.ts';

/** Under which originals are kept. */
export const BILL_PAPER = 'energyBill';

type Added = z.output<typeof billAdd.input>;
type Edited = z.output<typeof billEdit.input>;
type Terms = Omit<Added, 'ProjectCode' | 'ClientId'>;
type Saved = z.input<typeof billAdd.output>;

/** Percent by which an amount may differ from the trial. */
const TRIAL = 1;

const orNull = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text === '' ? null : text;

function demandParts(of: Terms): void {
  const parts = [of.Sharp, of.Peak, of.Flat, of.Valley].map(orNull);
  if (parts.some((part) => part !== null) && sumOf(parts.map((part) => exact(part ?? '0'))) !== exact(of.Usage))
    throw invalid([{ path: 'Usage', message: '账单用量与尖、峰、平、谷之和不等' }]);
  const [last, now, ratio] = [of.LastReading, of.ThisReading, of.Ratio].map(orNull);
  if (last != null && now != null && exact(now) < exact(last) && of.Note === '')
    throw invalid([{ path: 'ThisReading', message: '本期示数小于上期示数，请核对或在说明中写明原因' }]);
  if ((last === null) !== (now === null))
    throw invalid([{ path: 'ThisReading', message: '上期示数与本期示数须同时填写' }]);
  if (ratio != null && exact(ratio) === 0n) throw invalid([{ path: 'Ratio', message: '倍率须大于0' }]);
}

/** Periods of an account follow one another; a gap is said. */
async function demandPeriod(tx: Tx, project: string, category: string, of: Terms, except: string): Promise<void> {
  const { rows } = await sql<{ overlap: string | null; gap: number | null }>`
    select max(case when daterange(from_day, to_day, '[]') && daterange(${of.From}::date, ${of.To}::date, '[]')
        then from_day::text || ' 至 ' || to_day::text end) as overlap,
      ${of.From}::date - max(case when to_day < ${of.From}::date then to_day end) - 1 as gap
    from energy_bill where project_code = ${project} and category_id = ${category} and account_no = ${of.AccountNo} and id <> ${except}`.execute(
    tx,
  );
  const { overlap = null, gap = null } = rows[0] ?? {};
  if (overlap !== null) throw invalid([{ path: 'From', message: `与该户号 ${overlap} 的账单重叠` }]);
  if (gap !== null && gap > 0 && of.Note === '')
    throw invalid([{ path: 'From', message: `与上期相差 ${gap} 天，请核对或在说明中写明原因` }]);
}

const columns = (of: Terms, category: string) => ({
  category_id: category,
  supplier: of.Supplier,
  account_no: of.AccountNo,
  from_day: of.From,
  to_day: of.To,
  last_reading: orNull(of.LastReading),
  this_reading: orNull(of.ThisReading),
  ratio: orNull(of.Ratio),
  usage: of.Usage,
  sharp: orNull(of.Sharp),
  peak: orNull(of.Peak),
  flat: orNull(of.Flat),
  valley: orNull(of.Valley),
  basic_fee: orNull(of.BasicFee),
  power_factor_fee: orNull(of.PowerFactorFee),
  late_fee: orNull(of.LateFee),
  amount: of.Amount,
  invoice_no: of.InvoiceNo,
  files: JSON.stringify(of.Files ?? []),
  note: of.Note,
});

async function categoryOf(tx: Tx, code: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text from energy_category where code = ${code}`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw invalid([{ path: 'CategoryCode', message: '没有这种能源' }]);
  return id;
}

/** Bills of a project one after the other, so that two of one account cannot lie over each other. */
const lockBills = (tx: Tx, project: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`energy.bill ${project}`}, 0))`.execute(tx);

async function bind(ctx: Ctx, tx: Tx, id: string, { Files = [] }: Terms): Promise<void> {
  const files = Files.map(({ URL }, at) => ({ path: `Files[${at}]`, URL }));
  const faults = await bindFiles(tx, BILL_PAPER, id, files, ctx.session.userId);
  if (faults.length > 0) throw invalid(faults);
}

async function savedOf(tx: Tx, project: string, id: string): Promise<Saved> {
  const row = await billOfId(tx, project, id);
  const warnings: string[] = [];
  if (row !== null) {
    if (row.State === '有差异')
      warnings.push(`与抄表相差 ${row.DiffRate}%，超过允许的 ${row.Allowed}%，请填写说明，否则该月不能月锁`);
    const [amount, trial] = [Number(row.Amount), Number(row.Trial)];
    if (row.Trial !== null && trial !== 0 && Math.abs((amount - trial) / trial) * 100 > TRIAL)
      warnings.push(`账单金额与试算 ${row.Trial} 元相差超过 ${TRIAL}%，请核对`);
    if (row.LastReading !== null && row.ThisReading !== null) {
      const counted = (Number(row.ThisReading) - Number(row.LastReading)) * Number(row.Ratio ?? '1');
      if (Math.abs(counted - Number(row.Usage)) > Math.max(1, Number(row.Usage) * 0.001))
        warnings.push(`示数差 × 倍率为 ${counted.toFixed(2)}，与账单用量不等（线损或变损请在说明中写明）`);
    }
  }
  return { BillId: id, Version: row?.Version ?? 1, Warnings: warnings };
}

export const addBill = (ctx: Ctx, input: Added): Promise<Saved> => {
  const { ProjectCode, ClientId, ...terms } = input;
  demandParts(terms);
  return ctx.write(async (tx) => {
    const seen = await seenProject(ctx, tx, ProjectCode);
    await lockBills(tx, seen.code);
    const { rows: sent } = await sql<{ id: string }>`select id::text from energy_bill
      where client_id = ${ClientId}::uuid and created_by = ${ctx.session.userId}`.execute(tx);
    if (sent[0] !== undefined) return savedOf(tx, seen.code, sent[0].id);
    const category = await categoryOf(tx, terms.CategoryCode);
    await demandPeriod(tx, seen.code, category, terms, '0');
    const of = columns(terms, category);
    const { rows } = await sql<{ id: string }>`
      insert into energy_bill (project_code, category_id, supplier, account_no, from_day, to_day, last_reading, this_reading, ratio, usage, sharp, peak,
        flat, valley, basic_fee, power_factor_fee, late_fee, amount, invoice_no, files, note, client_id, created_by)
      values (${seen.code}, ${of.category_id}, ${of.supplier}, ${of.account_no}, ${of.from_day}, ${of.to_day}, ${of.last_reading}, ${of.this_reading},
        ${of.ratio}, ${of.usage}, ${of.sharp}, ${of.peak}, ${of.flat}, ${of.valley}, ${of.basic_fee}, ${of.power_factor_fee}, ${of.late_fee},
        ${of.amount}, ${of.invoice_no}, ${of.files}::jsonb, ${of.note}, ${ClientId}, ${ctx.session.userId}) returning id::text`.execute(
      tx,
    );
    const id = rows[0]?.id ?? '';
    await bind(ctx, tx, id, terms);
    const { files: _, ...after } = of;
    await trail(tx, ctx, {
      kind: '读数',
      action: '录入供能账单',
      object: `${seen.name} ${of.from_day} 至 ${of.to_day}`,
      after,
    });
    return savedOf(tx, seen.code, id);
  });
};

export const editBill = (ctx: Ctx, input: Edited): Promise<Saved> => {
  const { BillId, Version, Reason, ...terms } = input;
  demandParts(terms);
  return ctx.write(async (tx) => {
    const { rows } = await sql<{ project: string; version: number; before: Record<string, unknown> }>`
      select b.project_code as project, b.version, to_jsonb(b) - 'files' as before from energy_bill b join project p on p.code = b.project_code
      where b.id = ${BillId}::bigint and ${projectsVisible(ctx.session, 'p')} for update of b`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw notFound('账单不存在，或您没有查看它的权限');
    if (row.version !== Version) throw conflict('账单已被他人修改，请刷新后重试');
    await lockBills(tx, row.project);
    const category = await categoryOf(tx, terms.CategoryCode);
    await demandPeriod(tx, row.project, category, terms, BillId);
    const of = columns(terms, category);
    await sql`update energy_bill set category_id = ${of.category_id}, supplier = ${of.supplier}, account_no = ${of.account_no}, from_day = ${of.from_day},
        to_day = ${of.to_day}, last_reading = ${of.last_reading}, this_reading = ${of.this_reading}, ratio = ${of.ratio}, usage = ${of.usage},
        sharp = ${of.sharp}, peak = ${of.peak}, flat = ${of.flat}, valley = ${of.valley}, basic_fee = ${of.basic_fee},
        power_factor_fee = ${of.power_factor_fee}, late_fee = ${of.late_fee}, amount = ${of.amount}, invoice_no = ${of.invoice_no},
        files = ${of.files}::jsonb, note = ${of.note}, version = version + 1, edited_by = ${ctx.session.userId}, edited_at = app_now()
      where id = ${BillId}::bigint`.execute(tx);
    await bind(ctx, tx, BillId, terms);
    const { files: _, ...after } = of;
    await trail(tx, ctx, {
      kind: '读数',
      action: '修改供能账单',
      object: `${row.project} ${of.from_day} 至 ${of.to_day}`,
      summary: Reason,
      before: row.before,
      after,
    });
    return savedOf(tx, row.project, BillId);
  });
};
