import { shortCodeOf } from '@hengneng/core';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { canOpen } from '../../lib/permission.ts';

const MONTHLY = '/operationContent/stateMents/monthStateMents';

/** To where what a closed month left out is booked in the month that is open, of that meter; nothing for whoever may not open it. */
export const AdjustLink = ({
  project,
  month,
  device,
}: {
  readonly project: string;
  readonly month: string;
  readonly device: string;
}): ReactElement | null =>
  canOpen(shortCodeOf(MONTHLY)) ? (
    <Link to={`${MONTHLY}?${new URLSearchParams({ ProjectCode: project, Month: month, adjust: device })}`}>
      登记调整
    </Link>
  ) : null;
