/** Quotas of people and projects: which account of costs, and of the budget, each kind is charged to. */
import type { quotaAccount } from '@hengneng/forms';

type QuotaKind = (typeof quotaAccount.columns.quotaKind.options)[number];

/** Kinds that have an account of the budget's; the others are welfare of their own name. */
export const QUOTA_SUBJECT: Readonly<Partial<Record<QuotaKind, string>>> = {
  通讯费: '办公通讯',
  市内交通费: '车辆交通',
  自备车油补: '车辆交通',
  宿舍日用品: '房租宿舍',
  机房零星用品: '工具劳保',
  应急备用金: '其他',
};
