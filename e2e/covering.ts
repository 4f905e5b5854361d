/** Few forms that together show everything that any form shows: what the tests in the browser look at, as the rest would show the same again. */
import type { Field, FormShape } from '@hengneng/form-kit';

const FLAGS = ['required', 'unit', 'hint', 'from', 'locked', 'showIf', 'formula', 'classified', 'unique'] as const;

/** What a field brings to a page: its control, and what is drawn around one, in the form itself, in a row or in a later step. */
const traitsOf = (where: 'form' | 'row' | 'step', field: Field): readonly string[] => [
  `${where} ${field.type}`,
  ...FLAGS.filter((flag) => flag in field).map((flag) => `${where} ${flag}`),
];

function traits(form: FormShape): ReadonlySet<string> {
  const own = [...Object.values(form.links ?? {}), ...Object.values(form.fields)];
  return new Set([
    ...own.flatMap((field) => traitsOf('form', field)),
    ...Object.values(form.details ?? {}).flatMap((detail) => [
      ...Object.keys(detail).map((key) => `detail ${key}`),
      ...Object.values(detail.fields).flatMap((field) => traitsOf('row', field)),
    ]),
    ...form.steps.flatMap((step) => Object.values(step.fields ?? {}).flatMap((field) => traitsOf('step', field))),
    `print ${form.print ?? 'none'}`,
  ]);
}

/** The forms, each adding the most of what those before it lack, until nothing is missing. Ends for the reader with the telling ones first. */
export function covering<Id extends string>(forms: Readonly<Record<Id, FormShape>>): readonly Id[] {
  const left = new Map((Object.keys(forms) as Id[]).sort().map((id) => [id, traits(forms[id])]));
  const missing = new Set([...left.values()].flatMap((all) => [...all]));
  const chosen: Id[] = [];
  while (missing.size > 0) {
    const gain = (id: Id): number => [...(left.get(id) ?? [])].filter((trait) => missing.has(trait)).length;
    const best = [...left.keys()].reduce((one, other) => (gain(other) > gain(one) ? other : one));
    for (const trait of left.get(best) ?? []) missing.delete(trait);
    left.delete(best);
    chosen.push(best);
  }
  return chosen;
}
