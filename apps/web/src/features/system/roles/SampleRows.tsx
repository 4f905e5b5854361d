import { rolePreviewRows, roleUsers } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { Cell } from '../../../engine/list/Cell.tsx';
import { type Column, headOf, isAnswered } from '../../../engine/list/columns.ts';
import { callApi } from '../../../lib/api.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';

/** The newest records that one of the role's people lists by the role alone. They are looked at here, not opened. */
export const SampleRows = ({
  roleId,
  procedureId,
  columns,
}: {
  readonly roleId: string;
  readonly procedureId: number;
  readonly columns: readonly Column[];
}): ReactElement => {
  const id = useId();
  const [userId, setUserId] = useState<string | undefined>(undefined);
  const people = useQuery({
    queryKey: ['roles', 'members', roleId],
    queryFn: ({ signal }) => callApi(roleUsers, { roleId }, { signal }),
    staleTime: 60_000,
  });
  const list = useQuery({
    queryKey: ['roles', 'preview-rows', roleId, procedureId, userId],
    queryFn: ({ signal }) =>
      callApi(
        rolePreviewRows,
        { roleId, ProcedureId: procedureId, ...(userId === undefined ? {} : { userId }) },
        { signal },
      ),
    placeholderData: keepPrevious,
    staleTime: 60_000,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonDelay rows={4} />;
  const { member, reason } = list.data;
  const { rows, total, labels } = list.data.rows;
  const shown = columns.filter((column) => isAnswered(column.key, rows));
  return (
    <>
      {member === null ? null : (
        <p>
          <label htmlFor={`${id}-member`}>按谁的部门和项目看：</label>
          <Select
            id={`${id}-member`}
            size="small"
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            value={member.userId}
            options={
              people.data?.filter((one) => one.active).map((one) => ({ value: one.UserId, label: one.UserName })) ?? [
                { value: member.userId, label: member.userName },
              ]
            }
            onChange={setUserId}
          />
        </p>
      )}
      {reason === null && rows.length > 0 ? (
        <div className="table-scroll" role="region" aria-label="示例页的列" tabIndex={0}>
          <table className="plain-table list-table">
            <thead>
              <tr>
                {shown.map((column) => (
                  <th key={column.key} scope="col">
                    {headOf(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.BusinessId}>
                  {shown.map((column) => (
                    <td key={column.key}>
                      <Cell column={column} row={row} labels={labels} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <EmptyHint text={reason ?? '只凭这个角色，列表里没有您也能看到的单据'} />
      )}
      <p className="hint">
        {rows.length < total ? `共 ${total} 条，这里列出最新 ${rows.length} 条。` : ''}
        只列出您本人也有权查看的；此人自己填报和参与的不算在内。试看记入审计日志。
      </p>
    </>
  );
};
