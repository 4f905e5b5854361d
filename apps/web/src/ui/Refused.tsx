import { permissionRequest } from '@hengneng/contracts';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messageOf } from '../lib/api.ts';
import { useWrite } from '../lib/useWrite.ts';

const HOME = '/main';
/** As much as the call takes of either. */
const MOST = 200;

/** Something that this person may not see: asking once more would be refused once more, so it says whom to ask and where to go instead. */
export const Refused = ({ error }: { readonly error: unknown }): ReactElement => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const ask = useWrite(permissionRequest, {
    said: ({ admins }) => (admins.length > 0 ? `已通知管理员：${admins.join('、')}` : '已通知管理员，请等待处理'),
  });
  const reason = [messageOf(error), search].filter(Boolean).join(' ').slice(0, MOST);
  return (
    <div className="error-retry" role="alert">
      <p className="error-retry-detail">{messageOf(error)}</p>
      <p>需要使用时，请向管理员申请权限。</p>
      <div className="denied-actions">
        <Button
          loading={ask.isPending}
          disabled={ask.isSuccess}
          onClick={() => ask.mutate({ path: pathname.slice(0, MOST), reason })}
        >
          {ask.isSuccess ? '已申请' : '申请权限'}
        </Button>
        {/* A part of the workbench is refused while the rest of it stands. */}
        {pathname === HOME ? null : (
          <>
            {history.length > 1 ? <Button onClick={() => void navigate(-1)}>返回上一页</Button> : null}
            <Button type="primary" onClick={() => void navigate(HOME)}>
              返回工作台
            </Button>
          </>
        )}
      </div>
    </div>
  );
};
