/** What the flows share: a browser, signing in, and the accessibility check. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { Client, DEMO_PASSWORD } from '../apps/server/src/testing/client.ts';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** How long the page is waited for, as `expect.poll` waits (`vitest.config.ts`): a busy machine is slow, not wrong. */
const PATIENT_MS = 60_000;

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const found = CANDIDATES.find((path) => path !== undefined && existsSync(path));
/** How every browser of the tests is started. */
export const LAUNCH = {
  ...(found === undefined ? {} : { executablePath: found }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

export const launch = (): Promise<Browser> => chromium.launch(LAUNCH);

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors of the page so far; a flow ends by expecting none. */
  readonly failures: string[];
}

/** A fresh browser profile: nobody is signed in. */
export const visitor = async (browser: Browser, viewport = DESKTOP): Promise<Visitor> => {
  const context = await browser.newContext({
    baseURL: inject('baseUrl'),
    viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    ...(viewport.width < 768 ? { isMobile: true, hasTouch: true } : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENT_MS);
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  return { context, page, failures };
};

/** Types an account into the sign-in page that is open. */
export const fillSignIn = async (page: Page, account: string, password = DEMO_PASSWORD): Promise<void> => {
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
};

/** Puts a new session where the sign-in page would, without drawing that page: what it does itself is shown in `shell.e2e.ts`. */
const holdSession = async (page: Page, account: string): Promise<void> => {
  const answer = await new Client(inject('baseUrl')).login(account, DEMO_PASSWORD);
  if (answer.status !== 1) throw new Error(`${account}: ${answer.message}`);
  const { user, userId, token, menuList, functionList } = answer.data;
  // Any answer of the site has its storage.
  await page.goto('/healthz');
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, JSON.stringify(value));
    },
    { user, userId, token, menuList, functionList, tagsList: [] },
  );
};

/** A visitor who holds a session and has opened no page yet. */
export const withSession = async (browser: Browser, account: string, viewport = DESKTOP): Promise<Visitor> => {
  const one = await visitor(browser, viewport);
  await holdSession(one.page, account);
  return one;
};

/** Signs in and waits for the wanted address. */
export const signIn = async (page: Page, account: string, to = '/main'): Promise<void> => {
  await holdSession(page, account);
  await page.goto(to);
  await page.waitForURL((url) => url.pathname + url.search === to);
  await page.locator('.shell').waitFor();
};

/** A visitor who is signed in already, on the workbench. */
export const signedIn = async (browser: Browser, account: string, viewport = DESKTOP): Promise<Visitor> => {
  const one = await visitor(browser, viewport);
  await signIn(one.page, account);
  return one;
};

/**
 * Goes through groups of the main menu to a page. What comes in above a group (favourites, counts) may move it away between the pointer's down and up,
 * which is no click: a group that is still closed is pressed again, as people do.
 */
export const throughMenu = async (page: Page, ...way: readonly string[]): Promise<void> => {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const named = (name: string) => menu.getByRole('menuitem').filter({ has: page.getByText(name, { exact: true }) });
  for (const name of way.slice(0, -1)) {
    const group = named(name).first();
    const isOpen = () => group.getAttribute('aria-expanded');
    await expect
      .poll(async () => {
        if ((await isOpen()) !== 'true') await group.click();
        return isOpen();
      })
      .toBe('true');
  }
  await named(way.at(-1) ?? '')
    .last()
    .click();
};

/** The session that the page holds, as the headers of a call of one's own. */
export const headersOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({
    UserIdValue: JSON.parse(sessionStorage.getItem('userId') ?? '""') as string,
    TokenValue: JSON.parse(sessionStorage.getItem('token') ?? '""') as string,
  }));

/** The page that is shown: kept tabs stay in the document, hidden. */
export const activePane = (page: Page) => page.locator('.tab-pane:not([hidden])');

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Serious and critical findings, each with the element it is about; a clean page answers an empty list. */
export const axe = async (page: Page): Promise<readonly string[]> => {
  // Evaluated by the debugger, so that the page's own content policy stays as it is.
  await page.evaluate(axeSource);
  // A button on its way from disabled to enabled has a colour of neither; what turns for ever does not count.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
  const result = await page.evaluate(
    async () => (await (window as unknown as { axe: { run: () => Promise<unknown> } }).axe.run()) as AxeResult,
  );
  return result.violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .flatMap((one) =>
      one.nodes.map((node) => `${one.id}: ${one.help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
    );
};
