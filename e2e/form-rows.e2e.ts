/** Rows of a form's tables, and the person that a section names for the next step. */
import { MODULES } from '@hengneng/core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callsOf, sessionOf, told } from './calls.ts';
import { answerAll, DOT } from './fields.ts';
import { act, addressOf, fillIn, reopen, settled, standing } from './form-steps.ts';
import { addRow, agree, cellOf, section } from './records.ts';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

const LIMIT = 180_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('answers yes or no where it stands, opens a row at the cell that is pressed, and names the row of a message', {
  timeout: LIMIT,
}, async () => {
  const { page, context, failures } = await withSession(browser, 'hr');
  await page.goto('/formFlow/personnelManagement/userEntry/userEntryForm?ProcedureId=1502');
  const materials = activePane(page).getByRole('region', { name: '入职材料', exact: true });
  const row = (at: number) => materials.locator('tbody tr').nth(at - 1);
  for (let at = 1; at <= 11; at += 1) await row(at).getByLabel('是', { exact: true }).check();
  expect(await materials.locator('tr.row-editing').count()).toBe(0);

  await row(4).locator('td').nth(3).click();
  const promised = materials.locator('tr.row-editing').getByLabel('未交承诺补交日期', { exact: true });
  await expect.poll(() => promised.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('2034-05-06');
  await page.keyboard.press('Enter');

  await activePane(page).getByRole('button', { name: /^提交/ }).click();
  const summary = activePane(page).locator('.error-summary');
  await summary.getByText('入职材料第12行：请选择是否提交', { exact: true }).waitFor();
  expect(await summary.getByText('请选择是否提交').count()).toBe(1);
  await row(12).getByLabel('否', { exact: true }).check();
  await summary.getByText('请选择是否提交').waitFor({ state: 'detached' });
  expect(await axe(page)).toEqual([]);
  expect(failures).toEqual([]);
  await context.close();
});

it('answers the items of a standard list where they stand, on a phone too', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'operator');
  await page.goto('/formFlow/safetyManagement/boilerCheck/boilerCheckForm?ProcedureId=1009');
  const items = activePane(page).getByRole('region', { name: '锅炉本体与保护检查', exact: true });
  await items.locator('tbody tr').nth(0).getByLabel('合格', { exact: true }).check();
  expect(await items.locator('tr.row-editing').count()).toBe(0);
  await page.setViewportSize(PHONE);
  const card = (at: number) => items.getByRole('listitem').nth(at - 1);
  await card(2).getByLabel('不合格', { exact: true }).check();
  await card(2).getByPlaceholder('说明不合格的情况（必填）').fill('不动作');
  // What is open in the drawer is answered there.
  await card(2).getByRole('button', { name: '编辑' }).click();
  const drawer = page.getByRole('dialog', { name: '锅炉本体与保护检查 第2行' });
  expect(await drawer.getByLabel('不合格', { exact: true }).isChecked()).toBe(true);
  await drawer.getByLabel('不适用', { exact: true }).check();
  await drawer.getByRole('button', { name: '完成' }).click();
  expect(await card(1).getByLabel('合格', { exact: true }).isChecked()).toBe(true);
  await expect.poll(() => card(2).getByLabel('不适用', { exact: true }).isChecked()).toBe(true);
  expect(await axe(page)).toEqual([]);
  expect(failures).toEqual([]);
  await context.close();
});

it('asks whom the section names next, offers nobody else, and does not ask again', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'sales');
  await page.goto('/projectContent/mainForm?ProcedureId=3501');
  await fillIn(page, { 咨询类型: '设备选型', 要求交付日期: '2034-05-06' });
  await act(page, '提交', '已提交');
  const address = addressOf(page);

  const director = await reopen(browser, 'deptDirector', address);
  const asked = section(director.page);
  await asked.getByLabel('指派技术总监').click();
  const options = director.page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  // Two of one name are told apart by where they work.
  await expect
    .poll(async () => (await options.allTextContents()).sort())
    .toEqual(['陶丽华 技术部 · 技术总监', '黎耀东 技术部 · 技术总监']);
  await options.filter({ hasText: '黎耀东' }).click();
  await asked.getByLabel('受理', { exact: true }).check();
  await activePane(director.page).getByRole('button', { name: /^同意/ }).click();
  const dialog = director.page.getByRole('dialog');
  await dialog.locator('#action-opinion').waitFor();
  expect(await dialog.locator('#next-handler').count()).toBe(0);
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await activePane(director.page).locator('.form-banner', { hasText: '已同意' }).waitFor();
  expect((await standing(director.page)).handlers).toEqual(['黎耀东']);
  expect([...failures, ...director.failures]).toEqual([]);
  for (const one of [context, director.context]) await one.close();
});

/** Money that came in for the demo company's first contract, to be claimed by its project manager. @returns where the record is */
const receiptToClaim = async (): Promise<string> => {
  const { api, procedureId } = MODULES.paymentReceived;
  const finance = await sessionOf('finance');
  const paper = await callsOf().upload('/bpmapi/ServiceResource/Upload', '回单.png', new Uint8Array(DOT), finance);
  const accounts = await told('finance', '/webapi/Reference/Index', { Entity: 'userReceivedAccount' });
  const [account] = accounts['rows'] as readonly { readonly value: string }[];
  const draft = await told('finance', `${api}/Draft`, {
    project: 'EMC01001',
    contract: 'HT-EMC01001-01',
    receiptKind: '银行转账',
    ourAccount: account?.value,
    bankSerial: `T-LS${Date.now()}`,
    receiptDate: '2026-01-05',
    payerName: '浦江国际大厦管理有限公司',
    receiptAmount: '2.00',
    claimer: (await sessionOf('projectManager')).userId,
    receiptFile: [paper.data],
  });
  await told('finance', `${api}/Submit`, draft);
  const form = '/formFlow/collectionSettlement/paymentReceived/paymentReceivedForm';
  return `${form}?ProcedureId=${procedureId}&BusinessId=${draft['BusinessId']}`;
};

it('finds what the links of a step bring along while its handler fills it in', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'projectManager');
  await page.goto(await receiptToClaim());
  await answerAll(page, section(page), { 认领结果: '部分核销余款转预收', 付款单位与客户关系: '客户本单位' });
  await addRow(page, '其他应收核销', { 应收单: 'FYDJ', 本次核销: '1.00' });
  await expect.poll(() => cellOf(page, '其他应收核销', 0, '应收金额')).toBe('3,224.00');
  await settled(page);
  // Each run takes a little of it.
  expect(await cellOf(page, '其他应收核销', 0, '核销后未收')).toMatch(/^3,[12]\d\d\.00$/);
  await agree(page, '认领');
  expect(failures).toEqual([]);
  await context.close();
});
