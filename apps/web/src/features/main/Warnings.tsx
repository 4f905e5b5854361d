import { type AlarmRow, warningIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { counted } from '../../lib/counted.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLastPage } from '../../lib/last-page.ts';
import { keepPrevious } from '../../lib/query.ts';
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx';
import { EmptyHint } from '../../ui/feedback.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { LEVEL_TONE, WARNINGS_PATH } from '../energy/warnings/warnings.ts';
import { Block } from './Block.tsx';
import { BlockPager } from './BlockPager.tsx';

const PAGE_SIZE = 8;

const COLUMNS: readonly CardColumn<AlarmRow>[] = [
  { key: 'at', head: '时间', show: ({ At }) => formatDateTime(At) },
  {
    key: 'project',
    head: '项目',
    main: true,
    show: ({ ProjectCode, ProjectName }) => (
      <Link to={`${WARNINGS_PATH}?project=${encodeURIComponent(ProjectCode)}&state=${encodeURIComponent('未处理')}`}>
        {ProjectName}
      </Link>
    ),
  },
  { key: 'device', head: '设备', show: ({ Device }) => Device ?? '—' },
  { key: 'level', head: '级别', show: ({ Level }) => <Tag tone={LEVEL_TONE[Level]}>{Level}</Tag> },
  { key: 'content', head: '内容', show: ({ Content }) => <span className="wrap">{Content}</span> },
  { key: 'minutes', head: '持续', unit: '分钟', number: true, show: ({ Minutes }) => counted(Minutes) },
];

/** 未处理报警 of one's projects, the most urgent first. */
export const Warnings = (): ReactElement => {
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ['warnings', 'main', page],
    queryFn: ({ signal }) =>
      callApi(warningIndex, { state: '未处理', PageIndex: page, PageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPrevious,
    refetchInterval: 60_000,
  });
  const emptied = useLastPage(list, page, PAGE_SIZE, setPage);
  const { data, error, refetch } = list;
  const rows = data?.rows ?? [];
  return (
    <Block
      title="未处理报警"
      extra={
        data && data.total > 0 ? (
          <Link to={`${WARNINGS_PATH}?state=${encodeURIComponent('未处理')}`}>去处理</Link>
        ) : null
      }
      loading={list.isPending || emptied}
      error={error}
      onRetry={() => void refetch()}
    >
      {rows.length === 0 ? (
        <EmptyHint text="没有未处理的报警" />
      ) : (
        <>
          <CardTable label="未处理报警" columns={COLUMNS} rows={rows} rowKey={({ Id }) => Id} />
          <BlockPager page={page} pageSize={PAGE_SIZE} total={data?.total ?? 0} unit="条" onChange={setPage} />
        </>
      )}
    </Block>
  );
};
