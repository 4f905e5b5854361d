/** What the flows share: a browser, signing in, and the accessibility check. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { openSession } from '../apps/server/src/platform/auth/sessions.ts';
import { type OpenDatabase, openDatabase } from '../apps/server/src/platform/db/database.ts';
import { Client, DEMO_PASSWORD } from '../apps/server/src/testing/client.ts';

export const DESKTOP = { width: 1440, height: 900 };
/** Where how a thing comes and goes is part of what is looked at. */
export const MOVING = { ...DESKTOP, moving: true };
export const PHONE = { width: 390, height: 844 };
/** How long the page is waited for, as `expect.poll` waits (`vitest.config.ts`): a busy machine is slow, not wrong. */
export const PATIENT_MS = 60_000;

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
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
  // Without a language of its own the browser loses names of files that are not ASCII, and the files with them.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // A page of a flow lives for seconds: making its code faster costs more than it gains.
    '--js-flags=--no-maglev --no-turbofan',
  ],
};

let running: Promise<Browser> | undefined;

/** The browser of the run: who closes it has only done with it, since the next file goes on in its warm windows. It ends with this process. */
export const launch = (): Promise<Browser> => {
  running ??= chromium.launch(LAUNCH).then((browser) => Object.assign(browser, { close: async () => undefined }));
  return running;
};

/** A window, and whether things move in it: most flows are about what happens, and wait for nothing that is only seen on the way. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly moving?: boolean;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors of the page so far; a flow ends by expecting none. */
  readonly failures: string[];
}

/** Pages that somebody has open, the last one first. */
const open = new Set<Page>();
export const openPages = (): readonly Page[] => [...open].filter((page) => !page.isClosed()).reverse();

/** Answered by the server without any page of the product: what a window shows while nobody has it. */
const NOWHERE = '/healthz';

/** Windows that visitors have left, by what they are like. */
const idle = new Map<string, BrowserContext[]>();

/**
 * Makes a window as new but for the product's files, which the browser keeps and has read: a page opens in a third of the time. Nothing that
 * the product has stored in it is left, nor anything that a flow has set up.
 */
const asNew = async (context: BrowserContext, { width, height, moving = false }: Screen): Promise<void> => {
  const [page, ...others] = context.pages();
  if (page === undefined) throw new Error('the window has no page');
  for (const other of others) await other.close();
  for (const one of [context, page]) {
    one.removeAllListeners();
    await one.unrouteAll({ behavior: 'ignoreErrors' });
  }
  // Who leaves a page is not asked about what was typed.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ media: null, reducedMotion: moving ? 'no-preference' : 'reduce' });
  await page.goto(NOWHERE);
  await page.evaluate(() => sessionStorage.clear());
  const devtools = await context.newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage';
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes });
  await devtools.detach();
  page.removeAllListeners();
};

const newWindow = async (browser: Browser, screen: Screen): Promise<BrowserContext> => {
  const { width, height, moving = false } = screen;
  const kind = JSON.stringify([width, height, moving]);
  const known = idle.get(kind)?.pop();
  if (known !== undefined) return known;
  const context = await browser.newContext({
    baseURL: inject('baseUrl'),
    viewport: { width, height },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    reducedMotion: moving ? 'no-preference' : 'reduce',
    ...(width < 768 ? { isMobile: true, hasTouch: true } : {}),
  });
  await context.newPage();
  return Object.assign(context, {
    close: async () => {
      for (const page of context.pages()) open.delete(page);
      await asNew(context, screen);
      idle.set(kind, [...(idle.get(kind) ?? []), context]);
    },
  });
};

/** A browser profile in which nothing was done yet: nobody is signed in. Closing its context leaves it to the next. */
export const visitor = async (browser: Browser, screen: Screen = DESKTOP): Promise<Visitor> => {
  const context = await newWindow(browser, screen);
  const [page] = context.pages();
  if (page === undefined) throw new Error('the window has no page');
  page.setDefaultTimeout(PATIENT_MS);
  open.delete(page);
  open.add(page);
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

/** What signing in has answered, by account. */
const known = new Map<string, Readonly<Record<string, unknown>>>();
let database: OpenDatabase | undefined;

const signedInOnce = async (account: string): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await new Client(inject('baseUrl')).login(account, DEMO_PASSWORD);
  if (answer.status !== 1) throw new Error(`${account}: ${answer.message}`);
  known.set(account, answer.data);
  return answer.data;
};

