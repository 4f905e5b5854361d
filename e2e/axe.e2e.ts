/** Every page and dialog of the form engine, for every module, is clean for axe; the pages around it at both sizes. */
import { MODULES } from '../packages/core/src/modules.ts';
import { SCREENS } from '../packages/core/src/screens/index.ts';
import { FORMS } from '../packages/forms/src/index.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, axe, DESKTOP, launch, PHONE, signedIn, visitor, type Visitor } from './support.ts';

const LIMIT = 180_000;
const PATIENT = { timeout: 20_000 };
/** Whoever may file each of them. */
const FILED_BY: Readonly<Record<keyof typeof FORMS, string>> = {
  aircrewBurn: 'operator',
  borrowing: 'engineer',
  constructionNotice: 'operator',
  consult: 'sales',
  consultProject: 'sales',
  departmentalWorkContact: 'sales',
  electricityMeter: 'operator',
  expenseReimbursement: 'engineer',
  fundBudget: 'projectManager',
  interviewRecord: 'projectManager',
  jobTransfer: 'hr',
  maintenanceRecords: 'operator',
  monthlyTrainingPlan: 'projectManager',
  monthlyTrainingProcessRecord: 'engineer',
  payment: 'projectManager',
  roomInspectionRecord: 'operator',
  trainingFeedback: 'operator',
  userEntry: 'hr',
};
const modules = Object.keys(FORMS) as (keyof typeof FORMS)[];
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
  const one = people.get(key) ?? (await signedIn(browser, account, viewport));
  people.set(key, one);
  return one.page;
};

const atRest = async (page: Page): Promise<void> => {
  await activePane(page).getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), PATIENT).toBe(0);
};

const clean = async (page: Page, what: string): Promise<void> => {
  expect(await axe(page), what).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what}: width`).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
};

const closed = async (page: Page, dialog: Locator): Promise<void> => {
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
};

describe.each(modules)('%s', (id) => {
  const account = FILED_BY[id];
  const form = `${pathOf(id, 'form')}?ProcedureId=${MODULES[id].procedureId}`;

  it('list, its columns, to-dos', { timeout: LIMIT }, async () => {
    const page = await pageOf('admin');
    await page.goto(pathOf(id, 'list'));
    await atRest(page);
    await clean(page, 'list');
    const pane = activePane(page);
    await pane.getByRole('button', { name: '视图与列' }).click();
    await page.getByRole('menuitem', { name: '列设置…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await clean(page, 'columns');
    await closed(page, dialog);
    await page.goto(pathOf(id, 'task'));
    await atRest(page);
    await clean(page, 'to-dos');
  });

  it('new form, what it says is missing, pasting rows', { timeout: LIMIT }, async () => {
    const page = await pageOf(account);
    await page.goto(form);
    await atRest(page);
    await clean(page, 'new form');
    const pane = activePane(page);
    await pane.getByRole('toolbar', { name: '操作' }).getByRole('button', { name: /^提交/ }).click();
    await pane
      .getByText(/还有 \d+ 处需要填写或更正/)
      .first()
      .waitFor();
    await clean(page, 'what is missing');
    const add = pane.getByRole('button', { name: '加一行' });
    if ((await add.count()) === 0) return;
    await add.first().click();
    await clean(page, 'row');
    await pane.getByRole('button', { name: '从表格粘贴' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await clean(page, 'pasting');
    await closed(page, dialog);
  });

  it('a record, sending it around, its paper', { timeout: LIMIT }, async () => {
    const page = await pageOf('admin');
    await page.goto(pathOf(id, 'list'));
    await atRest(page);
    const link = activePane(page).locator('.list-table tbody a').first();
    // The demo company has no records of some modules.
    if ((await link.count()) === 0) return;
    await link.click();
    await page.waitForURL(/BusinessId=\d+/);
    await atRest(page);
    await clean(page, 'record');
    const bar = activePane(page).getByRole('toolbar', { name: '操作' });
    for (const action of ['抄送', '打印']) {
      const button = bar.getByRole('button', { name: new RegExp(`^${action}`) });
      if ((await button.count()) === 0) continue;
      await button.click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await expect.poll(() => dialog.locator('[aria-busy="true"]').count(), PATIENT).toBe(0);
      await clean(page, action);
      await closed(page, dialog);
    }
  });
});

describe('on a phone', () => {
  it.each(['constructionNotice', 'expenseReimbursement', 'consult'] as const)('%s', { timeout: LIMIT }, async (id) => {
    const admin = await pageOf('admin', PHONE);
    for (const kind of ['list', 'task']) {
      await admin.goto(pathOf(id, kind));
      await atRest(admin);
      await clean(admin, kind);
    }
    const page = await pageOf(FILED_BY[id], PHONE);
    await page.goto(`${pathOf(id, 'form')}?ProcedureId=${MODULES[id].procedureId}`);
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
