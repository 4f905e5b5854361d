/** 预存抵扣: what is kept for households pays what they owe; shown first, then done. */
import { cashierDeduct, type OutputOf } from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { BILLS } from '../bills/shared.ts';
import { Said, useAct } from './acting.tsx';
import { type Household, SCREEN, useShift } from './shared.ts';

type Asked =
  | { readonly roomId: string }
  /** Of the community, these rooms, or all of it. */
  | { readonly communityId: string; readonly roomIds: string[] };

const Deduction = ({
  title,
  asked,
  nothing,
  told,
  off = '',
  onClose,
}: {
  readonly title: string;
  readonly asked: Asked;
  /** Said where nothing can be deducted. */
  readonly nothing: string;
  /** Said above the rows. */
  readonly told?: (found: OutputOf<typeof cashierDeduct>) => string;
  /** Why it can't be done now; empty where it can. */
  readonly off?: string;
  readonly onClose: () => void;
}): ReactElement => {
  const client = useQueryClient();
  const act = useAct(
    cashierDeduct,
    () => {
      void client.invalidateQueries({ queryKey: [BILLS] });
      onClose();
    },
    ({ total }) => `已抵扣 ${formatMoney(total)} 元`,
  );
  const preview = useQuery({
    queryKey: ['chargeDeduct', asked],
    queryFn: ({ signal }) =>
      callApi(cashierDeduct, { requestId: crypto.randomUUID(), ...asked, preview: true }, { signal }),
    staleTime: 0,
  });
  const rows = preview.data?.rows ?? [];
  const ok = useRef<HTMLButtonElement>(null);
  const ready = rows.length > 0 && off === '';
  // Nothing is typed here: what was shown is agreed to.
  useEffect(() => {
    if (ready) ok.current?.focus();
  }, [ready]);
  return (
    <AppModal
      title={title}
      holdsInput={false}
      footer={[
        <Button key="close" onClick={onClose}>
          取消
        </Button>,
        <Button
          key="ok"
          ref={ok}
          type="primary"
          disabled={!ready}
          loading={act.busy}
          onClick={() => act.send({ ...asked, billIds: [], preview: false })}
        >
          抵扣 {formatMoney(preview.data?.total)} 元
        </Button>,
      ]}
      onCancel={onClose}
    >
      {preview.error ? <ErrorRetry error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {preview.isPending ? <SkeletonDelay rows={3} /> : null}
      {preview.data && rows.length === 0 ? <EmptyHint text={nothing} /> : null}
      {preview.data && rows.length > 0 ? (
        <>
          {told === undefined ? null : <p className="note">{told(preview.data)}</p>}
          <DataTable
            label="预存抵扣"
            rows={rows}
            rowKey={({ billId }) => billId}
            columns={[
              ...('communityId' in asked ? [{ key: 'room' as const, head: '房间' }] : []),
              { key: 'period', head: '账期' },
              { key: 'fee', head: '收费项目' },
              { key: 'deduct', head: '抵扣', unit: '元', number: true, show: (row) => formatMoney(row.deduct) },
              {
                key: 'balanceAfter',
                head: '余额',
                unit: '元',
                number: true,
                show: (row) => formatMoney(row.balanceAfter),
              },
            ]}
          />
        </>
      ) : null}
      <Said text={act.said === '' && rows.length > 0 ? off : act.said} />
    </AppModal>
  );
};

/** Of the household at the counter. */
export const DeductDialog = ({
  of,
  onClose,
}: {
  readonly of: Household;
  readonly onClose: () => void;
}): ReactElement => (
  <Deduction
    title={`预存抵扣 ${of.room.code}`}
    asked={{ roomId: of.room.id }}
    nothing={Number(of.room.balance) === 0 ? '预存余额不足：该房间没有预存' : '没有可抵扣的账单'}
    onClose={onClose}
  />
);

/** 批量抵扣: of ticked rooms, or of all of a community where none is ticked. Of an open shift, as any money. */
export const DeductTicked = ({
  community,
  rooms,
}: {
  readonly community: string;
  readonly rooms: readonly string[];
}): ReactElement | null => {
  const [open, setOpen] = useState(false);
  const desk = useShift(open ? community : '').data;
  if (!can(SCREEN, 'add')) return null;
  return (
    <>
      <Button
        disabled={community === ''}
        title={community === '' ? '请先选择小区' : rooms.length === 0 ? '本小区有预存又欠费的房间' : ''}
        onClick={() => setOpen(true)}
      >
        批量抵扣{rooms.length > 0 ? `（${rooms.length} 户）` : ''}
      </Button>
      {open ? (
        <Deduction
          title={rooms.length > 0 ? `批量抵扣 所勾 ${rooms.length} 户` : '批量抵扣 全小区'}
          asked={{ communityId: community, roomIds: [...rooms] }}
          nothing="没有既有预存又欠费的房间"
          told={({ rooms: found, total, left }) =>
            `${found} 户共抵扣 ${formatMoney(total)} 元${left > 0 ? `，另有 ${left} 户，完成后再抵扣一次` : ''}`
          }
          off={desk === undefined || desk.shift?.state === '开班' ? '' : '请先在收费台开班'}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
};
