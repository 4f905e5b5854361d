import type { ViewRow } from '@hengneng/contracts';
import { bookPath, shortCodeOf } from '@hengneng/core';
import type { ViewShape } from '@hengneng/form-kit';
import {
  allContracts,
  buyerContracts,
  buyerDeliveries,
  buyerPlans,
  buyerRecords,
  buyerRetentions,
  worksContracts,
} from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { can, canOpen } from '../../lib/permission.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { recordPlace } from './record-place.ts';

const SCREEN = shortCodeOf(buyerContracts.screen);
const WARRANTY_DAYS = 30;

interface Part {
  readonly key: 'deliveries' | 'records' | 'retentions' | 'plans';
  readonly label: string;
  readonly view: ViewShape;
  readonly empty: string;
  readonly address?: (row: ViewRow) => string | null;
}
const PARTS: readonly Part[] = [
  { key: 'deliveries', label: '到货与完工', view: buyerDeliveries, empty: '没有订购到货与外包任务' },
  { key: 'records', label: '付款与单据', view: buyerRecords, empty: '合同下没有您能查看的单据', address: recordPlace },
  { key: 'retentions', label: '质保金', view: buyerRetentions, empty: '没有扣留质保金' },
  { key: 'plans', label: '付款计划', view: buyerPlans, empty: '合同没有登记付款计划' },
];

const lineTone = (row: ViewRow): 'bad' | 'warn' | 'off' | null =>
  Number(row['lateDays'] ?? 0) > 0
    ? 'bad'
    : row['state'] === '已调整'
      ? 'off'
      : row['leftDays'] != null && Number(row['leftDays']) <= WARRANTY_DAYS && Number(row['left'] ?? 0) > 0
        ? 'warn'
        : null;

/** Other pages on which the contract stands. */
const Places = ({ row }: { readonly row: ViewRow }): ReactElement => {
  const ledger = bookPath('buyerContract');
  return (
    <div className="view-tools">
      {canOpen(shortCodeOf(ledger)) ? (
        <Link to={`${ledger}?${new URLSearchParams({ entry: row.id })}`}>采购合同台账</Link>
      ) : null}
      {canOpen(shortCodeOf(allContracts.screen)) ? (
        <Link to={`${allContracts.screen}?${new URLSearchParams({ Keyword: textOf(row, 'contractNo') })}`}>
          合同台账
        </Link>
      ) : null}
      {textOf(row, 'works') !== '' && canOpen(shortCodeOf(worksContracts.screen)) ? (
        <Link to={`${worksContracts.screen}?${new URLSearchParams({ Keyword: textOf(row, 'contractNo') })}`}>
          工程合同
        </Link>
      ) : null}
    </div>
  );
};

const ContractDrawer = ({ row, onClose }: { readonly row: ViewRow; readonly onClose: () => void }): ReactElement => {
  const prefix = useId();
  const [chosen, setChosen] = useState<Part['key']>('deliveries');
  const part = PARTS.find(({ key }) => key === chosen);
  return (
    <AppDrawer
      width={960}
      title={`${textOf(row, 'contractNo')} ${textOf(row, 'name')}`}
      onClose={onClose}
      footer={<Places row={row} />}
    >
      <CountTabs prefix={prefix} label="合同执行" tabs={PARTS} chosen={chosen} onChoose={setChosen} />
      {part === undefined ? null : (
        <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${part.key}`} key={part.key}>
          <ViewRows
            view={part.view}
            ask={{ contract: row.id }}
            empty={part.empty}
            address={part.address}
            tone={lineTone}
          />
        </div>
      )}
    </AppDrawer>
  );
};

/** Money for a contract is asked for in the way that it is paid. */
const PayButton = ({ row }: { readonly row: ViewRow }): ReactElement | null => {
  const { begin, beginning } = useBegin();
  const works = textOf(row, 'works');
  const byWorks = row['channel'] === '工程付款申请';
  const moduleId = byWorks ? 'payMoney' : 'paymentNotEnergy';
  if (row['state'] !== '履行中' || !can(SCREEN, 'add') || !mayBegin(moduleId) || (byWorks && works === '')) return null;
  const short = Number(row['payable'] ?? 0) <= 0;
  return (
    <Button
      type="link"
      size="small"
      loading={beginning}
      disabled={short}
      title={short ? '可付余额不足；预付款请在付款列表新建' : undefined}
      onClick={() =>
        begin({
          moduleId,
          project: textOf(row, 'project'),
          values: byWorks
            ? { project: row['project'], supplier: row['supplier'], projectContract: works }
            : { project: row['project'], payeeKind: '供应商', supplier: row['supplier'], payContract: row.id },
        })
      }
    >
      申请付款
    </Button>
  );
};

const NewContract = (): ReactElement | null => {
  const { begin, beginning } = useBegin();
  return can(SCREEN, 'add') && mayBegin('purchaseContract') ? (
    <Button loading={beginning} onClick={() => begin({ moduleId: 'purchaseContract' })}>
      起草合同
    </Button>
  ) : null;
};

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['state'] === '已完结' || row['state'] === '已终止') return 'off';
  if (Number(row['payable'] ?? 0) < 0) return 'bad';
  return Number(row['lateDays'] ?? 0) > 0 ? 'warn' : null;
};

/** 采购合同: what we buy, how far it is carried out, and what may still be paid. */
const BuyerContractsPage = (): ReactElement => {
  const [opened, setOpened] = useState<ViewRow | null>(null);
  return (
    <div className="list-page">
      <PageHeader title={buyerContracts.title} note={buyerContracts.purpose} />
      <ViewSection
        view={buyerContracts}
        empty="没有采购合同"
        keywordHint="合同编号、名称、项目、经办人"
        tools={<NewContract />}
        onOpen={setOpened}
        tone={toneOf}
        actions={(row) => <PayButton row={row} />}
      />
      <p className="note view-note">
        可付余额＝已匹配发票−已付−在途−应扣质保金−预付抵扣−罚款（已确认）；工程合同按工程合同台账算，其余按采购合同台账与质保金台账算。
      </p>
      {opened === null ? null : <ContractDrawer row={opened} onClose={() => setOpened(null)} />}
    </div>
  );
};

export default BuyerContractsPage;
