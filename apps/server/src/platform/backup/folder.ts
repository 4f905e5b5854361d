/** A backup as a folder: `database.gz` and the files that records carry. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { dumpDatabase } from './dump.ts';
import { loadDatabase, NOT_WHOLE } from './load.ts';

const DATABASE = 'database.gz';
const FILES = 'files';
/** The end of a copy, which says how many rows there are, is shorter. */
const LAST_LINE = 100;

const isEmpty = async (folder: string): Promise<boolean> => !existsSync(folder) || (await readdir(folder)).length === 0;

/**
 * Writes a backup into a new folder. It carries its name only once it is whole.
 * @param files folder of the files; null where an S3-compatible store keeps them
 */
export async function backupTo(target: string, url: string, files: string | null): Promise<number> {
  if (!(await isEmpty(target))) throw new Error(`${target} 已存在且不是空的，请换一个文件夹`);
  const part = `${target}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  const out = new PassThrough();
  const written = pipeline(out, createGzip({ level: 6 }), createWriteStream(join(part, DATABASE), { mode: 0o600 }));
  const dumped = dumpDatabase(url, out).then(
    (rows) => {
      out.end();
      return rows;
    },
    (error: unknown) => {
      out.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  const [rows] = await Promise.all([dumped, written]);
  // After the rows: files are written before the record that names them, and never changed.
  if (files !== null && existsSync(files))
    await cp(files, join(part, FILES), { recursive: true, filter: (path) => !path.endsWith('.part') });
  await rm(target, { recursive: true, force: true });
  await rename(part, target);
  return rows;
}

/** What was cut short is told before anything is written: the tables that it left would keep the next backup out. */
async function demandWhole(file: string): Promise<void> {
  let end = '';
  const read = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of pieces) end = (end + piece.toString('latin1')).slice(-LAST_LINE);
  };
  const cause = await pipeline(createReadStream(file), createGunzip(), read).catch((error: unknown) => error);
  if (cause !== undefined || !/\nE[^\n]*\n?$/.test(end)) throw new Error(NOT_WHOLE, { cause });
}

/** Puts a backup back into an empty database and an empty folder. */
export async function restoreFrom(source: string, url: string, files: string | null): Promise<number> {
  if (!existsSync(join(source, DATABASE))) throw new Error(`${source} 里没有备份（缺少 ${DATABASE}）`);
  if (files !== null && !(await isEmpty(files))) throw new Error(`${files} 不是空的，请换一个 DATA_DIR`);
  await demandWhole(join(source, DATABASE));
  const unzipped = createGunzip();
  const read = pipeline(createReadStream(join(source, DATABASE)), unzipped);
  const loaded = loadDatabase(url, unzipped);
  const [rows] = await Promise.all([loaded, read]);
  if (files !== null && existsSync(join(source, FILES))) await cp(join(source, FILES), files, { recursive: true });
  return rows;
}
