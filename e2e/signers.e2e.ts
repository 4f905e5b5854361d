/** Steps that several people decide together, seen by each of them: who has said what, and what is missing. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act, reopen } from './form-steps.ts';
import { activePane, axe, launch, PHONE, type Visitor, withSession } from './support.ts';
import { fileVisit, handle, publishWith, together } from './visits.ts';

const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const stepOf = ({ page }: Visitor, name: string): Locator =>
  activePane(page)
    .locator('.step')
    .filter({ has: page.getByText(name, { exact: true }) });

it('all sign, then most agree although one does not, and everybody sees how far it has come', {
  timeout: LIMIT,
}, async () => {
  const restore = await publishWith([
    await together('s101', '部门会签', ['finance', 'hr'], { mode: 'all' }),
    await together('s102', '评审票签', ['legal', 'purchaser', 'cashier'], { mode: 'vote', pass: 60 }),
  ]);
  const visit = await fileVisit('projectManager').finally(restore);
  await handle('areaManager', visit, 'Approve');
  const as = async (account: string, work: (one: Visitor) => Promise<void>): Promise<void> => {
    const one = await reopen(browser, account, visit.address);
    await work(one);
    expect(one.failures).toEqual([]);
    await one.context.close();
  };

  await as('finance', async (one) => {
    await stepOf(one, '部门会签').getByText('会签：0/2已同意，还差2人').waitFor();
    await stepOf(one, '评审票签').getByText('票签：3人中2人同意即通过').waitFor();
    await act(one.page, '同意', '已同意', '费用合理');
    await stepOf(one, '部门会签').getByText('会签：1/2已同意，还差1人').waitFor();
  });
  await as('hr', async (one) => {
    await stepOf(one, '部门会签').getByText('费用合理').waitFor();
    await act(one.page, '同意', '已同意');
  });
  await as('legal', async (one) => {
    await stepOf(one, '评审票签').getByText('票签：0/3已同意，需2票，还差2票').waitFor();
    const comments = activePane(one.page).getByRole('region', { name: '评论' });
    await comments.getByLabel('写评论').pressSequentially('@');
    // Who took part stands first: they are sure to see the record.
    const offered = one.page.locator('.ant-mentions-dropdown-menu-item');
    await expect.poll(() => offered.first().textContent()).toMatch(/参与审批$/);
    await offered.first().click();
    await comments.getByRole('button', { name: '发表' }).click();
    await comments.getByRole('listitem').getByText(/^@/).waitFor();
    await activePane(one.page).getByRole('toolbar', { name: '操作' }).getByRole('button', { name: '驳回' }).click();
    const dialog = one.page.getByRole('dialog', { name: '驳回' });
    await dialog.getByText('满2票反对时单据才按下面的去向退回').waitFor();
    await dialog.getByLabel('驳回原因').fill('承诺没有依据');
    expect(await axe(one.page)).toEqual([]);
    await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
    await activePane(one.page).locator('.form-banner', { hasText: '已记一票反对' }).waitFor();
    await stepOf(one, '评审票签').getByText('票签：0/3已同意，1人不同意，需2票，还差2票').waitFor();
  });
  await as('purchaser', (one) => act(one.page, '同意', '已同意'));
  await handle('cashier', visit, 'Approve');

  const applicant = await reopen(browser, 'projectManager', visit.address, PHONE);
  await activePane(applicant.page).locator('.form-title .tag', { hasText: '已通过' }).waitFor();
  await stepOf(applicant, '部门会签').getByText('会签：2/2已同意').waitFor();
  await stepOf(applicant, '评审票签').getByText('票签：2/3已同意，1人不同意，需2票').waitFor();
  expect(await applicant.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(applicant.failures).toEqual([]);
  await applicant.context.close();
});

it('says before anything is filed how long each step usually takes, and when the whole would be through', {
  timeout: LIMIT,
}, async () => {
  const { page, context, failures } = await withSession(browser, 'operator');
  await page.goto('/formFlow/waterQuality/constructionNotice/constructionNoticeForm?ProcedureId=10');
  const steps = activePane(page).getByRole('region', { name: '审批步骤' });
  await steps.getByRole('heading', { name: /预计 \d{4}-\d\d-\d\d \d\d:\d\d 办结/ }).waitFor();
  await steps
    .getByText(/通常(几分钟|[\d.]+(小时|分钟))/)
    .first()
    .waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
