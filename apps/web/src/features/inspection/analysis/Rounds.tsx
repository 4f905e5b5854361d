import { patrolIndex, patrolRecordIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { canOpen } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ANALYSIS_KEY, type Ask } from './useAnalysis.ts';

const LIST = 'formFlow.systemManage.roomInspectionRecord.roomInspectionRecordList';
const SIZE = 20;

/** Rounds of the shift: noted in the records of machine rooms, not scored. */
export const Rounds = ({ ask }: { readonly ask: Ask }): ReactElement => {
  const [page, setPage] = useState(1);
  const shared = {
    ...(ask.project ? { project: ask.project } : {}),
    ...(ask.area ? { area: ask.area } : {}),
    ...(ask.range ? { range: ask.range } : {}),
  };
  const rounds = useQuery({
    queryKey: [ANALYSIS_KEY, 'rounds', shared, page],
    queryFn: ({ signal }) => callApi(patrolRecordIndex, { ...shared, PageIndex: page, PageSize: SIZE }, { signal }),
    placeholderData: keepPrevious,
  });
  const days = useQuery({
    queryKey: [ANALYSIS_KEY, 'roundDays', shared],
    queryFn: ({ signal }) => callApi(patrolIndex, { ...shared, PageSize: 500 }, { signal }),
    placeholderData: keepPrevious,
  });
  if (rounds.error) return <ErrorRetry error={rounds.error} onRetry={() => void rounds.refetch()} />;
  const met = (days.data?.rows ?? []).filter((row) => row.state === '已巡查').length;
  return (
    <>
      <p className="hint">
        值班巡查取自机房巡检记录，不进公司巡检得分。
        {days.data && days.data.total > 0 && days.data.total <= 500
          ? `期间内运营项目共 ${days.data.total} 个项目日，有记录 ${met} 个。`
          : ''}
        {ask.project && canOpen(LIST) ? (
          <Link to={`/${LIST.replaceAll('.', '/')}?project=${ask.project}`}>查看机房巡检记录</Link>
        ) : null}
      </p>
      <Table
        size="small"
        rowKey="id"
        loading={{ spinning: rounds.isPending, delay: 200 }}
        dataSource={rounds.data?.rows ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text="所选期间没有值班巡查记录" /> }}
        pagination={{
          current: page,
          pageSize: SIZE,
          total: rounds.data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
        columns={[
          { title: '时间', dataIndex: 'scanTime', render: (value: string) => formatDateTime(value) },
          { title: '项目', dataIndex: 'projectName' },
          { title: '班次', dataIndex: 'shift' },
          { title: '机房', dataIndex: 'room' },
          { title: '值班员', dataIndex: 'inspector' },
          { title: '运行模式', dataIndex: 'runMode', render: (value: string | null) => value ?? '—' },
          {
            title: '参数',
            key: 'values',
            render: (_, row) => row.values.map((one) => `${one.label} ${one.value}`).join('，') || '—',
          },
        ]}
      />
    </>
  );
};
