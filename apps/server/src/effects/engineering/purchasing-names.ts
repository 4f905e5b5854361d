/** Names that the purchasing service has for several forms at once: which form is meant, is said beside. The forms' own rights hold. */
import {
  CODES,
  EVALUATIONS,
  getCode,
  projectContractAdd,
  providerEvaluationAdd,
  providerEvaluationDetail,
} from '@hengneng/contracts';
import type { ModuleId } from '@hengneng/core';
import { demand } from '../../engine/forms/access.ts';
import { draft } from '../../engine/forms/commands.ts';
import { previewSerial } from '../../engine/forms/numbering.ts';
import { getInfo } from '../../engine/forms/read.ts';
import type { Engine, Module } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';

export function registerPurchasingNames(registry: CallRegistry, { catalog, deps }: Engine): void {
  const moduleOf = (id: ModuleId): Module => {
    const module = catalog.get(id);
    if (module === undefined) throw new Error(`${id} has no definition`);
    return module;
  };
  const contract = moduleOf('purchaseContract');
  registry.handle(providerEvaluationAdd, { access: 'signedIn' }, (ctx, { kind, ...values }) =>
    draft(deps, moduleOf(EVALUATIONS[kind]), ctx, {}, values),
  );
  registry.handle(providerEvaluationDetail, { access: 'signedIn' }, (ctx, { kind, BusinessId }) =>
    getInfo(deps, moduleOf(EVALUATIONS[kind]), ctx, BusinessId),
  );
  registry.handle(projectContractAdd, { access: 'signedIn' }, (ctx, values) => draft(deps, contract, ctx, {}, values));
  registry.handle(getCode, { access: 'signedIn' }, async (ctx, { type }) => {
    const module = moduleOf(CODES[type]);
    demand(ctx.session, module, 'add');
    return { code: await previewSerial(ctx.db, module.id, module.form.definition.serial, ctx.now) };
  });
}
