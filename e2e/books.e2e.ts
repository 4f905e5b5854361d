/** The page of a book: its entries, one of them in full with where it comes from, and the workbook. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, axe, launch, PHONE, pressEscape, withSession } from './support.ts';

const PATH = '/books/trainingManagement/trainingCategory';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('a book', () => {
  it('opens an entry with its origin, keeps it in the address, and leaves as a workbook', async () => {
    const { page, failures, context } = await withSession(browser, 'hr');
    await page.goto(PATH);
    const pane = activePane(page);
    await pane.getByRole('heading', { level: 1, name: '培训类别' }).waitFor();
    const first = pane.locator('tbody .book-open').first();
    const name = await first.innerText();
    await first.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('来源与变更').waitFor();
    await drawer.getByText('系统建账，不来自单据').waitFor();
    expect(await drawer.locator('.book-values').innerText()).toContain(name);
    expect(new URL(page.url()).searchParams.get('entry')).toMatch(/^\d+$/);
    expect(await axe(page)).toEqual([]);
    await pressEscape(page);
    await drawer.waitFor({ state: 'hidden' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      pane.getByRole('button', { name: '导出', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^培训类别_.*\.xlsx$/);
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('is read on a phone', async () => {
    const { page, failures, context } = await withSession(browser, 'hr', PHONE);
    await page.goto(PATH);
    await activePane(page).getByRole('list', { name: '培训类别' }).getByRole('button').first().click();
    await page.getByRole('dialog').getByText('来源与变更').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });
});
