/**
 * 用量 and 公摊 in the browser, by readings of real meters: one is bound to a household, a total is shared by three, and what each is billed is told. At
 * both sizes; the figures are worked out here by hand. Payment codes and what was used while suspended are looked at as well.
 */
import { daysBetween, monthStart, plusDays } from '@hengneng/charging';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { drainQueue } from '../apps/server/src/modules/energy/facts/index.ts';
import { queueRecalc } from '../apps/server/src/modules/energy/things/index.ts';
import { type OpenDatabase, openDatabase } from '../apps/server/src/platform/db/database.ts';
import { answer, answerAll } from './fields.ts';
import { activePane, axe, DESKTOP, launch, PHONE, type Screen, withSession } from './support.ts';

const LIMIT = 300_000;
const NAME = '计量苑';
/** Before the demo begins: months that it has closed take no readings. */
const PERIOD = '2024-03';
const [FIRST, NEXT] = [monthStart(PERIOD), monthStart(PERIOD, 1)];
const DAYS = daysBetween(FIRST, NEXT);
let browser: Browser;
let database: OpenDatabase;
let community = '';

const idOf = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(database.db)).rows[0]?.id ?? '';

/** A meter whose multiplier is ten, read every morning: one a day on the dial. */
async function meterOf(project: string, code: string): Promise<void> {
  const id =
    await idOf(sql`with d as (insert into device (project_code, code, name, category) values (${project}, ${code}, ${`表${code}`}, '冷热量表') returning id),
    m as (insert into meter (device_id, project_code, meter_type, category_id, registers, unit, used_from)
      select d.id, ${project}, '冷热量表', min(c.id), '{total}', 'kWh', '2020-01-01' from d, energy_category c group by d.id),
    i as (insert into meter_install (meter_id, factory_no, installed_at, removed_at, digits, decimals) select id, 'E2E', '2020-01-01'::timestamptz, null, 6, 2 from d),
    r as (insert into meter_ratio (meter_id, valid_from, value) select id, '2020-01-01', 10 from d)
    select id::text from d`);
  await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag)
    select ${id}::bigint, ${project}, 'total', (${FIRST} || ' 08:00+08')::timestamptz + n * interval '1 day', 1000 + n, '实' from generate_series(0, ${DAYS}::int) n`.execute(
    database.db,
  );
  await database.db.transaction().execute((tx) => queueRecalc(tx, id, plusDays(FIRST, -1), plusDays(NEXT, 1), '试验'));
  await drainQueue(database.db, [id]);
}

beforeAll(async () => {
  [browser, database] = [await launch(), openDatabase(inject('databaseUrl'), { max: 4 })];
  const { db } = database;
  const project = await idOf(sql`select project_code as id from community where code = 'KC'`);
  community = await idOf(
    sql`insert into community (code, name, project_code) values ('E2EU', ${NAME}, ${project}) returning id::text`,
  );
  await sql`insert into community_terms (community_id, from_day) values (${community}, '2020-01-01')`.execute(db);
  await sql`insert into community_cashier (community_id, user_id, span) select ${community}::bigint, id, daterange('2020-01-01', null) from app_user where account = 'cashier'`.execute(
    db,
  );
  const basis = await idOf(
    sql`insert into fee_basis (name, source, unit) values ('苑用量', '用量', 'kWh') returning id::text`,
  );
  const fees: string[] = [];
  for (const [code, name, price] of [
    ['E2EU1', '苑计量费', '0.68'],
    ['E2EU2', '苑公摊费', '0.5'],
  ] as const) {
    const fee = await idOf(
      sql`insert into fee (code, name, kind, basis_id, cycle, tax_rate) values (${code}, ${name}, '计量', ${basis}, '月', 9) returning id::text`,
    );
    await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${fee}::bigint, 1, daterange('2020-01-01', null), ${price}, '生效', id from app_user
      where account = 'finance'`.execute(db);
    fees.push(fee);
  }
  const building = await idOf(
    sql`insert into building (community_id, code, name) values (${community}, '1', '1栋') returning id::text`,
  );
  for (const [code, area] of [
    ['101', 100],
    ['102', 50],
    ['103', 50],
  ] as const) {
    const id = await idOf(
      sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, ${code}, ${`1-${code}`}) returning id::text`,
    );
    await sql`insert into room_area (room_id, span, build_area, energy_area) values (${id}, daterange('2020-01-01', null), ${area}, ${area})`.execute(
      db,
    );
    // One is charged by its own meter, all have a part of what is shared.
    await sql`insert into room_fee (room_id, fee_id, span) select ${id}::bigint, f, daterange(${FIRST}::date, null) from unnest(${code === '101' ? fees : fees.slice(1)}::bigint[]) f`.execute(
      db,
    );
    await sql`with p as (insert into party (name) values (${`苑主${code}`}) returning id) insert into occupancy (room_id, party_id, role, span, payer)
      select ${id}::bigint, id, '业主', daterange('2020-01-01', null), true from p`.execute(db);
  }
  await meterOf(project, 'E2EU-01');
  await meterOf(project, 'E2EU-ALL');
}, LIMIT);
afterAll(async () => {
  await database.close();
  await browser.close();
});

/** Somebody at work in a window of their own; an uncaught error of the page fails what they did. */
const as = async (
  account: string,
  path: string,
  act: (page: Page) => Promise<void>,
  size: Screen = DESKTOP,
): Promise<void> => {
  const { page, context, failures } = await withSession(browser, account, size);
  await page.goto(path);
  await act(page);
  expect(failures).toEqual([]);
  await context.close();
};
const ok = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).locator('.ant-modal-footer .ant-btn-primary').click();
const tab = (name: string): string => `/chargeManage/chargeBill?tab=${name}&community=${community}&from=${PERIOD}`;
const clean = async (page: Page, what: string): Promise<void> => {
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  expect(await axe(page), what).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
};

it('binds a meter, shares a total, and says what each comes to', { timeout: LIMIT }, async () => {
  await as('cashier', tab('usage'), async (page) => {
    const pane = activePane(page);
    // What the three share has no pool yet.
    await pane.getByText('可出账 0，缺用量 4，已出账 0').waitFor();
    const unbound = pane.getByRole('row').filter({ hasText: '1-101' }).filter({ hasText: '苑计量费' });
    await unbound.getByRole('button', { name: '绑定表计' }).click();
    const dialog = page.getByRole('dialog', { name: /1-101 苑计量费 的表计/ });
    await answerAll(page, dialog, { 表计: 'E2EU-01' });
    await ok(page, /的表计/);
    // From 1000 to 1000 and the days of the month, by ten.
    await pane.getByText('可出账 1，缺用量 3，已出账 0').waitFor();
    const row = unbound;
    await row.getByText(`${DAYS * 10}.00 kWh`).waitFor();
    await row.getByText('可出账').waitFor();
    await clean(page, '用量');
  });
  await as('cashier', tab('pools'), async (page) => {
    const pane = activePane(page);
    await pane.getByRole('button', { name: '新增公摊项目' }).click();
    const dialog = page.getByRole('dialog', { name: '新增公摊项目' });
    await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
    await dialog.getByText('请填写名称').waitFor();
    await answerAll(page, dialog, {
      名称: '楼道用能',
      收费项目: '苑公摊费',
      分摊方式: '建筑面积',
      公摊总表: 'E2EU-ALL',
    });
    // From the beginning of the month that is looked at.
    expect(await dialog.getByLabel('起日').inputValue()).toBe(FIRST);
    await ok(page, '新增公摊项目');
    const row = pane.getByRole('row').filter({ hasText: '楼道用能' });
    // The total's use at half a yuan, by 100, 50 and 50 m².
    const total = DAYS * 5;
    await row.getByText(`${total}.00`).waitFor();
    await clean(page, '公摊');
    await row.getByRole('button', { name: '各户份额' }).click();
    const parts = page.getByRole('dialog', { name: /各户份额/ });
    await parts
      .getByText((total / 2).toFixed(2))
      .first()
      .waitFor();
    await expect.poll(() => parts.getByText((total / 4).toFixed(2)).count()).toBe(2);
  });
});

it.each([DESKTOP, PHONE])('fits, $width wide', { timeout: LIMIT }, async (size) => {
  for (const name of ['usage', 'pools'])
    await as(
      'cashier',
      tab(name),
      async (page) => {
        await activePane(page)
          .getByText(name === 'usage' ? '1-101' : '楼道用能')
          .first()
          .waitFor();
        await clean(page, `${name} ${size.width}`);
      },
      size,
    );
  await as(
    'propertyManager',
    '/chargeManage/suspend/suspendList',
    async (page) => {
      await activePane(page).getByText('私开补收', { exact: true }).click();
      await activePane(page).getByText('没有私开登记').waitFor();
      await clean(page, `私开 ${size.width}`);
    },
    size,
  );
});

it('takes a payment code at the counter: what hangs is waited for, what is refused may be tried again', {
  timeout: LIMIT,
}, async () => {
  const { rows } = await sql<{
    id: string;
  }>`select r.id::text from bill b join room r on r.id = b.room_id join community c on c.id = r.community_id
    where c.code = 'BJ' and b.state = '已发布' and b.kind = '周期' and b.amount - b.reduced - b.settled > 0
    group by r.id order by r.id desc limit 1`.execute(database.db);
  const room = rows[0]?.id ?? '';
  // A counter at which no other flow begins a shift.
  await as('cashier', `/chargeManage/chargeCashier?room=${room}`, async (page) => {
    const pane = activePane(page);
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await pane.getByRole('form', { name: '收款' }).waitFor();
    const opening = pane.getByRole('button', { name: '开班 F10' });
    // Which of the two it is comes after the form.
    await opening.or(pane.getByRole('button', { name: /^交班/ })).waitFor();
    if (await opening.isVisible()) {
      await opening.click();
      await page.getByRole('dialog', { name: '开班' }).getByRole('button', { name: '开班', exact: true }).click();
    }
    await pane.getByRole('button', { name: '扫码支付' }).click();
    const dialog = page.getByRole('dialog', { name: /扫码支付/ });
    const scan = async (code: string) => {
      await dialog.getByLabel('付款码').fill(code);
      await page.keyboard.press('Enter');
    };
    await scan('134567890123456782');
    await dialog.getByText('付款人余额不足').waitFor();
    await scan('134567890123456781');
    await dialog.getByText('等待微信支付结果').waitFor();
    expect(await axe(page), 'waiting for the code').toEqual([]);
    // Beside it the same is not taken by the one press that takes money otherwise.
    await page.keyboard.press('Escape');
    await pane.getByRole('button', { name: /^收款/ }).click();
    const sure = page.getByRole('dialog', { name: /^微信支付 .* 元结果确认中$/ });
    await sure.getByRole('button', { name: '仍要收款' }).waitFor();
    await sure.getByRole('button', { name: /取\s*消/ }).click();
    await pane.getByRole('button', { name: '查看待确认的支付' }).click();
    await pane.getByText('收款成功').waitFor({ timeout: 60_000 });
  });
});

it('narrows what a household pays, and says why a bill is what it is', { timeout: LIMIT }, async () => {
  const { rows } = await sql<{ id: string; fee: string; bills: number; fen: string; others: number }>`
    with open as (select b.room_id, f.name as fee, count(*)::int as bills, sum(b.amount - b.reduced - b.settled)::text as fen,
        sum(count(*)) over (partition by b.room_id)::int - count(*)::int as others
      from bill b join fee f on f.id = b.fee_id join room r on r.id = b.room_id join community c on c.id = r.community_id
      where c.code = 'BJ' and b.state = '已发布' and b.kind = '周期' and b.frozen = '' and b.amount - b.reduced - b.settled > 0 and r.flags = '{}'
      group by b.room_id, f.name)
    select room_id::text as id, fee, bills, fen, others from open where others > 0 order by room_id desc limit 1`.execute(
    database.db,
  );
  const [of] = rows;
  if (of === undefined) throw new Error('no household of the demo owes two fees');
  await as('cashier', `/chargeManage/chargeCashier?room=${of.id}`, async (page) => {
    const pane = activePane(page);
    const owed = pane.getByRole('table', { name: '欠费' }).locator('tbody tr');
    await expect.poll(() => owed.count()).toBe(of.bills + of.others);
    const due = pane.locator('.pay-due');
    const all = (await due.innerText()).replaceAll(',', '');
    await answer(page, pane, '收费项目', of.fee);
    await expect.poll(() => owed.count()).toBe(of.bills);
    // Only what is seen is taken: principal, and perhaps a penalty on it.
    const some = Number((await due.innerText()).replaceAll(',', ''));
    expect(some).toBeGreaterThanOrEqual(Number(of.fen) / 100);
    expect(some).toBeLessThan(Number(all));
    await clean(page, 'a household, narrowed');
    await owed
      .first()
      .getByRole('button', { name: /看账单解释$/ })
      .click();
    await page
      .getByRole('dialog', { name: new RegExp(of.fee) })
      .getByText(/（正常 \d+ 天）÷/)
      .waitFor();
  });
});
