/** 停用 in the browser: applied for on a phone, taken by the counter, looked at on the spot by somebody else, and the bill is what was said beforehand. */
import { Client as Database } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { DOT } from './fields.ts';
import { activePane, axe, DESKTOP, launch, PHONE, pressEscape, visitor, withSession } from './support.ts';

const LIMIT = 240_000;
const WISHES = '/chargeManage/suspend/weChatApplySuspendTask';
const TASKS = '/chargeManage/suspend/suspendTask';
const LIST = '/chargeManage/suspend/suspendList';
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

const picture = { name: '照片.png', mimeType: 'image/png', buffer: DOT };
const day = (ahead: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + ahead * 86_400_000).toISOString().slice(0, 10);
/** Wider than the window it must not be: a phone has no way to the rest. */
const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

interface Home {
  readonly community: string;
  readonly name: string;
  readonly building: string;
  readonly room: string;
  readonly code: string;
  readonly fee: string;
  readonly owner: string;
  readonly phone: string;
}
/** A household of 滨江花园 that pays for cooling or heating of these days and has no application under way; monthly fees always have a cycle. */
const home = async (): Promise<Home> => {
  const { rows } = await db.query<Home>(
    `select c.id::text as community, c.name, b.name as building, r.id::text as room, r.full_code as code, f.name as fee, p.name as owner, p.phone
     from room r join community c on c.id = r.community_id and c.code = 'BJ' join building b on b.id = r.building_id
     join room_fee x on x.room_id = r.id and upper_inf(x.span) join fee f on f.id = x.fee_id and f.name = '空调基本费'
     join occupancy o on o.room_id = r.id and o.role = '业主' and upper_inf(o.span) join party p on p.id = o.party_id
     where r.state = '自住' and not exists (select from f_suspend s where s.room = r.id) and not exists (select from suspend_wish w where w.room_id = r.id)
       and not exists (select from bill y where y.room_id = r.id and y.state = '已发布' and y.due_day < current_date and y.amount > y.settled + y.reduced)
     order by r.id desc limit 1`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('no household is free');
  return found;
};

it('is applied for on a phone, taken, looked at, and its bills are what was said', { timeout: LIMIT }, async () => {
  const of = await home();
  const counter = await withSession(browser, 'propertyManager');
  await counter.page.goto(`${WISHES}?community=${of.community}`);
  const pane = activePane(counter.page);
  await pane.getByRole('button', { name: '申请二维码' }).click();
  const code = counter.page.getByRole('dialog', { name: /停用申请二维码/ });
  await code.getByRole('img', { name: /停用申请二维码/ }).waitFor();
  const address = (await code.locator('code').textContent()) ?? '';
  expect(await axe(counter.page), 'the code').toEqual([]);
  await pressEscape(counter.page);

  const { page, context, failures } = await visitor(browser, PHONE);
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(new URL(address).pathname + new URL(address).search);
  await page.getByText(of.name).waitFor();
  expect(scripts.some((url) => /\/(start|antd|App)-/.test(url))).toBe(false);
  expect([await axe(page), await fits(page)]).toEqual([[], true]);
  await page.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('请选择楼栋', { exact: true }).last().waitFor();
  // A label that wraps its list reads with the list's words behind its own.
  const field = (name: string) => page.getByLabel(new RegExp(`^${name}`));
  await field('楼栋').selectOption({ label: of.building });
  await page.getByRole('option', { name: of.code, exact: true }).waitFor({ state: 'attached' });
  await field('房间').selectOption({ label: of.code });
  await field('姓名').fill(of.owner);
  await field('联系电话').fill(of.phone);
  await field('收费项目').selectOption({ label: of.fee });
  await field('起日').fill(day(5));
  await field('止日').fill(day(64));
  await field('原因').selectOption('外出居住');
  await page.getByLabel('身份证或产权证明照片').setInputFiles(picture);
  await page.getByRole('button', { name: '删除' }).waitFor();
  await page.getByRole('button', { name: '提交申请' }).click();
  await page.getByRole('heading', { name: '申请已提交' }).waitFor();
  const no = (await page.locator('.q-thanks strong').textContent()) ?? '';
  expect(no).toMatch(/^WX\d{14}$/);
  await page.getByRole('button', { name: '查询进度', exact: true }).click();
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await page.getByText('等待前台受理').waitFor();
  expect([await axe(page), await fits(page)]).toEqual([[], true]);

  await counter.page.goto(`${WISHES}?community=${of.community}&keyword=${no}`);
  await pane.getByText(no).first().waitFor();
  await pane.getByText('一致', { exact: true }).first().waitFor();
  await pane.getByRole('button', { name: '查看证件照 1' }).click();
  await pane.getByRole('img', { name: '证件照 1' }).waitFor();
  expect(await axe(counter.page), 'what was sent').toEqual([]);
  // Its room is one press away; the way back closes it first.
  await pane.getByRole('link', { name: `${of.name} ${of.code}` }).click();
  const archive = counter.page.getByRole('dialog', { name: `${of.name} ${of.code}` });
  await archive.waitFor();
  await counter.page.goBack();
  await archive.waitFor({ state: 'detached' });
  await counter.page.goBack();
  await pane.getByRole('button', { name: /^受\s?理$/ }).click();
  const taking = counter.page.getByRole('dialog', { name: `受理 ${no}` });
  const said = (await taking.locator('.suspend-what-if strong').first().textContent()) ?? '';
  expect(Number(said.replaceAll(',', ''))).toBeGreaterThan(0);
  await taking.getByRole('checkbox').check();
  await taking.getByRole('button', { name: '受理并提交停用单' }).click();
  await taking.waitFor({ state: 'detached' });
  const { rows } = await db.query<{ id: string; serial: string }>(
    'select s.id::text, s.serial from f_suspend s join suspend_wish w on w.business_id = s.id where w.no = $1',
    [no],
  );
  const [record] = rows;
  if (record === undefined) throw new Error('nothing was filed');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await page.getByText('已受理，等待上门核查').waitFor();
  expect(failures).toEqual([]);
  await context.close();

  const handler = async (): Promise<{ readonly account: string; readonly task: string; readonly version: number }> => {
    const found = await db.query<{ account: string; task: string; version: number }>(
      `select u.account, t.id::text as task, s.version from wf_instance i join wf_task t on t.instance_id = i.id and t.state = 'open'
       join wf_task_actor a on a.task_id = t.id join app_user u on a.principal = 'u:' || u.id join f_suspend s on s.id = i.biz_id
       where i.module_id = 'suspend' and i.biz_id = $1 order by u.id limit 1`,
      [record.id],
    );
    const [who] = found.rows;
    if (who === undefined) throw new Error('it waits for nobody');
    return who;
  };
  /** What the form's own pages do is shown elsewhere: its other steps are agreed to by calls. */
  const agree = async (values: object): Promise<void> => {
    const { account, task, version } = await handler();
    const one = await withSession(browser, account);
    const message = await one.page.evaluate(
      async (body) => {
        const held = (key: string) => JSON.parse(sessionStorage.getItem(key) ?? '""') as string;
        const answer = await fetch('/pmsapi/BillSuspend/Approve', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', UserIdValue: held('userId'), TokenValue: held('token') },
          body: JSON.stringify(body),
        });
        return ((await answer.json()) as { message?: string }).message ?? '';
      },
      { NodeRecordId: task, FormVersion: version, Opinion: '', ...values },
    );
    expect(message).toBe('');
    await one.context.close();
  };
  await agree({ infoChecked: '业主本人一致', arrearsHandle: '无欠费' });

  const looker = await withSession(browser, (await handler()).account);
  await looker.page.goto(`${TASKS}?tab=待核查&keyword=${record.serial}`);
  const spot = activePane(looker.page);
  await spot.getByRole('button', { name: /^核\s?查$/ }).click();
  const look = looker.page.getByRole('dialog', { name: /现场核查/ });
  await look.getByLabel('铅封号').fill('QF-E2E');
  await look.getByLabel('上传照片').last().setInputFiles(picture);
  await look.getByRole('button', { name: '查看 照片.png' }).or(look.getByText('照片.png')).first().waitFor();
  expect(await axe(looker.page), 'the look on the spot').toEqual([]);
  await look.getByRole('button', { name: '提交核查' }).click();
  await look.waitFor({ state: 'detached' });
  await looker.context.close();
  // What the counter was told beforehand of each bill that is out.
  const told = await counter.page.evaluate(async (BusinessId) => {
    const held = (key: string) => JSON.parse(sessionStorage.getItem(key) ?? '""') as string;
    const answer = await fetch('/pmsapi/BillSuspend/GetDetail', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', UserIdValue: held('userId'), TokenValue: held('token') },
      body: JSON.stringify({ BusinessId }),
    });
    const { data } = (await answer.json()) as {
      data: { whatIf: { rows: { cycle: string; state: string; after: string; reduction: string }[] } };
    };
    return data.whatIf.rows;
  }, record.id);
  const out = told.filter(({ state }) => state === '已出账');
  const less = out.reduce((sum, { reduction }) => sum + Math.round(Number(reduction) * 100), 0);
  await agree({
    adjustMode: out.length > 0 ? '已出账作废重开' : '未出账按停用生成',
    adjustAmount: (less / 100).toFixed(2),
    notifyOwner: '电话',
  });
  const { rows: bills } = await db.query<{ cycle: string; amount: string }>(
    `select cycle, (amount / 100.0)::numeric(16, 2)::text as amount from bill where room_id = $1 and kind = '周期' and state = '已发布'
     and fee_id = (select fee from f_suspend where id = $2) and cycle = any($3) order by cycle`,
    [of.room, record.id, out.map(({ cycle }) => cycle)],
  );
  expect(bills).toEqual(out.map(({ cycle, after }) => ({ cycle, amount: after })));

  const { rows: kept } = await db.query<{ from: string; to: string; keep: string; seal: string }>(
    `select lower(span)::text as "from", (upper(span) - 1)::text as "to", trim_scale(keep_rate)::text as keep, seal_no as seal from suspension
     where source_module = 'suspend' and source_id = $1 and not voided`,
    [record.id],
  );
  expect(kept).toEqual([{ from: day(5), to: day(64), keep: '30', seal: 'QF-E2E' }]);
  await counter.page.goto(`${LIST}?keyword=${record.serial}`);
  const listed = activePane(counter.page);
  await listed.getByText('QF-E2E').waitFor();
  await listed.getByRole('button', { name: '恢复使用' }).waitFor();
  expect(await axe(counter.page), 'the list').toEqual([]);
  expect(counter.failures).toEqual([]);
  await counter.context.close();
});

it('fits a phone', { timeout: LIMIT }, async () => {
  const { page, context } = await withSession(browser, 'propertyManager', PHONE);
  for (const path of [WISHES, TASKS, LIST]) {
    await page.goto(path);
    await activePane(page).getByRole('heading', { level: 1 }).waitFor();
    await activePane(page).locator('table, .empty-hint').first().waitFor();
    expect([path, await fits(page), await axe(page)]).toEqual([path, true, []]);
  }
  await context.close();
});

it('keeps the form’s own list and to-dos', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'propertyManager', DESKTOP);
  await page.goto(LIST);
  await activePane(page).getByText('申请单', { exact: true }).click();
  await activePane(page).locator('.list-surface').waitFor();
  await page.goto(TASKS);
  await activePane(page).getByText('我的待办', { exact: true }).click();
  await activePane(page)
    .getByRole('tab', { name: /待我处理/ })
    .waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
