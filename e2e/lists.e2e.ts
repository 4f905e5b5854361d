/** Lists and to-do pages: many at once, claimed, kept fresh, taken along as a workbook, narrowed on a phone. */
import { readFile } from 'node:fs/promises';
import readXlsx from 'read-excel-file/node';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act, fillIn, reopen } from './form-steps.ts';
import { fileNotice, type Notice } from './notices.ts';
import { activePane, atRest, axe, launch, PHONE, throughMenu, withSession } from './support.ts';

const NOTICE = '/formFlow/waterQuality/constructionNotice/constructionNotice';
const TASKS = `${NOTICE}Task`;
const LIST = `${NOTICE}List`;
const LIMIT = 240_000;

let browser: Browser;
const file = async (page: Page, month: number): Promise<Pick<Notice, 'serial'>> => {
  await page.goto(`${NOTICE}Form?ProcedureId=10`);
  await fillIn(page, {
    计划开始时间: `2031-${String(month).padStart(2, '0')}-01 09:00`,
    计划结束时间: `2031-${String(month).padStart(2, '0')}-01 17:00`,
    排放去向: '中和池处理后排放',
  });
  await act(page, '提交', '已提交');
  const serial = await activePane(page).locator('.form-title h1').textContent();
  return { serial: serial?.trim() ?? '' };
};

const rowOf = (page: Page, { serial }: Pick<Notice, 'serial'>): Locator =>
  activePane(page).locator('.list-table tbody tr', { hasText: serial });

interface Prepared {
  readonly filed: readonly [Notice, Notice, Notice, Notice];
  readonly manager: string;
}

const prepare = async (): Promise<Prepared> => {
  const filed = [
    await fileNotice('2031-01-01'),
    await fileNotice('2031-02-01'),
    await fileNotice('2031-03-01'),
    await fileNotice('2031-04-01'),
  ] as const;
  return { filed, manager: filed[0].manager };
};
let prepared: Promise<Prepared> | undefined;
/** Notices of the operator that wait for the project manager, filed once for all flows. */
const notices = (): Promise<Prepared> => {
  prepared ??= prepare();
  return prepared;
};

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('agrees to several at once, each on its own: one that somebody took says so and stays selected', {
  timeout: LIMIT,
}, async () => {
  const { filed, manager } = await notices();
  const { page, context, failures } = await withSession(browser, manager);
  await page.goto(TASKS);
  const [first, second] = filed;
  for (const one of [first, second]) await rowOf(page, one).getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量同意' }).click();
  const dialog = page.getByRole('dialog', { name: '批量同意（2 件）' });
  // While the dialog is open the second one is handled elsewhere.
  const other = await reopen(browser, manager, second.address);
  await act(other.page, '同意', '已同意');
  await other.context.close();
  await dialog.getByRole('group', { name: '常用意见' }).getByRole('button').first().click();
  expect(await dialog.getByLabel('审批意见').inputValue()).not.toBe('');
  await dialog.getByRole('button', { name: '同意', exact: true }).last().click();
  await dialog.getByRole('listitem').filter({ hasText: first.serial }).getByText('✓ 已同意').waitFor();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: second.serial })
    .getByText(/已由您于.+处理/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  // What is handled is not tried again.
  expect(await dialog.getByRole('button', { name: /重试/ }).count()).toBe(0);
  await dialog.locator('.agree-foot').getByRole('button', { name: '关闭' }).click();
  await rowOf(page, first).waitFor({ state: 'detached' });
  await activePane(page)
    .getByRole('tab', { name: /我已处理/ })
    .click();
  await rowOf(page, first).getByText('同意', { exact: true }).first().waitFor();
  expect(failures).toEqual([]);
  await context.close();
});

it('sends several back with one reason, each on its own: none without it, and what somebody handled says so', {
  timeout: LIMIT,
}, async () => {
  const { manager } = await notices();
  const filed = [await fileNotice('2031-05-01'), await fileNotice('2031-06-01')] as const;
  const { page, context, failures } = await withSession(browser, manager);
  await page.goto(TASKS);
  for (const one of filed) await rowOf(page, one).getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量驳回' }).click();
  const dialog = page.getByRole('dialog', { name: '批量驳回（2 件）' });
  const go = dialog.locator('.agree-foot').getByRole('button', { name: '驳回', exact: true });
  await go.click();
  await dialog.getByText('请填写驳回原因').waitFor();
  expect(await axe(page)).toEqual([]);
  const other = await reopen(browser, manager, filed[1].address);
  await act(other.page, '同意', '已同意');
  await other.context.close();
  await dialog.getByLabel('驳回原因').fill('请补齐安全措施');
  await go.click();
  await dialog.getByRole('listitem').filter({ hasText: filed[0].serial }).getByText('✓ 已驳回').waitFor();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: filed[1].serial })
    .getByText(/已由您于.+处理/)
    .waitFor();
  await dialog.locator('.agree-foot').getByRole('button', { name: '关闭' }).click();
  await activePane(page)
    .getByRole('tab', { name: /我已处理/ })
    .click();
  await rowOf(page, filed[0]).getByText('请补齐安全措施').first().waitFor();
  expect(failures).toEqual([]);
  await context.close();
});

it('takes a tab along as a workbook with everything that matches', { timeout: LIMIT }, async () => {
  const { filed, manager } = await notices();
  const { page, context } = await withSession(browser, manager);
  await page.goto(`${TASKS}?tab=handled&Keyword=${filed[0].serial}`);
  await rowOf(page, filed[0]).waitFor();
  const coming = page.waitForEvent('download');
  await activePane(page).getByRole('button', { name: '导出' }).click();
  const text = JSON.stringify(await readXlsx(await readFile(await (await coming).path())));
  expect(text).toContain(filed[0].serial);
  expect(text).toContain('我的结论');
  expect(text).not.toContain(filed[1].serial);
  await context.close();
});

