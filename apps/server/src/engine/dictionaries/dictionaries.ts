/** What the dictionaries say: the words that are offered on a day, and figures as of a day. The program's own, with what the database keeps over them. */
import { DICTIONARIES, figureOf, type FiguresId, isDictionary, wordCode, type WordsId } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';

export interface Word {
  readonly code: string;
  readonly name: string;
  readonly sort: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly builtin: boolean;
}

interface Kept {
  readonly code: string;
  readonly name: string | null;
  readonly sort: number | null;
  readonly from: string | null;
  readonly to: string | null;
}

export const isWords = (id: string): id is WordsId => isDictionary(id) && 'words' in DICTIONARIES[id];
export const isFigures = (id: string): id is FiguresId => isDictionary(id) && !isWords(id);

/** Every word of a dictionary, offered or not, in their order. */
export const wordsOf = async (db: Db | Tx, id: WordsId): Promise<readonly Word[]> => {
  const { rows } = await sql<Kept>`select code, name, sort, valid_from::text as "from", valid_to::text as "to"
    from dictionary_word where dict = ${id}`.execute(db);
  const kept = new Map(rows.map((row) => [row.code, row]));
  const own = DICTIONARIES[id].words.map((name, place): Word => {
    const code = wordCode(place);
    const over = kept.get(code);
    kept.delete(code);
    return { code, name, sort: over?.sort ?? place + 1, from: null, to: over?.to ?? null, builtin: true };
  });
  const added = [...kept.values()].map(
    (row): Word => ({ ...row, name: row.name ?? row.code, sort: row.sort ?? 999, builtin: false }),
  );
  return [...own, ...added].toSorted((a, b) => a.sort - b.sort || a.code.localeCompare(b.code));
};

export const isOffered = ({ from, to }: Pick<Word, 'from' | 'to'>, day: string): boolean =>
  (from === null || from <= day) && (to === null || day <= to);

/** The words that may be picked on a day. */
export const offeredWords = async (db: Db | Tx, id: WordsId, day: string): Promise<readonly string[]> =>
  (await wordsOf(db, id)).filter((word) => isOffered(word, day)).map(({ name }) => name);

/** SQL of a figure as of a day, which is SQL, too. The names are the program's own. */
export const figureAt = (id: FiguresId, code: string, day: string): string =>
  `dictionary_figure_at('${id}', '${code}', ${day}, ${figureOf(id, code)})`;

export const readFigure = async (db: Db | Tx, id: FiguresId, code: string, day: string): Promise<number> => {
  const { rows } = await sql<{
    value: number;
  }>`select ${sql.raw(figureAt(id, code, `'${day}'::date`))}::float8 as value`.execute(db);
  return rows[0]?.value ?? figureOf(id, code);
};
