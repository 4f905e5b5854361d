import { statementReconcileLetter } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import {
  collectionNotes,
  contractCollection,
  contractCollectionPlan,
  contractInvoices,
  contractReceipts,
  contractReceivables,
  receivableAging,
} from '@hengneng/forms/views';
import type { ViewRow } from '@hengneng/contracts';
import type { ViewShape } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { newRecordAddress, recordAddress } from '../../lib/routes.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { contractAddress } from '../contracts/address.ts';
import { CollectDialog } from './CollectDialog.tsx';
import { mayBegin, useBegin } from './new-record.ts';

const SCREEN = shortCodeOf(contractCollection.screen);
/** From here on the project belongs among those whose losses are looked into. */
const VERY_LATE_DAYS = 90;

const of = (module: 'userSettlement' | 'paymentReceived') => MODULES[module].procedureId;

const settlementAddress = (row: ViewRow): string | null => {
  const id = textOf(row, 'settlement');
  return id === '' ? null : recordAddress(of('userSettlement'), id);
};
const receiptAddress = (row: ViewRow): string | null => {
  const id = textOf(row, 'receipt');
  return id === '' ? null : recordAddress(of('paymentReceived'), id);
};

interface Part {
  readonly key: 'plan' | 'bills' | 'invoices' | 'receipts' | 'notes';
  readonly label: string;
  readonly view: ViewShape;
  readonly empty: string;
  readonly address?: (row: ViewRow) => string | null;
}

const PARTS: readonly Part[] = [
  { key: 'plan', label: '收款计划', view: contractCollectionPlan, empty: '合同没有登记收款计划' },
  { key: 'bills', label: '结算', view: contractReceivables, empty: '还没有结算', address: settlementAddress },
  { key: 'invoices', label: '发票', view: contractInvoices, empty: '还没有开票' },
  { key: 'receipts', label: '到账', view: contractReceipts, empty: '还没有到账', address: receiptAddress },
  { key: 'notes', label: '催收', view: collectionNotes, empty: '还没有催收记录' },
];

const planTone = (row: ViewRow) => (row['state'] === '逾期' ? 'bad' : row['state'] === '已收' ? 'off' : null);
const noteTone = (row: ViewRow) => (row['kept'] === '未兑现' ? 'bad' : row['kept'] === '部分兑现' ? 'warn' : null);

