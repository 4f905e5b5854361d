import { formDefiner } from '@hengneng/form-kit';
import type { BookProps } from './books/index.ts';
import type { EffectName } from './effects.ts';
import type { AttributeProps } from './entities.ts';

/**
 * Properties that `from` may reach, for entities and ledgers. A ledger that is not a field (`fundBudgetLedger`, `invoiceRegister`) is
 * looked up by the values of the record or row itself. Properties of modules are their fields; `checkDefinition` looks those up.
 */
interface OwnProps {
  readonly device:
    | 'category'
    | 'model'
    | 'factoryNo'
    | 'warrantyEnd'
    | 'useKind'
    | 'lastReading'
    | 'multiple'
    | 'position'
    | 'ratedPower';
  readonly project:
    | 'customerName'
    | 'customerContact'
    | 'customerPhone'
    | 'address'
    | 'manager'
    | 'machineRoom'
    | 'buildArea'
    // from the books
    | 'profitLocked'
    | 'lastEnergyQuantity'
    | 'lastYearEnergyQuantity'
    | 'fundBudgetLeft'
    | 'maintainBudgetLeft'
    | 'purchaseBudgetLeft'
    | 'waterBudgetLeft'
    | 'lastCoolingPh'
    | 'lastCoolingConductivity'
    | 'lossMonths'
    | 'yearProfit'
    | 'threeYearProfit'
    | 'satisfyScore';
  readonly contract:
    | 'customerName'
    | 'partyB'
    | 'amount'
    | 'totalAmount'
    | 'startDate'
    | 'endDate'
    | 'years'
    | 'leftMonths'
    | 'chargeModel'
    // prices that hold on the day
    | 'electricPrice'
    | 'waterPrice'
    | 'coolPrice'
    | 'heatPrice'
    | 'hotWaterPrice'
    // from the books
    | 'receivableBalance'
    | 'overdueBalance'
    | 'prepaidBalance'
    | 'settledAmount'
    | 'settleOverlapCount'
    | 'lastSettleAmount'
    | 'lastYearSettleAmount'
    | 'invoicedNet'
    | 'preOpenedUnmatched'
    | 'preOpenUnpaid'
    | 'preOpenOverdue';
  readonly user:
    | 'jobNo'
    | 'dept'
    | 'position'
    | 'phone'
    | 'idNo'
    | 'salary'
    | 'entryDate'
    | 'probationEnd'
    | 'mentor'
    | 'bankAccountName'
    | 'bankName'
    | 'bankAccount'
    | 'borrowLimit'
    | 'borrowingBalance'
    | 'overdueBorrowings'
    | 'offsetableBalance';
  readonly energyPayeeAccount: 'payeeName' | 'taxNo' | 'bankName' | 'bankAccount' | 'billPaidCount';
  readonly fundBudgetLedger:
    | 'left'
    | 'monthCount'
    | 'yearBudget'
    | 'yearApproved'
    | 'lastMonthApproved'
    | 'lastMonthPaid'
    | 'lastYearPaid'
    | 'approved';
  readonly invoiceRegister: 'key' | 'otherUses' | 'amount' | 'usedAmount' | 'redLeft';
  readonly outputInvoice: 'key' | 'otherUses';
  readonly sparePart: 'spec' | 'unit' | 'stock' | 'unitPrice' | 'lastPrice';
  readonly waterChemical: 'category' | 'stock' | 'unitPrice' | 'packSpec' | 'monthUsage';
}

type NamesIn<P, K> = K extends keyof P ? P[K] : never;

/** Properties of the entities, of what they are besides, and of the books. */
export type FormProps = {
  readonly [K in keyof OwnProps | keyof AttributeProps | keyof BookProps]:
    | NamesIn<OwnProps, K>
    | NamesIn<AttributeProps, K>
    | NamesIn<BookProps, K>;
};

export const defineForm = formDefiner<{ readonly effects: EffectName; readonly props: FormProps }>();
