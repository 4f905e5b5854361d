import type { ReactElement } from 'react';
import { MomentPicker, type MomentPickerProps } from './MomentPicker.tsx';

/** A day, or a moment, inside a form of antd, which gives it its value. */
export const MomentField = ({ kind = 'date', value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind={kind} value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);
