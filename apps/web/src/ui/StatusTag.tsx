import type { ReactElement } from 'react';
import { FLOW_STATUS } from '@hengneng/core';

/** Colour says the kind, the word says the state: never colour alone. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

const FLOW_TONE: Readonly<Record<string, Tone>> = {
  draft: 'neutral',
  running: 'accent',
  returned: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
  cancelled: 'neutral',
};

export const Tag = ({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: string;
}): ReactElement => <span className={`tag tag-${tone}`}>{children}</span>;

/** State of a form record. */
export const StatusTag = ({ status }: { readonly status: string }): ReactElement => (
  <Tag tone={FLOW_TONE[status] ?? 'neutral'}>{FLOW_STATUS[status] ?? status}</Tag>
);
