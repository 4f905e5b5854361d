import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activePane,
  atRest,
  axe,
  fillSignIn,
  launch,
  MOVING,
  PHONE,
  signedIn,
  signIn,
  throughMenu,
  visitor,
  withSession,
} from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const LIMIT = 180_000;

describe('signing in', () => {
  it('goes back to the full path that was wanted', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await visitor(browser, MOVING);
    await page.goto('/system/users?state=active#all');
    await page.waitForURL('**/Login?**');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/system/users?state=active#all');
    await fillSignIn(page, 'admin');
    await page.waitForURL('**/system/users?state=active#all');
    await page.getByRole('heading', { name: '用户管理' }).waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('says the same for a wrong name and a wrong password, and never leaves the site', { timeout: LIMIT }, async () => {
    const { page, context } = await visitor(browser, MOVING);
    await page.goto('/Login?redirect=//example.com/');
    await fillSignIn(page, 'nobodyhere', 'Wrong@20260');
    await page.getByText('账号或密码不正确').waitFor();
    await fillSignIn(page, 'hr', 'Wrong@20260');
    await page.getByText('账号或密码不正确').waitFor();
    await fillSignIn(page, 'hr');
    await page.waitForURL('**/main');
    await context.close();
  });

  it('says on every page that the demo company is still being filled in, until it is whole', {
    timeout: LIMIT,
  }, async () => {
    const { page, context } = await visitor(browser, MOVING);
    let filing = true;
    await page.clock.install();
    await page.route('**/webapi/Anonymous/Demo', async (route) => {
      const answer = await route.fetch();
      const { data, ...envelope } = (await answer.json()) as { data: object };
      await route.fulfill({ json: { ...envelope, data: { ...data, filing } } });
    });
    await page.goto('/Login');
    const bar = page.getByRole('status').filter({ hasText: '正在填入示例公司' });
    await bar.waitFor();
    await fillSignIn(page, 'hr');
    await page.waitForURL('**/main');
    await bar.waitFor();
    filing = false;
    await page.clock.runFor(11_000);
    await bar.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: /您好/ }).waitFor();
    expect(await bar.count()).toBe(0);
    await context.close();
  });

  it('shows under which number the site is registered', { timeout: LIMIT }, async () => {
    const { page, context } = await visitor(browser, MOVING);
    const told = { demo: false, icpNumber: '沪ICP备12345678号-1', password: null, accounts: [] };
    await page.route('**/webapi/Anonymous/Demo', (route) =>
      route.fulfill({ json: { status: 1, message: '', data: told } }),
    );
    await page.goto('/Login');
    const link = page.locator('footer').getByRole('link', { name: told.icpNumber });
    expect(await link.getAttribute('href')).toBe('https://beian.miit.gov.cn/');
    await context.close();
  });

  it('is ended by visiting the sign-in page', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'finance', MOVING);
    await page.goto('/Login');
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await page.goto('/main');
    await page.waitForURL('**/Login?**');
    await context.close();
  });
});

describe('a new browser tab', () => {
  it('opened by a link of the menu belongs to whom the menu belongs', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await signedIn(browser, 'admin', MOVING);
    // Somebody else at the same machine, who was there before.
    const before = await context.newPage();
    await signIn(before, 'hr');
    await page.bringToFront();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    const group = page.getByRole('menuitem').filter({ has: page.getByText('系统管理', { exact: true }) });
    await expect
      .poll(async () => {
        if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
        return group.getAttribute('aria-expanded');
      })
      .toBe('true');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('menuitem', { name: '用户管理', exact: true }).click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await opened.getByRole('heading', { name: '用户管理' }).waitFor();
    expect(new URL(opened.url()).pathname).toBe('/system/users');
    const userId = (one: typeof page) => one.evaluate(() => sessionStorage.getItem('userId'));
    expect(await userId(opened)).toBe(await userId(page));
    // Signing out in one ends the other, as with any two tabs of a person; the colleague stays.
    await opened.getByRole('button', { name: /个人菜单/ }).click();
    await opened.getByRole('menuitem', { name: '退出登录' }).click();
    await page.waitForURL('**/Login?**');
    expect(new URL(before.url()).pathname).toBe('/main');
    expect(failures).toEqual([]);
    await context.close();
  });

  it('is where one signs in, when nobody is signed in in the others', { timeout: LIMIT }, async () => {
    const { page, context } = await visitor(browser, MOVING);
    // Left by a browser that was closed without signing out.
    await page.goto('/healthz');
    await page.evaluate(() => localStorage.setItem('hengneng.lastTab', 'gone'));
    await page.goto('/main');
    await page.waitForURL('**/Login?redirect=%2Fmain');
    expect(await page.evaluate(() => localStorage.getItem('hengneng.lastTab'))).toBeNull();
    await context.close();
  });
});

