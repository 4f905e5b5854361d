import type { FormRow } from '@hengneng/contracts';
import type { ListBeside } from '@hengneng/core';
import type { ReactElement } from 'react';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { DaysLeft } from '../../ui/DaysLeft.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import type { LabelMap } from '../store/record-store.ts';
import { readNode } from '../widgets/ReadValue.tsx';
import type { Column } from './columns.ts';

export const serialOf = (row: FormRow): string => row.serial ?? '（草稿，未编号）';

const besideNode = ({ of, as }: ListBeside, value: unknown): ReactElement | string => {
  if (value === null || value === undefined || value === '') return '';
  if (of.kind === 'left') return <DaysLeft days={Number(value)} />;
  return as === 'money' ? formatMoney(String(value)) : String(value);
};

/** What a record shows in a column. */
export const Cell = ({
  column,
  row,
  labels,
}: {
  readonly column: Column;
  readonly row: FormRow;
  readonly labels: LabelMap;
}): ReactElement | string => {
  switch (column.key) {
    case 'serial':
      return serialOf(row);
    case 'status':
      return <StatusTag status={row.Status} />;
    case 'currentStep':
      return row.currentStep ? [row.currentStep, row.handlers].filter(Boolean).join(' · ') : '—';
    case 'openedBy':
      return row.openedBy ?? '';
    case 'applicant':
      return labels['applicant']?.[row.applicant] ?? row.applicant;
    case 'createdAt':
      return formatDateTime(row.createdAt);
    default:
      if (row.deptNames?.[column.key]) return row.deptNames[column.key] ?? '';
      if (column.beside) return besideNode(column.beside, row[column.key]);
      return column.of
        ? readNode({ of: column.of, value: row[column.key], labels: labels[column.key], plain: true })
        : '';
  }
};
