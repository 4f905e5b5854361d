import type { ViewRow } from '@hengneng/contracts';
import { bookPath, MODULES, type ModuleId, shortCodeOf } from '@hengneng/core';
import { otherContracts } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { canOpen } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PaperLink } from '../contracts/paper.tsx';
import { mayBegin, useBegin } from './new-record.ts';
import { useOtherContracts } from './OtherContractDialogs.tsx';

/** The forms by which contracts of a group are registered. */
const FORMS: Readonly<Record<string, readonly ModuleId[]>> = {
  战略: ['strategicAgreement'],
  合资: ['joinVentureAgreement'],
  外包: ['detection', 'maintenance', 'maintain', 'waterProcurement', 'otherSource'],
};
const GROUPS = ['战略', '合资', '外包', '其他'] as const;
const SOON_DAYS = 30;

const addressOf = (row: ViewRow): string | null => {
  const path = bookPath(row.id.startsWith('a') ? 'agreement' : 'buyerContract');
  return canOpen(shortCodeOf(path)) ? `${path}?${new URLSearchParams({ entry: row.id.slice(1) })}` : null;
};

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['state'] === '已完结' || row['state'] === '已终止') return 'off';
  if (row['state'] === '已到期') return 'bad';
  return row['leftDays'] != null && Number(row['leftDays']) <= SOON_DAYS ? 'warn' : null;
};

const Registers = ({ group }: { readonly group: string }): ReactElement => {
  const { begin, beginning } = useBegin();
  const modules = FORMS[group] ?? [];
  return (
    <>
      {modules.filter(mayBegin).map((moduleId) => (
        <Button key={moduleId} loading={beginning} onClick={() => begin({ moduleId })}>
          登记{MODULES[moduleId].title}
        </Button>
      ))}
    </>
  );
};

const Contracts = ({ group }: { readonly group: string | null }): ReactElement => {
  const { register, actions, dialog } = useOtherContracts();
  return (
    <>
      <ViewSection
        view={otherContracts}
        empty="没有其他合同"
        keywordHint="编号、名称、对方、项目"
        {...(group === null ? {} : { fixed: { group } })}
        address={addressOf}
        tone={toneOf}
        tools={
          <>
            {group === null ? null : <Registers group={group} />}
            {group === null || group === '其他' ? register : null}
          </>
        }
        actions={(row) => (
          <>
            <PaperLink row={row} />
            {actions(row)}
          </>
        )}
      />
      {dialog}
    </>
  );
};

/** Agreements and outsourcing: what runs, what was drawn of it, what ends or renews itself soon. */
const OtherContractsPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title={otherContracts.title} note={otherContracts.purpose} />
    <ViewTabs
      label="其他合同"
      tabs={[
        { key: 'all', label: '全部', content: () => <Contracts group={null} /> },
        ...GROUPS.map((group) => ({ key: group, label: group, content: () => <Contracts group={group} /> })),
      ]}
    />
  </div>
);

export default OtherContractsPage;
