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
import { Tag } from '../../../ui/StatusTag.tsx';
import { ANALYSIS_KEY, type Ask } from './useAnalysis.ts';

const LIST = 'formFlow.systemManage.roomInspectionRecord.roomInspectionRecordList';
const SIZE = 20;
const DAYS = 10;
const TONES = { 已巡查: 'good', 缺班次: 'warn', 无记录: 'neutral' } as const;

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
  const [dayPage, setDayPage] = useState(1);
  const byDay = useQuery({
    queryKey: [ANALYSIS_KEY, 'roundDays', shared, 'page', dayPage],
    queryFn: ({ signal }) => callApi(patrolIndex, { ...shared, PageIndex: dayPage, PageSize: DAYS }, { signal }),
    placeholderData: keepPrevious,
  });
  if (rounds.error) return <ErrorRetry error={rounds.error} onRetry={() => void rounds.refetch()} />;
  const met = (days.data?.rows ?? []).filter((row) => row.state !== '无记录').length;
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
          { title: '岗位', dataIndex: 'post', render: (value: string | null) => value ?? '—' },
          { title: '运行模式', dataIndex: 'runMode', render: (value: string | null) => value ?? '—' },
          {
            title: '参数',
            key: 'values',
            render: (_, row) => row.values.map((one) => `${one.label} ${one.value}`).join('，') || '—',
          },
        ]}
      />
      <h3>按日与班次</h3>
      <Table
        size="small"
        rowKey={(row) => `${row.project} ${row.day}`}
        loading={{ spinning: byDay.isPending, delay: 200 }}
        dataSource={byDay.data?.rows ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text="所选期间没有运营项目" /> }}
        pagination={{
          current: dayPage,
          pageSize: DAYS,
          total: byDay.data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setDayPage,
        }}
        columns={[
          { title: '日期', dataIndex: 'day' },
          { title: '项目', dataIndex: 'projectName' },
          {
            title: '排班班次',
            key: 'planned',
            render: (_, row) =>
              row.planned.length === 0
                ? '未排班'
                : row.planned.map((one) => (
                    <div key={`${one.shift} ${one.from}`}>
                      {one.shift} {one.from}–{one.to} {one.people} {one.done ? '✓ 有记录' : '无记录'}
                    </div>
                  )),
          },
          { title: '有记录的班次', key: 'shifts', render: (_, row) => row.shifts.join('、') || '—' },
          { title: '应检点（点）', dataIndex: 'points', align: 'right' },
          { title: '缺（班）', dataIndex: 'missing', align: 'right' },
          { title: '状态', key: 'state', render: (_, row) => <Tag tone={TONES[row.state]}>{row.state}</Tag> },
        ]}
      />
    </>
  );
};
