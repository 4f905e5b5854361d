/** 运营项目列表 as a map: a spot opens its project's card, by keys too, and a chosen region draws only its own. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activePane, axe, launch, PHONE, withSession } from './support.ts';

const LIMIT = 240_000;
const MAP = `/operationContent/operationList?view=${encodeURIComponent('地图')}`;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('shows projects where they lie, and the card of the one that is picked', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'energyAnalyst');
  await page.goto(MAP);
  const pane = activePane(page);
  const map = pane.getByRole('region', { name: '项目分布图', exact: true });
  const spot = map.getByRole('button', { name: /^朝阳门商务中心项目，空调面积 73,000 m²/ });
  await spot.waitFor();
  expect(await axe(page)).toEqual([]);
  await spot.press('Enter');
  const card = pane.getByRole('complementary', { name: '项目卡片' });
  await card.getByText('EMC03001').waitFor();
  expect(await spot.getAttribute('aria-pressed')).toBe('true');
  // Neighbours do not hide each other.
  await map.getByRole('button', { name: /^静雅酒店项目/ }).click();
  await card.getByText('EMC01002').waitFor();
  await page.goto(`${MAP}&area=A632202`);
  await map.getByRole('button', { name: /^南山科技园项目/ }).waitFor();
  await expect.poll(() => map.getByRole('button').count()).toBe(3);
  expect(failures).toEqual([]);
  await context.close();
});

it('is scrolled in itself on a phone, and brings the card into sight', { timeout: LIMIT }, async () => {
  const { page, context, failures } = await withSession(browser, 'energyAnalyst', PHONE);
  await page.goto(MAP);
  const pane = activePane(page);
  await pane.getByRole('button', { name: /^天府软件园项目/ }).click();
  const card = pane.getByRole('complementary', { name: '项目卡片' });
  await card.waitFor();
  await expect
    .poll(async () => {
      const box = await card.boundingBox();
      return box !== null && box.y < PHONE.height;
    })
    .toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(failures).toEqual([]);
  await context.close();
});
