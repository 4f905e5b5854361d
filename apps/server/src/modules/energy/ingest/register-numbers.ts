/** Registers as `reading_hot` and `reading_day` know them. A number that was used once never means another register. */
import { REGISTERS, type Register } from '@hengneng/energy/measuring';

export const REGISTER_NUMBERS: Readonly<Record<Register, number>> = {
  total: 1,
  sharp: 2,
  peak: 3,
  flat: 4,
  valley: 5,
  demand: 6,
  reactive: 7,
  flow: 8,
  supply: 9,
  return: 10,
  pressure: 11,
  temperature: 12,
};

export const isRegister = (text: string): text is Register => Object.hasOwn(REGISTERS, text);
