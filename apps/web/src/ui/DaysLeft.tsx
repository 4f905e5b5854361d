import type { ReactElement } from 'react';
import { Tag } from './StatusTag.tsx';

/** From here on a day asks for attention. */
const SOON_DAYS = 3;

/** How many days are left until something is wanted; less than none where it is late. */
export const DaysLeft = ({ days }: { readonly days: number }): ReactElement => {
  if (days < 0) return <Tag tone="bad">{`超期 ${-days} 天`}</Tag>;
  return days <= SOON_DAYS ? <Tag tone="warn">{`${days} 天`}</Tag> : <>{`${days} 天`}</>;
};
