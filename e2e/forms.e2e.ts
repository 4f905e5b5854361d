import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, addressOf, addRow, fillIn, finish, opened } from './form-steps.ts';
import { activePane, axe, launch, signedIn, withSession } from './support.ts';

const NOTICE = '/formFlow/waterQuality/constructionNotice/constructionNotice';
const VISIT = '/formFlow/customerSatisfaction/interviewRecord/interviewRecord';
const CONTACT = '/sale/departmentalWorkContact/departmentalWorkContact';
const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('a record from its draft to its end', () => {
  it('construction notice: details, formulas, files, five steps', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'operator');
    await page.goto(`${NOTICE}Form?ProcedureId=10`);
    await fillIn(page, {
      计划开始时间: '2030-05-06 09:00',
      计划结束时间: '2030-05-06 17:00',
      排放去向: '中和池处理后排放',
    });
    await act(page, '提交', '已提交');
    const address = addressOf(page);
    expect(address).toMatch(/BusinessId=\d+/);
    const handled = await finish(browser, address, page, {
      实际开始时间: '2030-05-06 09:10',
      实际完成时间: '2030-05-06 16:00',
    });
    expect(new Set(handled).size).toBeGreaterThanOrEqual(3);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('customer visit: the standard rows of its check list', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'projectManager');
    await page.goto(`${VISIT}Form?ProcedureId=11`);
    const scores = activePane(page).getByRole('region', { name: '满意度评分', exact: true });
    await scores.locator('tbody tr').first().waitFor();
    expect(await scores.locator('tbody tr').count()).toBe(10);
    await fillIn(page, { 年度: '2029', 回访方式: '视频会议' });
    for (let row = 1; row <= 10; row += 1) {
      await scores.getByRole('button', { name: `编辑第${row}行` }).click();
      const line = scores.locator('tr.row-editing');
      await opened(line);
      await line.getByLabel('评分', { exact: true }).fill('9');
    }
    await activePane(page).locator('[data-path="satisfaction"]', { hasText: '90.00' }).waitFor();
    await act(page, '提交', '已提交');
    await finish(browser, addressOf(page), page);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('work contact between departments: a handler that is picked', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'sales');
    await page.goto(`${CONTACT}Form?ProcedureId=1403`);
    await fillIn(page, {
      提出部门: '销售中心',
      接收部门: '财务部',
      要求答复日期: '2030-01-10',
      要求完成日期: '2030-02-10',
    });
    await addRow(page, '协作事项清单', {
      协作事项: '核对供能量',
      具体要求: '按月核对',
      交付成果: '书面答复',
      需要日期: '2030-01-20',
      提出方对接人: '',
    });
    await act(page, '提交', '已提交');
    await finish(browser, addressOf(page), page, { 承诺完成日期: '2030-02-01', 签收意见: '接受' });
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('filling in', () => {
  it('says what is missing, leads there, and leaves nothing behind', { timeout: LIMIT }, async () => {
    const { page, context } = await withSession(browser, 'operator');
    await page.goto(`${NOTICE}Form?ProcedureId=10`);
    const pane = activePane(page);
    await pane.getByRole('button', { name: /^提交/ }).click();
    await pane
      .getByRole('alert')
      .getByText(/还有 \d+ 处需要填写或更正/)
      .waitFor();
    await pane
      .getByRole('alert')
      .getByRole('button', { name: /施工范围/ })
      .click();
    expect(await pane.getByLabel('施工范围').evaluate((element) => element === document.activeElement)).toBe(true);
    expect(page.url()).not.toContain('BusinessId');
    await context.close();
  });

  it('opens the row that a message is about', { timeout: LIMIT }, async () => {
    const { page, context } = await withSession(browser, 'sales');
    await page.goto(`${CONTACT}Form?ProcedureId=1403`);
    const pane = activePane(page);
    const detail = pane.getByRole('region', { name: '协作事项清单', exact: true });
    await detail.getByRole('button', { name: '加一行' }).click();
    await detail.getByRole('button', { name: '完成第1行' }).click();
    expect(await detail.locator('tr.row-editing').count()).toBe(0);
    await pane.getByRole('button', { name: /^提交/ }).click();
    await pane
      .getByRole('alert')
      .getByRole('button', { name: /具体要求/ })
      .click();
    const cell = detail.locator('tr.row-editing').getByLabel('具体要求', { exact: true });
    await cell.waitFor();
    await expect.poll(() => cell.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });

  it('reads a date as people type it, and says where it is none', { timeout: LIMIT }, async () => {
    const { page, context } = await withSession(browser, 'operator');
    await page.goto(`${NOTICE}Form?ProcedureId=10`);
    const field = activePane(page).locator('[data-path="planStart"]');
    const input = field.locator('input:not([readonly])');
    await input.fill('2030/5/6 9:05');
    await input.blur();
    await expect.poll(() => input.inputValue()).toBe('2030-05-06 09:05');
    await input.fill('2030-13-45 09:00');
    await input.blur();
    await field.getByText('时间不正确').waitFor();
    expect(await input.inputValue()).toBe('2030-13-45 09:00');
    await input.fill('');
    await input.blur();
    await expect.poll(() => field.getByText('时间不正确').count()).toBe(0);
    expect(await input.inputValue()).toBe('');
    await context.close();
  });

  it('keeps unsaved input while another page is shown', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'operator');
    await page.goto(`${NOTICE}Form?ProcedureId=10`);
    await activePane(page).getByLabel('施工范围').fill('没有保存的范围');
    await page.getByRole('navigation', { name: '打开的页面' }).getByRole('button', { name: '工作台' }).click();
    await page.waitForURL((url) => url.pathname === '/main');
    await page
      .getByRole('navigation', { name: '打开的页面' })
      .getByRole('button', { name: /水处理施工通知/ })
      .first()
      .click();
    expect(await activePane(page).getByLabel('施工范围').inputValue()).toBe('没有保存的范围');
    await context.close();
  });

  it('takes rows from a spreadsheet and marks cells it cannot read', { timeout: LIMIT }, async () => {
    const { page, context } = await withSession(browser, 'sales');
    await page.goto(`${CONTACT}Form?ProcedureId=1403`);
    const detail = activePane(page).getByRole('region', { name: '协作事项清单', exact: true });
    // Into the row that was just opened, which is not one of them.
    await detail.getByRole('button', { name: '加一行' }).click();
    await detail.getByLabel('协作事项', { exact: true }).evaluate((cell) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '协作事项\t具体要求\t数量\n甲\t要求甲\t2\n乙\t要求乙\t两个');
      cell.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('数量必须是数字').waitFor();
    await dialog.getByRole('button', { name: '加入 2 行' }).click();
    expect(await detail.locator('tbody tr').count()).toBe(2);
    await detail.getByText('要求乙').waitFor();
    await context.close();
  });

  it('is clean for axe: list, to-dos, form', { timeout: LIMIT }, async () => {
    const { page, context } = await withSession(browser, 'operator');
    for (const path of [`${NOTICE}List`, `${NOTICE}Task`, `${NOTICE}Form?ProcedureId=10`]) {
      await page.goto(path);
      await activePane(page).getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
      expect(await axe(page), path).toEqual([]);
    }
    await context.close();
  });
});