/** A session of its own for each visitor. Who has signed in before gets one without the slow hash, where the database can be reached. */
const sessionFor = async (account: string): Promise<Readonly<Record<string, unknown>>> => {
  const before = known.get(account);
  if (before === undefined || inject('databaseUrl') === '') return signedInOnce(account);
  database ??= openDatabase(inject('databaseUrl'), { max: 1 });
  const userId = String(before['userId']);
  const token = await openSession(database.db, { userId, kind: 'full', device: '', browser: '', ip: '127.0.0.1' });
  return { ...before, token };
};

/** Puts a new session where the sign-in page would, without drawing that page: what it does itself is shown in `shell.e2e.ts`. */
const holdSession = async (page: Page, account: string, origin = ''): Promise<void> => {
  const { user, userId, token, menuList, functionList } = await sessionFor(account);
  // Any answer of the site has its storage.
  if (origin !== '' || new URL(page.url()).pathname !== NOWHERE) await page.goto(`${origin}${NOWHERE}`);
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, JSON.stringify(value));
    },
    { user, userId, token, menuList, functionList, tagsList: [] },
  );
};

/** A visitor who holds a session and has opened no page yet; `origin` is another server on the same database. */
export const withSession = async (
  browser: Browser,
  account: string,
  screen: Screen = DESKTOP,
  origin = '',
): Promise<Visitor> => {
  const one = await visitor(browser, screen);
  await holdSession(one.page, account, origin);
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
export const signedIn = async (browser: Browser, account: string, screen: Screen = DESKTOP): Promise<Visitor> => {
  const one = await visitor(browser, screen);
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

/**
 * Points at something until what it shows is seen. A page whose other parts are still coming in moves the thing away from under the pointer before
 * it has opened, and the pointer, which rests, is never told to come back: who sees nothing moves it again, as people do.
 */
export const pointAt = async (target: Locator, shown: Locator): Promise<void> => {
  await expect
    .poll(async () => {
      await target.page().mouse.move(0, 0);
      await target.hover();
      return shown.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
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
/** How bad what a rule finds is belongs to the rule: those of which nothing counts are not run. */
const COUNTED = ['serious', 'critical'];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** What there is of axe in the page; its rules' impact is not part of what it documents. */
interface Axe {
  readonly run: (options: object) => Promise<AxeResult>;
  readonly _audit: {
    readonly tagExclude: readonly string[];
    readonly rules: readonly {
      readonly id: string;
      readonly enabled: boolean;
      readonly tags: readonly string[];
      readonly impact: string;
    }[];
  };
}

/** Waits until nothing moves, no button is at work and no list shows what was asked before; what turns for ever does not count. */
export const atRest = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      document.querySelector('.ant-btn-loading, .tab-pane:not([hidden]) .surface[aria-busy="true"]') === null &&
      document
        .getAnimations()
        .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
};

/**
 * Presses Escape once nothing is left to do in the page. A dialog that was just closed keeps the key to itself until React has cleaned up behind it,
 * a moment after it is gone from the page: sooner than any person presses the next key, and later than a test does. A page that draws nothing is not
 * told that it is idle until something happens in it, such as its refresh a minute later.
 */
export const pressEscape = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
  await page.keyboard.press('Escape');
};

/** Serious and critical findings, each with the element it is about; a clean page answers an empty list. */
export const axe = async (page: Page): Promise<readonly string[]> => {
  // Evaluated by the debugger, so that the page's own content policy stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // A button on its way from disabled to enabled, or at work, has a colour of neither.
  await atRest(page);
  const result = await page.evaluate(async (counted) => {
    const { axe: here } = window as unknown as { readonly axe: Axe };
    const { rules, tagExclude } = here._audit;
    // Those that run unless told, and may find what counts.
    const values = rules
      .filter(({ enabled, tags }) => enabled && !tags.some((tag) => tagExclude.includes(tag)))
      .filter(({ impact }) => counted.includes(impact))
      .map(({ id }) => id);
    if (values.length < 50) throw new Error('axe has hardly any rules');
    return here.run({ runOnly: { type: 'rule', values }, resultTypes: ['violations'] });
  }, COUNTED);
  return result.violations
    .filter(({ impact }) => impact !== null && COUNTED.includes(impact))
    .flatMap((one) =>
      one.nodes.map((node) => `${one.id}: ${one.help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
    );
};
