import { dataMessage, deptIndex, entryUrge, insertProjectSetUp } from '@hengneng/contracts';
import { isArea } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Popconfirm, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type DayCell, percent, type Progress, type ProgressRow, rateTone } from './progress.ts';
import './count.css';

const SCREEN = 'operationContent.DataInput.projectInputCount';
const ENTRY = '/operationContent/DataInput/newDataInput';

/** The month of the last cut. */
const thisMonth = (): string => new Date().toISOString().slice(0, 7);

/** What the server says of the type is what the page asked for. */
const askProgress = async (ask: object, signal: AbortSignal): Promise<Progress> =>
  (await callApi(dataMessage, { Type: 'progress', ...ask }, { signal })) as Progress;

const Cards = ({ summary }: { readonly summary: Progress['Summary'] }): ReactElement => (
  <dl className="count-cards">
    {[
      ['应录', String(summary.Due), '条'],
      ['已录', String(summary.Done), '条'],
      ['完整率', percent(summary.Completeness), ''],
      ['及时率', percent(summary.OnTime), ''],
      ['估算与补录占比', percent(summary.Filled), ''],
      ['异常未说明', String(summary.Unexplained), '条'],
      ['修改率', percent(summary.Changed), ''],
    ].map(([label, value, unit]) => (
      <div className="surface" key={label}>
        <dt>{label}</dt>
        <dd>
          {value} <small>{unit}</small>
        </dd>
      </div>
    ))}
  </dl>
);

