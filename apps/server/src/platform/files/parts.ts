/**
 * Large files that come in parts. What has come is kept in the store of files and listed in the database, so that any process goes on
 * with an upload after a lost network, a pause or a reload; a file is never in memory as a whole.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { conflict, invalid, notFound, refused } from '../http/errors.ts';
import type { UploadedFile } from '../http/registry.ts';
import { cleanName, fileUrl, mimeOf, type StoredFile, storeFile } from './files.ts';
import type { Storage } from './storage.ts';

const PART_BYTES = 8 * 1024 * 1024;
/** Unfinished uploads of one person, so that nobody fills the disk by mistake. */
const MOST_OPEN = 10;
/** Long enough to go on after a weekend. */
const KEPT_HOURS = 72;
/** Putting two gigabytes together takes less; a process that died meanwhile holds nothing up for longer. */
const JOINING_MINUTES = 15;

/** What one file may weigh, by what it is. */
export interface PartLimits {
  readonly filmBytes: number;
  readonly otherBytes: number;
}

export interface OpenUpload {
  readonly uploadId: string;
  readonly name: string;
  readonly size: number;
  readonly modified: number;
  readonly partBytes: number;
  /** Numbers of the parts that have come, from 0. */
  readonly have: readonly number[];
}

interface Deps {
  readonly db: Db;
  readonly storage: Storage;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly size: string;
  readonly modified: string;
  readonly part_bytes: number;
  readonly file_id: string | null;
  readonly have: number[];
}

const FILM = /\.(mp4|m4v|mov|webm|avi|mkv|wmv|flv|mpe?g)$/i;

const inWords = (bytes: number): string => {
  const megabytes = bytes / 1024 / 1024;
  return megabytes % 1024 === 0 ? `${megabytes / 1024}GB` : `${megabytes}MB`;
};
const tooLarge = (film: boolean, limits: PartLimits): string =>
  film
    ? `文件过大：视频不能超过${inWords(limits.filmBytes)}`
    : `文件过大：视频以外的文件不能超过${inWords(limits.otherBytes)}`;

const columns = sql`u.id::text as id, u.name, u.size::text as size, u.modified::text as modified, u.part_bytes, u.file_id::text as file_id,
  coalesce((select array_agg(nth order by nth) from file_upload_part p where p.upload_id = u.id), '{}') as have`;

const partsOf = (row: Row): number => Math.ceil(Number(row.size) / row.part_bytes);

const shown = (row: Row): OpenUpload => ({
  uploadId: row.id,
  name: row.name,
  size: Number(row.size),
  modified: Number(row.modified),
  partBytes: row.part_bytes,
  have: row.file_id === null ? row.have : Array.from({ length: partsOf(row) }, (_, nth) => nth),
});

/** Uploads that the person has begun and not finished, the latest first. */
export async function openUploads(db: Db, userId: string): Promise<readonly OpenUpload[]> {
  const { rows } = await sql<Row>`select ${columns} from file_upload u
    where u.uploaded_by = ${userId} and u.file_id is null order by u.touched_at desc`.execute(db);
  return rows.map(shown);
}

/** Begins an upload, or goes on with the one that the same person began of the same file; also where only its last answer was lost. */
export async function beginUpload(
  db: Db,
  userId: string,
  file: { readonly name: string; readonly size: number; readonly modified: number },
  limits: PartLimits,
): Promise<OpenUpload> {
  const name = cleanName(file.name);
  const film = FILM.test(name);
  if (file.size > (film ? limits.filmBytes : limits.otherBytes))
    throw invalid([{ path: 'size', message: tooLarge(film, limits) }]);
  const { rows } =
    await sql<Row>`with found as (select id from file_upload where uploaded_by = ${userId} and name = ${name}
      and size = ${file.size} and modified = ${file.modified} order by id desc limit 1)
    update file_upload u set touched_at = app_now() from found where u.id = found.id returning ${columns}`.execute(db);
  if (rows[0]) return shown(rows[0]);
  if ((await openUploads(db, userId)).length >= MOST_OPEN)
    throw refused(`未传完的文件最多${MOST_OPEN}个，请先传完或取消`);
  const { rows: made } = await sql<{
    id: string;
  }>`insert into file_upload (name, size, modified, part_bytes, uploaded_by)
    values (${name}, ${file.size}, ${file.modified}, ${PART_BYTES}, ${userId}) returning id::text as id`.execute(db);
  return { uploadId: made[0]?.id ?? '', ...file, name, partBytes: PART_BYTES, have: [] };
}

