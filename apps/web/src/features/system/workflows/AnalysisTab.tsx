import { type WorkflowAnalysis, workflowAnalysis } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { DayRange } from '../../../ui/DayRange.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';

type Step = WorkflowAnalysis['steps'][number];
type Person = WorkflowAnalysis['people'][number];

const SERIES = [
  ['average', '平均'],
  ['median', '中位'],
  ['longest', '最长'],
] as const;

const Bottleneck = ({ step }: { readonly step: Step }): ReactElement => (
  <span title={`各环节总用时的 ${step.share ?? '0'}% 花在这一步`}>
    <Tag tone="warn">瓶颈</Tag>
  </span>
);

/** Working hours of each step; the longest bar is as wide as there is room. */
const Bars = ({ steps }: { readonly steps: readonly Step[] }): ReactElement => {
  const most = Math.max(1, ...steps.map((step) => Number(step.longest ?? 0)));
  return (
    <figure className="flow-bars" aria-label="各环节用时，工作小时">
      <figcaption>
        {SERIES.map(([key, label]) => (
          <span key={key} className={`flow-key flow-key-${key}`}>
            {label}
          </span>
        ))}
        <small>单位：工作小时</small>
      </figcaption>
      <dl>
        {steps.map((step) => (
          <div key={step.key}>
            <dt>
              {step.name} {step.bottleneck ? <Bottleneck step={step} /> : null}
            </dt>
            <dd>
              {SERIES.map(([key, label]) => (
                <span key={key} className="flow-bar-line" title={`${label} ${step[key] ?? '无'} 工作小时`}>
                  <span
                    className={`flow-bar flow-key-${key}`}
                    style={{ width: `${(Number(step[key] ?? 0) / most) * 85}%` }}
                  />
                  {step[key] ?? '—'}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
};

const ELAPSED = '历时（自然小时）';

const percent = (text: string | null): string => (text === null ? '—' : `${text}%`);

/** How long steps and people took, what was late, what was sent back. */
export const AnalysisTab = ({ procedureId }: { readonly procedureId: number }): ReactElement => {
  const [range, setRange] = useState<{ readonly from?: string; readonly to?: string }>({});
  const { data, error, refetch } = useQuery({
    queryKey: ['workflows', 'analysis', procedureId, range],
    queryFn: ({ signal }) => callApi(workflowAnalysis, { ProcedureId: procedureId, range }, { signal }),
    placeholderData: keepPrevious,
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay />;
  return (
    <>
      <DayRange
        label="统计期间"
        open={false}
        value={[data.from, data.to]}
        onChange={([from, to]) => setRange({ ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) })}
      />
      {data.steps.length === 0 ? (
        <EmptyHint text="这段时间没有审批" />
      ) : (
        <>
          <Bars steps={data.steps} />
          <p className="hint">
            工作小时只计工作日的工作时间，夜间和休息日处理的为 0.0；历时从到达到办结按钟表计，含夜间和休息日，为平均数。
          </p>
          <Table<Step>
            size="small"
            rowKey="key"
            pagination={false}
            scroll={{ x: 820 }}
            dataSource={[...data.steps]}
            columns={[
              {
                title: '步骤',
                key: 'name',
                render: (_, row) => (
                  <>
                    {row.name} {row.bottleneck ? <Bottleneck step={row} /> : null}
                  </>
                ),
              },
              { title: '办结次数', dataIndex: 'count' },
              { title: '在办', dataIndex: 'waiting' },
              { title: '占总用时', key: 'share', render: (_, row) => percent(row.share) },
              {
                title: '用时（工作小时）',
                children: [
                  { title: '平均', key: 'average', render: (_, row) => row.average ?? '—' },
                  { title: '中位', key: 'median', render: (_, row) => row.median ?? '—' },
                  { title: '最长', key: 'longest', render: (_, row) => row.longest ?? '—' },
                ],
              },
              { title: ELAPSED, key: 'elapsed', render: (_, row) => row.elapsed ?? '—' },
              { title: '驳回', dataIndex: 'rejects' },
              { title: '超时率', key: 'overdue', render: (_, row) => percent(row.overdueRate) },
            ]}
          />
          <section className="flow-part">
            <h3>按处理人</h3>
            <Table<Person>
              size="small"
              rowKey="UserId"
              pagination={data.people.length > 10 ? { pageSize: 10 } : false}
              scroll={{ x: 560 }}
              dataSource={[...data.people]}
              columns={[
                { title: '处理人', dataIndex: 'UserName' },
                { title: '已处理', dataIndex: 'count' },
                { title: '用时（工作小时）', key: 'average', render: (_, row) => row.average ?? '—' },
                { title: ELAPSED, key: 'elapsed', render: (_, row) => row.elapsed ?? '—' },
                { title: '驳回', dataIndex: 'rejects' },
                { title: '超时率', key: 'overdue', render: (_, row) => percent(row.overdueRate) },
              ]}
            />
          </section>
        </>
      )}
    </>
  );
};
