import { formDefiner } from '@hengneng/form-kit';
import type { BookProps } from './books/index.ts';
import type { EffectName } from './effects.ts';

/**
 * Properties that `from` may reach, for entities and ledgers. A ledger that is not a field (`fundBudgetLedger`, `invoiceRegister`) is
 * looked up by the values of the record or row itself. Properties of modules are their fields; `checkDefinition` looks those up.
 */
export interface FormProps extends Readonly<Record<string, string>> {
  readonly device: 'model' | 'factoryNo' | 'warrantyEnd' | 'useKind' | 'lastReading' | 'multiple';
  readonly project:
    | 'customerName'
    | 'profitLocked'
    | 'lastEnergyQuantity'
    | 'lastYearEnergyQuantity'
    | 'machineRoom'
    | 'customerContact'
    | 'customerPhone';
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
  readonly invoiceRegister: 'key' | 'otherUses';
  readonly user:
    | 'borrowLimit'
    | 'borrowingBalance'
    | 'overdueBorrowings'
    | 'bankAccountName'
    | 'bankName'
    | 'bankAccount'
    | 'offsetableBalance'
    | 'jobNo'
    | 'dept'
    | 'position'
    | 'salary';
  readonly sparePart: 'spec' | 'stock' | 'unitPrice';
  readonly contract: 'electricPrice';
  readonly waterChemical: 'stock' | 'unitPrice';
}

export const defineForm = formDefiner<{ readonly effects: EffectName; readonly props: FormProps & BookProps }>();
