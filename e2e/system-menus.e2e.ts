/** Keeping the menu: an entry is found, renamed and hidden, on a screen and on a phone; reviews of the statistics next to it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('菜单管理', () => {
  it('renames an entry where it is found', async () => {
    const { page, failures, context } = await withSession(browser, 'admin');
    await page.goto('/system/menus');
    const pane = activePane(page);
    await pane.getByLabel('名称、短码或路径').fill('calendar');
    await pane.getByText('工作日历', { exact: true }).first().click();
    await page.waitForURL(/menu=system\.calendar/);
    // The address is there before its panel.
    await pane.getByRole('heading', { name: /工作日历/ }).waitFor();
    await pane.getByLabel('名称', { exact: true }).fill('节假日历');
    await pane.getByRole('button', { name: /保\s*存/ }).click();
    await pane.getByRole('heading', { name: /节假日历/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    await pane.getByLabel('名称', { exact: true }).fill('工作日历');
    await pane.getByRole('button', { name: /保\s*存/ }).click();
    await pane.getByRole('heading', { name: /工作日历/ }).waitFor();
    await pane.getByRole('button', { name: '与程序路由核对' }).click();
    await page.getByText('菜单与程序路由一致').waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('is kept on a phone as well', async () => {
    const { page, failures, context } = await withSession(browser, 'admin', PHONE);
    // Nothing is there before a choice but what there is to choose from.
    await page.goto('/system/menus');
    await activePane(page).getByRole('button', { name: '收起菜单' }).waitFor();
    await page.goto('/system/menus?menu=system.users');
    await activePane(page)
      .getByRole('button', { name: /上\s*移/ })
      .waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('收支分析', () => {
  it('presses for missing accounts and reviews a month', async () => {
    const { page, failures, context } = await withSession(browser, 'finance');
    await page.goto('/formFlow/statisticalAnalysis/incomeExpenseAnalysis?tab=incomeReports');
    const pane = activePane(page);
    await pane.getByRole('button', { name: '催报全部未报' }).waitFor();
    await pane.getByRole('tab', { name: '月度复核' }).click();
    await pane.getByRole('button', { name: '复核月份' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /复\s*核/ }).click();
    await dialog.getByText('请选择复核月份').waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });
});