const find = async (db: Db, userId: string, id: string): Promise<Row> => {
  const { rows } =
    await sql<Row>`select ${columns} from file_upload u where u.id = ${id} and u.uploaded_by = ${userId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('该上传已取消或已过期，请重新上传');
  return row;
};

const lengthOf = (row: Row, nth: number): number =>
  nth === partsOf(row) - 1 ? Number(row.size) - nth * row.part_bytes : row.part_bytes;

/** Takes one part. One that is there already stays: it was sent again because its answer was lost. */
export async function takePart(
  { db, storage }: Deps,
  userId: string,
  of: { readonly uploadId: string; readonly nth: number; readonly limits: PartLimits },
  body: UploadedFile,
): Promise<OpenUpload> {
  const folder = await mkdtemp(join(tmpdir(), 'hengneng-part-'));
  try {
    const path = join(folder, 'part');
    await pipeline(body.stream, createWriteStream(path));
    const row = await find(db, userId, of.uploadId);
    if (row.file_id !== null || row.have.includes(of.nth)) return shown(row);
    if (of.nth >= partsOf(row)) throw invalid([{ path: 'chunk', message: '没有这一片' }]);
    const { size } = await stat(path);
    if (size !== lengthOf(row, of.nth)) throw refused('这一片没有传完整，请重试');
    if (of.nth === 0) {
      // What is not wanted is refused here, not after an hour of sending.
      const film = (await mimeOf(path, row.name)).startsWith('video/');
      if (Number(row.size) > (film ? of.limits.filmBytes : of.limits.otherBytes))
        throw refused(tooLarge(film, of.limits));
    }
    // A name of its own: the same part sent twice at once must not be written over itself.
    const key = randomBytes(12).toString('base64url');
    await storage.write(key, createReadStream(path), size);
    const { rows } = await sql<{
      kept: boolean;
    }>`with touched as (update file_upload set touched_at = app_now() where id = ${row.id})
      insert into file_upload_part (upload_id, nth, key) values (${row.id}, ${of.nth}, ${key}) on conflict do nothing returning true as kept`.execute(
      db,
    );
    if (rows.length === 0) await storage.remove(key);
    return shown(await find(db, userId, of.uploadId));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The parts one after another, each opened when the one before it is through. */
async function* inOrder(storage: Storage, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) for await (const chunk of await storage.read(key)) yield chunk as Buffer;
}

const storedOf = async (db: Db, fileId: string): Promise<StoredFile> => {
  const { rows } = await sql<{
    id: string;
    secret: string;
    name: string;
    size: string;
  }>`select id::text as id, secret, name,
    size::text as size from file where id = ${fileId}`.execute(db);
  const [file] = rows;
  if (file === undefined) throw notFound('文件不存在或已被删除');
  return { URL: fileUrl(file.id, file.secret, file.name), Size: Number(file.size), Name: file.name };
};

const dropParts = async ({ db, storage }: Deps, ids: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ key: string }>`delete from file_upload_part where upload_id = any(${[...ids]}::bigint[])
    returning key`.execute(db);
  for (const { key } of rows) await storage.remove(key);
};

const drop = async (deps: Deps, id: string): Promise<void> => {
  await dropParts(deps, [id]);
  await sql`delete from file_upload where id = ${id}`.execute(deps.db);
};

/** Puts the parts together. Asked again (its answer was lost), it answers the same file. @throws refused where the content is not taken */
export async function finishUpload(deps: Deps, userId: string, id: string, limits: PartLimits): Promise<StoredFile> {
  const { db, storage } = deps;
  const row = await find(db, userId, id);
  if (row.file_id !== null) return storedOf(db, row.file_id);
  const missing = partsOf(row) - row.have.length;
  if (missing > 0) throw conflict(`还有${missing}片没有传到，请继续上传`);
  const { rows: mine } = await sql`update file_upload set joining_since = app_now(), touched_at = app_now()
    where id = ${id} and file_id is null
      and (joining_since is null or joining_since < app_now() - make_interval(mins => ${JOINING_MINUTES})) returning id`.execute(
    db,
  );
  if (mine.length === 0) throw conflict('文件正在合并，请稍候');
  try {
    const { rows: keys } = await sql<{
      key: string;
    }>`select key from file_upload_part where upload_id = ${id} order by nth`.execute(db);
    const stream = Readable.from(
      inOrder(
        storage,
        keys.map(({ key }) => key),
      ),
    );
    const stored = await storeFile(
      db,
      storage,
      userId,
      { fileName: row.name, stream, truncated: () => false },
      { maxBytes: limits.filmBytes, tooLarge: tooLarge(true, limits) },
    );
    const fileId = /^\/files\/(\d+)-/.exec(stored.URL)?.[1] ?? null;
    await sql`update file_upload set file_id = ${fileId}, joining_since = null where id = ${id}`.execute(db);
    await dropParts(deps, [id]);
    return stored;
  } catch (error) {
    await sql`update file_upload set joining_since = null where id = ${id}`.execute(db);
    throw error;
  }
}

/** Gives an upload up. */
export async function dropUpload(deps: Deps, userId: string, id: string): Promise<void> {
  await drop(deps, (await find(deps.db, userId, id)).id);
}

/** Clears away uploads that nobody went on with for days, and what is left of finished ones. @returns how many */
export async function dropAbandoned(deps: Deps): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id::text as id from file_upload
    where touched_at < app_now() - make_interval(hours => ${KEPT_HOURS})`.execute(deps.db);
  for (const { id } of rows) await drop(deps, id);
  return rows.length;
}
