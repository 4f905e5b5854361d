/** What must not be lost or doubled: two clicks, the back button, a session that ended, a network that went. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionOf } from './calls.ts';
import { addressOf, fillIn, settled } from './form-steps.ts';
import { activePane, fillSignIn, headersOf, launch, MOVING, withSession } from './support.ts';
import { fileVisit, handle } from './visits.ts';

const NOTICE = '/formFlow/waterQuality/constructionNotice/constructionNotice';
const FORM = `${NOTICE}Form?ProcedureId=10`;
const LIMIT = 180_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const scopeOf = (page: Page) => activePane(page).getByLabel('施工范围');

it('two clicks on submit send one draft and one submission', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'operator', MOVING);
  await page.goto(FORM);
  const sent: string[] = [];
  page.on('request', (request) => {
    const [, action] = /ConstructionNotice\/(Draft|Submit)$/.exec(request.url()) ?? [];
    if (action) sent.push(action);
  });
  await fillIn(page, {
    计划开始时间: '2030-09-01 09:00',
    计划结束时间: '2030-09-01 17:00',
    排放去向: '中和池处理后排放',
    施工范围: '按了两次的范围',
  });
  const bar = activePane(page).getByRole('toolbar', { name: '操作' });
  await bar.getByRole('button', { name: /^提交/ }).dblclick();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.count()).toBe(1);
  // Both clicks before the page has drawn anything: nothing but its own care keeps it from sending twice.
  await dialog.locator('.ant-modal-footer .ant-btn-primary').evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await activePane(page).locator('.form-banner', { hasText: '已提交' }).waitFor();
  expect(sent).toEqual(['Draft', 'Submit']);
  expect(failures).toEqual([]);
  await context.close();
});

it('an answer that got lost on its way is asked for again, and still makes one record', {
  timeout: LIMIT,
}, async () => {
  const { page, context } = await withSession(browser, 'operator', MOVING);
  await page.goto(FORM);
  await scopeOf(page).fill('回答丢失的范围');
  await settled(page);
  let made = '';
  const keys: (string | undefined)[] = [];
  await page.route('**/ConstructionNotice/Draft', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    const answer = (await (await route.fetch()).json()) as { readonly data: { readonly BusinessId: string } };
    made = answer.data.BusinessId;
    return route.abort('connectionreset');
  });
  const save = activePane(page).getByRole('button', { name: /暂存/ });
  await save.click();
  await page.getByText('无法连接服务器').first().waitFor();
  await save.click();
  await page.getByText('已暂存').first().waitFor();
  expect(keys.length).toBe(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(made).toMatch(/^\d+$/);
  await page.waitForURL(`**BusinessId=${made}`);
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

it('going back and forward keeps what was typed', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'operator', MOVING);
  await page.goto(`${NOTICE}List`);
  await activePane(page).getByRole('button', { name: /^新建/ }).first().click();
  await page.waitForURL(`**${NOTICE}Form?**`);
  await scopeOf(page).fill('按了返回的范围');
  await page.goBack();
  await page.waitForURL(`**${NOTICE}List`);
  await activePane(page).getByRole('button', { name: /^新建/ }).first().waitFor();
  await page.goForward();
  await page.waitForURL(`**${NOTICE}Form?**`);
  await expect.poll(() => scopeOf(page).inputValue()).toBe('按了返回的范围');
  expect(failures).toEqual([]);
  await context.close();
});

it('a session that ended while typing is asked for over the form; who signs in elsewhere finds the input offered', {
  timeout: LIMIT,
}, async () => {
  const { page, context } = await withSession(browser, 'operator2', MOVING);
  await page.goto(FORM);
  await scopeOf(page).waitFor();
  await scopeOf(page).fill('登录过期前的范围');
  const save = await activePane(page).getByRole('button', { name: /暂存/ }).elementHandle();
  const ended = await page.request.post('/webapi/UserInfo/Logout', { headers: await headersOf(page) });
  expect(ended.ok()).toBe(true);
  // Saving finds out, if nothing else has by then: the button may be gone already.
  await save?.evaluate((button) => (button as HTMLElement).click()).catch(() => undefined);
  const over = page.getByRole('dialog', { name: '重新登录' });
  await over.getByText('填写的内容都还在').waitFor();
  await over.getByRole('button', { name: '去登录页' }).click();
  await page.waitForURL('**/Login?**');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(FORM);
  await fillSignIn(page, 'operator2');
  await page.waitForURL(`**${FORM}`);
  await activePane(page).getByRole('button', { name: '恢复' }).click();
  await expect.poll(() => scopeOf(page).inputValue()).toBe('登录过期前的范围');
  await context.close();
});

