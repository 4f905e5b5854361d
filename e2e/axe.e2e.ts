/** Forms that together show all there is, papers, every page and dialog of the form engine, and the pages around it at both sizes are clean for axe. */
import { MODULES } from '../packages/core/src/modules.ts';
import { SCREENS } from '../packages/core/src/screens/index.ts';
import { FORMS } from '../packages/forms/src/index.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { covering } from './covering.ts';
import {
  activePane,
  axe,
  DESKTOP,
  headersOf,
  launch,
  PHONE,
  pressEscape,
  visitor,
  type Visitor,
  withSession,
} from './support.ts';

const LIMIT = 180_000;
type Id = keyof typeof FORMS;
const FORMS_SHOWN = covering<Id>(FORMS);
/** Papers of these are looked at: the demo company has records of them. */
const PAPERS_SHOWN: readonly Id[] = [
  'aircrewBurn',
  'constructionNotice',
  'consultProject',
  'expenseReimbursement',
  'monthlyTrainingPlan',
];
const pathOf = (id: string, kind: string): string =>
  SCREENS.find((one) => one.module === id && one.kind === kind)?.path ?? '';

let browser: Browser;
const people = new Map<string, Visitor>();
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** One window for each person and size: signing in again for each page would take longer than looking at it. */
const pageOf = async (account: string, viewport = DESKTOP): Promise<Page> => {
  const key = `${account} ${viewport.width}`;
  const one = people.get(key) ?? (await withSession(browser, account, viewport));
  people.set(key, one);
  return one.page;
};

const atRest = async (page: Page): Promise<void> => {
  await activePane(page).getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
};

const clean = async (page: Page, what: string): Promise<void> => {
  expect(await axe(page), what).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what}: width`).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
};

const closed = async (page: Page, dialog: Locator): Promise<void> => {
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
};

/** A record of the module that the person may open. The demo company files its records while it is already open: it is waited for. */
const recordOf = async (page: Page, id: Id): Promise<string> => {
  let found: string | null = null;
  await expect
    .poll(
      async () => {
        found = await firstOf(page, id);
        return found;
      },
      { timeout: 90_000 },
    )
    .not.toBeNull();
  return found ?? '';
};

const firstOf = async (page: Page, id: Id): Promise<string | null> => {
  const answer = await page.request.post(`${MODULES[id].api}/Index`, {
    headers: await headersOf(page),
    form: { PageSize: '1' },
  });
  const { data } = (await answer.json()) as { readonly data: { readonly rows: readonly { BusinessId: string }[] } };
  return data.rows[0]?.BusinessId ?? null;
};
const formOf = (id: Id): string => `${pathOf(id, 'form')}?ProcedureId=${MODULES[id].procedureId}`;

/** Opens what a button of the record's toolbar opens, and waits until it is drawn. */
const opened = async (page: Page, button: RegExp): Promise<Locator> => {
  await activePane(page).getByRole('toolbar', { name: '操作' }).getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expect.poll(() => dialog.locator('[aria-busy="true"]').count()).toBe(0);
  return dialog;
};

// Forms and papers are their definitions'; the list, its dialogs and the pasting of rows are the engine's, the same for all.
it.each(FORMS_SHOWN)('%s: the form, with what it says is missing', { timeout: LIMIT }, async (id) => {
  const page = await pageOf('admin');
  await page.goto(formOf(id));
  await atRest(page);
  const pane = activePane(page);
  await pane.getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^提交/ }).click();
  await pane
    .getByText(/还有 \d+ 处需要填写或更正/)
    .first()
    .waitFor();
  await clean(page, 'what is missing');
});

it.each(PAPERS_SHOWN)('%s: a record with its paper', { timeout: LIMIT }, async (id) => {
  const page = await pageOf('admin');
  await page.goto(`${formOf(id)}&BusinessId=${await recordOf(page, id)}`);
  await atRest(page);
  if (FORMS[id].print === 'A4') {
    const dialog = await opened(page, /^打印/);
    await clean(page, 'paper');
    await closed(page, dialog);
  } else {
    expect(await activePane(page).getByRole('button', { name: /^打印/ }).count()).toBe(0);
    await clean(page, 'record');
  }
});

describe('what the engine draws for every module', () => {
  it('the list, its columns, the to-dos', { timeout: LIMIT }, async () => {
    const page = await pageOf('admin');
    await page.goto(pathOf('constructionNotice', 'list'));
    await atRest(page);
    await clean(page, 'list');
    await activePane(page).getByRole('button', { name: '视图与列' }).click();
    await page.getByRole('menuitem', { name: '列设置…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await clean(page, 'columns');
    await closed(page, dialog);
    await page.goto(pathOf('constructionNotice', 'task'));
    await atRest(page);
    await clean(page, 'to-dos');
  });

  it('a new form, a row, pasting rows', { timeout: LIMIT }, async () => {
    const page = await pageOf('operator');
    await page.goto(formOf('constructionNotice'));
    await atRest(page);
    await clean(page, 'new form');
    const pane = activePane(page);
    await pane.getByRole('button', { name: '加一行' }).first().click();
    await clean(page, 'row');
    await pane.getByRole('button', { name: '从表格粘贴' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await clean(page, 'pasting');
    await closed(page, dialog);
  });

  it('a record, sending it around', { timeout: LIMIT }, async () => {
    const page = await pageOf('projectManager');
    await page.goto(`${formOf('constructionNotice')}&BusinessId=${await recordOf(page, 'constructionNotice')}`);
    await atRest(page);
    await clean(page, 'record');
    const dialog = await opened(page, /^抄送/);
    await clean(page, 'sending around');
    await closed(page, dialog);
  });
});

describe('on a phone', () => {
  it.each(['list', 'task'])('%s', { timeout: LIMIT }, async (kind) => {
    const page = await pageOf('operator', PHONE);
    await page.goto(pathOf('constructionNotice', kind));
    await atRest(page);
    await clean(page, kind);
  });

  it.each(['constructionNotice', 'expenseReimbursement'] as const)('%s', { timeout: LIMIT }, async (id) => {
    const page = await pageOf('admin', PHONE);
    await page.goto(formOf(id));
    await atRest(page);
    await clean(page, 'form');
  });
});

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('around the forms on a %s', (_, viewport) => {
  it('/Login, /main, /401', { timeout: LIMIT }, async () => {
    const { page, context } = await visitor(browser, viewport);
    await page.goto('/Login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await clean(page, '/Login');
    await context.close();
    const inside = await pageOf('hr', viewport);
    await inside.goto('/main');
    await atRest(inside);
    await clean(inside, '/main');
    await inside.goto('/system/audit');
    await inside.waitForURL('**/401?from=**');
    await clean(inside, '/401');
  });
});

it('none of the pages failed on the way', () => {
  expect([...people].flatMap(([who, { failures }]) => failures.map((failure) => `${who}: ${failure}`))).toEqual([]);
});
