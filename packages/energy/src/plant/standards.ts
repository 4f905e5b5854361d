/** Lines that standards draw. All of them are from memory of the texts: (check) before a customer relies on them. */
import { type Source, unchecked } from '../source.ts';

export interface StandardLine {
  readonly min: number;
  readonly source: Source;
}

/** Least 水输送系数 over a year. */
export const WTF_MINIMUM: Readonly<Record<'chilled' | 'cooling', StandardLine>> = {
  chilled: { min: 30, source: unchecked('GB/T 17981 空气调节系统经济运行') },
  cooling: { min: 25, source: unchecked('GB/T 17981 空气调节系统经济运行') },
};
