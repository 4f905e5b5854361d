import { formatMoney } from '../../lib/format.ts';
import type { WaitRow } from '@hengneng/contracts';

/** Agreed to without being opened: nothing to fill in, not much money, and nobody else at it. */
export const isQuick = (task: WaitRow): boolean => task.batchable && task.claimedBy === null;

/** Decided together with others: sent back, and agreed to where that is quick. What is one's own to correct or asks for words only is not. */
export const isPickable = (task: WaitRow): boolean =>
  task.claimedBy === null && (task.taskKind === 'approve' || task.taskKind === 'sign');

/** Why a to-do cannot be selected. */
export const NOT_PICKABLE = '有人正在处理，或要您本人修改、回复意见，请单独处理';

/** Why none of what is selected can be agreed to together. */
export const NOT_QUICK = '所选单据有内容要填写或金额较大，请单独处理';

/** Why an amount is marked. */
export const outlierWords = (above: string): string => `高于本模块95%的单据（${formatMoney(above)}元）`;
