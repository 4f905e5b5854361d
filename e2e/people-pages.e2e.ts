/** Pages of people and papers: a site unfolded to its crew, a tab with its own list, a paper handed in, on a desk and on a phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

const MONITORS = '/formFlow/laborDispatch/monitorEstablish/projectMonitorList';
const MATERIALS = '/formFlow/personnelManagement/applicationMaterials/applicationMaterialsList';
const ANALYSIS = '/formFlow/assetsAndCertificate/credentialsManage/credentialsAnalysis';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('the pages of people', () => {
  it('unfold a site to its crew, and begin an appointment for it', async () => {
    const { page, failures, context } = await withSession(browser, 'hr');
    await page.goto(MONITORS);
    const pane = activePane(page);
    await pane.getByRole('button', { name: '班组成员' }).first().click();
    await pane.getByRole('columnheader', { name: '作业证与有效期' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await pane.getByRole('button', { name: '任命', exact: true }).first().click();
    await page.waitForURL(/monitorEstablishForm\?.*ProjectCode=/);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('keep the chosen tab in the address, each with filters of its own', async () => {
    const { page, failures, context } = await withSession(browser, 'hr');
    await page.goto(`${ANALYSIS}?kind=人员证书`);
    const pane = activePane(page);
    await pane.getByRole('table', { name: '' }).first().waitFor();
    await pane.getByRole('tab', { name: '人证缺口' }).click();
    await pane.getByText('必需岗位持证率').waitFor();
    expect(new URL(page.url()).search).toBe(`?tab=${encodeURIComponent('人证缺口')}`);
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('ask for a paper to be handed in before they save it', async () => {
    const { page, failures, context } = await withSession(browser, 'hr');
    await page.goto(MATERIALS);
    const pane = activePane(page);
    await pane.getByRole('button', { name: '补交与核验' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('请上传补交的材料').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('are read on a phone', async () => {
    const { page, failures, context } = await withSession(browser, 'hr', PHONE);
    await page.goto(MONITORS);
    await activePane(page).getByText('班组成员').first().click();
    await activePane(page).getByText('作业证与有效期').first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });
});
