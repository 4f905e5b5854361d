/** 进项发票登记簿 (invoiceRegister): one paper is claimed once, over all years and modules; and 进项税台账 (inputTax). */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Source } from './source.ts';

export interface InvoiceLine {
  readonly kind: string;
  readonly sellerTaxNo: string;
  /** Empty for fully digital invoices. */
  readonly code: string | null;
  readonly no: string;
  readonly issueDate: string | null;
  readonly net: string;
  readonly tax: string;
  readonly deductible: string | null;
}

interface InvoiceRow {
  readonly invoiceKind: string;
  readonly sellerTaxNo: string;
  readonly invoiceCode: string | null;
  readonly invoiceNo: string;
  readonly issueDate: string | null;
  readonly invoiceNet: string;
  readonly invoiceTax: string | null;
  readonly deductTax: string | null;
}

/** The papers of a form's 发票明细. */
export const invoiceLines = (rows: readonly InvoiceRow[]): readonly InvoiceLine[] =>
  rows.map((row) => ({
    kind: row.invoiceKind,
    sellerTaxNo: row.sellerTaxNo,
    code: row.invoiceCode,
    no: row.invoiceNo,
    issueDate: row.issueDate,
    net: row.invoiceNet,
    tax: row.invoiceTax ?? '0',
    deductible: row.deductTax,
  }));

/** How a tax number, code or number is compared: without spaces, in capitals, half width. */
export const normalised = (text: string | null): string =>
  (text ?? '').normalize('NFKC').replace(/\s+/g, '').toUpperCase();

/** 发票唯一码: seller's tax number, code and number in one string. */
export const invoiceKey = (sellerTaxNo: string | null, code: string | null, no: string | null): string | null =>
  sellerTaxNo && no ? `${normalised(sellerTaxNo)}-${normalised(code)}-${normalised(no)}` : null;

/** How many other records hold or have used the same paper. */
export async function otherUses(
  tx: Tx,
  line: Pick<InvoiceLine, 'sellerTaxNo' | 'code' | 'no'>,
  except: Source,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from invoice_register
    where seller_tax_no = ${normalised(line.sellerTaxNo)} and invoice_code = ${normalised(line.code)} and invoice_no = ${normalised(line.no)}
      and state in ('held', 'used') and not (source_module = ${except.module} and source_id = ${except.id})`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Claims the papers of a record.
 * @param at the detail whose rows the papers are, or the path of each
 * @throws invalid at the row whose paper another record, or another row, already claims.
 */
export async function holdInvoices(
  tx: Tx,
  lines: readonly InvoiceLine[],
  source: Source,
  at: string | ((index: number) => string) = 'invoices',
): Promise<void> {
  const usedAlready = (index: number) => usedAt(typeof at === 'string' ? `${at}[${index}].invoiceNo` : at(index));
  const keys = lines.map((line) => JSON.stringify([line.sellerTaxNo, line.code, line.no].map(normalised)));
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (twice >= 0) throw usedAlready(twice);
  if (lines.length === 0) return;
  const values = lines.map(
    (
      line,
    ) => sql`(${normalised(line.sellerTaxNo)}, ${normalised(line.code)}, ${normalised(line.no)}, ${line.kind}, ${line.issueDate},
      ${line.net}, ${line.tax}, ${line.deductible ?? '0'}, 'held', ${source.module}, ${source.id})`,
  );
  const { rows } = await sql<{ tax_no: string; code: string; no: string }>`insert into invoice_register
      (seller_tax_no, invoice_code, invoice_no, kind, issue_date, net, tax, deductible, state, source_module, source_id)
    values ${sql.join(values)}
    on conflict (seller_tax_no, invoice_code, invoice_no) do update set kind = excluded.kind, issue_date = excluded.issue_date,
      net = excluded.net, tax = excluded.tax, deductible = excluded.deductible, state = 'held',
      source_module = excluded.source_module, source_id = excluded.source_id, updated_at = app_now()
    where invoice_register.state in ('released', 'reversed')
    returning seller_tax_no as tax_no, invoice_code as code, invoice_no as no`.execute(tx);
  const claimed = new Set(rows.map((row) => JSON.stringify([row.tax_no, row.code, row.no])));
  const taken = keys.findIndex((key) => !claimed.has(key));
  if (taken >= 0) throw usedAlready(taken);
}

const usedAt = (path: string) =>
  invalid([{ path, message: '发票已被其他单据使用（按销方税号、发票代码、发票号码历年查重）' }]);

/** Gives a record's papers back, so that another may claim them. */
export async function releaseInvoices(tx: Tx, source: Source): Promise<void> {
  await sql`update invoice_register set state = 'released', updated_at = app_now()
    where source_module = ${source.module} and source_id = ${source.id} and state in ('held', 'used')`.execute(tx);
}

/** Marks a record's papers used and books what may be deducted in the month of approval. */
export async function useInvoices(tx: Tx, source: Source, month: string): Promise<void> {
  await sql`with used as (
      update invoice_register set state = 'used', updated_at = app_now()
      where source_module = ${source.module} and source_id = ${source.id} and state = 'held' returning id, deductible)
    insert into input_tax (invoice_id, month, amount, source_module, source_id)
    select id, ${month}, deductible, ${source.module}, ${source.id} from used where deductible <> 0`.execute(tx);
}

/** Undoes `useInvoices`: a negated tax line for each, the papers held again. */
export async function unuseInvoices(tx: Tx, source: Source, month: string): Promise<void> {
  await sql`insert into input_tax (invoice_id, month, amount, source_module, source_id, reverses_id)
    select invoice_id, ${month}, -amount, source_module, source_id, id from input_tax t
    where source_module = ${source.module} and source_id = ${source.id} and reverses_id is null
      and not exists (select from input_tax r where r.reverses_id = t.id)`.execute(tx);
  await sql`update invoice_register set state = 'held', updated_at = app_now()
    where source_module = ${source.module} and source_id = ${source.id} and state = 'used'`.execute(tx);
}
