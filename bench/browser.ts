/** What a person at a slow computer waits for: the real pages in Chromium with the processor slowed down four times. */
import { existsSync } from 'node:fs';
import { type Browser, type Page, chromium } from 'playwright-core';
import { percentile } from './load.ts';

export interface PageTiming {
  readonly name: string;
  readonly ms: number;
  readonly goal: number;
}

export interface PageWeight {
  readonly name: string;
  /** Compressed script in bytes. */
  readonly script: number;
  readonly goal: number;
}

export interface BrowserReport {
  readonly timings: readonly PageTiming[];
  readonly weights: readonly PageWeight[];
}

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const SLOWER = 4;

async function open(
  browser: Browser,
  baseURL: string,
  account: string,
  password: string,
): Promise<{ readonly page: Page; readonly weights: readonly PageWeight[] }> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  const page = await context.newPage();
  await page.goto('/Login?redirect=%2Fmain', { waitUntil: 'networkidle' });
  const login = await scriptOf(page);
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/main');
  await page.getByRole('main').waitFor();
  // events stay connected, so that the network is never idle: what the workbench shows is there by then
  await page.waitForTimeout(2_000);
  return {
    page,
    weights: [
      { name: '登录页', script: login, goal: 110 * 1024 },
      { name: '首屏（工作台）', script: await scriptOf(page), goal: 400 * 1024 },
    ],
  };
}

/** Milliseconds from the start of the navigation until the condition held, by the page's own clock. */
async function navigate(page: Page, url: string, ready: (page: Page) => Promise<unknown>): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  await ready(page);
  return page.evaluate(() => performance.now());
}

/** From the key going down until the frame that shows it, 95th percentile of a line of text. */
async function keyPress(page: Page, text: string): Promise<number> {
  await page.evaluate(() => {
    const took: number[] = [];
    Object.assign(window, { keyTimes: took });
    addEventListener(
      'keydown',
      () => {
        const start = performance.now();
        // the first frame after the handlers ran, and the task after it: the letter is on the screen
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => took.push(performance.now() - start);
          channel.port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  await page.keyboard.type(text, { delay: 120 });
  const took = await page.evaluate(() => (window as unknown as { readonly keyTimes: number[] }).keyTimes);
  return percentile(
    [...took].sort((a, b) => a - b),
    0.95,
  );
}

/** Script that a page had to fetch, as it came over the wire. */
const scriptOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js') && 'encodedBodySize' in entry)
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  );

export interface Visit {
  readonly baseURL: string;
  readonly account: string;
  readonly password: string;
  /** List of the module with many records. */
  readonly list: string;
  /** A draft with many fields and a hundred rows. */
  readonly form: string;
  /** Text of the last row of its last table: when it shows, the form is there. */
  readonly lastText: string;
  /** Label of a text field to type into. */
  readonly typeInto: string;
}

/** Null where there is no Chromium to measure with. */
export async function browserTimings(visit: Visit): Promise<BrowserReport | null> {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) return null;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const { page, weights } = await open(browser, visit.baseURL, visit.account, visit.password);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const list = await navigate(page, visit.list, (at) =>
      at.locator('.tab-pane:not([hidden]) tbody tr').nth(19).waitFor(),
    );
    const form = await navigate(page, visit.form, (at) => at.getByText(visit.lastText).first().waitFor());
    await page.getByLabel(visit.typeInto, { exact: true }).first().click();
    const key = await keyPress(page, 'the quick brown fox jumps over it');
    const timings = [
      { name: '列表冷启动（20 行可见）', ms: list, goal: 4000 },
      { name: '大表单可用（约 50 字段 + 2×50 行）', ms: form, goal: 1500 },
      { name: '按键到上屏 p95', ms: key, goal: 50 },
    ];
    return { timings, weights };
  } finally {
    await browser.close();
  }
}
