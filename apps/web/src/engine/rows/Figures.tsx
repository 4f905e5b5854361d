import { type Fields, formatValue, listFields, unitOf } from '@hengneng/form-kit';
import type { ReactElement } from 'react';

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
    <dl className="cards view-figures" aria-busy={values === undefined} aria-label="数字">
      {fields.map((of) => (
        <div key={of.key} className="figure">
          <dt>{of.label}</dt>
          <dd>
            {values?.[of.key] === null || values === undefined ? '—' : formatValue(of.field, values[of.key])}
            {unitOf(of.field) ? <small>{unitOf(of.field)}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
};
