import {
  COMMUNITY_STATES,
  communityDelete,
  communityExport,
  communityPage,
  type CommunityRow,
  type OutputOf,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { type ReactElement, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../../lib/project-name.ts';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { useQuestions } from '../../../ui/confirm.ts';
import { ListStates } from '../../../ui/ListStates.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { notify } from '../../../lib/notify.ts';
import { DistrictPick } from '../../energy/DistrictPick.tsx';
import { CommunityDrawer } from './CommunityDrawer.tsx';
import { COMMUNITIES, COMMUNITY_OPTIONS, COMMUNITY_SCREEN } from './shared.ts';
import './registry.css';

const SIZE = 24;

const Figure = ({
  label,
  unit,
  value,
  hint,
}: {
  readonly label: string;
  readonly unit?: string;
  readonly value: ReactElement | string;
  readonly hint?: string;
}): ReactElement => (
  <div title={hint}>
    <dt>
      {label}
      {unit ? <small>（{unit}）</small> : null}
    </dt>
    <dd>{value}</dd>
  </div>
);

const Card = ({ row, onOpen }: { readonly row: CommunityRow; readonly onOpen: () => void }): ReactElement => (
  <button type="button" className="surface community-card" onClick={onOpen}>
    <h2>
      {row.name}
      <small>{row.code}</small>
      <Tag tone={row.state === '启用' ? 'good' : 'neutral'}>{row.state}</Tag>
    </h2>
    <p>
      {row.projectName}
      {row.address === '' ? '' : ` · ${row.address}`}
    </p>
    <dl className="community-figures">
      <Figure label="楼栋数" value={String(row.buildings)} />
      <Figure label="户数" value={String(row.rooms)} />
      <Figure
        label="计费面积"
        unit="m²"
        value={formatDecimal(row.area, 2)}
        hint="今日各房间供能面积之和，不含停用房间"
      />
      <Figure label="收费员" value={String(row.cashiers)} />
      {row.due === null ? null : (
        <>
          <Figure label="当年应收" unit="元" value={<Money value={row.due} />} hint="当年各账期已发布账单，减免后" />
          <Figure
            label="收缴率"
            unit="%"
            value={row.rate === null ? '—' : row.rate.toFixed(2)}
            hint={row.rate === null ? '当年还没有已发布账单' : '当年账单已收 ÷ 当年账单应收'}
          />
          <Figure label="欠费" unit="元" value={<Money value={row.arrears} />} hint="已过到期日的未缴本金" />
        </>
      )}
    </dl>
  </button>
);

const Sums = ({ of }: { readonly of: OutputOf<typeof communityPage> }): ReactElement => (
  <p className="note">
    共 {of.total} 个小区，{of.sums?.['rooms'] ?? '0'} 户，计费面积 {formatDecimal(of.sums?.['area'], 2)} m²
    {of.sums?.['due'] === undefined
      ? ''
      : `；当年应收 ${formatDecimal(of.sums['due'], 2)} 元，已收 ${formatDecimal(of.sums['paid'], 2)} 元，到期未缴 ${formatDecimal(of.sums['arrears'], 2)} 元`}
  </p>
);

/** 小区管理: whom we charge where, by which terms, and who takes the money. */
const ChargeCommunityPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [open, setOpen] = useState<CommunityRow | 'new' | null>(null);
  const ask = useQuestions();
  const projectName = useProjectName(filters['project']);
  const filter = {
    Keyword: filters['keyword'] ?? '',
    project: filters['project'] ?? '',
    district: filters['district'] ?? '',
    state: COMMUNITY_STATES.find((state) => state === filters['state']) ?? '',
  } as const;
  const asked = { ...filter, PageIndex: Number(filters['PageIndex'] ?? 1) || 1, PageSize: SIZE };
  const list = useQuery({
    queryKey: [COMMUNITIES, asked],
    queryFn: ({ signal }) => callApi(communityPage, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const remove = useWrite(communityDelete, {
    renews: [COMMUNITIES, COMMUNITY_OPTIONS],
    onDone: ([one]) => {
      if (one?.ok) {
        notify.success('小区已删除');
        setOpen(null);
      } else notify.error(one?.reason ?? '');
    },
  });
  const mayAdd = can(COMMUNITY_SCREEN, 'add');
  const adds = mayAdd ? (
    <Button type="primary" onClick={() => setOpen('new')}>
      新建小区
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="小区管理"
        note="收费的小区与参数；参数改动从下一账期起生效，旧版本保留"
        actions={
          <>
            {adds}
            {can(COMMUNITY_SCREEN, 'export') ? (
              <Button onClick={() => void download('POST', communityExport.path, filter, { name: '小区.xlsx' })}>
                导出
              </Button>
            ) : null}
          </>
        }
      />
      <search className="filter-bar surface">
        <SearchFilter label="小区名称" value={filters['keyword']} onSearch={(keyword) => setFilters({ keyword })} />
        <span className="filter">
          <ProjectPick
            value={filters['project']}
            name={projectName}
            label="所属项目"
            onPick={(project) => setFilters({ project })}
          />
        </span>
        <DistrictPick value={filters['district']} onChange={(district) => setFilters({ district })} />
        <ChoiceFilter
          label="状态"
          value={COMMUNITY_STATES.find((state) => state === filters['state'])}
          options={COMMUNITY_STATES}
          onChange={(state) => setFilters({ state })}
        />
      </search>
      <ListStates list={list} lines={8} empty="还没有小区" action={adds} framed>
        {(data) => (
          <>
            <div className="community-cards">
              {data.rows.map((row) => (
                <Card key={row.id} row={row} onOpen={() => setOpen(row)} />
              ))}
            </div>
            <Sums of={data} />
            {data.total > SIZE ? (
              <Pagination
                current={asked.PageIndex}
                pageSize={SIZE}
                total={data.total}
                showSizeChanger={false}
                onChange={(PageIndex) => setFilters({ PageIndex: String(PageIndex) })}
              />
            ) : null}
          </>
        )}
      </ListStates>
      {open === null ? null : (
        <CommunityDrawer
          row={open === 'new' ? null : (list.data?.rows.find(({ id }) => id === open.id) ?? open)}
          onClose={() => setOpen(null)}
          onDelete={(row) =>
            ask.confirm({
              title: `删除${row.name}？`,
              content: '没有房间的小区才能删除',
              okText: '删除',
              onOk: () => remove.mutate({ ids: [row.id] }),
            })
          }
        />
      )}
    </>
  );
};

export default ChargeCommunityPage;
