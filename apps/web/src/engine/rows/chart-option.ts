/** How the picture of a view is drawn: its groups by name, its series with their units. */
import type { ChartGroup } from '@hengneng/contracts';
import { type CompiledField, unitOf, type ViewChart } from '@hengneng/form-kit';
import type { EChartsOption } from 'echarts';

/** What a picture is drawn of; `names` are those of the groups. */
export interface Drawn {
  readonly names: readonly string[];
  readonly series: readonly CompiledField[];
  readonly groups: readonly ChartGroup[];
}

const numberOf = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);
/** A percentage says so in its value, but an axis has numbers only. */
const axisUnit = ({ field }: CompiledField): string => unitOf(field) ?? (field.type === 'percent' ? '%' : '');
const unitAt = ({ series }: Drawn, at: number): string => {
  const of = series[at];
  return of === undefined ? '' : axisUnit(of);
};
const named = ({ names, groups }: Drawn) =>
  groups.map((group, at) => ({ name: names[at] ?? '', value: numberOf(group.values[0]) ?? 0 }));

/** More slices than this are names upon names: the smallest go together, the table beside the picture has them all. */
const MOST_SLICES = 10;
interface Slice {
  readonly name: string;
  readonly value: number;
}
export const slices = (parts: readonly Slice[]): Slice[] => {
  const all = parts.toSorted((a, b) => b.value - a.value);
  if (all.length <= MOST_SLICES) return all;
  const rest = all.slice(MOST_SLICES - 1);
  const sum = rest.reduce((total, { value }) => total + value, 0);
  return [...all.slice(0, MOST_SLICES - 1), { name: `其他${rest.length}项`, value: sum }];
};

/** Pictures that are narrower than this are looked at on a phone: names beside marks do not fit there. */
const NARROW_PX = 420;
/** What differs on a phone, and what it is otherwise: a phone that is turned comes back to it. */
const narrow = (option: EChartsOption, otherwise: EChartsOption): Pick<EChartsOption, 'media'> => ({
  media: [{ query: { maxWidth: NARROW_PX }, option }, { option: otherwise }],
});

function pie(drawn: Drawn): EChartsOption {
  const data = slices(named(drawn));
  const all = data.reduce((sum, { value }) => sum + value, 0);
  const shares = new Map(data.map(({ name, value }) => [name, all === 0 ? 0 : (100 * value) / all]));
  return {
    tooltip: { trigger: 'item', valueFormatter: (value) => `${String(value)} ${unitAt(drawn, 0)}` },
    legend: {
      show: false,
      type: 'scroll',
      bottom: 0,
      formatter: (name) => `${name} ${(shares.get(name) ?? 0).toFixed(1)}%`,
    },
    series: [{ type: 'pie', radius: ['38%', '66%'], label: { formatter: '{b} {d}%' }, data }],
    ...narrow(
      { legend: { show: true }, series: [{ center: ['50%', '44%'], label: { show: false } }] },
      { legend: { show: false }, series: [{ center: ['50%', '50%'], label: { show: true } }] },
    ),
  };
}

/** Stages as they follow each other, not by how many are in them. */
const funnel = (drawn: Drawn): EChartsOption => ({
  tooltip: { trigger: 'item', valueFormatter: (value) => `${String(value)} ${unitAt(drawn, 0)}` },
  series: [
    {
      type: 'funnel',
      sort: 'none',
      left: 24,
      right: 120,
      top: 8,
      bottom: 8,
      minSize: '4%',
      label: { position: 'right', formatter: `{b} {c} ${unitAt(drawn, 0)}` },
      data: named(drawn),
    },
  ],
});

