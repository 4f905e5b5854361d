import { loanRemind } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { credentialLoans, credentialStock } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from './new-record.ts';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';

const SCREEN = shortCodeOf(credentialLoans.screen);
const OPEN = { open: 'true' } as const;
/** Handing out and taking back are steps of the loan's own approval, where what is due is checked. */
const NEXT: Readonly<Record<string, string>> = { 待领取: '发放', 在外: '归还', 逾期: '归还' };

/** The record that a row is a line of. */
const addressOf = (id: string): string | null =>
  recordAddress(MODULES.credentialsBorrow.procedureId, id.split('-')[0] ?? '');

const Loans = ({ open }: { readonly open: boolean }): ReactElement => {
  const { begin } = useBegin();
  const remind = useWrite(loanRemind, { said: '已催还', renews: ['rows'] });
  return (
    <ViewSection
      view={credentialLoans}
      empty={open ? '没有在外证件' : '没有借还记录'}
      {...(open ? { fixed: OPEN } : {})}
      address={(row) => addressOf(row.id)}
      tone={(row) =>
        row['state'] === '逾期' || row['state'] === '遗失' ? 'bad' : row['state'] === '待领取' ? 'warn' : null
      }
      tools={
        mayBegin('credentialsBorrow') ? (
          <Button type="primary" onClick={() => begin({ moduleId: 'credentialsBorrow' })}>
            借用申请
          </Button>
        ) : null
      }
      actions={(row) => {
        const next = NEXT[String(row['state'])];
        const to = addressOf(row.id);
        return (
          <>
            {next !== undefined && to !== null && can(SCREEN, 'edit') ? <Link to={to}>{next}</Link> : null}
            {['在外', '逾期', '部分未还'].includes(String(row['state'])) && can(SCREEN, 'edit') ? (
              <Button type="link" size="small" onClick={() => remind.mutate({ Id: row.id })}>
                催还
              </Button>
            ) : null}
          </>
        );
      }}
    />
  );
};

/** Which papers are out, with whom, and since when they should be back. */
const CredentialLoansPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title={credentialLoans.title} note={credentialLoans.purpose} />
    <ViewTabs
      label="证件借还"
      tabs={[
        { key: '在外', label: '在外', content: () => <Loans open /> },
        { key: '全部', label: '全部', content: () => <Loans open={false} /> },
        {
          key: '按证件',
          label: '按证件',
          content: () => (
            <ViewSection
              view={credentialStock}
              empty="没有证件"
              tone={(row) => (Number(row['late'] ?? 0) > 0 || row['state'] === '遗失' ? 'bad' : null)}
            />
          ),
        },
      ]}
    />
  </div>
);

export default CredentialLoansPage;
