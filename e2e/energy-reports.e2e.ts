/** Reports of energy in the browser: what the page shows, the workbook says, and the month is the sum of its days. */
import { readFile } from 'node:fs/promises';
import { Client as Database } from 'pg';
import type { Browser } from 'playwright-core';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { activePane, axe, DESKTOP, launch, PHONE, withSession } from './support.ts';

const LIMIT = 180_000;
const PROJECT = 'EMC03001';
const REPORTS = '/operationContent/stateMents';
/** Long past, so that every day is over. */
const MONTH = '2025-06';
let browser: Browser;
let db: Database;

beforeAll(async () => {
  browser = await launch();
  db = new Database({ connectionString: inject('databaseUrl') });
  await db.connect();
  await db.query(`update meter set used_from = '2025-01-01' where project_code = $1`, [PROJECT]);
  // A month of which every day is another, on the meters that nobody above counts.
  await db.query(
    `insert into meter_day (meter_id, register, day, project_code, from_at, to_at, usage, estimated, due, got, calc)
      select m.device_id, 'total', d::date, $1, d, d + interval '1 day', 1000 + extract(day from d) * 3, 0, 1, 1, 0
        from meter m, generate_series('2025-06-01'::date, '2025-06-30', interval '1 day') d where m.project_code = $1 on conflict do nothing`,
    [PROJECT],
  );
  await db.query(
    `insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
      select meter_id, 'total', $2, $1, sum(usage), 0, 30, 30, 30 from meter_day
       where project_code = $1 and day between '2025-06-01' and '2025-06-30' and register = 'total' group by meter_id on conflict do nothing`,
    [PROJECT, MONTH],
  );
}, LIMIT);
afterAll(async () => {
  await db.end();
  await browser.close();
});

const digits = (text: string | null | undefined): number => Number((text ?? '').replaceAll(',', ''));

