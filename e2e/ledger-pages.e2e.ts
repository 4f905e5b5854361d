/** Ledgers beside their lists: a register on paper, papers looked at under a mark, a renewal moved to another stage, contracts, lamps by their places. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lampInstallImport } from '@hengneng/forms/imports';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledIn } from '../apps/server/src/testing/sheets.ts';
import { activePane, axe, DESKTOP, launch, PHONE, withSession } from './support.ts';

const LETTERS = '/formFlow/resourceManage/lettersList';
const MATERIALS = '/formFlow/personnelManagement/applicationMaterials/applicationMaterialsList';
const RENEWALS = '/formFlow/resourceManage/renewalTracking/trackingList?tab=看板';
const CONTRACTS = '/formFlow/resourceManage/EMCOperateContract/EMCOperateContractLatestList';
const WORKS = '/engineering/contract/contractList';
const SUPPLIERS = '/engineering/serviceProvider/serviceProviderList';
const ALL = '/contractManage/contractList';
const TENDERS = '/engineering/tender/projectList';
const WORKS_PROJECTS = '/engineering/information/engineerInfoList';
const WORKS_PAPERS = '/engineering/check/checkResourceList';
const TECH = '/engineering/fileData/techInfoList';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('ledgers', () => {
  it('print as a register of everything that matches', async () => {
    const { page, failures, context } = await withSession(browser, 'legal');
    await page.goto(LETTERS);
    const print = activePane(page).getByRole('button', { name: /^打\s*印$/ });
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/bpmapi/DailyInformation/ExportLetters')),
      print.click(),
    ]);
    expect(answer.headers()['content-type']).toBe('application/pdf');
    expect(failures).toEqual([]);
    await context.close();
  });

  it('show papers under the name of whoever looks', async () => {
    const { page, failures, context } = await withSession(browser, 'hr', PHONE);
    await page.goto(MATERIALS);
    await activePane(page)
      .getByRole('button', { name: /^预\s*览$/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('查看已记入审计；画面和从这里存下的 PDF 带您的姓名与时间，请勿外传。').waitFor();
    await drawer.getByRole('img').first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('move a renewal to another stage with a word why', async () => {
    const { page, failures, context } = await withSession(browser, 'projectManager2');
    await page.goto(RENEWALS);
    const board = activePane(page).getByRole('region', { name: '续签看板' });
    const card = board.getByRole('listitem').first();
    const from = await card.locator('xpath=ancestor::section').getAttribute('aria-label');
    const to = from === '招投标' ? '方案报价' : '招投标';
    await card.dragTo(
      board
        .getByRole('region', { name: to })
        .or(board.locator(`section[aria-label="${to}"]`))
        .first(),
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('说明').fill('客户已发出邀请函');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^保\s*存$/ }).click();
    await board.locator(`section[aria-label="${to}"]`).getByRole('listitem').first().waitFor();

    // One that is begun already is gone on with.
    const begun = async () => {
      await page.goto(CONTRACTS);
      await activePane(page).getByRole('button', { name: '启动续签' }).first().click();
      await page.waitForURL(/BusinessId=/);
      return new URL(page.url()).searchParams.get('BusinessId');
    };
    expect(await begun()).toBe(await begun());
    expect(failures).toEqual([]);
    await context.close();
  });

  it('say of a contract what may still be paid, and of all contracts what asks for attention', async () => {
    const { page, failures, context } = await withSession(browser, 'finance');
    await page.goto(WORKS);
    const pane = activePane(page);
    await pane.getByRole('columnheader', { name: /可付余额/ }).waitFor();
    await pane.locator('.book-open').first().click();
    await page.getByRole('dialog').getByRole('tab', { name: '发票' }).click();
    expect(await axe(page)).toEqual([]);
    await page.goto(ALL);
    await activePane(page).getByRole('columnheader', { name: '风险' }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it.each([DESKTOP, PHONE])('keep a file of each supplier, and what people note of it, $width wide', async (screen) => {
    const { page, failures, context } = await withSession(browser, 'purchaser', screen);
    await page.goto(`${SUPPLIERS}?tab=library`);
    await activePane(page).getByRole('button', { name: '恒冷制冷设备服务有限公司', exact: true }).click();
    const file = page.getByRole('dialog', { name: /^恒冷制冷设备服务有限公司/ });
    await file.getByText('统一社会信用代码').waitFor();
    await file.getByRole('tab', { name: '资质' }).click();
    await file.getByText('特种设备安装改造维修许可证').waitFor();
    await file.getByRole('tab', { name: '账户' }).click();
    await file.getByText('建设银行').or(file.getByText('招商银行')).or(file.getByText('工商银行')).first().waitFor();
    await file.getByRole('tab', { name: '评论' }).click();
    await file.getByRole('button', { name: '写评论' }).click();
    const dialog = page.getByRole('dialog', { name: '写评论' });
    await dialog.getByRole('button', { name: /^保\s*存$/ }).click();
    await dialog.getByText('请填写评论').waitFor();
    const said = `供货及时（${screen.width}）`;
    await dialog.getByLabel('评论').fill(said);
    await dialog.getByRole('button', { name: /^保\s*存$/ }).click();
    await file.getByText(said).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('keep prices of a tender to themselves until it is opened', async () => {
    const { page, failures, context } = await withSession(browser, 'purchaser');
    await page.goto(`${TENDERS}?stage=邀标中`);
    const pane = activePane(page);
    await pane.locator('.book-open').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab', { name: '开标一览' }).click();
    await drawer.getByText(/开标前报价与控制价密封/).waitFor();
    await drawer.getByRole('tab', { name: '单位与回标' }).click();
    await drawer.getByRole('cell', { name: '未回标' }).first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('show works by project, and their papers by stage, on a phone as well', async () => {
    const { page, failures, context } = await withSession(browser, 'technicalDirector', PHONE);
    await page.goto(WORKS_PROJECTS);
    await activePane(page).locator('.book-open').first().click();
    await page.getByRole('dialog').getByRole('tab', { name: '施工日志' }).click();
    expect(await axe(page)).toEqual([]);
    await page.goto(WORKS_PAPERS);
    const pane = activePane(page);
    await pane.getByText('开工报告').first().waitFor();
    await pane.getByRole('button', { name: /选择资料目录/ }).click();
    await pane.getByRole('tree').getByText('试压冲洗').click();
    await pane.getByText('试压记录').first().waitFor();
    await pane.getByText('开工报告').first().waitFor({ state: 'detached' });
    expect(await axe(page)).toEqual([]);
    await page.goto(TECH);
    await activePane(page).getByText('制冷机房竣工图').first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('take in lamps that hang already, and show them by building and floor', async () => {
    const { page, failures, context } = await withSession(browser, 'projectManager');
    const path = join(await mkdtemp(join(tmpdir(), 'lamps-')), '安装.xlsx');
    const row = {
      projectCode: 'EMC01001',
      building: '测试楼',
      floor: '2层',
      spot: '走廊',
      model: 'T8-16W-6500K',
      quantity: '12',
      installedOn: '2025-03-01',
    };
    await writeFile(path, await filledIn(lampInstallImport, [row]));
    await page.goto(`${lampInstallImport.screen}?tab=import`);
    const pane = activePane(page);
    await pane.getByLabel('选择要导入的文件').setInputFiles(path);
    await pane.getByRole('button', { name: '确认导入（1行）' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '确认导入' }).click();
    await page
      .getByText(/^已导入1行，批次/)
      .first()
      .waitFor();
    await page.goto(`${lampInstallImport.screen}?tab=installed&project=EMC01001`);
    const tree = activePane(page).getByRole('complementary', { name: '位置' });
    await tree.getByText('测试楼（12盏）').waitFor();
    await tree.getByText('2层（12盏）').click();
    await activePane(page).getByRole('cell', { name: '测试楼/2层/走廊' }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });
});
