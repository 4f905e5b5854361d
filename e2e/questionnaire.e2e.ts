/** A customer answers on a phone, without the application and through a break of the network; those who manage the questionnaire see it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activePane, axe, launch, PHONE, pressEscape, visitor, withSession } from './support.ts';

const PAGE = '/configurableQuestionnaireList';
const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('is set up, answered on a phone, and read', { timeout: LIMIT }, async () => {
  const manager = await withSession(browser, 'admin');
  const { page } = manager;
  await page.goto(PAGE);
  const pane = activePane(page);
  await pane.getByRole('button', { name: '新建问卷' }).click();
  const title = `供冷回访 ${Date.now()}`;
  await pane.getByLabel('问卷名称').fill(title);
  await pane.getByRole('combobox', { name: '投放项目' }).fill('EMC01001');
  await page.getByRole('option').first().waitFor({ state: 'attached' });
  await page.locator('.ant-select-item-option').first().click();
  await pressEscape(page);
  await pane.getByRole('spinbutton', { name: '制冷效果权重' }).fill('20');
  await pane.getByText('权重合计 110%').waitFor();
  await pane.getByRole('button', { name: /保\s?存/ }).click();
  await pane.locator('.q-problem[role=alert]').getByText('评价维度权重合计必须为100%').waitFor();
  await pane.getByRole('spinbutton', { name: '制冷效果权重' }).fill('10');
  await pane.getByRole('button', { name: /保\s?存/ }).click();
  await pane.getByRole('button', { name: /^发\s?布$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^发\s?布$/ })
    .click();
  await pane.getByText('收集中').first().waitFor();
  await pane.getByRole('tab', { name: '发布' }).click();
  const address = await pane.getByRole('link', { name: /打\s?开/ }).getAttribute('href');
  await pane
    .getByRole('button', { name: /桌\s?牌$/ })
    .last()
    .click();
  await pane.getByRole('img', { name: /问卷二维码/ }).waitFor();
  expect(await axe(page)).toEqual([]);

  const customer = await visitor(browser, PHONE);
  const scripts: string[] = [];
  customer.page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await customer.page.goto(new URL(address ?? '').pathname);
  await customer.page.getByRole('heading', { name: title }).waitFor();
  // The customers' page comes without the application.
  expect(scripts.some((url) => /\/(start|antd|App)-/.test(url))).toBe(false);
  expect(await axe(customer.page)).toEqual([]);
  await customer.page.getByRole('button', { name: '提交' }).click();
  await customer.page.getByText('请回答第1题').first().waitFor();
  const groups = customer.page.locator('#q-q1 .q-points');
  const count = await groups.count();
  expect(count).toBe(10);
  for (let at = 0; at < count; at++)
    await groups
      .nth(at)
      .getByRole('radio', { name: at === 5 ? '3分' : '9分', exact: true })
      .check({ force: true });
  await customer.page.locator('#q-q1 textarea').fill('报修后两天才来');
  await customer.page.locator('#q-q2').getByRole('radio', { name: '7分', exact: true }).check({ force: true });
  await customer.page.getByLabel(/称呼/).fill('王女士');
  await customer.page.getByLabel(/联系电话/).fill('13812345678');
  // What was filled in is still there after the page was closed.
  await customer.page.reload();
  await expect.poll(() => customer.page.getByLabel(/称呼/).inputValue()).toBe('王女士');
  await customer.context.setOffline(true);
  await customer.page.getByRole('button', { name: '提交' }).click();
  await customer.page.getByText('答卷已暂存本机，联网后自动提交').waitFor();
  await customer.context.setOffline(false);
  await customer.page.getByRole('heading', { name: '提交成功' }).waitFor();
  await customer.page.reload();
  await customer.page.getByRole('heading', { name: '您已提交过，感谢您的评价' }).waitFor();
  expect(customer.failures).toEqual([]);

  await pane.getByRole('tab', { name: /^回收/ }).click();
  const row = pane.locator('tbody tr').first();
  await row.getByText('138****5678').waitFor();
  await row.getByText('报修响应速度 3分').waitFor();
  await row.locator('.book-open').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('原因：报修后两天才来').waitFor();
  await drawer.getByRole('button', { name: '查看全号（留痕）' }).click();
  await drawer.getByText('13812345678').waitFor();
  await pressEscape(page);
  await pane.getByRole('tab', { name: '统计' }).click();
  await pane.getByRole('heading', { name: '各题得分（10分制）' }).waitFor();
  await pane.getByText('84.00').first().waitFor();
  // drawn: what is done with a drawing is offered then
  await expect.poll(() => pane.getByRole('button', { name: '存为图片', disabled: true }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  expect(manager.failures).toEqual([]);
  await customer.context.close();
  await manager.context.close();
});

it('says that a code leads nowhere, and lists what anybody may answer', { timeout: LIMIT }, async () => {
  const { page, context } = await visitor(browser, PHONE);
  await page.goto(`${PAGE}?code=${'A'.repeat(16)}`);
  await page.getByText('链接无效或已停用').waitFor();
  await page.goto(PAGE);
  await page.getByRole('heading', { name: '满意度问卷' }).waitFor();
  await context.close();
});
