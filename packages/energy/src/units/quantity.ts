/** How a quantity is written: its unit and places, the same in every table, chart and export. */
import { decimal, thousands } from '@hengneng/core';
import { convertEnergy, type EnergyUnit } from './energy.ts';

interface Quantity {
  readonly label: string;
  readonly unit: string;
  /** Decimals that people see. Nothing is calculated with what they see. */
  readonly places: number;
}

/** Places are those of the catalogue's `shared.units`; power, area and degree days, of which it says none, are those of its forms. */
export const QUANTITIES = {
  electricity: { label: '电', unit: 'kWh', places: 0 },
  gas: { label: '燃气', unit: 'm³', places: 0 },
  water: { label: '水', unit: 'm³', places: 1 },
  steam: { label: '蒸汽', unit: 't', places: 2 },
  heat: { label: '冷热量', unit: 'kWh', places: 0 },
  temperature: { label: '温度', unit: '℃', places: 1 },
  pressure: { label: '压力', unit: 'MPa', places: 2 },
  flow: { label: '流量', unit: 'm³/h', places: 1 },
  power: { label: '功率', unit: 'kW', places: 1 },
  cop: { label: 'COP', unit: '', places: 2 },
  money: { label: '金额', unit: '元', places: 2 },
  price: { label: '单价', unit: '元', places: 4 },
  intensity: { label: '单位面积能耗', unit: 'kWh/m²', places: 2 },
  costIntensity: { label: '单位面积费用', unit: '元/m²', places: 2 },
  carbon: { label: '碳排放', unit: 'tCO₂', places: 2 },
  coal: { label: '标煤', unit: 'tce', places: 2 },
  degreeDays: { label: '度日数', unit: '℃·d', places: 1 },
  area: { label: '面积', unit: 'm²', places: 2 },
  hours: { label: '时长', unit: 'h', places: 1 },
  percent: { label: '比例', unit: '%', places: 1 },
} as const satisfies Record<string, Quantity>;
export type QuantityName = keyof typeof QUANTITIES;

/** Decimals of cold and heat once they are shown in another unit than kWh: as fine as a whole kWh, or nearly. */
const HEAT_PLACES: Readonly<Record<EnergyUnit, number>> = { kWh: 0, MWh: 2, GJ: 2, RTh: 0, 万大卡: 1 };

/** What stands where there is no value: base of zero, incomplete data, nothing entered. */
export const NO_VALUE = '—';

const written = (value: number | null | undefined, places: number, unit: string, withUnit: boolean): string => {
  const text = value === null || value === undefined ? null : decimal(value, places);
  if (text === null) return NO_VALUE;
  // The same sign as 「−3.4%」 beside it.
  const figure = thousands(text).replace('-', '−');
  if (!withUnit || unit === '') return figure;
  return unit === '%' ? `${figure}%` : `${figure} ${unit}`;
};

/**
 * `formatQuantity(12345.6, 'electricity', { withUnit: true })` → `12,346 kWh`, rounded half away from zero; 「—」 for no value.
 */
export const formatQuantity = (
  value: number | null | undefined,
  quantity: QuantityName,
  { withUnit = false }: { readonly withUnit?: boolean } = {},
): string => written(value, QUANTITIES[quantity].places, QUANTITIES[quantity].unit, withUnit);

/** Decimals that cold and heat are shown with; null of what is no unit of them. */
export const heatPlaces = (unit: string): number | null =>
  Object.hasOwn(HEAT_PLACES, unit) ? HEAT_PLACES[unit as EnergyUnit] : null;

/** Cold or heat that is in its unit already. */
export const formatHeatIn = (value: number | null | undefined, unit: string): string =>
  written(value, heatPlaces(unit) ?? 0, '', false);

/** Cold or heat given in kWh, written in the unit that a person chose. */
export const formatHeat = (
  kwh: number | null | undefined,
  unit: EnergyUnit,
  { withUnit = false }: { readonly withUnit?: boolean } = {},
): string =>
  written(
    kwh === null || kwh === undefined || !Number.isFinite(kwh) ? null : convertEnergy(kwh, 'kWh', unit),
    HEAT_PLACES[unit],
    unit,
    withUnit,
  );
