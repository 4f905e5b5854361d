/** What the pages of prices share. */
import type { EnergyPriceRow, PRICED_CATEGORIES } from '@hengneng/contracts';
import { formatDecimal } from '../../../lib/format.ts';

export const SCREEN = 'operationContent.setting.energyPriceSet';
/** All queries of prices, so that a change renews them. */
export const PRICES = 'energyPrices';

export const CATEGORIES: readonly { readonly value: (typeof PRICED_CATEGORIES)[number]; readonly label: string }[] = [
  { value: 'elec', label: '电' },
  { value: 'gas', label: '燃气' },
  { value: 'water', label: '自来水' },
  { value: 'softWater', label: '软水' },
  { value: 'steam', label: '蒸汽' },
  { value: 'heatBuy', label: '外购热' },
  { value: 'oil', label: '柴油' },
];

export const KINDS = [
  { value: 'sharp', label: '尖' },
  { value: 'peak', label: '峰' },
  { value: 'flat', label: '平' },
  { value: 'valley', label: '谷' },
] as const;
export type TouKindName = (typeof KINDS)[number]['value'];

/** What an energy costs, in one cell: 「0.9800」 or 「尖 1.2 峰 1.0 平 0.7 谷 0.3」. */
export const priceText = (row: EnergyPriceRow): string => {
  if (row.Mode === 'single') return formatDecimal(row.Price, 4);
  if (row.Mode === 'ladder')
    return row.Steps.map(
      ({ UpTo, Price }) => `${UpTo === null ? '以上' : `≤${formatDecimal(UpTo)}`} ${formatDecimal(Price, 4)}`,
    ).join('；');
  return [
    ['尖', row.Sharp],
    ['峰', row.Peak],
    ['平', row.Flat],
    ['谷', row.Valley],
  ]
    .map(([name, value]) => `${name} ${formatDecimal(value, 4)}`)
    .join('，');
};
