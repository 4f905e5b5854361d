import type { ReactElement } from 'react';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';

/** A day as a field of antd's form, which gives it its value. */
export const FormDay = ({
  label,
  value = null,
  id,
  onChange,
}: {
  readonly label: string;
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
}): ReactElement => (
  <MomentPicker
    {...(id === undefined ? {} : { id })}
    kind="date"
    aria={{ 'aria-label': label }}
    value={value}
    onChange={(next) => onChange?.(next)}
  />
);
