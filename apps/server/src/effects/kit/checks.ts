/** What check fields of a record say. */
import type { CheckValue } from '@hengneng/form-kit';

export const failed = (value: CheckValue | null): boolean => value?.result === '不合格';

/** A check item with what was noted of it. */
export const noted = (item: string, value: CheckValue | null): string =>
  value?.remark ? `${item}：${value.remark}` : item;
