import { renewalRemind, type ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { allRenewals, myRenewals } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from './new-record.ts';
import { RenewalBoard } from './RenewalBoard.tsx';

const RED = '红（可能流失）';
const IDLE_DAYS = 30;
const { procedureId } = MODULES.renewalTracking;
const ALL = shortCodeOf(allRenewals.screen);

const MyRenewals = (): ReactElement => {
  const { begin, beginning } = useBegin();
  return (
    <ViewSection
      view={myRenewals}
      empty="暂无需要跟踪的合同"
      address={(row) => recordAddress(procedureId, row.id)}
      tone={(row) => (Number(row['lateDays'] ?? 0) > 0 || row['risk'] === RED ? 'bad' : null)}
      tools={
        mayBegin('renewalTracking') ? (
          <Button type="primary" loading={beginning} onClick={() => begin({ moduleId: 'renewalTracking' })}>
            新建跟踪
          </Button>
        ) : null
      }
    />
  );
};

/** One's own renewals, those first that are late; the same by their stages. */
export const MyRenewalsPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title={myRenewals.title} note={myRenewals.purpose} />
    <ViewTabs
      label="续签跟踪"
      tabs={[
        { key: '列表', label: '列表', content: () => <MyRenewals /> },
        { key: '看板', label: '看板', content: () => <RenewalBoard /> },
      ]}
    />
  </div>
);

const toneOf = (row: ViewRow): 'bad' | 'warn' | null =>
  row['result'] === '未启动' || row['risk'] === RED ? 'bad' : Number(row['idleDays'] ?? 0) > IDLE_DAYS ? 'warn' : null;

/** All renewals, and the contracts that nobody follows. */
export const AllRenewalsPage = (): ReactElement => {
  const { begin } = useBegin();
  const remind = useWrite(renewalRemind, { said: '已催办', renews: ['rows'] });
  return (
    <div className="list-page">
      <PageHeader
        title={allRenewals.title}
        note={allRenewals.purpose}
        actions={<Link to="/formFlow/resourceManage/renewalTracking/trackingList">我的续签跟踪</Link>}
      />
      <ViewSection
        view={allRenewals}
        empty="没有跟踪记录"
        address={(row) => (row['result'] === '未启动' ? null : recordAddress(procedureId, row.id))}
        tone={toneOf}
        actions={(row) => {
          const untracked = row['result'] === '未启动';
          return (
            <>
              {untracked && mayBegin('renewalTracking') ? (
                <Button
                  type="link"
                  size="small"
                  onClick={() =>
                    begin({
                      moduleId: 'renewalTracking',
                      project: String(row['project']),
                      values: { project: row['project'], contract: row['contract'] },
                      same: { contract: row['contract'] },
                    })
                  }
                >
                  建立跟踪
                </Button>
              ) : null}
              {(untracked || row['result'] === '跟踪中') && can(ALL, 'edit') ? (
                <Button type="link" size="small" onClick={() => remind.mutate({ Id: row.id })}>
                  催办
                </Button>
              ) : null}
            </>
          );
        }}
      />
    </div>
  );
};
