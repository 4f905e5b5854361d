/** Pages of several views under one filter bar: figures, pictures, lists in tabs, on a screen and on a phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const PAGES = [
  ['/formFlow/statisticalAnalysis/contractRenewal', '到期合同'],
  ['/sale/saleStatistics/EMCProjectBidSummaryStatistics', '中标率'],
  ['/sale/saleStatistics/userFeedbackStatistics', '响应及时率'],
  ['/formFlow/statisticalAnalysis/satisfactionAnalysis', '综合满意度'],
  ['/formFlow/statisticalAnalysis/trainingReport', '计划完成率'],
  ['/formFlow/statisticalAnalysis/personnelAnalysis', '在岗人数'],
] as const;

describe('统计分析', () => {
  it.each(PAGES)('%s shows its figures and lists to whoever answers for all', async (path, figure) => {
    for (const viewport of [undefined, PHONE]) {
      const { page, failures, context } = await withSession(browser, 'generalManager', viewport);
      await page.goto(path);
      await activePane(page).getByText(figure).first().waitFor();
      await activePane(page).getByRole('tab').first().waitFor();
      expect(await axe(page)).toEqual([]);
      expect(failures).toEqual([]);
      await context.close();
    }
  });

  it('keeps the filters from tab to tab, and leads to the record', async () => {
    const { page, failures, context } = await withSession(browser, 'generalManager');
    await page.goto('/formFlow/statisticalAnalysis/satisfactionAnalysis?quarter=第三季度');
    await activePane(page).getByRole('tab', { name: '客户意见' }).click();
    await page.waitForURL(/tab=satisfactionOpinions/);
    expect(new URL(page.url()).searchParams.get('quarter')).toBe('第三季度');
    // The tab before has links as well, and is there until this one has its rows.
    const opinions = activePane(page).locator('.list-table', {
      has: page.getByRole('columnheader', { name: '责任人' }),
    });
    await opinions.locator('tbody a').first().click();
    await page.waitForURL(/BusinessId=/);
    // From a picture to the rows that it is drawn of.
    await page.goto('/formFlow/statisticalAnalysis/maintenanceCost');
    const picture = activePane(page).getByRole('region', { name: '设备类别帕累托' });
    await picture.getByRole('button', { name: '看数' }).click();
    const group = picture.locator('tbody a').first();
    const category = await group.innerText();
    await group.click();
    await page.waitForURL(/tab=repairCosts/);
    expect(new URL(page.url()).searchParams.get('category')).toBe(category);
    await activePane(page).locator('.list-table tbody tr').first().waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });
});
