/** The calls of imports. Imports of one controller share them; each is asked for by its kind and guarded by its own screen. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ImportBatch,
  type ImportChecked,
  type ImportLine,
  importCalls,
  type ImportProgress,
  type importRunInput,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { IMPORT_LIMITS, type ImportShape, listFields, TOO_BIG } from '@hengneng/form-kit';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import { mayPress } from '../../platform/auth/access.ts';
import { BUTTONS, type ButtonName } from '../../platform/auth/buttons.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { pushEvent } from '../../platform/events/push.ts';
import { bindFiles, storeFile } from '../../platform/files/files.ts';
import type { Storage } from '../../platform/files/storage.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { type CallRegistry, NO_FILE, type UploadedFile } from '../../platform/http/registry.ts';
import type { EngineDeps } from '../forms/deps.ts';
import { labelsFor } from '../forms/labels.ts';
import { editsOf, judged, linesAgain, readChosen, readFile } from './judge.ts';
import { bytesOf, sheetRows } from './sheet.ts';
import type { AnyImport, ReadSheet } from './source.ts';
import * as store from './store.ts';
import { faultsOf, templateOf } from './template.ts';

/** 20,000 rows of thirty columns unpack to some sixty megabytes. */
const MOST_UNPACKED = 128 * 1024 * 1024;
/** Under this name a batch's file is bound to it. */
export const BATCH_FILES = 'importBatch';

export interface ImportDeps {
  readonly engine: EngineDeps;
  readonly storage: Storage;
}

type Run = z.output<typeof importRunInput>;

const demandButton = (session: Session, { screen }: ImportShape, button: ButtonName): void => {
  if (!mayPress(session, shortCodeOf(screen), BUTTONS[button])) throw forbidden();
};

const answered = (kept: Omit<store.Checked, 'batch' | 'hash' | 'asked' | 'fileUrl' | 'fileSize'>): ImportChecked => ({
  CheckId: kept.id,
  fileName: kept.fileName,
  validUntil: kept.validUntil.toISOString(),
  ...store.countsOf(kept.lines),
  facts: kept.facts,
  notes: [...kept.notes],
});

const batchAnswer = (batch: store.Batch): ImportBatch => ({
  BatchId: batch.id,
  batchNo: batch.no,
  rows: batch.rows,
  amount: batch.amount,
  undone: batch.undone,
});

/** Fewer rows than these are done before anybody has read how far they are. */
const WORTH_TELLING = 200;

/** Tells whoever asked how far their file is: outside the transaction, or it would be told when all is done. */
const teller = (ctx: Ctx, input: Run) => async (stage: string, percent: number, rows: number) => {
  if (input.Progress === undefined || rows < WORTH_TELLING) return;
  await pushEvent(ctx.db, [ctx.session.userId], 'import', {
    Progress: input.Progress,
    stage,
    percent,
  } satisfies ImportProgress);
};

/** Reads and judges a file; nothing is written but the precheck itself. */
async function check(deps: ImportDeps, source: AnyImport, ctx: Ctx, input: Run, file: UploadedFile | null) {
  if (file === null) throw invalid([{ path: 'file', message: NO_FILE }]);
  const { shape } = source;
  const bytes = await bytesOf(file, IMPORT_LIMITS.bytes, TOO_BIG);
  const asks = readChosen(shape.asks, input, false);
  const hash = createHash('sha256').update(bytes).digest();
  const before = await store.importedBefore(ctx.db, shape.id, hash);
  if (before !== null) throw refused(before);
  const tell = teller(ctx, input);
  const rows = await sheetRows(bytes, MOST_UNPACKED);
  await tell(`已读取${rows.length}行，正在整理`, 25, rows.length);
  const read = await readFile(source, ctx.db, rows, asks);
  await tell(`正在逐行核对${read.lines.length}行`, 45, rows.length);
  const { lines, facts } = await judged(source, { db: ctx.db, ctx, locking: false, asks, read, edits: new Map() });
  await tell('核对完成，正在保存预检结果', 85, rows.length);
  const kept = await storeFile(ctx.db, deps.storage, ctx.session.userId, {
    fileName: file.fileName,
    stream: Readable.from([bytes]),
    truncated: () => false,
  });
  const made = { fileName: kept.Name, fileUrl: kept.URL, fileSize: kept.Size, hash, asked: asks, lines, facts };
  const { id, validUntil } = await store.keepCheck(ctx.db, ctx, shape.id, { ...made, notes: read.notes });
  return answered({ id, fileName: kept.Name, validUntil, lines, facts, notes: read.notes });
}

const readAgain = (source: AnyImport, of: store.Checked): ReadSheet => ({
  lines: linesAgain(source.shape, of.lines),
  facts: of.facts,
  notes: of.notes,
});

const given = (id: string | undefined): string => {
  if (id === undefined) throw refused('请先上传预检');
  return id;
};

