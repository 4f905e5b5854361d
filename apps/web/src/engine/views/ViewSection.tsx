import { viewExport, viewIndex } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { type CompiledField, listFields, type ViewShape } from '@hengneng/form-kit';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { callApi } from '../../lib/api.ts';
import { RowsSection, type RowsSource } from '../rows/RowsSection.tsx';
import type { RowExtras } from '../rows/RowsTable.tsx';

const byKey = (fields: readonly CompiledField[]): ReadonlyMap<string, CompiledField> =>
  new Map(fields.map((of) => [of.key, of]));

const sourceOf = (view: ViewShape): RowsSource => ({
  name: `view.${view.id}`,
  shape: view,
  fields: byKey(listFields(view.columns)),
  asks: byKey(listFields(view.asks)),
  figures: view.figures ?? {},
  charts: view.charts,
  screen: shortCodeOf(view.screen),
  load: (ask, signal) => callApi(viewIndex(view), ask, { signal }),
  exportPath: viewExport(view).path,
});

/** One view on a page: with its filters, figures, pictures, rows and workbook. */
export const ViewSection = ({
  view,
  ...rest
}: RowExtras & {
  readonly view: ViewShape;
  readonly tools?: ReactNode;
  readonly empty: string;
  readonly keywordHint?: string;
  readonly fixed?: Readonly<Record<string, string>>;
}): ReactElement => {
  const of = useMemo(() => sourceOf(view), [view]);
  return <RowsSection of={of} {...rest} />;
};
