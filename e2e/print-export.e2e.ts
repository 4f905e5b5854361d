import { readFile } from 'node:fs/promises';
import readXlsx from 'read-excel-file/node';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activePane, axe, launch, PHONE, visitor, withSession } from './support.ts';

const LIST = '/formFlow/waterQuality/constructionNotice/constructionNoticeList';
const LIMIT = 180_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('exports every match of the list as a workbook that opens', { timeout: LIMIT }, async () => {
  const { page, context } = await withSession(browser, 'operationDirector');
  await page.goto(LIST);
  const pane = activePane(page);
  await pane.locator('.list-table tbody tr').first().waitFor();
  const shown = await pane.locator('.ant-pagination-total-text').textContent();
  const total = Number(/\d+/.exec(shown ?? '')?.[0]);
  const coming = page.waitForEvent('download');
  await pane.getByRole('button', { name: '导出', exact: true }).click();
  const file = await (await coming).path();
  const bytes = await readFile(file);
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  const sheets = await readXlsx(bytes);
  const text = JSON.stringify(sheets);
  expect(text).toContain('单号');
  expect(text.match(/SLSG-\d{6}-\d{4}/g)?.length ?? 0).toBeGreaterThan(0);
  expect(total).toBeGreaterThan(0);
  await context.close();
});

/** Keeps what goes to the printer, as the printer gets it. */
const keepPrinted = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const watch = (frame: HTMLIFrameElement): void => {
      const { contentWindow, contentDocument } = frame;
      if (contentWindow === null) return;
      contentWindow.print = () => {
        document.documentElement.dataset['printed'] = contentDocument?.documentElement.outerHTML ?? '';
      };
    };
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes]))
        if (node instanceof HTMLIFrameElement) {
          watch(node);
          node.addEventListener('load', () => watch(node));
        }
    }).observe(document.body, { childList: true });
  });

it('prints on A4 and counts the copies', { timeout: LIMIT }, async () => {
  const { page, context } = await withSession(browser, 'operationDirector');
  await page.goto('/formFlow/planSummary/yearPlanInner/yearPlanInnerList?status=approved');
  const pane = activePane(page);
  await pane.locator('.list-table tbody tr').first().waitFor();
  await pane.locator('.list-table tbody input[type=checkbox]').first().check();
  await pane.getByRole('button', { name: '打印（1）' }).click();
  const dialog = page.getByRole('dialog');
  const foot = dialog.locator('.sheet-foot');
  await foot.getByText('预览，未计入打印份数').waitFor();
  await dialog.getByText('审批记录').waitFor();
  expect(await axe(page)).toEqual([]);
  await keepPrinted(page);
  const counted = page.waitForResponse(/EditPrintNumber/);
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await foot.getByText(/^第\d+份$/).waitFor();
  await foot.getByRole('img', { name: '核验二维码' }).waitFor();
  const first = Number(/\d+/.exec((await foot.locator('span').first().textContent()) ?? '')?.[0]);
  const { data } = (await (await counted).json()) as { data: { copies: { code: string }[] } };
  // While the first one is being printed the button takes no press.
  await dialog.locator('.ant-modal-footer .ant-btn-primary:not(.ant-btn-loading)').click();
  await foot.getByText(`第${first + 1}份`).waitFor();

  // A4 between its margins is narrower than a tablet, and nothing on it scrolls: the whole record is there, two fields side by side.
  const kept = page.locator('html[data-printed]');
  await kept.waitFor({ state: 'attached' });
  const printed = await kept.evaluate((html) => html.dataset['printed'] ?? '');
  await page.goto('/healthz');
  await page.setContent(printed);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 703, height: 600 });
  await expect
    .poll(() =>
      page.locator('.paper').evaluate((paper) => {
        const [grid] = paper.querySelectorAll('.sheet-grid');
        const columns = grid === undefined ? [] : getComputedStyle(grid).gridTemplateColumns.split(' ');
        // A table of more columns than fit is made smaller, until its last one is on the paper.
        const wide = [...paper.querySelectorAll('.sheet-detail table')].filter((table) => {
          const { width, right } = table.getBoundingClientRect();
          return width <= 703 && right <= 703 && getComputedStyle(table).zoom < '1';
        });
        return { cut: paper.scrollHeight - paper.clientHeight, columns: columns.length, wide: wide.length };
      }),
    )
    .toEqual({ cut: 0, columns: 2, wide: 1 });
  await context.close();

  // Whoever holds the paper scans it, signed in or not.
  const holder = await visitor(browser, PHONE);
  await holder.page.goto(`/verify?code=${data.copies[0]?.code}`);
  await holder.page.getByText('内容和审批记录均与系统一致').waitFor();
  await holder.page.getByText(`第 ${first} 份，共打印 ${first + 1} 份`).waitFor();
  expect(await axe(holder.page)).toEqual([]);
  await holder.page.goto(`/verify?code=${'0'.repeat(32)}-1`);
  await holder.page.getByText('没有查到这份打印件').waitFor();
  await holder.context.close();
});
