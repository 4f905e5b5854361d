/** The calls by which a controller takes large files in parts. */
import type { PartedCalls } from '@hengneng/contracts';
import type { Access } from '../auth/access.ts';
import type { CallRegistry } from '../http/registry.ts';
import { storeFile } from './files.ts';
import {
  beginUpload,
  dropUpload,
  finishUpload,
  type OpenUpload,
  openUploads,
  type PartLimits,
  takePart,
} from './parts.ts';
import type { Storage } from './storage.ts';

export function registerParted(
  registry: CallRegistry,
  calls: PartedCalls,
  of: { readonly access: Access; readonly storage: Storage; readonly limits: PartLimits },
): void {
  const { storage, limits } = of;
  const on = { access: of.access };
  const told = (upload: OpenUpload) => ({ ...upload, have: [...upload.have] });
  registry.upload(calls.part, on, async ({ db, session }, { uploadId, chunk }, file) =>
    uploadId === undefined
      ? storeFile(db, storage, session.userId, file)
      : told(await takePart({ db, storage }, session.userId, { uploadId, nth: chunk ?? 0, limits }, file)),
  );
  registry.handle(calls.begin, on, async ({ db, session }, input) =>
    told(await beginUpload(db, session.userId, input, limits)),
  );
  registry.handle(calls.end, on, ({ db, session }, { uploadId }) =>
    finishUpload({ db, storage }, session.userId, uploadId, limits),
  );
  registry.handle(calls.drop, on, async ({ db, session }, { uploadId }) => {
    await dropUpload({ db, storage }, session.userId, uploadId);
    return { ok: true as const };
  });
  registry.handle(calls.open, on, async ({ db, session }) => ({
    rows: (await openUploads(db, session.userId)).map(told),
    ...limits,
  }));
}
