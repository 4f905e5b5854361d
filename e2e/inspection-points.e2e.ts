import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, launch, PHONE, signIn, visitor, withSession } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const LIMIT = 180_000;
const PAGE = '/formFlow/inspectionSystem/pointSet';
/** A project whose points no other flow looks at. */
const PROJECT = 'EMC03001';
const unique = Date.now().toString(36).slice(-4).toUpperCase();

/** Chooses from the drop-down of a field. */
const choose = async (page: Page, field: string, words: string): Promise<void> => {
  const box = activePane(page).getByLabel(field, { exact: true });
  await box.click();
  if (await box.isEditable()) await box.fill(words);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: words }).first().click();
};

describe('the points of inspections', () => {
  it('are set up with check items, whose change is a new version; labels are printed', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'safetyOfficer');
    await page.goto(`${PAGE}?project=${PROJECT}`);
    const pane = activePane(page);
    await pane.getByRole('complementary', { name: '巡检点' }).getByText('XJ-01 主机本体').waitFor();
    await pane.getByRole('button', { name: '新增巡检点' }).click();
    await pane.getByRole('textbox', { name: '点位编码' }).fill('XJ-01');
    await pane.getByLabel('名称', { exact: true }).fill(`冷冻泵${unique}`);
    await choose(page, '部位', '水处理间');
    await choose(page, '路线', '机房标准路线');
    await choose(page, '第1项项目', '水泵运行与润滑');
    await pane.getByLabel('第1项标准').fill('无异响');
    await pane.getByRole('button', { name: '保存', exact: true }).click();
    await pane.getByText('点位编码已存在').waitFor();
    await pane.getByLabel('点位编码').fill(`XJ-${unique}`);
    await pane.getByRole('button', { name: '保存', exact: true }).click();
    await pane.getByRole('heading', { name: new RegExp(`冷冻泵${unique}`) }).waitFor();
    await pane.getByRole('complementary', { name: '巡检点' }).getByText(`冷冻泵${unique}`).waitFor();

    await pane.getByRole('button', { name: '添加检查项' }).click();
    await choose(page, '第2项项目', '过滤器压差');
    await choose(page, '第2项判定', '数值范围');
    await pane.getByLabel('第2项下限').fill('30');
    await pane.getByLabel('第2项上限').fill('10');
    await pane.getByRole('button', { name: '保存', exact: true }).click();
    await pane.getByText('上限必须大于下限').waitFor();
    await pane.getByLabel('第2项下限').fill('0');
    await pane.getByLabel('第2项上限').fill('30');
    await pane.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('检查标准更新为第2版').waitFor();
    await pane.getByRole('tab', { name: '标准版本 2' }).click();
    await expect.poll(() => pane.getByRole('heading', { name: /第 \d 版/ }).count()).toBe(2);

    await pane.getByRole('button', { name: '打印二维码' }).click();
    const dialog = page.getByRole('dialog', { name: /打印二维码/ });
    await dialog.getByRole('button', { name: '生成标签' }).click();
    await dialog.getByRole('img', { name: `XJ-${unique} 的二维码` }).waitFor();
    await dialog.getByRole('button', { name: '取消' }).click();

    await pane.getByRole('button', { name: '删除', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await pane.getByRole('button', { name: '从标准库套用' }).waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('are read on a phone by those who do not set them up', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await visitor(browser, PHONE);
    await signIn(page, 'operator', PAGE);
    await activePane(page).getByRole('button', { name: 'XJ-02' }).first().click();
    await activePane(page).getByText('燃烧器火焰与排烟温度').first().waitFor();
    expect(await activePane(page).getByRole('button', { name: '保存', exact: true }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(failures).toEqual([]);
    await context.close();
  });
});
