import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, axe, launch, signedIn, visitor, withSession } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const LIMIT = 180_000;

const order = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('.workbench-side .block-place')
    .evaluateAll((blocks) => blocks.map((one) => one.getAttribute('data-block')));

describe('the workbench', () => {
  it('is ordered by dragging and by arrow keys, and stays so', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await signedIn(browser, 'legal');
    const handle = (name: string) => page.getByRole('button', { name: `移动 ${name}，用上下方向键` });
    // High enough for all blocks: nothing scrolls away under the drag.
    await page.setViewportSize({ width: 1440, height: 1400 });
    await handle('到期提醒').waitFor();
    // Nothing is pushed down any more under the drag.
    for (const block of ['expiring', 'notices']) await page.locator(`[data-block="${block}"] li`).first().waitFor();
    expect(await order(page)).toEqual(['quick', 'notices', 'expiring']);
    const stored = () => page.waitForResponse('**/webapi/UserInfo/SaveSetting');
    const dragged = stored();
    await handle('到期提醒').dragTo(page.locator('[data-block="quick"] h2'));
    await expect.poll(() => order(page)).toEqual(['expiring', 'quick', 'notices']);
    await dragged;
    const pressed = stored();
    await handle('到期提醒').press('ArrowDown');
    await pressed;
    await expect.poll(() => order(page)).toEqual(['quick', 'expiring', 'notices']);
    await page.reload();
    await expect.poll(() => order(page)).toEqual(['quick', 'expiring', 'notices']);
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('what a role looks for first', () => {
  const figure = (page: Page, label: string) => page.locator('.figure', { hasText: label });

  it('stands on its workbench, and nobody else’s', { timeout: LIMIT }, async () => {
    const manager = await signedIn(browser, 'areaManager');
    const energies = manager.page.locator('[data-block="energies"]');
    await energies.getByRole('columnheader', { name: '单位面积用电（kWh/m²）' }).waitFor();
    const first = energies.locator('tbody tr').first().getByRole('link');
    const name = await first.textContent();
    await manager.page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => manager.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await manager.page.setViewportSize({ width: 1440, height: 900 });
    await first.click();
    await manager.page.waitForURL('**/dayStateMentsNew?ProjectCode=*');
    await activePane(manager.page)
      .getByText(name ?? '')
      .first()
      .waitFor();
    expect(manager.failures).toEqual([]);
    await manager.context.close();

    const cashier = await signedIn(browser, 'cashier');
    await figure(cashier.page, '今日班次').waitFor();
    expect(await cashier.page.locator('[data-block="energies"]').count()).toBe(0);
    expect(cashier.failures).toEqual([]);
    await cashier.context.close();

    const operator = await signedIn(browser, 'operator');
    await figure(operator.page, '今日应录').waitFor();
    expect(await figure(operator.page, '今日班次').count()).toBe(0);
    expect(operator.failures).toEqual([]);
    await operator.context.close();
  });
});

describe('messages', () => {
  it('of the system count in the top bar until they are read', { timeout: LIMIT }, async () => {
    const asking = await withSession(browser, 'hr');
    await asking.page.goto('/system/roles');
    await asking.page.waitForURL('**/401?**');
    await asking.page.getByRole('button', { name: '申请权限' }).click();
    await asking.page
      .getByText(/已通知/)
      .first()
      .waitFor();
    await asking.context.close();

    const { page, context, failures } = await signedIn(browser, 'admin2');
    await page.getByRole('button', { name: /^消息，\d+ 条未读$/ }).click();
    const drawer = page.getByRole('dialog', { name: '消息' });
    await drawer.getByText(/^系统消息 \d+$/).click();
    await drawer
      .getByRole('button', { name: /申请访问 \/system\/roles/ })
      .first()
      .waitFor();
    await drawer.getByRole('button', { name: '全部已读' }).click();
    await page.getByRole('button', { name: '消息', exact: true }).waitFor();
    await drawer.getByText('系统消息', { exact: true }).waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('the profile', () => {
  it('keeps opinions to pick from', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await signedIn(browser, 'purchaser');
    await page.getByRole('button', { name: /个人菜单/ }).click();
    await page.getByRole('menuitem', { name: '个人中心' }).click();
    const dialog = page.getByRole('dialog', { name: '个人中心' });
    await dialog.getByLabel('新的常用意见').fill('价格合理，同意采购');
    await dialog.getByRole('button', { name: '添加' }).click();
    await dialog.getByText('价格合理，同意采购').waitFor();
    await dialog.getByRole('button', { name: '删除 价格合理，同意采购' }).click();
    await expect.poll(() => dialog.getByText('价格合理，同意采购').count()).toBe(0);
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('the ways of being told', () => {
  it('are chosen topic by topic; e-mail only where the system sends it', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await signedIn(browser, 'legal');
    await context.grantPermissions(['notifications']);
    const open = async () => {
      await page.getByRole('button', { name: /个人菜单/ }).click();
      await page.getByRole('menuitem', { name: '个人中心' }).click();
      return page.getByRole('dialog', { name: '个人中心' });
    };
    const dialog = await open();
    const saved = page.waitForResponse('**/webapi/UserInfo/SaveNoticeWays');
    await dialog.getByRole('checkbox', { name: '催办：桌面提醒' }).click();
    await saved;
    expect(await dialog.getByRole('checkbox', { name: '催办：邮件' }).isDisabled()).toBe(true);
    await dialog.getByText(/本系统没有开通邮件发送/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.reload();
    const again = await open();
    await expect.poll(() => again.getByRole('checkbox', { name: '催办：桌面提醒' }).isChecked()).toBe(true);
    expect(await again.getByRole('checkbox', { name: '待办：桌面提醒' }).isChecked()).toBe(false);
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('the demo accounts', () => {
  it('are offered once a role, the others on request', { timeout: LIMIT }, async () => {
    const { page, context } = await visitor(browser);
    await page.goto('/Login');
    const list = page.getByRole('region', { name: '演示账号' });
    await list.getByRole('button', { name: /operator/ }).waitFor();
    expect(await list.getByRole('button', { name: /2$/ }).count()).toBe(0);
    expect(await list.getByRole('listitem').count()).toBe(9);
    await list.getByRole('button', { name: /^展开其余/ }).click();
    await list.getByRole('button', { name: /serviceProvider/ }).click();
    await expect.poll(() => page.getByLabel('账号', { exact: true }).inputValue()).toBe('serviceProvider');
    await context.close();
  });
});
