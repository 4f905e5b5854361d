/** What of a contract settlements were worked out by. */
import type { PRICE_KINDS } from '@hengneng/contracts';

/** Settlements that stand: on their way or agreed, and not cancelled with their receivable. */
export const SETTLEMENTS = `(select u.id, u.serial, u.contract, u.period_start, u.period_end from f_user_settlement u
    where u.status in ('running', 'returned', 'approved') and not exists (select from b_receivable_ledger r
      where r.settlement = u.id and r.state = '已取消' and not r.voided))`;

/** Fees that a settlement bills by a kind of price. */
export const FEES: Readonly<Record<keyof typeof PRICE_KINDS, readonly string[]>> = {
  electric: ['电费代收'],
  gas: [],
  water: ['水费代收'],
  cold: ['冷量计量费'],
  coldArea: ['供冷费'],
  heat: ['热量计量费'],
  heatArea: ['采暖费'],
  hotWater: ['卫生热水费'],
  steam: ['蒸汽费'],
  capacity: ['容量基本费'],
  overtime: ['加班用能费'],
  custody: ['能源托管费'],
  operation: ['运行管理费'],
};

const feesOf = (column: string): string =>
  `case ${column} ${Object.entries(FEES)
    .map(([kind, fees]) => `when '${kind}' then array[${fees.map((fee) => `'${fee}'`).join(', ')}]::text[]`)
    .join(' ')} end`;

/** SQL condition: a standing settlement billed by a price, a row of `contract_price` under an alias. */
export const priceSettled = (
  alias: string,
): string => `exists (select from ${SETTLEMENTS} s join f_user_settlement_lines l on l.parent_id = s.id
    where s.contract = ${alias}.contract_code and l.fee_item = any(${feesOf(`${alias}.kind`)})
      and daterange(s.period_start, s.period_end, '[]') && daterange(${alias}.valid_from, ${alias}.valid_to, '[]'))`;
