/** What the flows through forms share: filling in whatever a form asks for, and walking a record along its chain. */
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { PEOPLE } from '../apps/server/src/modules/demo/company.ts';
import { choose, chooseFirst, DOT } from './fields.ts';
import { activePane, DESKTOP, type Visitor, withSession } from './support.ts';
import { expect } from 'vitest';

export const accountOf = (name: string): string => {
  const person = PEOPLE.find((one) => one.name === name);
  if (!person) throw new Error(`Nobody is called ${name}`);
  return person.account;
};

const dayIn = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

const MOMENTS = ['date', 'datetime-local', 'month', 'time'] as const;
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  '年-月-日': 'date',
  '年-月-日 时:分': 'datetime-local',
  '年-月': 'month',
  '时:分': 'time',
};

/** Value for an input of this kind; `label` decides where a rule wants something special. */
const sampleOf = (type: string, label: string, index: number): string => {
  if (/电话|手机/.test(label)) return '13812345678';
  if (type === 'date') return dayIn(index);
  if (type === 'datetime-local') return `${dayIn(1)} ${String(8 + Math.min(index, 12)).padStart(2, '0')}:00`;
  if (type === 'month') return dayIn(0).slice(0, 7);
  if (type === 'time') return '09:00';
  return `${label}示例`;
};

/** Types a value as people do: dates are `YYYY-MM-DD` or `YYYY-MM-DD HH:mm`, into the browser's own inputs and into ours. */
export const typeInto = async (input: Locator, value: string): Promise<void> => {
  const native = await input.evaluate((element) => (element instanceof HTMLInputElement ? element.type : ''));
  if (native === 'datetime-local') await input.fill(value.replace(' ', 'T'));
  else await input.fill(value);
  // Text that stands for a moment is read when the input is left.
  if (native === 'text' && /^\d{4}-\d\d/.test(value)) await input.blur();
};

/** Waits until formulas, conditions and prefills have caught up with what was typed. */
export const settled = (page: Page): Promise<void> =>
  activePane(page).locator('.form-page:not([data-working])').waitFor();

export type Given = Readonly<Record<string, string>>;

/** Picks the first thing found, or the one named. */
const pick = (page: Page, box: Locator, wanted = ''): Promise<void> =>
  wanted === '' ? chooseFirst(page, box) : choose(page, box, wanted);

const fillOne = async (page: Page, field: Locator, index: number, given: Given): Promise<void> => {
  const label = ((await field.locator('.field-label').first().textContent()) ?? '').replace('*', '').trim();
  const wanted = given[label];
  const kind = await field.evaluate(
    (element, [moments, placeholders]) => {
      if (element.querySelector('.ant-select')) return 'picker';
      if (element.querySelector('.uploader')) return element.querySelector('.uploader li') ? 'full' : 'upload';
      if (element.querySelector('input[type=radio]')) return 'radio';
      if (element.querySelector('input[type=checkbox]')) return 'checkbox';
      if (element.querySelector('textarea')) return 'text';
      for (const type of moments) if (element.querySelector(`input[type=${type}]`)) return type;
      const input = element.querySelector('input');
      if (input?.classList.contains('in-number')) return 'number';
      return placeholders[input?.placeholder ?? ''] ?? input?.type ?? 'none';
    },
    [MOMENTS, PLACEHOLDERS] as const,
  );
  switch (kind) {
    case 'picker': {
      const filled = await field.locator('.ant-select-selection-item, .ant-select-content-value').count();
      if (wanted !== undefined || filled === 0) await pick(page, field.getByRole('combobox'), wanted);
      return;
    }
    case 'upload':
      await field
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: `${randomUUID().slice(0, 8)}.png`, mimeType: 'image/png', buffer: DOT });
      await field.locator('.uploader li:not(.uploader-sending)').first().waitFor();
      return;
    case 'radio':
      if (wanted !== undefined) await field.getByLabel(wanted, { exact: true }).check();
      else if ((await field.locator('input:checked').count()) === 0)
        await field.locator('input[type=radio]').first().check();
      return;
    case 'checkbox':
      if ((await field.locator('input:checked').count()) === 0)
        await field.locator('input[type=checkbox]').first().check();
      return;
    case 'none':
    case 'full':
      return;
    default: {
      const input = field.locator('textarea, input').first();
      if (wanted !== undefined) await typeInto(input, wanted);
      else if ((await input.inputValue()) === '')
        await typeInto(input, kind === 'number' ? '1' : sampleOf(kind, label, index));
    }
  }
};

/** Fills in every required field of the section that is open, and those named. Prefills get the time to come. */
export const fillIn = async (page: Page, given: Given = {}): Promise<void> => {
  await activePane(page).locator('.form-title').waitFor();
  const section = activePane(page).locator('.form-section-active').first();
  for (let round = 0; round < 2; round += 1) {
    const fields = await section.locator('.field').all();
    for (const [index, field] of fields.entries()) {
      if ((await field.isVisible()) === false) continue;
      const label = ((await field.locator('.field-label').first().textContent()) ?? '').trim();
      const asked = given[label.replace('*', '')] !== undefined;
      if ((label.endsWith('*') || asked) && !(round > 0 && asked)) await fillOne(page, field, index, given);
    }
    // What the first answers show or fill in (conditions, prefills) is asked for in the second round.
    await settled(page);
  }
};

