/** What somebody has put in goes only when they say so: not by a slip beside a dialog, nor because the record is a newer one by now. */
import { MODULES } from '@hengneng/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../apps/server/src/testing/client.ts';
import { callsOf, sessionOf, told } from './calls.ts';
import { act, reopen, settled } from './form-steps.ts';
import { fileNotice } from './notices.ts';
import { activePane, DESKTOP, launch, PHONE, pressEscape, throughMenu, withSession } from './support.ts';
import { fileVisit } from './visits.ts';

const LIMIT = 180_000;
const VISITS =
  '/formFlow/customerSatisfaction/customerVisitRegistration/customerVisitRegistrationForm?ProcedureId=1102';
const { api: VISIT } = MODULES.customerVisitRegistration;
const ASKED = /还没有保存，确定关闭吗/;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const bar = (page: Page) => activePane(page).getByRole('toolbar', { name: '操作' });
const rowsOf = (page: Page) =>
  activePane(page).getByRole('region', { name: '来访人员', exact: true }).locator('tbody tr');
const field = (page: Page, key: string) => activePane(page).locator(`[data-path="${key}"]`).locator('textarea, input');

/** A visit that its maker is still writing. */
const draftVisit = async (account: string): Promise<{ readonly id: string; readonly address: string }> => {
  const draft = await told(account, `${VISIT}/Draft`, {
    visitorUnit: '浦江商务',
    talkContent: '谈了供热的安排',
    visitors: [
      { visitorName: '王五', visitorPost: '物业经理', decision: '经办人' },
      { visitorName: '赵六', visitorPost: '工程主管', decision: '经办人' },
    ],
  });
  const id = String(draft['BusinessId']);
  return { id, address: `${VISITS}&BusinessId=${id}` };
};

