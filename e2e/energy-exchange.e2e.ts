/** 换表 in the browser: the day worked out while it is typed, a second person, and taking it back. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Client, DEMO_PASSWORD } from '../apps/server/src/testing/client.ts';
import { choose, control, DOT } from './fields.ts';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

const LIMIT = 180_000;
/** A meter that nobody is billed by, and that no other flow looks at. */
const PROJECT = 'EMC01002';
const METER = 'DB-03';
const PAGE = '/operationContent/handleRecord/deviceReplaceRecord';
const DIAL = { name: '表盘.png', mimeType: 'image/png', buffer: DOT };

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

interface Meter {
  readonly Id: string;
  readonly DeviceCode: string;
  readonly Readings: readonly { readonly At: string; readonly Value: string }[];
}

/** The meter with its last reading, as a call tells it. */
const meterOf = async (): Promise<Meter> => {
  const client = new Client(inject('baseUrl'));
  const manager = await client.signIn('projectManager', DEMO_PASSWORD);
  const { rows } = (await client.json('/api/Device/GetDevice', { ProjectCode: PROJECT }, manager)).data as {
    rows: Meter[];
  };
  const Id = rows.find((one) => one.DeviceCode === METER)?.Id ?? '';
  return (await client.json('/api/Device/GetNYDeviceById', { Id }, manager)).data as unknown as Meter;
};

const wall = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const moment = async (scope: Locator, label: string, at: number): Promise<void> => {
  const field = control(scope, label);
  await field.fill(wall(at));
  await field.press('Enter');
};

it('tells the day in three parts, counts once a second person agreed, and is made void whole', {
  timeout: LIMIT,
}, async () => {
  // The demo company reads its meters after the first start.
  await expect.poll(async () => (await meterOf()).Readings.length, { timeout: 60_000 }).toBeGreaterThan(0);
  const meter = await meterOf();
  const last = meter.Readings[0] ?? { At: '', Value: '0' };
  const removed = new Date(last.At).getTime();
  const installed = Math.floor((removed + (Date.now() - removed) / 2) / 60_000) * 60_000;
  const address = `${PAGE}?ProjectCode=${PROJECT}&DeviceId=${meter.Id}`;

  const { page, context, failures } = await withSession(browser, 'projectManager');
  await page.goto(address);
  await activePane(page).getByRole('button', { name: '登记更换' }).click();
  const card = page.getByRole('dialog', { name: '登记更换' });
  await card.getByText('上次读数').waitFor();
  await control(card, '旧表止码').fill(String(Number(last.Value) - 1));
  await moment(card, '拆除时刻', removed);
  await moment(card, '装用时刻', installed);
  await control(card, '新表起码').fill('0');
  await card.getByRole('alert').filter({ hasText: '旧表止码小于上次读数' }).waitFor();
  await control(card, '旧表止码').fill((Number(last.Value) + 0.01).toFixed(2));
  await card.getByRole('alert').filter({ hasText: '请选择估算方法并填写估算量' }).waitFor();
  await choose(page, control(card, '估算方法'), '同时段均值');
  await control(card, '空档估算量').fill('0.5');
  await control(card, '估算说明').fill('按昨日同时段');
  const total = card.getByRole('region', { name: '跨换表用量' });
  // The last place of the dial by the old ratio of sixty, and the gap.
  await total.getByText('0.6', { exact: false }).first().waitFor();
  await total.getByText('1.1', { exact: false }).first().waitFor();
  await control(card, '新表号').fill(`E2E${Date.now()}`);
  await card.getByRole('button', { name: '登记', exact: true }).click();
  await card.getByText('请上传旧表止码照片').waitFor();
  const files = card.locator('input[type=file]');
  await files.nth(0).setInputFiles(DIAL);
  await files.nth(1).setInputFiles(DIAL);
  await expect.poll(() => card.getByText('表盘.png').count()).toBe(2);
  expect(await axe(page)).toEqual([]);
  await card.getByRole('button', { name: '登记', exact: true }).click();
  await page.getByText('已登记，等待能源数据分析师核对').waitFor();
  await activePane(page)
    .getByRole('row', { name: /待核对/ })
    .waitFor();

  const analyst = await withSession(browser, 'energyAnalyst', PHONE);
  await analyst.page.goto(address);
  await activePane(analyst.page).getByRole('button', { name: /^HB-/ }).first().click();
  const detail = analyst.page.getByRole('dialog', { name: /^HB-/ });
  await detail.getByRole('button', { name: '核对生效' }).click();
  await analyst.page.getByText('已核对生效，用量正在重算').waitFor();
  expect(analyst.failures).toEqual([]);
  await analyst.context.close();

  await page.reload();
  await activePane(page)
    .getByRole('row', { name: /已生效/ })
    .getByRole('button', { name: /^HB-/ })
    .click();
  const record = page.getByRole('dialog', { name: /^HB-/ });
  await record.getByRole('button', { name: '作废' }).click();
  const asked = page.getByRole('dialog', { name: /^作废 HB-/ });
  await asked.getByLabel('作废原因').fill('测试登记');
  await asked.getByRole('button', { name: '作废', exact: true }).click();
  await activePane(page)
    .getByRole('row', { name: /已作废/ })
    .waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
