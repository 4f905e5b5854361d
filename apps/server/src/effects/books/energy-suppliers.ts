/** What payments of energy know of a kind of energy: the budget subject that it is paid from, and who supplies it. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';

/** 资金科目 by 能源种类; the accounts of suppliers name some kinds by a shorter word. */
const SUBJECTS: Readonly<Record<string, string>> = {
  天然气: '燃气费',
  液化石油气: '燃气费',
  电: '电费',
  自来水: '水费',
  中水: '水费',
  污水处理费: '水费',
  外购蒸汽: '蒸汽热力费',
  蒸汽: '蒸汽热力费',
  市政热水: '蒸汽热力费',
  热力: '蒸汽热力费',
  轻柴油: '其他燃料',
  柴油: '其他燃料',
  生物质燃料: '其他燃料',
};

export const energySubjectOf = (energy: unknown): string | null =>
  typeof energy === 'string' ? (SUBJECTS[energy] ?? null) : null;

/**
 * A power bill is not paid to the gas company. Kinds that are paid from one subject count as one: a water works takes the charge for sewage as well.
 * An account of which nothing is known takes whatever it is paid.
 * @throws invalid at `payeeAccount`
 */
export async function demandSupplier(tx: Tx, account: string, energy: string): Promise<void> {
  const { rows } = await sql<{ name: string; energies: readonly string[] }>`
    select payee_name as name, energy_types as energies from energy_payee_account where id = ${account}`.execute(tx);
  const known = (rows[0]?.energies ?? []).filter((one) => energySubjectOf(one) !== null);
  if (known.length === 0 || known.some((one) => energySubjectOf(one) === energySubjectOf(energy))) return;
  const message = `${rows[0]?.name ?? ''}登记的是${known.join('、')}账户，不能用来付${energy}，请换收款账户或改能源种类`;
  throw invalid([{ path: 'payeeAccount', message }]);
}
