/** Files that are taken together: one zip, written while it is read, in folders and under names that every system keeps apart. */
import { PassThrough } from 'node:stream';
import type { Session } from '../context.ts';
import type { Db } from '../db/schema.ts';
import { AppError, refused } from '../http/errors.ts';
import type { FileAnswer } from '../http/registry.ts';
import { ZipWriter } from '../ooxml/zip.ts';
import { openFile, type Records } from './calls.ts';
import { addressOf } from './files.ts';
import type { Storage } from './storage.ts';

/** A browser keeps what it takes in memory, and a zip without its 64-bit parts ends far behind this. */
const MOST_FILES = 1000;
const MOST_BYTES = 500 * 1024 * 1024;

export interface PackFile {
  readonly URL: string;
  readonly Name: string;
  readonly Size: number;
  /** From the outermost. */
  readonly folders: readonly string[];
}

/** What no file system has in a name; points and spaces at its end are cut off by Windows. */
const safe = (name: string): string => {
  const kept = [...name.replace(/[<>:"/\\|?*]/g, '_')].filter((letter) => letter >= ' ').join('');
  return (
    kept
      .trim()
      .replace(/[. ]+$/, '')
      .slice(0, 100) || '未命名'
  );
};

/** Names that are there twice get a number; large and small letters are the same to some systems. */
const packPaths = (files: readonly Pick<PackFile, 'Name' | 'folders'>[]): readonly string[] => {
  const taken = new Set<string>();
  return files.map(({ Name, folders }) => {
    const folder = folders.map((one) => `${safe(one)}/`).join('');
    const [, stem = Name, end = ''] = /^(.+?)(\.[^.]{1,10})?$/su.exec(Name) ?? [];
    for (let no = 1; ; no += 1) {
      const path = `${folder}${safe(stem)}${no === 1 ? '' : `（${no}）`}${end === '' ? '' : safe(end)}`;
      const key = path.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  });
};

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);

interface Asking {
  readonly db: Db;
  readonly session: Session;
}
interface Deps {
  readonly storage: Storage;
  readonly records: Records;
}

type Opened = Awaited<ReturnType<typeof openFile>>;

/** Each that the person may read; null where they may not, or it is gone. */
const opened = async (deps: Deps, { db, session }: Asking, { URL }: PackFile): Promise<Opened | null> => {
  const address = addressOf(URL);
  if (address === null) return null;
  try {
    return await openFile(deps, db, session, address.id, address.secret, false);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

/** The bytes of a file from its first on; null where the store has lost it. */
const bytesOf = async (file: Opened): Promise<AsyncIterable<Buffer> | null> => {
  try {
    const pieces = (await file.read())[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let next = await pieces.next();
    return (async function* () {
      for (; next.done !== true; next = await pieces.next()) yield next.value;
    })();
  } catch {
    return null;
  }
};

/**
 * Those of the files that the person may read, and a list of the others.
 * @param told writes it to the audit log, before anything goes out
 * @throws refused where there are none, or too many to be taken at once
 */
export const packFiles = async (
  deps: Deps,
  asking: Asking,
  fileName: string,
  files: readonly PackFile[],
  told: (count: number) => Promise<unknown>,
): Promise<FileAnswer> => {
  const bytes = files.reduce((sum, { Size }) => sum + Size, 0);
  if (files.length === 0) throw refused('没有可下载的文件，请调整筛选');
  if (files.length > MOST_FILES || bytes > MOST_BYTES)
    throw refused(
      `共${files.length}个文件、${megabytes(bytes)}MB，一次最多打包${MOST_FILES}个、${megabytes(MOST_BYTES)}MB，请按项目、子项目或目录筛选后再下载`,
    );
  // Asked for before anything is written: a download that is on its way holds no connection.
  const found: { readonly path: string; readonly file: Opened | null }[] = [];
  const paths = packPaths(files);
  for (const [at, file] of files.entries())
    found.push({ path: paths[at] ?? '', file: await opened(deps, asking, file) });
  const readable = found.filter(({ file }) => file !== null).length;
  if (readable === 0) throw refused('这些文件您都无权查看，请联系资料员');
  await told(readable);
  const out = new PassThrough();
  const fill = async (): Promise<void> => {
    const zip = new ZipWriter(out);
    const missing: string[] = [];
    for (const { path, file } of found) {
      const pieces = file === null ? null : await bytesOf(file);
      if (pieces === null) missing.push(`${path}：${file === null ? '无权查看或已删除' : '文件已损坏或丢失'}`);
      else await zip.add(path, pieces);
    }
    // With the mark that tells Windows it is UTF-8.
    if (missing.length > 0) await zip.add('未打包的文件.txt', [`\ufeff${missing.join('\r\n')}\r\n`]);
    await zip.finish();
    out.end();
  };
  fill().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return { fileName, contentType: 'application/zip', body: out };
};
