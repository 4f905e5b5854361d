/** Rows of a form's tables, and the person that a section names for the next step. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act, addressOf, fillIn, reopen, standing } from './form-steps.ts';
import { activePane, axe, launch, withSession } from './support.ts';

const LIMIT = 180_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('answers yes or no where it stands, opens a row at the cell that is pressed, and names the row of a message', {
  timeout: LIMIT,
}, async () => {
  const { page, context, failures } = await withSession(browser, 'hr');
  await page.goto('/formFlow/personnelManagement/userEntry/userEntryForm?ProcedureId=1502');
  const materials = activePane(page).getByRole('region', { name: '入职材料', exact: true });
  const row = (at: number) => materials.locator('tbody tr').nth(at - 1);
  for (let at = 1; at <= 11; at += 1) await row(at).getByLabel('是', { exact: true }).check();
  expect(await materials.locator('tr.row-editing').count()).toBe(0);

  await row(4).locator('td').nth(3).click();
  const promised = materials.locator('tr.row-editing').getByLabel('未交承诺补交日期', { exact: true });
  await expect.poll(() => promised.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('2034-05-06');
  await page.keyboard.press('Enter');

  await activePane(page).getByRole('button', { name: /^提交/ }).click();
  const summary = activePane(page).locator('.error-summary');
  await summary.getByText('入职材料第12行：请选择是否提交', { exact: true }).waitFor();
  expect(await summary.getByText('请选择是否提交').count()).toBe(1);
  await row(12).getByLabel('否', { exact: true }).check();
  await summary.getByText('请选择是否提交').waitFor({ state: 'detached' });
  expect(await axe(page)).toEqual([]);
  expect(failures).toEqual([]);
  await context.close();
});

it('asks whom the section names next, offers nobody else, and does not ask again', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'sales');
  await page.goto('/projectContent/mainForm?ProcedureId=3501');
  await fillIn(page, { 咨询类型: '设备选型', 要求交付日期: '2034-05-06' });
  await act(page, '提交', '已提交');
  const address = addressOf(page);

  const director = await reopen(browser, 'deptDirector', address);
  const section = activePane(director.page).locator('.form-section-active');
  await section.getByLabel('指派技术总监').click();
  const options = director.page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await expect.poll(async () => (await options.allTextContents()).sort()).toEqual(['陶丽华', '黎耀东']);
  await options.filter({ hasText: '黎耀东' }).click();
  await section.getByLabel('受理', { exact: true }).check();
  await activePane(director.page).getByRole('button', { name: /^同意/ }).click();
  const dialog = director.page.getByRole('dialog');
  await dialog.locator('#action-opinion').waitFor();
  expect(await dialog.locator('#next-handler').count()).toBe(0);
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await activePane(director.page).locator('.form-banner', { hasText: '已同意' }).waitFor();
  expect((await standing(director.page)).handlers).toEqual(['黎耀东']);
  expect([...failures, ...director.failures]).toEqual([]);
  for (const one of [context, director.context]) await one.close();
});
