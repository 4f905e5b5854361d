/** Lines that standards draw. All of them are from memory of the texts: (check) before a customer relies on them. */
import { type Source, unchecked } from '../source.ts';
import type { Mode } from './efficiency.ts';

export interface StandardLine {
  readonly min: number;
  readonly source: Source;
}

/** Least COP of a direct-fired machine at rated conditions. */
export const FIRED_MINIMUM: Readonly<Record<Mode, StandardLine>> = {
  cooling: { min: 1.2, source: unchecked('GB 50189-2015 公共建筑节能设计标准') },
  heating: { min: 0.9, source: unchecked('GB 50189-2015 公共建筑节能设计标准') },
};

/** 能效等级 of direct-fired machines, cooling. */
export const FIRED_GRADES = {
  source: unchecked('GB 29540-2013 溴化锂吸收式冷水机组能效限定值及能效等级'),
  grades: [
    { grade: 1, min: 1.4 },
    { grade: 2, min: 1.3 },
    { grade: 3, min: 1.1 },
  ],
} as const;

/** Least 水输送系数 over a year. */
export const WTF_MINIMUM: Readonly<Record<'chilled' | 'cooling', StandardLine>> = {
  chilled: { min: 30, source: unchecked('GB/T 17981 空气调节系统经济运行') },
  cooling: { min: 25, source: unchecked('GB/T 17981 空气调节系统经济运行') },
};

/** Grade 1 to 3 of a COP at rated conditions; null below all of them. */
export const firedGrade = (cop: number): 1 | 2 | 3 | null =>
  FIRED_GRADES.grades.find(({ min }) => cop >= min)?.grade ?? null;

export interface LineVerdict {
  readonly meets: boolean;
  readonly words: string;
  readonly source: Source;
}

/** 「1.28，达到 1.20 的要求」 or 「1.12，低于 1.20 的要求」. */
export const againstLine = (value: number, { min, source }: StandardLine): LineVerdict => {
  const meets = value >= min;
  return {
    meets,
    words: `${value.toFixed(2)}，${meets ? '达到' : '低于'} ${min.toFixed(2)} 的要求`,
    source,
  };
};
