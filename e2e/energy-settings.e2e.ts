/** 运行设置 and 偏差设置 in the browser: what must be entered, days of standstill, two who save at once, and what does not agree; 录入统计 on both sizes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Client, DEMO_PASSWORD } from '../apps/server/src/testing/client.ts';
import { choose, control } from './fields.ts';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

const LIMIT = 240_000;
/** No other flow looks at its settings. */
const DAY = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const PROJECT = 'EMC01002';
const SETTINGS = `/operationContent/setting/operationalSet?ProjectCode=${PROJECT}`;
const DEVIATIONS = `/operationContent/setting/deviationSetting?ProjectCode=${PROJECT}`;
const COUNT = '/operationContent/DataInput/projectInputCount';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('keeps what must be entered, shows the second of two what the first saved, and days of standstill', {
  timeout: LIMIT,
}, async () => {
  const { page, context, failures } = await withSession(browser, 'projectManager');
  await page.goto(SETTINGS);
  const pane = activePane(page);
  await pane.getByRole('region', { name: '抄表', exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  await choose(page, control(pane, '必录类别'), '电');
  await choose(page, control(pane, '缺录提醒对象'), '项目经理');
  await control(pane, '缺录提醒时刻').fill('09:30');

  // Meanwhile somebody else saves.
  const client = new Client(inject('baseUrl'));
  const analyst = await client.signIn('energyAnalyst', DEMO_PASSWORD);
  const ask = { SetType: 'operational', ProjectCode: PROJECT };
  const seen = (await client.json('/emcapi/DataEntry/GetProjectSetUp', ask, analyst)).data;
  const other = await client.json(
    '/emcapi/DataEntry/InsertProjectSetUp',
    {
      ...(seen['Current'] as object),
      ...ask,
      Version: seen['Version'],
      EffectFrom: DAY,
      EscalateHours: 6,
      Reason: '先改',
    },
    analyst,
  );
  expect(other.message).toBe('');
  await pane.getByRole('button', { name: '保存', exact: true }).click();
  const stale = pane.getByRole('alert', { name: '他人已修改' });
  await stale.getByText(/逾期升级到区域经理（小时）：您填 4，现为 6/).waitFor();
  await stale.getByRole('button', { name: '改用最新设置' }).click();
  await stale.waitFor({ state: 'hidden' });
  await choose(page, control(pane, '必录类别'), '电');
  await choose(page, control(pane, '缺录提醒对象'), '项目经理');
  await pane.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('运行设置已保存').waitFor();
  const apart = pane.getByRole('region', { name: '与公司默认的差异' });
  await apart.getByText('必录类别：电（默认 全部）').waitFor();
  await apart.getByText('缺录提醒对象：项目经理（默认 不提醒）').waitFor();

  const stops = pane.getByRole('region', { name: '停机日' });
  const next = new Date(Date.now() + 5 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  const after = new Date(Date.parse(next) + 86_400_000).toISOString().slice(0, 10);
  for (const [label, day] of [
    ['停机起', after],
    ['停机止', next],
  ] as const) {
    await control(stops, label).fill(day);
    await control(stops, label).press('Enter');
  }
  await control(stops, '停机原因').fill('管网检修');
  await stops.getByRole('button', { name: '登记停机日' }).click();
  await stops.getByText('结束日不能早于开始日').waitFor();
  await control(stops, '停机起').fill(next);
  await control(stops, '停机起').press('Enter');
  await stops.getByRole('button', { name: '登记停机日' }).click();
  await page.getByText('停机日已登记').waitFor();
  if (next.slice(0, 4) !== new Date().toISOString().slice(0, 4))
    await stops.getByRole('button', { name: `${next.slice(0, 4)} 年` }).click();
  const line = stops.getByRole('listitem').filter({ hasText: '管网检修' });
  await line.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '取消停机日' }).click();
  await page.getByText('停机日已取消').waitFor();
  await line.waitFor({ state: 'hidden' });
  expect(failures).toEqual([]);
  await context.close();
});

it('lists what does not agree with what it ought to, and how a limit changes that', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'projectManager');
  await page.goto(DEVIATIONS);
  const pane = activePane(page);
  await pane.getByRole('table', { name: '阈值' }).waitFor();
  await pane.getByRole('columnheader', { name: /总分差/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await pane.getByRole('tab', { name: '偏差核对' }).click();
  const shown = pane.getByRole('table', { name: '偏差核对' }).or(pane.getByText('都在限值以内'));
  await shown.first().waitFor();
  expect(await axe(page)).toEqual([]);
  expect(failures).toEqual([]);
  await context.close();
});

it('is usable on a phone: settings, deviations, entry by project and exchanges', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'projectManager', PHONE);
  for (const [path, there] of [
    [SETTINGS, '停机日'],
    [`${DEVIATIONS}&tab=checks`, '偏差设置'],
    [COUNT, '项目录入统计'],
    [`/operationContent/handleRecord/deviceReplaceRecord?ProjectCode=${PROJECT}`, '设备更换记录'],
  ] as const) {
    await page.goto(path);
    await activePane(page).getByRole('heading', { name: there }).first().waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    expect(await axe(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(PHONE.width);
  }
  expect(failures).toEqual([]);
  await context.close();
});

it('shows on a desk how well projects are read, without what a reader cannot use', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'energyAnalyst');
  await page.goto(COUNT);
  const pane = activePane(page);
  await pane.getByRole('heading', { name: /完整率日历/ }).waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  expect(failures).toEqual([]);
  await context.close();
});
