import type { ChargeNoticeRow } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { NoticeDrawer } from './NoticeDrawer.tsx';
import { NoticeEditor } from './NoticeEditor.tsx';
import { NoticeList } from './NoticeList.tsx';
import { SCREEN } from './shared.ts';
import { TemplatesTab } from './TemplatesTab.tsx';
import '../bills/bills.css';
import '../registry/registry.css';
import '../../energy/reports/reports.css';
import './notices.css';

const TABS = [
  { key: 'list', label: '公告列表' },
  { key: 'templates', label: '模板' },
] as const;

/** 收费公告: written from a template, looked at with real households, sent, and what came of it. */
const ChargeNoticePage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const tab = filters['tab'] === 'templates' ? 'templates' : 'list';
  const [begun, setBegun] = useState(false);
  // `draft` is an announcement that is written on, `open` one that is looked at.
  const writing = can(SCREEN, 'add') ? filters['draft'] : undefined;
  const looking = filters['open'] ?? (writing === undefined ? filters['draft'] : undefined);
  const close = () => {
    setBegun(false);
    setFilters({ draft: null, open: null, PageIndex: filters['PageIndex'] });
  };
  const look = (id: string) => {
    setBegun(false);
    setFilters({ draft: null, open: id, PageIndex: filters['PageIndex'] });
  };
  const open = (row: ChargeNoticeRow) =>
    setFilters(
      row.state === '草稿' && can(SCREEN, 'add')
        ? { draft: row.id, PageIndex: filters['PageIndex'] }
        : { open: row.id, PageIndex: filters['PageIndex'] },
    );
  const begin = () => setBegun(true);
  return (
    <>
      <PageHeader
        title="收费公告"
        note="出账通知、催缴与公告：发送时重新取欠费，已缴清的户自动剔除；停供、律师函前告知和调价须另一人审核"
        actions={
          can(SCREEN, 'add') ? (
            <Button type="primary" onClick={begin}>
              新建公告
            </Button>
          ) : null
        }
      />
      <CountTabs
        prefix="charge-notices"
        label="收费公告"
        tabs={TABS}
        chosen={tab}
        onChoose={(key) => setFilters({ tab: key === 'list' ? null : key })}
      />
      <div id="charge-notices-panel" role="tabpanel" aria-labelledby={`charge-notices-${tab}`} className="bill-panel">
        {tab === 'templates' ? (
          <TemplatesTab />
        ) : (
          <NoticeList
            filters={filters}
            setFilters={setFilters}
            onOpen={open}
            onNew={can(SCREEN, 'add') ? begin : null}
          />
        )}
      </div>
      {begun ? (
        <NoticeEditor id={null} community={filters['community'] ?? ''} onClose={close} onSent={look} />
      ) : writing !== undefined && filters['open'] === undefined ? (
        <NoticeEditor key={writing} id={writing} community="" onClose={close} onSent={look} />
      ) : looking !== undefined ? (
        <NoticeDrawer key={looking} id={looking} onClose={close} />
      ) : null}
    </>
  );
};

export default ChargeNoticePage;