/** Projects by days; a colour and a figure say how much of each day is there. */
const Heat = ({ progress }: { readonly progress: Progress }): ReactElement => {
  const days = [...new Set(progress.Calendar.map(({ Date: day }) => day))].sort();
  const cells = new Map(progress.Calendar.map((cell): [string, DayCell] => [`${cell.ProjectCode} ${cell.Date}`, cell]));
  return (
    <section className="surface count-heat" aria-label="完整率日历">
      <h2>完整率日历</h2>
      <div className="count-scroll">
        <table>
          <thead>
            <tr>
              <th>项目</th>
              {days.map((day) => (
                <th key={day}>{Number(day.slice(8))}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {progress.rows.map((row) => (
              <tr key={row.ProjectCode}>
                <th>{row.ProjectName}</th>
                {days.map((day) => {
                  const cell = cells.get(`${row.ProjectCode} ${day}`);
                  const rate = cell?.Rate ?? null;
                  return (
                    <td
                      key={day}
                      className={`heat-${rateTone(rate)}`}
                      title={`${row.ProjectName} ${day}：应录 ${cell?.Due ?? 0}，已录 ${cell?.Done ?? 0}`}
                    >
                      {rate === null ? '—' : Math.floor(rate)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

interface LockAsked {
  readonly row: ProgressRow;
  readonly action: 'lock' | 'unlock';
}

/** Closing a month, or opening it again for a day; what stands in the way is told line by line. */
const LockDialog = ({
  asked: { row, action },
  month,
  onClose,
}: {
  readonly asked: LockAsked;
  readonly month: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [reason, setReason] = useState('');
  const [unmet, setUnmet] = useState<readonly string[]>([]);
  const word = action === 'lock' ? '月锁' : '解锁';
  const write = useWrite(insertProjectSetUp, {
    renews: ['entryProgress'],
    said: `${row.ProjectName} ${month} 已${word}`,
    onDone: onClose,
    onError: (error) =>
      setUnmet(
        error instanceof ApiError && error.errors.length > 0
          ? error.errors.map(({ message }) => message)
          : [messageOf(error)],
      ),
  });
  return (
    <AppModal
      title={`${row.ProjectName} ${month} ${word}`}
      okText={word}
      confirmLoading={write.isPending}
      onCancel={onClose}
      onOk={() =>
        write.mutate({
          SetType: 'periodLock',
          ProjectCode: row.ProjectCode,
          Month: month,
          Action: action,
          Reason: reason,
        })
      }
    >
      <p>
        {action === 'lock'
          ? '月锁后任何人都不能再改该月读数，迟到的数据登记为调整。'
          : '解锁 24 小时后自动复锁，请填写原因。'}
      </p>
      <Input.TextArea
        aria-label="原因"
        placeholder="原因"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {unmet.length > 0 ? (
        <ul role="alert" className="count-unmet">
          {unmet.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
    </AppModal>
  );
};

/** How well projects are read: in time, whole, true; urging, and closing months. */
const ProjectInputCountPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [now] = useState(thisMonth);
  const month = filters['Month'] ?? now;
  const [asked, setAsked] = useState<LockAsked | null>(null);
  const roles = useSession((state) => state.user?.roles) ?? [];
  const depts = useQuery({
    queryKey: ['dept', false],
    queryFn: ({ signal }) => callApi(deptIndex, { all: false }, { signal }),
    staleTime: 60_000,
  });
  const ask = {
    Month: month,
    ...(filters['ProjectCode'] === undefined ? {} : { ProjectCode: filters['ProjectCode'] }),
    ...(filters['AreaId'] === undefined ? {} : { AreaId: filters['AreaId'] }),
  };
  const progress = useQuery({
    queryKey: ['entryProgress', ask],
    queryFn: ({ signal }) => askProgress(ask, signal),
  });
  const urge = useWrite(entryUrge, { said: ({ Told }) => `已提醒 ${Told}` });
  const mayEdit = can(SCREEN, 'edit');
  const percentColumn = (title: string, key: 'Completeness' | 'OnTime' | 'Filled' | 'Changed') => ({
    title,
    key,
    width: 96,
    align: 'right' as const,
    sorter: (a: ProgressRow, b: ProgressRow) => (a[key] ?? -1) - (b[key] ?? -1),
    render: (_: unknown, row: ProgressRow) =>
      key === 'Completeness' ? (
        <span className={`heat-text-${rateTone(row[key])}`}>{percent(row[key])}</span>
      ) : (
        percent(row[key])
      ),
  });
  const numberColumn = (title: string, key: 'Due' | 'Done' | 'Unexplained' | 'PhotoMissing' | 'LongestMissing') => ({
    title,
    dataIndex: key,
    width: 90,
    align: 'right' as const,
    sorter: (a: ProgressRow, b: ProgressRow) => a[key] - b[key],
  });
  const columns: TableColumnsType<ProgressRow> = [
    {
      title: '项目',
      key: 'project',
      width: 180,
      render: (_, row) => <Link to={`${ENTRY}?ProjectCode=${row.ProjectCode}`}>{row.ProjectName}</Link>,
    },
    { title: '区域', dataIndex: 'AreaName', width: 110 },
    { title: '负责人', dataIndex: 'ManagerName', width: 90 },
    numberColumn('应录', 'Due'),
    numberColumn('已录', 'Done'),
    percentColumn('完整率', 'Completeness'),
    percentColumn('及时率', 'OnTime'),
    {
      title: '平均滞后(h)',
      key: 'lag',
      width: 110,
      align: 'right',
      render: (_, { LagHours }) => (LagHours === null ? '—' : LagHours.toFixed(1)),
    },
    percentColumn('估算与补录', 'Filled'),
    percentColumn('修改', 'Changed'),
    numberColumn('异常未说明', 'Unexplained'),
    numberColumn('照片缺失', 'PhotoMissing'),
    numberColumn('连续缺录', 'LongestMissing'),
    {
      title: '月锁',
      key: 'locked',
      width: 80,
      render: (_, { Locked }) => (Locked ? <Tag tone="good">已锁</Tag> : <Tag>未锁</Tag>),
    },
    {
      title: '操作',
      key: 'do',
      width: 130,
      fixed: 'right',
      render: (_, row) => (
        <span className="count-do">
          {mayEdit && row.Done < row.Due ? (
            <Popconfirm
              title={`提醒 ${row.ManagerName} 录入？`}
              okText="催办"
              onConfirm={() => urge.mutate({ ProjectCode: row.ProjectCode, Month: month })}
            >
              <Button type="link" size="small">
                催办
              </Button>
            </Popconfirm>
          ) : null}
          {mayEdit && !row.Locked && roles.includes('energyAnalyst') && month < now ? (
            <Button type="link" size="small" onClick={() => setAsked({ row, action: 'lock' })}>
              月锁
            </Button>
          ) : null}
          {mayEdit && row.Locked && roles.includes('operationDirector') ? (
            <Button type="link" size="small" onClick={() => setAsked({ row, action: 'unlock' })}>
              解锁
            </Button>
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <>
      <PageHeader title="项目录入统计" note="各项目录入是否及时、完整、真实；按各自的抄表时刻与截止时刻统计" />
      <div className="filter-bar surface count-filter">
        <MomentPicker
          kind="month"
          value={month}
          allowClear={false}
          aria={{ 'aria-label': '月份' }}
          onChange={(value) => setFilters({ Month: value })}
        />
        <ChoiceFilter
          label="区域"
          loading={depts.isPending}
          value={filters['AreaId']}
          options={(depts.data ?? [])
            .filter((dept) => isArea(dept.T_OutSideDeptId))
            .map((dept) => ({ value: dept.T_OutSideDeptId, label: dept.T_OutSideDeptName }))}
          onChange={(value) => setFilters({ AreaId: value })}
        />
        {filters['ProjectCode'] === undefined ? null : (
          <Button onClick={() => setFilters({ ProjectCode: null })}>看全部项目</Button>
        )}
      </div>
      {progress.isPending ? (
        <SkeletonDelay />
      ) : progress.isError ? (
        <ErrorRetry error={progress.error} onRetry={() => void progress.refetch()} />
      ) : progress.data.rows.length === 0 ? (
        <section className="surface">
          <EmptyHint text="该月没有应录项目" />
        </section>
      ) : (
        <>
          <Cards summary={progress.data.Summary} />
          <Heat progress={progress.data} />
          <Table<ProgressRow>
            className="surface-table"
            size="small"
            rowKey="ProjectCode"
            pagination={false}
            dataSource={[...progress.data.rows]}
            columns={columns}
            scroll={{ x: 1500 }}
          />
        </>
      )}
      {asked === null ? null : <LockDialog asked={asked} month={month} onClose={() => setAsked(null)} />}
    </>
  );
};

export default ProjectInputCountPage;
