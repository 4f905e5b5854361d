/** The dictionaries as administrators see them. */
import type { DictionaryAbout, dictionaryGroups, dictionaryIndex, DictionaryRow } from '@hengneng/contracts';
import { type Dictionary, dictionaries, DICTIONARY_KINDS, today, wordCode } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { isOffered, isWords, type Word, wordsOf } from '../../engine/dictionaries/dictionaries.ts';
import type { Catalog } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import { countUses, placesOf } from './uses.ts';

type Asked = z.output<typeof dictionaryIndex.input>;
type Version = DictionaryRow['Versions'][number];

const aboutOf = (of: Dictionary): DictionaryAbout => ({
  Id: of.id,
  Title: of.title,
  Words: 'words' in of,
  Unit: 'words' in of ? null : of.unit,
  Min: 'words' in of ? null : of.min,
  Max: 'words' in of ? null : of.max,
  Places: 'words' in of ? null : of.places,
});

const stateOf = (word: Word, day: string): DictionaryRow['State'] => {
  if (isOffered(word, day)) return '启用';
  return word.from !== null && word.from > day ? '未生效' : '停用';
};

interface Set {
  readonly code: string;
  readonly from: string;
  readonly value: string;
  readonly by: string | null;
  readonly at: string;
}

/** The day before. */
const before = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** Versions of a figure, the newest first: each holds until the next begins. The first is the program's. */
const versionsOf = (own: number, set: readonly Set[]): readonly Version[] => {
  const all = [
    { From: null, Value: String(own), SetBy: null, SetAt: null },
    ...set.map((one) => ({ From: one.from, Value: one.value, SetBy: one.by, SetAt: one.at })),
  ];
  return all
    .map((one, index) => {
      const next = all[index + 1]?.From;
      return { ...one, To: next === null || next === undefined ? null : before(next) };
    })
    .toReversed();
};

const setOf = async (db: Db | Tx, dict: string): Promise<readonly Set[]> => {
  const { rows } = await sql<Set>`
    select f.code, f.valid_from::text as "from", trim_scale(f.value)::text as value, u.user_name as by, to_jsonb(f.set_at) #>> '{}' as at
      from dictionary_figure f left join app_user u on u.id = f.set_by where f.dict = ${dict} order by f.valid_from`.execute(
    db,
  );
  return rows;
};

/** Versions of one figure of a dictionary, the newest first. */
export const versionsSet = async (db: Db | Tx, dict: string, key: string, own: number): Promise<readonly Version[]> =>
  versionsOf(
    own,
    (await setOf(db, dict)).filter((row) => row.code === key),
  );

const figureRows = async (
  db: Db | Tx,
  of: Exclude<Dictionary, { words: readonly string[] }>,
  day: string,
): Promise<readonly DictionaryRow[]> => {
  const rows = await setOf(db, of.id);
  return Object.entries(of.figures).map(([key, figure], place) => {
    const Versions = versionsOf(
      figure.value,
      rows.filter((row) => row.code === key),
    );
    const now = Versions.find(({ From }) => From === null || From <= day);
    return {
      Dict: of.id,
      Title: of.title,
      Code: wordCode(place),
      Name: figure.name,
      Value: now?.Value ?? null,
      Unit: of.unit,
      Sort: place + 1,
      From: now?.From ?? null,
      To: now?.To ?? null,
      Builtin: true,
      Used: null,
      State: '启用',
      Versions: [...Versions],
    };
  });
};

const wordRows = async (
  db: Db | Tx,
  catalog: Catalog,
  of: Dictionary,
  day: string,
): Promise<readonly DictionaryRow[]> => {
  if (!isWords(of.id)) return [];
  const [words, uses] = [await wordsOf(db, of.id), await countUses(db, placesOf(catalog, of.id))];
  return words.map((word) => ({
    Dict: of.id,
    Title: of.title,
    Code: word.code,
    Name: word.name,
    Value: null,
    Unit: null,
    Sort: word.sort,
    From: word.from,
    To: word.to,
    Builtin: word.builtin,
    Used: uses.reduce((all, { words: counted }) => all + (counted.get(word.name) ?? 0), 0),
    State: stateOf(word, day),
    Versions: [],
  }));
};

/** What is asked for of all dictionaries. */
export const rowsOf = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  catalog: Catalog,
  input: Asked,
): Promise<DictionaryRow[]> => {
  const day = today(ctx.now);
  const chosen = dictionaries().filter(
    (one) =>
      (input.kind === undefined || one.kind === input.kind) && (input.dict === undefined || one.id === input.dict),
  );
  const rows: DictionaryRow[] = [];
  for (const one of chosen)
    rows.push(...('words' in one ? await wordRows(ctx.db, catalog, one, day) : await figureRows(ctx.db, one, day)));
  const wanted = (input.Keyword ?? '').trim().toLowerCase();
  return rows.filter(
    (row) =>
      (input.state === undefined || (row.State === '停用') === (input.state === '停用')) &&
      (wanted === '' || `${row.Code} ${row.Name} ${row.Title}`.toLowerCase().includes(wanted)),
  );
};

const usesOf = async (ctx: Ctx, catalog: Catalog, id: string) => {
  const of = dictionaries().find((one) => one.id === id);
  if (of === undefined) throw notFound('没有这个字典');
  if (!('words' in of)) return of.uses.map(([Module, Field]) => ({ Module, Field, Records: null }));
  if (!isWords(of.id)) return [];
  const counted = await countUses(ctx.db, placesOf(catalog, of.id));
  return counted.map(({ place, words }) => ({
    Module: place.module,
    Field: place.field,
    Records: [...words.values()].reduce((all, n) => all + n, 0),
  }));
};

/** The kinds with their dictionaries; one without any is left out. */
export const listGroups = (): z.input<typeof dictionaryGroups.output> => ({
  groups: DICTIONARY_KINDS.map((Kind) => ({
    Kind,
    Dictionaries: dictionaries()
      .filter((one) => one.kind === Kind)
      .map(aboutOf),
  })).filter(({ Dictionaries }) => Dictionaries.length > 0),
});

export const listDictionaries = async (
  ctx: Ctx,
  catalog: Catalog,
  input: Asked,
): Promise<z.input<typeof dictionaryIndex.output>> => ({
  rows: await rowsOf(ctx, catalog, input),
  uses: input.dict === undefined ? [] : await usesOf(ctx, catalog, input.dict),
});
