import type { CheckItem } from '@hengneng/contracts';

export const POINT_SET = 'formFlow.inspectionSystem.pointSet';

/** A new check item, as the editor opens it. */
export const newItem = (): CheckItem => ({
  item: '',
  standard: '',
  judge: '合格不合格',
  lower: null,
  upper: null,
  unit: '',
  options: [],
  score: '5',
  redLine: false,
});

/** What an item asks for, in words: `0～25 Pa`. */
export const judgeWords = (item: CheckItem): string => {
  if (item.judge === '选项') return item.options.join('、');
  if (item.judge === '合格不合格') return '合格、不合格';
  const unit = item.unit === '' ? '' : ` ${item.unit}`;
  if (item.lower !== null && item.upper !== null) return `${item.lower}～${item.upper}${unit}`;
  return item.lower === null ? `不大于 ${item.upper ?? ''}${unit}` : `不小于 ${item.lower}${unit}`;
};

/** Options of a drop-down whose values are their words. */
export const choices = <T extends string>(values: readonly T[]): { value: T; label: T }[] =>
  values.map((value) => ({ value, label: value }));

/** The list with one entry at another place. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, one);
  return next;
};
