/** A saving as people sign it: every figure with its unit and where it comes from, nothing to be worked out by the reader. */
import { BASELINE_SOURCE, NOT_QUALIFIED, type Qualification } from '../baseline/qualify.ts';
import { type FitStatistics, STATISTICS_SOURCE } from '../baseline/statistics.ts';
import { shownRest } from '../explain/shown.ts';
import { type Source, source } from '../source.ts';
import { formatQuantity, type QuantityName, QUANTITIES } from '../units/quantity.ts';
import {
  type AvoidedUse,
  GB_SOURCE,
  gbSign,
  IPMVP_SOURCE,
  type NonRoutine,
  type Uncertainty,
  UNCERTAINTY_SOURCE,
} from './avoided.ts';

export interface StatementLine {
  readonly key: string;
  readonly label: string;
  /** Null where the line is words only, or there is no value. */
  readonly value: number | null;
  readonly unit: string;
  /** As people read it, with its places but without unit. */
  readonly text: string;
  readonly source: Source;
}

export interface SavingsStatement {
  readonly lines: readonly StatementLine[];
  /** 「节约 1,234 kWh（10.0%）」. */
  readonly words: string;
  /** The baseline carries the saving. */
  readonly qualified: boolean;
  /** What stands beside the words where it does not, or the saving is lost in its doubt. */
  readonly notes: readonly string[];
}

export interface StatementInput {
  readonly avoided: AvoidedUse;
  readonly adjustments: readonly NonRoutine[];
  /** The quantity that was metered, which gives unit and places. */
  readonly quantity: QuantityName;
  readonly statistics: FitStatistics;
  readonly qualification: Qualification;
  readonly uncertainty: Uncertainty;
  /** 元 for one unit in the reporting period, and where it is from; absent where money is not spoken of. */
  readonly price?: { readonly value: number; readonly source: Source };
  /** % of the report's periods with weather outside what the baseline has seen. */
  readonly unseenPercent?: number;
}

const METERED = source('表计读数');
const ROUNDING = source('各数分别四舍五入到显示位数，相加减与结果之差');

/** 「节约 1,234 kWh」, 「多用 1,234 kWh」 or 「没有变化」: words never leave a reader to guess a sign. */
export function savedWords(saved: number, quantity: QuantityName): string {
  const text = formatQuantity(Math.abs(saved), quantity, { withUnit: true });
  if (text === formatQuantity(0, quantity, { withUnit: true })) return '没有变化';
  return `${saved > 0 ? '节约' : '多用'} ${text}`;
}

/** The statement of a reporting period. */
export function savingsStatement(input: StatementInput): SavingsStatement {
  const { avoided, adjustments, quantity, statistics, qualification, uncertainty, price, unseenPercent = 0 } = input;
  const line = (key: string, label: string, value: number | null, name: QuantityName, from: Source): StatementLine => ({
    key,
    label,
    value,
    unit: QUANTITIES[name].unit,
    // Signatures stand for the text as it was: with another sign the digest would say that figures changed.
    text: formatQuantity(value, name).replace('−', '-'),
    source: from,
  });
  const inUnit = (key: string, label: string, value: number | null, from: Source): StatementLine =>
    line(key, label, value, quantity, from);
  /** Figures are signed as they stand: where rounded ones do not add up to the last digit, the digit has a line. */
  const apart = (key: string, whole: number, parts: readonly number[]): readonly StatementLine[] => {
    const rest = shownRest({ before: 0, after: whole, parts }, QUANTITIES[quantity].places);
    return rest === 0 ? [] : [inUnit(key, '其中四舍五入尾差', rest, ROUNDING)];
  };
  const words = savedWords(avoided.saved, quantity);
  const nothing = words === '没有变化';
  return {
    lines: [
      inUnit('expected', '报告期条件下的基线能耗', avoided.expected, IPMVP_SOURCE),
      ...adjustments.map(({ event, amount, basis }, index) =>
        inUnit(`nonRoutine${index}`, `非常规调整：${event}`, amount, source(basis)),
      ),
      inUnit('adjustedBaseline', '调整后基线能耗', avoided.adjustedBaseline, IPMVP_SOURCE),
      ...apart('adjustedRest', avoided.adjustedBaseline, [
        avoided.expected,
        ...adjustments.map(({ amount }) => amount),
      ]),
      inUnit('actual', '实际能耗', avoided.actual, METERED),
      inUnit('saved', '节能量', avoided.saved, IPMVP_SOURCE),
      ...apart('savedRest', avoided.saved, [avoided.adjustedBaseline, -avoided.actual]),
      inUnit('gbSaved', '节能量（国标符号，负为节约）', gbSign(avoided.saved), GB_SOURCE),
      line('savedPercent', '节能率', avoided.savedPercent, 'percent', IPMVP_SOURCE),
      line(
        'uncertainty',
        `不确定度（${Math.round(uncertainty.confidence * 100)}% 置信）`,
        uncertainty.percent,
        'percent',
        UNCERTAINTY_SOURCE,
      ),
      line('cvRmse', '基线 CV(RMSE)', statistics.cvRmsePercent, 'percent', STATISTICS_SOURCE),
      line('nmbe', '基线 NMBE', statistics.nmbePercent, 'percent', STATISTICS_SOURCE),
      {
        key: 'qualification',
        label: '基线判定',
        value: null,
        unit: '',
        text: qualification.words,
        source: BASELINE_SOURCE,
      },
      ...(price === undefined
        ? []
        : [
            line('price', '单价', price.value, 'price', price.source),
            line('money', '节约费用', avoided.saved * price.value, 'money', source('节能量 × 单价')),
          ]),
    ],
    words:
      nothing || avoided.savedPercent === null ? words : `${words}（${Math.abs(avoided.savedPercent).toFixed(1)}%）`,
    qualified: qualification.qualified,
    notes: [
      ...(qualification.qualified ? [] : [NOT_QUALIFIED]),
      ...(nothing || uncertainty.acceptable ? [] : ['节能量小于其不确定度所能分辨的大小，仅供参考']),
      ...(unseenPercent > 0 ? [`报告期有 ${unseenPercent.toFixed(1)}% 的时间气温超出基线期范围，为外推`] : []),
    ],
  };
}
