/** What is compared and what leaves the house: projects side by side, versions of a day, the analysis as a document, and what a customer sees. */
import { readFile } from 'node:fs/promises';
import { Client as Database } from 'pg';
import type { Browser, Page } from 'playwright-core';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { unzip } from '../apps/server/src/testing/unzip.ts';
import { told } from './calls.ts';
import { activePane, axe, DESKTOP, launch, PHONE, visitor, withSession } from './support.ts';

const LIMIT = 180_000;
const [A, B] = ['EMC01001', 'EMC01002'];
const REPORTS = '/operationContent/stateMents';
/** Long past, so that every day is over; of no other flow. */
const MONTH = '2025-04';
let browser: Browser;
let db: Database;

beforeAll(async () => {
  browser = await launch();
  db = new Database({ connectionString: inject('databaseUrl') });
  await db.connect();
  for (const [project, each] of [
    [A, 300],
    [B, 120],
  ] as const) {
    await db.query(`update meter set used_from = '2025-01-01' where project_code = $1 and used_from > '2025-01-01'`, [
      project,
    ]);
    await db.query(
      `insert into meter_day (meter_id, register, day, project_code, from_at, to_at, usage, estimated, due, got, calc)
        select m.device_id, 'total', d::date, $1, d, d + interval '1 day', $2 + extract(day from d), 0, 1, 1, 0
          from meter m, generate_series('2025-04-01'::date, '2025-04-30', interval '1 day') d
         where m.project_code = $1 and m.parent_id is null on conflict do nothing`,
      [project, each],
    );
    await db.query(
      `insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
        select meter_id, 'total', $2, $1, sum(usage), 0, 30, 30, 30 from meter_day
         where project_code = $1 and day between '2025-04-01' and '2025-04-30' and register = 'total' group by meter_id
        on conflict (meter_id, register, month) do update set usage = excluded.usage, due = 30, got = 30, days = 30`,
      [project, MONTH],
    );
  }
}, LIMIT);
afterAll(async () => {
  await db.end();
  await browser.close();
});

