/** Words for what records point at, in one look-up for each entity. */
import { entityOf, type CompiledField, type FormRecord, rowsOf } from '@hengneng/form-kit';
import type { Db } from '../../platform/db/schema.ts';
import type { ReferenceRegistry } from '../references/types.ts';
import type { Module } from './catalog.ts';

/** Field path (`project`, `chemicals.name`) → value → words. */
export type Labels = Record<string, Record<string, string>>;

/** A changed name may show its old self this long; a list of twenty rows would ask the same few names over and over. */
const KEEP_MS = 5_000;
const KEEP_MOST = 20_000;

interface Kept {
  readonly label: string;
  readonly until: number;
}

/** Names that were looked up a moment ago, for one process. */
export class LabelCache {
  readonly #registry: ReferenceRegistry;
  readonly #kept = new Map<string, Kept>();

  constructor(registry: ReferenceRegistry) {
    this.#registry = registry;
  }

  async labels(db: Db, entity: string, values: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const now = Date.now();
    const missing: string[] = [];
    for (const value of values) {
      const kept = this.#kept.get(`${entity}\n${value}`);
      if (kept && kept.until > now) found.set(value, kept.label);
      else missing.push(value);
    }
    const source = missing.length === 0 ? undefined : this.#registry.source(entity);
    if (!source) return found;
    if (this.#kept.size > KEEP_MOST) this.#kept.clear();
    for (const [value, label] of await source.labels(db, missing)) {
      found.set(value, label);
      this.#kept.set(`${entity}\n${value}`, { label, until: now + KEEP_MS });
    }
    return found;
  }
}

const valuesOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string' && value !== '') return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
};

/** A field, and the records that hold it. */
interface Named {
  readonly of: CompiledField;
  readonly rows: readonly FormRecord[];
}

/**
 * Labels of the references that these fields hold.
 * @param entityFor where the words of an entity are looked up, if not under its own name
 */
export async function labelsFor(
  db: Db,
  cache: LabelCache,
  fields: readonly Named[],
  entityFor: (entity: string) => string = (entity) => entity,
): Promise<Labels> {
  const wanted: { path: string; entity: string; values: Set<string> }[] = [];
  for (const { of, rows } of fields) {
    const entity = entityOf(of.field);
    if (entity === null) continue;
    const values = new Set(rows.flatMap((row) => valuesOf(row[of.key])));
    if (values.size > 0) wanted.push({ path: of.path, entity: entityFor(entity), values });
  }
  const byEntity = new Map<string, Set<string>>();
  for (const { entity, values } of wanted) byEntity.set(entity, new Set([...(byEntity.get(entity) ?? []), ...values]));
  const found = new Map(
    await Promise.all(
      [...byEntity].map(async ([entity, values]) => [entity, await cache.labels(db, entity, values)] as const),
    ),
  );
  return Object.fromEntries(
    wanted.map(({ path, entity, values }) => [
      path,
      Object.fromEntries(
        [...values].flatMap((value) => {
          const label = found.get(entity)?.get(value);
          return label === undefined ? [] : [[value, label] as const];
        }),
      ),
    ]),
  );
}

/**
 * Labels of the references in records.
 * @param keys only these form-level fields (and no details), for lists
 * @param entityFor where the words of an entity are looked up, if not under its own name
 */
export function labelsOf(
  db: Db,
  cache: LabelCache,
  module: Module,
  records: readonly FormRecord[],
  keys?: readonly string[],
  entityFor?: (entity: string) => string,
): Promise<Labels> {
  const fields = keys?.flatMap((key) => module.form.field(key) ?? []) ?? [
    ...module.form.fields,
    ...['applicant', 'applicantDept'].flatMap((key) => module.form.field(key) ?? []),
  ];
  const details =
    keys === undefined
      ? module.form.details.flatMap((detail) => {
          const rows = records.flatMap((record) => rowsOf(record, detail.key));
          return detail.fields.map((of) => ({ of, rows }));
        })
      : [];
  return labelsFor(db, cache, [...fields.map((of) => ({ of, rows: records })), ...details], entityFor);
}
