import type { ReactElement } from 'react';
import { useSession } from '../../lib/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Cards } from './Cards.tsx';
import { MyApplications } from './MyApplications.tsx';
import { Notices } from './Notices.tsx';
import { QuickStart } from './QuickStart.tsx';
import { Todos } from './Todos.tsx';

const WEEKDAYS = '日一二三四五六';

const today = (): string => {
  const now = new Date();
  return `${now.getMonth() + 1}月${now.getDate()}日 星期${WEEKDAYS[now.getDay()]}`;
};

/** The workbench: what to handle first, where one's own records are, what is new. Each block loads and fails on its own. */
const MainPage = (): ReactElement => {
  const user = useSession((state) => state.user);
  return (
    <div className="workbench">
      <PageHeader
        title={user ? `${user.userName}，您好` : '工作台'}
        note={[today(), user?.deptName, user?.position].filter(Boolean).join(' · ')}
      />
      <Cards />
      <div className="workbench-columns">
        <div className="workbench-main">
          <Todos />
          <MyApplications />
        </div>
        <div className="workbench-side">
          <QuickStart />
          <Notices />
        </div>
      </div>
    </div>
  );
};

export default MainPage;
