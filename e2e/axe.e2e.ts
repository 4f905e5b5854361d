/** Every module's form and paper, every page and dialog of the form engine, and the pages around it at both sizes are clean for axe. */
import { MODULES } from '../packages/core/src/modules.ts';
import { SCREENS } from '../packages/core/src/screens/index.ts';
import { FORMS } from '../packages/forms/src/index.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, axe, DESKTOP, headersOf, launch, PHONE, signedIn, visitor, type Visitor } from './support.ts';

const LIMIT = 180_000;
const PATIENT = { timeout: 20_000 };
/** Whoever may file each of them. */
const FILED_BY: Readonly<Record<keyof typeof FORMS, string>> = {
  EMCOperateContract: 'legal',
  aircrewBurn: 'operator',
  borrowing: 'engineer',
  constructionNotice: 'operator',
  consult: 'sales',
  consultProject: 'sales',
  departmentalWorkContact: 'sales',
  detection: 'purchaser',
  electricityMeter: 'operator',
  expenseReimbursement: 'engineer',
  fundBudget: 'projectManager',
  interviewRecord: 'projectManager',
  jobTransfer: 'hr',
  joinVentureAgreement: 'legal',
  maintain: 'purchaser',
  maintenance: 'purchaser',
  maintenanceRecords: 'operator',
  monthlyTrainingPlan: 'projectManager',
  monthlyTrainingProcessRecord: 'projectManager',
  operateMainContract: 'legal',
  otherSource: 'purchaser',
  payment: 'projectManager',
  projectInvestReview: 'sales',
  renewalTracking: 'projectManager',
  roomInspectionRecord: 'operator',
  strategicAgreement: 'purchaser',
  trainingFeedback: 'operator',
  userEntry: 'hr',
  waterProcurement: 'purchaser',
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

/** The demo company has no records of these; of all others there is one to look at. */
const NO_RECORDS: readonly string[] = [
  'consult',
  'jobTransfer',
  'maintenance',
  'otherSource',
  'trainingFeedback',
  'userEntry',
];

/** A record of the module that the person may open; null where there is none. */
const recordOf = async (page: Page, id: keyof typeof FORMS): Promise<string | null> => {
  const answer = await page.request.post(`${MODULES[id].api}/Index`, {
    headers: await headersOf(page),
    form: { PageSize: '1' },
  });
  const { data } = (await answer.json()) as { readonly data: { readonly rows: readonly { BusinessId: string }[] } };
  return data.rows[0]?.BusinessId ?? null;
};
const formOf = (id: keyof typeof FORMS): string => `${pathOf(id, 'form')}?ProcedureId=${MODULES[id].procedureId}`;

/** Opens what a button of the record's toolbar opens, and waits until it is drawn. */
const opened = async (page: Page, button: RegExp): Promise<Locator> => {
  await activePane(page).getByRole('toolbar', { name: '操作' }).getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expect.poll(() => dialog.locator('[aria-busy="true"]').count(), PATIENT).toBe(0);
  return dialog;
};

it('the modules without records are those that are named here', { timeout: LIMIT }, async () => {
  const page = await pageOf('admin');
  // The demo company files its records while it is already open.
  const without = async () => {
    const found = await Promise.all(modules.map(async (id) => [id, await recordOf(page, id)] as const));
    return found
      .filter(([, record]) => record === null)
      .map(([id]) => id)
      .sort();
  };
  await expect.poll(without, { timeout: 90_000 }).toEqual(NO_RECORDS);
});

// Each form and each paper is its definition's; the list, its dialogs and the pasting of rows are the engine's, the same for all.
it.each(modules)('%s: the form, with what it says is missing', { timeout: LIMIT }, async (id) => {
  const page = await pageOf(FILED_BY[id]);
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

it.each(modules.filter((id) => !NO_RECORDS.includes(id)))(
  '%s: a record with its paper',
  { timeout: LIMIT },
  async (id) => {
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
  },
);

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
    const page = await pageOf(FILED_BY[id], PHONE);
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
