/** What the approval has to know of a record, made from the record as it is. */
import { textOrNull } from '@hengneng/core';
import { communityKeyOf, type CompiledField, holds, parse, RecordScope, type FormRecord } from '@hengneng/form-kit';
import type { Facts } from '../approval/types.ts';
import type { Module } from './catalog.ts';

/** What a preview is asked about may be anything. */
const idText = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : null;

/** The amount that lists of approvals show: the form's own total, as the definition marks it by 大写. */
export const amountField = (module: Module): CompiledField | undefined =>
  module.form.fields.find(
    (of) => of.source === 'computed' && of.field.capital === true && of.field.sealed === undefined,
  );

export function factsOf(
  module: Module,
  record: FormRecord,
  about: {
    readonly starterId: string;
    readonly starterName: string;
    readonly starterDept: string;
    readonly serial: string | null;
  },
): Facts {
  const { form } = module;
  const scope = new RecordScope(form, record);
  const options = { emptyMinus: form.definition.emptyMinus ?? 'empty' } as const;
  const amount = amountField(module)?.key ?? null;
  const community = communityKeyOf(form);
  return {
    title: `${about.starterName}的${form.identity.title}`,
    serial: about.serial,
    starterId: about.starterId,
    starterDept: about.starterDept,
    projectCode: textOrNull(record.project),
    community: community === null ? null : idText(record[community]),
    amount: amount === null ? null : textOrNull(record[amount]),
    evaluate: (when) => holds(parse(when), scope, options),
    explain: (when) => form.explain(when),
    // as long as nothing is filled in at the step that the condition waits for
    undecided: (when) => {
      const step = form.steps[form.knownAt(when) - 1];
      return step !== undefined && step.fields.every((of) => (record[of.key] ?? null) === null);
    },
    label: (key) => form.field(key)?.label ?? form.detail(key)?.label ?? key,
    usersOf: (key) => {
      const value = record[key];
      return Array.isArray(value) ? value.map(String) : textOrNull(value) === null ? [] : [String(value)];
    },
  };
}