it('a dialog asks before it drops what was filled in, and is quiet where nothing was', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'admin');
  await page.goto('/main');
  await throughMenu(page, '系统管理', '用户管理');
  await page.waitForURL('**/system/users');
  const pane = activePane(page);
  const open = pane.getByRole('button', { name: '新建用户' });
  const dialog = page.getByRole('dialog', { name: '新建用户' });
  const question = page.getByRole('dialog', { name: ASKED });
  await open.click();
  await expect.poll(() => dialog.getByLabel('账号').evaluate((input) => input === document.activeElement)).toBe(true);
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);

  await open.click();
  await dialog.getByLabel('姓名').fill('没有保存的人');
  await pressEscape(page);
  await question.waitFor();
  await pressEscape(page);
  await question.waitFor({ state: 'hidden' });
  expect(await dialog.getByLabel('姓名').inputValue()).toBe('没有保存的人');
  await dialog.locator('.ant-modal-close').click();
  await question.getByRole('button', { name: '继续填写' }).click();
  await question.waitFor({ state: 'hidden' });

  // Going back means the dialog, which asks, not the page under it.
  await page.goBack();
  await question.getByRole('button', { name: '继续填写' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/system/users');
  expect(await dialog.getByLabel('姓名').inputValue()).toBe('没有保存的人');
  await page.goBack();
  await question.getByRole('button', { name: /^关\s?闭$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(failures).toEqual([]);
  await context.close();
});

it.each([DESKTOP, PHONE])('a drawer with a form asks as well, $width wide', { timeout: LIMIT }, async (screen) => {
  const { page, context, failures } = await withSession(browser, 'propertyManager', screen);
  await page.goto('/chargeManage/chargeRoom');
  await activePane(page).getByRole('button', { name: '新增房间' }).click();
  const drawer = page.getByRole('dialog', { name: '新增房间' });
  const question = page.getByRole('dialog', { name: ASKED });
  await drawer.getByLabel('房号').fill('没有保存的房间');
  if (screen === DESKTOP) await page.mouse.click(40, 400);
  else await drawer.locator('.ant-drawer-close').click();
  await question.getByRole('button', { name: '继续填写' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await drawer.getByLabel('房号').inputValue()).toBe('没有保存的房间');
  await pressEscape(page);
  await question.getByRole('button', { name: /^关\s?闭$/ }).click();
  await drawer.waitFor({ state: 'hidden' });
  expect(failures).toEqual([]);
  await context.close();
});

it('a draft that was saved elsewhere says what changed, and takes what was put in here on top', {
  timeout: LIMIT,
}, async () => {
  const { id, address } = await draftVisit('projectManager');
  const { page, context, failures } = await withSession(browser, 'projectManager');
  await page.goto(address);
  await settled(page);
  await field(page, 'talkContent').fill('这个页签里写的');
  await activePane(page).getByRole('button', { name: '删除第1行' }).click();
  const { data } = await callsOf().get(`${VISIT}/GetInfo`, { BusinessId: id }, await sessionOf('projectManager'));
  await told('projectManager', `${VISIT}/Draft`, {
    BusinessId: id,
    FormVersion: data['FormVersion'],
    visitorUnit: '浦江商务集团',
    talkContent: '另一个页签里写的',
  });
  await bar(page).getByRole('button', { name: /^暂存/ }).click();
  const dialog = page.getByRole('dialog', { name: '单据已变化' });
  await dialog.getByRole('row', { name: '来访单位 浦江商务 浦江商务集团' }).waitFor();
  await dialog.getByRole('row', { name: '洽谈内容纪要 谈了供热的安排 另一个页签里写的 这个页签里写的' }).waitFor();
  await dialog.getByRole('button', { name: '载入最新内容，保留我填写的' }).click();
  await page.getByText('洽谈内容纪要也有人改过：页面上是您填写的，请核对后再保存').waitFor();
  expect(await field(page, 'visitorUnit').inputValue()).toBe('浦江商务集团');
  expect(await field(page, 'talkContent').inputValue()).toBe('这个页签里写的');
  expect(await rowsOf(page).count()).toBe(1);
  await activePane(page).getByText('有未保存的修改').waitFor();
  await bar(page).getByRole('button', { name: /^暂存/ }).click();
  await page.getByText('已暂存').first().waitFor();
  await page.reload();
  await expect.poll(() => field(page, 'talkContent').inputValue()).toBe('这个页签里写的');
  expect(await field(page, 'visitorUnit').inputValue()).toBe('浦江商务集团');
  expect(await rowsOf(page).count()).toBe(1);
  expect(failures).toEqual([]);
  await context.close();
});

it('input kept on this device undoes nothing that was saved elsewhere meanwhile', { timeout: LIMIT }, async () => {
  const { id, address } = await draftVisit('projectManager');
  const { page, context } = await withSession(browser, 'projectManager');
  await page.goto(address);
  await settled(page);
  await field(page, 'talkContent').fill('写到一半');
  await settled(page);
  await page.goto('about:blank');
  await told('projectManager', `${VISIT}/Draft`, { BusinessId: id, visitorUnit: '别处改过的单位' });
  await page.goto(address);
  await activePane(page).getByRole('button', { name: '恢复' }).click();
  expect(await field(page, 'talkContent').inputValue()).toBe('写到一半');
  expect(await field(page, 'visitorUnit').inputValue()).toBe('别处改过的单位');
  await context.close();
});

it('rows of a record that was taken back on the same page can be moved and deleted', { timeout: LIMIT }, async () => {
  const { address } = await fileVisit('projectManager');
  const { page, context, failures } = await withSession(browser, 'projectManager');
  await page.goto(address);
  await bar(page).getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog', { name: '撤回' }).locator('.ant-modal-footer .ant-btn-primary').click();
  await bar(page).getByRole('button', { name: /^提交/ }).waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await activePane(page).getByRole('button', { name: '复制第1行' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  const second = activePane(page).getByRole('button', { name: '删除第2行' });
  await second.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  // By keys one goes on at the row that is there now.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('编辑第1行');
  expect(failures).toEqual([]);
  await context.close();
});

it('a double click takes a to-do once, and what is filled in stays while somebody is told of the record', {
  timeout: LIMIT,
}, async () => {
  const { address, manager } = await fileNotice('2037-03-02');
  const first = await reopen(browser, manager, address);
  // The dialog comes up under the second press, its cross just there.
  await bar(first.page).getByRole('button', { name: /^驳回/ }).dblclick();
  const reject = first.page.getByRole('dialog', { name: '驳回' });
  await reject.locator('.ant-modal-footer .ant-btn-primary').click();
  await reject.getByText('请填写驳回原因').waitFor();
  const reason = reject.getByLabel(/^驳回原因/);
  await expect.poll(() => reason.evaluate((input) => input === document.activeElement)).toBe(true);
  await pressEscape(first.page);
  await reject.waitFor({ state: 'hidden' });
  await act(first.page, '同意', '已同意');
  await expect.poll(() => first.page.evaluate(() => document.activeElement?.className)).toContain('form-banner');
  await first.context.close();
  const { page, context, failures } = await reopen(browser, 'waterEngineer', address);
  await bar(page).getByRole('button', { name: '认领', exact: true }).dblclick();
  await bar(page).getByRole('button', { name: '退回认领池' }).waitFor();
  await expect.poll(() => page.getByText('已退回认领池').count()).toBe(0);
  await field(page, 'engineerAdvice').fill('分三次投加');
  await bar(page).getByRole('button', { name: '抄送' }).click();
  const dialog = page.getByRole('dialog', { name: '抄送' });
  await dialog.locator('#action-people').fill('石安平');
  await page.locator('.ant-select-item-option').filter({ hasText: '石安平' }).first().click();
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.getByText('已抄送').first().waitFor();
  await bar(page).getByRole('button', { name: /^同意/ }).waitFor();
  expect(await field(page, 'engineerAdvice').inputValue()).toBe('分三次投加');
  await field(page, 'targetIndex').fill('pH7.5–9.5');
  await act(page, '同意', '已同意');
  await activePane(page).getByText('分三次投加').waitFor();
  expect(failures).toEqual([]);
  await context.close();
});

it('rows from a spreadsheet keep their marks where a cell could not be read', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'projectManager');
  await page.goto('/formFlow/payment/payment/paymentForm?ProcedureId=2901');
  const meters = activePane(page).getByRole('region', { name: '计量明细', exact: true });
  await meters.getByRole('button', { name: '从表格粘贴' }).click();
  const lines = Array.from({ length: 520 }, (_, at) =>
    [`H${at + 1}`, at === 149 ? '很多' : '￥1,234.50', at === 10 ? '\n\t\t' : ''].join('\t'),
  );
  const dialog = page.getByRole('dialog');
  await dialog.locator('#paste-text').fill(['户号*\t本期止码', ...lines].join('\n'));
  await dialog.getByText('最多还能加 500 行，第 501 行起的 20 行不导入').waitFor();
  await dialog.locator('td.cell-bad').getByText('本期止码必须是数字').waitFor();
  await dialog.getByRole('button', { name: '加入 500 行' }).click();
  await expect.poll(() => meters.locator('tbody tr').count()).toBe(500);
  await activePane(page).getByRole('button', { name: '计量明细第150行：本期止码必须是数字' }).click();
  const cell = meters.locator('tr.row-editing').getByLabel('本期止码', { exact: true });
  await expect.poll(() => cell.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('1,300');
  await expect.poll(() => activePane(page).locator('.error-summary').count()).toBe(0);

  // The session has ended meanwhile: one signs in over the page, and all of it is still there.
  const refused = { status: 401, json: { status: 401, message: '登录已过期，请重新登录', data: null, reLogin: true } };
  await page.route(`**${MODULES.payment.api}/Draft`, (route) => route.fulfill(refused), { times: 1 });
  await bar(page).getByRole('button', { name: /^暂存/ }).click();
  const over = page.locator('.sign-in-over');
  const signIn = over.frameLocator('iframe');
  await signIn.getByRole('textbox', { name: '账号' }).fill('projectManager');
  await signIn.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD);
  await signIn.getByRole('button', { name: '登录', exact: true }).click();
  await over.waitFor({ state: 'detached' });
  expect(await meters.locator('tbody tr').count()).toBe(500);
  await bar(page).getByRole('button', { name: /^暂存/ }).click();
  await page.getByText('已暂存').waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
