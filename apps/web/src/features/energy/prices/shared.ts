/** What the pages of prices share. */
import type { PRICED_CATEGORIES } from '@hengneng/contracts';

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
