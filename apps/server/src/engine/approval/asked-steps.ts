/** Steps of a module that a list or a number is asked for by their keys. */
import { invalid } from '../../platform/http/errors.ts';
import type { Db } from '../../platform/db/schema.ts';
import { identityOf, moduleOf } from './modules.ts';
import type { FormPort } from './types.ts';

interface Asked {
  readonly ProcedureId?: number | undefined;
  readonly stepKey?: readonly string[] | undefined;
}

export interface AskedSteps {
  readonly keys: readonly string[] | undefined;
  /** As people call them now. */
  readonly names: readonly string[];
}

/**
 * A key means something within one module only, and one that its chain does not have would answer an empty list that looks like no work.
 * Steps of the program's own chain count, too, where the published one leaves them out: records on their way may still stand there.
 */
export const askedSteps = async (db: Db, forms: FormPort, { ProcedureId, stepKey }: Asked): Promise<AskedSteps> => {
  if (stepKey === undefined || stepKey.length === 0) return { keys: undefined, names: [] };
  if (ProcedureId === undefined) throw invalid([{ path: 'ProcedureId', message: '按步骤筛选时请指定模块' }]);
  const moduleId = moduleOf(ProcedureId);
  const chains = await Promise.all([forms.chain(db, moduleId), forms.chain(db, moduleId, 0)]);
  const known = chains.flatMap((one) => one?.chain.steps ?? []);
  const names = stepKey.map((key) => {
    const step = known.find((one) => one.key === key);
    if (step === undefined)
      throw invalid([{ path: 'stepKey', message: `${identityOf(moduleId).module}没有步骤${key}` }]);
    return step.name;
  });
  return { keys: stepKey, names };
};
