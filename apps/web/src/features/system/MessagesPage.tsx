import { outboxExport } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AnnouncementForm } from './messages/AnnouncementForm.tsx';
import { Announcements } from './messages/Announcements.tsx';
import { Channels } from './messages/Channels.tsx';
import { Outbox } from './messages/Outbox.tsx';
import { MESSAGES_CODE, outboxScope } from './messages/scope.ts';
import { Templates } from './messages/Templates.tsx';
import './system-pages.css';

// Words, because people read the address, too.
const VIEWS = ['消息', '公告', '模板', '通道'] as const;
type View = (typeof VIEWS)[number];

/** What people were told by every way, announcements, how messages are worded, and the ways themselves. */
const MessagesPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [writing, setWriting] = useState(false);
  const view = VIEWS.find((one) => one === filters.view) ?? '消息';
  return (
    <>
      <PageHeader
        title="消息发件箱"
        actions={
          <>
            {view === '消息' && can(MESSAGES_CODE, 'export') ? (
              <Button
                onClick={() =>
                  void download('POST', outboxExport.path, outboxScope(filters), { name: '消息发件箱.xlsx' })
                }
              >
                导出
              </Button>
            ) : null}
            {can(MESSAGES_CODE, 'add') ? (
              <Button type="primary" onClick={() => setWriting(true)}>
                发公告
              </Button>
            ) : null}
          </>
        }
      />
      <CountTabs<View>
        prefix="messages"
        label="消息"
        chosen={view}
        onChoose={(next) =>
          setFilters({ view: next === '消息' ? null : next, state: null, kind: null, keyword: null, PageIndex: null })
        }
        tabs={VIEWS.map((key) => ({ key, label: key }))}
      />
      <div className="system-panel" id="messages-panel" role="tabpanel" aria-labelledby={`messages-${view}`}>
        {view === '消息' ? <Outbox filters={filters} onFilter={setFilters} /> : null}
        {view === '公告' ? (
          <Announcements filters={filters} onFilter={setFilters} onWrite={() => setWriting(true)} />
        ) : null}
        {view === '模板' ? <Templates filters={filters} onFilter={setFilters} /> : null}
        {view === '通道' ? <Channels /> : null}
      </div>
      {writing ? (
        <AnnouncementForm
          onClose={() => setWriting(false)}
          onSent={() => {
            setWriting(false);
            setFilters({ view: '公告' });
          }}
        />
      ) : null}
    </>
  );
};

export default MessagesPage;
