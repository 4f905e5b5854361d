/** A workbook as the answer of a call: written to a temporary file first, so that a slow download holds no connection and a failure is told instead of breaking off a file. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FileAnswer } from '../../platform/http/registry.ts';

export async function workbookFile(fileName: string, fill: (out: Writable) => Promise<void>): Promise<FileAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'hengneng-export-'));
  const path = join(folder, 'list.xlsx');
  const forget = (): Promise<void> => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  try {
    const out = createWriteStream(path);
    try {
      await fill(out);
    } finally {
      out.end();
    }
    await finished(out);
    const file = await open(path);
    const { size } = await file.stat();
    const body = file.createReadStream();
    // Windows lets the folder go only then.
    body.once('close', () => void forget());
    return {
      fileName,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body,
      size,
    };
  } finally {
    // What is open can be read to its end without its name: a download that never comes about leaves nothing behind.
    await forget();
  }
}
