/** What happened to a record since it was sent back. */
import type { StepView } from '@hengneng/contracts';
import type { Change, CompiledForm } from '@hengneng/form-kit';

type Step = Pick<StepView, 'key' | 'state' | 'NodeRecordId'>;

export interface SinceReturn<S extends Step> {
  /** The step that sent it back last. */
  readonly returned: S;
  /** Whether anybody handled it since; whom it was sent back to is still to do what was asked for. */
  readonly handled: boolean;
  /** Sections that were filled in again: the applicant's, and those of the steps that it went through. */
  readonly sections: ReadonlySet<string>;
}

/** Null for what was never sent back, or by a step whose content of then is not known. */
export const sinceReturn = <S extends Step>(steps: readonly S[]): SinceReturn<S> | null => {
  const at = steps.findLastIndex((step) => step.state === 'returned' && step.NodeRecordId !== null);
  const returned = steps[at];
  if (returned === undefined) return null;
  const done = steps.slice(at + 1).filter((step) => step.state === 'done');
  return { returned, handled: done.length > 0, sections: new Set(['applicant', ...done.map((step) => step.key)]) };
};

const rowOf = (path: string): string => /^.*\]/.exec(path)?.[0] ?? '';

/** Of the changes, those that people made; the others were worked out, looked up, or came along with something else that was picked. */
export const madeByPeople = (form: CompiledForm, changes: readonly Change[]): readonly Change[] => {
  const picked = new Set(changes.map(({ path }) => path));
  return changes.filter(({ path }) => {
    const of = form.field(path);
    const link = of?.from?.link ?? null;
    if (of === undefined || link === null) return of?.editable !== false;
    const key = link.slice(link.lastIndexOf('.') + 1);
    return of.editable && !picked.has(link.includes('.') ? `${rowOf(path)}.${key}` : link);
  });
};
