import { type OutputOf, screenSummary } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { formatQuantity, type QuantityName } from '@hengneng/energy/units';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx';
import { EmptyHint } from '../../ui/feedback.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { Compared, Complete } from '../energy/reports/quality.tsx';
import { Block } from './Block.tsx';
import { rankedOf, type Ranked, STALE_MS } from './energies.ts';

type Row = OutputOf<typeof screenSummary>['rows'][number];
type Line = Ranked<Row>;

const PAGE_SIZE = 10;
const DAYS = '/operationContent/stateMents/dayStateMentsNew';

const quantity = (value: string | number | null, as: QuantityName): string =>
  formatQuantity(value === null ? null : Number(value), as);

const columnsOf = (date: string): readonly CardColumn<Line>[] => [
  {
    key: 'name',
    head: '项目',
    main: true,
    show: ({ row, whole }) => (
      <>
        {can(shortCodeOf(DAYS), 'search') ? (
          <Link to={`${DAYS}?${new URLSearchParams({ ProjectCode: row.ProjectCode, from: date, to: date })}`}>
            {row.ProjectName}
          </Link>
        ) : (
          row.ProjectName
        )}{' '}
        {whole ? null : <Tag tone="warn">数据不全</Tag>}
      </>
    ),
  },
  { key: 'rank', head: '用电强度名次', number: true, show: ({ rank }) => rank ?? '—' },
  {
    key: 'heat',
    head: '供冷供热量',
    unit: 'kWh',
    number: true,
    show: ({ row }) => quantity(row.CoolHeat, 'heat'),
  },
  { key: 'elec', head: '电量', unit: 'kWh', number: true, show: ({ row }) => quantity(row.Elec, 'electricity') },
  { key: 'gas', head: '燃气', unit: 'm³', number: true, show: ({ row }) => quantity(row.Gas, 'gas') },
  { key: 'water', head: '水', unit: 'm³', number: true, show: ({ row }) => quantity(row.Water, 'water') },
  { key: 'cop', head: '系统能效', unit: 'kW/kW', number: true, show: ({ row }) => quantity(row.Cop, 'cop') },
  {
    key: 'intensity',
    head: '单位面积用电',
    unit: 'kWh/m²',
    number: true,
    show: ({ row }) => quantity(row.PerM2, 'intensity'),
  },
  { key: 'yoy', head: '电量同比', unit: '%', number: true, show: ({ row }) => <Compared of={row.YoyElec} /> },
  {
    key: 'outside',
    head: '室外均温',
    unit: '℃',
    number: true,
    show: ({ row }) => quantity(row.OutsideC, 'temperature'),
  },
  { key: 'complete', head: '数据完整率', number: true, show: ({ row }) => <Complete value={row.Complete} /> },
];

/** What the projects that one sees used yesterday, the most for each m² first. */
export const Energies = (): ReactElement => {
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['workbench-energies'],
    queryFn: ({ signal }) => callApi(screenSummary, {}, { signal }),
    staleTime: STALE_MS,
  });
  const lines = rankedOf(data?.rows ?? []);
  const from = (page - 1) * PAGE_SIZE;
  return (
    <Block
      title={data ? `项目能耗一览（${data.Date}）` : '项目能耗一览'}
      loading={isPending}
      error={error}
      onRetry={() => void refetch()}
      extra={
        data && data.pending > 0 ? <small className="hint">有 {data.pending} 块表正在重算，数字还会变</small> : null
      }
    >
      {lines.length === 0 ? (
        <EmptyHint text="您还没有关联项目" />
      ) : (
        <CardTable
          label="项目能耗一览"
          columns={columnsOf(data?.Date ?? '')}
          rows={lines.slice(from, from + PAGE_SIZE)}
          rowKey={({ row }) => row.ProjectCode}
          paging={{ index: page, size: PAGE_SIZE, total: lines.length, onChange: setPage }}
        />
      )}
    </Block>
  );
};
