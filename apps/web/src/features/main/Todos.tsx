import { getWaitList, userExamineNumber, type WaitRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatDateTime, formatRecent } from '../../lib/format.ts';
import { keepPrevious } from '../../lib/query.ts';
import { recordAddress } from '../../lib/routes.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { Money } from '../../ui/Money.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { Block } from './Block.tsx';
import { BlockPager } from './BlockPager.tsx';

const PAGE_SIZE = 10;

const Due = ({ row }: { readonly row: WaitRow }): ReactElement => {
  if (row.urgency === 'overdue') return <Tag tone="bad">已超时</Tag>;
  if (row.urgency === 'soon') return <Tag tone="warn">即将到期</Tag>;
  return <span>{row.dueAt ? formatDateTime(row.dueAt) : '—'}</span>;
};

/** What waits for this person, all modules or one. */
export const Todos = (): ReactElement => {
  const [module, setModule] = useState<number | null>(null);
  const [overdue, setOverdue] = useState(false);
  const [page, setPage] = useState(1);
  const counts = useQuery({
    queryKey: ['todo', 'count'],
    queryFn: ({ signal }) => callApi(userExamineNumber, {}, { signal }),
  });
  const list = useQuery({
    queryKey: ['todo', 'list', module, overdue, page],
    queryFn: ({ signal }) =>
      callApi(
        getWaitList,
        {
          PageIndex: page,
          PageSize: PAGE_SIZE,
          ...(module === null ? {} : { ProcedureId: module }),
          ...(overdue ? { Overdue: true } : {}),
        },
        { signal },
      ),
    placeholderData: keepPrevious,
  });
  const modules = counts.data?.modules ?? [];
  const rows = list.data?.rows ?? [];
  return (
    <Block
      title={counts.data ? `待办 ${counts.data.total}` : '待办'}
      loading={list.isPending}
      error={list.error}
      onRetry={() => void list.refetch()}
      extra={
        <div className="block-tools">
          <Select
            size="small"
            aria-label="业务模块"
            className="block-select"
            value={module ?? 0}
            onChange={(value) => {
              setModule(value === 0 ? null : value);
              setPage(1);
            }}
            options={[
              { value: 0, label: '全部模块' },
              ...modules.map((one) => ({ value: one.ProcedureId, label: `${one.module} ${one.count}` })),
            ]}
          />
          <Checkbox
            checked={overdue}
            onChange={(event) => {
              setOverdue(event.target.checked);
              setPage(1);
            }}
          >
            只看超时
          </Checkbox>
        </div>
      }
    >
      {rows.length === 0 ? (
        <EmptyHint text={module === null && !overdue ? '没有待办，喝口水吧' : '没有符合条件的待办'} />
      ) : (
        <>
          <table className="plain-table cards-on-phone">
            <thead>
              <tr>
                <th scope="col">标题</th>
                <th scope="col">步骤</th>
                <th scope="col">申请人</th>
                <th scope="col" className="right">
                  金额（元）
                </th>
                <th scope="col">到达</th>
                <th scope="col">截止</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.NodeRecordId}>
                  <td data-label="标题" className="cell-main">
                    <Link to={recordAddress(row.ProcedureId, row.BusinessId) ?? '/main'} title={row.why}>
                      {row.title}
                    </Link>
                    <small>
                      {row.module}
                      {row.project ? ` · ${row.project}` : ''}
                      {row.onBehalfOf ? ` · 代${row.onBehalfOf}处理` : ''}
                      {row.claimedBy ? ` · ${row.claimedBy}正在处理` : ''}
                    </small>
                  </td>
                  <td data-label="步骤">{row.step}</td>
                  <td data-label="申请人">{row.applicant}</td>
                  <td data-label="金额（元）" className="right">
                    {row.amount === null ? '—' : <Money value={row.amount} />}
                  </td>
                  <td data-label="到达" title={formatDateTime(row.arrivedAt)}>
                    {formatRecent(row.arrivedAt)}
                  </td>
                  <td data-label="截止">
                    <Due row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <BlockPager page={page} pageSize={PAGE_SIZE} total={list.data?.total ?? 0} unit="件" onChange={setPage} />
        </>
      )}
    </Block>
  );
};
