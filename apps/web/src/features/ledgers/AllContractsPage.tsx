import type { ViewRow } from '@hengneng/contracts';
import { bookPath, MODULES, type ModuleId, shortCodeOf } from '@hengneng/core';
import {
  allContracts,
  contractCollection,
  contractHandlings,
  contractRelations,
  worksContracts,
} from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { can, canOpen } from '../../lib/permission.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { contractAddress } from '../contracts/address.ts';
import { PaperLink } from '../contracts/paper.tsx';
import { recordPlace } from '../contracts/record-place.ts';
import { useHandling } from './ContractHandling.tsx';
import { mayBegin, useBegin } from './new-record.ts';

/** Where a contract of each ledger is looked at, and how its page is asked for it. */
const PLACES: Readonly<Record<string, { readonly path: string; readonly ask: (row: ViewRow) => object }>> = {
  客户合同: { path: contractCollection.screen, ask: (row) => ({ contract: row['no'] }) },
  工程合同: { path: worksContracts.screen, ask: (row) => ({ Keyword: row['no'] }) },
  采购合同: { path: bookPath('buyerContract'), ask: (row) => ({ entry: row.id.slice(1) }) },
  协议: { path: bookPath('agreement'), ask: (row) => ({ entry: row.id.slice(1) }) },
};

const addressOf = (row: ViewRow): string | null => {
  const whole = row['source'] === '客户合同' ? contractAddress(textOf(row, 'no')) : null;
  if (whole !== null) return whole;
  const place = PLACES[String(row['source'])];
  if (place === undefined || !canOpen(shortCodeOf(place.path))) return null;
  return `${place.path}?${new URLSearchParams({ ...place.ask(row) })}`;
};

/** Where a related contract or record is looked at. */
const relatedAddress = (row: ViewRow): string | null =>
  textOf(row, 'module') === '' ? addressOf({ ...row, id: textOf(row, 'target') }) : recordPlace(row);

const toneOf = (row: ViewRow): 'off' | 'bad' | 'warn' | null => {
  if (row['state'] === '已完结' || row['state'] === '已终止') return 'off';
  if (row['risk'] === '超付' || row['risk'] === '欠费') return 'bad';
  return row['risk'] === '正常' ? null : 'warn';
};

const SCREEN = shortCodeOf(allContracts.screen);

/** The forms by which contracts of each kind are drawn up. */
const DRAFTED = [
  'EMCOperateContract',
  'operateMainContract',
  'operationRenewal',
  'supplementaryAgreement',
  'purchaseContract',
  'detection',
  'maintenance',
  'maintain',
  'waterProcurement',
  'otherSource',
  'strategicAgreement',
  'joinVentureAgreement',
  'projectInvestReview',
] as const satisfies readonly ModuleId[];

/** Begins a contract, by its kind: those that the person may file. */
const Drafts = (): ReactElement | null => {
  const { begin, beginning } = useBegin();
  const modules = DRAFTED.filter(mayBegin);
  return modules.length === 0 ? null : (
    <ActionMenu
      menu={{
        items: modules.map((moduleId) => ({
          key: moduleId,
          label: MODULES[moduleId].title,
          onClick: () => begin({ moduleId }),
        })),
      }}
    >
      <Button type="primary" loading={beginning}>
        起草
      </Button>
    </ActionMenu>
  );
};

const Ledger = (): ReactElement => {
  const { actions, dialog } = useHandling();
  return (
    <>
      <ViewSection
        view={allContracts}
        empty="没有合同"
        keywordHint="合同编号、名称、对方、项目"
        address={addressOf}
        tools={<Drafts />}
        unfold={{
          label: '合同关系',
          show: (row) => (
            <ViewRows
              view={contractRelations}
              ask={{ of: row.id }}
              empty="没有补充、续签，也没有同项目的其他合同"
              address={relatedAddress}
            />
          ),
        }}
        actions={can(SCREEN, 'edit') ? actions : undefined}
        tone={toneOf}
      />
      <p className="note view-note">
        欠费：客户合同有逾期未收；超付：付款超过合同额或结算额；倒签：签订日晚于开始日；到期：90天内到期或已过期仍在履行。工程合同的已付含预付款。
      </p>
      {dialog}
    </>
  );
};

/** All contracts of the company, those first that ask for attention, and what was done with their papers. */
const AllContractsPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title={allContracts.title} note={allContracts.purpose} />
    <ViewTabs
      label="合同台账"
      tabs={[
        { key: 'contracts', label: '合同', content: () => <Ledger /> },
        {
          key: 'handlings',
          label: '用印归档',
          content: () => (
            <ViewSection
              view={contractHandlings}
              empty="还没有用印、归档或终止的登记"
              keywordHint="合同编号、名称、用印申请"
              actions={(row) => <PaperLink row={row} />}
            />
          ),
        },
      ]}
    />
  </div>
);

export default AllContractsPage;
