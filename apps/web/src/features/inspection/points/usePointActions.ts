import { perambulatePointSort, perambulatePointState } from '@hengneng/contracts';
import { useWrite } from '../../../lib/useWrite.ts';
import { POINTS } from './queries.ts';

/** What is done to points besides editing them. */
export const usePointActions = (onGone?: () => void) => {
  const state = useWrite(perambulatePointState, {
    said: (_, { to }) => `已${to}`,
    onDone: (_, { to }) => {
      if (to === '删除') onGone?.();
    },
    renews: [POINTS],
  });
  const sort = useWrite(perambulatePointSort, { renews: [POINTS] });
  return { state, sort };
};
