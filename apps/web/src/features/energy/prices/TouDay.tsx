import type { EnergyPriceDetail } from '@hengneng/contracts';
import { CHINA, instantOf, touAt } from '@hengneng/energy/measuring';
import { Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { KINDS, type TouKindName } from './shared.ts';

const DAYS = { work: '工作日', rest: '休息日', holiday: '节假日' } as const;
type DayType = keyof typeof DAYS;
const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index);
const clock = (index: number): string =>
  `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`;

/** A day of a season; the first one where there are no seasons. */
const dayIn = (of: EnergyPriceDetail, season: string | null): string => {
  const from = of.Seasons.find(({ Name }) => Name === season)?.Ranges[0]?.From;
  return `2026-${from ?? '01-01'}`;
};

/** 24 小时分时电价, half an hour a bar. */
export const TouDay = ({ of }: { readonly of: EnergyPriceDetail }): ReactElement => {
  const [season, setSeason] = useState<string | null>(of.Seasons[0]?.Name ?? null);
  const [dayType, setDayType] = useState<DayType>('work');
  const prices: Readonly<Record<TouKindName, string | null>> = {
    sharp: of.Sharp,
    peak: of.Peak,
    flat: of.Flat,
    valley: of.Valley,
  };
  const schedule = {
    from: '2000-01-01',
    to: null,
    seasons: of.Seasons.map(({ Name, Ranges }) => ({
      name: Name,
      ranges: Ranges.map(({ From, To }) => ({ from: From, to: To })),
    })),
    periods: of.Periods.map(({ Season, DayType: kind, Start, End, Kind }) => ({
      season: Season,
      dayKind: kind,
      start: Start,
      end: End,
      kind: Kind,
    })),
  };
  const day = dayIn(of, season);
  const splitter = { schedules: [schedule], zone: CHINA, dayKindOf: () => dayType };
  const kinds = HALF_HOURS.map((index) => touAt(splitter, instantOf(day, index * 30, CHINA)));
  return (
    <Chart
      title="24 小时分时电价"
      height={220}
      note={
        <span className="price-day-tools">
          {of.Seasons.length === 0 ? null : (
            <Select
              aria-label="季节"
              value={season}
              options={of.Seasons.map(({ Name }) => ({ value: Name, label: Name }))}
              onChange={(next: string) => setSeason(next)}
            />
          )}
          <Select
            aria-label="日期类型"
            value={dayType}
            options={Object.entries(DAYS).map(([value, label]) => ({ value: value as DayType, label }))}
            onChange={(next: DayType) => setDayType(next)}
          />
        </span>
      }
      option={{
        tooltip: { trigger: 'item' },
        legend: { top: 0, right: 8 },
        grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
        xAxis: { type: 'category', data: HALF_HOURS.map(clock) },
        yAxis: { type: 'value', name: '元/kWh', nameTextStyle: { align: 'left' } },
        series: KINDS.map(({ value, label }) => ({
          name: label,
          type: 'bar' as const,
          stack: 'day',
          barCategoryGap: '10%',
          data: kinds.map((kind) => (kind === value ? Number(prices[value]) : null)),
        })),
      }}
      table={
        <table>
          <tbody>
            {HALF_HOURS.map((index) => (
              <tr key={index}>
                <th scope="row">{clock(index)}</th>
                <td>{KINDS.find(({ value }) => value === kinds[index])?.label ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
};
