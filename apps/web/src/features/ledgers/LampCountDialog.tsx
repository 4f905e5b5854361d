import { lampCount, viewIndex } from '@hengneng/contracts';
import { lampAllowance } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { callApi } from '../../lib/api.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';

/** What was counted in a store, beside what the book says; what is left empty was not counted. */
export const LampCountDialog = ({
  project,
  onClose,
}: {
  readonly project: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [room, setRoom] = useState<string | null>(null);
  const [counted, setCounted] = useState<Readonly<Record<string, string>>>({});
  const held = useQuery({
    queryKey: ['rows', 'lampCount', project],
    queryFn: ({ signal }) => callApi(viewIndex(lampAllowance), { project, PageSize: 500 }, { signal }),
  });
  const rooms = [...new Set((held.data?.rows ?? []).map((row) => textOf(row, 'storeRoom')))];
  const store = room ?? rooms[0] ?? '';
  const rows = (held.data?.rows ?? []).filter((row) => textOf(row, 'storeRoom') === store);
  const lines = rows.flatMap((row) => {
    const value = counted[row.id] ?? '';
    return value.trim() === '' ? [] : [{ lamp: textOf(row, 'lampId'), counted: value.trim() }];
  });
  const count = useWrite(lampCount);
  const made = count.data;
  if (made)
    return (
      <AppModal title="盘点结果" onOk={onClose} onCancel={onClose} cancelButtonProps={{ hidden: true }}>
        {made.drafts.length === 0 ? (
          <p>账实相符，没有差异。</p>
        ) : (
          <>
            <p>已按差异生成草稿，请补充后提交审批：</p>
            <ul>
              {made.drafts.map((draft) => {
                const address = recordAddress(draft.ProcedureId, draft.BusinessId);
                return (
                  <li key={draft.BusinessId}>{address ? <Link to={address}>{draft.title}</Link> : draft.title}</li>
                );
              })}
            </ul>
          </>
        )}
      </AppModal>
    );
  return (
    <AppModal
      title="灯具盘点"
      width={760}
      okText="提交盘点"
      okButtonProps={{ disabled: lines.length === 0 }}
      confirmLoading={count.isPending}
      onOk={() => count.mutate({ ProjectCode: project, storeRoom: store, lines })}
      onCancel={onClose}
    >
      {held.error ? (
        <ErrorRetry error={held.error} onRetry={() => void held.refetch()} />
      ) : held.data === undefined ? (
        <SkeletonDelay rows={5} />
      ) : rows.length === 0 ? (
        <EmptyHint text="该项目没有灯具库存" />
      ) : (
        <>
          <Select
            aria-label="仓库"
            value={store}
            options={rooms.map((one) => ({ value: one, label: one }))}
            onChange={(next: string) => setRoom(next)}
          />
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">灯具</th>
                <th scope="col" className="right">
                  账面可用（盏）
                </th>
                <th scope="col">实盘（盏）</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const name = held.data.labels['lamp']?.[textOf(row, 'lamp')] ?? textOf(row, 'model');
                return (
                  <tr key={row.id}>
                    <td>{name}</td>
                    <td className="right">{Number(textOf(row, 'closing')) - Number(textOf(row, 'scrap'))}</td>
                    <td>
                      <Input
                        aria-label={`${name} 实盘`}
                        inputMode="numeric"
                        status={/^\d*$/.test(counted[row.id] ?? '') ? '' : 'error'}
                        value={counted[row.id] ?? ''}
                        onChange={(event) => setCounted({ ...counted, [row.id]: event.target.value })}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p className="note">不填的不算盘点。多于账面生成盘盈入库草稿，少于账面生成盘亏出库草稿，审批后才改库存。</p>
        </>
      )}
    </AppModal>
  );
};
