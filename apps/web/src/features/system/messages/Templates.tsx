import { type MessageTemplate, messageTemplates, OUTBOX_KINDS } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { QuietHours } from './QuietHours.tsx';
import { MESSAGES_CODE, type OnFilter } from './scope.ts';
import { TemplateForm } from './TemplateForm.tsx';

/** How messages are worded, and when ordinary ones wait. */
export const Templates = ({
  filters,
  onFilter,
}: {
  readonly filters: Filters;
  readonly onFilter: OnFilter;
}): ReactElement => {
  const [opened, setOpened] = useState<MessageTemplate | null>(null);
  const Kind = OUTBOX_KINDS.find((one) => one === filters.kind);
  const asked = { ...(Kind ? { Kind } : {}), ...(filters.keyword ? { Keyword: filters.keyword } : {}) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['messageTemplates', asked],
    queryFn: ({ signal }) => callApi(messageTemplates, asked, { signal }),
    placeholderData: keepPrevious,
    staleTime: 0,
  });
  const columns: readonly CardColumn<MessageTemplate>[] = [
    {
      key: 'name',
      head: '名称',
      main: true,
      show: ({ Name, Code }) => (
        <>
          <span>{Name}</span>
          <small>{Code}</small>
        </>
      ),
    },
    { key: 'kind', head: '类别', show: (row) => (row.Label === row.Kind ? row.Kind : `${row.Kind} · ${row.Label}`) },
    { key: 'channel', head: '通道', show: ({ Channel }) => Channel },
    { key: 'text', head: '正文', show: ({ Text }) => <span className="wrap plain-text">{Text}</span> },
    {
      key: 'words',
      head: '变量',
      show: ({ Variables }) => <span className="wrap">{Variables.join('、') || '—'}</span>,
    },
    { key: 'urgent', head: '静默时段', show: ({ Urgent }) => (Urgent ? '照发' : '次日发') },
    {
      key: 'enabled',
      head: '启用',
      show: ({ Enabled }) => <Tag tone={Enabled ? 'good' : 'neutral'}>{Enabled ? '启用' : '停用'}</Tag>,
    },
    {
      key: 'version',
      head: '版本',
      show: ({ Version, SavedBy, SavedAt }) =>
        Version === 0 ? (
          '程序自带'
        ) : (
          <>
            <span>第 {Version} 版</span>
            <small>
              {SavedBy} {formatDateTime(SavedAt)}
            </small>
          </>
        ),
    },
    {
      key: 'acts',
      head: '操作',
      acts: true,
      show: (row) => (
        <Button
          size="small"
          aria-label={`${can(MESSAGES_CODE, 'edit') ? '修改' : '查看'} ${row.Name}`}
          onClick={() => setOpened(row)}
        >
          {can(MESSAGES_CODE, 'edit') ? '修改' : '查看'}
        </Button>
      ),
    },
  ];
  return (
    <>
      <search className="filter-bar surface">
        <ChoiceFilter label="类别" value={Kind} options={OUTBOX_KINDS} onChange={(kind) => onFilter({ kind })} />
        <SearchFilter label="编码、名称或正文" value={filters.keyword} onSearch={(keyword) => onFilter({ keyword })} />
      </search>
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonDelay rows={8} /> : null}
      {data ? (
        <>
          <QuietHours hours={data.quiet} />
          {data.rows.length === 0 ? (
            <EmptyHint text="没有符合条件的模板" />
          ) : (
            <div aria-busy={isPlaceholderData}>
              <CardTable label="消息模板" columns={columns} rows={data.rows} rowKey={({ Code }) => Code} />
            </div>
          )}
        </>
      ) : null}
      {opened ? <TemplateForm row={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
};
