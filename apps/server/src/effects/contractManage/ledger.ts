/** How contracts enter their books: the ledger of what we buy, and the plan of what is paid and received. */
import { buyerContract, contractPlan } from '@hengneng/forms';
import type { NewEntry } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import type { Writing } from '../kit/effect.ts';
import type { Instalment } from './instalments.ts';

type BuyerContract = NewEntry<typeof buyerContract>;
/** What nobody has paid or asked for yet is not said. */
type Signed = Omit<BuyerContract, 'reserved' | 'paid' | 'ticketed' | 'state'>;

type Plan = NewEntry<typeof contractPlan>;
type Whose = Pick<Plan, 'direction' | 'project' | 'contract' | 'buyerContract'>;

/** Plans what is paid or received. */
export async function planAmounts(
  { book }: Pick<Writing, 'book'>,
  whose: Whose,
  instalments: readonly Instalment[],
): Promise<void> {
  await book(contractPlan, ...instalments.map((each): Plan => ({ ...whose, ...each, state: '有效' })));
}

/** Enters a signed contract of ours as a buyer, and what will be paid on it. @returns its id in the ledger */
export async function signBuyerContract(
  writing: Pick<Writing, 'book'>,
  contract: Signed,
  instalments: readonly Instalment[],
): Promise<string> {
  const [id = ''] = await writing.book(buyerContract, {
    ...contract,
    reserved: '0.00',
    paid: '0.00',
    ticketed: '0.00',
    state: '履行中',
  });
  await planAmounts(writing, { direction: '付', project: contract.project, buyerContract: id }, instalments);
  return id;
}

/** The ledger's id of the contract that a record entered. */
export async function buyerContractOf(
  { find }: Pick<Writing, 'find'>,
  record: { readonly serial: string },
): Promise<string> {
  const [contract] = await find(buyerContract, { contractNo: record.serial });
  if (contract === undefined) throw new Error(`${record.serial} is not in the ledger`);
  return contract.id;
}

export async function supplierName(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from supplier where id = ${id}`.execute(tx);
  return rows[0]?.name ?? '';
}