const demandValid = (ctx: Ctx, of: store.Checked): void => {
  if (of.validUntil < ctx.now) throw refused('预检已超过30分钟，请重新上传预检');
};

/** Settles something for one row and judges all of them anew. */
const edit = (source: AnyImport, ctx: Ctx, input: Run): Promise<ImportChecked> =>
  ctx.write(async (tx) => {
    const kept = await store.findCheck(tx, ctx, source.shape.id, given(input.CheckId), true);
    if (kept.batch !== null) throw conflict('该预检已确认导入');
    demandValid(ctx, kept);
    const line = kept.lines.find((each) => each.row === input.row);
    if (line === undefined) throw notFound('没有这一行，请刷新后重试');
    const values = readChosen(source.shape.edits, input.values ?? {}, true);
    const edits = new Map(editsOf(kept.lines)).set(line.row, { ...line.edits, ...values });
    const read = readAgain(source, kept);
    const { lines, facts } = await judged(source, { db: tx, ctx, locking: false, asks: kept.asked, read, edits });
    const validUntil = await store.rejudged(tx, ctx, kept, lines, facts);
    return answered({ ...kept, lines, facts, validUntil });
  });

/** What a person saw of a row when they confirmed it; the database keeps keys in an order of its own. */
const seen = ({ row, found, state, reasons }: store.StoredLine): string =>
  JSON.stringify([row, state, reasons, Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/** Two prechecks of one file that are confirmed at the same moment: the index lets one through. */
const isTwice = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'import_batch_file_once';

async function confirm(
  { engine }: ImportDeps,
  source: AnyImport,
  ctx: Ctx,
  tx: Tx,
  kept: store.Checked,
  tell: ReturnType<typeof teller>,
): Promise<store.Batch> {
  const { shape } = source;
  const before = await store.importedBefore(tx, shape.id, kept.hash);
  if (before !== null) throw refused(before);
  const read = readAgain(source, kept);
  const edits = editsOf(kept.lines);
  await tell(`正在再次核对${kept.lines.length}行`, 15, kept.lines.length);
  const now = await judged(source, { db: tx, ctx, locking: true, asks: kept.asked, read, edits });
  const changed = now.lines.find((line, at) => seen(line) !== seen(kept.lines[at] ?? line));
  if (changed !== undefined)
    throw conflict(`预检之后数据有变化（${changed.reasons[0] ?? `第${changed.row}行现在可导入`}），请重新上传预检`);
  const good = new Map(now.lines.flatMap((line) => (line.state === 'faulty' ? [] : [[line.row, line.found] as const])));
  if (good.size === 0) throw refused('没有可导入的行，请修改错误行后重新上传');
  const opened = await store.openBatch(tx, ctx, shape.id, kept, good.size);
  await bindFiles(tx, BATCH_FILES, opened.id, [{ path: 'file', URL: kept.fileUrl }], ctx.session.userId);
  const lines = read.lines.flatMap(({ row, values }) => {
    const found = good.get(row);
    return found === undefined ? [] : [{ row, values, edits: edits.get(row) ?? {}, found }];
  });
  await tell(`正在写入${good.size}行`, 50, kept.lines.length);
  const { amount = null, records = [] } = await source.write({
    deps: engine,
    tx,
    ctx,
    batch: opened,
    source: { module: 'import', id: opened.id, effect: shape.id },
    asks: kept.asked,
    lines,
    facts: now.facts,
  });
  await tell('写入完成，正在登记批次', 90, kept.lines.length);
  await store.closeBatch(tx, opened.id, amount, records);
  await trail(tx, ctx, {
    kind: '导入',
    action: '确认导入',
    object: shape.title,
    summary: `批次${opened.no}，${kept.fileName}，${good.size}行${amount === null ? '' : `，${amount}元`}`,
  });
  return store.batchOf(tx, shape.id, opened.id);
}

/** Writes all sound rows in one transaction; pressed twice, it answers the same batch. */
const commit = (deps: ImportDeps, source: AnyImport, ctx: Ctx, input: Run): Promise<ImportBatch> =>
  ctx
    .write(async (tx) => {
      await store.oneAtATime(tx, source.shape.id);
      const kept = await store.findCheck(tx, ctx, source.shape.id, given(input.CheckId), true);
      if (kept.batch !== null) return store.batchOf(tx, source.shape.id, kept.batch);
      demandValid(ctx, kept);
      return confirm(deps, source, ctx, tx, kept, teller(ctx, input));
    })
    .then(batchAnswer, async (error: unknown) => {
      if (!isTwice(error)) throw error;
      throw conflict('该文件刚被导入，请刷新批次列表');
    });

/** Takes a batch back as a whole, unless something stands on it. */
const undo = (deps: ImportDeps, source: AnyImport, ctx: Ctx, input: Run): Promise<ImportBatch> =>
  ctx.write(async (tx) => {
    const { shape } = source;
    await store.oneAtATime(tx, shape.id);
    if (input.BatchId === undefined) throw refused('请选择要撤销的批次');
    const batch = await store.batchOf(tx, shape.id, input.BatchId, true);
    if (batch.undone) return batchAnswer(batch);
    await source.undo({
      deps: deps.engine,
      tx,
      ctx,
      batch,
      source: { module: 'import', id: batch.id, effect: shape.id },
    });
    await store.markUndone(tx, ctx, batch.id);
    await trail(tx, ctx, {
      kind: '导入',
      action: '撤销批次',
      object: shape.title,
      summary: `批次${batch.no}，${batch.rows}行`,
    });
    return batchAnswer({ ...batch, undone: true });
  });

/** Rows of a precheck with the words of what was settled for them. */
async function withLabels(
  db: Db,
  deps: ImportDeps,
  shape: ImportShape,
  lines: readonly store.StoredLine[],
): Promise<ImportLine[]> {
  const fields = listFields(shape.edits);
  const rows = lines.map((line) => line.edits);
  const labels = await labelsFor(
    db,
    deps.engine.labels,
    fields.map((of) => ({ of, rows })),
  );
  return lines.map((line) => ({
    ...line,
    labels: Object.fromEntries(
      fields.flatMap((of) => {
        const word = labels[of.path]?.[String(line.edits[of.key])];
        return word === undefined ? [] : [[of.key, word] as const];
      }),
    ),
  }));
}

function registerGroup(registry: CallRegistry, deps: ImportDeps, sources: readonly AnyImport[]): void {
  const [first] = sources;
  if (first === undefined) return;
  const byKind = new Map(sources.map((source) => [source.shape.kind, source]));
  const of = (kind: string | undefined): AnyImport => {
    const source = kind === undefined && sources.length === 1 ? first : byKind.get(kind ?? '');
    if (source === undefined)
      throw invalid([{ path: 'kind', message: `kind 只能是 ${[...byKind.keys()].join('、')}` }]);
    return source;
  };
  const calls = importCalls(first.shape);
  // Which screen decides follows from the kind; each handler asks for its button first.
  registry.stream(calls.template, { access: 'signedIn' }, (ctx, { kind }) => {
    const { shape } = of(kind);
    demandButton(ctx.session, shape, 'download');
    return templateOf(shape);
  });
  registry.intake(calls.run, { access: 'signedIn' }, async (ctx, input, file) => {
    const source = of(input.kind);
    demandButton(ctx.session, source.shape, input.mode === 'undo' ? 'delete' : 'import');
    switch (input.mode) {
      case 'check':
        return { check: await check(deps, source, ctx, input, file), batch: null };
      case 'edit':
        return { check: await edit(source, ctx, input), batch: null };
      case 'commit':
        return { check: null, batch: await commit(deps, source, ctx, input) };
      case 'undo':
        return { check: null, batch: await undo(deps, source, ctx, input) };
    }
  });
  registry.handle(calls.rows, { access: 'signedIn' }, async (ctx, input) => {
    const { shape } = of(input.kind);
    demandButton(ctx.session, shape, 'import');
    const { lines } = await store.findCheck(ctx.db, ctx, shape.id, input.CheckId);
    const wanted = Object.entries(input.found ?? {});
    const match = lines.filter(
      (line) =>
        (input.state === undefined || line.state === input.state) &&
        wanted.every(([key, value]) => line.found[key] === value),
    );
    const page = match.slice((input.PageIndex - 1) * input.PageSize, input.PageIndex * input.PageSize);
    return { rows: await withLabels(ctx.db, deps, shape, page), total: match.length };
  });
  registry.stream(calls.faults, { access: 'signedIn' }, async (ctx, input) => {
    const { shape } = of(input.kind);
    demandButton(ctx.session, shape, 'import');
    return faultsOf(shape, await store.findCheck(ctx.db, ctx, shape.id, input.CheckId), input.all);
  });
}

/** @throws Error where an import has no source, or a source no import */
export function registerImports(
  registry: CallRegistry,
  deps: ImportDeps,
  imports: Readonly<Record<string, ImportShape>>,
  sources: readonly AnyImport[],
): void {
  const known = new Map(sources.map((source) => [source.shape.id, source]));
  const groups = new Map<string, AnyImport[]>();
  for (const shape of Object.values(imports)) {
    const source = known.get(shape.id);
    if (source === undefined) throw new Error(`import ${shape.id} has no source`);
    groups.set(shape.calls.import, [...(groups.get(shape.calls.import) ?? []), source]);
  }
  for (const group of groups.values()) registerGroup(registry, deps, group);
}

/** Whether the person may see the file of a batch: whoever looks its page up. */
export async function seesBatch(
  db: Db,
  session: Session,
  imports: Readonly<Record<string, ImportShape>>,
  batch: string,
): Promise<boolean> {
  const importId = await store.importOf(db, batch);
  const shape = importId === null ? undefined : imports[importId];
  return shape !== undefined && mayPress(session, shortCodeOf(shape.screen), BUTTONS.search);
}
