import type { CompiledField } from '@hengneng/form-kit';
import type { AriaAttributes } from 'react';

/** What every input of a field gets. `value` is a record value, `null` for none. */
export interface WidgetProps {
  readonly id: string;
  readonly of: CompiledField;
  /** `planStart`, or `chemicals[3].quantity`. */
  readonly path: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Label, hint, message and whether it is required, for the element that takes the input. */
  readonly aria: Pick<
    AriaAttributes,
    'aria-label' | 'aria-labelledby' | 'aria-describedby' | 'aria-invalid' | 'aria-required'
  >;
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
