import type { ViewShape } from '@hengneng/form-kit';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { RowsSection } from '../rows/RowsSection.tsx';
import type { RowExtras } from '../rows/RowsTable.tsx';
import { sourceOf } from './source.ts';

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
  readonly aside?: readonly string[];
  readonly rowsOnly?: boolean;
}): ReactElement => {
  const of = useMemo(() => sourceOf(view), [view]);
  return <RowsSection of={of} {...rest} />;
};
