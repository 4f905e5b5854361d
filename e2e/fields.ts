/** Answering fields by their labels, whichever control stands behind one: the browser's own or the library's. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { pressEscape } from './support.ts';

/** A picture of one dot: what uploads take. */
export const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const LIST = '.ant-select-dropdown:not(.ant-select-dropdown-hidden)';
const CALENDAR = '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)';

/** Required fields carry a star in their label. */
const labelled = (label: string): RegExp => new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\*?$`);

/** The control with this label, wherever it is in the scope. */
export const control = (scope: Locator, label: string): Locator => scope.getByLabel(labelled(label)).first();

/** The open lists' things to pick. */
const options = (page: Page): Locator =>
  page.locator(LIST).locator('.ant-select-item-option, .ant-select-tree-node-content-wrapper');

/** A list that is still closing is not the next field's list. */
const listsClosed = (page: Page): Promise<void> => expect.poll(() => page.locator(LIST).count()).toBe(0);

/** What is still being looked for may take the place of what is shown, just as it is pressed. */
const listsFound = async (page: Page): Promise<void> => {
  await options(page).first().waitFor();
  await expect.poll(() => page.locator('.ant-select-open .anticon-loading').count()).toBe(0);
};

/** A list of which several are picked stays open until it is left; elsewhere Escape would leave more than the list. */
const leaveList = async (page: Page, box: Locator): Promise<void> => {
  if (await box.evaluate((element) => element.closest('.ant-select-multiple') !== null)) await pressEscape(page);
  await listsClosed(page);
};

/** Takes the first thing of the list that opens. */
export const chooseFirst = async (page: Page, box: Locator): Promise<void> => {
  await box.click();
  await listsFound(page);
  await options(page).first().click();
  await leaveList(page, box);
};

/** Picks from a list that opens: the option with exactly this text, else the first that holds it. Short lists are not searched. */
export const choose = async (page: Page, box: Locator, wanted: string): Promise<void> => {
  await box.click();
  const typed = await box.evaluate((element) => element instanceof HTMLInputElement && !element.readOnly);
  if (typed) await box.fill(wanted);
  const found = options(page).filter({ hasText: wanted });
  await found.first().waitFor();
  await listsFound(page);
  const exact = found.filter({ has: page.getByText(wanted, { exact: true }) });
  await ((await exact.count()) > 0 ? exact : found).first().click();
  await leaveList(page, box);
};

const sign = async (page: Page, field: Locator): Promise<void> => {
  await field.getByRole('button', { name: /签名|重签/ }).click();
  const dialog = page.getByRole('dialog', { name: '手写签名' });
  const box = await dialog.getByLabel(/^签名区/).boundingBox();
  if (!box) throw new Error('The pad is not in sight');
  await page.mouse.move(box.x + 30, box.y + 30);
  await page.mouse.down();
  for (let at = 1; at <= 10; at += 1) await page.mouse.move(box.x + 30 + at * 12, box.y + 30 + (at % 3) * 18);
  await page.mouse.up();
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await field.getByRole('button', { name: '重签' }).waitFor();
  // All of it is to be seen, not only its upper part.
  const picture = field.locator('.file-thumb img');
  await expect.poll(() => picture.evaluate((img) => img.clientHeight - (img.parentElement?.clientHeight ?? 0))).toBe(0);
};

type Kind = 'select' | 'list' | 'calendar' | 'upload' | 'choices' | 'sign' | 'datetime-local' | 'text';

const kindOf = (field: Locator): Promise<Kind> =>
  field.evaluate((element) => {
    if (element.tagName === 'SELECT') return 'select';
    if (element.closest('.ant-select')) return 'list';
    if (element.closest('.ant-picker') || element.querySelector('.ant-picker')) return 'calendar';
    // A check asks for photos as well once it fails: its choices come first.
    if (element.querySelector('input[type=radio]')) return 'choices';
    if (element.querySelector('input[type=file]')) return 'upload';
    if (element.querySelector('button')) return 'sign';
    return element instanceof HTMLInputElement && element.type === 'datetime-local' ? 'datetime-local' : 'text';
  });

/** Gives one field its value: text and days as people write them, an option's text, the name of a picture to send, or a signature. */
export const answer = async (page: Page, scope: Locator, label: string, value: string): Promise<void> => {
  const field = control(scope, label);
  await field.waitFor();
  switch (await kindOf(field)) {
    case 'select':
      await field.selectOption({ label: value });
      return;
    case 'list':
      return choose(page, field, value);
    case 'calendar': {
      const input = (await field.evaluate((element) => element.tagName)) === 'INPUT' ? field : field.locator('input');
      // On the day that stands there by itself nothing is typed, and Enter opens the calendar instead of closing it.
      if ((await input.inputValue()) === value) return;
      await input.fill(value);
      await input.press('Enter');
      await expect.poll(() => page.locator(CALENDAR).count()).toBe(0);
      return;
    }
    case 'choices':
      await field.getByLabel(value, { exact: true }).first().check();
      return;
    case 'upload':
      await field
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: value, mimeType: 'image/png', buffer: DOT });
      await field.getByRole('button', { name: `移除 ${value}` }).waitFor();
      return;
    case 'sign':
      return sign(page, field);
    case 'datetime-local':
      return field.fill(value.replace(' ', 'T'));
    default:
      await field.fill(value);
      await field.blur();
  }
};

export type Answers = Readonly<Record<string, string>>;

export const answerAll = async (page: Page, scope: Locator, answers: Answers): Promise<void> => {
  for (const [label, value] of Object.entries(answers)) await answer(page, scope, label, value);
};

/** Pastes into the field with this label, as from a spreadsheet. */
export const paste = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
