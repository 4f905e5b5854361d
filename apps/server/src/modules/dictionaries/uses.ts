/** Where the words of a dictionary stand in records: fields of forms that offer it, and columns of ledgers. */
import { MODULES, type WordsId } from '@hengneng/core';
import { sqlName, tablesOf } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Catalog } from '../../engine/index.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

export interface Place {
  readonly module: string;
  readonly field: string;
  readonly table: string;
  readonly column: string;
}

/** Columns that are no form's. */
const LEDGERS: Readonly<Partial<Record<WordsId, readonly Place[]>>> = {
  chargeModel: [{ module: '运营项目', field: '收费方式', table: 'project', column: 'charge_model' }],
  buildingType: [{ module: '运营项目', field: '建筑类型', table: 'project', column: 'building_type' }],
};

/** Found once: no dictionary is offered elsewhere while the program runs. */
const found = new WeakMap<Catalog, ReadonlyMap<string, readonly Place[]>>();

const placesIn = (catalog: Catalog): ReadonlyMap<string, readonly Place[]> => {
  const places = new Map<string, Place[]>();
  for (const { id, form } of catalog.all())
    for (const table of tablesOf(form)) {
      const fields = table.detail === null ? form.fields : form.details.find(({ key }) => key === table.detail)?.fields;
      for (const [at, of] of (fields ?? []).entries()) {
        const { dictionary } = of.field;
        const column = table.columns[at];
        if (dictionary === undefined || column === undefined) continue;
        const place = { module: MODULES[id].title, field: of.label, table: table.name, column: column.name };
        places.set(dictionary, [...(places.get(dictionary) ?? []), place]);
      }
    }
  return places;
};

export const placesOf = (catalog: Catalog, id: WordsId): readonly Place[] => {
  const known = found.get(catalog) ?? placesIn(catalog);
  found.set(catalog, known);
  return [...(known.get(id) ?? []), ...(LEDGERS[id] ?? [])];
};

const countIn = ({ table, column }: Place): RawBuilder<{ word: string; n: number }> =>
  sql`select ${sql.raw(sqlName(column))} as word, count(*)::int as n from ${sql.raw(table)} where ${sql.raw(sqlName(column))} is not null group by 1`;

/** How many records hold each word, place by place. */
export const countUses = async (
  db: Db | Tx,
  places: readonly Place[],
): Promise<readonly { readonly place: Place; readonly words: ReadonlyMap<string, number> }[]> =>
  Promise.all(
    places.map(async (place) => {
      const { rows } = await sql<{ word: string; n: number }>`${countIn(place)}`.execute(db);
      return { place, words: new Map(rows.map(({ word, n }) => [word, n])) };
    }),
  );

/** How many records hold one word. */
export const usesOfWord = async (db: Db | Tx, places: readonly Place[], word: string): Promise<number> => {
  let all = 0;
  for (const { table, column } of places) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.raw(table)} where ${sql.raw(sqlName(column))} = ${word}`.execute(db);
    all += rows[0]?.n ?? 0;
  }
  return all;
};
