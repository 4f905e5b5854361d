/** 找表: to a meter by its label where there is no camera, by a picture of the label or by what stands on it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axe, launch, PHONE, withSession } from './support.ts';

/** The label of EMC01001/QB-01, module by module. */
const LABEL = [
  '.........................',
  '.........................',
  '..#######..#....#######..',
  '..#.....#.###...#.....#..',
  '..#.###.#.###...#.###.#..',
  '..#.###.#.#.##..#.###.#..',
  '..#.###.#...###.#.###.#..',
  '..#.....#..##.#.#.....#..',
  '..#######.#.#.#.#######..',
  '..........#####..........',
  '..#.....#.###.###..###...',
  '.....###..###.#.#.###.#..',
  '....#.#.#....#.##...###..',
  '..##.#.#.##.#....#..#....',
  '..#.##..#####..###...#...',
  '..........##.##...#...#..',
  '..#######...#.#..##.#....',
  '..#.....#...###.##..##...',
  '..#.###.#..##.#...#.##...',
  '..#.###.#..##.##.........',
  '..#.###.#..#...####..##..',
  '..#.....#..##......##.#..',
  '..#######.####...#..#....',
  '.........................',
  '.........................',
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const pad = (page: Page) => page.locator('.pad');

/** As a phone's camera would have it. */
const picture = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate((rows) => {
      const scale = 12;
      const canvas = document.createElement('canvas');
      canvas.width = scale * rows.length;
      canvas.height = canvas.width;
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('no canvas');
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.fillStyle = '#000';
      rows.forEach((row, y) =>
        [...row].forEach((cell, x) => {
          if (cell === '#') pen.fillRect(x * scale, y * scale, scale, scale);
        }),
      );
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    }, LABEL),
    'base64',
  );

it('reads the label from a picture, or as it is typed, and says that there is no camera', async () => {
  const { page, context, failures } = await withSession(browser, 'operator', PHONE);
  await page.goto('/mobileNewDataInput');
  await page.locator('.meter > button').first().waitFor();
  await page.getByRole('button', { name: '扫码、找表' }).tap();
  await pad(page)
    .getByText(/没有找到相机|浏览器没有给本页相机|没有相机权限/)
    .waitFor();
  const shown = pad(page).getByLabel('二维码照片');
  await shown.setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await pad(page).getByText('这个文件不是图片，请重新拍照').waitFor();
  expect(await axe(page)).toEqual([]);
  await shown.setInputFiles({ name: '二维码.png', mimeType: 'image/png', buffer: await picture(page) });
  await pad(page).getByRole('heading', { name: '总燃气表' }).waitFor();
  await pad(page).getByRole('button', { name: '关闭' }).tap();
  await page.getByRole('button', { name: '扫码、找表' }).tap();
  await pad(page).getByRole('searchbox').fill('EMC01001/QB-01');
  await pad(page)
    .getByRole('button', { name: /按二维码内容查找/ })
    .tap();
  await pad(page).getByRole('heading', { name: '总燃气表' }).waitFor();
  expect(failures).toEqual([]);
  await context.close();
});
