import {
  communityList,
  COMMUNITY_STATES,
  FEE_KINDS,
  feeDelete,
  feeExport,
  feePage,
  feePrices,
  type FeeRow,
  feeSave,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { useQuestions } from '../../../ui/confirm.ts';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SideTree } from '../../../ui/SideTree.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { Bases } from './FeeBases.tsx';
import { FeeForm } from './FeeForm.tsx';
import { History } from './FeeHistory.tsx';
import { FeeNoticePrint } from './FeeNotice.tsx';
import { Prices } from './FeePrices.tsx';
import { Trial } from './FeeTrial.tsx';
import { chargeLink, COMMUNITY_OPTIONS, FEE_OPTIONS, FEE_SCREEN, FEES } from './shared.ts';
import './registry.css';

const TABS = [
  { key: 'basic', label: '基本' },
  { key: 'prices', label: '价格版本' },
  { key: 'rooms', label: '适用房间' },
  { key: 'trial', label: '试算' },
  { key: 'history', label: '历史' },
] as const;
type Tab = (typeof TABS)[number]['key'];

const RENEWS = [FEES, FEE_OPTIONS] as const;

const List = ({
  rows,
  chosen,
  onPick,
}: {
  readonly rows: readonly FeeRow[];
  readonly chosen: string | undefined;
  readonly onPick: (id: string) => void;
}): ReactElement => (
  <>
    {FEE_KINDS.map((kind) => {
      const own = rows.filter((row) => row.kind === kind);
      return own.length === 0 ? null : (
        <section key={kind} className="fee-group" aria-label={kind}>
          <h3>{kind}</h3>
          <ul>
            {own.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  className="fee-pick"
                  aria-current={row.id === chosen}
                  onClick={() => onPick(row.id)}
                >
                  <span>
                    {row.name}
                    <br />
                    <small>
                      {row.price === null ? '' : `${formatDecimal(row.price)} 元/${row.unit} · `}
                      {row.cycle} · {row.rooms}户
                    </small>
                  </span>
                  <span>
                    {row.waiting > 0 ? <Tag tone="warn">待审核</Tag> : null}
                    {row.state === '停用' ? <Tag>停用</Tag> : null}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </>
);

/** Where a fee is charged, with the way to the rooms. */
const Where = ({ fee }: { readonly fee: FeeRow }): ReactElement => {
  const found = useQuery({
    queryKey: [FEES, 'prices', fee.id],
    queryFn: ({ signal }) => callApi(feePrices, { feeId: fee.id }, { signal }),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay />;
  return found.data.communities.length === 0 ? (
    <EmptyHint text="没有您可以查看的小区" />
  ) : (
    <DataTable
      label="适用房间"
      columns={[
        { key: 'name', head: '小区' },
        { key: 'rooms', head: '适用户数', unit: '户', number: true },
        {
          key: 'do',
          head: '操作',
          show: (row) => {
            const to = chargeLink('chargeRoom', { community: row.id, fee: fee.id });
            return to === null ? (
              '—'
            ) : (
              <Link to={to} className="cell-link">
                看房间
              </Link>
            );
          },
        },
      ]}
      rows={found.data.communities}
      rowKey={(row) => row.id}
    />
  );
};

const Fee = ({
  fee,
  tab,
  onTab,
}: {
  readonly fee: FeeRow;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}): ReactElement => {
  const ask = useQuestions();
  const remove = useWrite(feeDelete, {
    renews: RENEWS,
    onDone: ([one]) => (one?.ok ? notify.success('费项已删除') : notify.error(one?.reason ?? '')),
  });
  const bills = chargeLink('chargeBill', { fee: fee.id });
  return (
    <>
      <p className="action-row">
        <strong>
          {fee.name} <small>{fee.code}</small>
        </strong>
        {bills === null ? null : (
          <Link to={bills} className="cell-link">
            看账单
          </Link>
        )}
        {can(FEE_SCREEN, 'delete') ? (
          <Button
            danger
            size="small"
            onClick={() =>
              ask.confirm({
                title: `删除${fee.name}？`,
                content: '有账单或房间在用的费项不能删除，可停用',
                okText: '删除',
                onOk: () => remove.mutate({ ids: [fee.id] }),
              })
            }
          >
            删除
          </Button>
        ) : null}
      </p>
      <CountTabs prefix="fee" label={fee.name} tabs={TABS} chosen={tab} onChoose={onTab} />
      <div id="fee-panel" role="tabpanel" className="registry-panel surface">
        {tab === 'basic' ? (
          <FeeForm key={`${fee.id} ${fee.version}`} fee={fee} />
        ) : tab === 'prices' ? (
          <Prices key={fee.id} fee={fee} />
        ) : tab === 'rooms' ? (
          <Where fee={fee} />
        ) : tab === 'trial' ? (
          <Trial key={fee.id} fee={fee} />
        ) : (
          <History fee={fee} />
        )}
      </div>
    </>
  );
};

/** 收费项目: what is charged, by what, at which price. */
const ChargeFeePage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [doing, setDoing] = useState<'new' | 'bases' | 'notice' | null>(null);
  const filter = {
    Keyword: filters['keyword'] ?? '',
    community: filters['community'] ?? '',
    kind: FEE_KINDS.find((kind) => kind === filters['kind']) ?? ('' as const),
    state: COMMUNITY_STATES.find((state) => state === filters['state']) ?? ('' as const),
  };
  const list = useQuery({
    queryKey: [FEES, filter],
    queryFn: ({ signal }) => callApi(feePage, { ...filter, PageSize: 500 }, { signal }),
    placeholderData: keepPreviousData,
  });
  const communities = useQuery({
    queryKey: [COMMUNITY_OPTIONS, 'all'],
    queryFn: ({ signal }) => callApi(communityList, {}, { signal }),
  });
  const common = useWrite(feeSave, {
    said: ({ made }) => (made === 0 ? '常用费项都已存在' : `已建立${made}个常用费项，请填写价格并审核`),
    renews: RENEWS,
  });
  const rows = list.data?.rows ?? [];
  const chosen = rows.find(({ id }) => id === filters['fee']) ?? rows[0];
  const tab: Tab = TABS.find(({ key }) => key === filters['tab'])?.key ?? 'basic';
  const mayAdd = can(FEE_SCREEN, 'add');
  const unfiltered = Object.values(filter).every((value) => value === '');
  return (
    <>
      <PageHeader
        title="收费项目"
        note="费项、计费依据与价格；价格只加版本，另一人审核后生效"
        actions={
          <>
            {mayAdd ? (
              <Button type="primary" onClick={() => setDoing('new')}>
                新增费项
              </Button>
            ) : null}
            <Button onClick={() => setDoing('bases')}>计费依据</Button>
            {can(FEE_SCREEN, 'download') ? <Button onClick={() => setDoing('notice')}>公示表</Button> : null}
            {can(FEE_SCREEN, 'export') ? (
              <Button onClick={() => void download('POST', feeExport.path, filter, { name: '收费项目.xlsx' })}>
                导出
              </Button>
            ) : null}
          </>
        }
      />
      <search className="filter-bar surface">
        <SearchFilter label="编码或名称" value={filters['keyword']} onSearch={(keyword) => setFilters({ keyword })} />
        <ChoiceFilter
          label="适用小区"
          value={filters['community']}
          options={(communities.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          loading={communities.isPending}
          onChange={(community) => setFilters({ community })}
        />
        <ChoiceFilter
          label="类别"
          value={FEE_KINDS.find((kind) => kind === filters['kind'])}
          options={FEE_KINDS}
          onChange={(kind) => setFilters({ kind })}
        />
        <ChoiceFilter
          label="状态"
          value={COMMUNITY_STATES.find((state) => state === filters['state'])}
          options={COMMUNITY_STATES}
          onChange={(state) => setFilters({ state })}
        />
      </search>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : chosen === undefined ? (
        <section className="surface">
          {unfiltered ? (
            <EmptyHint
              text="还没有收费项目"
              action={
                mayAdd ? (
                  <Button
                    type="primary"
                    loading={common.isPending}
                    onClick={() => common.mutate({ action: 'templates' })}
                  >
                    建立8个常用费项
                  </Button>
                ) : undefined
              }
            />
          ) : (
            <EmptyHint text="没有符合条件的收费项目" />
          )}
        </section>
      ) : (
        <div className="split">
          <SideTree label="收费项目" chosen={chosen.id}>
            <List rows={rows} chosen={chosen.id} onPick={(fee) => setFilters({ fee })} />
          </SideTree>
          <div className="split-main">
            <Fee fee={chosen} tab={tab} onTab={(key) => setFilters({ tab: key === 'basic' ? null : key })} />
          </div>
        </div>
      )}
      {doing === 'new' ? <FeeForm fee={null} onClose={() => setDoing(null)} /> : null}
      {doing === 'bases' ? <Bases onClose={() => setDoing(null)} /> : null}
      {doing === 'notice' ? <FeeNoticePrint community={filters['community']} onClose={() => setDoing(null)} /> : null}
    </>
  );
};

export default ChargeFeePage;