it('without a network a bar says so, and what was typed is saved once it is back', { timeout: LIMIT }, async () => {
  const { page, context } = await withSession(browser, 'operator', MOVING);
  await page.goto(FORM);
  await scopeOf(page).waitFor();
  await context.setOffline(true);
  await page.getByText('网络已断开，录入内容已暂存本机').waitFor();
  await scopeOf(page).fill('断网时的范围');
  const save = activePane(page).getByRole('button', { name: /暂存/ });
  await save.click();
  await page.getByText('无法连接服务器').first().waitFor();
  expect(await scopeOf(page).inputValue()).toBe('断网时的范围');
  await context.setOffline(false);
  await page.getByText('网络已恢复').waitFor();
  await save.click();
  await page.getByText('已暂存').first().waitFor();
  await page.waitForURL(/BusinessId=\d+/);
  const address = addressOf(page);
  await page.goto('/main');
  await page.goto(address);
  await expect.poll(() => scopeOf(page).inputValue()).toBe('断网时的范围');
  await context.close();
});

it('stays where its calendars do not come, and takes dates all the same', { timeout: LIMIT }, async () => {
  const { page, context } = await withSession(browser, 'operator', MOVING);
  await context.route('**/assets/Picker-*.js', (route) => route.abort());
  await page.goto(FORM);
  await scopeOf(page).fill('没有日历的时候');
  await activePane(page).locator('input[type="date"]').first().fill('2026-03-05');
  await activePane(page).getByText('2026-03-05').first().waitFor();
  expect(await scopeOf(page).inputValue()).toBe('没有日历的时候');
  await context.close();
});

it('an opinion outlives its session and the network, and is handed in once, also by who has no menu of the module', {
  timeout: LIMIT,
}, async () => {
  const visit = await fileVisit('projectManager');
  const { userId: UserId } = await sessionOf('legal');
  await handle('areaManager', visit, 'Transfer', { UserId, Opinion: '请法务看' });
  const { page, context } = await withSession(browser, 'legal');
  await page.goto('/main');
  await page.locator('.shell').waitFor();
  await page.goto(visit.address);
  const pane = activePane(page);
  const agree = pane.getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^同意/ });
  const dialog = page.getByRole('dialog', { name: '同意' });
  const opinion = dialog.getByLabel('审批意见');
  const ok = dialog.locator('.ant-modal-footer .ant-btn-primary');
  await agree.click();
  await opinion.fill('合同第三条请补上付款日期，其余同意');
  const ended = await page.request.post('/webapi/UserInfo/Logout', { headers: await headersOf(page) });
  expect(ended.ok()).toBe(true);
  await Promise.all([page.waitForURL('**/Login?**'), ok.click({ noWaitAfter: true })]);
  await fillSignIn(page, 'legal');
  await page.waitForURL(`**${visit.address}`);
  await agree.click();
  await dialog.getByText('写下、尚未提交的内容').waitFor();
  expect(await opinion.inputValue()).toBe('合同第三条请补上付款日期，其余同意');

  await context.setOffline(true);
  await ok.click();
  await page.getByText('无法连接服务器').first().waitFor();
  expect(await opinion.inputValue()).toBe('合同第三条请补上付款日期，其余同意');
  await context.setOffline(false);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/Approve')) sent.push(request.url());
  });
  await ok.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await pane.locator('.form-banner', { hasText: '已同意' }).waitFor();
  await pane.locator('.step').getByText('合同第三条请补上付款日期，其余同意').waitFor();
  expect(sent.length).toBe(1);
  // The sign-in page, which ends a session, is not where the way back leads.
  await page.goBack();
  await page.locator('.shell').waitFor();
  expect(new URL(page.url()).pathname).toBe('/main');
  await context.close();
});
