/** Lists, to-dos and the workbench for who zooms in, works with the keyboard alone, presses twice or is refused. */
import type { Browser, Page } from 'playwright-core';
import { MODULES } from '@hengneng/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { told } from './calls.ts';
import { fileNotice } from './notices.ts';
import { activePane, axe, launch, pressEscape, withSession } from './support.ts';

const NOTICE = '/formFlow/waterQuality/constructionNotice/constructionNotice';
const { api: API } = MODULES.constructionNotice;
/** 1440 × 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 };
const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const draft = async (workScope: string): Promise<string> =>
  String((await told('operator', `${API}/Draft`, { project: 'EMC01001', workScope }))['BusinessId']);

/** Counts the calls to a path that a page makes from now on. */
const callsTo = (page: Page, path: RegExp): (() => number) => {
  let made = 0;
  page.on('request', (request) => {
    if (path.test(new URL(request.url()).pathname)) made += 1;
  });
  return () => made;
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

it('loses nothing at 200 %: rows are picked, put in order and deleted there, twice pressed once', {
  timeout: LIMIT,
}, async () => {
  const ids = [await draft('放大后删除甲'), await draft('放大后删除乙')];
  const { page, context, failures } = await withSession(browser, 'operator', ZOOMED);
  await page.goto(`${NOTICE}List?status=draft`);
  const pane = activePane(page);
  const cards = pane.locator('.record-cards > li');
  await cards.first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(ZOOMED.width);
  await pane.getByLabel('排序', { exact: true }).click();
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByText('申请时间').click();
  await page.waitForURL(/SortField=createdAt&SortOrder=asc/);
  await pane.getByRole('button', { name: '升序' }).click();
  await page.waitForURL(/SortOrder=desc/);
  for (const id of ids) {
    const card = cards.filter({ has: page.locator(`a[href*="BusinessId=${id}"]`) });
    await card.getByRole('checkbox').check();
  }
  const bar = pane.getByRole('toolbar', { name: '批量处理' });
  await bar.getByText('已选 2 条').waitFor();
  expect(await axe(page)).toEqual([]);
  const deletions = callsTo(page, /DelMyList$/);
  await bar.getByRole('button', { name: '删除草稿（2）' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).dblclick();
  await page.getByText('已删除 2 份草稿').waitFor();
  for (const id of ids) await pane.locator(`a[href*="BusinessId=${id}"]`).waitFor({ state: 'detached' });
  expect(deletions()).toBe(1);
  expect(failures).toEqual([]);
  await context.close();
});

it('exports once when the button is pressed twice, and anew when it is pressed later', { timeout: LIMIT }, async () => {
  await draft('双击导出');
  const { page, context } = await withSession(browser, 'operator');
  await page.goto(`${NOTICE}List`);
  const button = activePane(page).getByRole('button', { name: '导出' });
  await activePane(page).locator('.list-table tbody tr').first().waitFor();
  const exports = callsTo(page, /\/Export$/);
  const coming = page.waitForEvent('download');
  await button.dblclick();
  await coming;
  await page.getByText('资源加载完成').first().waitFor();
  expect(exports()).toBe(1);
  await expect
    .poll(async () => {
      await button.click();
      return exports();
    })
    .toBe(2);
  await context.close();
});

it('is walked by keys alone: rows, menus, what menus open, and back to where one was', { timeout: LIMIT }, async () => {
  const filed = await fileNotice('2034-01-01');
  const { page, context, failures } = await withSession(browser, filed.manager);
  await page.goto(`${NOTICE}Task?Keyword=${filed.serial}`);
  const row = activePane(page).locator('.list-table tbody tr', { hasText: filed.serial });
  await row.getByRole('link').focus();
  await page.keyboard.press('Home');
  expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  await activePane(page).getByText('已选 1 件').waitFor();
  await page.keyboard.press('Space');
  const more = row.getByRole('button', { name: /更多操作/ });
  await more.focus();
  await page.keyboard.press('Enter');
  // The first entry has the focus; Enter opens its dialog and does not press what has the focus in it.
  await expect.poll(() => focused(page)).toBe('转办');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /转办/ });
  await dialog.waitFor();
  await pressEscape(page);
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => more.evaluate((element) => element === document.activeElement)).toBe(true);
  await row.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === `${NOTICE}Form`);

  await page.goto('/main');
  const todos = activePane(page).locator('[data-block="todos"] tbody tr');
  await todos.nth(1).waitFor();
  await todos.nth(0).focus();
  await page.keyboard.press('ArrowDown');
  expect(await todos.nth(1).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowUp');
  const layout = activePane(page).getByRole('button', { name: '布局' });
  await layout.focus();
  await page.keyboard.press('Enter');
  const first = page.locator('.layout-menu input').first();
  await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true);
  await pressEscape(page);
  await expect.poll(() => layout.evaluate((element) => element === document.activeElement)).toBe(true);
  // A press anywhere in a row opens it.
  await todos.nth(0).locator('td').nth(2).click();
  await page.waitForURL((url) => url.searchParams.has('BusinessId'));
  expect(failures).toEqual([]);
  await context.close();
});

