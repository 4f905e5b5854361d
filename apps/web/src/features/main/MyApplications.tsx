import { getMyList } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatDateTime, formatRecent } from '../../lib/format.ts';
import { useLastPage } from '../../lib/last-page.ts';
import { keepPrevious } from '../../lib/query.ts';
import { recordAddress } from '../../lib/routes.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { pressRow, walkRows } from '../../ui/row-walk.ts';
import { Block } from './Block.tsx';
import { BlockPager } from './BlockPager.tsx';
import { MineActions } from './MineActions.tsx';
import { StepsPeek } from './StepsPeek.tsx';

const PAGE_SIZE = 8;

const GROUPS = {
  open: { label: '在途', status: ['running', 'returned'] },
  draft: { label: '草稿', status: ['draft', 'withdrawn'] },
  ended: { label: '已结束', status: ['approved', 'rejected', 'cancelled'] },
} as const;
type Group = keyof typeof GROUPS;
const isGroup = (value: string): value is Group => value in GROUPS;

/** Where the person's own records are. */
export const MyApplications = (): ReactElement => {
  const [group, setGroup] = useState<Group>('open');
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ['mine', group, page],
    queryFn: ({ signal }) =>
      callApi(getMyList, { PageIndex: page, PageSize: PAGE_SIZE, Status: [...GROUPS[group].status] }, { signal }),
    placeholderData: keepPrevious,
  });
  const emptied = useLastPage(list, page, PAGE_SIZE, setPage);
  const rows = list.data?.rows ?? [];
  // What has ended is left as it is.
  const acted = group !== 'ended';
  return (
    <Block
      title="我的申请"
      loading={list.isPending || emptied}
      error={list.error}
      onRetry={() => void list.refetch()}
      extra={
        <Segmented
          size="small"
          aria-label="我的申请的状态"
          value={group}
          onChange={(value) => {
            if (!isGroup(value)) return;
            setGroup(value);
            setPage(1);
          }}
          options={Object.entries(GROUPS).map(([value, { label }]) => ({ value, label }))}
        />
      }
    >
      {rows.length === 0 ? (
        <EmptyHint text={`没有${GROUPS[group].label}的申请`} />
      ) : (
        <>
          <table className="plain-table cards-on-phone">
            <thead>
              <tr>
                <th scope="col">标题</th>
                <th scope="col">状态</th>
                <th scope="col">当前步骤与处理人</th>
                <th scope="col" className="right">
                  已用时（工作小时）
                </th>
                <th scope="col">预计完成</th>
                <th scope="col">提交时间</th>
                {acted ? <th scope="col">操作</th> : null}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={`${row.ProcedureId}-${row.BusinessId}`}
                  tabIndex={0}
                  className="row-opens"
                  onClick={pressRow}
                  onKeyDown={(event) => walkRows(event)}
                >
                  <td data-label="标题" className="cell-main">
                    <Link to={recordAddress(row.ProcedureId, row.BusinessId) ?? '/main'}>{row.title}</Link>
                    <small>
                      {row.module}
                      {row.project ? ` · ${row.project}` : ''}
                    </small>
                  </td>
                  <td data-label="状态">
                    <StepsPeek row={row} />
                  </td>
                  <td data-label="当前步骤与处理人">
                    {row.currentStep ? `${row.currentStep}${row.handlers ? `：${row.handlers}` : ''}` : '—'}
                  </td>
                  <td data-label="已用时（工作小时）" className="right">
                    {row.usedHours ?? '—'}
                  </td>
                  <td data-label="预计完成">{formatDateTime(row.eta)}</td>
                  <td data-label="提交时间" title={formatDateTime(row.submittedAt)}>
                    {formatRecent(row.submittedAt)}
                  </td>
                  {acted ? (
                    <td>
                      <MineActions row={row} />
                    </td>
                  ) : null}
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