/** One contract: what is planned, billed, invoiced, paid, and how it was asked for. */
const ContractDrawer = ({
  row,
  onCollect,
  onClose,
}: {
  readonly row: ViewRow;
  readonly onCollect: () => void;
  readonly onClose: () => void;
}): ReactElement => {
  const prefix = useId();
  const [chosen, setChosen] = useState<Part['key']>('plan');
  const part = PARTS.find((one) => one.key === chosen) ?? PARTS[0];
  const contract = textOf(row, 'contractCode');
  return (
    <AppDrawer
      width={1040}
      title={`${textOf(row, 'customerName')}（${contract}）`}
      onClose={onClose}
      footer={
        <div className="view-tools">
          {contractAddress(contract) === null ? null : <Link to={contractAddress(contract) ?? ''}>合同详情</Link>}
          <Link to={`${contractTotalPath}?project=${encodeURIComponent(textOf(row, 'project'))}`}>收款统计总表</Link>
          {can(SCREEN, 'download') ? <LetterButton contract={contract} /> : null}
          {can(SCREEN, 'edit') ? (
            <Button type="primary" onClick={onCollect}>
              记催收
            </Button>
          ) : null}
        </div>
      }
    >
      <CountTabs prefix={prefix} label="合同的收款" tabs={PARTS} chosen={chosen} onChoose={setChosen} />
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${chosen}`}>
        {part ? (
          <ViewRows
            key={part.key}
            view={part.view}
            ask={{ contract }}
            empty={part.empty}
            address={part.address}
            tone={part.key === 'plan' ? planTone : part.key === 'notes' ? noteTone : undefined}
          />
        ) : null}
      </div>
    </AppDrawer>
  );
};

const contractTotalPath = '/formFlow/collectionSettlement/paymentStatisticsTotal';

const LetterButton = ({ contract, small = false }: { readonly contract: string; readonly small?: boolean }) => (
  <Button
    {...(small ? { size: 'small' as const, type: 'link' as const } : {})}
    onClick={() =>
      void download('POST', statementReconcileLetter.path, { ContractCode: contract }, { name: `对账函_${contract}` })
    }
  >
    对账函
  </Button>
);

/** New forms that start from here, where the person may file them. */
const NewForms = (): ReactElement => {
  const navigate = useNavigate();
  const forms = [
    ['userSettlement', '发起结算'],
    ['paymentReceived', '登记到账'],
  ] as const;
  return (
    <>
      {forms.map(([module, label]) => {
        const address = newRecordAddress(of(module));
        return address !== null && can(shortCodeOf(address.split('?')[0] ?? ''), 'add') ? (
          <Button key={module} onClick={() => void navigate(address)}>
            {label}
          </Button>
        ) : null;
      })}
    </>
  );
};

/** Takes what is overdue into an analysis of the project's losses, with the debt as its first cause. */
const LossButton = ({ row }: { readonly row: ViewRow }): ReactElement | null => {
  const { begin, beginning } = useBegin();
  if (row['lossAnalysis'] !== '待分析' || !mayBegin('lossProjectAnalysis')) return null;
  return (
    <Button
      size="small"
      type="link"
      loading={beginning}
      onClick={() =>
        begin({
          moduleId: 'lossProjectAnalysis',
          project: textOf(row, 'project'),
          values: {
            project: row['project'],
            contract: row['contract'],
            causes: [
              {
                causeKind: '回款滞后',
                causeAmount: row['overdueAmount'],
                causeData: `${textOf(row, 'customerName')}欠费${textOf(row, 'overdueAmount')}元，最长逾期${textOf(row, 'overdueDays')}天`,
              },
            ],
          },
        })
      }
    >
      亏损分析
    </Button>
  );
};

const ContractCollectionPage = (): ReactElement => {
  const [opened, setOpened] = useState<ViewRow | null>(null);
  const [asked, setAsked] = useState<ViewRow | null>(null);
  return (
    <div className="list-page">
      <PageHeader title={contractCollection.title} note={contractCollection.purpose} />
      <ViewTabs
        label="收款合同"
        tabs={[
          {
            key: 'contracts',
            label: '合同',
            content: () => (
              <ViewSection
                view={contractCollection}
                empty="没有收款合同"
                keywordHint="合同编号、客户、项目"
                tools={<NewForms />}
                onOpen={setOpened}
                tone={(row) => {
                  const days = Number(textOf(row, 'overdueDays'));
                  return days > VERY_LATE_DAYS ? 'bad' : days > 0 ? 'warn' : row['state'] === '已终止' ? 'off' : null;
                }}
                actions={(row) => (
                  <>
                    {can(SCREEN, 'edit') ? (
                      <Button size="small" type="link" onClick={() => setAsked(row)}>
                        记催收
                      </Button>
                    ) : null}
                    {can(SCREEN, 'download') ? <LetterButton contract={textOf(row, 'contractCode')} small /> : null}
                    <LossButton row={row} />
                  </>
                )}
              />
            ),
          },
          {
            key: 'ages',
            label: '账龄',
            content: () => (
              <ViewSection
                view={receivableAging}
                empty="没有未收的应收"
                keywordHint="应收单号、客户、项目"
                address={settlementAddress}
                tone={(row) => {
                  const days = Number(textOf(row, 'overdueDays'));
                  return days > VERY_LATE_DAYS ? 'bad' : days > 0 ? 'warn' : null;
                }}
              />
            ),
          },
          {
            key: 'notes',
            label: '催收记录',
            content: () => (
              <ViewSection
                view={collectionNotes}
                empty="还没有催收记录"
                keywordHint="客户、内容、联系人"
                tone={noteTone}
              />
            ),
          },
        ]}
      />
      {opened ? (
        <ContractDrawer row={opened} onCollect={() => setAsked(opened)} onClose={() => setOpened(null)} />
      ) : null}
      {asked ? (
        <CollectDialog
          contract={textOf(asked, 'contractCode')}
          customer={textOf(asked, 'customerName')}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  );
};

export default ContractCollectionPage;
