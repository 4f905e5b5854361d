/** Who belongs to a record's project, and to which projects somebody belongs: from a list, and by the search. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activePane, axe, launch, PHONE, signedIn, withSession } from './support.ts';

const LIST = '/formFlow/systemManage/roomInspectionRecord/roomInspectionRecordList';
const LIMIT = 180_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('leads from a record to its people, on to their projects, and narrows the list', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'projectManager');
  await page.goto(LIST);
  const pane = activePane(page);
  const row = pane.locator('.list-table tbody tr').first();
  expect(await pane.getByRole('button', { name: '关联人员' }).count()).toBe(0);
  await row.getByRole('checkbox').check();
  await pane.getByRole('button', { name: '关联人员' }).click();
  const dialog = page.getByRole('dialog');
  const people = dialog.getByRole('region', { name: '关联人员' });
  await people.getByRole('row', { name: /石安平/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByLabel('查找人员').fill('石安平');
  await people.getByRole('button', { name: '石安平' }).click();
  const projects = dialog.getByRole('region', { name: '关联项目' });
  await projects.getByRole('button', { name: '浦江国际大厦项目' }).waitFor();
  await projects
    .getByRole('row', { name: /浦江国际大厦项目/ })
    .getByRole('button', { name: '只看该项目' })
    .click();
  await page.waitForURL(/project=EMC01001/);
  await pane.getByText('项目：浦江国际大厦项目').waitFor();

  await row.getByRole('checkbox').check();
  await pane.getByRole('button', { name: '关联项目' }).click();
  await dialog.getByRole('region', { name: '关联项目' }).getByRole('row').nth(1).waitFor();
  expect(failures).toEqual([]);
  await context.close();
});

it('finds pages by their name, by its sound and by its first letters', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await signedIn(browser, 'projectManager');
  await page.keyboard.press('Control+K');
  const search = page.getByRole('combobox', { name: '全局搜索' });
  for (const text of ['来访登记', 'laifang', 'khlfdj']) {
    await search.fill(text);
    await page.getByRole('option', { name: /客户来访登记列表/ }).waitFor();
    expect(await page.getByRole('option', { name: /客户来访登记列表/ }).count()).toBe(1);
  }
  await search.press('Enter');
  await page.waitForURL('**/customerVisitRegistrationList');
  expect(failures).toEqual([]);
  await context.close();
});

it('opens the card of a project and of a colleague from the search', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await signedIn(browser, 'operator', PHONE);
  await page.getByRole('button', { name: /全局搜索/ }).click();
  await page.getByRole('combobox', { name: '全局搜索' }).fill('pujiang');
  await page.getByRole('option', { name: /浦江国际大厦项目/ }).click();
  const dialog = page.getByRole('dialog', { name: '浦江国际大厦项目' });
  await dialog.getByText('EMC01001').waitFor();
  await dialog.getByRole('region', { name: '关联人员' }).getByRole('button', { name: '石安平' }).click();
  const person = page.getByRole('dialog', { name: '石安平' });
  await person.getByText('项目经理', { exact: true }).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await axe(page)).toEqual([]);
  await person.getByRole('button', { name: '返回 浦江国际大厦项目' }).click();
  await dialog.getByText('EMC01001').waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
