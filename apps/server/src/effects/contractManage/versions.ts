/** 合同版本: what a contract said after each signing, renewal and supplement. */
import { contractVersion } from '@hengneng/forms';
import type { NewEntry } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import type { Writing } from '../kit/effect.ts';

type Version = NewEntry<typeof contractVersion>;

interface Terms {
  readonly party: string;
  readonly amount: string | null;
  readonly yearAmount: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

async function termsOf(tx: Tx, contract: string): Promise<Terms> {
  const { rows } =
    await sql<Terms>`select party_a as party, amount::text, year_amount::text as "yearAmount", start_on::text as "startDate",
    end_on::text as "endDate" from contract where code = ${contract} for update`.execute(tx);
  return rows[0] ?? { party: '', amount: null, yearAmount: null, startDate: null, endDate: null };
}

/** Notes the terms that a contract has now as its next version. */
export async function addVersion(
  { tx, book, find }: Pick<Writing, 'tx' | 'book' | 'find'>,
  version: Pick<Version, 'contract' | 'kind' | 'documentNo' | 'effectDate' | 'summary'>,
): Promise<void> {
  const { party, amount, yearAmount, endDate } = await termsOf(tx, version.contract);
  const known = await find(contractVersion, { contract: version.contract });
  const versionNo = Math.max(0, ...known.map((each) => each.versionNo ?? 0)) + 1;
  await book(contractVersion, { ...version, versionNo, party, amount, yearAmount, endDate });
}

/** Before a contract changes: one that no version tells of yet was there before there were versions, and its terms are kept as the first. */
export async function keepFirstVersion(
  writing: Pick<Writing, 'tx' | 'book' | 'find'>,
  contract: string,
  today: string,
): Promise<void> {
  const known = await writing.find(contractVersion, { contract });
  if (known.length > 0) return;
  const { startDate } = await termsOf(writing.tx, contract);
  await addVersion(writing, { contract, kind: '签订', documentNo: contract, effectDate: startDate ?? today });
}
