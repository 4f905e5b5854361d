/** 手机抄表: a round through a basement without a network, a browser that is killed on the way, and nothing lost or doubled. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DEMO_PASSWORD } from '../apps/server/src/testing/client.ts';
import { DOT } from './fields.ts';
import { axe, LAUNCH, PATIENT_MS, PHONE } from './support.ts';

const PAGE = '/mobileNewDataInput';
const profile = mkdtempSync(join(tmpdir(), 'hengneng-phone-'));
let context: BrowserContext;

/** As a phone does: what it keeps stays when it is closed. */
const openPhone = async (): Promise<Page> => {
  context = await chromium.launchPersistentContext(profile, {
    ...LAUNCH,
    baseURL: inject('baseUrl'),
    viewport: PHONE,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    isMobile: true,
    hasTouch: true,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(PATIENT_MS);
  return page;
};

/** The battery goes: nothing is told, nothing is put away. */
const killPhone = async (): Promise<void> => {
  const gone = new Promise((resolve) => context.once('close', resolve));
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(profile)) process.kill(Number(name), 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
  await gone;
  for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
    rmSync(join(profile, lock), { force: true });
};

const signIn = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: '账号登录' }).tap();
  await page.getByLabel('账号', { exact: true }).fill('operator');
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).tap();
  await page.waitForURL((url) => url.pathname === PAGE);
};

const cards = (page: Page) => page.locator('.meter > button:enabled');
const pad = (page: Page) => page.locator('.pad');
const badges = (page: Page, words: string) => page.locator('.badge', { hasText: words });

/** The last reading and a little more, on the keys of the pad. */
const typeReading = async (page: Page): Promise<string> => {
  const last = await pad(page).locator('dd').nth(1).textContent();
  const [before = '0'] = /^[\d.]+/.exec(last ?? '') ?? [];
  const decimals = before.split('.')[1]?.length ?? 0;
  const value = (Number(before) + 10).toFixed(decimals);
  for (const key of value)
    await pad(page)
      .getByRole('button', { name: key === '.' ? '小数点' : key, exact: true })
      .tap();
  await expect.poll(() => pad(page).locator('output').textContent()).toBe(value);
  return value;
};

/** What the dial asks for besides: a reason, a picture. */
const satisfy = async (page: Page): Promise<void> => {
  const reason = pad(page).getByLabel('异常原因（必选）');
  if (await reason.isVisible()) await reason.selectOption('设备故障');
  if (await pad(page).getByRole('button', { name: '必拍照片' }).isVisible()) {
    await pad(page).locator('input[type=file]').setInputFiles({ name: 'dial.png', mimeType: 'image/png', buffer: DOT });
    await pad(page).getByRole('button', { name: '照片 1' }).waitFor();
  }
};

let db: Database;
const readings = async (): Promise<number> =>
  Number((await db.query<{ n: string }>("select count(*) as n from manual_reading where flag = '移'")).rows[0]?.n);

beforeAll(async () => {
  db = new Database({ connectionString: inject('databaseUrl') });
  await db.connect();
});
afterAll(async () => {
  await context?.close();
  await db.end();
  rmSync(profile, { recursive: true, force: true });
});

