/** Rights at a step and at an end, asked both where buttons are offered and where commands are carried out. */
import type { FlowState, FlowStep } from './flow/state.ts';
import type { Actor, ChainStep, Standing, TaskKind } from './types.ts';

/** Voiding gives back what an approval did: it takes who approved last (never the maker alone), or who answers for the whole. */
export const mayCancel = (state: Pick<FlowState, 'agreed' | 'starterId'>, actor: Actor): boolean => {
  const checkers = [...state.agreed]
    .sort(([a], [b]) => b - a)
    .map(([, agreement]) => agreement.by.filter((person) => person !== state.starterId))
    .find((by) => by.length > 0);
  if (actor.userId === state.starterId) return checkers === undefined;
  return (
    (checkers ?? []).includes(actor.userId) || actor.roles.some((role) => role === 'generalManager' || role === 'admin')
  );
};

/** How a task may be passed on, by its step's policies. */
export const taskActions = (
  step: FlowStep | undefined,
  kind: TaskKind,
): readonly ('Transfer' | 'AddSign' | 'Delegate')[] => {
  if (step === undefined) return [];
  const { rules } = step;
  const decides = kind !== 'delegate';
  return [
    ...(rules.transfer ? (['Transfer'] as const) : []),
    ...(decides && step.mode !== 'vote' && rules.addSign ? (['AddSign'] as const) : []),
    ...(decides && rules.delegate ? (['Delegate'] as const) : []),
  ];
};

/** What an agreement has to come with; who only replies, replies in words. */
export const needsOf = (step: ChainStep | undefined, kind: TaskKind | null): Standing['needs'] => ({
  opinion: kind === 'delegate' || step?.policy?.opinion === 'required',
  signature: kind !== 'delegate' && step?.policy?.signature === 'required',
});
