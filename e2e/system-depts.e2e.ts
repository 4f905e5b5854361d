import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, launch, PHONE, signIn, visitor, withSession } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const LIMIT = 180_000;
const unique = Date.now().toString(36).slice(-5);

/** A department below the finance department, chosen afterwards. */
const make = async (page: Page, name: string): Promise<void> => {
  await activePane(page).getByRole('complementary', { name: '部门' }).getByText('财务部', { exact: true }).click();
  await activePane(page)
    .getByRole('heading', { name: /财务部/ })
    .waitFor();
  await activePane(page).getByRole('button', { name: '新建下级' }).click();
  const dialog = page.getByRole('dialog', { name: /新建部门/ });
  await dialog.getByLabel('部门名称').fill(name);
  await dialog.getByRole('button', { name: '保存' }).click();
  await activePane(page)
    .getByRole('heading', { name: new RegExp(name) })
    .waitFor();
};

describe('the department tree', () => {
  it('merges a department by dragging, after a look at what it touches', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'admin');
    await page.goto('/system/depts');
    const [first, second] = [`往来${unique}`, `核算${unique}`];
    await make(page, first);
    await make(page, second);
    const tree = activePane(page).getByRole('complementary', { name: '部门' });
    await tree.getByText(first, { exact: true }).dragTo(tree.getByText(second, { exact: true }));
    const dialog = page.getByRole('dialog', { name: `移动「${first}」` });
    await dialog.getByText(/^影响 0 人/).waitFor();
    await dialog.getByText('合并', { exact: true }).click();
    const merging = page.getByRole('dialog', { name: `合并「${first}」` });
    await merging.getByText(/原部门停用/).waitFor();
    await merging.getByRole('button', { name: '合并' }).click();
    await page.getByText('部门已合并').waitFor();
    await activePane(page)
      .getByRole('heading', { name: new RegExp(second) })
      .waitFor();
    await expect.poll(() => tree.getByText(first, { exact: true }).count()).toBe(0);
    await activePane(page).getByRole('tab', { name: '变更史' }).click();
    await activePane(page)
      .getByRole('cell', { name: new RegExp(`^${first}（`) })
      .waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('is narrowed by what stands in the address, also after a reload', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await visitor(browser);
    await signIn(page, 'admin', '/system/depts');
    const tree = activePane(page).getByRole('tree');
    await tree.getByText('采购部', { exact: true }).waitFor();
    await activePane(page).getByLabel('名称或编码').fill('华东');
    await expect.poll(() => tree.getByText('采购部', { exact: true }).count()).toBe(0);
    await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe('华东');
    await page.reload();
    await tree.getByText('华东区域', { exact: true }).waitFor();
    expect(await tree.getByText('采购部', { exact: true }).count()).toBe(0);
    await page.goto('/system/depts?depth=5');
    await tree.getByText('采购部', { exact: true }).waitFor();
    expect(await tree.getByText('华东区域', { exact: true }).count()).toBe(0);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('lists who belongs to a department and below, its own first, and is called by its name above', {
    timeout: LIMIT,
  }, async () => {
    const { page, context, failures } = await visitor(browser);
    await signIn(page, 'admin', '/system/depts?dept=A6308');
    const pane = activePane(page);
    const rows = pane.locator('.ant-table-row');
    await rows.filter({ hasText: '咨询中心' }).first().waitFor();
    expect(await rows.first().innerText()).toContain('本级');
    const name = await pane.locator('.panel-head h2').innerText();
    await page
      .getByRole('navigation', { name: '面包屑' })
      .getByText(`部门管理：${name.replace(/A6308.*/s, '').trim()}`, { exact: true })
      .waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('stays behind a button on a phone, and closes with a choice', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await visitor(browser, PHONE);
    await signIn(page, 'admin', '/system/users');
    await activePane(page).locator('.person-cards li').first().waitFor();
    await page.getByRole('button', { name: '选择部门' }).click();
    await activePane(page).getByText('采购部', { exact: true }).first().click();
    await page.getByRole('button', { name: '选择部门' }).waitFor();
    await expect.poll(() => activePane(page).locator('.person-cards li').count()).toBe(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(failures).toEqual([]);
    await context.close();
  });
});
