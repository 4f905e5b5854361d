import { HEAT_UNITS } from '@hengneng/contracts';
import type { EnergyUnit } from '@hengneng/energy/units';
import type { ReactElement } from 'react';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { useSetting } from '../../../lib/useSetting.ts';
import { ChoiceFilter } from '../../../ui/filters.tsx';

/** As people say them, short enough for the field. */
const WORDS: Readonly<Record<EnergyUnit, string>> = {
  kWh: '冷热量 kWh',
  GJ: '冷热量 GJ',
  MWh: '冷热量 MWh',
  RTh: '冷热量 RT·h',
  万大卡: '冷热量 万大卡',
};

const SETTING = 'report.heatUnit';

/** What cold and heat are told in: what the address says, which may be passed on, else what the person chose last. */
export const useHeatUnit = (filters: Filters): EnergyUnit => {
  const [stored] = useSetting(SETTING);
  const { heat } = filters;
  return HEAT_UNITS.find((one) => (heat === undefined ? JSON.stringify(one) === stored : one === heat)) ?? 'kWh';
};

/** The choice, which the next report begins with. */
export const HeatUnit = ({
  unit,
  onChange,
}: {
  readonly unit: EnergyUnit;
  readonly onChange: (filter: { readonly heat: string }) => void;
}): ReactElement => {
  const [, save] = useSetting(SETTING);
  return (
    <ChoiceFilter
      label="冷热量单位"
      value={unit}
      options={HEAT_UNITS.map((value) => ({ value, label: WORDS[value] }))}
      onChange={(chosen) => {
        const heat = chosen ?? 'kWh';
        save(() => heat);
        onChange({ heat });
      }}
    />
  );
};
