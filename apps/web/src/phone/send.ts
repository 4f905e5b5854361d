/** Sends what waits, as soon as there is a network: pictures first, then the reading that names them. */
import { entryInsert, uploadPhoto } from '@hengneng/contracts';
import { callApi, uploadFile } from '../lib/api.ts';
import { isSignedIn, useSession } from '../lib/session.ts';
import { type Photo, sentRows } from '../features/energy/entry/entries.ts';
import { entriesOf, entryOf, keepEntry, type KeptEntry, type KeptPhoto } from './keep.ts';
import { afterFailure, afterSent, isCutOff, nextWaiting, type Sent } from './queue.ts';

/** Each picture is kept as sent at once, so that a lost network does not send it again. */
async function sendPhotos(entry: KeptEntry): Promise<KeptEntry> {
  let now = entry;
  for (const [index, photo] of entry.photos.entries()) {
    if (!(photo instanceof Blob)) continue;
    const fields = { BusinessType: 'reading', DeviceId: entry.device };
    const stored = await uploadFile(photo, `${entry.name}.jpg`, { path: uploadPhoto.path, fields });
    now = { ...now, photos: now.photos.with(index, stored) };
    await keepEntry(now);
  }
  return now;
}

const isStored = (photo: KeptPhoto): photo is Photo => !(photo instanceof Blob);

async function sendOne({ id, project, date, device, register, draft, photos, typedAt }: KeptEntry): Promise<Sent> {
  const filled = {
    row: { DeviceId: device, Register: register },
    draft: { ...draft, photos: photos.filter(isStored) },
  };
  const { Conflicts } = await callApi(entryInsert, {
    ProjectCode: project,
    Date: date,
    Source: 'mobile',
    DeviceTime: new Date(typedAt).toISOString(),
    // Its own number says that it is the same one, sent again.
    Rows: sentRows([filled]).map((row) => ({ ...row, ClientId: id })),
  });
  return { conflict: Conflicts[0]?.Words ?? null };
}

/** Sends everything of a person that waits. @returns whether all of it got an answer */
async function sendAll(owner: string, told: () => void): Promise<boolean> {
  const tried = new Set<string>();
  for (;;) {
    const next = nextWaiting(await entriesOf(owner), tried);
    if (next === undefined) return true;
    tried.add(next.id);
    try {
      const sent = await sendOne(await sendPhotos(next));
      const kept = await entryOf(next.id);
      // Typed at again meanwhile: that goes by itself.
      if (kept?.state === 'waiting') await keepEntry(afterSent(kept, sent));
    } catch (error) {
      const failed = afterFailure((await entryOf(next.id)) ?? next, error);
      if (failed !== null) await keepEntry(failed);
      else if (isCutOff(error)) return false;
    }
    told();
  }
}

/** The same in whichever of the person's windows comes first; the others leave it to that one. */
export const sendWaiting = async (owner: string, told: () => void): Promise<boolean> => {
  if (!isSignedIn() || useSession.getState().userId !== owner) return false;
  return navigator.locks.request('hengneng-phone-send', { ifAvailable: true }, (lock) =>
    lock === null ? false : sendAll(owner, told),
  );
};
