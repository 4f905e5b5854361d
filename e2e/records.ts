/** What a round trip does with a record: rows, sending back, looking it up in its list, paper and workbook. */
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import readXlsx from 'read-excel-file/node';
import { expect } from 'vitest';
import { type Answers, answer, answerAll } from './fields.ts';
import { accountOf, act, reopen, settled, standing } from './form-steps.ts';
import { activePane, type Visitor } from './support.ts';

/** The section that is open for input. */
export const section = (page: Page): Locator => activePane(page).locator('.form-section-active').first();

export const table = (page: Page, label: string): Locator =>
  activePane(page).getByRole('region', { name: label, exact: true });

/** Adds a row to a detail table and fills in its cells. */
export const addRow = async (page: Page, label: string, cells: Answers): Promise<Locator> => {
  const detail = table(page, label);
  const before = await detail.locator('tbody tr').count();
  await detail.getByRole('button', { name: '加一行' }).click();
  const row = detail.locator('tbody tr').nth(before);
  await answerAll(page, row, cells);
  await settled(page);
  return row;
};

/** Text of a cell that is not typed in, by the head of its column. */
export const cellOf = async (page: Page, label: string, row: number, column: string): Promise<string> => {
  const detail = table(page, label);
  const heads = await detail.locator('thead th').allTextContents();
  const at = heads.findIndex((head) => head.replace(/（.*）|\*/g, '').trim() === column);
  if (at < 0) throw new Error(`${label} has no column ${column}`);
  return ((await detail.locator('tbody tr').nth(row).locator('td').nth(at).textContent()) ?? '').trim();
};

/** What a computed or locked field shows. */
export const shown = (page: Page, key: string): Locator =>
  activePane(page).locator(`[data-path="${key}"] .field-value`);

export const serialOf = async (page: Page): Promise<string> => {
  const [serial] = /[A-Z]{3,4}-\d{6,8}-\d{3,4}/.exec(await activePane(page).locator('.form-head').innerText()) ?? [];
  if (!serial) throw new Error('The record has no number');
  return serial;
};

/** Opens the record as whoever has it, and checks that it is this person. */
export const asHandler = async (browser: Browser, from: Page, account: string, address: string): Promise<Visitor> => {
  const { handlers } = await standing(from);
  expect(handlers.map(accountOf)).toContain(account);
  return reopen(browser, account, address);
};

export const agree = (page: Page, opinion: string): Promise<void> => act(page, '同意', '已同意', opinion);

/** Sends the record back to a step, to come straight back here when it is done again. */
export const sendBack = async (page: Page, to: string, reason: string): Promise<void> => {
  await activePane(page).getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^驳回/ }).click();
  const dialog = page.getByRole('dialog');
  await answer(page, dialog, '退到哪里', to);
  await dialog.getByLabel('直达我这里').check();
  await dialog.getByLabel(/^驳回原因/).fill(reason);
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await activePane(page).locator('.form-banner', { hasText: '已驳回' }).waitFor();
};

/** What a handler sees of the changes since the record was sent back: field, before, after. */
export const changesOf = async (page: Page): Promise<readonly (readonly string[])[]> => {
  const changes = activePane(page).getByRole('region', { name: '退回后的修改' });
  await changes.locator('tbody tr').first().waitFor();
  const rows = await changes.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
};

/** Finds one record in its list by its number. @returns its row */
export const findInList = async (page: Page, list: string, serial: string): Promise<Locator> => {
  await page.goto(list);
  const pane = activePane(page);
  await pane.getByRole('search').getByLabel('关键字').first().fill(serial);
  await pane.getByText('共 1 条').waitFor();
  const row = pane.locator('.list-table tbody tr');
  expect(await row.count()).toBe(1);
  await row.getByText(serial).waitFor();
  return row;
};

/** Exports what the list shows. @returns its only record by column heads */
export const exportOne = async (page: Page): Promise<Readonly<Record<string, unknown>>> => {
  const coming = page.waitForEvent('download');
  await activePane(page).getByRole('button', { name: '导出', exact: true }).click();
  const [sheet] = await readXlsx(await readFile(await (await coming).path()));
  const [heads = [], row = [], ...rest] = sheet?.data ?? [];
  // Nothing but the sums may follow.
  expect(rest.map((cells) => cells[0]).filter((first) => first !== '合计')).toEqual([]);
  return Object.fromEntries(heads.map((head, at) => [String(head), row[at] ?? null]));
};

/** Prints the record that is ticked in the list. @returns the text of the paper */
export const printOne = async (page: Page): Promise<string> => {
  const pane = activePane(page);
  await pane.locator('.list-table tbody input[type=checkbox]').first().check();
  await pane.getByRole('button', { name: '打印（1）' }).click();
  const dialog = page.getByRole('dialog');
  const foot = dialog.locator('.sheet-foot');
  await foot.getByText('预览，未计入打印份数').waitFor();
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await foot.getByText('第1份').waitFor();
  return dialog.locator('.paper').innerText();
};
