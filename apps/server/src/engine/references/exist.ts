/** What a record points at must be there: a made-up value is told at its field before anything is written. */
import type { FieldError } from '@hengneng/core';
import { type CompiledField, entityOf, type FormRecord, rowsOf } from '@hengneng/form-kit';
import type { Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { offeredWords } from '../dictionaries/dictionaries.ts';
import type { LabelCache } from '../forms/labels.ts';
import type { Module } from '../forms/catalog.ts';
import type { ReferenceRegistry } from './types.ts';

interface Pointer {
  readonly path: string;
  readonly label: string;
  readonly value: string;
  /** Filled in at the step at hand: what a person chose before stays theirs to have chosen. */
  readonly now: boolean;
}

/** Errors for words that their dictionary does not offer on the day. */
async function notOffered(
  db: Db,
  picked: readonly { readonly of: CompiledField; readonly value: string; readonly path: string }[],
  day: string,
): Promise<readonly FieldError[]> {
  const offered = new Map<string, ReadonlySet<string>>();
  for (const id of new Set(picked.flatMap(({ of }) => of.field.dictionary ?? [])))
    offered.set(id, new Set(await offeredWords(db, id, day)));
  return picked
    .filter(({ of, value }) => !offered.get(of.field.dictionary ?? '')?.has(value))
    .map(({ of, value, path }) => ({ path, message: `${of.label}没有“${value}”这个选项，或已停用，请重新选择` }));
}

/**
 * Errors for values that no source knows, and for what the person at the step (0 the applicant) may not point at. Fields whose entity has no
 * source yet are not judged.
 */
export async function danglingReferences(
  db: Db,
  references: ReferenceRegistry,
  labels: LabelCache,
  module: Module,
  record: FormRecord,
  at: { readonly session: Session; readonly step: number; readonly day: string },
): Promise<readonly FieldError[]> {
  const wanted = new Map<string, Pointer[]>();
  const note = (of: CompiledField, holder: FormRecord, path: string): void => {
    const entity = entityOf(of.field);
    const value = holder[of.key];
    if (entity === null || references.source(entity) === undefined) return;
    const values = Array.isArray(value) ? value : [value];
    const pointers = values
      .filter((one): one is string => typeof one === 'string' && one !== '')
      .map((one) => ({ path, label: of.label, value: one, now: of.editable && of.step === at.step }));
    if (pointers.length > 0) wanted.set(entity, [...(wanted.get(entity) ?? []), ...pointers]);
  };
  const picked: { readonly of: CompiledField; readonly value: string; readonly path: string }[] = [];
  const pick = (of: CompiledField, holder: FormRecord, path: string): void => {
    const value = holder[of.key];
    // What was picked at an earlier step stays, whatever is offered since.
    if (of.field.dictionary !== undefined && typeof value === 'string' && of.editable && of.step === at.step)
      picked.push({ of, value, path });
  };
  for (const of of module.form.fields) {
    note(of, record, of.key);
    pick(of, record, of.key);
  }
  for (const detail of module.form.details)
    for (const [index, row] of rowsOf(record, detail.key).entries())
      for (const of of detail.fields) {
        const path = `${detail.key}[${index}].${of.key}`;
        note(of, row, path);
        pick(of, row, path);
      }
  const errors: FieldError[] = [...(await notOffered(db, picked, at.day))];
  for (const [entity, pointers] of wanted) {
    const known = await labels.labels(db, entity, new Set(pointers.map((pointer) => pointer.value)));
    const fresh = [...new Set(pointers.filter((pointer) => pointer.now).map((pointer) => pointer.value))].filter(
      (value) => known.has(value),
    );
    const allowed = fresh.length === 0 ? undefined : await references.source(entity)?.allowed?.(db, at.session, fresh);
    for (const { path, label, value, now } of pointers) {
      if (!known.has(value)) errors.push({ path, message: `${label}不存在或已删除，请重新选择` });
      else if (now && allowed && !allowed.has(value))
        errors.push({ path, message: `${label}不在您的数据范围内，请重新选择` });
    }
  }
  return errors;
}
