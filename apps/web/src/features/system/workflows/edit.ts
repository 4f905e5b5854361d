/** Changes of a chain as an editor makes them. Each keeps the steps of a branch together and the branches of a block next to each other. */
import { type ChainStep, type ChainText, nextKey, type ParallelBlock, type StepRights } from '@hengneng/form-kit';

/** A step of the trunk, or a block of branches; the keys of each branch in order. */
interface Unit {
  readonly block: Omit<ParallelBlock, 'branches'> | null;
  readonly branches: readonly { readonly name: string; readonly when?: string; readonly keys: readonly string[] }[];
}

const unitsOf = (chain: ChainText): readonly Unit[] => {
  const units: Unit[] = [];
  const drawn = new Set<ParallelBlock>();
  for (const { key } of chain.steps) {
    const block = chain.parallel?.find((one) => one.branches.some((branch) => branch.steps.includes(key)));
    if (block === undefined) units.push({ block: null, branches: [{ name: '', keys: [key] }] });
    else if (!drawn.has(block)) {
      drawn.add(block);
      const branches = block.branches.map(({ steps, ...branch }) => ({ ...branch, keys: steps }));
      units.push({ block: { name: block.name }, branches });
    }
  }
  return units;
};

/** A block of which one branch is left is none any more. */
const settled = (units: readonly Unit[]): readonly Unit[] =>
  units.flatMap((unit) => {
    const branches = unit.branches.filter((branch) => branch.keys.length > 0);
    if (unit.block !== null && branches.length > 1) return [{ ...unit, branches }];
    return branches.flatMap((branch) =>
      branch.keys.map((key): Unit => ({ block: null, branches: [{ name: '', keys: [key] }] })),
    );
  });

const chainOf = (chain: ChainText, raw: readonly Unit[], more: readonly ChainStep[] = []): ChainText => {
  const units = settled(raw);
  const steps = new Map([...chain.steps, ...more].map((step) => [step.key, step]));
  const keys = units.flatMap((unit) => unit.branches.flatMap((branch) => branch.keys));
  const parallel = units.flatMap(({ block, branches }): readonly ParallelBlock[] =>
    block === null
      ? []
      : [{ ...block, branches: branches.map(({ keys: own, ...branch }) => ({ ...branch, steps: own })) }],
  );
  return {
    steps: keys.flatMap((key) => steps.get(key) ?? []),
    cc: chain.cc,
    nextHandlerField: chain.nextHandlerField,
    ...(parallel.length === 0 ? {} : { parallel }),
  };
};

const holding = (units: readonly Unit[], key: string): number =>
  units.findIndex((unit) => unit.branches.some((branch) => branch.keys.includes(key)));

const replaced = <T>(list: readonly T[], at: number, next: readonly T[]): readonly T[] => [
  ...list.slice(0, at),
  ...next,
  ...list.slice(at + 1),
];

/** A name that no step has yet. */
const freeName = (chain: ChainText): string => {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? '新步骤' : `新步骤${number}`;
    if (!chain.steps.some((step) => step.name === name)) return name;
  }
};

/** @param used keys of every version, so that a removed step's key is not given to another */
const newStep = (chain: ChainText, used: readonly string[]): ChainStep => ({
  key: nextKey([...used, ...chain.steps.map((step) => step.key)]),
  name: freeName(chain),
  by: 'deptManager',
  mode: 'any',
  among: null,
  when: null,
  final: false,
  hours: 24,
  fieldKeys: [],
  hasRequired: false,
  nextHandlerField: null,
});

export interface Added {
  readonly chain: ChainText;
  readonly key: string;
}

/**
 * After a step, in its branch where it is in one; at the start for null.
 * @param beyond after the whole block that the step is in
 */
