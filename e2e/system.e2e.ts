import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose } from './fields.ts';
import { activePane, DESKTOP, fillSignIn, launch, PHONE, signedIn, visitor, withSession } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const LIMIT = 180_000;
const unique = Date.now().toString(36);
/** Of the month in China, so that the calendar shows it and it is not over. */
const today = new Date(Date.now() + 8 * 3_600_000);
const lastDay = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);

describe('an account', () => {
  it('is made, given a role, changes its first password and is disabled', { timeout: LIMIT }, async () => {
    const admin = await withSession(browser, 'admin');
    const { page } = admin;
    const account = `e2e_${unique}`;

    await page.goto('/system/users');
    await page.getByRole('button', { name: '新建用户' }).click();
    const dialog = page.getByRole('dialog', { name: '新建用户' });
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('请输入姓名').waitFor();
    await dialog.getByLabel('账号').fill(account);
    await dialog.getByLabel('姓名').fill('试用人');
    await dialog.getByLabel('部门').fill('财务');
    await page.getByTitle('财务部', { exact: true }).last().click();
    await dialog.getByRole('button', { name: '保存' }).click();
    const told = page.getByRole('dialog', { name: /账号已建立/ });
    const first = (await told.locator('.one-time-password').innerText()).trim();
    await told.getByRole('button', { name: '已记下' }).click();

    await page.getByRole('tab', { name: '角色' }).click();
    await page.getByRole('checkbox', { name: '财务', exact: true }).check();
    await page.getByRole('button', { name: '保存角色' }).click();
    const difference = page.getByRole('dialog', { name: /保存角色/ });
    await difference.getByText(/^增加（\d+）$/).waitFor();
    await difference.getByRole('button', { name: '保存' }).click();
    await page.getByText('角色已保存').waitFor();

    const person = await visitor(browser);
    await person.page.goto('/Login');
    await fillSignIn(person.page, account, first);
    await person.page.waitForURL('**/resetPassword');
    await person.page.getByText('请先修改密码').waitFor();
    const fresh = 'Trial#Person77';
    await person.page.getByLabel('旧密码').fill(first);
    await person.page.getByLabel('新密码', { exact: true }).fill('short');
    await person.page.getByLabel('确认新密码').fill(fresh);
    await person.page.getByRole('button', { name: '确定' }).click();
    await person.page.getByRole('alert').first().waitFor();
    await person.page.getByLabel('新密码', { exact: true }).fill(fresh);
    await person.page.getByRole('button', { name: '确定' }).click();
    await person.page.waitForURL('**/Login?reason=changed');
    await fillSignIn(person.page, account, fresh);
    await person.page.waitForURL('**/main');
    await person.page.getByText('试用人，您好').waitFor();

    await page.getByRole('tab', { name: '基本' }).click();
    await page.getByRole('button', { name: '停用', exact: true }).click();
    const leaving = page.getByRole('dialog', { name: `停用前交接 试用人（${account}）` });
    // Others have the role as well: nothing has to be handed over.
    await leaving.getByText('另有2人担任').waitFor();
    await leaving.getByRole('button', { name: '下一步：核对' }).click();
    await leaving.getByRole('button', { name: '确认交接并停用账号' }).click();
    await page.getByRole('button', { name: '启用', exact: true }).waitFor();
    await person.page.reload();
    await person.page.waitForURL('**/Login?**');

    expect(admin.failures).toEqual([]);
    expect(person.failures).toEqual([]);
    await person.context.close();
    await admin.context.close();
  });
});

