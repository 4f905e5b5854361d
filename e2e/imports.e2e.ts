/** A workbook handed over in the browser: its three classes, the faulty rows, one batch, and the batch taken back. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quotaImport } from '@hengneng/forms/imports';
import type { Browser } from 'playwright-core';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filledIn } from '../apps/server/src/testing/sheets.ts';
import { activePane, axe, launch, withSession } from './support.ts';

const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('is checked, mended, confirmed once and taken back', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'finance');
  await page.goto(quotaImport.screen);
  const pane = activePane(page);
  await pane.getByRole('heading', { name: '报销额度导入' }).waitFor();
  const row = {
    quotaOwner: '项目',
    ownerCode: 'EMC01001',
    quotaKind: '宿舍日用品',
    year: '2039',
    yearQuota: '1200.00',
  };
  const path = join(await mkdtemp(join(tmpdir(), 'import-')), '额度.xlsx');
  await writeFile(path, await filledIn(quotaImport, [row, { ...row, ownerCode: 'NOBODY' }]));
  await pane.getByLabel('选择要导入的文件').setInputFiles(path);
  await pane.getByText('第3行：项目代码不存在或项目已结束').waitFor();
  expect(await pane.getByRole('tab', { name: /有错误\s*1/ }).count()).toBe(1);
  expect(await axe(page)).toEqual([]);

  const [faults] = await Promise.all([
    page.waitForEvent('download'),
    pane.getByRole('button', { name: '下载错误行' }).click(),
  ]);
  const [sheet] = await readXlsx(await readFile(await faults.path()));
  expect(sheet?.data[1]?.at(-1)).toBe('第3行：项目代码不存在或项目已结束');

  await pane.getByRole('button', { name: '确认导入（1行）' }).click();
  const dialog = page.getByRole('dialog', { name: '确认导入' });
  await dialog.getByRole('button', { name: '确认导入' }).click();
  await page
    .getByText(/^已导入1行，批次DR/)
    .first()
    .waitFor();
  const batch = pane.getByRole('row', { name: /额度\.xlsx.*1,200\.00/ });
  await batch.getByRole('button', { name: '撤销批次' }).click();
  await page
    .getByRole('dialog', { name: '撤销批次' })
    .getByRole('button', { name: /^撤\s*销$/ })
    .click();
  await batch.getByText('已撤销').waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