export const addAfter = (
  chain: ChainText,
  key: string | null,
  used: readonly string[],
  beyond: boolean = false,
): Added => {
  const step = newStep(chain, used);
  const units = unitsOf(chain);
  const own: Unit = { block: null, branches: [{ name: '', keys: [step.key] }] };
  const at = key === null ? -1 : holding(units, key);
  const unit = units[at];
  const next =
    key === null || unit === undefined
      ? [own, ...units]
      : unit.block === null || beyond
        ? replaced(units, at, [unit, own])
        : replaced(units, at, [
            {
              ...unit,
              branches: unit.branches.map((branch) =>
                branch.keys.includes(key)
                  ? { ...branch, keys: replaced(branch.keys, branch.keys.indexOf(key), [key, step.key]) }
                  : branch,
              ),
            },
          ]);
  return { chain: chainOf(chain, next, [step]), key: step.key };
};

export const removeStep = (chain: ChainText, key: string): ChainText =>
  chainOf(
    chain,
    unitsOf(chain).map((unit) => ({
      ...unit,
      branches: unit.branches.map((branch) => ({ ...branch, keys: branch.keys.filter((one) => one !== key) })),
    })),
  );

const swapped = <T>(list: readonly T[], at: number, by: -1 | 1): readonly T[] | null => {
  const [one, other] = [list[at], list[at + by]];
  if (one === undefined || other === undefined) return null;
  return list.map((item, index) => (index === at ? other : index === at + by ? one : item));
};

/** One place up or down: on the trunk past whole blocks, in a branch within it. Null where there is no such place. */
export const moveStep = (chain: ChainText, key: string, by: -1 | 1): ChainText | null => {
  const units = unitsOf(chain);
  const at = holding(units, key);
  const unit = units[at];
  if (unit === undefined) return null;
  if (unit.block === null) {
    const next = swapped(units, at, by);
    return next === null ? null : chainOf(chain, next);
  }
  const branches = unit.branches.map((branch) => {
    const keys = branch.keys.includes(key) ? swapped(branch.keys, branch.keys.indexOf(key), by) : branch.keys;
    return keys === null ? null : { ...branch, keys };
  });
  const whole = branches.flatMap((branch) => branch ?? []);
  return whole.length < branches.length ? null : chainOf(chain, replaced(units, at, [{ ...unit, branches: whole }]));
};

/** Somewhere else that a step may go, besides one place up or down. */
export interface OtherPlace {
  readonly label: string;
  /** The chain with the step there. */
  readonly chain: ChainText;
}

/** Into a branch of the block before or behind it, into another branch of its own block, or out of that to the trunk. */
export const otherPlaces = (chain: ChainText, key: string): readonly OtherPlace[] => {
  const units = unitsOf(chain);
  const at = holding(units, key);
  const unit = units[at];
  if (unit === undefined) return [];
  const without = (of: Unit): Unit => ({
    ...of,
    branches: of.branches.map((branch) => ({ ...branch, keys: branch.keys.filter((one) => one !== key) })),
  });
  const trunk: Unit = { block: null, branches: [{ name: '', keys: [key] }] };
  const into = (target: number, first: boolean): readonly OtherPlace[] =>
    (units[target]?.block ?? null) === null
      ? []
      : (units[target]?.branches ?? []).flatMap((branch, to) => {
          if (branch.keys.includes(key)) return [];
          const next = units.map(without).map((one, index) =>
            index !== target
              ? one
              : {
                  ...one,
                  branches: one.branches.map((other, place) =>
                    place === to ? { ...other, keys: first ? [key, ...other.keys] : [...other.keys, key] } : other,
                  ),
                },
          );
          return [{ label: `分支「${branch.name}」${first ? '最前' : '最后'}`, chain: chainOf(chain, next) }];
        });
  if (unit.block === null) return [...into(at - 1, false), ...into(at + 1, true)];
  const out = (label: string, list: readonly Unit[]): OtherPlace => ({
    label: `「${unit.block?.name ?? ''}」${label}`,
    chain: chainOf(chain, replaced(units, at, list)),
  });
  return [...into(at, false), out('之前', [trunk, without(unit)]), out('之后', [without(unit), trunk])];
};

