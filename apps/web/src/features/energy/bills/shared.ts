/** First part of the keys of queries that show bills. */
export const BILLS = 'energy-bills';

/** Energies that are bought, as bills name them. */
export const ENERGIES = [
  { value: 'elec', label: '电', unit: 'kWh' },
  { value: 'gas', label: '燃气', unit: 'm³' },
  { value: 'water', label: '自来水', unit: 'm³' },
  { value: 'steam', label: '蒸汽', unit: 't' },
  { value: 'heatBuy', label: '外购热', unit: 'GJ' },
  { value: 'oil', label: '柴油', unit: 'kg' },
] as const;
