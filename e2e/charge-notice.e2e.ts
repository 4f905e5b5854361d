/** 收费公告 in the browser: written from a template, looked at with real households, sent, read by its link, and what the list says of it; at both sizes. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { choose, control } from './fields.ts';
import { activePane, axe, DESKTOP, headersOf, launch, PHONE, visitor, withSession } from './support.ts';

const LIMIT = 240_000;
const PAGE = '/chargeManage/chargeNotice';
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
}, LIMIT);
afterAll(() => browser.close());

const call = async (page: Page, path: string, input: Readonly<Record<string, string>>): Promise<unknown> => {
  const answer = await fetch(`${inject('baseUrl')}/pmsapi/FeeAnnouncement/${path}`, {
    method: 'POST',
    headers: { ...(await headersOf(page)), 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
  const { status, message, data } = (await answer.json()) as { status: number; message: string; data: unknown };
  expect([path, status, message]).toEqual([path, 1, '']);
  return data;
};

const wide = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

describe('an announcement', () => {
  it.each([DESKTOP, PHONE])(
    'is written, looked at, sent, read by link and counted, $width wide',
    { timeout: LIMIT },
    async (size) => {
      const title = `缴费提醒 ${size.width} ${Date.now()}`;
      const { page, context, failures } = await withSession(browser, 'propertyManager', size);
      await page.goto(PAGE);
      const pane = activePane(page);
      await pane.getByRole('heading', { level: 1, name: '收费公告' }).waitFor();
      await pane.getByRole('button', { name: '新建公告' }).click();
      const drawer = page.getByRole('dialog', { name: '新建公告' });
      await choose(page, control(drawer, '小区'), '科创中心');
      await choose(page, control(drawer, '类别'), '一次催缴');
      await choose(page, control(drawer, '模板'), '一次催缴');
      await control(drawer, '标题').fill(title);
      // By letter: what stays in the house until it is handed over.
      await drawer.getByRole('checkbox', { name: '短信' }).uncheck();
      await control(drawer, '欠费不小于（元）').fill('100');
      await drawer.getByText(/^符合条件 \d+ 户/).waitFor();
      expect(await axe(page), 'writing').toEqual([]);
      await drawer.getByRole('button', { name: '下一步' }).click();
      const samples = drawer.getByRole('list', { name: '随机预览' }).getByRole('listitem');
      await expect.poll(() => samples.count()).toBe(3);
      for (const text of await samples.allTextContents()) {
        expect(text).toContain('科创中心');
        expect(text).not.toMatch(/[{}]/);
      }
      expect(await wide(page)).toBeLessThanOrEqual(size.width);
      await drawer.getByRole('button', { name: '下一步' }).click();
      await drawer.getByRole('checkbox', { name: '7天内发过同类的户也再发' }).check();
      await drawer.getByRole('button', { name: '发送', exact: true }).click();

      const detail = page.getByRole('dialog', { name: title });
      await detail.getByText('已发送').first().waitFor();
      const id = new URL(page.url()).searchParams.get('open') ?? '';
      // While it works its name has the icon's before its own.
      const hand = detail.getByRole('button', { name: /登记已投递/ });
      await hand.click();
      await hand.waitFor({ state: 'detached' });
      await detail.getByText('送达', { exact: true }).last().waitFor();
      expect(await axe(page), 'what came of it').toEqual([]);
      expect(await wide(page)).toBeLessThanOrEqual(size.width);

      const { letters } = (await call(page, 'Print', { id })) as { letters: readonly { path: string; room: string }[] };
      const [letter] = letters;
      const reader = await visitor(browser, size);
      await reader.page.goto(letter?.path ?? '');
      await reader.page.getByRole('heading', { name: title }).waitFor();
      await reader.page.getByText(/^目前未缴本金/).waitFor();
      await reader.page.getByRole('heading', { name: `${letter?.room ?? ''} 费用明细` }).waitFor();
      expect(await axe(reader.page), 'the household’s page').toEqual([]);
      expect(await wide(reader.page)).toBeLessThanOrEqual(size.width);
      expect(reader.failures).toEqual([]);
      await reader.context.close();

      await page.goto(PAGE);
      const row = pane.getByRole('row').filter({ hasText: title });
      await row.waitFor();
      expect(await row.textContent()).toContain('100.0%');
      const { rows } = (await call(page, 'Index', {})) as { rows: readonly { id: string; read: number | null }[] };
      expect(rows.find((one) => one.id === id)?.read).toBeGreaterThan(0);
      expect(await axe(page), 'the list').toEqual([]);
      expect(await wide(page)).toBeLessThanOrEqual(size.width);
      expect(failures).toEqual([]);
      await context.close();
    },
  );

  it('says that a link is none', { timeout: LIMIT }, async () => {
    const { page, context } = await visitor(browser, PHONE);
    await page.goto(`/notice/${'A'.repeat(22)}`);
    await page.getByText('链接不存在、已过期或已被撤回，请向物业索取新的链接').waitFor();
    await context.close();
  });
});
