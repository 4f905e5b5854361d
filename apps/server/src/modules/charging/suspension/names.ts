/** Screens, papers and names of 停用. */
import { shortCodeOf } from '@hengneng/core';

export const TASK_PAGE = shortCodeOf('/chargeManage/suspend/suspendTask');
export const LIST_PAGE = shortCodeOf('/chargeManage/suspend/suspendList');
export const WISH_PAGE = shortCodeOf('/chargeManage/suspend/weChatApplySuspendTask');
/** Who agrees to what changes bills. */
export const AUDIT_PAGE = shortCodeOf('/chargeManage/chargeBillAudit');
/** The form that every application becomes. */
export const MODULE = 'suspend';
/** Under which pages hear of what householders send. */
export const WISH_NEWS = 'suspendWish';
/** Photos of identity papers: bound under a name that no right opens, and answered by a call of their own. */
export const WISH_PHOTO = 'suspendWish';
/** Steps of the form: who takes an application, who looks on the spot. */
export const STEP = { takes: 's1', looks: 's2' } as const;
/** Working hours within which an application of a householder is to be taken. */
export const TAKE_HOURS = 2;
