/**
 * What the phone keeps by itself: sheets to read meters by where there is no network, and every reading from its first digit until the server has it.
 * Of each person apart; signing out takes nothing away.
 */
import type { entryDevices, OutputOf } from '@hengneng/contracts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Draft, Photo } from '../features/energy/entry/entries.ts';

export type SheetData = OutputOf<typeof entryDevices>;

export interface KeptSheet {
  /** `owner project date`. */
  readonly key: string;
  readonly owner: string;
  readonly project: string;
  readonly projectName: string;
  readonly date: string;
  /** When it was fetched, by this phone's clock. */
  readonly at: number;
  /** How far the server's clock was ahead of this phone's, in milliseconds. */
  readonly skew: number;
  readonly data: SheetData;
}

/** A picture that was taken and is not sent yet, or where it was sent to. */
export type KeptPhoto = Blob | Photo;

/**
 * `draft` is being typed; `waiting` was confirmed; `refused` the server said no, and why; `conflict` it is kept beside somebody else's;
 * `sent` the server has it.
 */
export type EntryState = 'draft' | 'waiting' | 'refused' | 'conflict' | 'sent';

export interface KeptEntry {
  /** UUID of this reading: however often it is sent, it counts once. */
  readonly id: string;
  readonly owner: string;
  readonly project: string;
  readonly date: string;
  readonly device: string;
  readonly register: string;
  /** What people call the meter. */
  readonly name: string;
  readonly draft: Omit<Draft, 'photos'>;
  readonly photos: readonly KeptPhoto[];
  readonly state: EntryState;
  /** What the server said. */
  readonly message: string;
  /** When it was last typed at, by the server's clock. */
  readonly typedAt: number;
}

/** Whose phone this is as long as nobody else signs in. */
export interface Owner {
  readonly userId: string;
  readonly name: string;
}

interface Kept extends DBSchema {
  owner: { key: string; value: Owner };
  sheets: { key: string; value: KeptSheet; indexes: { owner: string } };
  entries: { key: string; value: KeptEntry; indexes: { owner: string } };
}

const DAYS = 86_400_000;
/** After that nobody reads meters by an old sheet, and what was sent is no longer looked at. */
const SHEET_DAYS = 7;
const SENT_DAYS = 2;

let opened: Promise<IDBPDatabase<Kept>> | undefined;
const database = (): Promise<IDBPDatabase<Kept>> => {
  opened ??= openDB<Kept>('hengneng-phone', 1, {
    upgrade(db) {
      db.createObjectStore('owner');
      for (const store of ['sheets', 'entries'] as const)
        db.createObjectStore(store, { keyPath: store === 'sheets' ? 'key' : 'id' }).createIndex('owner', 'owner');
    },
  });
  return opened;
};

/** On disk when it is done: a phone may go dark at any moment. */
const STRICT = { durability: 'strict' } as const;

export const keepEntry = async (entry: KeptEntry): Promise<void> => {
  const tx = (await database()).transaction('entries', 'readwrite', STRICT);
  await Promise.all([tx.store.put(entry), tx.done]);
};

export const ownerKept = async (): Promise<Owner | undefined> => (await database()).get('owner', 'owner');

/** @param owner undefined: nobody's any more */
export const keepOwner = async (owner: Owner | undefined): Promise<void> => {
  const tx = (await database()).transaction('owner', 'readwrite', STRICT);
  await Promise.all([owner === undefined ? tx.store.delete('owner') : tx.store.put(owner, 'owner'), tx.done]);
};

export const dropEntry = async (id: string): Promise<void> => {
  const tx = (await database()).transaction('entries', 'readwrite', STRICT);
  await Promise.all([tx.store.delete(id), tx.done]);
};

export const entryOf = async (id: string): Promise<KeptEntry | undefined> => (await database()).get('entries', id);

/** All of a person's readings that are kept here, oldest first. */
export const entriesOf = async (owner: string): Promise<readonly KeptEntry[]> =>
  (await (await database()).getAllFromIndex('entries', 'owner', owner)).sort((a, b) => a.typedAt - b.typedAt);

export const sheetKey = (owner: string, project: string, date: string): string => `${owner} ${project} ${date}`;

export const keepSheet = async (sheet: KeptSheet): Promise<void> =>
  void (await (await database()).put('sheets', sheet));

export const sheetOf = async (key: string): Promise<KeptSheet | undefined> => (await database()).get('sheets', key);

/** Sheets of a person, the newest first. */
export const sheetsOf = async (owner: string): Promise<readonly KeptSheet[]> =>
  (await (await database()).getAllFromIndex('sheets', 'owner', owner)).sort((a, b) => b.at - a.at);

/** Takes away what is over. What was not sent stays, however old. */
export async function sweep(now: number): Promise<void> {
  const db = await database();
  for (const sheet of await db.getAll('sheets'))
    if (now - sheet.at > SHEET_DAYS * DAYS) await db.delete('sheets', sheet.key);
  for (const entry of await db.getAll('entries'))
    if (entry.state === 'sent' && now - entry.typedAt > SENT_DAYS * DAYS) await db.delete('entries', entry.id);
}
