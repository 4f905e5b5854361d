import { formatMoney } from '../../lib/format.ts';
import type { WaitRow } from '@hengneng/contracts';

/** Agreed to without being opened: nothing to fill in, not much money, and nobody else at it. */
export const isQuick = (task: WaitRow): boolean => task.batchable && task.claimedBy === null;

/** Why a to-do cannot be selected. */
export const NOT_QUICK = '有内容要填写、金额较大或有人正在处理，请单独处理';

/** Why an amount is marked. */
export const outlierWords = (above: string): string => `高于本模块95%的单据（${formatMoney(above)}元）`;
