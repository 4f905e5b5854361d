/** 物业收费 in the browser: a household found, charged and handed its receipt without the mouse, a shift counted blind; every page clean for axe at both sizes. */
import { Client as Database } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { activePane, axe, DESKTOP, launch, PHONE, pressEscape, withSession } from './support.ts';

const LIMIT = 180_000;
const COUNTER = '/chargeManage/chargeCashier';
let browser: Browser;
let db: Database;

beforeAll(async () => {
  browser = await launch();
  db = new Database({ connectionString: inject('databaseUrl') });
  await db.connect();
}, LIMIT);
afterAll(async () => {
  await db.end();
  await browser.close();
});

/** Of the demo company: has let three offices, and pays for all of them. A flow of its own has them. */
const PAYER = '嘉禾设计有限公司';

interface Debtor {
  readonly id: string;
  readonly community: string;
  readonly code: string;
  readonly bills: number;
}
/** Households of a community that owe, those that owe most bills first. */
const debtors = async (community: string, count: number): Promise<readonly Debtor[]> => {
  const { rows } = await db.query<Debtor>(
    `select r.id::text, r.community_id::text as community, r.full_code as code, count(*)::int as bills from bill b join room r on r.id = b.room_id join community c on c.id = r.community_id
    where c.code = $1 and b.state = '已发布' and b.kind = '周期' and b.amount - b.reduced - b.settled > 0
      and not exists (select from occupancy o join party p on p.id = o.party_id where o.room_id = r.id and o.payer and p.name = $3)
    group by r.id order by count(*) desc, r.id limit $2`,
    [community, count, PAYER],
  );
  return rows;
};
const owedBy = async (roomId: string): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from bill where room_id = $1 and state = '已发布' and kind = '周期' and amount - reduced - settled > 0`,
    [roomId],
  );
  return rows[0]?.n ?? 0;
};

const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
const SEARCH = '房号、姓名、电话尾号或收据号';
/** A shift is open: the one that is left of another flow, or a new one. */
const atDesk = async (page: Page): Promise<void> => {
  const pane = activePane(page);
  const beginning = pane.getByRole('button', { name: '开班 F10' });
  await pane.getByText('备用金').or(beginning).first().waitFor();
  if (await beginning.isVisible()) {
    await beginning.click();
    await page.getByRole('dialog', { name: '开班' }).getByRole('button', { name: '开班', exact: true }).click();
  }
  await pane.getByText('备用金').first().waitFor();
};

describe('the counter', () => {
  it('takes money by keyboard alone, once, and counts a shift before it tells', { timeout: LIMIT }, async () => {
    // The second cashier of 科创中心, so that the first one's desk is left to others.
    const [household] = await debtors('KC', 1);
    if (household === undefined) throw new Error('nobody owes anything');
    const { page, context, failures } = await withSession(browser, 'cashier2');
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await page.goto(`${COUNTER}?community=${household.community}`);
    const pane = activePane(page);
    await pane.getByText('尚未开班').waitFor();
    await page.keyboard.press('F10');
    const opening = page.getByRole('dialog', { name: '开班' });
    await opening.getByLabel('备用金（元）').fill('100');
    await page.keyboard.press('Enter');
    await pane.getByText('备用金 100.00 元').waitFor();

    await page.keyboard.press('F2');
    expect(await focused(page)).toBe(SEARCH);
    await page.keyboard.type(household.code);
    await page.keyboard.press('Enter');
    await pane.getByRole('form', { name: '收款' }).waitFor();
    await expect.poll(() => focused(page)).toBe('现金金额');
    expect(await axe(page), 'the counter with a household').toEqual([]);
    const due = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value ?? '');
    expect(Number(due)).toBeGreaterThan(0);
    // Less than all is all the same, the oldest first.
    await page.keyboard.type('1.00');
    await pane.getByText('部分缴费：收 1 笔').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(String(Math.ceil(Number(due)) + 9));
    await page.keyboard.press('Enter');
    await pane.getByText(`收款成功 ${Number(due).toLocaleString('en-US', { minimumFractionDigits: 2 })} 元`).waitFor();
    const receipt = page.getByRole('dialog', { name: '收据' });
    await receipt.getByText('大写').waitFor();
    // Once it is on its way to the paper, one key leads on.
    const away = receipt.locator('.ant-modal-footer').getByRole('button', { name: /^关\s?闭$/ });
    await expect.poll(() => away.isEnabled()).toBe(true);
    await page.locator('#printWindow').waitFor({ state: 'detached' });
    expect(await axe(page), 'a receipt').toEqual([]);
    await pressEscape(page);
    await receipt.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(SEARCH);
    expect(await owedBy(household.id)).toBe(0);

    await page.keyboard.type(household.code);
    await page.keyboard.press('Enter');
    await pane.getByText('该房间没有欠费').waitFor();
    // The next code is typed over this one.
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(household.code);
    await pane.getByText('本班流水').click();
    await pane.getByRole('button', { name: '补打' }).waitFor();

    await page.keyboard.press('F10');
    const counting = page.getByRole('dialog', { name: '交班' });
    await counting.getByText('之后才显示系统数').waitFor();
    expect(await counting.getByText('系统现金').count()).toBe(0);
    // Of a note there are no parts, whatever key is hit.
    await counting.getByLabel('100 元').fill('1.5');
    await counting.getByText('合计 100.00 元').waitFor();
    await counting.getByRole('button', { name: '盘点完毕' }).click();
    await counting.getByText('系统现金（元）').waitFor();
    // What was taken is missing from the count: it wants a reason.
    expect(await counting.getByRole('button', { name: '交班', exact: true }).isDisabled()).toBe(true);
    await counting.getByLabel('差额原因（必填）').fill('已上缴');
    await page.keyboard.press('Enter');
    await pane.getByText('待复核').first().waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('looks again where another counter took the money', { timeout: LIMIT }, async () => {
    const [household] = await debtors('YQ', 1);
    if (household === undefined) throw new Error('nobody owes anything');
    const desks = await Promise.all(['cashier', 'cashier2'].map((account) => withSession(browser, account)));
    for (const { page } of desks) {
      await page.addInitScript(() => {
        window.print = () => undefined;
      });
      await page.goto(`${COUNTER}?room=${household.id}`);
      const pane = activePane(page);
      await pane.getByText(household.code).first().waitFor();
      await pane.getByRole('button', { name: '开班 F10' }).click();
      await page.getByRole('dialog', { name: '开班' }).getByRole('button', { name: '开班', exact: true }).click();
      await pane.getByText('备用金 0.00 元').waitFor();
    }
    const [first, second] = desks;
    await first?.page.getByRole('form', { name: '收款' }).getByRole('button', { name: '收款' }).click();
    await activePane(first?.page as Page)
      .getByText('收款成功')
      .waitFor();
    await activePane(second?.page as Page)
      .getByText('该房间没有欠费')
      .waitFor();
    for (const { context, failures } of desks) {
      expect(failures).toEqual([]);
      await context.close();
    }
  });

  it('asks again for a charge whose answer was lost, and gets the receipt of the first', {
    timeout: LIMIT,
  }, async () => {
    const [household, other] = await debtors('YQ', 2);
    if (household === undefined || other === undefined) throw new Error('nobody owes anything');
    const { page, context, failures } = await withSession(browser, 'cashier2');
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await page.goto(`${COUNTER}?room=${household.id}`);
    const pane = activePane(page);
    await pane.getByText(household.code).first().waitFor();
    await atDesk(page);
    const pay = page.getByRole('form', { name: '收款' });
    // The server takes it, the answer never comes.
    let answered: { readonly data: { readonly receiptNo: string } } | undefined;
    await page.route('**/pmsapi/Cashier/Charge', async (route) => {
      answered = (await (await route.fetch()).json()) as typeof answered;
      await route.abort();
      await page.unroute('**/pmsapi/Cashier/Charge');
    });
    await pay.getByRole('button', { name: '收款' }).click();
    const lost = pane.getByRole('alert').filter({ hasText: '网络恢复后请核对' });
    await lost.waitFor();
    // By itself the page finds out that nothing is owed any more; what became of the money it still has to ask.
    await pane.getByText('该房间没有欠费').waitFor();
    // The next household is served meanwhile: what is not known yet is not forgotten over it.
    await page.keyboard.press('F2');
    await page.keyboard.type(other.code);
    await page.keyboard.press('Enter');
    await pay.getByRole('button', { name: '收款' }).click();
    const done = pane.getByText('收款成功');
    await done.waitFor();
    // Nor over loading the page anew, which is what people do without a network.
    await page.reload();
    await lost.getByRole('button', { name: '核对这笔收款' }).click();
    await pane.getByText(`收据 ${answered?.data.receiptNo ?? '？'}`, { exact: true }).waitFor();
    expect(await lost.count()).toBe(0);
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('a company that pays for several rooms', () => {
  it('has its transfer taken for one of them, and pays the rest of all at once', { timeout: LIMIT }, async () => {
    const { rows } = await db.query<Debtor>(
      `select r.id::text, r.community_id::text as community, r.full_code as code, 0 as bills from room r join occupancy o on o.room_id = r.id and o.payer
        join party p on p.id = o.party_id where p.name = $1 order by r.id`,
      [PAYER],
    );
    const [first] = rows;
    if (first === undefined || rows.length < 2) throw new Error('nobody pays for several rooms');
    await db.query(
      `insert into statement_line (community_id, channel, ref_no, day, amount, payer, imported_by)
        select $1::bigint, '银行', 'E2E-LINE', (now() at time zone 'Asia/Shanghai')::date, 5000, $2, id from app_user where account = 'finance'`,
      [first.community, PAYER],
    );
    const finance = await withSession(browser, 'finance');
    await finance.page.goto(`/chargeManage/chargeIncome?community=${first.community}&tab=channels`);
    const waiting = activePane(finance.page).getByRole('row').filter({ hasText: 'E2E-LINE' });
    await waiting.getByRole('button', { name: '处理' }).click();
    const handling = finance.page.getByRole('dialog', { name: /^处理 E2E-LINE/ });
    await handling.getByText('收作缴费', { exact: true }).click();
    // Who paid is known by name in each of the rooms.
    const theirs = handling.getByRole('region', { name: '收作哪些房间的缴费' });
    await expect.poll(() => theirs.getByText('付款人', { exact: true }).count()).toBe(rows.length);
    await theirs.getByRole('checkbox', { name: first.code }).check();
    await handling.getByText('记账日').waitFor();
    expect(await axe(finance.page), 'a line that is taken').toEqual([]);
    await handling.getByRole('button', { name: '收作缴费 50.00 元' }).click();
    await finance.page
      .getByText(/^已收作缴费，收据 /)
      .first()
      .waitFor();
    await waiting.waitFor({ state: 'detached' });
    expect(finance.failures).toEqual([]);
    await finance.context.close();

    const { page, context, failures } = await withSession(browser, 'cashier');
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await page.goto(`${COUNTER}?room=${first.id}`);
    const pane = activePane(page);
    await atDesk(page);
    // The tenant who pays stands where the payer is asked for, not the owner.
    expect(await pane.getByRole('form', { name: '收款' }).getByLabel('缴费人').inputValue()).toBe(PAYER);
    await pane.getByText(`${PAYER} 另有 ${rows.length - 1} 间房欠费`).waitFor();
    await page.keyboard.press('F7');
    const drawer = page.getByRole('dialog', { name: `合并收款：${PAYER}` });
    await drawer.getByText(`已选 ${rows.length} 间`).waitFor();
    expect(await axe(page), 'several rooms at once').toEqual([]);
    await drawer.getByRole('button', { name: '收款并开收据' }).dblclick();
    await pane.getByText('收款成功').waitFor();
    const { rows: made } = await db.query<{ room: string; payer: string; way: string }>(
      `select p.room_id::text as room, p.payer, string_agg(t.kind, '') as way from payment p join tender t on t.payment_id = p.id
        where p.room_id = any($1::bigint[]) and p.day = (now() at time zone 'Asia/Shanghai')::date group by p.id order by p.room_id, p.id`,
      [rows.map(({ id }) => id)],
    );
    expect(made).toEqual([
      { room: first.id, payer: PAYER, way: '转账' },
      ...rows.map(({ id }) => ({ room: id, payer: PAYER, way: '现金' })),
    ]);
    expect(await Promise.all(rows.map(({ id }) => owedBy(id)))).toEqual(rows.map(() => 0));
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('pages of charging', () => {
  const PAGES = [
    ['propertyManager', '/chargeManage/chargeCommunity', '小区管理'],
    ['propertyManager', '/chargeManage/chargeRoom', '房间管理'],
    ['finance', '/chargeManage/chargeFee', '收费项目'],
    ['propertyManager', '/chargeManage/chargeBill', '账单管理'],
    ['propertyManager', '/chargeManage/chargeBillAudit', '账单审核'],
    ['finance', '/chargeManage/chargeIncome', '收入报表'],
    ['finance', '/chargeManage/chargeIncome?tab=trial', '收入报表'],
  ] as const;

  it.each([DESKTOP, PHONE])('are clean for axe and fit, $width wide', { timeout: LIMIT }, async (size) => {
    const found: Record<string, unknown> = {};
    for (const account of ['propertyManager', 'finance']) {
      const { page, context, failures } = await withSession(browser, account, size);
      for (const [who, path, title] of PAGES) {
        if (who !== account) continue;
        await page.goto(path);
        await activePane(page).getByRole('heading', { level: 1, name: title }).waitFor();
        await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
        const faults = await axe(page);
        if (faults.length > 0) found[path] = faults;
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > size.width) found[`${path} width`] = wide;
      }
      expect(failures).toEqual([]);
      await context.close();
    }
    expect(found).toEqual({});
  });
});
