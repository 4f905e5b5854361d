import { type RoomDetail, roomMoveOut } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { chargeLink, ROOMS, todayHere } from './shared.ts';

/** What is left to do before a household leaves, each with where it is done. */
export const RoomMoveOut = ({
  room,
  onClose,
}: {
  readonly room: RoomDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const [day, setDay] = useState<string>(todayHere());
  const found = useQuery({
    queryKey: [ROOMS, 'move-out', room.id, day],
    queryFn: ({ signal }) => callApi(roomMoveOut, { roomId: room.id, day }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <AppDrawer title={`${room.fullCode} 迁出核对`} width={760} onClose={onClose}>
      <Form.Item label="迁出日" layout="vertical">
        <MomentField value={day} onChange={(value) => setDay(value ?? todayHere())} />
      </Form.Item>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={6} />
      ) : (
        <>
          <p role="status">{found.data.left === 0 ? '都已办妥，可以迁出' : `还有 ${found.data.left} 项未办`}</p>
          <DataTable
            label="迁出核对"
            columns={[
              {
                key: 'done',
                head: '状态',
                show: (row) => <Tag tone={row.done ? 'good' : 'warn'}>{row.done ? '已办' : '待办'}</Tag>,
              },
              { key: 'label', head: '事项' },
              // What is to be done is read to its end.
              { key: 'text', head: '情况', show: ({ text }) => <span className="move-out-text">{text}</span> },
              {
                key: 'place',
                head: '操作',
                show: ({ done, place }) => {
                  const to =
                    done || place === 'chargeRoom'
                      ? null
                      : chargeLink(place, { room: room.id, community: room.communityId });
                  return to === null ? '—' : <Link to={to}>去办理</Link>;
                },
              },
            ]}
            rows={found.data.items}
            rowKey={({ label }) => label}
          />
        </>
      )}
    </AppDrawer>
  );
};
