import { isForeseen, type StepView } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { FLOW_STATUS } from '@hengneng/core';

/** Colour says the kind, the word says the state: never colour alone. */
export type Tone = 'neutral' | 'accent' | 'good' | 'soon' | 'warn' | 'bad';

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

/** What has become of a step of an approval. */
const STEP: Readonly<Record<StepView['state'], readonly [string, Tone]>> = {
  future: ['预计', 'neutral'],
  active: ['处理中', 'accent'],
  done: ['已处理', 'good'],
  returned: ['已退回', 'warn'],
  skipped: ['已跳过', 'neutral'],
  cancelled: ['已取消', 'neutral'],
};

export const StepTag = ({ step }: { readonly step: StepView }): ReactElement => {
  const [word, tone] = STEP[step.state];
  if (isForeseen(step)) return <Tag tone={tone}>预计跳过</Tag>;
  return <Tag tone={tone}>{step.key === 'start' && step.state === 'done' ? '已提交' : word}</Tag>;
};
