/** The columns that a role's to-do page has beside the usual ones: what its people decide by. */
import { getTaskColumns } from '@hengneng/contracts';
import { roleColumnsOf } from '@hengneng/core';
import { type CompiledForm, isNumeric, today, unitOf } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { formatMoney } from '../../lib/format.ts';
import { keepPrevious } from '../../lib/query.ts';
import { DaysLeft } from '../../ui/DaysLeft.tsx';
import { ReadValue } from '../widgets/ReadValue.tsx';
import { isFilled } from '../widgets/filled.ts';
import type { ExtraColumns } from './TaskRows.tsx';
import type { Line } from './tabs.tsx';

const DAY_MS = 86_400_000;

/** Days from one day to another, both `2026-11-22`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

const leftOf = (due: unknown, now: string): ReactNode => {
  if (typeof due !== 'string' || due === '') return '';
  return <DaysLeft days={daysBetween(now, due.slice(0, 10))} />;
};

const besideOf = (value: unknown, as: 'money' | 'number' | 'text'): ReactNode => {
  if (value === null || value === undefined || value === '') return '';
  return as === 'money' ? formatMoney(String(value)) : String(value);
};

/** Undefined where the page is no role's. */
export const useRoleColumns = (path: string, form: CompiledForm, lines: readonly Line[]): ExtraColumns | undefined => {
  const columns = roleColumnsOf(path);
  const [now] = useState(() => today(new Date()));
  const ids = [...new Set(lines.map((line) => line.id))].sort();
  const found = useQuery({
    queryKey: ['tasks', form.id, 'columns', path, ids],
    queryFn: ({ signal }) => callApi(getTaskColumns, { Page: path, BusinessId: ids }, { signal }),
    placeholderData: keepPrevious,
    enabled: columns !== null && ids.length > 0,
  });
  if (columns === null) return undefined;
  const fields = [...columns.keys, columns.due].flatMap((key) => form.field(key) ?? []);
  const rows = new Map(found.data?.rows.map((row) => [row.id, row]));
  const labels = found.data?.labels ?? {};
  const beside = found.data?.beside ?? [];
  return {
    heads: [
      ...fields.map((of) => ({
        label: unitOf(of.field) === undefined ? of.label : `${of.label}（${unitOf(of.field)}）`,
        right: isNumeric(of.field),
      })),
      ...beside.map(({ label, as }) => ({ label, right: as !== 'text' })),
      { label: '剩余' },
    ],
    cellsOf: (id) => {
      const row = rows.get(id);
      return [
        ...fields.map((of) =>
          row === undefined || !isFilled(row[of.key]) ? (
            ''
          ) : (
            <ReadValue key={of.key} of={of} value={row[of.key]} labels={labels[of.key]} plain />
          ),
        ),
        ...beside.map(({ key, as }) => besideOf(row?.[key], as)),
        leftOf(row?.[columns.due], now),
      ];
    },
  };
};
