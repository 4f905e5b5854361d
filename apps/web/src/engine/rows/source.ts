/** Rows that can be asked for, and what is answered. */
import type { ChartGroup, ViewRow } from '@hengneng/contracts';
import type { CompiledField, Fields, ListShape, ViewChart } from '@hengneng/form-kit';
import type { LabelMap } from '../store/record-store.ts';

export interface RowsAnswer {
  readonly rows: readonly ViewRow[];
  readonly total: number;
  readonly sums: Readonly<Record<string, string>>;
  readonly labels: LabelMap;
  readonly figures?: Readonly<Record<string, string | null>>;
  readonly charts?: Readonly<Record<string, readonly ChartGroup[]>>;
}

/** Rows that can be asked for: a book's or a view's. */
export interface RowsSource {
  /** Under which a person's columns and filters are kept. */
  readonly name: string;
  readonly shape: ListShape;
  readonly fields: ReadonlyMap<string, CompiledField>;
  readonly asks: ReadonlyMap<string, CompiledField>;
  readonly figures: Fields;
  readonly charts: Readonly<Record<string, ViewChart>> | undefined;
  /** ShortCode of the page. */
  readonly screen: string;
  readonly load: (ask: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<RowsAnswer>;
  readonly exportPath: string;
}
