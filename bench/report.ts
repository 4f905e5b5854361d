/** Prints measurements as aligned tables; Chinese letters count two columns. */

const width = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e7f ? 2 : 1), 0);

/** Lines of a table: the first column to the left, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => width(row[column] ?? ''))));
  const line = (row: readonly string[]): string =>
    row
      .map((text, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - width(text));
        return column === 0 ? text + space : space + text;
      })
      .join('  ');
  return [line(head), widths.map((size) => '-'.repeat(size)).join('  '), ...rows.map(line)].join('\n');
}

export interface Goal {
  readonly name: string;
  readonly measured: string;
  readonly goal: string;
  readonly met: boolean;
}

/** What was measured beside what it should be. */
export const goalsTable = (goals: readonly Goal[]): string =>
  table(
    ['目标', '实测', '应为', ''],
    goals.map(({ name, measured, goal, met }) => [name, measured, goal, met ? '达到' : '未达到']),
  );

export const ms = (value: number): string => value.toFixed(1);
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`;
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
