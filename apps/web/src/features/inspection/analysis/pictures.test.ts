import { describe, expect, it } from 'vitest';
import { calendarPicture, heatPicture, paretoPicture } from './pictures.ts';

const seriesOf = (option: object): readonly { readonly data?: unknown }[] =>
  'series' in option && Array.isArray(option.series) ? option.series : [];

describe('the pictures of the analysis', () => {
  it('set each day in the row of its month, and leave out what is not known', () => {
    const [days] = seriesOf(
      calendarPicture([
        { day: '2026-10-31', rate: '50.0' },
        { day: '2026-11-01', rate: null },
      ]),
    );
    expect(days?.data).toEqual([
      { name: '2026-10-31', value: [30, 0, 50] },
      { name: '2026-11-01', value: [0, 1, '-'] },
    ]);
  });

  it('set each project and place where they meet', () => {
    const [cells] = seriesOf(heatPicture([{ projectName: '甲', area: '冷却塔', rate: '25.0' }], ['主机房', '冷却塔']));
    expect(cells?.data).toEqual([{ name: '甲 冷却塔', value: [1, 0, 25] }]);
  });

  it('count times and their share', () => {
    const [times, share] = seriesOf(paretoPicture([{ item: '过滤器压差', failed: '3', share: '60.0' }]));
    expect([times?.data, share?.data]).toEqual([[3], [60]]);
  });
});
