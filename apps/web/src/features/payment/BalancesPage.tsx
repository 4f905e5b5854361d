import { balancesExport, urgeClear, type ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { appropriationBalances, controlTotals, loanBalances, quotaBalances } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { download } from '../../lib/download.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { newRecordAddress, screenOf } from '../../lib/routes.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { FlowDrawer, type Opened } from './FlowDrawer.tsx';

const SCREEN = shortCodeOf(quotaBalances.screen);

/** Tells whoever holds cash or owes a loan to settle it. */
const Urge = ({ of, row }: { readonly of: 'appropriation' | 'loan'; readonly row: ViewRow }): ReactElement | null => {
  const urge = useWrite(urgeClear, { said: ({ done }) => done });
  if (!can(SCREEN, 'edit') || Number(row['balance']) <= 0) return null;
  return (
    <Button size="small" type="link" loading={urge.isPending} onClick={() => urge.mutate({ of, id: row.id })}>
      催清
    </Button>
  );
};

const claimCode = (): string | undefined => {
  const form = screenOf('quotaReimburse', 'form');
  return form === undefined ? undefined : shortCodeOf(form.path);
};

/** Quotas, petty cash and loans: what is left of each, and how it came about. */
const BalancesPage = (): ReactElement => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [{ year }] = useUrlFilters();
  const code = claimCode();
  const claim = newRecordAddress(MODULES.quotaReimburse.procedureId);
  const tools =
    claim !== null && can(SCREEN, 'add') && code !== undefined && canOpen(code) ? (
      <Link to={claim}>
        <Button type="primary">发起报销</Button>
      </Link>
    ) : null;
  const open = (book: Opened['book']) => (row: ViewRow) => setOpened({ book, row });
  return (
    <div className="list-page">
      <PageHeader
        title="报销余额"
        note="个人看本人的和自己保管的，项目经理看本项目，财务看全部；点第一列看来龙去脉"
        actions={
          can(SCREEN, 'export') ? (
            <Button
              title="额度、拨款、借款三表一个工作簿"
              onClick={() =>
                void download('POST', balancesExport.path, year === undefined ? {} : { year }, { name: '报销余额' })
              }
            >
              导出三表
            </Button>
          ) : null
        }
      />
      <ViewTabs
        label="余额"
        tabs={[
          {
            key: 'quota',
            label: '额度余额',
            content: () => (
              <ViewSection
                view={quotaBalances}
                empty="没有额度记录"
                tools={tools}
                onOpen={open('额度')}
                tone={(row) => (row['abnormal'] === '余额不足' ? 'warn' : row['abnormal'] ? 'bad' : null)}
              />
            ),
          },
          {
            key: 'appropriation',
            label: '拨款余额',
            content: () => (
              <ViewSection
                view={appropriationBalances}
                empty="没有拨款记录"
                tools={tools}
                onOpen={open('拨款')}
                tone={(row) => (row['abnormal'] ? 'bad' : null)}
                actions={(row) => <Urge of="appropriation" row={row} />}
              />
            ),
          },
          {
            key: 'loan',
            label: '个人借款',
            content: () => (
              <ViewSection
                view={loanBalances}
                empty="没有借款记录"
                onOpen={open('借款')}
                tone={(row) => (row['abnormal'] ? 'bad' : null)}
                actions={(row) => <Urge of="loan" row={row} />}
              />
            ),
          },
          {
            key: 'control',
            label: controlTotals.title,
            content: () => (
              <ViewSection
                view={controlTotals}
                empty="本年度还没有招待费和车辆费报销"
                tone={(row) => (Number(row['left']) < 0 ? 'warn' : null)}
              />
            ),
          },
        ]}
      />
      {opened === null ? null : <FlowDrawer opened={opened} onClose={() => setOpened(null)} />}
    </div>
  );
};

export default BalancesPage;
