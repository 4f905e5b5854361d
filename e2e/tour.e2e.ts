/** The README's five minutes, clicked through sentence by sentence. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountOf, act, addressOf, fillIn, settled, standing } from './form-steps.ts';
import { DEMO_PASSWORD } from '../apps/server/src/testing/client.ts';
import { answer } from './fields.ts';
import { addRow, agree, asHandler, cellOf, exportOne, section, serialOf, shown } from './records.ts';
import { activePane, fillSignIn, launch, MOVING, signedIn, throughMenu, visitor, withSession } from './support.ts';

const LIMIT = 300_000;
const LIST = '/formFlow/waterQuality/constructionNotice/constructionNoticeList';
const SYSTEM: Readonly<Record<string, string>> = {
  用户管理: '/system/users',
  角色权限: '/system/roles',
  部门管理: '/system/depts',
  审计日志: '/system/audit',
};

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('water treatment: from the sign-in page to the audit log', { timeout: LIMIT }, async () => {
  // 1. The sign-in page lists the accounts.
  const operator = await visitor(browser, MOVING);
  const { page } = operator;
  await page.goto('/Login');
  await page.getByText(DEMO_PASSWORD).first().waitFor();
  await page.getByText('operator', { exact: true }).first().waitFor();
  await fillSignIn(page, 'operator');
  await page.waitForURL('**/main');

  // 2. The form fills in what it knows, works out what it can, and says what it wants.
  await throughMenu(page, '水质管理', '水处理施工通知', '水处理施工通知列表');
  await activePane(page).getByRole('button', { name: '新建' }).first().click();
  await answer(page, section(page), '项目', '浦江国际大厦项目');
  await settled(page);
  for (const label of ['客户接洽人', '客户电话'])
    expect(
      await section(page)
        .getByLabel(new RegExp(`^${label}`))
        .first()
        .inputValue(),
    ).toMatch(/\S/);
  await addRow(page, '药剂明细', { 药剂名称: '缓蚀阻垢剂', 投加系统: '冷却水', 用量: '4', 单价: '2.5' });
  await expect.poll(() => cellOf(page, '药剂明细', 0, '金额')).toMatch(/^10\.00/);
  await shown(page, 'totalAmount').getByText('10.00').waitFor();
  await activePane(page).locator('[data-path="totalAmount"]').getByText('壹拾元整').waitFor();
  await activePane(page).getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^提交/ }).click();
  await activePane(page).getByText('请填写施工范围').first().waitFor();

  // 3. The number, and who has it now and why.
  await fillIn(page, {
    计划开始时间: '2031-05-06 09:00',
    计划结束时间: '2031-05-06 17:00',
    排放去向: '中和池处理后排放',
  });
  await act(page, '提交', '已提交');
  const address = addressOf(page);
  const serial = await serialOf(page);
  expect(serial).toMatch(/^SLSG-\d{6}-\d{4}$/);
  await activePane(page).locator('.step-active .step-why').getByText('项目经理').waitFor();

  // 4. It waits under 待办; sent back it comes to the applicant; the next two have their own fields.
  const manager = await signedIn(browser, 'projectManager', MOVING);
  await throughMenu(manager.page, '水质管理', '水处理施工通知', '水处理施工通知待办');
  await activePane(manager.page).getByRole('heading', { name: '水处理施工通知待办' }).waitFor();
  const [, id = ''] = /BusinessId=(\d+)/.exec(address) ?? [];
  await activePane(manager.page).locator(`a[href*="BusinessId=${id}&"]:visible`).first().click();
  await manager.page.waitForURL(/BusinessId=\d+/);
  await activePane(manager.page).getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^驳回/ }).click();
  const dialog = manager.page.getByRole('dialog');
  await dialog.getByLabel(/^驳回原因/).fill('补充安全措施');
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  // Where others wait in the list it was opened from, the page goes on to the next of them by itself.
  await manager.page.getByText('已驳回', { exact: true }).first().waitFor();
  await page.goto(address);
  await activePane(page).getByText('补充安全措施').first().waitFor();
  await act(page, '提交', '已提交');
  const again = await asHandler(browser, page, 'projectManager', address);
  await agree(again.page, '安排得当');
  let last = again.page;
  const names: string[] = [];
  for (let hop = 0; hop < 3; hop += 1) {
    const { handlers } = await standing(last);
    const who = accountOf(handlers[0] ?? '');
    if (who === 'operator') break;
    names.push(who);
    const one = await asHandler(browser, last, who, address);
    expect(await section(one.page).locator('.field').count()).toBeGreaterThan(0);
    await fillIn(one.page);
    await agree(one.page, '同意');
    last = one.page;
  }
  expect(names).toEqual(['waterEngineer', 'safetyOfficer']);

  // 5. The applicant's own last step; then the record is through and what depends on it has happened.
  await page.goto(address);
  await activePane(page).getByRole('region', { name: '执行反馈' }).waitFor();
  await fillIn(page, { 实际开始时间: '2031-05-06 09:10', 实际完成时间: '2031-05-06 16:00' });
  await agree(page, '完成');
  expect((await standing(page)).status).toBe('已通过');

  // 6. The list filters, sorts, sums and exports; the record prints.
  await page.goto(`${LIST}?Keyword=${serial}`);
  await activePane(page).getByText('共 1 条').waitFor();
  await activePane(page).locator('.list-table tfoot, .ant-table-summary').getByText('10.00').first().waitFor();
  const boss = await withSession(browser, 'operationDirector', MOVING);
  await boss.page.goto(`${LIST}?Keyword=${serial}`);
  await activePane(boss.page).getByText('共 1 条').waitFor();
  expect(await exportOne(boss.page)).toMatchObject({ 单号: serial, 状态: '已通过' });
  await boss.page.goto(address);
  await activePane(boss.page).getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^打印/ }).click();
  await boss.page.getByRole('dialog').locator('.sheet').getByText(serial).waitFor();

  // 7. The administrator sees all of it.
  const admin = await signedIn(browser, 'admin', MOVING);
  for (const screen of ['用户管理', '角色权限', '部门管理', '审计日志']) {
    await admin.page.goto(SYSTEM[screen] ?? '');
    await activePane(admin.page).getByRole('heading', { level: 1 }).getByText(screen).waitFor();
  }
  await activePane(admin.page).getByText(serial).first().waitFor();
  for (const one of [operator, manager, again, boss, admin]) {
    expect(one.failures).toEqual([]);
    await one.context.close();
  }
});

it('money: the menu of the project manager leads to an energy payment', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await signedIn(browser, 'projectManager', MOVING);
  await throughMenu(page, '付款管理', '能源付款', '付款列表');
  await activePane(page).getByRole('button', { name: '新建' }).first().click();
  await activePane(page).locator('.form-title').waitFor();
  // Who approves is told before anything is sent.
  for (const step of ['财务审核', '总经理审批', '出纳付款'])
    await activePane(page).locator('.step').getByText(step, { exact: true }).first().waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
