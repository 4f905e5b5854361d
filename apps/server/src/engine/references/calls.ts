/** The picker's call: what a field may point at, among what the person may see. */
import { referenceIndex } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { ReferenceRegistry } from './types.ts';

const OWN: ReadonlySet<string> = new Set(['Entity', 'Keyword', 'ProjectCode', 'PageIndex', 'PageSize']);

export const registerReferences = (registry: CallRegistry, references: ReferenceRegistry): void => {
  // Everybody who fills in a form picks; each source answers only what the person may see.
  registry.handle(referenceIndex, { access: 'signedIn' }, async (ctx, input) => {
    const source = references.source(input.Entity);
    // A module that has no records yet: nothing to pick, and nothing wrong with asking.
    if (source === undefined && Object.hasOwn(MODULES, input.Entity)) return { rows: [], total: 0 };
    if (source === undefined) throw invalid([{ path: 'Entity', message: '没有这个查找对象' }]);
    const { rows, total } = await source.search(ctx, {
      keyword: input.Keyword.trim(),
      projectCode: input.ProjectCode === undefined || input.ProjectCode === '' ? null : input.ProjectCode,
      offset: (input.PageIndex - 1) * input.PageSize,
      limit: input.PageSize,
      extra: Object.fromEntries(Object.entries(input).filter(([key]) => !OWN.has(key))),
    });
    return { rows: [...rows], total };
  });
};
