/** Readings many at a time, in the browser: a file of history checked, kept and taken back; a block pasted into a week of several meters; what was changed. */
import { Client as Database } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { paste } from './fields.ts';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

const LIMIT = 180_000;
const INPUT = '/operationContent/DataInput';
const GRID_PROJECT = 'EMC02002';
const FILE_PROJECT = 'EMC01002';
/** The demo's meters hang since the first of this year. */
// Its August no other flow reads a meter in: a month that somebody read in is locked whenever the clock strikes.
const YEAR = new Date().getFullYear() - 2;
const TODAY = new Date().toISOString().slice(0, 10);
let browser: Browser;
let db: Database;

beforeAll(async () => {
  browser = await launch();
  db = new Database({ connectionString: inject('databaseUrl') });
  await db.connect();
  await db.query(
    `with d as (insert into device (project_code, code, name, category, sort)
        select $1, 'GRID-' || n, '试填表' || n, '软水表', 2000 + n from generate_series(1, 40) n returning id),
      m as (insert into meter (device_id, project_code, meter_type, category_id, registers, unit, used_from)
        select d.id, $1, '软水表', c.id, '{total}', 'm³', '2020-01-01' from d, energy_category c where c.code = 'softWater'),
      r as (insert into meter_ratio (meter_id, valid_from, value) select id, '2020-01-01', 1 from d)
    insert into meter_install (meter_id, factory_no, installed_at, digits, decimals) select id, 'G' || id, '2020-01-01', 6, 1 from d`,
    [GRID_PROJECT],
  );
}, LIMIT);
afterAll(async () => {
  await db.end();
  await browser.close();
});

const cell = (n: number): string => `试填表${n} 总 ${TODAY} 读数`;

describe('a week of meters', () => {
  it('takes a block, goes a step back and forth, and is sent as a whole', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'operator3');
    await page.goto(`${INPUT}/allNewDataInput?projects=${GRID_PROJECT}&categories=softWater`);
    const first = page.getByLabel(cell(1), { exact: true });
    await first.waitFor();
    await first.focus();
    await paste(page, cell(1), '10.5\n12,34');
    await page.getByText('第 2 行 12,34 不是数字').first().waitFor();
    expect(await first.inputValue()).toBe('');
    await paste(page, cell(1), '10.5\n11.5\n1,012.5\n');
    const third = page.getByLabel(cell(3), { exact: true });
    await expect.poll(() => third.inputValue()).toBe('1012.5');
    await first.focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => third.inputValue()).toBe('');
    await page.keyboard.press('Control+y');
    await expect.poll(() => third.inputValue()).toBe('1012.5');
    // Three cells by Shift: their sum stands below.
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('选区 3 格，求和 1,034.5').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: '提交全部 3 格' }).dblclick();
    await page.getByText('已提交3条').waitFor();
    await expect.poll(() => first.count()).toBe(0);
    const { rows } = await db.query(
      `select count(*)::int as n from manual_reading r join device d on d.id = r.meter_id where d.code like 'GRID-%'`,
    );
    expect(rows[0].n).toBe(3);
    expect(failures).toEqual([]);
    await context.close();
  });
});

describe('a file of history', () => {
  const choose = (page: Page, ...lines: readonly string[]) =>
    page.getByLabel('选择历史数据文件').setInputFiles({
      name: '历史.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['日期,表计,读数', ...lines].join('\n')),
    });

  it('is told what is wrong with it, kept, taken back, and found among the changes', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'projectManager');
    await page.goto(`${INPUT}/oldDataInput?ProjectCode=${FILE_PROJECT}`);
    const pane = activePane(page);
    await pane.getByRole('heading', { name: '历史数据', exact: true }).waitFor();
    await choose(page, `${YEAR}-08-01,没有的表,1`, `${YEAR}-08-01,DB-03,1`);
    await pane.getByRole('button', { name: '上传校验' }).click();
    await pane.getByText('表计【没有的表】不存在').waitFor();
    expect(await pane.getByRole('button', { name: '确认入库' }).count()).toBe(0);
    await choose(page, `${YEAR}-08-01,DB-03,1`, `${YEAR}-08-02,DB-03,2`, `${YEAR}-08-03,DB-03,3`);
    await pane.getByRole('button', { name: '上传校验' }).click();
    await pane.getByText('共 3 行，3 行可以入库').waitFor();
    expect(await axe(page)).toEqual([]);
    await pane.getByRole('button', { name: '确认入库' }).click();
    await pane.getByText('已入库 3 条').waitFor();
    await pane.getByRole('cell', { name: `${YEAR}-08-03`, exact: true }).waitFor();
    await pane.getByRole('button', { name: '撤销', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: /撤销批次/ });
    await dialog.getByLabel('撤销原因').fill('试验');
    await dialog.getByRole('button', { name: '撤销整批' }).click();
    await page.getByText('已撤销 3 条').waitFor();

    await page.goto(
      `/operationContent/handleRecord/dataReplaceRecord?ProjectCode=${FILE_PROJECT}&kinds=${encodeURIComponent('作废')}`,
    );
    const changes = activePane(page);
    await changes.getByText('撤销导入').first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('and the record of changes can be read on a phone', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'projectManager', PHONE);
    for (const path of [
      `${INPUT}/oldDataInput?ProjectCode=${FILE_PROJECT}`,
      `${INPUT}/allNewDataInput?projects=${FILE_PROJECT}`,
      `/operationContent/handleRecord/dataReplaceRecord?ProjectCode=${FILE_PROJECT}`,
    ]) {
      await page.goto(path);
      await activePane(page).getByRole('heading', { level: 1 }).waitFor();
      await activePane(page).locator('.ant-table, .all-grid').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth + 1)).toBe(true);
      expect(await axe(page)).toEqual([]);
    }
    expect(failures).toEqual([]);
    await context.close();
  });
});
