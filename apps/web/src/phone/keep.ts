/**
 * What the phone keeps by itself: sheets to read meters by where there is no network, and every reading from its first digit until the server has it.
 * Of each person apart; signing out takes nothing away.
 */
import type { entryDevices, OutputOf, runSheet } from '@hengneng/contracts';
import { type DBSchema, type IDBPDatabase, openDB, type StoreValue } from 'idb';
import type { Draft, Photo } from '../features/energy/entry/entries.ts';
import type { Stamp } from './moment.ts';
import type { Both } from './queue.ts';
import type { RunDraft } from '../features/energy/runs/drafts.ts';

export type SheetData = OutputOf<typeof entryDevices>;

export interface KeptSheet {
  /** `owner project date`, and the time where it is not the cut. */
  readonly key: string;
  readonly owner: string;
  readonly project: string;
  readonly projectName: string;
  readonly date: string;
  /** `HH:mm` where another moment than the project's cut is read. */
  readonly time?: string;
  /** It was never fetched for this moment: made of the sheet of that day. */
  readonly carriedFrom?: string;
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
  /** `HH:mm` where another moment than the project's cut is read. */
  readonly time?: string;
  /** The instant of that moment. */
  readonly cutAt?: number;
  readonly device: string;
  readonly register: string;
  /** What people call the meter. */
  readonly name: string;
  readonly draft: Omit<Draft, 'photos'>;
  readonly photos: readonly KeptPhoto[];
  /** Of each picture, small enough to be drawn in a list; what was sent is on the server, which a basement does not reach. */
  readonly thumbs?: readonly string[];
  /** Of each picture, what is written into it once it is sent. */
  readonly stamps?: readonly Stamp[];
  readonly state: EntryState;
  /** What the server said. */
  readonly message: string;
  /** When it was last typed at, by the server's clock. */
  readonly typedAt: number;
  /** Where it is kept beside somebody else's. */
  readonly both?: Both;
}

/** What a machine showed at a moment, as far as this phone knows. */
export interface KeptRun {
  /** UUID of this record. */
  readonly id: string;
  readonly owner: string;
  readonly project: string;
  readonly date: string;
  readonly device: string;
  readonly name: string;
  /** The instant of the moment that it is of. */
  readonly at: string;
  readonly draft: RunDraft;
  readonly state: EntryState;
  readonly message: string;
  readonly typedAt: number;
}

/** A meter that was exchanged, as the site saw it: registered at the desk afterwards. */
export interface KeptSwap {
  /** UUID of this report. */
  readonly id: string;
  readonly owner: string;
  readonly project: string;
  readonly date: string;
  readonly device: string;
  readonly name: string;
  /** When the old one was taken down. */
  readonly at: string;
  readonly oldEnd: string;
  readonly newStart: string;
  readonly newNo: string;
  readonly reason: string;
  readonly photos: readonly KeptPhoto[];
  readonly state: EntryState;
  readonly message: string;
  readonly typedAt: number;
}

export interface KeptRunSheet {
  /** `owner project date`. */
  readonly key: string;
  readonly owner: string;
  /** When it was fetched. */
  readonly at: number;
  readonly skew: number;
  readonly data: OutputOf<typeof runSheet>;
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
  runSheets: { key: string; value: KeptRunSheet; indexes: { owner: string } };
  runs: { key: string; value: KeptRun; indexes: { owner: string } };
  swaps: { key: string; value: KeptSwap; indexes: { owner: string } };
}
/** Stores of what people typed. */
type Typed = 'entries' | 'runs' | 'swaps';

const DAYS = 86_400_000;
/** After that nobody reads meters by an old sheet, and what was sent is no longer looked at. */
const SHEET_DAYS = 7;
const SENT_DAYS = 2;

let opened: Promise<IDBPDatabase<Kept>> | undefined;
const database = (): Promise<IDBPDatabase<Kept>> => {
  opened ??= openDB<Kept>('hengneng-phone', 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('owner');
        for (const store of ['sheets', 'entries'] as const)
          db.createObjectStore(store, { keyPath: store === 'sheets' ? 'key' : 'id' }).createIndex('owner', 'owner');
      }
      if (before < 2)
        for (const store of ['runSheets', 'runs', 'swaps'] as const)
          db.createObjectStore(store, { keyPath: store === 'runSheets' ? 'key' : 'id' }).createIndex('owner', 'owner');
    },
    // Another window of the page wants to be newer: what is kept stays.
    blocking: (_before, _after, event) => {
      opened = undefined;
      (event.target as IDBDatabase).close();
    },
  });
  return opened;
};

/** On disk when it is done: a phone may go dark at any moment. */
const STRICT = { durability: 'strict' } as const;

const keepIn = async <S extends Typed>(store: S, value: StoreValue<Kept, S>): Promise<void> => {
  const tx = (await database()).transaction(store, 'readwrite', STRICT);
  await Promise.all([tx.store.put(value), tx.done]);
};
const dropFrom = async (store: Typed, id: string): Promise<void> => {
  const tx = (await database()).transaction(store, 'readwrite', STRICT);
  await Promise.all([tx.store.delete(id), tx.done]);
};

/** People are told where nothing more can be kept: what they type is held by the page alone, and goes from there. */
export const NO_ROOM =
  '这台手机存不下了，或不允许网页保存：请不要关闭页面，尽快联网上传；清理手机空间后再录一次即可保存';

/** What found no room on the disk, over what is there: lost with the page, but neither to the eye nor to the queue before. */
const held = {
  entries: new Map<string, KeptEntry>(),
  runs: new Map<string, KeptRun>(),
  /** Replaced by what is held. */
  replaced: new Set<string>(),
};

