import { userKick } from '@hengneng/contracts';
import { Button, Table } from 'antd';
import type { ReactElement } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { EmptyHint } from '../../../ui/feedback.tsx';
import type { UserDetail } from './UserForm.tsx';

/** Where a person is signed in; each can be signed out. */
export const DevicesTab = ({
  user,
  editable,
}: {
  readonly user: UserDetail;
  readonly editable: boolean;
}): ReactElement => {
  const kick = useWrite(userKick, { renews: ['users'], said: '已完成' });
  const devices = user.devices ?? [];
  return (
    <>
      <Table
        size="small"
        rowKey="id"
        dataSource={devices}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text="当前没有登录的设备" /> }}
        columns={[
          { title: '设备', key: 'device', render: (_, row) => `${row.device}${row.current ? '（本机）' : ''}` },
          { title: '浏览器', dataIndex: 'browser', render: (value: string) => value || '—' },
          { title: 'IP', dataIndex: 'ip' },
          { title: '登录时间', dataIndex: 'signedInAt', render: (value: string) => formatDateTime(value) },
          { title: '最后活动', dataIndex: 'lastSeenAt', render: (value: string) => formatDateTime(value) },
          ...(editable
            ? [
                {
                  title: '操作',
                  key: 'kick',
                  render: (_: unknown, row: (typeof devices)[number]) => (
                    <Button
                      type="link"
                      size="small"
                      className="cell-link"
                      disabled={row.current}
                      aria-label={`下线 ${row.device}`}
                      onClick={() => kick.mutate({ userId: user.UserId, action: 'signOut', sessionId: row.id })}
                    >
                      下线
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {editable && devices.length > 0 ? (
        <div className="action-row">
          <Button
            danger
            loading={kick.isPending}
            onClick={() => kick.mutate({ userId: user.UserId, action: 'signOut' })}
          >
            全部强制下线
          </Button>
        </div>
      ) : null}
    </>
  );
};
