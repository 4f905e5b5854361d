/** 子项目预算: what tenders and purchases hold of it never exceeds it, whoever comes at the same time. */
import { subProject, subProjectDraw } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Writing } from '../kit/effect.ts';
import type { Lookup } from './lookup.ts';
import type { Source } from './source.ts';

/** What is left of a sub-project's budget, without what a record itself holds; null where there is no such sub-project. */
async function subBudgetLeft(tx: Tx, id: string, except: Source): Promise<string | null> {
  const { rows } = await sql<{
    left: string;
  }>`select (s.budget - coalesce((select sum(d.amount) from b_sub_project_draw d
      where d.sub_project = s.id and not d.voided and not (d.source_module = ${except.module} and d.source_id = ${except.id})), 0))::text as left
    from b_sub_project s where s.id = ${id} and not s.voided`.execute(tx);
  return rows[0]?.left ?? null;
}

export const SUB_PROJECT_LOOKUPS = {
  budgetLeft: async (tx, id, env) =>
    id === null ? null : subBudgetLeft(tx, id, { module: env.moduleId, id: env.businessId ?? '0' }),
} satisfies Readonly<Record<string, Lookup>>;

interface Draw {
  readonly subProject: string;
  readonly project: string;
  readonly kind: '招标占用' | '采购占用' | '释放';
  readonly amount: string;
  readonly document: string;
}

/** Holds (or, negative, releases) some of a sub-project's budget. @throws invalid at `path` when there is not enough */
export async function drawSubProject(
  { tx, find, book }: Pick<Writing, 'tx' | 'find' | 'book'>,
  draw: Draw,
  path: string,
): Promise<void> {
  // The row of the sub-project serialises those who draw at the same time.
  await find(subProject, { id: draw.subProject });
  const left = await subBudgetLeft(tx, draw.subProject, { module: 'tenderApplication', id: '0' });
  if (Number(draw.amount) > Number(left ?? 0))
    throw invalid([{ path, message: `子项目预算余额只有${left ?? '0.00'}元，请先追加预算` }]);
  await book(subProjectDraw, draw);
}
