/** 列设置 of a report's table: which columns and in what order, kept for the person. */
import { Button } from 'antd';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { arrange, type ColumnChoice, useListSettings } from '../../../engine/list/settings.ts';
import type { DataColumn } from '../../../ui/DataTable.tsx';

const ColumnDialog = lazy(() =>
  import('../../../engine/list/ColumnDialog.tsx').then((found) => ({ default: found.ColumnDialog })),
);

interface Chosen<R extends object> {
  readonly shown: readonly DataColumn<R>[];
  readonly button: ReactElement;
}

/**
 * The columns as the person wants them; the first one names the rows and stays where it is.
 * @param name under which the choice is kept
 */
export function useChosenColumns<R extends object>(name: string, columns: readonly DataColumn<R>[]): Chosen<R> {
  const { settings, save } = useListSettings(name);
  const [open, setOpen] = useState(false);
  const [first, ...free] = columns;
  const choices = arrange(
    free.map(({ key }) => key),
    settings.columns,
  );
  const byKey = new Map(free.map((column) => [column.key, column]));
  const keep = (next: readonly ColumnChoice[]) => {
    save((was) => ({ ...was, columns: next }));
    setOpen(false);
  };
  return {
    shown: [
      ...(first === undefined ? [] : [first]),
      ...choices.flatMap(({ key, shown }) => (shown ? (byKey.get(key) ?? []) : [])),
    ],
    button: (
      <>
        <Button onClick={() => setOpen(true)}>列设置</Button>
        {open ? (
          <Suspense fallback={null}>
            <ColumnDialog
              plain
              columns={free.map(({ key, head, unit }) => ({
                key,
                label: unit === undefined ? head : `${head}（${unit}）`,
                of: null,
              }))}
              choices={choices}
              onSave={keep}
              onReset={() => keep([])}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        ) : null}
      </>
    ),
  };
}
