/** A view as rows that can be asked for. */
import { viewExport, viewIndex } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { type CompiledField, type Fields, listFields, type ViewShape } from '@hengneng/form-kit';
import { callApi } from '../../lib/api.ts';
import type { RowsSource } from '../rows/source.ts';

export const byKey = (fields: Fields | undefined): ReadonlyMap<string, CompiledField> =>
  new Map(listFields(fields).map((of) => [of.key, of]));

export const sourceOf = (view: ViewShape): RowsSource => ({
  name: `view.${view.id}`,
  shape: view,
  fields: byKey(view.columns),
  asks: byKey(view.asks),
  figures: view.figures ?? {},
  charts: view.charts,
  screen: shortCodeOf(view.screen),
  load: (ask, signal) => callApi(viewIndex(view), ask, { signal }),
  exportPath: viewExport(view).path,
});
