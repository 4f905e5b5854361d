/** Approvals whose people are away or gone: somebody stands in for a time, and what nobody has is found and mended. */
import { Client as Database } from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { PEOPLE } from '../apps/server/src/modules/demo/company.ts';
import { choose } from './fields.ts';
import { act, reopen } from './form-steps.ts';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';
import { fileVisit, waiting } from './visits.ts';

const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const nameOf = (account: string): string => PEOPLE.find((one) => one.account === account)?.name ?? '';

it('is handled by who stands in, for as long as that was agreed and no longer', { timeout: LIMIT }, async () => {
  const [owner, delegate] = [nameOf('areaManager4'), nameOf('engineer4')];
  const visit = await fileVisit('projectManager5');
  const { page, context, failures } = await withSession(browser, 'admin');
  await page.goto('/system/delegations');
  const pane = activePane(page);
  await pane.getByRole('button', { name: '新建代理' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新建代理' });
  await choose(page, dialog.getByLabel('授权人', { exact: true }), owner);
  await choose(page, dialog.getByLabel('代理人', { exact: true }), delegate);
  await dialog.getByText('按模块').click();
  await choose(page, dialog.getByLabel('模块', { exact: true }), '客户来访登记');
  await dialog.getByLabel('原因').fill('休假');
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.getByText('代理已设置').waitFor();
  const row = pane.getByRole('row', { name: new RegExp(`${owner}.*${delegate}`) });
  await row.getByText('生效中', { exact: true }).waitFor();

  const other = await reopen(browser, 'engineer4', visit.address);
  await activePane(other.page).getByText(`代${owner}处理`).waitFor();
  await act(other.page, '同意', '已同意', '代批');
  await activePane(other.page).locator('.step').getByText(`${delegate}代${owner}`).waitFor();
  expect(other.failures).toEqual([]);
  await other.context.close();

  const later = await fileVisit('projectManager5');
  expect(await waiting('engineer4', [later])).toBe(1);
  await row.getByRole('button', { name: '终止' }).click();
  await page.getByRole('dialog', { name: '终止代理' }).locator('.ant-modal-footer .ant-btn-primary').click();
  await row.getByText('已终止', { exact: true }).waitFor();
  expect(await waiting('engineer4', [later])).toBe(0);
  expect(await waiting('areaManager4', [visit, later])).toBe(1);
  expect(failures).toEqual([]);
  await context.close();
});

it('that nobody has any more is listed, and given to who is responsible', { timeout: LIMIT }, async () => {
  const visit = await fileVisit('sales');
  const db = new Database({ connectionString: inject('databaseUrl') });
  await db.connect();
  const instance = `(select id from wf_instance where module_id = 'customerVisitRegistration' and biz_id = ${visit.id})`;
  const { rows } = await db.query<{ serial: string }>(`select serial from wf_instance where id = ${instance}`);
  await db.query(`delete from wf_task_actor where task_id in (select id from wf_task where instance_id = ${instance})`);
  await db.query(`update wf_task set state = 'cancelled' where instance_id = ${instance} and state = 'open'`);
  await db.end();
  const serial = rows[0]?.serial ?? '';
  expect(serial).toMatch(/^KHLF-/);
  expect(await waiting('salesTechnical', [visit])).toBe(0);

  const { page, context, failures } = await withSession(browser, 'admin', PHONE);
  await page.goto('/system/stuck');
  const kind = activePane(page).getByRole('region', { name: '没有待办的在途单据' });
  const row = kind.getByRole('row').filter({ hasText: serial });
  await row.getByText('在途，但没有任何人的待办').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await row.getByRole('button', { name: '重新分派' }).click();
  const dialog = page.getByRole('dialog', { name: `重新分派：${serial}` });
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await dialog.getByText('请填写原因').waitFor();
  await dialog.getByLabel('原因').fill('处理人的待办丢失');
  expect(await axe(page)).toEqual([]);
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.getByText('已重新分派处理人').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  expect(await waiting('salesTechnical', [visit])).toBe(1);
  expect(failures).toEqual([]);
  await context.close();
});
