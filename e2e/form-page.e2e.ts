/** What a form page does beside its fields: saving by keyboard, taking a shared to-do and giving it back. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act, addressOf, fillIn, reopen } from './form-steps.ts';
import { fileNotice } from './notices.ts';
import { activePane, axe, launch, withSession } from './support.ts';

const NOTICE = '/formFlow/waterQuality/constructionNotice/constructionNotice';
const LIMIT = 180_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('saves what stands in a date field that is being typed into, and says so where it is no date', {
  timeout: LIMIT,
}, async () => {
  const { page, context, failures } = await withSession(browser, 'operator');
  await page.goto(`${NOTICE}Form?ProcedureId=10`);
  const pane = activePane(page);
  const start = pane.getByLabel('计划开始时间', { exact: false }).first();
  await start.click();
  await start.fill('2034-05-06 09:30');
  await page.keyboard.press('Control+s');
  await page.getByText('已暂存').first().waitFor();
  const address = addressOf(page);
  await page.reload();
  await page.waitForURL(`**${address}`);
  await expect.poll(() => start.inputValue()).toBe('2034-05-06 09:30');
  await start.click();
  await start.fill('2034-05-06 99:99');
  await page.keyboard.press('Control+s');
  await pane.getByText('计划开始时间必须是日期和时间，例如2026-01-31 08:30').first().waitFor();
  expect(await start.inputValue()).toBe('2034-05-06 99:99');
  expect(failures).toEqual([]);
  await context.close();
});

it('lets go of the dialog where the server finds something wrong in the form, and shows where', {
  timeout: LIMIT,
}, async () => {
  const { page, context } = await withSession(browser, 'operator');
  await page.goto(`${NOTICE}Form?ProcedureId=10`);
  const pane = activePane(page);
  await fillIn(page, {
    计划开始时间: '2034-07-01 09:00',
    计划结束时间: '2034-07-01 17:00',
    排放去向: '中和池处理后排放',
  });
  const message = '该项目这一天已有相同的施工通知，请核对';
  await page.route('**/bpmapi/ConstructionNotice/Submit', (route) =>
    route.fulfill({ json: { status: 0, message, data: null, errors: [{ path: 'planEnd', message }] } }),
  );
  await pane.getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^提交/ }).click();
  const dialog = page.getByRole('dialog', { name: '提交审批' });
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await pane.locator('.field-error', { hasText: message }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  const end = pane.getByLabel('计划结束时间', { exact: false }).first();
  await expect.poll(() => end.evaluate((input) => input === document.activeElement)).toBe(true);
  await context.close();
});

it('takes a to-do of several people, gives it back, and the others see both', { timeout: LIMIT }, async () => {
  const { serial, address, manager: handler } = await fileNotice('2034-06-01');
  const manager = await reopen(browser, handler, address);
  await act(manager.page, '同意', '已同意');
  await manager.context.close();

  const one = await reopen(browser, 'waterEngineer', address);
  const two = await withSession(browser, 'waterEngineer2');
  await two.page.goto(`${NOTICE}Task?Keyword=${serial}`);
  const row = activePane(two.page).locator('.list-table tbody tr', { hasText: serial });
  await row.getByRole('button', { name: '认领' }).waitFor();
  const bar = activePane(one.page).getByRole('toolbar', { name: '操作' });
  await bar.getByRole('button', { name: '认领', exact: true }).click();
  await row.getByText(/正在处理/).waitFor();
  await bar.getByRole('button', { name: '退回认领池' }).click();
  await bar.getByRole('button', { name: '认领', exact: true }).waitFor();
  await row.getByRole('button', { name: '认领' }).click();
  await row.getByRole('button', { name: '退回认领池' }).click();
  await row.getByRole('button', { name: '认领', exact: true }).waitFor();
  expect([...one.failures, ...two.failures]).toEqual([]);
  for (const { context } of [one, two]) await context.close();
});

it('opens the record that a field points at beside the form, which keeps what was typed', {
  timeout: LIMIT,
}, async () => {
  const { page, context, failures } = await withSession(browser, 'operator');
  const FEEDBACK = '/formFlow/trainingManagement/trainingFeedback/trainingFeedback';
  await page.goto(`${FEEDBACK}List`);
  const pane = activePane(page);
  await pane.locator('.list-table tbody tr', { hasText: '草稿' }).locator('.cell-main a').first().click();
  await page.waitForURL(/trainingFeedbackForm\?.*BusinessId=/);
  const learned = pane.getByLabel('主要收获');
  await learned.fill('点火前先查燃气阀组');
  const open = pane.getByRole('link', { name: '在右侧打开月度培训过程记录' });
  await open.click();
  const side = page.getByRole('complementary', { name: '并排查看：月度培训过程记录' });
  await side.getByText('PXJL-', { exact: false }).first().waitFor();
  expect(await side.getByRole('textbox').count()).toBe(0);
  expect(await learned.inputValue()).toBe('点火前先查燃气阀组');
  expect(await page.getByRole('tab', { name: /培训反馈/ }).count()).toBeLessThanOrEqual(2);
  expect(await axe(page)).toEqual([]);
  await side.getByRole('button', { name: '收起' }).click();
  await side.waitFor({ state: 'hidden' });
  expect(await learned.inputValue()).toBe('点火前先查燃气阀组');
  await open.waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
