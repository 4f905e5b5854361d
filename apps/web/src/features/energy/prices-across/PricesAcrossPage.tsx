import {
  type AcrossRow,
  expFile,
  type InputOf,
  PRICE_MODES,
  priceModels,
  pricesAcross,
  projectIndex,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDecimal, formatMoney } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { ListStates } from '../../../ui/ListStates.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { CATEGORIES, PRICES } from '../prices/shared.ts';
import { AdjustDrawer } from './AdjustDrawer.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import './prices-across.css';

const SCREEN = 'operationContent.energyPriceSet';
const PRICE_PAGE = '/operationContent/setting/energyPriceSet';
const PAGE_SIZE = 50;
/** From which deviation of the area's middle on somebody should look. */
const FAR = 20;

const rate = (value: number | null): string =>
  value === null ? '—' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
const four = (value: string | null): string => (value === null ? '—' : formatDecimal(value, 4));

const Project = ({ row }: { readonly row: AcrossRow }): ReactElement =>
  canOpen(PRICE_PAGE.slice(1).replaceAll('/', '.')) ? (
    <Link to={`${PRICE_PAGE}?ProjectCode=${row.ProjectCode}&categoryCode=${row.CategoryCode}`}>{row.ProjectName}</Link>
  ) : (
    <>{row.ProjectName}</>
  );

const COLUMNS: readonly CardColumn<AcrossRow>[] = [
  {
    key: 'meter',
    head: '项目与表计',
    main: true,
    show: (row) => (
      <>
        <Project row={row} />
        <small>
          {row.DeviceName} {row.MeterNo}
        </small>
      </>
    ),
  },
  { key: 'area', head: '区域', show: (row) => row.AreaName },
  { key: 'model', head: '型号', show: (row) => row.Model || '—' },
  { key: 'energy', head: '能源', show: (row) => `${row.CategoryName}（${row.Unit}）` },
  {
    key: 'mode',
    head: '计价方式',
    show: (row) => (row.Mode === null ? <Tag tone="warn">未设价格</Tag> : PRICE_MODES[row.Mode]),
  },
  { key: 'sharp', head: '尖', unit: '元', number: true, show: (row) => four(row.Sharp) },
  { key: 'peak', head: '峰', unit: '元', number: true, show: (row) => four(row.Peak) },
  { key: 'flat', head: '平', unit: '元', number: true, show: (row) => four(row.Flat) },
  { key: 'valley', head: '谷', unit: '元', number: true, show: (row) => four(row.Valley) },
  {
    key: 'avg',
    head: '均价',
    unit: '元/单位',
    hint: '分时价按上月分时用量加权；阶梯价列各档',
    number: true,
    show: (row) =>
      row.Mode === 'ladder'
        ? row.Steps.map(
            ({ UpTo, Price }) => `${UpTo === null ? '以上' : `≤${formatDecimal(UpTo)}`} ${four(Price)}`,
          ).join('；')
        : (row.AvgPrice?.toFixed(4) ?? '—'),
  },
  { key: 'from', head: '生效起', show: (row) => row.From ?? '—' },
  { key: 'to', head: '生效止', show: (row) => (row.From === null ? '—' : (row.To ?? '长期')) },
  { key: 'prev', head: '较上一版', unit: '%', number: true, show: (row) => rate(row.PrevRate) },
  {
    key: 'median',
    head: '区域中位价',
    unit: '元/单位',
    hint: '同区域同能源各项目均价的中位数，至少两个项目',
    number: true,
    show: (row) => row.AreaMedian?.toFixed(4) ?? '—',
  },
  {
    key: 'deviation',
    head: '偏离',
    unit: '%',
    number: true,
    show: (row) =>
      row.MedianDev !== null && Math.abs(row.MedianDev) > FAR ? (
        <span className="across-far" title="请核对用电性质与电压等级">
          {rate(row.MedianDev)}
        </span>
      ) : (
        rate(row.MedianDev)
      ),
  },
  { key: 'qty', head: '上月用量', number: true, show: (row) => formatDecimal(row.LastQty) },
  {
    key: 'amount',
    head: '上月金额',
    unit: '元',
    hint: '用量 × 均价，不含基本电费与力调',
    number: true,
    show: (row) => formatMoney(row.LastAmount),
  },
];

const NONE: ReadonlySet<string> = new Set();