it('is claimed by one of several, and the others see at once by whom', { timeout: LIMIT }, async () => {
  const { filed } = await notices();
  const one = await withSession(browser, 'waterEngineer');
  const two = await withSession(browser, 'waterEngineer2');
  await one.page.goto(TASKS);
  await two.page.goto(TASKS);
  await rowOf(two.page, filed[0]).getByRole('button', { name: '认领' }).waitFor();
  await rowOf(one.page, filed[0]).getByRole('button', { name: '认领' }).click();
  await rowOf(one.page, filed[0])
    .getByText(/您已认领至\d\d:\d\d/)
    .waitFor();
  await rowOf(two.page, filed[0])
    .getByText(/正在处理/)
    .waitFor();
  expect(await rowOf(two.page, filed[0]).getByRole('button').count()).toBe(0);
  // The form's own bar does the same.
  await two.page.goto(filed[1].address);
  const bar = activePane(two.page).getByRole('toolbar', { name: '操作' });
  await bar.getByRole('button', { name: '认领', exact: true }).click();
  await bar.getByRole('button', { name: '认领', exact: true }).waitFor({ state: 'detached' });
  await rowOf(one.page, filed[1])
    .getByText(/正在处理/)
    .waitFor();
  // An open form says so, too, and that it is free again.
  await one.page.goto(filed[1].address);
  const pane = activePane(one.page);
  await pane.getByText(/已认领，正在处理/).waitFor();
  const agree = pane.getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^同意/ });
  expect(await agree.count()).toBe(0);
  await bar.getByRole('button', { name: '退回认领池' }).click();
  await pane.getByText('待办已退回认领池，刷新后可以处理').waitFor();
  await pane.getByRole('button', { name: '刷新', exact: true }).click();
  await agree.waitFor();
  await pane.getByText('待办已退回认领池').waitFor({ state: 'detached' });
  expect([...one.failures, ...two.failures]).toEqual([]);
  await one.context.close();
  await two.context.close();
});

it('keeps a list fresh: quietly, not under selected rows, and a hidden one when it is shown again', {
  timeout: LIMIT,
}, async () => {
  const { filed, manager } = await notices();
  const { page, context, failures } = await withSession(browser, 'operator');
  await page.goto(LIST);
  const [, , third, fourth] = filed;
  await rowOf(page, third)
    .getByText(/项目经理审核/)
    .waitFor();
  const approving = await reopen(browser, manager, third.address);
  await act(approving.page, '同意', '已同意');
  await rowOf(page, third)
    .getByText(/水质工程师审核/)
    .waitFor();

  await rowOf(page, fourth).getByRole('checkbox').check();
  await approving.page.goto(fourth.address);
  await act(approving.page, '同意', '已同意');
  const hint = activePane(page).getByRole('button', { name: '有更新，点击刷新' });
  await hint.waitFor();
  await rowOf(page, fourth)
    .getByText(/项目经理审核/)
    .waitFor();
  await hint.click();
  await rowOf(page, fourth)
    .getByText(/水质工程师审核/)
    .waitFor();
  expect(await rowOf(page, fourth).getByRole('checkbox').isChecked()).toBe(true);
  await rowOf(page, fourth).getByRole('checkbox').uncheck();

  await throughMenu(page, '工作台');
  await page.waitForURL('**/main');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/ConstructionNotice/Index')) asked += 1;
  });
  const engineer = await reopen(browser, 'waterEngineer', fourth.address);
  await fillIn(engineer.page);
  await act(engineer.page, '同意', '已同意');
  await engineer.context.close();
  expect(asked).toBe(0);
  await page
    .getByRole('navigation', { name: '打开的页面' })
    .getByRole('button', { name: '水处理施工通知列表', exact: true })
    .click();
  await rowOf(page, fourth)
    .getByText(/安全员审核/)
    .waitFor();
  expect(failures).toEqual([]);
  await approving.context.close();
  await context.close();
});

it('is narrowed and handled with one thumb on a phone', { timeout: LIMIT }, async () => {
  const { manager } = await notices();
  const { page, context, failures } = await withSession(browser, 'operator', PHONE);
  await page.goto(LIST);
  const pane = activePane(page);
  await pane.locator('.record-cards li').first().waitFor();
  await pane.getByRole('button', { name: '筛选' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('状态', { exact: true }).click();
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByText('审批中').click();
  // Several may be chosen: the list stays open until one looks elsewhere.
  await drawer.getByText('筛选', { exact: true }).click();
  await drawer.getByRole('button', { name: '完成' }).click();
  await page.waitForURL(/status=running/);
  await pane.getByText('状态：审批中').waitFor();
  await atRest(page);
  expect(await pane.locator('.record-cards .card-head .tag').allTextContents()).not.toContain('已通过');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await axe(page)).toEqual([]);
  await pane.getByRole('button', { name: '去掉状态' }).click();
  await page.waitForURL((url) => !url.search.includes('status'));
  const own = await file(page, 5);
  await context.close();

  const lift = await withSession(browser, manager, PHONE);
  await lift.page.goto(TASKS);
  const card = activePane(lift.page).locator('.record-cards li', { hasText: own.serial });
  await card.getByRole('button', { name: '同意' }).click();
  const dialog = lift.page.getByRole('dialog', { name: '同意' });
  const agree = dialog.locator('.agree-foot .ant-btn-primary');
  expect((await agree.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await axe(lift.page)).toEqual([]);
  await agree.click();
  await card.waitFor({ state: 'detached' });
  expect([...failures, ...lift.failures]).toEqual([]);
  await lift.context.close();
});
