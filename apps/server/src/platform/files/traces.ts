/** Files of which it is kept who took them, and when; what may not be passed on unseen says so itself. */
import type { Db } from '../db/schema.ts';
import type { FileRow } from './files.ts';

/** What is kept of each reading of a file. */
export interface Trace {
  readonly objectType: string;
  readonly objectId: string;
  /** The record's number, or what it is called. */
  readonly object: string;
  readonly summary: string;
  /** Why a copy carries its taker's name, in a word: 商业秘密. Null: it may be passed on. */
  readonly marked: string | null;
}

/** By the type under which a file is bound; null where this file of it may be read like any other. */
export type Traces = Readonly<Record<string, (db: Db, businessId: string, fileId: string) => Promise<Trace | null>>>;

/** Each trace that reading the file leaves: one for each record that it was given out with. */
export const tracesOf = async (traces: Traces, db: Db, { id, links }: FileRow): Promise<readonly Trace[]> => {
  const found = await Promise.all(links.map((link) => traces[link.type]?.(db, link.id, id) ?? null));
  return found.filter((one) => one !== null);
};

/** What of a name keeps with every kind of file, wherever it is saved: why it is marked, and who took it when. */
export const markedName = (name: string, words: readonly string[]): string => {
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${stem}（${words.join(' ').replaceAll(/[:/\\]/g, '')}）${end}`;
};