/** What is measured on one scale in several respects: it begins at 0, so that what looks twice as good is. */
const radar = (drawn: Drawn): EChartsOption => {
  const values = drawn.groups.flatMap((group) => group.values.map((text) => numberOf(text) ?? 0));
  const max = values.length === 0 ? 1 : 10 ** Math.ceil(Math.log10(Math.max(1, ...values)));
  return {
    tooltip: { trigger: 'item' },
    legend: { type: 'scroll', top: 0, right: 8, show: drawn.series.length > 1 },
    radar: { radius: '62%', center: ['50%', '56%'], indicator: drawn.names.map((name) => ({ name, min: 0, max })) },
    ...narrow(
      { radar: { radius: '48%', axisName: { fontSize: 10, width: 64, overflow: 'break' } } },
      { radar: { radius: '62%', axisName: { fontSize: 12 } } },
    ),
    series: [
      {
        type: 'radar',
        // What is not known is no point; a series of which nothing is known is none.
        data: drawn.series.flatMap((of, at) => {
          const value = drawn.groups.map((group) => numberOf(group.values[at]) ?? Number.NaN);
          return value.every(Number.isNaN) ? [] : [{ name: of.label, value }];
        }),
      },
    ],
  };
};

/** Two that differ by a hundredth of a percent are no picture of a difference. */
const PERCENT_RANGE = {
  min: ({ min }: { readonly min: number }) => Math.floor(Math.min(min - 2, 0.95 * min) / 5) * 5,
  max: ({ max }: { readonly max: number }) => Math.ceil(Math.max(max + 2, 1.05 * max) / 5) * 5,
};
const isShare = (of: CompiledField | undefined): boolean => of?.field.type === 'percent';

/** Lines at the averages. */
const QUARTERS = {
  silent: true,
  symbol: 'none',
  label: { show: false },
  lineStyle: { color: '#8a979a', type: 'dashed' as const },
  data: [
    { type: 'average' as const, valueIndex: 0 },
    { type: 'average' as const, valueIndex: 1 },
  ],
};

/** Points by two figures: as large as a third, or in as many colours as there are heights. */
function scatter(drawn: Drawn, { coloured, quartered }: ViewChart): EChartsOption {
  const { series, groups, names } = drawn;
  const axis = (of: CompiledField | undefined, at: number, label = of?.label ?? '') => ({
    type: 'value' as const,
    scale: true,
    ...(isShare(of) ? PERCENT_RANGE : {}),
    name: unitAt(drawn, at) ? `${label}（${unitAt(drawn, at)}）` : label,
  });
  const heights = coloured !== undefined ? series.slice(1) : series.slice(1, 2);
  const sizes = coloured !== undefined ? [] : groups.map((group) => Math.abs(numberOf(group.values[2]) ?? 0));
  const largest = Math.max(0, ...sizes);
  return {
    tooltip: { trigger: 'item' },
    legend: { type: 'scroll', top: 0, right: 8, show: heights.length > 1 },
    grid: { left: 8, right: 24, top: 38, bottom: 28, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { ...axis(series[0], 0), nameLocation: 'middle', nameGap: 26 },
    yAxis: { ...axis(series[1], 1, coloured), nameTextStyle: { align: 'left' } },
    series: heights.map((of, height) => ({
      name: of.label,
      type: 'scatter',
      dimensions: [series[0]?.label ?? '', of.label],
      encode: { x: 0, y: 1, tooltip: [0, 1] },
      ...(quartered ? { markLine: QUARTERS } : {}),
      data: groups.flatMap((group, at) => {
        const [x, y] = [numberOf(group.values[0]), numberOf(group.values[height + 1])];
        if (x === null || y === null) return [];
        const share = largest === 0 ? 0.1 : (sizes[at] ?? 0) / largest;
        return [{ name: names[at] ?? '', value: [x, y], symbolSize: 8 + 32 * Math.sqrt(share) }];
      }),
    })),
  };
}

/** What the axis counts in; series of different units stand on one axis each, two at most. */
const unitsOf = (series: readonly CompiledField[]): readonly string[] => [...new Set(series.map(axisUnit))];

/** Where a picture begins beside its legend, and below it. */
const [TOP, TOP_BELOW] = [38, 58];

const frame = (names: readonly string[], below: boolean): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  // The name of a second axis stands below the legend; a long legend reaches the first.
  grid: {
    left: 8,
    right: 12,
    top: below ? TOP_BELOW : TOP,
    bottom: 8,
    outerBoundsMode: 'same',
    outerBoundsContain: 'axisLabel',
  },
  // Of many groups the first are in sight, the others are a drag away.
  ...(names.length > 24 ? { dataZoom: [{ type: 'inside' }, { type: 'slider', height: 16, bottom: 4 }] } : {}),
  xAxis: {
    type: 'category',
    data: [...names],
    axisLabel: { hideOverlap: true, interval: names.length <= 12 ? 0 : 'auto', width: 84, overflow: 'truncate' },
  },
});

