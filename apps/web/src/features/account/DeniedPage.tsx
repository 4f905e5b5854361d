import { pageDenied, permissionRequest } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { leaveToLogin, useSession } from '../../lib/session.ts';
import { useWrite } from '../../lib/useWrite.ts';

const SHOWN = 200;

/** Why somebody ended here, and the ways out. `from` is shown as plain text only. */
export const DeniedPage = ({ from }: { readonly from: string }): ReactElement => {
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
  const ask = useWrite(permissionRequest, {
    said: ({ admins }) => (admins.length > 0 ? `已通知管理员：${admins.join('、')}` : '已通知管理员，请等待处理'),
  });
  // Asked once for each refusal: the asking is what the audit log notes.
  const contacts = useQuery({
    queryKey: ['denied', from],
    queryFn: ({ signal }) => callApi(pageDenied, { path: from.slice(0, SHOWN) }, { signal }),
    enabled: from !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    document.title = '无权访问 - 衡能';
  }, []);
  return (
    <main className="denied">
      <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
        <rect x="20" y="42" width="56" height="40" rx="6" fill="none" stroke="currentColor" strokeWidth="3" />
        <path
          d="M32 42V30a16 16 0 0 1 32 0v12M48 58v10"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      <h1>无权访问或页面不存在</h1>
      {from === '' ? null : <p className="denied-from">{from.slice(0, SHOWN)}</p>}
      <p>当前登录：{user ? `${user.UserName}（${user.account}）` : '未登录'}。如需使用，请向管理员申请。</p>
      {contacts.data && contacts.data.admins.length > 0 ? (
        <ul className="denied-contacts" aria-label="可联系的管理员">
          {contacts.data.admins.map(({ name, phone }) => (
            <li key={`${name} ${phone}`}>
              管理员 {name}
              {phone ? <a href={`tel:${phone}`}>{phone}</a> : null}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="denied-actions">
        <Button type="primary" onClick={() => void navigate('/main')}>
          返回工作台
        </Button>
        {/* A link that was opened in a new window has no page before it. */}
        {history.length > 1 ? <Button onClick={() => void navigate(-1)}>返回上一页</Button> : null}
        {from === '' ? null : (
          <Button
            loading={ask.isPending}
            disabled={ask.isSuccess}
            onClick={() => ask.mutate({ path: from.slice(0, SHOWN) })}
          >
            申请权限
          </Button>
        )}
        <Button type="text" onClick={leaveToLogin}>
          重新登录
        </Button>
      </div>
    </main>
  );
};
