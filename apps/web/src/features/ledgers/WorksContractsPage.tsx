import { projectContractDetail, type ViewRow } from '@hengneng/contracts';
import { MODULES, type ModuleId, shortCodeOf, thousands } from '@hengneng/core';
import type { ViewShape } from '@hengneng/form-kit';
import {
  supplierEvaluations,
  worksContractBills,
  worksContractChanges,
  worksContractPayments,
  worksContracts,
} from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { recordLink } from '../statistics/record-link.ts';
import { mayBegin, useBegin } from './new-record.ts';

const SCREEN = shortCodeOf(worksContracts.screen);
const WARRANTY_DAYS = 30;

interface Part {
  readonly key: 'payments' | 'bills' | 'changes';
  readonly label: string;
  readonly view: ViewShape;
  readonly module: ModuleId;
  readonly empty: string;
}
const PARTS: readonly Part[] = [
  { key: 'payments', label: '付款', view: worksContractPayments, module: 'payMoney', empty: '还没有付款申请' },
  { key: 'bills', label: '发票', view: worksContractBills, module: 'purchaseInvoice', empty: '还没有登记发票' },
  {
    key: 'changes',
    label: '变更签证',
    view: worksContractChanges,
    module: 'supplementaryAgreement',
    empty: '没有变更，补充协议通过后记在这里',
  },
];
const PAYABLE = { key: 'payable', label: '可付余额怎么来' } as const;
const EVALUATIONS = { key: 'evaluations', label: '评价' } as const;

/** How 可付余额 comes about, step by step. */
const Payable = ({ id }: { readonly id: string }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['rows', 'projectContract', id],
    queryFn: ({ signal }) => callApi(projectContractDetail, { id }, { signal }),
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonDelay rows={6} />;
  return <Facts facts={data.payable.map(({ name, amount }) => [name, `${thousands(amount)} 元`] as const)} />;
};

/** What a contract is changed and judged by, each a form of its own; what is settled is changed no more. */
const Begins = ({ row }: { readonly row: ViewRow }): ReactElement => {
  const { begin, beginning } = useBegin();
  const project = textOf(row, 'project');
  const edits = can(SCREEN, 'edit');
  return (
    <div className="view-tools">
      {edits && row['state'] === '履行中' && mayBegin('supplementaryAgreement') ? (
        <Button
          loading={beginning}
          onClick={() =>
            begin({
              moduleId: 'supplementaryAgreement',
              project,
              values: {
                project,
                contractSide: '工程合同',
                projectContract: row.id,
                oldAmount: row['amount'],
                oldEnd: row['endDate'],
              },
            })
          }
        >
          变更签证
        </Button>
      ) : null}
      {edits && mayBegin('ServiceEvaluationB') ? (
        <Button
          loading={beginning}
          onClick={() =>
            begin({
              moduleId: 'ServiceEvaluationB',
              project,
              values: { project, supplier: textOf(row, 'supplier'), projectContract: row.id },
            })
          }
        >
          履约评价
        </Button>
      ) : null}
    </div>
  );
};

/** What was billed and paid on a contract, and what of it may still be paid. */
const ContractDrawer = ({ row, onClose }: { readonly row: ViewRow; readonly onClose: () => void }): ReactElement => {
  const prefix = useId();
  const [chosen, setChosen] = useState<Part['key'] | 'payable' | 'evaluations'>('payments');
  const part = PARTS.find(({ key }) => key === chosen);
  const judged = can(shortCodeOf(supplierEvaluations.screen), 'search') ? [EVALUATIONS] : [];
  return (
    <AppDrawer
      width={860}
      title={`${String(row['document'])} ${String(row['title'] ?? '')}`}
      onClose={onClose}
      footer={<Begins row={row} />}
    >
      <CountTabs
        prefix={prefix}
        label="合同往来"
        tabs={[...PARTS, PAYABLE, ...judged]}
        chosen={chosen}
        onChoose={setChosen}
      />
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${chosen}`} key={chosen}>
        {chosen === 'evaluations' ? (
          <ViewRows
            view={supplierEvaluations}
            ask={{ supplier: textOf(row, 'supplier'), project: textOf(row, 'project') }}
            empty="该单位在本项目还没有评价"
            address={recordLink}
          />
        ) : part === undefined ? (
          <Payable id={row.id} />
        ) : (
          <ViewRows
            view={part.view}
            ask={{ contract: row.id }}
            empty={part.empty}
            address={(line) => recordAddress(MODULES[part.module].procedureId, line.id)}
          />
        )}
      </div>
    </AppDrawer>
  );
};

/** A contract comes of an award, a purchase or a direct signing: its form asks for which. */
const NewContract = (): ReactElement | null => {
  const { begin, beginning } = useBegin();
  return can(SCREEN, 'add') && mayBegin('purchaseContract') ? (
    <Button type="primary" loading={beginning} onClick={() => begin({ moduleId: 'purchaseContract' })}>
      登记合同
    </Button>
  ) : null;
};

/** Begins what is done with a contract: a bill is entered, money is asked for while something may be paid. */
const Actions = ({ row }: { readonly row: ViewRow }): ReactElement => {
  const { begin, beginning } = useBegin();
  const open = row['state'] !== '已完结' && row['state'] !== '已终止';
  const start = (moduleId: ModuleId) =>
    begin({
      moduleId,
      project: String(row['project']),
      values: { project: row['project'], supplier: row['supplier'], projectContract: row.id },
    });
  if (!open || !can(SCREEN, 'add')) return <></>;
  return (
    <>
      {mayBegin('payMoney') ? (
        <Button
          type="link"
          size="small"
          loading={beginning}
          disabled={Number(row['payable'] ?? 0) <= 0}
          title={Number(row['payable'] ?? 0) <= 0 ? '可付余额不足；预付款请在付款列表新建' : undefined}
          onClick={() => start('payMoney')}
        >
          申请付款
        </Button>
      ) : null}
      {mayBegin('purchaseInvoice') ? (
        <Button type="link" size="small" loading={beginning} onClick={() => start('purchaseInvoice')}>
          登记发票
        </Button>
      ) : null}
    </>
  );
};

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['state'] === '已完结' || row['state'] === '已终止') return 'off';
  if (Number(row['payable'] ?? 0) < 0) return 'bad';
  const days = row['warrantyDays'];
  return Number(row['lateDays'] ?? 0) > 0 || (days != null && Number(days) <= WARRANTY_DAYS) ? 'warn' : null;
};

/** Contracts for works: what may still be paid on each, and how it came about. */
const WorksContractsPage = (): ReactElement => {
  const [opened, setOpened] = useState<ViewRow | null>(null);
  return (
    <div className="list-page">
      <PageHeader title={worksContracts.title} note={worksContracts.purpose} />
      <ViewSection
        view={worksContracts}
        empty="没有工程合同"
        keywordHint="合同编号、标的、项目"
        tools={<NewContract />}
        onOpen={setOpened}
        tone={toneOf}
        actions={(row) => <Actions row={row} />}
      />
      <p className="note view-note">
        可付余额＝已匹配发票−已付−在途−应扣质保金−预付抵扣−罚款（已确认）；质保期满后质保金不再扣。为负的标红，请核对发票与罚款。
      </p>
      {opened === null ? null : <ContractDrawer row={opened} onClose={() => setOpened(null)} />}
    </div>
  );
};

export default WorksContractsPage;
