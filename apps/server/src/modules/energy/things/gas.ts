/** Gas meters that count as the gas flows (工况): what is set to convert it to the standard state (标况, 20 ℃ and 101.325 kPa). */
import type { GasSet } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { checkGasState, type GasState, gasWords, standardFactor } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';

/** What a meter's gas is converted by, as the page has it; null of one that shows the standard state. @param alias of `meter_ratio` */
export const gasText = (alias: string): RawBuilder<GasSet | null> =>
  sql.raw(`case when ${alias}.gas_state is not null then jsonb_build_object('Gauge', ${alias}.gas_state ->> 'gauge', 'Air', ${alias}.gas_state ->> 'air',
    'Temperature', ${alias}.gas_state ->> 'temperature') end`);

export const gasStateOf = ({ Gauge, Air, Temperature }: GasSet): GasState => ({
  gauge: Gauge,
  air: Air,
  temperature: Temperature,
});

export const countsWords = (gas: GasState | null): string => (gas === null ? '标况' : `工况（${gasWords(gas)}）`);

/** By how much a cubic metre becomes more; 1 where nothing is converted. */
export const gasFactorOf = (gas: GasState | null): string => (gas === null ? '1' : standardFactor(gas));

export const gasJson = (gas: GasState | null): string | null => (gas === null ? null : JSON.stringify(gas));

const FIELDS = { gauge: 'Gauge', air: 'Air', temperature: 'Temperature' } as const;

/** What was given for a meter; what is wrong with it is added to the faults. */
export const gasOf = (given: GasSet | undefined, meterType: string, faults: FieldError[]): GasState | null => {
  if (given === undefined) return null;
  if (meterType !== '燃气表') {
    faults.push({ path: 'Gas', message: '只有燃气表按工况换算到标况' });
    return null;
  }
  const gas = gasStateOf(given);
  const wrong = checkGasState(gas);
  if (wrong === null) return gas;
  faults.push({ path: `Gas.${FIELDS[wrong.path]}`, message: wrong.message });
  return null;
};
