/** A project handed over paper by paper; consulting in figures; a review and those who sit on the committee. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('项目移交', () => {
  it('is registered on a phone, and says at the field what is missing', async () => {
    const { page, failures, context } = await withSession(browser, 'sales', PHONE);
    await page.goto('/projectContent/handOver/index');
    await activePane(page).getByRole('button', { name: '登记移交' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(/齐套率/).waitFor();
    expect(await axe(page)).toEqual([]);
    await drawer.getByRole('button', { name: '提交接收' }).click();
    await drawer.getByRole('alert').filter({ hasText: '请选择接收人' }).waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('is signed for by whoever gets it', async () => {
    const { page, failures, context } = await withSession(browser, 'technicalDirector');
    await page.goto('/projectContent/handOver/handOverList?state=待接收');
    await activePane(page).locator('.book-open').first().click();
    const drawer = page.getByRole('dialog');
    const papers = drawer.getByRole('region', { name: '资料清单' });
    await papers.getByText('待签收').first().waitFor();
    expect(await axe(page)).toEqual([]);
    const before = await papers.getByText('待签收').count();
    await papers
      .getByRole('button', { name: /^签\s*收$/ })
      .first()
      .click();
    await papers
      .getByText('待签收')
      .nth(before - 1)
      .waitFor({ state: 'detached' });
    expect(await papers.getByText('待签收').count()).toBe(before - 1);
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('咨询单', () => {
  it('are listed with what each trade goes by, and by the step at which they stand', async () => {
    const { page, failures, context } = await withSession(browser, 'technicalDirector');
    await page.goto('/projectContent/consultIndex');
    const pane = activePane(page);
    const row = pane.locator('.list-table tbody tr').filter({ hasText: '审批中' }).first();
    await row.waitFor();
    const heads = await pane.locator('.list-table thead th').allInnerTexts();
    for (const head of ['客户', '停留（h）', '剩余（天）', '报价单'])
      expect(heads.map((one) => one.trim())).toContain(head);
    const at = (name: string): number => heads.findIndex((one) => one.trim() === name);
    expect(await row.locator('td').nth(at('停留（h）')).innerText()).toMatch(/^\d+$/);
    const [step = ''] = (await row.locator('td').nth(at('当前步骤与处理人')).innerText()).split(' · ');
    await page.goto(`/projectContent/consultIndex?Step=${step}`);
    const rows = pane.locator('.list-table tbody tr');
    await rows.filter({ hasText: step }).first().waitFor();
    await pane.getByText(`当前环节：${step}`).waitFor();
    expect(await rows.filter({ hasNotText: step }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('咨询统计与专家委员会', () => {
  it('draw what they count, and lead to the record', async () => {
    const { page, failures, context } = await withSession(browser, 'technicalDirector');
    await page.goto('/projectContent/consultStatistics/project?tab=funnel');
    await activePane(page).getByText('止于此的丢失与放弃').first().waitFor();
    expect(await axe(page)).toEqual([]);
    await page.goto('/projectContent/consultStatistics/consult');
    await activePane(page).getByRole('link', { name: /^ZX-/ }).first().click();
    await page.waitForURL(/BusinessId=/);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('show a review with what is to be put right, and the members', async () => {
    const { page, failures, context } = await withSession(browser, 'technicalDirector');
    await page.goto('/committeeContent/committeeList');
    await activePane(page).getByRole('button', { name: '直燃机改造方案与节能率评审' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('region', { name: '整改' }).getByText('未闭环').first().waitFor();
    expect(await axe(page)).toEqual([]);
    await page.goto('/committeeContent/committeeTable');
    await activePane(page)
      .getByRole('button', { name: /^新\s*增委员$/ })
      .click();
    await page.getByRole('dialog').getByLabel('届次').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });
});
