/** Naming many devices by a rule such as `{机房}{台号}#{类别}`. */
interface Named {
  readonly OriginName: string;
  readonly RoomName: string;
  readonly No: string;
  readonly CategoryName: string;
  readonly DeviceCode: string;
}

const WORDS: Readonly<Record<string, (row: Named) => string>> = {
  机房: (row) => row.RoomName,
  台号: (row) => row.No,
  类别: (row) => row.CategoryName,
  编号: (row) => row.DeviceCode,
  原名称: (row) => row.OriginName,
};
export const NAME_PARTS = Object.keys(WORDS);
export const MOST_LETTERS = 30;

/** Names by a rule; the part that a device lacks is left out. @throws RangeError for a word in braces that is none */
export const nameBy = (rule: string, row: Named): string =>
  rule
    .replaceAll(/\{([^{}]*)\}/g, (_, word: string) => {
      const of = WORDS[word];
      if (of === undefined) throw new RangeError(`规则中没有「${word}」，可用：${NAME_PARTS.join('、')}`);
      return of(row);
    })
    .trim()
    .slice(0, MOST_LETTERS);