describe('a proved telephone', () => {
  it('sets a new password, also after a reload, without an old one', { timeout: LIMIT }, async () => {
    const { page, context } = await visitor(browser, MOVING);
    await page.goto('/healthz');
    await page.evaluate(() => {
      const proved = { user: null, userId: '1', token: '0'.repeat(64), menuList: [], functionList: [] };
      for (const [key, value] of Object.entries(proved)) sessionStorage.setItem(key, JSON.stringify(value));
    });
    await page.goto('/resetPassword');
    await page.getByRole('heading', { name: '重置密码' }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: '设新密码' }).getAttribute('aria-current')).toBe('step');
    expect(await page.getByLabel('旧密码', { exact: true }).count()).toBe(0);
    await page.getByLabel('新密码', { exact: true }).waitFor();
    await context.close();
  });
});

describe('kept tabs', () => {
  it('keep state, scroll and unsaved input, and come back after a reload', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await signedIn(browser, 'admin', { ...MOVING, height: 500 });
    await activePane(page).getByRole('combobox', { name: '项目' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '全局搜索' }).fill('用户管理');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/system/users');
    const keyword = activePane(page).getByLabel('姓名、工号、账号、手机');
    await keyword.fill('没有提交的字');
    await page.getByRole('navigation', { name: '打开的页面' }).getByRole('button', { name: '工作台' }).click();
    await page.waitForURL('**/main');
    await expect.poll(() => keyword.count()).toBe(0);
    await page.goBack();
    await expect.poll(() => keyword.inputValue()).toBe('没有提交的字');
    await page.reload();
    await page.getByRole('heading', { name: '用户管理' }).waitFor();
    const tabs = page.getByRole('navigation', { name: '打开的页面' }).getByRole('listitem');
    await expect.poll(() => tabs.count()).toBe(2);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('closes by its button and by the menu of a right click', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'admin', MOVING);
    const strip = page.getByRole('navigation', { name: '打开的页面' });
    for (const [path, name] of [
      ['/system/users', '用户管理'],
      ['/system/roles', '角色权限'],
      ['/system/depts', '部门管理'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: '全局搜索' }).fill(path);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${path}`);
      // A page that is left before it was shown never gets a tab.
      await strip.locator('[data-active="true"]').filter({ hasText: name }).waitFor();
    }
    await expect.poll(() => strip.getByRole('listitem').count()).toBe(4);
    await strip.getByRole('button', { name: '关闭 部门管理' }).click();
    await page.waitForURL('**/system/roles');
    await strip.getByRole('button', { name: '角色权限', exact: true }).click({ button: 'right' });
    // What is pressed while it moves is scrolled to, and a menu at a point closes when the page scrolls.
    await page.getByRole('menuitem', { name: '关闭其他' }).waitFor();
    await atRest(page);
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await expect.poll(() => strip.getByRole('listitem').count()).toBe(2);
    await context.close();
  });

  it('have their menu also where motion is unwanted', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'hr', MOVING);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/system/users');
    const strip = page.getByRole('navigation', { name: '打开的页面' });
    await strip.getByRole('button', { name: '用户管理', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '固定' }).click();
    await expect.poll(() => strip.getByRole('button', { name: '关闭 用户管理' }).count()).toBe(0);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('of a left page stop asking the server', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'admin', MOVING);
    const cancelled: string[] = [];
    page.on('requestfailed', (request) => cancelled.push(new URL(request.url()).pathname));
    await page.route('**/webapi/AuditLog/Index', () => undefined);
    const asked = page.waitForRequest('**/webapi/AuditLog/Index', { timeout: LIMIT });
    await Promise.all([asked, throughMenu(page, '系统管理', '审计日志')]);
    await page.getByRole('navigation', { name: '打开的页面' }).getByRole('button', { name: '工作台' }).click();
    await expect.poll(() => cancelled).toContain('/webapi/AuditLog/Index');
    await context.close();
  });
});

describe('addresses', () => {
  it('unknown or not granted lead to /401 with where one wanted to go, and back', { timeout: LIMIT }, async () => {
    const { page, context } = await withSession(browser, 'hr', MOVING);
    await page.goto('/system/audit?user=1');
    await page.waitForURL('**/401?from=**');
    await page.getByText('/system/audit?user=1').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: '返回工作台' }).click();
    await page.waitForURL('**/main');
    await context.close();
  });

  it('give their place up, so that going back leads out of them', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'hr', MOVING);
    await page.goto('/system/audit');
    await page.waitForURL('**/401?from=**');
    await page.getByRole('button', { name: '返回上一页' }).click();
    await page.waitForURL('**/main');
    await page.locator('.shell').waitFor();
    // Without a session, too: the sign-in page stands where the page would have.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/verify');
    await page.goto('/system/users');
    await page.waitForURL('**/Login?**');
    await page.goBack();
    await page.waitForURL('**/verify');
    await context.close();
  });

  it('of the menu hold only what is granted', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'hr', MOVING);
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await menu.getByText('工作台').waitFor();
    expect(await menu.getByText('审计日志').count()).toBe(0);
    await context.close();
  });
});

describe('a lost session', () => {
  it('is handled once, and says why', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'admin', MOVING);
    await page.evaluate(() => sessionStorage.setItem('token', JSON.stringify('0'.repeat(64))));
    let logins = 0;
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && frame.url().includes('/Login')) logins += 1;
    });
    await page.reload();
    await page.waitForURL('**/Login?**');
    await page.getByText('登录已过期，请重新登录').waitFor();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/main');
    expect(logins).toBe(1);
    await context.close();
  });

  it('of yesterday does not end the one that its person has begun since', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'admin', MOVING);
    const today = await context.newPage();
    await signIn(today, 'admin');
    await page.evaluate(() => sessionStorage.setItem('token', JSON.stringify('0'.repeat(64))));
    await page.reload();
    await page.waitForURL('**/Login?**');
    await page.getByText('登录已过期，请重新登录').waitFor();
    // The other tab has heard of it, and can be asked.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hengneng.lastTab'))).not.toBeNull();
    await page.goto('/main');
    await page.locator('.shell').waitFor();
    expect(new URL(today.url()).pathname).toBe('/main');
    await context.close();
  });

  it('is taken over from a tab that is there, however busy', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'admin', MOVING);
    const busy = page.evaluate(() => {
      for (const end = Date.now() + 4_000; Date.now() < end; );
    });
    const other = await context.newPage();
    await other.goto('/main');
    await other.locator('.shell').waitFor();
    await busy;
    await context.close();
  });

  it('is not looked back at', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'admin', MOVING);
    await page.evaluate(() => {
      for (const key of Object.keys(sessionStorage)) sessionStorage.removeItem(key);
      localStorage.removeItem('hengneng.lastTab');
      // As the browser does where it kept the page while one was elsewhere.
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await page.waitForURL('**/Login?**');
    await context.close();
  });

  it('by signing out ends the other browser tabs, too', { timeout: LIMIT }, async () => {
    const { page, context } = await signedIn(browser, 'admin', MOVING);
    const [other] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void window.open('/main'))]);
    await other.waitForURL('**/main');
    await other.getByRole('navigation', { name: '主菜单' }).waitFor();
    await page.getByRole('button', { name: /个人菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.waitForURL('**/Login');
    await other.waitForURL('**/Login?**');
    await context.close();
  });
});

describe('by keys', () => {
  it('a drawer and a menu give the focus back, and going back closes what lies over the page', {
    timeout: LIMIT,
  }, async () => {
    const { page, context, failures } = await signedIn(browser, 'admin', MOVING);
    await throughMenu(page, '系统管理', '用户管理');
    await page.waitForURL('**/system/users');
    const opener = activePane(page).getByRole('button', { name: '常青松', exact: true });
    const drawer = page.getByRole('dialog').filter({ hasText: '常青松（hr）' });
    const isAt = (place: typeof opener) => place.evaluate((element) => element === document.activeElement);
    await opener.press('Enter');
    await drawer.waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?user=\d+$/);
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
    await expect.poll(() => page.url()).toMatch(/\/system\/users$/);
    await expect.poll(() => isAt(opener)).toBe(true);
    const mine = page.getByRole('button', { name: /个人菜单/ });
    await mine.press('Enter');
    const first = page.getByRole('menuitem', { name: '个人中心' });
    await expect.poll(() => isAt(first)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => isAt(mine)).toBe(true);
    // With nothing over it, the page is what one goes back from.
    await page.goBack();
    await page.waitForURL('**/main');
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('phone width', () => {
  it('has the menu in a drawer and nothing wider than the screen', { timeout: LIMIT }, async () => {
    const { page, context } = await visitor(browser, { ...PHONE, moving: true });
    await signIn(page, 'admin');
    await page.getByRole('button', { name: '打开菜单' }).click();
    await throughMenu(page, '系统管理', '用户管理');
    await page.waitForURL('**/system/users');
    await page.getByRole('heading', { name: '用户管理' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    // A finger's height for whatever is pressed, in the bar and on the page.
    const low = await page
      .locator('.top-bar button, .tab-pane:not([hidden]) .ant-btn')
      .evaluateAll((buttons) =>
        buttons
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
          .map((one) => one.ariaLabel ?? one.textContent),
      );
    expect(low).toEqual([]);
    await page.getByRole('button', { name: /^切换页面/ }).click();
    await page.getByRole('navigation', { name: '打开的页面' }).getByRole('button', { name: '工作台' }).click();
    await page.waitForURL('**/main');
    await context.close();
  });
});

describe('accessibility', () => {
  it('of the sign-in pages is clean', { timeout: LIMIT }, async () => {
    const { page, context } = await visitor(browser, MOVING);
    for (const path of ['/Login', '/resetPassword']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await axe(page), path).toEqual([]);
    }
    await context.close();
  });

  it.each([
    '/main',
    '/system/users',
    '/system/roles',
    '/system/depts',
    '/system/delegations',
    '/system/calendar',
    '/system/workflows',
    '/system/stuck',
    '/system/audit',
    '/system/jobs',
    '/system/messages',
    '/system/health',
    '/monitorManage/warnManage',
  ])('of %s is clean', { timeout: LIMIT }, async (path) => {
    const { page, context, failures } = await visitor(browser, MOVING);
    await signIn(page, 'admin', path);
    await activePane(page).getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    // While its rows are still to come, that table has nothing yet that keys could reach.
    if (path === '/system/audit') await activePane(page).locator('.ant-table-row').first().waitFor();
    expect(await axe(page), path).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });
});