/** 能源价格: what main meters pay, across projects. */
const PricesAcrossPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const [adjusting, setAdjusting] = useState(false);
  const [history, setHistory] = useState<AcrossRow | null>(null);
  const index = Number(filters['PageIndex'] ?? '1') || 1;
  const projects = filters['ProjectCode']?.split(',') ?? [];
  const category = CATEGORIES.find(({ value }) => value === filters['categoryCode']);
  const place = {
    ...(projects.length === 0 ? {} : { ProjectCodes: projects }),
    ...(category === undefined ? {} : { CategoryCode: category.value }),
  };
  const ask: InputOf<typeof pricesAcross> = {
    PageIndex: index,
    PageSize: PAGE_SIZE,
    ...place,
    ...(filters['model'] === undefined ? {} : { Model: filters['model'] }),
    ...(filters['onDate'] === undefined ? {} : { OnDate: filters['onDate'] }),
    ...(filters['noPrice'] === undefined ? {} : { NoPrice: true }),
  };
  const list = useQuery({
    queryKey: [PRICES, 'across', ask],
    queryFn: ({ signal }) => callApi(pricesAcross, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  const names = useQuery({
    queryKey: ['projects', 'all'],
    queryFn: ({ signal }) => callApi(projectIndex, { PageSize: 500 }, { signal }),
    staleTime: 60_000,
  });
  const models = useQuery({
    queryKey: [PRICES, 'models', place],
    queryFn: ({ signal }) => callApi(priceModels, place, { signal }),
    staleTime: 60_000,
  });
  const mayAdjust = can(SCREEN, 'add');
  const pick = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const columns: readonly CardColumn<AcrossRow>[] = [
    ...(mayAdjust
      ? [
          {
            key: 'pick',
            head: '选择',
            show: (row: AcrossRow) => (
              <Checkbox
                aria-label={`选择 ${row.ProjectName} ${row.DeviceName}`}
                checked={chosen.has(row.DeviceId)}
                disabled={row.Mode === null}
                onChange={(event) => pick(row.DeviceId, event.target.checked)}
              />
            ),
          },
        ]
      : []),
    ...COLUMNS,
    {
      key: 'do',
      head: '操作',
      show: (row) => (
        <Button type="link" className="cell-link" onClick={() => setHistory(row)}>
          价格史
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="能源价格"
        note={
          list.data === undefined
            ? '各项目总表执行的购能单价'
            : `${list.data.OnDate} 有效的购能单价，上月为 ${list.data.LastMonth}；与设置中的能源价格是同一套数据`
        }
        actions={
          <>
            {mayAdjust ? (
              <Button type="primary" disabled={chosen.size === 0} onClick={() => setAdjusting(true)}>
                批量调价{chosen.size === 0 ? '' : `（${chosen.size}）`}
              </Button>
            ) : null}
            {can(SCREEN, 'export') ? (
              <Button
                onClick={() =>
                  void download('POST', expFile.path, { Kind: 'energyPriceSet', ...ask }, { name: '能源价格一览.xlsx' })
                }
              >
                导出
              </Button>
            ) : null}
          </>
        }
      />
      <search className="filter-bar surface">
        <Select<string[]>
          mode="multiple"
          allowClear
          className="filter-wide"
          maxTagCount="responsive"
          placeholder="项目（多选）"
          aria-label="项目"
          showSearch={{ optionFilterProp: 'label' }}
          loading={names.isPending}
          value={projects}
          options={(names.data?.rows ?? []).map(({ ProjectCode, ProjectName, areaName }) => ({
            value: ProjectCode,
            label: `${areaName} ${ProjectName}`,
          }))}
          onChange={(codes) => setFilters({ ProjectCode: codes.join(','), model: null })}
        />
        <ChoiceFilter
          label="能源"
          value={category?.label}
          options={CATEGORIES.map(({ label }) => label)}
          onChange={(label) =>
            setFilters({ categoryCode: CATEGORIES.find((one) => one.label === label)?.value, model: null })
          }
        />
        <ChoiceFilter
          label="表计型号"
          value={filters['model']}
          options={(models.data ?? []).map(({ Model, MeterCount }) => ({
            value: Model,
            label: `${Model}（${MeterCount}）`,
          }))}
          onChange={(model) => setFilters({ model })}
        />
        <MomentPicker
          kind="date"
          value={filters['onDate'] ?? null}
          placeholder="某日有效"
          aria={{ 'aria-label': '某日有效' }}
          onChange={(onDate) => setFilters({ onDate })}
        />
        <Checkbox
          checked={filters['noPrice'] !== undefined}
          onChange={(event) => setFilters({ noPrice: event.target.checked ? '1' : null })}
        >
          只看未设价格
        </Checkbox>
      </search>
      <ListStates
        list={list}
        lines={10}
        empty={filters['noPrice'] === undefined ? '所选项目没有购能的总表' : '所选项目的总表都已设价格'}
        framed
      >
        {(data) => (
          <CardTable
            label="执行价格"
            columns={columns}
            rows={data.rows}
            rowKey={(row) => row.DeviceId}
            paging={{
              index,
              size: PAGE_SIZE,
              total: data.total,
              onChange: (next) => setFilters({ PageIndex: String(next) }),
            }}
          />
        )}
      </ListStates>
      {adjusting ? (
        <AdjustDrawer
          devices={[...chosen]}
          onClose={() => {
            setAdjusting(false);
            setChosen(NONE);
          }}
        />
      ) : null}
      {history === null ? null : <HistoryDrawer row={history} onClose={() => setHistory(null)} />}
    </>
  );
};

export default PricesAcrossPage;
