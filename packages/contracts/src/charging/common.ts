/** Pieces that the calls of charging share. Money is decimal text in yuan with at most two places. */
import { z } from 'zod';
import { idText } from '../common.ts';

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;
/** Not negative. */
export const yuan = (what: string) => z.string(`请填写${what}`).trim().regex(AMOUNT, `${what}格式不正确`);
/** Above zero; what is no amount at all is told once. */
export const someYuan = (what: string) =>
  yuan(what).refine((text) => !AMOUNT.test(text.trim()) || /[1-9]/.test(text), `${what}应大于0`);
export const communityId = idText.meta({ description: '小区' });
export const chargePeriod = z.string('请选择账期').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '账期格式应为 YYYY-MM');

/** A UUID that the page makes for one intended act; the same again does nothing twice. */
export const requestId = z.uuid('请求编号不正确，请刷新后重试');
export const chargeReason = z.string('请填写原因').trim().min(1, '请填写原因').max(200, '原因最多200字');
