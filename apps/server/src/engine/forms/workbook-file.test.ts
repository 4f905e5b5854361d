import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workbookFile } from './workbook-file.ts';

const before = process.env['TMPDIR'];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hengneng-workbook-'));
  process.env['TMPDIR'] = folder;
});
afterEach(async () => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await rm(folder, { recursive: true, force: true });
});

it('is read whole, and has no name on the disk by then', async () => {
  const { body, size } = await workbookFile('单据.xlsx', async (out) => {
    expect(await readdir(folder)).toHaveLength(1);
    out.write('台账');
  });
  expect(await readdir(folder)).toEqual([]);
  expect(size).toBe(6);
  expect(body).toBeInstanceOf(Readable);
  expect((await buffer(body as Readable)).toString()).toBe('台账');
});

it('leaves nothing where it could not be filled', async () => {
  const failed = workbookFile('单据.xlsx', async (out) => {
    out.write('台');
    throw new Error('连接断开');
  });
  await expect(failed).rejects.toThrow('连接断开');
  expect(await readdir(folder)).toEqual([]);
});
