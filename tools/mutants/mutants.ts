/**
 * Single breaks of what must never give way, each with the tests that have to notice. A line that stands here may not change without its break
 * changing along; `npm run mutants` breaks them all, one at a time.
 */
import { approvalMutants } from './approval.ts';
import { chargingMutants } from './charging.ts';
import { energyMutants } from './energy.ts';
import { failureMutants } from './failures.ts';
import { formMutants } from './forms.ts';
import { moneyMutants } from './money.ts';
import type { Mutant } from './mutant.ts';
import { pageMutants } from './pages.ts';
import { platformMutants } from './platform.ts';

export const MUTANTS: readonly Mutant[] = [
  ...approvalMutants,
  ...failureMutants,
  ...formMutants,
  ...platformMutants,
  ...moneyMutants,
  ...pageMutants,
  ...energyMutants,
  ...chargingMutants,
];

export const mutantOf = (id: string): Mutant | undefined => MUTANTS.find((one) => one.id === id);
