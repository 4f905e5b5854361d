/** 收费项目 and 房间管理 in the browser: a formula tried before it is kept, a room split after a look; both clean for axe, and they fit a phone. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activePane, axe, DESKTOP, launch, PHONE, pressEscape, withSession } from './support.ts';

const LIMIT = 180_000;
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
}, LIMIT);
afterAll(() => browser.close());

const pick = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('dialog').last().getByLabel(label).click();
  await page.locator('.ant-select-dropdown:visible').getByText(option).first().click();
};
const fits = async (page: Page, width: number): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

it('keeps a formula once it was tried', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'finance');
  await page.goto('/chargeManage/chargeFee');
  await activePane(page).getByRole('button', { name: '计费依据', exact: true }).click();
  await page.getByText('公式：供能面积 × 0.5 + 户数 × 20').waitFor();
  await page.getByRole('button', { name: '新增依据' }).click();
  const form = page.getByRole('dialog', { name: '新增计费依据' });
  await form.getByLabel('名称').fill('折半面积');
  await form.getByLabel('单位').fill('m²');
  await pick(page, '取数', '公式');
  const save = form.getByRole('button', { name: '保存' });
  await form.getByRole('textbox', { name: '公式' }).fill('供能面积 ×');
  await form.getByRole('textbox', { name: '公式' }).blur();
  await form.getByText('第7个字符：公式没有写完，应为数、名称或括号').waitFor();
  await form.getByRole('textbox', { name: '公式' }).fill('供能面积 × 0.5');
  expect(await save.isDisabled()).toBe(true);
  await pick(page, '小区', '滨江花园');
  // The first fifty are of another building: it is searched for.
  await form.getByLabel('房间').fill('2栋-101');
  await page.locator('.ant-select-dropdown:visible').getByText('2栋-101 ').first().click();
  await pressEscape(page);
  await form.getByRole('button', { name: '试算' }).click();
  // 86 m²
  await form.getByText('43 m²').waitFor();
  expect(await axe(page), 'a formula that was tried').toEqual([]);
  await form.getByRole('textbox', { name: '公式' }).fill('供能面积 × 0.6');
  await expect.poll(() => save.isDisabled()).toBe(true);
  await form.getByRole('button', { name: '试算' }).click();
  await form.getByText('51.6 m²').waitFor();
  await save.click();
  await page.getByText('公式：供能面积 × 0.6').waitFor();
  expect(failures).toEqual([]);
  await context.close();
});

it.each([DESKTOP, PHONE])('splits a room after a look, $width wide', { timeout: LIMIT }, async (size) => {
  const door = size.width === PHONE.width ? '2栋-1901' : '2栋-1902';
  const { page, context, failures } = await withSession(browser, 'propertyManager', size);
  await page.goto(`/chargeManage/chargeRoom?keyword=${encodeURIComponent(door)}`);
  await activePane(page).getByRole('button', { name: door }).first().click();
  await page.getByRole('button', { name: '拆分合并' }).click();
  const form = page.getByRole('dialog', { name: `${door} 拆分合并` });
  const [, code = ''] = door.split('-');
  await form.getByLabel('生效日').fill('2032-01-01');
  await page.keyboard.press('Enter');
  await form.getByLabel('原因').fill('隔开');
  for (const [at, area] of ['10', '20'].entries()) {
    await form
      .getByLabel('房号')
      .nth(at)
      .fill(`${code}${'AB'[at] ?? ''}`);
    await form.getByLabel('建筑面积（m²）').nth(at).fill(area);
    await form.getByLabel('供能面积（m²）').nth(at).fill(area);
  }
  const act = form.getByRole('button', { name: '拆分', exact: true });
  expect(await act.isDisabled()).toBe(true);
  await form.getByRole('button', { name: '预览' }).click();
  // Areas must add up: what is wanted stands at the last room.
  const said =
    (await form.getByText(/建筑面积合计 30 m²，应与原来的/).innerText()).match(/原来的 ([\d.]+) m²/)?.[1] ?? '';
  const energy =
    (await form.getByText(/供能面积合计 30 m²，应与原来的/).innerText()).match(/原来的 ([\d.]+) m²/)?.[1] ?? '';
  const inner =
    (await form.getByText(/套内面积合计 0 m²，应与原来的/).innerText()).match(/原来的 ([\d.]+) m²/)?.[1] ?? '';
  const rest = (whole: string, less: number): string => String(Math.round((Number(whole) - less) * 100) / 100);
  await form.getByLabel('建筑面积（m²）').nth(1).fill(rest(said, 10));
  await form.getByLabel('供能面积（m²）').nth(1).fill(rest(energy, 10));
  await form.getByLabel('套内面积（m²）').nth(0).fill('8');
  await form.getByLabel('套内面积（m²）').nth(1).fill(rest(inner, 8));
  await form.getByRole('button', { name: '预览' }).click();
  await form.getByText(`拆分：${door} 自 2032-01-01 止`, { exact: false }).waitFor();
  expect(await axe(page), 'a split that was looked at').toEqual([]);
  await fits(page, size.width);
  await act.click();
  await page.getByText(`拆分完成：${door}A、${door}B`).waitFor();
  await page.getByText('自 2032-01-01 已拆分或合并').first().waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
