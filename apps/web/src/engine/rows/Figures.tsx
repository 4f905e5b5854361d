import { type Fields, formatValue, listFields, unitOf } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { FigureCards } from '../../ui/FigureCards.tsx';

/** Figures over all that matches, as cards. */
export const Figures = ({
  fields: shown,
  values,
}: {
  readonly fields: Fields;
  readonly values: Readonly<Record<string, string | null>> | undefined;
}): ReactElement | null => {
  const fields = listFields(shown).filter((of) => values === undefined || of.key in values);
  if (fields.length === 0) return null;
  return (
    <FigureCards
      label="数字"
      busy={values === undefined}
      cards={fields.map((of) => [
        of.label,
        values?.[of.key] == null ? '—' : formatValue(of.field, values[of.key]),
        unitOf(of.field) ?? '',
      ])}
    />
  );
};
