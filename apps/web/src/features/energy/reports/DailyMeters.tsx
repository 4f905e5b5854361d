/** Meters of a day's report: electricity, water, and the other energies, each with what it showed. */
import {
  type CallContract,
  costAtMeter,
  type dailyElectricity,
  type dailyMainEnergy,
  type dailyRunning,
  type dailyWater,
  type OutputOf,
} from '@hengneng/contracts';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { amount, Drill } from './common.tsx';
import { Cost } from './costs.tsx';

type Running = OutputOf<typeof dailyRunning>;
export type RowOf<C extends CallContract> = OutputOf<C> extends { rows: (infer R)[] } ? R : never;
type Electricity = RowOf<typeof dailyElectricity>;
type Water = RowOf<typeof dailyWater>;
type Main = RowOf<typeof dailyMainEnergy>;

const plain = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 3 });
export const shown = (text: string | null): string => (text === null ? '—' : plain.format(Number(text)));
export const one = (value: number | null): string => (value === null ? '—' : value.toFixed(1));

interface MeterRow {
  readonly DeviceId: string;
  readonly DeviceName: string;
  readonly IsMain: boolean;
  readonly Last: string | null;
  readonly This: string | null;
  readonly Ratio: string | null;
  readonly Flag: string;
  readonly Doubt: string;
}

const NAME: DataColumn<MeterRow> = {
  key: 'DeviceName',
  head: '表计',
  show: (row) => (
    <>
      {row.IsMain ? row.DeviceName : `　└ ${row.DeviceName}`}
      {row.IsMain ? null : <small className="meter-part">（分表，不重复计）</small>}
    </>
  ),
};
const READINGS: readonly DataColumn<MeterRow>[] = [
  { key: 'Last', head: '上次', number: true, show: (row) => shown(row.Last) },
  { key: 'This', head: '本次', number: true, show: (row) => shown(row.This) },
  { key: 'Ratio', head: '倍率', number: true, show: (row) => shown(row.Ratio) },
];
const QUALITY: DataColumn<MeterRow> = {
  key: 'Flag',
  head: '品质',
  show: (row) => [row.Flag, row.Doubt].filter(Boolean).join(' ') || '—',
};

/** What an energy cost, where one meter bears all of it. */
const costAt = (running: Running, rows: readonly (Electricity | Main)[], row: Electricity | Main) => {
  const cost = costAtMeter(running, rows, row);
  return cost === undefined ? '—' : <Cost of={cost} />;
};

/** Σ of the meters that count. */
const sumOf = (rows: readonly Electricity[]): string | null => {
  const known = rows.filter(({ IsMain, Total }) => IsMain && Total !== null);
  return known.length === 0 ? null : String(known.reduce((sum, { Total }) => sum + Number(Total), 0));
};

export const Electricity = ({
  rows,
  running,
  project,
  date,
}: {
  readonly rows: readonly Electricity[];
  readonly running: Running;
  readonly project: string;
  readonly date: string;
}) => {
  const columns: readonly DataColumn<Electricity>[] = [
    NAME,
    ...READINGS,
    ...(['Sharp', 'Peak', 'Flat', 'Valley'] as const).map(
      (key, at): DataColumn<Electricity> => ({
        key,
        head: ['尖', '峰', '平', '谷'][at] ?? '',
        number: true,
        show: (row) => amount('elec', row[key]),
      }),
    ),
    {
      key: 'Total',
      head: '合计',
      unit: 'kWh',
      number: true,
      show: (row) => (
        <Drill project={project} energy="elec" meter={row.DeviceId} from={date}>
          {amount('elec', row.Total)}
        </Drill>
      ),
    },
    ...(running.Costs === undefined
      ? []
      : [
          {
            key: 'Cost',
            head: '电费',
            unit: '元',
            number: true,
            hint: '当日用量 × 分时单价，含税；基本电费与力调在月报计',
            show: (row) => costAt(running, rows, row),
          } satisfies DataColumn<Electricity>,
        ]),
    QUALITY,
  ];
  const cost = running.Costs?.rows.find(({ code }) => code === 'elec');
  const top = {
    key: 'sum',
    cells: {
      DeviceName: '合计',
      Total: amount('elec', sumOf(rows)),
      ...(cost === undefined ? {} : { Cost: <Cost of={cost} /> }),
    },
  };
  return <DataTable label="电表" columns={columns} rows={rows} rowKey={(row) => row.DeviceId} top={[top]} />;
};

export const Water = ({
  rows,
  project,
  date,
}: {
  readonly rows: readonly Water[];
  readonly project: string;
  readonly date: string;
}) => {
  const columns: readonly DataColumn<Water>[] = [
    NAME,
    ...READINGS,
    {
      key: 'Usage',
      head: '用量',
      unit: 'm³',
      number: true,
      show: (row) => (
        <Drill project={project} energy={row.CategoryCode} meter={row.DeviceId} from={date}>
          {amount(row.CategoryCode, row.Usage)}
        </Drill>
      ),
    },
    { key: 'Purpose', head: '用途' },
    {
      key: 'MakeupRate',
      head: '补水率',
      unit: '%',
      number: true,
      hint: '冷却补水量 ÷ 循环水量；循环水量 = Σ 主机冷却水流量 × 运行小时',
      show: (row) => (row.MakeupRate === null ? '—' : row.MakeupRate.toFixed(2)),
    },
    QUALITY,
  ];
  return <DataTable label="水表" columns={columns} rows={rows} rowKey={(row) => row.DeviceId} />;
};

export const MainEnergy = ({
  rows,
  running,
  project,
  date,
}: {
  readonly rows: readonly Main[];
  readonly running: Running;
  readonly project: string;
  readonly date: string;
}) => {
  const columns: readonly DataColumn<Main>[] = [
    { key: 'CategoryName', head: '能源' },
    NAME,
    ...READINGS,
    {
      key: 'Usage',
      head: '用量',
      number: true,
      show: (row) => (
        <Drill project={project} energy={row.CategoryCode} meter={row.DeviceId} from={date}>
          {amount(row.CategoryCode, row.Usage, row.Unit)}
        </Drill>
      ),
    },
    { key: 'Unit', head: '单位' },
    {
      key: 'Lhv',
      head: '热值',
      unit: 'MJ/m³',
      number: true,
      show: (row) => (row.Lhv === null ? '—' : row.Lhv.toFixed(3)),
    },
    { key: 'Kgce', head: '折标', unit: 'kgce', number: true, show: (row) => one(row.Kgce) },
    { key: 'Co2', head: '碳', unit: 'kgCO₂', number: true, show: (row) => one(row.Co2) },
    ...(running.Costs === undefined
      ? []
      : [
          {
            key: 'Cost',
            head: '费用',
            unit: '元',
            number: true,
            show: (row) => costAt(running, rows, row),
          } satisfies DataColumn<Main>,
        ]),
    QUALITY,
  ];
  return <DataTable label="主能源" columns={columns} rows={rows} rowKey={(row) => row.DeviceId} />;
};
