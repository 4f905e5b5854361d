import { NOTICE_TOPIC_NAMES, NOTICE_TOPICS, type NoticeTopic, saveNoticeWays } from '@hengneng/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { allowDesktop, useNoticeWays } from '../../lib/desktop-notice.ts';
import { notify } from '../../lib/notify.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';

type Way = 'desktop' | 'email';
const WAYS: readonly (readonly [Way, string])[] = [
  ['desktop', '桌面提醒'],
  ['email', '邮件'],
];

/** How one hears of what: always inside the product, and by the browser or by e-mail where one wants. */
export const NoticeWays = (): ReactElement => {
  const client = useQueryClient();
  const { data, error, refetch } = useNoticeWays();
  const save = useWrite(saveNoticeWays, { onDone: (ways) => client.setQueryData(['notice-ways'], ways) });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={3} />;
  const possible = (way: Way, topic: NoticeTopic): boolean =>
    way === 'desktop' || data[way].includes(topic) || (data.mailOn && data.address !== null);
  const turn = async (way: Way, topic: NoticeTopic, on: boolean) => {
    if (on && way === 'desktop' && !(await allowDesktop())) {
      notify.warning('浏览器没有允许通知，请在浏览器的网站设置中允许后再试');
      return;
    }
    const { desktop, email } = data;
    const now = { desktop: [...desktop], email: [...email] };
    save.mutate({ ...now, [way]: on ? [...now[way], topic] : now[way].filter((one) => one !== topic) });
  };
  const address = !data.mailOn
    ? '本系统没有开通邮件发送。'
    : data.address === null
      ? '您还没有登记邮箱，请联系人事登记后再选择邮件。'
      : `邮件发到 ${data.address}。`;
  return (
    <>
      <table className="plain-table ways-table" aria-busy={save.isPending}>
        <thead>
          <tr>
            <th scope="col">消息</th>
            <th scope="col">站内</th>
            {WAYS.map(([way, name]) => (
              <th key={way} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTICE_TOPICS.map((topic) => (
            <tr key={topic}>
              <th scope="row">{NOTICE_TOPIC_NAMES[topic]}</th>
              <td>始终</td>
              {WAYS.map(([way, name]) => (
                <td key={way}>
                  <input
                    type="checkbox"
                    aria-label={`${NOTICE_TOPIC_NAMES[topic]}：${name}`}
                    checked={data[way].includes(topic)}
                    disabled={save.isPending || !possible(way, topic)}
                    onChange={(event) => void turn(way, topic, event.target.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="field-hint">桌面提醒只在页面处于后台时出现。{address}</p>
    </>
  );
};
