/** 批量下载: the papers that a list shows, in folders by sub-project and stage. */
import { PassThrough } from 'node:stream';
import { today } from '@hengneng/form-kit';
import { raw } from '../../engine/forms/store.ts';
import { listFrom, type RowsAsk } from '../../engine/lists/list.ts';
import { listOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { openFile, type Records } from '../../platform/files/calls.ts';
import { addressOf } from '../../platform/files/files.ts';
import type { Storage } from '../../platform/files/storage.ts';
import { AppError, refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { ZipWriter } from '../../platform/ooxml/zip.ts';
import { worksPapersView } from '../ledgers/index.ts';

interface Paper {
  readonly project: string;
  readonly sub: string;
  readonly stage: string;
  readonly name: string;
  readonly version: number | null;
  readonly files: readonly { readonly URL: string; readonly Name: string }[];
}

/** What one package may hold: above that people take the works one by one. */
const MOST_FILES = 500;
const MOST_BYTES = 1024 ** 3;

/** A name that every system takes as a folder or a file. */
const asName = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|]/g, '_')
    .trim()
    .slice(0, 100) || '未命名';

/** `a.pdf`, `a(2).pdf`, … */
const unlike = (taken: Set<string>, path: string): string => {
  const dot = path.lastIndexOf('.');
  const [head, tail] = dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
  let free = path;
  for (let at = 2; taken.has(free); at++) free = `${head}(${at})${tail}`;
  taken.add(free);
  return free;
};

type Found = Awaited<ReturnType<typeof openFile>>;
interface Part {
  readonly path: string;
  readonly file: Found;
}

/** The file, where the person may have it: what logs and checks brought along is their records'. */
const opened = async (
  ctx: Ctx,
  deps: { readonly storage: Storage; readonly records: Records },
  url: string,
): Promise<Found | null> => {
  const address = addressOf(url);
  if (address === null) return null;
  try {
    return await openFile(deps, ctx.db, ctx.session, address.id, address.secret, false);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

const write = async (out: PassThrough, parts: readonly Part[]): Promise<void> => {
  const zip = new ZipWriter(out);
  for (const { path, file } of parts) await zip.add(path, await file.read());
  await zip.finish();
  out.end();
};

export const packPapers = async (
  ctx: Ctx,
  deps: { readonly storage: Storage; readonly records: Records },
  ask: RowsAsk,
): Promise<FileAnswer> => {
  const { from, parameters } = listFrom(listOf(worksPapersView), ctx, ask);
  const papers = await raw<Paper>(
    ctx.db,
    `select p.name as project, s.name as sub, q.stage, q.name, q.version, q.files
      from (select m.project, m."subProject", m.stage, m.name, m.version, m.files, m.no ${from} and m.state <> '退回' and m.files is not null) q
        join project p on p.code = q.project join b_sub_project s on s.id = q."subProject"
      order by p.name, s.name, q.no`,
    parameters.values,
  );
  const wanted = papers.flatMap(({ files, ...paper }) => files.map((file) => ({ ...paper, ...file })));
  if (wanted.length > MOST_FILES)
    throw refused(`符合条件的文件有${wanted.length}个，一次最多${MOST_FILES}个，请按项目或目录筛选`);
  const taken = new Set<string>();
  const parts: Part[] = [];
  for (const { project, sub, stage, name, version, URL, Name } of wanted) {
    const file = await opened(ctx, deps, URL);
    if (file === null) continue;
    const folder = [`${project} ${sub}`, stage, version === null ? name : `${name} 第${version}版`].map(asName);
    parts.push({ path: unlike(taken, [...folder, asName(Name)].join('/')), file });
  }
  if (parts.length === 0) throw refused('符合条件的资料还没有可下载的文件');
  const bytes = parts.reduce((sum, { file }) => sum + (file.size ?? 0), 0);
  if (bytes > MOST_BYTES) throw refused('文件合计超过1GB，请按项目或目录筛选');
  await ctx.write((tx) =>
    trail(tx, ctx, {
      kind: '导出',
      action: '批量下载验收资料',
      object: '验收资料列表',
      after: { 文件: parts.length, 字节: bytes },
    }),
  );
  const out = new PassThrough();
  write(out, parts).catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return { fileName: `验收资料_${today(ctx.now)}.zip`, contentType: 'application/zip', body: out };
};
