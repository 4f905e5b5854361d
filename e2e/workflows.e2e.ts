import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose } from './fields.ts';
import { accountOf, act, addressOf, fillIn, reopen, standing } from './form-steps.ts';
import { activePane, axe, DESKTOP, launch, PHONE, withSession } from './support.ts';

const LIMIT = 240_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Picks somebody or something in a searching list. */
const find = (page: Page, label: string, text: string): Promise<void> =>
  choose(page, activePane(page).getByLabel(label, { exact: true }), text);

const open = async (page: Page): Promise<void> => {
  const pane = activePane(page);
  await pane.getByLabel('搜索模块').fill('施工通知');
  await pane
    .getByRole('listitem')
    .getByRole('button', { name: /^水处理施工通知/ })
    .click();
  await pane.getByText('申请人提交').waitFor();
};

describe('the chain of a module', () => {
  it('is edited, tried out, published, used, and brought back', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'admin', { ...DESKTOP, height: 1100 });
    await page.goto('/system/workflows');
    await open(page);
    const pane = activePane(page);

    // Another time for the first step, and one more step behind it.
    await pane.getByRole('button', { name: /^项目经理审核/ }).click();
    await pane.getByLabel('时限（工作小时）').fill('12');
    // The first step does not see what it costs.
    await pane.getByText('按表单规定').click();
    await pane.getByLabel('药剂总金额可见').uncheck();
    await pane.getByText('隐藏 1 项').waitFor();
    expect(await pane.getByLabel('项目可见', { exact: true }).isDisabled()).toBe(true);
    await pane.getByRole('button', { name: '在此之后添加步骤' }).first().click();
    await pane.getByLabel('步骤名').fill('安全员审核');
    await pane.getByText('步骤「安全员审核」重名').first().waitFor();
    expect(await pane.getByRole('button', { name: '存草稿' }).isDisabled()).toBe(true);
    await pane.getByLabel('步骤名').fill('财务复核');
    await pane.getByRole('button', { name: '存草稿' }).click();
    await page.getByText('草稿已保存').waitFor();
    expect(await axe(page)).toEqual([]);

    // Not without having been tried out.
    await pane.getByRole('button', { name: '发布', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('现有 0 组').waitFor();
    await dialog.getByText('在「项目经理审核」之后新增步骤「财务复核」').waitFor();
    await dialog.getByText('步骤「项目经理审核」隐藏字段：无 → 药剂总金额').waitFor();
    await dialog.getByRole('button', { name: /取\s*消/ }).click();
    await pane.getByRole('tab', { name: /^模拟/ }).click();
    // What it would have done with records that there are: each would have taken the new step.
    await pane.getByLabel('仿真单据数').fill('5');
    await pane.getByRole('button', { name: '仿真', exact: true }).click();
    await pane.getByText(/看了最近 \d+ 张真实单据：[1-9]\d* 张的路径会变，0 张会找不到处理人/).waitFor();
    await pane
      .getByText(/变为.*财务复核/)
      .first()
      .waitFor();
    await find(page, '申请人', '崔国栋');
    await find(page, '项目', '浦江国际大厦项目');
    for (const [at, amount] of ['100', '4000', '9000'].entries()) {
      await pane.getByLabel('药剂总金额', { exact: true }).fill(amount);
      // What was loading may still be fading out of the button's name.
      await pane.getByRole('button', { name: /模拟$/ }).click();
      await pane.getByText(`已通过 ${at + 1} 组`).waitFor();
    }
    await pane.getByRole('region', { name: '模拟结果' }).getByText('财务复核').waitFor();
    await pane.getByRole('button', { name: '发布', exact: true }).click();
    await dialog.getByLabel('发布说明').fill('大额之前先由部门负责人复核');
    await dialog.getByRole('button', { name: /发\s*布/ }).click();
    await page.getByText('已发布版本 1').waitFor();
    await pane.getByText('现行版本 1').waitFor();

    // A record that is filed now takes it.
    const maker = await withSession(browser, 'operator');
    await maker.page.goto('/formFlow/waterQuality/constructionNotice/constructionNoticeForm?ProcedureId=10');
    await fillIn(maker.page, {
      计划开始时间: '2031-05-06 09:00',
      计划结束时间: '2031-05-06 17:00',
      排放去向: '中和池处理后排放',
    });
    await act(maker.page, '提交', '已提交');
    await activePane(maker.page).locator('.steps').getByText('财务复核').first().waitFor();
    const { handlers } = await standing(maker.page);
    const reader = await reopen(browser, accountOf(handlers[0] ?? ''), addressOf(maker.page));
    await activePane(reader.page).locator('[data-path="totalAmount"]').getByText('无权查看').waitFor();
    expect(await activePane(maker.page).getByText('无权查看').count()).toBe(0);
    expect([...maker.failures, ...reader.failures]).toEqual([]);
    await reader.context.close();
    await maker.context.close();

    // Drawn on paper.
    const coming = page.waitForEvent('download');
    const onPaper = page.getByRole('menuitem', { name: '流程图（PDF）' });
    await pane.getByRole('button', { name: '导出', exact: true }).click();
    await onPaper.waitFor();
    await onPaper.click();
    const file = await readFile(await (await coming).path());
    expect(file.subarray(0, 5).toString('latin1')).toBe('%PDF-');

    // Back to how it was, as a version of its own.
    await pane.getByRole('tab', { name: /^版本/ }).click();
    await pane
      .getByRole('row', { name: /版本 0/ })
      .getByRole('button', { name: '回滚' })
      .click();
    await dialog.getByText('删除步骤「财务复核」').waitFor();
    await dialog.getByLabel('发布说明').fill('恢复');
    await dialog.getByRole('button', { name: /回\s*滚/ }).click();
    await page.getByText('已发布版本 2').waitFor();
    await pane.getByRole('tab', { name: /^分析/ }).click();
    await pane.getByRole('figure', { name: /各环节用时/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(failures).toEqual([]);
    await context.close();
  });

  it('is read on a phone, and not edited there', { timeout: LIMIT }, async () => {
    const { page, context, failures } = await withSession(browser, 'admin', PHONE);
    await page.goto('/system/workflows');
    await activePane(page).getByRole('button', { name: '选择模块' }).click();
    await open(page);
    await activePane(page).getByText('编辑流程请在电脑上进行').waitFor();
    expect(await activePane(page).getByRole('button', { name: '存草稿' }).count()).toBe(0);
    await activePane(page)
      .getByRole('button', { name: /^区域经理审核/ })
      .click();
    await page.getByRole('dialog').getByText('药剂总金额 ≥ 5000').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(failures).toEqual([]);
    await context.close();
  });
});
