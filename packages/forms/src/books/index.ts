/** Every book of the product by id. */
import * as accounts from './accounts.books.ts';
import * as achievement from './achievement.books.ts';
import * as asset from './asset.books.ts';
import * as assessment from './assessment.books.ts';
import * as charge from './charge.books.ts';
import * as construction from './construction.books.ts';
import * as consult from './consult.books.ts';
import * as contract from './contract.books.ts';
import * as credential from './credential.books.ts';
import * as customer from './customer.books.ts';
import * as document from './document.books.ts';
import * as energy from './energy.books.ts';
import * as dormitory from './dormitory.books.ts';
import * as duty from './duty.books.ts';
import * as employee from './employee.books.ts';
import * as engineering from './engineering.books.ts';
import * as inspection from './inspection.books.ts';
import * as invest from './invest.books.ts';
import * as lamp from './lamp.books.ts';
import * as machine from './machine.books.ts';
import * as management from './management.books.ts';
import * as metering from './metering.books.ts';
import * as operation from './operation.books.ts';
import * as outputInvoice from './outputInvoice.books.ts';
import * as outsourcing from './outsourcing.books.ts';
import * as payBalance from './payBalance.books.ts';
import * as payQueue from './payQueue.books.ts';
import * as paySchedule from './paySchedule.books.ts';
import * as payables from './payables.books.ts';
import * as plan from './plan.books.ts';
import * as price from './price.books.ts';
import * as profit from './profit.books.ts';
import * as quota from './quota.books.ts';
import * as receivable from './receivable.books.ts';
import * as safety from './safety.books.ts';
import * as sales from './sales.books.ts';
import * as settlement from './settlement.books.ts';
import * as site from './site.books.ts';
import * as supplier from './supplier.books.ts';
import * as tender from './tender.books.ts';
import * as training from './training.books.ts';
import * as upkeep from './upkeep.books.ts';
import * as water from './water.books.ts';

export * from './accounts.books.ts';
export * from './achievement.books.ts';
export * from './asset.books.ts';
export * from './assessment.books.ts';
export * from './charge.books.ts';
export * from './construction.books.ts';
export * from './consult.books.ts';
export * from './contract.books.ts';
export * from './credential.books.ts';
export * from './customer.books.ts';
export * from './document.books.ts';
export * from './energy.books.ts';
export * from './dormitory.books.ts';
export * from './duty.books.ts';
export * from './employee.books.ts';
export * from './engineering.books.ts';
export * from './inspection.books.ts';
export * from './invest.books.ts';
export * from './lamp.books.ts';
export * from './machine.books.ts';
export * from './management.books.ts';
export * from './metering.books.ts';
export * from './operation.books.ts';
export * from './outputInvoice.books.ts';
export * from './outsourcing.books.ts';
export * from './payBalance.books.ts';
export * from './payQueue.books.ts';
export * from './paySchedule.books.ts';
export * from './payables.books.ts';
export * from './plan.books.ts';
export * from './price.books.ts';
export * from './profit.books.ts';
export * from './quota.books.ts';
export * from './receivable.books.ts';
export * from './safety.books.ts';
export * from './sales.books.ts';
export * from './settlement.books.ts';
export * from './site.books.ts';
export * from './supplier.books.ts';
export * from './tender.books.ts';
export * from './training.books.ts';
export * from './upkeep.books.ts';
export * from './water.books.ts';

export const BOOKS = {
  ...accounts,
  ...achievement,
  ...asset,
  ...assessment,
  ...charge,
  ...construction,
  ...consult,
  ...contract,
  ...credential,
  ...customer,
  ...document,
  ...energy,
  ...dormitory,
  ...duty,
  ...employee,
  ...engineering,
  ...inspection,
  ...invest,
  ...lamp,
  ...machine,
  ...management,
  ...metering,
  ...operation,
  ...outputInvoice,
  ...outsourcing,
  ...payBalance,
  ...payQueue,
  ...paySchedule,
  ...payables,
  ...plan,
  ...price,
  ...profit,
  ...quota,
  ...receivable,
  ...safety,
  ...sales,
  ...settlement,
  ...site,
  ...supplier,
  ...tender,
  ...training,
  ...upkeep,
  ...water,
} as const;

export type BookId = keyof typeof BOOKS;
/** Columns of books that fields can point at, as `from` may reach them. */
export type BookProps = {
  readonly [B in BookId as (typeof BOOKS)[B] extends { readonly name: readonly string[] }
    ? B
    : never]: keyof (typeof BOOKS)[B]['columns'] & string;
};