/** A row that is opened takes the focus a moment later: what is put in before that lands in its first cell. */
export const opened = async (row: Locator): Promise<void> =>
  expect.poll(() => row.evaluate((element) => element.contains(document.activeElement))).toBe(true);

/** Adds a row to a detail table and fills in its cells by their labels. */
export const addRow = async (page: Page, table: string, cells: Given): Promise<void> => {
  const detail = activePane(page).getByRole('region', { name: table, exact: true });
  await detail.getByRole('button', { name: '加一行' }).click();
  const row = detail.locator('tr.row-editing');
  for (const [label, value] of Object.entries(cells)) {
    const cell = row.getByLabel(label, { exact: true });
    const role = await cell.evaluate((element) => (element.closest('.ant-select') ? 'picker' : 'input'));
    if (role === 'picker') await pick(page, cell, value);
    else await typeInto(cell, value);
  }
  await settled(page);
};

/** Presses an action, says something, and waits until it is done. */
export const act = async (page: Page, action: string, done: string, opinion = ''): Promise<void> => {
  const pane = activePane(page);
  const notices = page.locator('.ant-notification-notice, .ant-message-notice-error');
  // What an earlier try was refused for says nothing of this one: what can be put away is not waited for.
  for (const close of await page.locator('.ant-notification-notice-close').all()) await close.click();
  await expect.poll(() => notices.count()).toBe(0);
  await pane
    .getByRole('toolbar', { name: '操作' })
    .getByRole('button', { name: new RegExp(`^${action}`) })
    .click();
  const dialog = page.getByRole('dialog');
  const refused = pane.locator('.error-summary').or(notices);
  await dialog.or(refused).first().waitFor();
  if (!(await dialog.isVisible())) throw new Error(`${action}: ${(await refused.allTextContents()).join(' | ')}`);
  const next = dialog.locator('#next-handler');
  const ok = dialog.locator('.ant-modal-footer .ant-btn-primary');
  const finished = pane.locator('.form-banner', { hasText: done });
  if (opinion) await dialog.locator('#action-opinion').fill(opinion);
  const asked = await next.isVisible();
  if (asked) await chooseFirst(page, next);
  await ok.click();
  if (!asked) {
    // Only the server knows for sure whether the step after this one is given to somebody by hand.
    await finished.or(next).first().waitFor();
    if (!(await next.isVisible())) return;
    await chooseFirst(page, next);
    await ok.click();
  }
  await finished.waitFor();
};

/** Who has the record now, and its state. */
export const standing = async (
  page: Page,
): Promise<{ readonly status: string; readonly handlers: readonly string[] }> => {
  const pane = activePane(page);
  const status = ((await pane.locator('.form-title .tag').textContent()) ?? '').trim();
  const handlers = await pane.locator('.step-active .step-people li > span').allTextContents();
  return { status, handlers };
};

export const reopen = async (
  browser: Browser,
  account: string,
  address: string,
  viewport = DESKTOP,
): Promise<Visitor> => {
  const one = await withSession(browser, account, viewport);
  await one.page.goto(address);
  const pane = activePane(one.page);
  const refused = pane.locator('.error-retry');
  const title = pane.locator('.form-title');
  await title
    .or(refused)
    .first()
    .waitFor()
    .catch(async (error: unknown) => {
      const shown = await one.page.locator('body').innerText();
      throw new Error(`${account} at ${one.page.url()} sees: ${shown}`, { cause: error });
    });
  if (await refused.isVisible()) throw new Error(`${account}: ${await refused.innerText()}`);
  return one;
};

/** Lets everybody agree in turn until the record has ended. @returns who handled it */
export const finish = async (
  browser: Browser,
  address: string,
  from: Page,
  given: Given = {},
): Promise<readonly string[]> => {
  const handled: string[] = [];
  let now = await standing(from);
  for (let hop = 0; hop < 12 && now.status === '审批中'; hop += 1) {
    const [name] = now.handlers;
    if (!name) throw new Error('Nobody has the record');
    const { page, context, failures } = await reopen(browser, accountOf(name), address);
    await fillIn(page, given);
    await act(page, '同意', '已同意', '同意');
    handled.push(name);
    now = await standing(page);
    if (failures.length > 0) throw new Error(failures.join('\n'));
    await context.close();
  }
  if (now.status !== '已通过') throw new Error(`The record ended as ${now.status}`);
  return handled;
};

/** Address of the record that is open, without this server's name. */
export const addressOf = (page: Page): string => {
  const url = new URL(page.url());
  return url.pathname + url.search;
};
