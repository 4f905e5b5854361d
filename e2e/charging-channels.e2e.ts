/** 支付渠道 in the browser: a community's own merchant is entered, tried with one fen that comes back, and stopped. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choose } from './fields.ts';
import { activePane, axe, DESKTOP, launch, PHONE, withSession } from './support.ts';

const LIMIT = 240_000;
/** A merchant of this flow's own: others take by the default one. */
const MERCHANT = '1900009901';
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
}, LIMIT);
afterAll(() => browser.close());

it('is in force only once a payment by it has come and gone back', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'propertyManager', DESKTOP);
  await page.goto('/chargeManage/chargeCommunity');
  await activePane(page).getByRole('button', { name: '科创中心' }).first().click();
  const drawer = page.getByRole('dialog', { name: '科创中心' });
  await drawer.getByRole('tab', { name: '支付渠道' }).click();
  await drawer.getByText('该小区没有自己的商户').waitFor();

  await drawer.getByRole('button', { name: '配支付渠道' }).click();
  const entering = page.getByRole('dialog', { name: '配支付渠道' });
  await entering.getByRole('button', { name: /确\s*定/ }).click();
  await entering.getByText('请填写商户号').waitFor();
  await choose(page, entering.getByLabel('渠道'), '微信');
  await entering.getByLabel('商户号').fill(MERCHANT);
  await entering.getByLabel('密钥').fill('key-of-this-merchant-0001');
  expect(await axe(page), 'entering a merchant').toEqual([]);
  await entering.getByRole('button', { name: /确\s*定/ }).click();
  const row = drawer.getByRole('row').filter({ hasText: MERCHANT });
  await row.getByText('待测试').waitFor();
  expect(await row.textContent()).toContain('••••0001');

  await row.getByRole('button', { name: '测试收款' }).click();
  const trying = page.getByRole('dialog', { name: '微信测试收款 0.01 元' });
  const scan = async (code: string) => {
    await trying.getByLabel('付款码').fill(code);
    await page.keyboard.press('Enter');
  };
  await scan('134567890123456782');
  await trying.getByRole('alert').getByText('上次测试已失败：付款人余额不足').waitFor();
  expect(await axe(page), 'a try that failed').toEqual([]);
  await scan('134567890123456789');
  await trying.getByText(`0.01 元已收到并退回，商户 ${MERCHANT} 已启用`).waitFor({ timeout: 60_000 });
  await trying.getByRole('button', { name: '完成' }).click();
  await row.getByText('启用', { exact: true }).waitFor();

  await page.setViewportSize(PHONE);
  expect(await axe(page), 'on a phone').toEqual([]);
  await drawer.getByRole('button', { name: '停用' }).click();
  const question = page.getByRole('dialog', { name: `停用微信商户 ${MERCHANT}？` });
  await question.getByRole('button', { name: /确\s*定/ }).click();
  await page.getByText('支付渠道已停用').first().waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
