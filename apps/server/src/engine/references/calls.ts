import { referenceIndex } from '@hengneng/contracts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { refused } from '../../platform/http/errors.ts';
import type { ReferenceRegistry } from './types.ts';

/** `POST /webapi/Reference/Index`: the one search behind every picker. Each source shows only what the caller may see. */
export function registerReferences(registry: CallRegistry, references: ReferenceRegistry): void {
  registry.handle(referenceIndex, { access: 'signedIn' }, async (ctx, input) => {
    const { Entity, Keyword, ProjectCode, PageIndex, PageSize, ...extra } = input;
    const source = references.source(Entity);
    if (!source) throw refused(`没有可查找的「${Entity.slice(0, 60)}」`);
    const found = await source.search(ctx, {
      keyword: Keyword.trim(),
      projectCode: ProjectCode || null,
      offset: (PageIndex - 1) * PageSize,
      limit: PageSize,
      extra,
    });
    return { rows: [...found.rows], total: found.total };
  });
}
