import { CommunityFilter } from '../CommunityFilter.tsx';
import {
  type ChargeNoticeRow,
  feeAnnouncementIndex,
  NOTICE_KINDS,
  NOTICE_STATES,
  type OutputOf,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatMoney } from '../../../lib/format.ts';
import { useLive } from '../../../lib/live.ts';
import { CardTable, type CardColumn } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ReportSpan } from '../../energy/reports/common.tsx';
import { type Filters, type SetFilters } from '../bills/shared.ts';
import { NOTICES, percentOf, STATE_TONES } from './shared.ts';

const SIZE = 30;

const columns = (onOpen: (row: ChargeNoticeRow) => void): readonly CardColumn<ChargeNoticeRow>[] => [
  {
    key: 'title',
    head: '标题',
    main: true,
    show: (row) => (
      <Button type="link" className="cell-link" onClick={() => onOpen(row)}>
        {row.title}
      </Button>
    ),
  },
  { key: 'no', head: '编号', show: (row) => row.no },
  { key: 'kind', head: '类别', show: (row) => row.kind },
  { key: 'community', head: '小区', show: (row) => row.community },
  { key: 'rooms', head: '对象数', unit: '户', number: true, show: (row) => row.rooms },
  { key: 'channels', head: '渠道', show: (row) => row.channels.join('、') },
  {
    key: 'state',
    head: '状态',
    show: (row) => (
      <>
        <Tag tone={STATE_TONES[row.state] ?? 'neutral'}>{row.state}</Tag>
        {row.state === '发送中' ? (
          <small>
            {row.done}/{row.parts}
          </small>
        ) : null}
        {row.state === '草稿' && row.opinion !== '' ? <small>退回：{row.opinion}</small> : null}
      </>
    ),
  },
  { key: 'plan', head: '计划发送', show: (row) => formatDateTime(row.planAt ?? row.sentAt) || '—' },
  {
    key: 'delivered',
    head: '送达',
    number: true,
    hint: '已送达 ÷ 应送（不含跳过与撤回的）；短信以网关回执或打开链接为准，公示不计',
    show: (row) => percentOf(row.delivered),
  },
  { key: 'read', head: '已读', number: true, hint: '打开过链接 ÷ 已送达', show: (row) => percentOf(row.read) },
  {
    key: 'paidRooms',
    head: '7日内缴费',
    unit: '户',
    number: true,
    hint: '发出后7日内缴过其中账单的户',
    show: (row) => row.paidRooms ?? '—',
  },
  {
    key: 'paidAmount',
    head: '7日内回款',
    unit: '元',
    number: true,
    hint: '发出后7日内的收款，只计发送时所欠的部分',
    show: (row) => (row.paidAmount === null ? '—' : <Money value={row.paidAmount} />),
  },
  { key: 'maker', head: '起草人', show: (row) => row.maker },
  { key: 'checker', head: '审核人', show: (row) => row.checker || '—' },
];

const Stats = ({ of }: { readonly of: OutputOf<typeof feeAnnouncementIndex>['stats'] }): ReactElement => (
  <dl className="bill-figures surface">
    <div>
      <dt>待审核</dt>
      <dd>{of.states['待审核'] ?? 0} 个</dd>
    </div>
    <div>
      <dt>发送中与定时</dt>
      <dd>{(of.states['发送中'] ?? 0) + (of.states['定时'] ?? 0)} 个</dd>
    </div>
    <div>
      <dt>已发送</dt>
      <dd>{of.states['已发送'] ?? 0} 个</dd>
    </div>
    <div title="筛选内各公告之和；一户收到几个公告时各计一次">
      <dt>7日内缴费</dt>
      <dd>{of.paidRooms} 户次</dd>
    </div>
    <div title="筛选内各公告之和">
      <dt>7日内回款（元）</dt>
      <dd>{formatMoney(of.paidAmount)}</dd>
    </div>
  </dl>
);

/** 公告列表: what was sent and what came of it. */
export const NoticeList = ({
  filters,
  setFilters,
  onOpen,
  onNew,
}: {
  readonly filters: Filters;
  readonly setFilters: SetFilters;
  readonly onOpen: (row: ChargeNoticeRow) => void;
  /** Null for who may not write one. */
  readonly onNew: (() => void) | null;
}): ReactElement => {
  const asked = {
    community: filters['community'] ?? '',
    kind: NOTICE_KINDS.find((kind) => kind === filters['kind']) ?? ('' as const),
    state: NOTICE_STATES.find((state) => state === filters['state']) ?? ('' as const),
    sentFrom: filters['from'] ?? '',
    sentTo: filters['to'] ?? '',
    PageIndex: Number(filters['PageIndex'] ?? 1) || 1,
    PageSize: SIZE,
  };
  const list = useQuery({
    queryKey: [NOTICES, 'list', asked],
    queryFn: ({ signal }) => callApi(feeAnnouncementIndex, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  useLive(['chargeNotice'], () => list.refetch());
  return (
    <>
      <search className="filter-bar surface">
        <CommunityFilter value={filters['community']} onChange={(community) => setFilters({ community })} />
        <ChoiceFilter
          label="类别"
          value={NOTICE_KINDS.find((kind) => kind === filters['kind'])}
          options={NOTICE_KINDS}
          onChange={(kind) => setFilters({ kind })}
        />
        <ChoiceFilter
          label="状态"
          value={NOTICE_STATES.find((state) => state === filters['state'])}
          options={NOTICE_STATES}
          onChange={(state) => setFilters({ state })}
        />
        <span className="notice-span">
          <ReportSpan
            id="notice-sent"
            label="发送日期"
            picker="date"
            from={filters['from'] ?? ''}
            to={filters['to'] ?? ''}
            onChange={({ from, to }) => setFilters({ from, to })}
          />
        </span>
        {filters['from'] || filters['to'] ? (
          <Button onClick={() => setFilters({ from: null, to: null })}>不限日期</Button>
        ) : null}
      </search>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <>
          <Stats of={list.data.stats} />
          {list.data.total === 0 ? (
            <section className="surface">
              <EmptyHint
                text="还没有公告"
                action={onNew === null ? undefined : <Button onClick={onNew}>从模板新建</Button>}
              />
            </section>
          ) : (
            <CardTable
              label="公告"
              columns={columns(onOpen)}
              rows={list.data.rows}
              rowKey={(row) => row.id}
              paging={{
                index: asked.PageIndex,
                size: SIZE,
                total: list.data.total,
                onChange: (PageIndex) => setFilters({ PageIndex: String(PageIndex) }),
              }}
            />
          )}
        </>
      )}
    </>
  );
};
