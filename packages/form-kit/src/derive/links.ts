import type { CompiledForm } from './form.ts';

/** The field that says which community's a record is. */
export const communityKeyOf = (form: Pick<CompiledForm, 'fields'>): string | null =>
  form.fields.find((of) => of.source === 'link' && of.field.type === 'community')?.key ?? null;

/** The field that says which project a record belongs to: the link, else the first project field; null where there is none. */
export const projectKeyOf = (form: Pick<CompiledForm, 'fields'>): string | null =>
  (
    form.fields.find((of) => of.source === 'link' && of.field.type === 'project') ??
    form.fields.find((of) => of.field.type === 'project')
  )?.key ?? null;