it('says whom to ask instead of offering another try to who may not see a record', { timeout: LIMIT }, async () => {
  const filed = await fileNotice('2034-02-01');
  const { page, context, failures } = await withSession(browser, 'operator3');
  await page.goto('/main');
  await page.goto(filed.address);
  const refusal = activePane(page).getByRole('alert').filter({ hasText: '您无权查看该单据' });
  await refusal.waitFor();
  expect(await refusal.getByRole('button', { name: '重试' }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/PermissionRequest')) keys.add(request.headers()['idempotency-key']);
  });
  await refusal.getByRole('button', { name: '申请权限' }).dblclick();
  await page.getByText('已通知管理员').first().waitFor();
  await refusal.getByRole('button', { name: '已申请' }).waitFor();
  // Pressed twice it is one act: the server answers the second with the first's answer, not with a refusal, and it is told of once.
  expect(keys.size).toBe(1);
  expect(await page.locator('.ant-message-notice').filter({ hasText: '已通知管理员' }).count()).toBe(1);
  expect(await page.getByText('今天已申请过').count()).toBe(0);
  await refusal.getByRole('button', { name: '返回工作台' }).click();
  await page.waitForURL((url) => url.pathname === '/main');
  expect(failures).toEqual([]);
  await context.close();
});

it('has a project tree beside the rows for who wants one: an area or a project, kept in the address and for the next time', {
  timeout: LIMIT,
}, async () => {
  const { page, context, failures } = await withSession(browser, 'operator');
  await page.goto(`${NOTICE}List`);
  const pane = activePane(page);
  const tree = pane.getByRole('navigation', { name: '区域与项目' });
  const choose = async (item: string) => {
    await pane.getByRole('button', { name: '视图与列' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('左侧显示项目树');
  const asked = page.waitForRequest(
    (one) => one.url().endsWith(`${API}/Index`) && one.postData()?.includes('EMC') === true,
  );
  await tree.getByRole('button', { name: '华东区域' }).click();
  expect((await asked).postData()).toContain('EMC01001');
  await tree.getByRole('button', { name: '浦江国际大厦项目' }).click();
  await page.waitForURL(
    ({ searchParams }) => searchParams.get('area') === 'A632201' && searchParams.get('project') === 'EMC01001',
  );
  await page.reload();
  await tree.getByRole('button', { name: '浦江国际大厦项目', pressed: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  await tree.getByRole('button', { name: '全部项目' }).click();
  await page.waitForURL((url) => url.search === '');
  await choose('收起左侧项目树');
  await tree.waitFor({ state: 'detached' });
  expect(failures).toEqual([]);
  await context.close();
});

it('keeps a list’s views where one chooses before they have arrived', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'operator');
  const pane = activePane(page);
  const menu = async (item: string) => {
    await pane.getByRole('button', { name: '视图与列' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const LIST = '/formFlow/waterQuality/manageRecord/manageRecordList';
  await page.goto(LIST);
  await menu('把当前筛选存为视图…');
  await page.getByLabel('视图名称').fill('早班');
  const kept = page.waitForResponse('**/webapi/UserInfo/SaveSetting');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await kept;

  const arrive = Promise.withResolvers<void>();
  await page.route('**/webapi/UserInfo/GetSetting?key=list.*', async (route) => {
    await arrive.promise;
    await route.continue();
  });
  await page.goto(LIST);
  await menu('左侧显示项目树');
  arrive.resolve();
  await pane.getByRole('navigation', { name: '区域与项目' }).waitFor();
  await menu('删除视图「早班」');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await menu('收起左侧项目树');
  await pane.getByRole('navigation', { name: '区域与项目' }).waitFor({ state: 'detached' });
  expect(failures).toEqual([]);
  await context.close();
});
