import type { WaitRow } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { formatDateTime, formatRecent } from '../../lib/format.ts';
import { Tag } from '../../ui/StatusTag.tsx';

/** Until when a to-do is to be handled, and how pressing that is. */
export const Due = ({ row: { dueAt, urgency } }: { readonly row: WaitRow }): ReactElement => (
  <span className="due" title={dueAt === null ? undefined : formatDateTime(dueAt)}>
    {urgency === 'overdue' ? <Tag tone="bad">已超时</Tag> : null}
    {urgency === 'soon' ? <Tag tone="warn">即将到期</Tag> : null}
    <span>{formatRecent(dueAt)}</span>
  </span>
);
