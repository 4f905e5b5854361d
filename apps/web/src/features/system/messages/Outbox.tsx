import {
  OUTBOX_CHANNELS,
  OUTBOX_KINDS,
  OUTBOX_STATES,
  outboxIndex,
  outboxRetry,
  type OutboxRow,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import type { CardColumn } from '../../../ui/CardTable.tsx';
import { PagedCards } from '../../../ui/PagedCards.tsx';
import { DayRange } from '../../../ui/DayRange.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { UserSelect } from '../pickers.tsx';
import { MESSAGES_CODE, type OnFilter, outboxScope } from './scope.ts';

const PAGE_SIZE = 20;
const TONE: Readonly<Record<OutboxRow['State'], Tone>> = {
  待发: 'soon',
  已发: 'accent',
  送达: 'good',
  已读: 'good',
  失败: 'bad',
  未发: 'neutral',
};

/** Everything that was told to people, the latest first. */
export const Outbox = ({
  filters,
  onFilter,
}: {
  readonly filters: Filters;
  readonly onFilter: OnFilter;
}): ReactElement => {
  const scope = outboxScope(filters);
  const query = { ...scope, PageIndex: Number(filters.PageIndex ?? 1), PageSize: PAGE_SIZE };
  const list = useQuery({
    queryKey: ['outbox', query],
    queryFn: ({ signal }) => callApi(outboxIndex, query, { signal }),
    placeholderData: keepPrevious,
    staleTime: 0,
  });
  const retry = useWrite(outboxRetry, {
    said: ({ again }) => `已重发 ${again} 封`,
    renews: ['outbox'],
    onError: (fault) => notify.error(messageOf(fault)),
  });
  const failed = can(MESSAGES_CODE, 'edit') ? (list.data?.rows ?? []).filter((row) => row.MayRetry) : [];
  const columns: readonly CardColumn<OutboxRow>[] = [
    { key: 'at', head: '时间', show: ({ At }) => formatDateTime(At) },
    {
      key: 'kind',
      head: '类别',
      show: ({ Kind, Label }) => (Label === Kind || Label === '邮件' ? Kind : `${Kind} · ${Label}`),
    },
    { key: 'channel', head: '通道', show: ({ Channel }) => Channel },
    { key: 'user', head: '收件人', show: ({ User, Target }) => [User, Target].filter(Boolean).join(' ') || '—' },
    {
      key: 'title',
      head: '标题与内容',
      main: true,
      show: ({ Title, Content }) => (
        <>
          <span className="wrap">{Title}</span>
          {Content && Content !== Title ? <small className="wrap">{Content}</small> : null}
        </>
      ),
    },
    { key: 'state', head: '状态', show: ({ State }) => <Tag tone={TONE[State]}>{State}</Tag> },
    {
      key: 'reason',
      head: '失败原因',
      show: ({ Reason }) => (Reason === null ? '—' : <span className="wrap">{Reason}</span>),
    },
    { key: 'sent', head: '发出时间', show: ({ SentAt }) => formatDateTime(SentAt) },
    { key: 'delivered', head: '送达时间', show: ({ DeliveredAt }) => formatDateTime(DeliveredAt) },
    { key: 'read', head: '已读时间', show: ({ ReadAt }) => formatDateTime(ReadAt) },
    { key: 'cost', head: '费用', unit: '元', number: true, show: ({ Cost }) => Cost ?? '—' },
    { key: 'batch', head: '批次', show: ({ Batch }) => Batch ?? '—' },
  ];
  return (
    <>
      <search className="filter-bar surface">
        <ChoiceFilter label="类别" value={scope.kind} options={OUTBOX_KINDS} onChange={(kind) => onFilter({ kind })} />
        <ChoiceFilter
          label="通道"
          value={scope.channel}
          options={OUTBOX_CHANNELS}
          onChange={(channel) => onFilter({ channel })}
        />
        <ChoiceFilter
          label="状态"
          value={scope.state}
          options={OUTBOX_STATES}
          onChange={(state) => onFilter({ state })}
        />
        <div className="filter">
          <UserSelect
            label="收件人"
            placeholder="收件人"
            {...(filters.user ? { value: filters.user } : {})}
            onChange={(user) => onFilter({ user })}
          />
        </div>
        <DayRange
          label="日期"
          value={[filters.from ?? null, filters.to ?? null]}
          onChange={([from, to]) => onFilter({ from, to })}
        />
        <SearchFilter label="标题" value={filters.keyword} onSearch={(keyword) => onFilter({ keyword })} />
        {failed.length > 0 ? (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ Ids: failed.map((row) => row.Id) })}>
            重发本页失败 {failed.length} 封
          </Button>
        ) : null}
      </search>
      <PagedCards
        of={list}
        label="消息"
        columns={columns}
        rowKey={({ Id }) => Id}
        empty={<EmptyHint text="没有消息" />}
        page={query}
        onPage={(page) => onFilter({ PageIndex: String(page) })}
      />
      {filters.from || filters.to ? null : <p className="hint">显示最近 7 天；选日期可看更早的，一次最多 92 天。</p>}
    </>
  );
};
