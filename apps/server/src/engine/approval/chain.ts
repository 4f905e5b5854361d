import { createHash } from 'node:crypto';
import type { Fields, FormShape } from '@hengneng/form-kit';
import { canonical } from './canonical.ts';
import type { Chain, ChainStep } from './types.ts';

/** Working hours that a step has where its definition says nothing. */
const DEFAULT_HOURS = 24;

const nextHandlerOf = (fields: Fields | undefined): string | null =>
  Object.entries(fields ?? {}).find(([, field]) => field.nextHandler === true)?.[0] ?? null;

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
      ...(step.timeout === undefined || step.timeout === 'remind' ? {} : { policy: { timeout: step.timeout } }),
    };
  });
  const body = { moduleId: form.id, steps, cc: form.cc ?? [], nextHandlerField: nextHandlerOf(form.fields) };
  return { ...body, hash: createHash('sha256').update(canonical(body)).digest('hex') };
};
