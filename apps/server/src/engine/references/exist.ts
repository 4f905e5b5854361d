/** What a record points at must be there and belong where it says: a made-up value is told at its field before anything is written. */
import type { FieldError } from '@hengneng/core';
import {
  type CompiledField,
  type CompiledForm,
  entityOf,
  type FormRecord,
  type Within,
  withinOf,
} from '@hengneng/form-kit';
import type { Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inOrder } from '../../platform/db/together.ts';
import { offeredWords } from '../dictionaries/dictionaries.ts';
import type { LabelCache } from '../forms/labels.ts';
import type { Module } from '../forms/catalog.ts';
import { fieldsOf, givenTo, linksTo, outOfReach, type Things } from './reach.ts';
import { givenBy } from './resolve.ts';
import type { PropRow, ReferenceRegistry, ReferenceSource } from './types.ts';

interface Pointer {
  readonly of: CompiledField;
  readonly holder: FormRecord;
  readonly path: string;
  readonly value: string;
  /** Filled in at the step at hand: what a person chose before stays theirs to have chosen. */
  readonly now: boolean;
  /** What it has to belong to, where this step chose the thing or what it belongs to. */
  readonly within: readonly Within[];
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

/** What belongs elsewhere than the record says, told at the thing, or at what says it where the thing was chosen at an earlier step. */
async function elsewhere(
  db: Db,
  labels: LabelCache,
  pointers: readonly Pointer[],
  owners: ReadonlyMap<string, PropRow>,
): Promise<readonly FieldError[]> {
  const wrong = pointers.flatMap((pointer) =>
    pointer.within.flatMap((within) => {
      const owner = owners.get(pointer.value)?.[within.whole];
      return typeof owner === 'string' && owner !== within.value ? [{ pointer, within, owner }] : [];
    }),
  );
  const errors: FieldError[] = [];
  for (const { pointer, within, owner } of wrong) {
    const path = pointer.now ? pointer.path : within.path;
    const name = (await labels.labels(db, within.whole, new Set([owner]))).get(owner) ?? owner;
    if (!errors.some((error) => error.path === path))
      errors.push({ path, message: `${pointer.of.label}属于${name}，与所选${within.by.label}不一致，请核对` });
  }
  return errors;
}

const barred = (of: CompiledField, source: ReferenceSource | undefined): string =>
  `${of.label}${source?.barred ?? '不在您的数据范围内'}，请重新选择`;

/** Errors for what a draft newly points at, out of reach of its maker, and whose words would be shown from then on. */
export async function unreachable(
  db: Db,
  references: ReferenceRegistry,
  session: Session,
  form: CompiledForm,
  change: { readonly before: FormRecord; readonly record: FormRecord; readonly businessId: string | null },
): Promise<readonly FieldError[]> {
  const beyond = await outOfReach(db, references, session, form, change, 'guarded');
  if (beyond.none) return [];
  return linksTo(form, change.record, beyond).map(({ of, path, entity }) => ({
    path,
    message: barred(of, references.source(entity)),
  }));
}

/**
 * Errors for values that no source knows, for what the person at the step (0 the applicant) may not point at, and for what belongs to another project,
 * community … than the record names: whatever the picker does not offer. Fields whose entity has no source yet are not judged.
 */
export async function danglingReferences(
  db: Db,
  references: ReferenceRegistry,
  labels: LabelCache,
  module: Module,
  record: FormRecord,
  at: { readonly session: Session; readonly step: number; readonly day: string; readonly businessId: string },
): Promise<readonly FieldError[]> {
  const chosenNow = (of: CompiledField): boolean => of.editable && of.step === at.step;
  const wanted = new Map<string, Pointer[]>();
  const note = (of: CompiledField, holder: FormRecord, path: string): void => {
    const entity = entityOf(of.field);
    const value = holder[of.key];
    if (entity === null || references.source(entity) === undefined) return;
    const now = chosenNow(of);
    const within = of.editable ? withinOf(module.form, path, record).filter(({ by }) => now || chosenNow(by)) : [];
    const values = Array.isArray(value) ? value : [value];
    const pointers = values
      .filter((one): one is string => typeof one === 'string' && one !== '')
      .map((one) => ({ of, holder, path, value: one, now, within }));
    if (pointers.length > 0) wanted.set(entity, [...(wanted.get(entity) ?? []), ...pointers]);
  };
  const picked: { readonly of: CompiledField; readonly value: string; readonly path: string }[] = [];
  const pick = (of: CompiledField, holder: FormRecord, path: string): void => {
    const value = holder[of.key];
    // What was picked at an earlier step stays, whatever is offered since.
    if (of.field.dictionary !== undefined && typeof value === 'string' && chosenNow(of))
      picked.push({ of, value, path });
  };
  for (const { of, holder, path } of fieldsOf(module.form, record)) {
    note(of, holder, path);
    pick(of, holder, path);
  }
  const errors: FieldError[] = [...(await notOffered(db, picked, at.day))];
  let given: Things | undefined;
  for (const [entity, pointers] of wanted) {
    const source = references.source(entity);
    const known = await labels.labels(db, entity, new Set(pointers.map((pointer) => pointer.value)));
    const distinct = (some: readonly Pointer[]) =>
      [...new Set(some.map(({ value }) => value))].filter((value) => known.has(value));
    const fresh = distinct(pointers.filter(({ now }) => now));
    const owned = distinct(pointers.filter(({ within }) => within.length > 0));
    const [allowed, owners] = await inOrder([
      fresh.length === 0 ? undefined : source?.allowed?.(db, at.session, fresh),
      owned.length === 0 ? undefined : source?.within?.read(db, owned, source.within.names),
    ]);
    if (allowed && allowed.size < fresh.length) given ??= await givenTo(db, module.id, at.businessId);
    const standing: Pointer[] = [];
    for (const pointer of pointers) {
      const { of, holder, path, value, now } = pointer;
      if (!known.has(value)) errors.push({ path, message: `${of.label}不存在或已删除，请重新选择` });
      else if (
        now &&
        allowed?.has(value) === false &&
        given?.has(entity, value) !== true &&
        (await givenBy(db, references, module.form, of, { holder, record })) === null
      )
        errors.push({ path, message: barred(of, source) });
      else standing.push(pointer);
    }
    if (owners) errors.push(...(await elsewhere(db, labels, standing, owners)));
  }
  return errors;
}
