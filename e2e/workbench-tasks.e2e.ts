/** The workbench as the place where work is done: several to-dos agreed to at once, one after another, and one's own records kept moving. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act, addressOf, reopen } from './form-steps.ts';
import { fileNotice, type Notice } from './notices.ts';
import { activePane, axe, launch, PHONE, pointAt, pressEscape, signedIn } from './support.ts';

const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Files a notice of the operator. */
const file = (month: number): Promise<Notice> => fileNotice(`2033-${String(month).padStart(2, '0')}-01`);

const todos = (page: Page) => activePane(page).locator('[data-block="todos"]');
const mine = (page: Page) => activePane(page).locator('[data-block="mine"]');
/** The newest to-dos stand first. */
const firstRows = (page: Page) => todos(page).locator('tbody tr');

it('agrees to several to-dos, says what became of each, and goes on to the next where one is opened', {
  timeout: LIMIT,
}, async () => {
  const [first, second] = [await file(1), await file(2), await file(3)];
  const { page, context, failures } = await signedIn(browser, first.manager);
  await todos(page)
    .getByRole('tab', { name: /水处理施工通知/ })
    .click();
  const boxes = firstRows(page).getByRole('checkbox');
  await expect.poll(() => boxes.count()).toBeGreaterThanOrEqual(3);
  // The newest stand first: the third, the second, the first.
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await todos(page).getByRole('button', { name: '批量同意' }).click();
  const dialog = page.getByRole('dialog', { name: '批量同意（2 件）' });
  await dialog.getByText(second.serial).waitFor();
  // While the dialog is open the first one is handled elsewhere.
  const other = await reopen(browser, first.manager, first.address);
  await act(other.page, '同意', '已同意');
  await other.context.close();
  await dialog.locator('.agree-foot').getByRole('button', { name: '同意', exact: true }).click();
  await dialog.getByRole('listitem').filter({ hasText: second.serial }).getByText('✓ 已同意').waitFor();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: first.serial })
    .getByText(/已由您于.+处理/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  // What has just been agreed to is undone while nobody was told, and waits again.
  await page.getByRole('button', { name: /^撤销（\d+ 秒）$/ }).click();
  await page.getByText('已撤销 1 件').waitFor();
  await dialog.locator('.agree-foot').getByRole('button', { name: '关闭' }).click();

  // What waits again is the newest. It is opened; once it is handled, the next to-do of the same module stands in its place.
  await firstRows(page).first().getByText('刚刚').waitFor();
  await firstRows(page).first().getByRole('link').click();
  await page.waitForURL(`**${second.address}&NodeRecordId=*`);
  const pane = activePane(page);
  await pane.getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^同意/ }).click();
  const opinion = page.getByRole('dialog', { name: '同意' });
  await opinion.locator('.ant-modal-footer .ant-btn-primary').click();
  await expect
    .poll(
      async () =>
        !addressOf(page).startsWith(`${second.address}&`) || (await page.getByText('没有待处理的单据了').count()) > 0,
    )
    .toBe(true);
  expect(page.url()).toContain('/formFlow/waterQuality/constructionNotice/');
  expect(failures).toEqual([]);
  await context.close();
});

it('shows an own record step by step, urges once, and takes it back', { timeout: LIMIT }, async () => {
  const filed = await file(4);
  const { page, context, failures } = await signedIn(browser, 'operator');
  const row = mine(page).locator('tbody tr').first();
  const peek = page.getByRole('tooltip');
  // What comes in meanwhile draws the rows anew, and takes away what was shown of one.
  await pointAt(
    row.getByRole('button', { name: /审批步骤/ }),
    peek.filter({ hasText: '项目经理审核' }).getByText('处理中'),
  );
  await page.mouse.move(0, 0);
  await row.getByRole('button', { name: '催办' }).click();
  await page.getByText('已催办').waitFor();
  await row.getByRole('button', { name: '催办' }).click();
  await page.getByText(/刚催办过，.+后可再次催办/).waitFor();
  await row.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await page.getByText('已撤回').first().waitFor();
  await page.goto(filed.address);
  await activePane(page).locator('.form-title .tag', { hasText: '已撤回' }).waitFor();
  expect(failures).toEqual([]);
  await context.close();
});

it('offers favourites first, then what was started last', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await signedIn(browser, 'engineer2');
  const quick = activePane(page).locator('[data-block="quick"]');
  const titles = () => quick.locator('.quick-start .quick-title').allTextContents();
  await quick.getByRole('button', { name: /^全部/ }).click();
  for (const name of ['借款', '费用报销']) {
    const saved = page.waitForResponse('**/webapi/UserInfo/SaveSetting');
    await page.getByRole('button', { name: `收藏 ${name}` }).click();
    await saved;
  }
  await expect.poll(async () => (await titles()).slice(0, 2)).toEqual(['借款', '费用报销']);
  await pressEscape(page);
  const moved = page.waitForResponse('**/webapi/UserInfo/SaveSetting');
  await quick.getByRole('link', { name: '费用报销' }).dragTo(quick.getByRole('link', { name: '借款' }));
  await moved;
  await page.reload();
  await expect.poll(async () => (await titles()).slice(0, 2)).toEqual(['费用报销', '借款']);
  expect(failures).toEqual([]);
  await context.close();
});

it('keeps and drops phrases where an opinion is asked for', { timeout: LIMIT }, async () => {
  const filed = await file(5);
  const { page, context, failures } = await reopen(browser, filed.manager, filed.address, PHONE);
  await activePane(page).getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^驳回/ }).click();
  const dialog = page.getByRole('dialog', { name: '驳回' });
  const phrases = dialog.getByRole('group', { name: '常用意见' });
  const reason = dialog.getByLabel('驳回原因');
  await reason.fill('附件不全，请补齐');
  await phrases.getByRole('button', { name: '收藏本条' }).click();
  await reason.fill('');
  await phrases.getByRole('button', { name: '附件不全，请补齐', exact: true }).click();
  expect(await reason.inputValue()).toBe('附件不全，请补齐');
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await phrases.getByRole('button', { name: '管理' }).click();
  await phrases.getByRole('button', { name: '删除 附件不全，请补齐' }).click();
  await expect.poll(() => phrases.getByText('附件不全，请补齐').count()).toBe(0);
  expect(failures).toEqual([]);
  await context.close();
});
