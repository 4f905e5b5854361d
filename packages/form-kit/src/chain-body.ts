/** A definition's chain in the form in which chains are stored, and stored chains brought to that form. */
import {
  asksForInput,
  type ChainBody,
  type ChainStep,
  type ParallelBlock,
  type StepPolicy,
  type StepPrint,
  type StepRights,
} from './chain.ts';
import type { Fields, FormShape, ParallelShape } from './define.ts';

/** Working hours that a step has where its definition says nothing. */
const DEFAULT_HOURS = 24;

const nextHandlerOf = (fields: Fields | undefined): string | null =>
  Object.entries(fields ?? {}).find(([, field]) => field.nextHandler === true)?.[0] ?? null;

/** What holds at a step that says nothing about it; all ways back are open as well. */
export const POLICY_DEFAULTS: Required<Omit<StepPolicy, 'rejectTo'>> = {
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

interface Said {
  readonly mode?: ChainStep['mode'] | undefined;
  readonly pass?: number | undefined;
  readonly policy?: { readonly [K in keyof StepPolicy]?: StepPolicy[K] | undefined } | undefined;
  readonly watch?: readonly string[] | undefined;
  readonly rights?: { readonly [K in keyof StepRights]?: StepRights[K] | undefined } | undefined;
  readonly print?: { readonly [K in keyof StepPrint]?: StepPrint[K] | undefined } | undefined;
}

/** What a step says beyond the usual; a chain that only repeats what holds anyway must have the hash of one that does not. */
const unusual = ({
  mode,
  pass,
  policy = {},
  watch = [],
  rights = {},
  print = {},
}: Said): Pick<ChainStep, 'pass' | 'policy' | 'watch' | 'rights' | 'print'> => {
  const said = Object.entries(policy).filter(
    ([key, value]) =>
      value !== undefined &&
      !(key in POLICY_DEFAULTS && POLICY_DEFAULTS[key as keyof typeof POLICY_DEFAULTS] === value),
  );
  const fields = Object.entries(rights).filter(([, keys]) => keys !== undefined && keys.length > 0);
  const denied = Object.entries(print).filter(([, allowed]) => allowed === false);
  return {
    ...(mode === 'vote' && pass !== undefined ? { pass } : {}),
    ...(said.length === 0 ? {} : { policy: Object.fromEntries(said) }),
    ...(watch.length === 0 ? {} : { watch: [...watch] }),
    ...(fields.length === 0 ? {} : { rights: Object.fromEntries(fields) }),
    ...(denied.length === 0 ? {} : { print: Object.fromEntries(denied) }),
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

/** What the chain of a module says of itself; `ChainBody` as it is read, and nothing to be changed. */
export interface ChainText {
  readonly steps: readonly ChainStep[];
  readonly cc: ChainBody['cc'];
  readonly nextHandlerField: string | null;
  readonly parallel?: readonly ParallelBlock[];
}

/** The chain of a definition. */
export const chainBodyOf = (form: FormShape): ChainText => {
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
      ...unusual({ ...step, policy: { ...step.policy, timeout: step.timeout } }),
    };
  });
  const parallel = (form.parallel ?? []).map((block) => blockOf(block, steps));
  return {
    steps,
    cc: [...(form.cc ?? [])],
    nextHandlerField: nextHandlerOf(form.fields),
    ...(parallel.length === 0 ? {} : { parallel }),
  };
};

/**
 * A chain as somebody wrote it, with what is the definition's alone as the definition has it: which fields a step fills in, which step closes
 * the matter, which field names the next handler. What says nothing is left out.
 */
export const settledChain = (form: FormShape, written: ChainText): ChainText => {
  const base = chainBodyOf(form);
  const steps = written.steps.map((step): ChainStep => {
    const defined = base.steps.find((one) => one.key === step.key);
    return {
      key: step.key,
      name: step.name,
      ...(defined === undefined || defined.name === step.name ? {} : { own: defined.name }),
      by: step.by,
      mode: step.mode,
      among: step.by === 'chosen' ? step.among : null,
      when: step.when,
      final: defined?.final ?? false,
      hours: step.hours,
      fieldKeys: defined?.fieldKeys ?? [],
      hasRequired: asksForInput({
        hasRequired: defined?.hasRequired ?? false,
        ...(step.rights ? { rights: step.rights } : {}),
      }),
      nextHandlerField: defined?.nextHandlerField ?? null,
      ...unusual(step),
    };
  });
  const parallel = written.parallel ?? [];
  return {
    steps,
    cc: [...written.cc],
    nextHandlerField: base.nextHandlerField,
    ...(parallel.length === 0 ? {} : { parallel }),
  };
};