describe('a round with the phone', () => {
  it('goes on without a network and after the browser was killed, and every reading arrives once', async () => {
    let page = await openPhone();
    await page.goto(PAGE);
    await page.waitForURL((url) => url.pathname === '/mobileLogin');
    await signIn(page);
    await cards(page).first().waitFor();
    expect(await axe(page)).toEqual([]);
    // Its own files are on the phone now.
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('hengneng-phone')).keys()).length))
      .toBeGreaterThan(3);
    const before = await readings();

    await context.setOffline(true);
    await page.getByRole('button', { name: /离线/ }).waitFor();
    await cards(page).first().tap();
    await typeReading(page);
    await satisfy(page);
    await pad(page).getByRole('button', { name: '确认，下一块' }).tap();
    await page.getByRole('button', { name: '未传 1', exact: true }).waitFor();
    // The next dial is open already; half a number is typed when the battery goes.
    await pad(page).getByRole('button', { name: '7', exact: true }).tap();
    await expect.poll(() => pad(page).locator('output').textContent()).toBe('7');
    expect(await readings()).toBe(before);
    await killPhone();

    page = await openPhone();
    await context.setOffline(true);
    await page.goto(PAGE);
    await page.getByText('尚未登录').waitFor();
    await page.getByRole('button', { name: '未传 1', exact: true }).waitFor();
    expect(await badges(page, '未确认').count()).toBe(1);
    await page
      .locator('.meter', { has: badges(page, '未确认') })
      .locator('button')
      .tap();
    expect(await pad(page).locator('output').textContent()).toBe('7');
    await pad(page).getByRole('button', { name: '删除一位' }).tap();
    await typeReading(page);
    await satisfy(page);
    await pad(page).getByRole('button', { name: '确认，下一块' }).tap();
    await page.getByRole('button', { name: '未传 2', exact: true }).waitFor();
    expect(await readings()).toBe(before);

    await context.setOffline(false);
    await page.goto('/mobileLogin');
    await signIn(page);
    await page.getByRole('button', { name: '已全部上传' }).waitFor();
    expect(await readings()).toBe(before + 2);
    await page.reload();
    await cards(page).first().waitFor();
    expect(await readings()).toBe(before + 2);
  });

  it('goes on into a day whose sheet was never fetched, and what was refused is mended where it lies', async () => {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(PAGE);
    await cards(page).first().waitFor();
    const before = await readings();
    // The server says no once: it stands first, in red, and goes again when somebody says so.
    await page.route('**/emcapi/DataEntry/Insert', (route) =>
      route.fulfill({ json: { status: 0, message: '项目已停止运营，不能录入', data: null } }),
    );
    await cards(page).last().tap();
    const name = (await pad(page).locator('h2').textContent()) ?? '';
    const typed = await typeReading(page);
    await satisfy(page);
    await pad(page).getByRole('button', { name: '确认，下一块' }).tap();
    await badges(page, '被退回').first().waitFor();
    await page.reload();
    await page.locator('.meter').first().waitFor();
    expect(await page.locator('.meter').first().textContent()).toContain(name);
    expect(await page.locator('.meter').first().textContent()).toContain('不能录入');
    expect(await readings()).toBe(before);
    await page.unroute('**/emcapi/DataEntry/Insert');
    await page.getByRole('button', { name: '未传 1', exact: true }).tap();
    expect(await page.locator('.queue').textContent()).toContain(`${name} ${typed}`);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: '重试' }).tap();
    await page.getByText('都已上传').waitFor();
    expect(await readings()).toBe(before + 1);

    // A day later, without a network all along.
    await context.setOffline(true);
    await page.addInitScript(() => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + 86_400_000;
    });
    await page.goto(PAGE);
    await page.getByText(/的清单录入，联网上传时以服务器为准/).waitFor();
    await cards(page).last().tap();
    expect(await pad(page).locator('h2').textContent()).toBe(name);
    expect(await pad(page).locator('dd').nth(1).textContent()).toContain(String(Number(typed)));
    await pad(page).getByRole('button', { name: '7', exact: true }).tap();
    await expect.poll(() => pad(page).locator('output').textContent()).toBe('7');
    await pad(page).getByRole('button', { name: '关闭' }).tap();
    await page.getByRole('button', { name: '离线' }).tap();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: '删除' }).tap();
    await page.getByText('都已上传').waitFor();
    await page.goto('/mobileLogin');
    await page.getByRole('tab', { name: '账号登录' }).tap();
    await page.getByLabel('账号', { exact: true }).fill('operator');
    await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).tap();
    await page.getByText('网络不可用，已保存的抄表数据不会丢').waitFor();
  });
});
