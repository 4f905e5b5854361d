import { createHash } from 'node:crypto';
import type { Fields, FormShape, ParallelShape, StepPolicy, StepShape } from '@hengneng/form-kit';
import { canonical } from './canonical.ts';
import type { Chain, ChainStep, ParallelBlock } from './types.ts';

/** Working hours that a step has where its definition says nothing. */
const DEFAULT_HOURS = 24;

const nextHandlerOf = (fields: Fields | undefined): string | null =>
  Object.entries(fields ?? {}).find(([, field]) => field.nextHandler === true)?.[0] ?? null;

const DEFAULTS: Required<Omit<StepPolicy, 'rejectTo'>> = {
  self: 'others',
  repeat: 'next',
  nobody: 'up',
  addSign: true,
  transfer: true,
  delegate: true,
  removeSign: 'added',
  opinion: 'optional',
  signature: 'optional',
  timeout: 'remind',
};

/** What a step says beyond the usual; a chain that only repeats what holds anyway must have the hash of one that does not. */
const unusual = ({
  mode,
  pass,
  policy = {},
  timeout,
  watch,
}: StepShape): Pick<ChainStep, 'pass' | 'policy' | 'watch'> => {
  const said = Object.entries({ ...policy, timeout }).filter(
    ([key, value]) => value !== undefined && !(key in DEFAULTS && DEFAULTS[key as keyof typeof DEFAULTS] === value),
  );
  return {
    ...(mode === 'vote' && pass !== undefined ? { pass } : {}),
    ...(said.length === 0 ? {} : { policy: Object.fromEntries(said) }),
    ...(watch === undefined || watch.length === 0 ? {} : { watch }),
  };
};

/** Blocks name their steps by key in a chain. */
const blockOf = (block: ParallelShape, steps: readonly ChainStep[]): ParallelBlock => ({
  name: block.name,
  branches: block.branches.map(({ name, when, steps: names }) => ({
    name,
    ...(when === undefined ? {} : { when }),
    steps: names.map((one) => steps.find((step) => step.name === one)?.key ?? one),
  })),
});

/** The chain of a definition. Its hash tells whether a published version says the same. */
export const chainOf = (form: FormShape): Chain => {
  const steps = form.steps.map((step, index): ChainStep => {
    const details = Object.entries(form.details ?? {}).filter(([, detail]) => detail.step === step.name);
    return {
      key: `s${index + 1}`,
      name: step.name,
      by: step.by,
      mode: step.mode ?? 'any',
      among: step.among ?? null,
      when: step.when ?? null,
      final: step.final ?? false,
      hours: step.hours ?? DEFAULT_HOURS,
      fieldKeys: [...Object.keys(step.fields ?? {}), ...details.map(([key]) => key)],
      hasRequired:
        Object.values(step.fields ?? {}).some((field) => field.required === true) ||
        details.some(([, detail]) => (detail.minRows ?? 0) > 0),
      nextHandlerField: nextHandlerOf(step.fields),
      ...unusual(step),
    };
  });
  const parallel = (form.parallel ?? []).map((block) => blockOf(block, steps));
  const body = {
    moduleId: form.id,
    steps,
    cc: form.cc ?? [],
    nextHandlerField: nextHandlerOf(form.fields),
    ...(parallel.length === 0 ? {} : { parallel }),
  };
  return { ...body, hash: createHash('sha256').update(canonical(body)).digest('hex') };
};
