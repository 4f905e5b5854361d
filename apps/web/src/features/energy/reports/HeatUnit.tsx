import { HEAT_UNITS } from '@hengneng/contracts';
import type { EnergyUnit } from '@hengneng/energy/units';
import type { ReactElement } from 'react';
import { useSession } from '../../../lib/session.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { ChoiceFilter } from '../../../ui/filters.tsx';

/** As people say them, short enough for the field. */
const WORDS: Readonly<Record<EnergyUnit, string>> = {
  kWh: '冷热量 kWh',
  GJ: '冷热量 GJ',
  MWh: '冷热量 MWh',
  RTh: '冷热量 RT·h',
  万大卡: '冷热量 万大卡',
};

const keyOf = (): string => `heat-unit:${useSession.getState().user?.account ?? ''}`;

const kept = (): string | null => {
  try {
    return localStorage.getItem(keyOf());
  } catch {
    return null;
  }
};

const unitOf = (text: string | null | undefined): EnergyUnit | undefined => HEAT_UNITS.find((one) => one === text);

/** What cold and heat are told in: what the address says, which may be passed on, else what the person chose last. */
export const heatUnitOf = (filters: Filters): EnergyUnit => unitOf(filters['heat']) ?? unitOf(kept()) ?? 'kWh';

/** The choice, which the next report begins with. */
export const HeatUnit = ({
  unit,
  onChange,
}: {
  readonly unit: EnergyUnit;
  readonly onChange: (filter: { readonly heat: string }) => void;
}): ReactElement => (
  <ChoiceFilter
    label="冷热量单位"
    value={unit}
    options={HEAT_UNITS.map((value) => ({ value, label: WORDS[value] }))}
    onChange={(chosen) => {
      const heat = chosen ?? 'kWh';
      try {
        localStorage.setItem(keyOf(), heat);
      } catch {
        // The address says it as long as the page is open.
      }
      onChange({ heat });
    }}
  />
);
