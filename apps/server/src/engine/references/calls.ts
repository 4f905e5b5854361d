/** The picker's call: what a field may point at, among what the person may see. */
import { referenceIndex } from '@hengneng/contracts';
import { isModuleId, MODULES } from '@hengneng/core';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { ReferenceRegistry } from './types.ts';

const OWN: ReadonlySet<string> = new Set(['Entity', 'Field', 'Keyword', 'ProjectCode', 'PageIndex', 'PageSize']);

export const registerReferences = (registry: CallRegistry, references: ReferenceRegistry): void => {
  // Everybody who fills in a form picks; each source answers only what the person may see.
  registry.handle(referenceIndex, { access: 'signedIn' }, async (ctx, input) => {
    const source = references.source(input.Entity);
    if (source === undefined) {
      const planned = isModuleId(input.Entity) ? MODULES[input.Entity].title : null;
      throw invalid([
        { path: 'Entity', message: planned === null ? '没有这个查找对象' : `${planned}尚未启用，暂时不能选择` },
      ]);
    }
    const offer = references.offerOf(input.Field ?? '');
    const query = {
      keyword: input.Keyword.trim(),
      projectCode: input.ProjectCode === undefined || input.ProjectCode === '' ? null : input.ProjectCode,
      offset: (input.PageIndex - 1) * input.PageSize,
      limit: input.PageSize,
      extra: Object.fromEntries(Object.entries(input).filter(([key]) => !OWN.has(key))),
    };
    const { rows, total } = await source.search(ctx, { ...query, offer });
    // Who looks for one that they know of hears that it is there, and not that there is none.
    const withheld = total > 0 || offer === undefined ? 0 : (await source.search(ctx, { ...query, limit: 1 })).total;
    return { rows: [...rows], total, withheld };
  });
};
