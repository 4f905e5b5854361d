/** The way through a chain: what comes after a step, and which steps come before which. */
import { type FlowBlock, START } from './state.ts';

export interface BranchPlace {
  readonly block: number;
  readonly branch: number;
}

/** The branch that a step belongs to; null on the trunk. */
export const branchOf = (blocks: readonly FlowBlock[], index: number): BranchPlace | null => {
  for (const [block, { branches }] of blocks.entries()) {
    const branch = branches.findIndex((one) => one.first <= index && index <= one.last);
    if (branch >= 0) return { block, branch };
  }
  return null;
};

/** Whether the way to `index` leads through `earlier`; steps of sibling branches come neither before nor after each other. */
export const isBefore = (blocks: readonly FlowBlock[], earlier: number, index: number): boolean => {
  if (earlier >= index) return false;
  const [a, b] = [branchOf(blocks, earlier), branchOf(blocks, index)];
  return a === null || b === null || a.block !== b.block || a.branch === b.branch;
};

export type Next =
  | { readonly kind: 'step'; readonly index: number }
  | { readonly kind: 'fork'; readonly block: number }
  | ({ readonly kind: 'branchEnd' } & BranchPlace)
  | { readonly kind: 'end' };

/** What follows a step of the trunk, or the end of a block (named by its last step). */
const onTrunk = (blocks: readonly FlowBlock[], steps: number, index: number): Next => {
  if (index >= steps) return { kind: 'end' };
  const place = branchOf(blocks, index);
  return place === null ? { kind: 'step', index } : { kind: 'fork', block: place.block };
};

export const nextAfter = (blocks: readonly FlowBlock[], steps: number, index: number): Next => {
  const place = index === START ? null : branchOf(blocks, index);
  if (place === null) return onTrunk(blocks, steps, index + 1);
  const branch = blocks[place.block]?.branches[place.branch];
  return branch !== undefined && index < branch.last
    ? { kind: 'step', index: index + 1 }
    : { kind: 'branchEnd', ...place };
};

export const lastOf = (blocks: readonly FlowBlock[], block: number): number =>
  Math.max(START, ...(blocks[block]?.branches ?? []).map((branch) => branch.last));

export const nextAfterBlock = (blocks: readonly FlowBlock[], steps: number, block: number): Next =>
  onTrunk(blocks, steps, lastOf(blocks, block) + 1);

/** The steps that come directly before a step among those given: one, or after a parallel block the last of each branch. */
export const directlyBefore = (
  blocks: readonly FlowBlock[],
  index: number,
  among: readonly number[],
): readonly number[] => {
  const before = among.filter((at) => isBefore(blocks, at, index));
  if (before.length === 0) return [];
  const last = Math.max(...before);
  const place = branchOf(blocks, last);
  if (place === null || branchOf(blocks, index)?.block === place.block) return [last];
  return (blocks[place.block]?.branches ?? []).flatMap(({ first, last: end }) => {
    const inside = before.filter((at) => first <= at && at <= end);
    return inside.length > 0 ? [Math.max(...inside)] : [];
  });
};