/** The step and the next one side by side; null where one of them is in a block already. */
export const besideNext = (chain: ChainText, key: string): ChainText | null => {
  const units = unitsOf(chain);
  const at = holding(units, key);
  const [one, next] = [units[at], units[at + 1]];
  if (one === undefined || next === undefined || one.block !== null || next.block !== null) return null;
  const nameOf = (unit: Unit): string =>
    chain.steps.find((step) => step.key === unit.branches[0]?.keys[0])?.name ?? '分支';
  const branches = [one, next].map((unit) => ({ name: nameOf(unit), keys: unit.branches[0]?.keys ?? [] }));
  const taken = new Set((chain.parallel ?? []).map((block) => block.name));
  let number = 1;
  while (taken.has(`并行${number}`)) number += 1;
  const block: Unit = { block: { name: `并行${number}` }, branches };
  return chainOf(chain, [...units.slice(0, at), block, ...units.slice(at + 2)]);
};

/** One more branch, with a step of its own, in the block that a step is in. */
export const addBranch = (chain: ChainText, key: string, used: readonly string[]): Added => {
  const step = newStep(chain, used);
  const units = unitsOf(chain);
  const at = holding(units, key);
  const unit = units[at];
  if (unit === undefined || unit.block === null) return { chain, key };
  const branches = [...unit.branches, { name: step.name, keys: [step.key] }];
  return { chain: chainOf(chain, replaced(units, at, [{ ...unit, branches }]), [step]), key: step.key };
};

/** Steps of a block one after another again. */
export const dissolve = (chain: ChainText, key: string): ChainText => {
  const units = unitsOf(chain);
  return chainOf(
    chain,
    units.flatMap((unit, at) =>
      at !== holding(units, key)
        ? [unit]
        : unit.branches.flatMap((branch) =>
            branch.keys.map((one): Unit => ({ block: null, branches: [{ name: '', keys: [one] }] })),
          ),
    ),
  );
};

export const changeStep = (chain: ChainText, key: string, change: Partial<ChainStep>): ChainText => ({
  ...chain,
  steps: chain.steps.map((step) => (step.key === key ? { ...step, ...change } : step)),
});

/** Gives or takes a right over a field or detail at a step; a step that says nothing about fields has no such member. */
export const changeRight = (
  chain: ChainText,
  key: string,
  right: keyof StepRights,
  field: string,
  on: boolean,
): ChainText => ({
  ...chain,
  steps: chain.steps.map((step) => {
    if (step.key !== key) return step;
    const { rights = {}, ...rest } = step;
    const others = (rights[right] ?? []).filter((one) => one !== field);
    const changed: StepRights = { ...rights, [right]: on ? [...others, field] : others };
    const said = Object.entries(changed).filter(([, keys]) => keys.length > 0);
    return said.length === 0 ? rest : { ...rest, rights: Object.fromEntries(said) };
  }),
});

/** Name of the block, or name and condition of the branch, that a step is in. */
export const changeBranch = (
  chain: ChainText,
  key: string,
  change: { readonly block?: string; readonly name?: string; readonly when?: string | null },
): ChainText => ({
  ...chain,
  ...(chain.parallel === undefined
    ? {}
    : {
        parallel: chain.parallel.map((block) => {
          if (!block.branches.some((branch) => branch.steps.includes(key))) return block;
          return {
            name: change.block ?? block.name,
            branches: block.branches.map(({ when, ...branch }) => {
              const own = branch.steps.includes(key);
              const condition = own && change.when !== undefined ? change.when : (when ?? null);
              return {
                ...branch,
                ...(own && change.name !== undefined ? { name: change.name } : {}),
                ...(condition === null ? {} : { when: condition }),
              };
            }),
          };
        }),
      }),
});
