/** 微信停用申请: what householders sent on the left, one of them beside the register on the right. */
import { WISH_STATES, wishPage, type WishRow } from '@hengneng/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useLive } from '../../../lib/live.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import type { CardColumn } from '../../../ui/CardTable.tsx';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { SearchFilter } from '../../../ui/filters.tsx';
import { CommunityFilter } from '../CommunityFilter.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { useCommunities } from '../bills/shared.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { DaysFilter, ListBeside, SIZE } from './ListBeside.tsx';
import { Amount, spanText, WISH_TONES, WISHES } from './shared.tsx';
import { WishPane } from './WishPane.tsx';
import './suspension.css';

const columnsOf = (chosen: string | undefined, onChoose: (id: string) => void): readonly CardColumn<WishRow>[] => [
  {
    key: 'applied',
    head: '申请时间',
    main: true,
    show: (row) => (
      <Button type="link" className="cell-link" aria-pressed={row.wxId === chosen} onClick={() => onChoose(row.wxId)}>
        {formatDateTime(row.appliedAt)}
      </Button>
    ),
  },
  { key: 'room', head: '小区房间', show: (row) => `${row.community} ${row.room}` },
  { key: 'applicant', head: '申请人', show: (row) => row.applicant },
  { key: 'relation', head: '与业主关系', show: (row) => row.relation },
  { key: 'phone', head: '电话', show: (row) => row.phone },
  { key: 'type', head: '类型', show: (row) => `${row.type} ${row.fee}` },
  { key: 'span', head: '起止', show: (row) => spanText(row.from, row.to) },
  { key: 'reason', head: '原因', show: (row) => row.reason || '—' },
  { key: 'files', head: '证件照', unit: '张', number: true, show: (row) => row.files },
  {
    key: 'match',
    head: '与档案一致',
    show: (row) => <Tag tone={row.match === '一致' ? 'good' : 'bad'}>{row.match}</Tag>,
  },
  { key: 'arrears', head: '欠费', unit: '元', number: true, show: (row) => <Amount value={row.arrears} /> },
  {
    key: 'wait',
    head: '等待',
    unit: '工作小时',
    number: true,
    show: (row) => (
      <span className={row.late ? 'wish-late' : undefined} title={row.late ? '超过2个工作小时未受理' : ''}>
        {row.waitHours}
        {row.late ? ' 超时' : ''}
      </span>
    ),
  },
  {
    key: 'state',
    head: '状态',
    show: (row) => (
      <>
        <Tag tone={WISH_TONES[row.state]}>{row.state}</Tag>
        {row.duplicates > 0 ? <Tag tone="warn">重复</Tag> : null}
      </>
    ),
  },
];

const WishesPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [link, setLink] = useState(false);
  const client = useQueryClient();
  const communities = useCommunities();
  const state = WISH_STATES.find((one) => one === filters['state']) ?? WISH_STATES[0];
  const asked = {
    community: filters['community'] ?? '',
    state,
    applyFrom: filters['applyFrom'] ?? '',
    applyTo: filters['applyTo'] ?? '',
    Keyword: filters['keyword'] ?? '',
  };
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const list = useQuery({
    queryKey: [WISHES, asked, page],
    queryFn: ({ signal }) => callApi(wishPage, { ...asked, PageIndex: page, PageSize: SIZE }, { signal }),
    placeholderData: keepPreviousData,
    // What waits turns red by itself.
    refetchInterval: 60_000,
  });
  useLive(['rows:suspendWish'], () => client.invalidateQueries({ queryKey: [WISHES] }));
  const rows = list.data?.rows ?? [];
  const chosen = (rows.find(({ wxId }) => wxId === filters['id']) ?? rows[0])?.wxId;
  const community = communities.data?.find(({ id }) => id === filters['community']);
  const narrow = (more: Record<string, string | null>) => setFilters({ PageIndex: null, id: null, ...more });
  return (
    <>
      <PageHeader
        title="微信停用申请"
        note="核对身份与房屋后转为正式停用单；2 个工作小时内受理"
        actions={
          <Button
            disabled={community === undefined}
            title={community === undefined ? '请先选择小区' : ''}
            onClick={() => setLink(true)}
          >
            申请二维码
          </Button>
        }
      />
      <search className="filter-bar surface">
        <SearchFilter
          label="编号、房号或申请人"
          className="filter filter-words"
          value={filters['keyword']}
          onSearch={(keyword) => narrow({ keyword })}
        />
        <CommunityFilter value={filters['community']} onChange={(next) => narrow({ community: next })} />
        <DaysFilter
          of={[
            ['applyFrom', '申请日从'],
            ['applyTo', '申请日到'],
          ]}
          filters={filters}
          onChange={narrow}
        />
      </search>
      <CountTabs
        prefix="wishes"
        label="状态"
        tabs={WISH_STATES.map((key) => ({ key, label: key, count: list.data?.counts[key] ?? 0 }))}
        chosen={state}
        onChoose={(next) => narrow({ state: next })}
      />
      <ListBeside
        prefix="wishes"
        label="微信申请"
        empty="没有微信申请"
        list={list}
        columns={columnsOf(chosen, (id) => setFilters({ id }))}
        rowKey={(row) => row.wxId}
        page={page}
        onPage={(index) => setFilters({ PageIndex: String(index), id: null })}
        chosen={filters['id']}
      >
        {chosen === undefined ? null : <WishPane key={chosen} id={chosen} />}
      </ListBeside>
      {link && community !== undefined ? (
        <LinkDialog id={community.id} name={community.name} onClose={() => setLink(false)} />
      ) : null}
    </>
  );
};

export default WishesPage;