describe('reports of energy', () => {
  it('say the same by day, in the workbook, and by month', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'energyAnalyst');
    await page.goto(`${REPORTS}/dayStateMentsNew?ProjectCode=${PROJECT}&from=${MONTH}-01&to=${MONTH}-30`);
    const pane = activePane(page);
    const table = pane.getByRole('table', { name: '逐日表' });
    await table.waitFor();
    const heads = await table.locator('th').allTextContents();
    const column = heads.findIndex((head) => head.startsWith('电'));
    const rows = table.locator('tbody tr:not(.table-top)');
    expect(await rows.count()).toBe(30);
    const shown = await rows.evaluateAll((all, at) => all.map((row) => row.children[at]?.textContent ?? ''), column);
    const total = await table.locator('.table-top').first().locator('td').nth(column).textContent();
    expect(shown.reduce((sum, text) => sum + digits(text), 0)).toBe(digits(total));

    const coming = page.waitForEvent('download');
    await pane.getByRole('button', { name: '导出', exact: true }).click();
    const [sheet] = await readXlsx(await readFile(await (await coming).path()));
    const data = sheet?.data ?? [];
    const at = data[0]?.indexOf('电（kWh）') ?? -1;
    expect(data.slice(1, 31).map((row) => row[at])).toEqual(shown.map(digits));
    expect(data[31]?.[at]).toBe(digits(total));

    await page.goto(`${REPORTS}/monthStateMents?ProjectCode=${PROJECT}&Month=${MONTH}`);
    const month = activePane(page).getByRole('table', { name: '月报', exact: true });
    const electricity = month.locator('tbody tr').filter({ hasText: 'kWh' }).first();
    await electricity.waitFor();
    expect(digits(await electricity.locator('td').nth(2).textContent())).toBe(digits(total));

    // Paper: one size from its heading on, and pictures that nobody scrolled to.
    await page.goto(`${REPORTS}/dayStateMents?ProjectCode=${PROJECT}&Date=${MONTH}-12`);
    await activePane(page).locator('.daily-report').waitFor();
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(new Set(paper.match(/\/MediaBox \[[^\]]*\]/g)).size).toBe(1);
    await page.goto(`${REPORTS}/totalAnalysisReport?ProjectCode=${PROJECT}&Month=${MONTH}`);
    const pictures = activePane(page).locator('.chart [role=img]');
    await pictures.first().waitFor({ state: 'attached' });
    const blank = () =>
      pictures.evaluateAll((all) => {
        dispatchEvent(new Event('beforeprint'));
        return all.filter((one) => one.querySelector('svg[viewBox]') === null).length;
      });
    await expect.poll(blank).toBe(0);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('lead from a figure to its meters, and from there to its readings', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'energyAnalyst');
    await page.goto(`${REPORTS}/dayStateMentsNew?ProjectCode=${PROJECT}&from=${MONTH}-01&to=${MONTH}-30`);
    const days = activePane(page).getByRole('table', { name: '逐日表' });
    const figure = days
      .locator('tbody tr')
      .filter({ hasText: `${MONTH}-10` })
      .locator('a.drill')
      .first();
    const said = digits(await figure.textContent());
    await figure.click();
    await page.waitForURL((url) => url.pathname.endsWith('/projectDataReport'));
    const ledger = activePane(page).getByRole('table', { name: '台账' });
    const line = ledger.locator('tbody tr').filter({ hasText: `${MONTH}-10` });
    await line.waitFor();
    const used = await line.getByRole('button').allTextContents();
    expect(used.reduce((sum, text) => sum + digits(text), 0)).toBe(said);
    await line.getByRole('button').first().click();
    await page.getByRole('dialog').getByText('没有人工抄录的读数').waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it.each([DESKTOP, PHONE])('are clean at $width', { timeout: LIMIT }, async (viewport) => {
    const { page, context, failures } = await withSession(browser, 'energyAnalyst', viewport);
    for (const name of [
      `dayStateMentsNew?ProjectCode=${PROJECT}&from=${MONTH}-01&to=${MONTH}-30`,
      `monthStateMents?ProjectCode=${PROJECT}&Month=${MONTH}`,
      `energyConsumptionYOY?ProjectCode=${PROJECT}&from=${MONTH}&to=${MONTH}`,
      `dayStateMents?ProjectCode=${PROJECT}&Date=${MONTH}-10`,
      `projectDataReport?ProjectCode=${PROJECT}&Category=elec&from=${MONTH}-01&to=${MONTH}-30`,
      `yearStateMents?ProjectCode=${PROJECT}&Year=2025`,
      `energyConsumptionYOYKe?ProjectCode=${PROJECT}&from=${MONTH}&to=${MONTH}`,
      `energyConsumptionYOYArea?from=${MONTH}&to=${MONTH}&same=all`,
    ]) {
      await page.goto(`${REPORTS}/${name}`);
      await activePane(page).getByRole('table').first().waitFor();
      expect(await axe(page), name).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(viewport.width);
    }
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('the archive of a project', () => {
  const ARCHIVE = '/operationContent/operationProjectManage?ProjectCode=EMC01001';

  it('is filled in on the page, and says what became of it', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'projectManager');
    await page.goto(ARCHIVE);
    const pane = activePane(page);
    await pane.getByRole('button', { name: '编辑基本信息' }).click();
    const form = page.getByRole('dialog');
    const fill = (label: string, value: string) => form.getByLabel(label, { exact: true }).fill(value);
    await fill('经度(°)', '121.4997');
    await fill('纬度(°)', '131.2397');
    await fill('层数', '28');
    await fill('值班电话', '021-58781234');
    await fill('修改原因', '竣工图复核');
    await form.getByRole('button', { name: '保存' }).click();
    // Refused at its field, with the rest as it was typed.
    await form.getByText('纬度应在 -90~90 之间').waitFor();
    expect(await form.getByLabel('层数', { exact: true }).inputValue()).toBe('28');
    await fill('纬度(°)', '31.2397');
    await form.getByRole('button', { name: '保存' }).click();
    await form.waitFor({ state: 'hidden' });
    await pane.getByText('121.4997').waitFor();

    await pane.getByRole('tab', { name: '补充信息' }).click();
    await pane.getByRole('button', { name: '完善补充信息' }).click();
    await fill('窗墙比', '0.65');
    await fill('设计供冷供水温度(℃)', '7');
    await fill('设计供冷回水温度(℃)', '12');
    await fill('年碳目标(tCO₂)', '3200');
    await form.getByRole('button', { name: '保存' }).click();
    await form.waitFor({ state: 'hidden' });
    await pane.getByText('3,200').waitFor();

    await pane.getByRole('tab', { name: '变更记录' }).click();
    const changes = pane.getByRole('list', { name: '变更记录' });
    await changes.getByText('原因：竣工图复核').waitFor();
    await changes.getByText('窗墙比：空 → 0.65').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it.each([DESKTOP, PHONE])('is clean at $width', { timeout: LIMIT }, async (viewport) => {
    const { page, context, failures } = await withSession(browser, 'projectManager', viewport);
    for (const tab of ['base', 'addition', 'hosts', 'contracts', 'people', 'changes']) {
      await page.goto(`${ARCHIVE}&tab=${tab}`);
      const panel = activePane(page).getByRole('tabpanel');
      await panel.locator('dl, table, ol, .archive-empty').first().waitFor();
      expect(await axe(page), tab).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(viewport.width);
    }
    expect(failures).toEqual([]);
    await context.close();
  });
});