/** Names of series that fit beside that of the axis. */
const MOST_NAMED = 4;

type Axes = ViewChart & { readonly kind: 'bar' | 'stacked' | 'line' };

function axes({ kind, lines }: Axes, { names, series, groups }: Drawn): EChartsOption {
  const isLine = (of: CompiledField): boolean =>
    kind === 'line' || of.field.type === 'percent' || lines?.includes(of.key) === true;
  const units = unitsOf(series);
  const below = units.length > 1 || series.length > MOST_NAMED;
  return {
    ...frame(names, below),
    // Two names and that of the axis fill the line on a phone.
    ...(below || series.length < 2 ? {} : narrow({ grid: { top: TOP_BELOW } }, { grid: { top: TOP } })),
    legend: { type: 'scroll', top: 0, right: 8, show: series.length > 1 },
    yAxis: units.slice(0, 2).map((unit, at) => ({
      type: 'value',
      name: unit,
      nameTextStyle: { align: at === 0 ? 'left' : 'right' },
      splitLine: { show: at === 0 },
      // Half a certificate is no mark on an axis.
      ...(series.some((of) => axisUnit(of) === unit && of.field.type !== 'integer') ? {} : { minInterval: 1 }),
    })),
    series: series.map((of, at) => ({
      name: of.label,
      type: isLine(of) ? ('line' as const) : ('bar' as const),
      barMaxWidth: 36,
      ...(kind === 'stacked' && !isLine(of) ? { stack: 'all' } : {}),
      yAxisIndex: Math.min(1, units.indexOf(axisUnit(of))),
      data: groups.map((group) => numberOf(group.values[at])),
    })),
  };
}

/** The largest first, and how much of all they make up together. */
function pareto(drawn: Drawn): EChartsOption {
  const values = drawn.groups.map((group) => numberOf(group.values[0]) ?? 0);
  const all = values.reduce((sum, value) => sum + value, 0);
  let reached = 0;
  const shares = values.map((value) => {
    reached += value;
    return all === 0 ? null : Number(((100 * reached) / all).toFixed(1));
  });
  return {
    ...frame(drawn.names, true),
    legend: { type: 'scroll', top: 0, right: 8 },
    yAxis: [
      {
        type: 'value',
        name: unitAt(drawn, 0),
        nameTextStyle: { align: 'left' },
        ...(drawn.series[0]?.field.type === 'integer' ? { minInterval: 1 } : {}),
      },
      { type: 'value', name: '%', min: 0, max: 100, nameTextStyle: { align: 'right' }, splitLine: { show: false } },
    ],
    series: [
      { name: drawn.series[0]?.label ?? '', type: 'bar', barMaxWidth: 36, data: values },
      { name: '累计占比', type: 'line', yAxisIndex: 1, data: shares },
    ],
  };
}

/** From the first to the last by the changes between: each bar hangs where the one before it ended. */
export function steps(values: readonly number[]): readonly { readonly from: number; readonly to: number }[] {
  let reached = 0;
  return values.map((value, at) => {
    const from = at === 0 || at === values.length - 1 ? 0 : reached;
    reached = from + value;
    return { from, to: reached };
  });
}

const SPAN_STACK = { type: 'bar', stack: 'span', barMaxWidth: 48 } as const;