const digits = (text: string | null | undefined): number => Number((text ?? '').replaceAll(',', ''));
const fits = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
describe('several projects', () => {
  it('say the same on the page, in the workbook and behind each figure', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'energyAnalyst');
    await page.goto(`${REPORTS}/monthStateMents?beside=${A},${B}&from=${MONTH}&to=${MONTH}`);
    const pane = activePane(page);
    const table = pane.getByRole('table', { name: '电多项目对照' });
    await table.waitFor();
    const heads = await table.locator('th').allTextContents();
    const at = heads.findIndex((head) => head.startsWith('用量'));
    const column = (await table.locator(`tbody tr td:nth-child(${at + 1})`).allTextContents()).map(digits);
    const [sum = 0, ...each] = column;
    expect(each).toHaveLength(2);
    expect(each.reduce((all, one) => all + one, 0)).toBe(sum);

    const coming = page.waitForEvent('download');
    await pane.getByRole('button', { name: '导出', exact: true }).click();
    const [sheet] = await readXlsx(await readFile(await (await coming).path()));
    const [head = [], ...lines] = sheet?.data ?? [];
    const electricity = lines.filter((line) => line[head.indexOf('能源')] === '电');
    expect(electricity.map((line) => Number(line[head.indexOf('用量')]))).toEqual([...each, sum]);

    await table.locator('a.drill').first().click();
    await page.waitForURL((url) => url.pathname.endsWith('/projectDataReport'));
    const ledger = activePane(page).getByRole('table', { name: '台账' });
    await ledger.waitFor();
    const days = await ledger.locator('tbody tr:not(.table-top)').count();
    expect(days).toBe(30);
    const used = await ledger.locator('tbody tr:not(.table-top) button.link-button').allTextContents();
    expect(used.reduce((all, text) => all + digits(text), 0)).toBe(each[0]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it.each([DESKTOP, PHONE])('are clean at $width, chosen or not', { timeout: LIMIT }, async (viewport) => {
    const { page, context, failures } = await withSession(browser, 'energyAnalyst', viewport);
    for (const [name, address] of [
      ['beside-month', `monthStateMents?beside=${A},${B}&from=${MONTH}&to=${MONTH}`],
      ['beside-yoy', `energyConsumptionYOY?beside=${A},${B}&from=${MONTH}&to=${MONTH}`],
      ['beside-ledger', `projectDataReport?beside=${A},${B}&from=${MONTH}-01&to=${MONTH}-30`],
      ['area', `energyConsumptionYOYArea?from=${MONTH}&to=${MONTH}&same=all`],
    ] as const) {
      await page.goto(`${REPORTS}/${address}`);
      await activePane(page).getByRole('table').first().waitFor();
      expect(await axe(page), name).toEqual([]);
      expect(await fits(page), name).toBeLessThanOrEqual(viewport.width);
    }
    await page.goto(`${REPORTS}/monthStateMents?beside=-`);
    await activePane(page).getByText('请选择要对照的项目').waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('versions of a day', () => {
  const DAY = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);

  it.each([DESKTOP, PHONE])('stand side by side at $width', { timeout: LIMIT }, async (viewport) => {
    const list = await told('projectManager', '/emcapi/DataEntry/GetDayReportList', { ProjectCode: A, Date: DAY });
    const [row] = list['rows'] as readonly { Version: number }[];
    const humidity = 40 + (row?.Version ?? 0);
    await told('projectManager', '/emcapi/DataEntry/UpdateDayReportList', {
      ReportId: `${A}:${DAY}`,
      Version: row?.Version ?? 0,
      Run: { Humidity: humidity, Complaints: 1 },
      Reason: '按现场记录更正',
    });
    const { page, context, failures } = await withSession(browser, 'projectManager', viewport);
    await page.goto(`/operationContent/DataInput/dayReportEdit?ProjectCode=${A}&Date=${DAY}`);
    const version = (row?.Version ?? 0) + 1;
    await activePane(page)
      .getByRole('list', { name: '版本' })
      .getByRole('button', { name: `对比 v${version}` })
      .click();
    const drawer = page.getByRole('dialog');
    const fields = drawer.getByRole('table', { name: '逐项对比' });
    await fields.getByText('湿度(%)').waitFor();
    await fields.getByText(String(humidity), { exact: true }).waitFor();
    await drawer.getByRole('table', { name: '对日报的影响' }).getByText(`${humidity}%`).waitFor();
    await drawer.getByText('原因：按现场记录更正').first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await fits(page)).toBeLessThanOrEqual(viewport.width);
    // What is typed of the day stays where another list is asked for by a slip.
    await page.keyboard.press('Escape');
    const typed = activePane(page).getByLabel('湿度（%）');
    await typed.fill('55');
    await activePane(page).getByRole('checkbox', { name: '只看改过' }).click();
    const asked = page.getByRole('dialog').filter({ hasText: '有未保存的内容' });
    await asked.getByRole('button', { name: '继续填写' }).click();
    await asked.waitFor({ state: 'hidden' });
    expect(await typed.inputValue()).toBe('55');
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('the analysis of a month', () => {
  it('leaves as a document with the figures of the page', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'energyAnalyst');
    await page.goto(`${REPORTS}/totalAnalysisReport?ProjectCode=${A}&Month=${MONTH}`);
    const pane = activePane(page);
    const figures = pane.getByRole('table', { name: '各能源用量' });
    await figures.waitFor();
    const shown = await figures.locator('a.drill').first().textContent();
    const coming = page.waitForEvent('download');
    await pane.getByRole('button', { name: 'Word 文档' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/\.docx$/);
    const parts = unzip(await readFile(await file.path()));
    expect(parts.get('word/document.xml')).toContain(`>${shown}</w:t>`);
    expect([...parts.keys()].some((path) => path.startsWith('word/charts/'))).toBe(true);
    await figures.locator('a.drill').first().click();
    await page.waitForURL((url) => url.pathname.endsWith('/projectDataReport'));
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('a customer without an account', () => {
  it('sees what he was let see, on a phone, until it is stopped', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'projectManager');
    await page.goto(`/operationContent/operationProjectManage?ProjectCode=${A}&tab=show`);
    const pane = activePane(page);
    await pane.getByRole('button', { name: '签发客户编号' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: '签发', exact: true }).click();
    await form.getByText('请填写客户').waitFor();
    await form.getByLabel('客户', { exact: true }).fill('江岸大厦业主');
    await form.getByLabel('逐日明细').check();
    await form.getByLabel('原因').fill('合同约定');
    await form.getByRole('button', { name: '签发', exact: true }).click();
    const link = await page.getByRole('textbox', { name: '客户链接' }).inputValue();
    await page.getByRole('dialog', { name: '客户链接' }).getByRole('button', { name: '关闭' }).last().click();
    const line = pane.getByRole('table', { name: '客户展示授权' }).locator('tbody tr').first();
    await line.getByText('有效', { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);

    const customer = await visitor(browser, PHONE);
    await customer.page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
    await customer.page.getByRole('heading', { name: '江岸大厦业主' }).waitFor();
    // The number does not stay in the address.
    expect(new URL(customer.page.url()).hash).toBe('');
    await customer.page.getByLabel('月份').fill(MONTH);
    const days = customer.page.getByRole('table', { name: '逐日明细' });
    await days.locator('tbody tr').first().waitFor();
    expect(await days.locator('tbody tr').count()).toBe(30);
    const own = (await told('energyAnalyst', '/emcapi/DataStatics/Summary', { ProjectCode: A, Month: MONTH }))[
      'rows'
    ] as readonly { code: string; usage: string }[];
    const elec = own.find(({ code }) => code === 'elec');
    const column = await days.locator('tbody tr td:nth-child(2)').allTextContents();
    expect(column.reduce((sum, text) => sum + digits(text), 0)).toBe(Number(elec?.usage));
    expect(await customer.page.getByText('元', { exact: false }).count()).toBe(0);
    expect(await axe(customer.page)).toEqual([]);
    expect(await fits(customer.page)).toBeLessThanOrEqual(PHONE.width);
    await customer.page.setViewportSize({ width: DESKTOP.width, height: DESKTOP.height });
    expect(await fits(customer.page)).toBeLessThanOrEqual(DESKTOP.width);
    await customer.page.setViewportSize({ width: PHONE.width, height: PHONE.height });

    await line.getByRole('button', { name: '停用' }).click();
    await page.getByLabel('原因').last().fill('合同终止');
    await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click();
    await line.getByText('已停用').waitFor();
    await customer.page.reload();
    await customer.page.getByText('客户编号无效或已停用').waitFor();
    expect(failures).toEqual([]);
    expect(customer.failures).toEqual([]);
    await customer.context.close();
    await context.close();
  });

  it('is told what to do where he comes without a link', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await visitor(browser, PHONE);
    await page.goto('/vData/client2');
    await page.getByText('请用服务单位发给您的链接打开本页').waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });
});
