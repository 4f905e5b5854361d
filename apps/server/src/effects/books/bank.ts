/** 银行流水 (bankJournal): a bank reference is booked once; a void books the opposite and points at it. */
import { sql } from 'kysely';
import type { BatchSource } from '../../engine/books/entries.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Source } from './source.ts';

/** What paid: a record, or the batch of an import. */
type Payer = Source | Pick<BatchSource, 'module' | 'id'>;

export interface BankLine {
  readonly serial: string | null;
  /** companyAccount id */
  readonly account?: string | null;
  readonly direction: 'in' | 'out';
  readonly amount: string | null;
  readonly day: string | null;
  readonly counterparty: string;
  readonly source: Payer;
  /** Where the form names the reference; `bankSerial` unless it says otherwise. */
  readonly path?: string;
}

/** @throws invalid at the reference when it was booked before. */
export async function payOut(tx: Tx, line: BankLine): Promise<void> {
  // Sent back and paid again, a record names the reference that it had before.
  await sql`update bank_journal b set bank_serial = bank_serial || '-原' || id where bank_serial = ${line.serial}
    and source_module = ${line.source.module} and source_id = ${line.source.id}
    and exists (select from bank_journal r where r.reverses_id = b.id)`.execute(tx);
  const { rows } = await sql`insert into bank_journal
      (bank_serial, company_account_id, direction, amount, paid_on, counterparty, source_module, source_id)
    values (${line.serial}, ${line.account ?? null}, ${line.direction}, ${line.amount}, ${line.day}, ${line.counterparty},
      ${line.source.module}, ${line.source.id})
    on conflict (bank_serial) do nothing returning 1`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: line.path ?? 'bankSerial', message: '该银行流水号已登记过，请核对' }]);
}

/** Books the opposite of what a record paid or received. */
export async function reversePay(tx: Tx, source: Payer): Promise<void> {
  await sql`insert into bank_journal
      (bank_serial, company_account_id, direction, amount, paid_on, counterparty, source_module, source_id, reverses_id)
    select bank_serial || '-作废' || id, company_account_id, case direction when 'in' then 'out' else 'in' end, amount, paid_on, counterparty,
      source_module, source_id, id from bank_journal b
    where source_module = ${source.module} and source_id = ${source.id} and reverses_id is null
      and not exists (select from bank_journal r where r.reverses_id = b.id)`.execute(tx);
}