describe('a role', () => {
  it('keeps unsaved grants while another tab is shown, and saves them after a look at the difference', {
    timeout: LIMIT,
  }, async () => {
    const { page, context, failures } = await signedIn(browser, 'admin', { ...DESKTOP, height: 1200 });
    await page.goto('/system/roles');
    await activePane(page).getByRole('button', { name: '新建角色' }).click();
    const dialog = page.getByRole('dialog', { name: '新建角色' });
    await dialog.getByLabel('角色编码').fill(`e2e${unique}`);
    await dialog.getByLabel('角色名称').fill(`试用角色${unique}`);
    await dialog.getByRole('button', { name: '保存' }).click();
    await page.getByRole('heading', { name: new RegExp(`试用角色${unique}`) }).waitFor();

    await activePane(page).getByLabel('搜索菜单名称').fill('审计日志');
    const grant = activePane(page).getByRole('checkbox', { name: '审计日志 查询' });
    await grant.check();
    const tabs = page.getByRole('navigation', { name: '打开的页面' });
    await tabs.getByRole('button', { name: '工作台' }).click();
    await page.waitForURL('**/main');
    await tabs
      .getByRole('button', { name: /角色权限/ })
      .first()
      .click();
    await expect.poll(() => grant.isChecked()).toBe(true);

    await tabs.getByRole('button', { name: '关闭 角色权限' }).click();
    await page.getByRole('dialog', { name: '有未保存的内容，确定离开吗' }).waitFor();
    await page.getByRole('button', { name: '继续填写' }).click();

    await activePane(page).getByRole('button', { name: '保存授权' }).click();
    const difference = page.getByRole('dialog', { name: /保存授权/ });
    await difference
      .getByText(/审计日志/)
      .first()
      .waitFor();
    await difference.getByRole('button', { name: '保存' }).click();
    await page.getByText('授权已保存，下一次请求即生效').waitFor();
    await activePane(page).getByRole('button', { name: '删除' }).click();
    await page
      .getByRole('dialog', { name: /删除角色/ })
      .getByRole('button', { name: '删除' })
      .click();
    await page.getByText('角色已删除').waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('is looked at as its people have it: their menu, and of a page its buttons, columns and what is kept from them', {
    timeout: LIMIT,
  }, async () => {
    const { page, context, failures } = await signedIn(browser, 'admin');
    await page.goto('/system/roles');
    await activePane(page)
      .getByRole('button', { name: /^运行工/ })
      .click();
    await page.getByRole('heading', { name: /运行工/ }).waitFor();
    await activePane(page).getByRole('button', { name: '试看' }).click();
    const preview = page.getByRole('dialog', { name: '试看 运行工' });
    const menu = preview.getByRole('tree');
    await menu.getByText('维修管理', { exact: true }).waitFor();
    expect(await menu.getByText('系统管理', { exact: true }).count()).toBe(0);
    for (const name of ['付款管理', '费用报销', '费用报销列表']) await menu.getByText(name, { exact: true }).click();
    const sample = preview.getByRole('region', { name: '示例页 费用报销列表' });
    await sample.getByText('可用按钮').waitFor();
    // Either records of one of its people, or why there are none.
    await sample.getByLabel('按谁的部门和项目看').waitFor();
    await sample
      .getByRole('columnheader', { name: '单号' })
      .or(sample.getByText('只凭这个角色，列表里没有您也能看到的单据'))
      .waitFor();
    await sample.getByText(/试看记入审计日志/).waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('is given to somebody for a time on a phone, where nothing is wider than it', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'admin', PHONE);
    await page.goto('/system/roles');
    const pane = activePane(page);
    await pane.getByRole('button', { name: '选择角色' }).click();
    await pane.getByRole('button', { name: /^专家顾问/ }).click();
    await page.getByRole('heading', { name: /专家顾问/ }).waitFor();
    await pane.locator('.ant-tabs-nav-more').click();
    await page.getByRole('option', { name: /^成员/ }).click();
    await choose(page, pane.getByLabel('添加成员'), '崔国栋');
    await pane.getByLabel('起止日期止').click();
    const days = page.locator('.ant-picker-dropdown:visible');
    await days.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await days.getByTitle(lastDay).click();
    await pane.getByRole('button', { name: /^添\s?加$/ }).click();
    await page.getByText('成员已保存').waitFor();
    const card = pane.getByRole('row', { name: /崔国栋/ });
    await card.getByText(`即日起 至 ${lastDay}`).waitFor();
    await card.getByRole('button', { name: '移除 崔国栋' }).click();
    await page
      .getByRole('dialog', { name: '移除成员' })
      .getByRole('button', { name: /^移\s?除$/ })
      .click();
    await card.waitFor({ state: 'detached' });
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('the audit log', () => {
  it('shows what was just done and proves its chain', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await visitor(browser);
    await page.goto('/Login?redirect=/system/audit');
    await fillSignIn(page, 'admin');
    await page.waitForURL('**/system/audit');
    await activePane(page).getByRole('cell', { name: '登录' }).first().waitFor();
    await page.getByRole('button', { name: '校验链' }).click();
    await page.getByText(/^链完整：共校验 \d+ 条/).waitFor();
    await activePane(page).getByText('时间线', { exact: true }).click();
    await activePane(page).getByRole('button', { name: /登录/ }).first().click();
    await page.getByText('请求编号').waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('finds what stands out, and has it dealt with once', { timeout: LIMIT }, async () => {
    const stranger = await visitor(browser);
    const account = `ghost${unique}`;
    await stranger.page.goto('/Login');
    const fail = async (times: number) => {
      for (let tries = 0; tries < times; tries += 1) {
        const answered = stranger.page.waitForResponse('**/webapi/Anonymous/Login');
        await fillSignIn(stranger.page, account, 'Wrong@20260');
        await answered;
        await stranger.page.getByRole('button', { name: '登录', exact: true }).waitFor();
      }
    };
    // Somebody gets in between: five failures in a row would lock this machine out of all other flows.
    await fail(3);
    const { page, context, failures } = await visitor(browser);
    await page.goto('/Login');
    await fillSignIn(page, 'admin');
    await page.waitForURL('**/main');
    await fail(2);
    await stranger.context.close();
    const pane = activePane(page);

    await page.goto('/system/audit');
    await pane.getByText(/^异常/).click();
    const row = pane.getByRole('row').filter({ hasText: account });
    await row.getByText('连续登录失败').waitFor();
    await row.getByRole('button', { name: '处理' }).click();
    const dialog = page.getByRole('dialog', { name: /处理异常/ });
    await dialog.getByRole('button', { name: '标为已处理' }).click();
    await dialog.getByText('请填写处理说明').waitFor();
    await dialog.getByLabel('处理说明').fill('已联系本人核实');
    await dialog.getByRole('button', { name: '标为已处理' }).click();
    await expect.poll(() => row.count()).toBe(0);
    await pane.getByText('已处理', { exact: true }).first().click();
    await row.getByText('已联系本人核实').waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });
});
