/** Sends what waits, as soon as there is a network: pictures first, then the reading that names them. */
import { entryInsert, projectDeviceReplace, runInsert } from '@hengneng/contracts';
import { callApi } from '../lib/api.ts';
import { isSignedIn, useSession } from '../lib/session.ts';
import { type Photo, sentRows } from '../features/energy/entry/entries.ts';
import { sentPoints } from '../features/energy/runs/drafts.ts';
import {
  entriesOf,
  entryOf,
  keepEntry,
  keepRun,
  keepSwap,
  type KeptEntry,
  type KeptPhoto,
  type KeptRun,
  type KeptSwap,
  runOf,
  runsOf,
  swapOf,
  swapsOf,
} from './keep.ts';
import { stampLines } from './moment.ts';
import { patience, sendPhoto } from './patience.ts';
import { stamped } from './photo.ts';
import { afterFailure, afterSent, isCutOff, nextWaiting, type Queued, type Sent } from './queue.ts';
import { sentMoment } from './round.ts';

/** What has pictures that go before it. */
interface Pictured {
  readonly name: string;
  readonly device: string;
  readonly photos: readonly KeptPhoto[];
}

/**
 * Each picture is kept as sent at once, so that a lost network does not send it again.
 * @param marked the picture as it leaves
 */
async function sendPhotos<T extends Pictured>(
  entry: T,
  keep: (entry: T) => Promise<unknown>,
  marked: (photo: Blob, index: number) => Promise<Blob>,
): Promise<T> {
  let now = entry;
  for (const [index, photo] of entry.photos.entries()) {
    if (!(photo instanceof Blob)) continue;
    const stored = await sendPhoto(await marked(photo, index), `${entry.name}.jpg`, entry.device);
    now = { ...now, photos: now.photos.with(index, stored) };
    await keep(now);
  }
  return now;
}

const isStored = (photo: KeptPhoto): photo is Photo => !(photo instanceof Blob);

async function sendOne(entry: KeptEntry): Promise<Sent> {
  const { id, project, device, register, draft, photos, typedAt } = entry;
  const filled = {
    row: { DeviceId: device, Register: register },
    draft: { ...draft, photos: photos.filter(isStored) },
  };
  const { Conflicts } = await callApi(
    entryInsert,
    {
      ProjectCode: project,
      ...sentMoment(entry),
      Source: 'mobile',
      DeviceTime: new Date(typedAt).toISOString(),
      // Its own number says that it is the same one, sent again.
      Rows: sentRows([filled]).map((row) => ({ ...row, ClientId: id })),
    },
    { signal: patience() },
  );
  const [conflict] = Conflicts;
  return conflict === undefined
    ? { conflict: null }
    : { conflict: conflict.Words, both: { mine: conflict.Mine, theirs: conflict.Theirs } };
}

/** What is typed of one kind: where it is kept, and how it goes. */
interface Line<T extends Queued> {
  readonly all: (owner: string) => Promise<readonly T[]>;
  readonly one: (id: string) => Promise<T | undefined>;
  readonly keep: (value: T) => Promise<unknown>;
  readonly send: (value: T) => Promise<Sent>;
}

const READINGS: Line<KeptEntry> = {
  all: entriesOf,
  one: entryOf,
  keep: keepEntry,
  send: async (entry) =>
    sendOne(
      await sendPhotos(entry, keepEntry, async (photo, index) => {
        const stamp = entry.stamps?.[index];
        return stamp === undefined ? photo : stamped(photo, stampLines(stamp, entry.draft.reading));
      }),
    ),
};

const MACHINES: Line<KeptRun> = {
  all: runsOf,
  one: runOf,
  keep: keepRun,
  send: async ({ id, project, device, at, draft }) => {
    const row = {
      DeviceId: device,
      At: at,
      Mode: draft.mode === '' ? '停机' : draft.mode,
      Points: sentPoints(draft),
      Note: draft.note.trim(),
      ClientId: id,
    };
    const { Conflicts } = await callApi(
      runInsert,
      { ProjectCode: project, Source: 'mobile', Rows: [row] },
      { signal: patience() },
    );
    return { conflict: Conflicts[0]?.Words ?? null };
  },
};

const SWAPS: Line<KeptSwap> = {
  all: swapsOf,
  one: swapOf,
  keep: keepSwap,
  send: async (swap) => {
    const { id, project, device, at, oldEnd, newStart, newNo, reason, photos } = await sendPhotos(
      swap,
      keepSwap,
      async (photo) => photo,
    );
    const report = {
      Action: 'report' as const,
      ProjectCode: project,
      DeviceId: device,
      Reason: reason,
      RemoveTime: at,
      NewMeterNo: newNo,
      OldEnd: oldEnd,
      NewStart: newStart,
      Photos: photos.filter(isStored),
      ClientId: id,
    };
    await callApi(projectDeviceReplace, report, { signal: patience() });
    return { conflict: null };
  },
};

/** Sends everything of a kind that waits. @returns whether all of it got an answer */
async function sendLine<T extends Queued>(line: Line<T>, owner: string, told: () => void): Promise<boolean> {
  const tried = new Set<string>();
  for (;;) {
    const next = nextWaiting(await line.all(owner), tried);
    if (next === undefined) return true;
    tried.add(next.id);
    try {
      const sent = await line.send(next);
      const kept = await line.one(next.id);
      // Typed at again meanwhile: that goes by itself.
      if (kept?.state === 'waiting') await line.keep(afterSent(kept, sent));
    } catch (error) {
      const failed = afterFailure((await line.one(next.id)) ?? next, error);
      if (failed !== null) await line.keep(failed);
      else if (isCutOff(error)) return false;
    }
    told();
  }
}

const sendAll = async (owner: string, told: () => void): Promise<boolean> =>
  (await sendLine(READINGS, owner, told)) && (await sendLine(MACHINES, owner, told)) && sendLine(SWAPS, owner, told);

/** The same in whichever of the person's windows comes first; the others leave it to that one. */
export const sendWaiting = async (owner: string, told: () => void): Promise<boolean> => {
  if (!isSignedIn() || useSession.getState().userId !== owner) return false;
  return navigator.locks.request('hengneng-phone-send', { ifAvailable: true }, (lock) =>
    lock === null ? false : sendAll(owner, told),
  );
};
