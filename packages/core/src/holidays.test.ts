import { describe, expect, it } from 'vitest';
import { isWeekend, readHolidays, weekdayOf } from './holidays.ts';

/** As the State Council published it for 2026. */
const NOTICE = `国务院办公厅关于2026年部分节假日安排的通知
各省、自治区、直辖市人民政府，国务院各部委、各直属机构：
一、元旦：1月1日（周四）至3日（周六）放假调休，共3天。1月4日（周日）上班。
二、春节：2月15日（农历腊月二十八、周日）至23日（农历正月初七、周一）放假调休，共9天。2月14日（周六）、2月28日（周六）上班。
三、清明节：4月4日（周六）至6日（周一）放假，共3天。
四、劳动节：5月1日（周五）至5日（周二）放假调休，共5天。5月9日（周六）上班。
五、端午节：6月19日（周五）至21日（周日）放假，共3天。
六、中秋节：9月25日（周五）至27日（周日）放假，共3天。
七、国庆节：10月1日（周四）至7日（周三）放假调休，共7天。9月20日（周日）、10月10日（周六）上班。
节假日期间，各地区、各部门要妥善安排好值班和安全、保卫、疫情防控等工作。
2025年11月4日`;

describe('holidays', () => {
  it('are read from the notice as it is published', () => {
    const { days, problems } = readHolidays(NOTICE, 2026);
    expect(problems).toEqual([]);
    expect(days.filter((one) => one.off)).toHaveLength(33);
    expect(days.filter((one) => !one.off).map((one) => [one.day, one.name])).toEqual([
      ['2026-01-04', '元旦调休'],
      ['2026-02-14', '春节调休'],
      ['2026-02-28', '春节调休'],
      ['2026-05-09', '劳动节调休'],
      ['2026-09-20', '国庆节调休'],
      ['2026-10-10', '国庆节调休'],
    ]);
    // Every day that is worked for a holiday is a weekend.
    expect(days.filter((one) => !one.off).every((one) => isWeekend(one.day))).toBe(true);
    expect(days.find((one) => one.day === '2026-02-23')).toEqual({ day: '2026-02-23', off: true, name: '春节' });
  });

  it('are read from lines of one’s own, and over a month’s and a year’s end', () => {
    const own = readHolidays('2027-01-30 至 2027-02-02 休 春节\n2027-02-06,班,春节调休\n2027/5/1 放假', 2027);
    expect(own.days.map((one) => `${one.day} ${one.off ? '休' : '班'} ${one.name}`)).toEqual([
      '2027-01-30 休 春节',
      '2027-01-31 休 春节',
      '2027-02-01 休 春节',
      '2027-02-02 休 春节',
      '2027-02-06 班 春节调休',
      '2027-05-01 休 休息',
    ]);
    const turn = '一、元旦：2022年12月31日至2023年1月2日放假调休，共3天。';
    expect(readHolidays(turn, 2023).days.map((one) => one.day)).toEqual(['2023-01-01', '2023-01-02']);
    expect(readHolidays(turn, 2022).days.map((one) => one.day)).toEqual(['2022-12-31']);
    expect(readHolidays('一、元旦：12月30日至1月1日放假。', 2027).days.map((one) => one.day)).toEqual(['2027-01-01']);
  });

  it('say which lines are no days', () => {
    const { days, problems } = readHolidays(
      '2027-02-30 休 春节\n2027-05-03 至 2027-05-01 休 劳动节\n2027-06-01 庆祝',
      2027,
    );
    expect(days).toEqual([]);
    expect(problems).toEqual(['2027-02-30 休 春节', '2027-05-03 至 2027-05-01 休 劳动节', '2027-06-01 庆祝']);
  });

  it('know the days of the week', () => {
    expect(['2026-11-16', '2026-11-20', '2026-11-21', '2026-11-22'].map(weekdayOf)).toEqual([1, 5, 6, 7]);
  });
});