/** @returns whether it is on the disk; else the page holds it */
async function keepOrHold<S extends 'entries' | 'runs'>(
  store: S,
  value: StoreValue<Kept, S>,
  instead: string | undefined,
): Promise<boolean> {
  const over: Map<string, StoreValue<Kept, S>> = held[store];
  try {
    // Both or neither: what was typed over must not be sent beside it.
    const tx = (await database()).transaction(store, 'readwrite', STRICT);
    await Promise.all([
      tx.store.put(value),
      ...(instead === undefined || instead === value.id ? [] : [tx.store.delete(instead)]),
      tx.done,
    ]);
    for (const id of [value.id, instead ?? '']) over.delete(id);
    return true;
  } catch {
    over.set(value.id, value);
    if (instead !== undefined && instead !== value.id) {
      over.delete(instead);
      held.replaced.add(instead);
    }
    return false;
  }
}

/** @param instead id of what it was typed over */
export const keepEntry = (entry: KeptEntry, instead?: string): Promise<boolean> =>
  keepOrHold('entries', entry, instead);

/** What is kept with what is held, oldest first. */
const withHeld = <T extends { readonly id: string; readonly owner: string; readonly typedAt: number }>(
  kept: readonly T[],
  over: ReadonlyMap<string, T>,
  owner: string,
): readonly T[] =>
  [
    ...kept.filter(({ id }) => !over.has(id) && !held.replaced.has(id)),
    ...[...over.values()].filter((one) => one.owner === owner),
  ].sort((a, b) => a.typedAt - b.typedAt);

/** Told after each change of what is kept of machines and exchanges. */
const watching = new Set<() => void>();
export const watchKept = (told: () => void): (() => void) => {
  watching.add(told);
  return () => void watching.delete(told);
};
const tell = (): void => {
  for (const told of watching) told();
};
export const keepRun = async (run: KeptRun, instead?: string): Promise<boolean> => {
  const kept = await keepOrHold('runs', run, instead);
  tell();
  return kept;
};
export const dropRun = async (id: string): Promise<void> => {
  held.runs.delete(id);
  await dropFrom('runs', id);
  tell();
};
export const runOf = async (id: string): Promise<KeptRun | undefined> =>
  held.runs.get(id) ?? (await (await database()).get('runs', id));
/** All of a person's records of machines that are kept here, oldest first. */
export const runsOf = async (owner: string): Promise<readonly KeptRun[]> =>
  withHeld(await (await database()).getAllFromIndex('runs', 'owner', owner), held.runs, owner);

export const keepSwap = async (swap: KeptSwap): Promise<void> => {
  await keepIn('swaps', swap);
  tell();
};
export const swapOf = async (id: string): Promise<KeptSwap | undefined> => (await database()).get('swaps', id);
export const swapsOf = async (owner: string): Promise<readonly KeptSwap[]> =>
  (await (await database()).getAllFromIndex('swaps', 'owner', owner)).sort((a, b) => a.typedAt - b.typedAt);
export const dropSwap = async (id: string): Promise<void> => {
  await dropFrom('swaps', id);
  tell();
};

export const keepRunSheet = async (sheet: KeptRunSheet): Promise<void> =>
  void (await (await database()).put('runSheets', sheet));
export const runSheetOf = async (key: string): Promise<KeptRunSheet | undefined> =>
  (await database()).get('runSheets', key);

export const ownerKept = async (): Promise<Owner | undefined> => (await database()).get('owner', 'owner');

/** @param owner undefined: nobody's any more */
export const keepOwner = async (owner: Owner | undefined): Promise<void> => {
  const tx = (await database()).transaction('owner', 'readwrite', STRICT);
  await Promise.all([owner === undefined ? tx.store.delete('owner') : tx.store.put(owner, 'owner'), tx.done]);
};

export const dropEntry = async (id: string): Promise<void> => {
  held.entries.delete(id);
  await dropFrom('entries', id);
};

export const entryOf = async (id: string): Promise<KeptEntry | undefined> =>
  held.entries.get(id) ?? (await (await database()).get('entries', id));

/** All of a person's readings that are kept here, oldest first. */
export const entriesOf = async (owner: string): Promise<readonly KeptEntry[]> =>
  withHeld(await (await database()).getAllFromIndex('entries', 'owner', owner), held.entries, owner);

export const sheetKey = (owner: string, project: string, date: string, time = ''): string =>
  [owner, project, date, time].filter((part) => part !== '').join(' ');

export const keepSheet = async (sheet: KeptSheet): Promise<void> =>
  void (await (await database()).put('sheets', sheet));

export const sheetOf = async (key: string): Promise<KeptSheet | undefined> => (await database()).get('sheets', key);

/** Sheets of a person, the newest first. */
export const sheetsOf = async (owner: string): Promise<readonly KeptSheet[]> =>
  (await (await database()).getAllFromIndex('sheets', 'owner', owner)).sort((a, b) => b.at - a.at);

/** Takes away what is over. What was not sent stays, however old. */
export async function sweep(now: number): Promise<void> {
  const db = await database();
  for (const store of ['sheets', 'runSheets'] as const)
    for (const sheet of await db.getAll(store))
      if (now - sheet.at > SHEET_DAYS * DAYS) await db.delete(store, sheet.key);
  for (const store of ['entries', 'runs', 'swaps'] as const)
    for (const entry of await db.getAll(store))
      if (entry.state === 'sent' && now - entry.typedAt > SENT_DAYS * DAYS) await db.delete(store, entry.id);
}
