import { getNodeRecord } from '@hengneng/contracts';
import { callApi } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';

/**
 * Takes a task that several people may handle.
 * @returns whether it is this person's now; otherwise they have been told whose it is
 */
export const claimTask = async (taskId: string): Promise<boolean> => {
  const { claimedBy } = await callApi(getNodeRecord, { NodeRecordId: taskId, Claim: true });
  if (claimedBy !== null) {
    notify.warning(`${claimedBy}正在处理`);
    return false;
  }
  notify.success('已认领，10分钟内由您处理');
  return true;
};

/** Gives it back, so that any of them may take it. */
export const releaseTask = async (taskId: string): Promise<boolean> => {
  await callApi(getNodeRecord, { NodeRecordId: taskId, Release: true });
  notify.success('已退回认领池');
  return true;
};
