/** What a person waits for: the real pages in Chromium, as it is and with the processor slowed down four times. */
import { existsSync } from 'node:fs';
import { MODULES, procedureRoute } from '@hengneng/core';
import { type Browser, type Page, chromium } from 'playwright-core';
import type { Api, Person } from './client.ts';
import { bigDraft } from './drafts.ts';
import { percentile } from './load.ts';
import { kilobytes, ms, table } from './report.ts';

export interface PageTiming {
  readonly name: string;
  readonly ms: number;
  readonly goal: number;
}

export interface PageWeight {
  readonly name: string;
  /** As it came over the wire, compressed. */
  readonly bytes: number;
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
  '/usr/bin/chromium-headless-shell',
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
  const login = await bytesOf(page, '.js');
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
      { name: '登录页脚本', bytes: login, goal: 110 * 1024 },
      { name: '首屏脚本（工作台）', bytes: await bytesOf(page, '.js'), goal: 400 * 1024 },
      { name: '首屏样式（工作台）', bytes: await bytesOf(page, '.css'), goal: 50 * 1024 },
    ],
  };
}

/** When the page at an address is there: so many elements of a kind, one of which holds a text. */
interface Shown {
  readonly url: string;
  readonly selector: string;
  readonly count: number;
  readonly text: string;
}

interface Watched {
  /** The page's own clock in the first frame with all of it. */
  readonly shownAt?: number;
}

/** Has pages note by themselves when they were there. Looking from outside, again and again, would slow down what is measured. */
const watch = (page: Page, pages: readonly Shown[]): Promise<unknown> =>
  page.addInitScript((all: readonly Shown[]) => {
    const wanted = all.find(({ url }) => url === location.pathname + location.search);
    if (!wanted) return;
    const there = (): boolean => {
      const found = [...document.querySelectorAll(wanted.selector)];
      return found.length >= wanted.count && found.some((one) => one.textContent?.includes(wanted.text));
    };
    const observer = new MutationObserver(() => {
      if (!there()) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => Object.assign(window, { shownAt: performance.now() });
        channel.port2.postMessage(null);
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  }, pages);

const TIMES = 5;

/** Median milliseconds from the start of the navigation until what is wanted was there. */
async function opening(page: Page, { url }: Shown): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'commit' });
    const at = await page.waitForFunction(() => (window as Watched).shownAt, undefined, { polling: 100 });
    took.push(Number(await at.jsonValue()));
  }
  return percentile(
    took.sort((one, other) => one - other),
    0.5,
  );
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

/** Files of a kind that a page had to fetch, as they came over the wire. */
const bytesOf = (page: Page, ending: '.js' | '.css'): Promise<number> =>
  page.evaluate(
    (end) =>
      performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith(end) && 'encodedBodySize' in entry)
        .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
    ending,
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

const BIG = MODULES.expenseReimbursement;

/** What is looked at, with a draft made for it: the list of the module that was filled, and the largest form. */
export async function visitOf(api: Api, person: Person, password: string, project: string): Promise<Visit> {
  const saved = await api.call('POST', `${BIG.api}/Draft`, bigDraft(project), person);
  return {
    baseURL: `http://127.0.0.1:${api.port}`,
    account: person.account,
    password,
    list: `${MODULES.constructionNotice.home}/constructionNotice/constructionNoticeList`,
    form: procedureRoute(BIG.procedureId, String(saved['BusinessId'])) ?? '',
    lastText: '末行销方',
    typeInto: '超标准或无票说明',
  };
}

/** As tables. */
export const browserTables = ({ weights, timings }: BrowserReport): string =>
  [
    table(
      ['传输（压缩后）', '大小', '目标'],
      weights.map((of) => [of.name, kilobytes(of.bytes), `≤ ${kilobytes(of.goal)}`]),
    ),
    table(
      ['页面（中位数）', 'ms', '目标'],
      timings.map((of) => [of.name, ms(of.ms), `≤ ${of.goal}`]),
    ),
  ].join('\n\n');

/** Null where there is no Chromium to measure with. */
export async function browserTimings(visit: Visit): Promise<BrowserReport | null> {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) return null;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const { page, weights } = await open(browser, visit.baseURL, visit.account, visit.password);
    const devtools = await page.context().newCDPSession(page);
    const list: Shown = { url: visit.list, selector: '.tab-pane:not([hidden]) tbody tr', count: 20, text: '' };
    const form: Shown = { url: visit.form, selector: '.detail-table tr', count: 100, text: visit.lastText };
    await watch(page, [list, form]);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    const listCold = await opening(page, list);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const listSlow = await opening(page, list);
    const formSlow = await opening(page, form);
    await page.getByLabel(visit.typeInto, { exact: true }).first().click();
    const key = await keyPress(page, 'the quick brown fox jumps over it');
    const timings = [
      { name: '列表冷启动（20 行可见，无缓存）', ms: listCold, goal: 1500 },
      { name: `列表打开（20 行可见），慢 ${SLOWER} 倍`, ms: listSlow, goal: 4000 },
      { name: `大表单可用（约 50 字段 + 2×50 行），慢 ${SLOWER} 倍`, ms: formSlow, goal: 1500 },
      { name: `按键到上屏 p95，慢 ${SLOWER} 倍`, ms: key, goal: 50 },
    ];
    return { timings, weights };
  } finally {
    await browser.close();
  }
}
