import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountOf, act, addressOf, fillIn, reopen, standing } from './form-steps.ts';
import { fileNotice } from './notices.ts';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

const NOTICE = '/formFlow/waterQuality/constructionNotice/constructionNotice';
const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('is sent back with a reason, mended, and shows what was changed; agreed to on a phone', {
  timeout: LIMIT,
}, async () => {
  const { page, context, failures } = await withSession(browser, 'operator');
  await page.goto(`${NOTICE}Form?ProcedureId=10`);
  await fillIn(page, {
    计划开始时间: '2030-07-01 09:00',
    计划结束时间: '2030-07-01 17:00',
    排放去向: '中和池处理后排放',
    施工范围: '一号楼机房',
  });
  await act(page, '提交', '已提交');
  const address = addressOf(page);
  const [manager] = (await standing(page)).handlers;
  expect(manager).toMatch(/^[一-龥]{2,4}$/);

  const one = await reopen(browser, accountOf(manager ?? ''), address);
  // Numbers beside the menu are read out with their unit: what only voices hear must not make the page taller than the window.
  await one.page.locator('.menu-count').first().waitFor();
  expect(await one.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  await activePane(one.page).getByRole('button', { name: '驳回' }).click();
  const dialog = one.page.getByRole('dialog');
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await dialog.getByText('请填写驳回原因').waitFor();
  await dialog.locator('#action-opinion').fill('范围不完整，请补二号楼');
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await activePane(one.page).locator('.form-banner', { hasText: '已驳回' }).waitFor();
  await one.context.close();

  await page.goto(address);
  const pane = activePane(page);
  await pane.locator('.form-title .tag', { hasText: '已退回' }).waitFor();
  const reason = pane.getByRole('note', { name: '退回原因' });
  await expect
    .poll(() => reason.textContent())
    .toBe(`项目经理审核 ${manager}退回：范围不完整，请补二号楼。修改后请重新提交`);
  await pane.getByLabel('施工范围').fill('一号楼与二号楼机房');
  await act(page, '提交', '已提交');

  const phone = await reopen(browser, accountOf(manager ?? ''), address, PHONE);
  const shown = activePane(phone.page);
  const changes = shown.getByRole('region', { name: '退回后的修改' });
  await changes.getByText('一号楼机房', { exact: true }).waitFor();
  await changes.getByText('一号楼与二号楼机房', { exact: true }).waitFor();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await axe(phone.page)).toEqual([]);
  await act(phone.page, '同意', '已同意', '补全了，同意');
  expect(phone.failures).toEqual([]);
  expect(failures).toEqual([]);
  await phone.context.close();
  await context.close();
});

it('tells the slower of two who was faster', { timeout: LIMIT }, async () => {
  const { address, manager } = await fileNotice('2030-08-01');
  const first = await reopen(browser, manager, address);
  const second = await reopen(browser, manager, address);
  await act(first.page, '同意', '已同意');
  await activePane(second.page).getByRole('button', { name: /^同意/ }).click();
  await second.page.getByRole('dialog').locator('.ant-modal-footer .ant-btn-primary').click();
  await second.page
    .getByText(/已由.+处理/)
    .first()
    .waitFor();
  for (const each of [first, second]) await each.context.close();
});

it('two who agree at the same moment: one is through, the other is told by whom and when', {
  timeout: LIMIT,
}, async () => {
  const { address, manager } = await fileNotice('2030-08-02');
  const both = await Promise.all([1, 2].map(() => reopen(browser, manager, address)));
  const sent: unknown[] = [];
  for (const one of both) {
    one.page.on('response', async (response) => {
      if (response.url().endsWith('ConstructionNotice/Approve'))
        sent.push(((await response.json()) as { readonly status: number }).status);
    });
    await activePane(one.page).getByRole('button', { name: /^同意/ }).click();
    await one.page.getByRole('dialog').waitFor();
  }
  await Promise.all(
    both.map((one) => one.page.getByRole('dialog').locator('.ant-modal-footer .ant-btn-primary').click()),
  );
  await expect.poll(() => [...sent].sort()).toEqual([1, 409]);
  const told = await Promise.all(
    both.map(async (one) => {
      const through = activePane(one.page).locator('.form-banner', { hasText: '已同意' });
      const late = one.page.getByText(/已由.+于.+处理/);
      await through.or(late).first().waitFor();
      return (await late.count()) > 0 ? 'late' : 'through';
    }),
  );
  expect(told.sort()).toEqual(['late', 'through']);
  for (const each of both) await each.context.close();
});
