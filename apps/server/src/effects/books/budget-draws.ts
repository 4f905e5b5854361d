/** Which forms draw on a budget, and how each says whose, of which month and on which subject. */
import type { ModuleId } from '@hengneng/core';
import type { BudgetKey } from './budget.ts';
import { LOAN_SUBJECT } from './loans.ts';

type Values = Readonly<Record<string, unknown>>;

export interface BudgetDraw {
  /** The field `dept` or `project` then holds the owner. */
  ownerKind(record: Values): BudgetKey['ownerKind'];
  /** Field of the month. */
  readonly month: 'budgetMonth' | 'payMonth';
  subject(record: Values, row: Values | null): unknown;
}

const byChoice =
  (field: 'bearer' | 'ownerType'): BudgetDraw['ownerKind'] =>
  (record) =>
    record[field] === '部门' ? 'dept' : 'project';

/** The subject that payments of building works are charged to. */
export const worksSubject = (payKind: unknown): string => (payKind === '质保金' ? '质保金' : '工程设备款');

export const BUDGET_DRAWS: Readonly<Partial<Record<ModuleId, BudgetDraw>>> = {
  payment: { ownerKind: () => 'project', month: 'payMonth', subject: (record) => record.budgetSubject },
  paymentNotEnergy: { ownerKind: () => 'project', month: 'payMonth', subject: (record) => record.budgetSubject },
  expenseReimbursement: {
    ownerKind: byChoice('bearer'),
    month: 'budgetMonth',
    subject: (_record, row) => row?.subject,
  },
  borrowing: { ownerKind: () => 'dept', month: 'budgetMonth', subject: () => LOAN_SUBJECT },
  payMoney: {
    ownerKind: () => 'project',
    month: 'budgetMonth',
    subject: (record) => worksSubject(record.payKind),
  },
  // A transfer asks for the subject that it takes from, a line for its own.
  fundBudget: {
    ownerKind: byChoice('ownerType'),
    month: 'budgetMonth',
    subject: (_record, row) => row?.fromSubject ?? row?.subject,
  },
};