/** A first figure, what changed it, and the last: bars that hang where the one before them ended. */
export function waterfallOf({
  names,
  values,
  label,
  told,
  moreIsGood = true,
}: {
  readonly names: readonly string[];
  readonly values: readonly number[];
  readonly label: string;
  /** What is said of a bar. */
  readonly told: (at: number) => string;
  /** Whether what adds to the figure is welcome, as income is and use is not. */
  readonly moreIsGood?: boolean;
}): EChartsOption {
  const bars = steps(values);
  /** What of a bar lies above the axis, or below it; what carries it there is not seen. */
  const part = (above: boolean, seen: boolean): readonly number[] =>
    bars.map(({ from, to }) => {
      const [low, high] = [Math.min(from, to), Math.max(from, to)];
      const near = above ? Math.max(0, low) : Math.min(0, high);
      const far = above ? Math.max(0, high) : Math.min(0, low);
      return seen ? far - near : near;
    });
  const colour = ({ dataIndex: at }: { readonly dataIndex: number }): string =>
    at === 0 || at === bars.length - 1 ? '#0f5c66' : (values[at] ?? 0) < 0 === moreIsGood ? '#c2641a' : '#4d7a29';
  return {
    ...frame(names, false),
    tooltip: {
      trigger: 'item',
      formatter: (item) => told(Array.isArray(item) ? (item[0]?.dataIndex ?? 0) : item.dataIndex),
    },
    series: [true, false].flatMap((above) => [
      { ...SPAN_STACK, silent: true, itemStyle: { color: 'transparent' }, data: [...part(above, false)] },
      { ...SPAN_STACK, name: label, itemStyle: { color: colour }, data: [...part(above, true)] },
    ]),
  };
}

const waterfall = (drawn: Drawn): EChartsOption => ({
  ...waterfallOf({
    names: drawn.names,
    values: drawn.groups.map((group) => numberOf(group.values[0]) ?? 0),
    label: drawn.series[0]?.label ?? '',
    told: (at) => `${drawn.names[at] ?? ''} ${drawn.groups[at]?.values[0] ?? ''} ${unitAt(drawn, 0)}`,
  }),
  yAxis: { type: 'value', name: unitAt(drawn, 0), nameTextStyle: { align: 'left' } },
});

/** How well each of several things did in each month: what lies below 80 and 90 of a hundred asks for attention. */
function heat(drawn: Drawn): EChartsOption {
  const sides = [...new Set(drawn.groups.map((group) => group.across ?? ''))].toSorted();
  const names = [...new Set(drawn.names)].toReversed();
  return {
    tooltip: {
      trigger: 'item',
      formatter: (item) => {
        const [side = 0, name = 0, value = ''] = Array.isArray(item) ? [] : (item.value as readonly number[]);
        return `${names[Number(name)] ?? ''} ${sides[Number(side)] ?? ''}：${value} ${unitAt(drawn, 0)}`;
      },
    },
    grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { type: 'category', data: sides, axisLabel: { hideOverlap: true } },
    yAxis: { type: 'category', data: names, axisLabel: { width: 120, overflow: 'truncate' } },
    visualMap: {
      type: 'piecewise',
      orient: 'horizontal',
      top: 0,
      right: 8,
      pieces: [
        { lt: 80, label: '低于80', color: '#c0392b' },
        { gte: 80, lt: 90, label: '80–90', color: '#e08a3c' },
        { gte: 90, label: '90及以上', color: '#4d7a29' },
      ],
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: '#fff', borderWidth: 2 },
        data: drawn.groups.map((group, at) => [
          sides.indexOf(group.across ?? ''),
          names.indexOf(drawn.names[at] ?? ''),
          numberOf(group.values[0]) ?? '-',
        ]),
      },
    ],
  };
}

export function optionOf(chart: ViewChart, drawn: Drawn): EChartsOption {
  const { kind } = chart;
  switch (kind) {
    case 'pie':
      return pie(drawn);
    case 'funnel':
      return funnel(drawn);
    case 'radar':
      return radar(drawn);
    case 'scatter':
      return scatter(drawn, chart);
    case 'heat':
      return heat(drawn);
    case 'waterfall':
      return waterfall(drawn);
    case 'pareto':
      return pareto(drawn);
    default:
      return axes({ ...chart, kind }, drawn);
  }
}
