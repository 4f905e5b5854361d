import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { deptCosts, fundBalances, invoicesHeld, openPayments } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { recordAddress } from '../../lib/routes.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** What may still be spent of budgets, and what payments of energy left open. */
const FundsPage = (): ReactElement => {
  const navigate = useNavigate();
  const open = ({ id }: ViewRow): void => {
    const address = recordAddress(MODULES.payment.procedureId, id);
    if (address !== null) void navigate(address);
  };
  return (
    <div className="list-page">
      <PageHeader
        title="资金台账"
        note="预算还剩多少可用，能源付款还有多少预付未冲抵、发票未到，每张发票用在哪张单据，部门花了多少"
      />
      <ViewTabs
        label="资金"
        tabs={[
          {
            key: 'budget',
            label: fundBalances.title,
            content: () => (
              <ViewSection
                view={fundBalances}
                empty="还没有批准的资金预算"
                tone={(row) => (Number(row['available']) === 0 ? 'warn' : null)}
              />
            ),
          },
          {
            key: 'open',
            label: openPayments.title,
            content: () => (
              <ViewSection
                view={openPayments}
                empty="没有预付余额，也没有未到的发票"
                onOpen={open}
                tone={(row) => (Number(row['overdueDays']) > 0 ? 'bad' : null)}
              />
            ),
          },
          {
            key: 'invoices',
            label: invoicesHeld.title,
            content: () => <ViewSection view={invoicesHeld} empty="付款与报销还没有录入发票" />,
          },
          {
            key: 'dept',
            label: deptCosts.title,
            content: () => <ViewSection view={deptCosts} empty="还没有记在部门的费用" />,
          },
        ]}
      />
    </div>
  );
};

export default FundsPage;
