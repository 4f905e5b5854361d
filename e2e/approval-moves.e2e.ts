/** What a handler does with a to-do besides deciding: asks somebody, adds signers and takes them out, passes it on, undoes, takes a copy. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PEOPLE } from '../apps/server/src/modules/demo/company.ts';
import { choose } from './fields.ts';
import { act, reopen } from './form-steps.ts';
import { fileNotice } from './notices.ts';
import { activePane, axe, launch, withSession } from './support.ts';

const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const nameOf = (account: string): string => {
  const person = PEOPLE.find((one) => one.account === account);
  if (!person) throw new Error(`Nobody has the account ${account}`);
  return person.name;
};

const press = (page: Page, action: string): Promise<void> =>
  activePane(page).getByRole('toolbar', { name: '操作' }).getByRole('button', { name: action, exact: true }).click();

/** Takes an action about somebody else, with its reason. */
const hand = async (page: Page, action: string, done: string, account: string): Promise<void> => {
  await press(page, action);
  const dialog = page.getByRole('dialog', { name: action });
  await choose(page, dialog.locator('#action-people'), nameOf(account));
  await dialog.locator('#action-opinion').fill(`请${nameOf(account)}看一看`);
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(done, { exact: true }).first().waitFor();
};

/** Does something as somebody else with the record open. */
const as = async (account: string, address: string, work: (page: Page) => Promise<void>): Promise<void> => {
  const one = await reopen(browser, account, address);
  await work(one.page);
  expect(one.failures).toEqual([]);
  await one.context.close();
};

it('is asked about, signed before, handed on, undone, and taken along', { timeout: LIMIT }, async () => {
  const { address, manager } = await fileNotice('2034-07-01');

  // A delegate only says what they think; then it is the owner's again.
  await as(manager, address, (of) => hand(of, '委派', '已委派', 'finance'));
  await as('finance', address, (of) => act(of, '回复意见', '已回复', '预算够'));
  await as(manager, address, async (of) => {
    await activePane(of).getByText('预算够').first().waitFor();
    await hand(of, '加签', '已加签', 'safetyOfficer');
  });
  // Whoever added somebody may take them out again, and the step goes on with its own handler.
  await as(manager, address, async (of) => {
    await press(of, '减签');
    const dialog = of.getByRole('dialog', { name: '减签' });
    await dialog.getByLabel(nameOf('safetyOfficer')).check();
    await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
    await of.getByText('已减签', { exact: true }).first().waitFor();
  });
  await as(manager, address, async (of) => {
    await hand(of, '抄送', '已抄送', 'cashier');
    await act(of, '同意', '已同意');
    // For ten seconds nobody has been told, and it can be had back.
    await activePane(of)
      .getByRole('button', { name: /^撤销（/ })
      .click();
    const bar = activePane(of).getByRole('toolbar', { name: '操作' });
    await bar.getByRole('button', { name: /^同意/ }).waitFor();
    await hand(of, '转办', '已转办', 'operationDirector');
    // They did it themselves.
    expect(await activePane(of).getByText('单据已被他人处理').count()).toBe(0);
  });
  await as('operationDirector', address, async (of) => {
    expect(await axe(of)).toEqual([]);
    await act(of, '同意', '已同意');
  });

  const { page, context, failures } = await withSession(browser, 'operator');
  await page.goto(address);
  const coming = page.waitForEvent('download');
  await press(page, '导出');
  const sheets = await readXlsx(await readFile(await (await coming).path()));
  expect(sheets.map((one) => one.sheet)).toEqual(expect.arrayContaining(['单据', '审批记录', '导出说明']));
  const approval = sheets.find((one) => one.sheet === '审批记录')?.data ?? [];
  expect(approval.flat().join('；')).toContain(nameOf('operationDirector'));
  expect(failures).toEqual([]);
  await context.close();
});
