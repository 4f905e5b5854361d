import { contractCard, contractPrintCard, type OutputOf } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import {
  allContracts,
  contractApprovals,
  contractBases,
  contractChanges,
  contractCollection,
  contractFiles,
  contractLetters,
  contractPeriods,
  contractPlans,
  contractPriceVersions,
  contractRecords,
  letters,
} from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { ReferencePicker } from '../../engine/widgets/reference.tsx';
import { callApi } from '../../lib/api.ts';
import { openPdf } from '../../lib/download.ts';
import { formatDecimal } from '../../lib/format.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { AddFileDialog } from './AddFileDialog.tsx';
import { contractAddress } from './address.ts';
import { PaperLink } from './paper.tsx';
import { recordPlace } from './record-place.ts';
import './contract.css';

const SCREEN = shortCodeOf(contractRecords.screen);
type Card = OutputOf<typeof contractCard>;

const words = (value: string | number | null): string => (value === null || value === '' ? '—' : String(value));
const yuan = (value: string | null): string => (value === null ? '—' : `${formatDecimal(value, 2)} 元`);

const settlementPlace = (id: string): string | null =>
  id === '' ? null : recordAddress(MODULES.userSettlement.procedureId, id);

const Bar = ({
  label,
  percent,
  note,
}: {
  readonly label: string;
  readonly percent: string | null;
  readonly note: string;
}) => (
  <div>
    <span>
      {label} {percent === null ? '—' : `${percent}%`}
    </span>
    <Progress percent={Number(percent ?? 0)} showInfo={false} size="small" aria-label={`${label} ${percent ?? 0}%`} />
    <small className="hint">{note}</small>
  </div>
);

/** What can be done with a contract from here, and where else it is looked at. */
const Tools = ({ of }: { readonly of: Card }): ReactElement => {
  const { begin, beginning } = useBegin();
  const [adding, setAdding] = useState(false);
  const collection = contractCollection.screen;
  return (
    <div className="view-tools">
      {canOpen(shortCodeOf(collection)) && of.kind !== '外包合同' ? (
        <Link to={`${collection}?${new URLSearchParams({ contract: of.ContractCode })}`}>收款合同</Link>
      ) : null}
      {canOpen(shortCodeOf(allContracts.screen)) ? (
        <Link to={`${allContracts.screen}?${new URLSearchParams({ Keyword: of.ContractCode })}`}>合同台账</Link>
      ) : null}
      {canOpen(shortCodeOf(letters.screen)) ? (
        <Link to={`${letters.screen}?${new URLSearchParams({ project: of.ProjectCode })}`}>项目函件</Link>
      ) : null}
      {can(SCREEN, 'download') ? (
        <Button onClick={() => void openPdf('POST', contractPrintCard.path, { ContractCode: of.ContractCode })}>
          打印合同卡
        </Button>
      ) : null}
      {can(SCREEN, 'upload') ? <Button onClick={() => setAdding(true)}>上传附件</Button> : null}
      {can(SCREEN, 'add') && mayBegin('supplementaryAgreement') ? (
        <Button
          type="primary"
          loading={beginning}
          onClick={() =>
            begin({
              moduleId: 'supplementaryAgreement',
              project: of.ProjectCode,
              values: { project: of.ProjectCode, contractSide: '客户合同', contract: of.ContractCode },
            })
          }
        >
          起草补充协议
        </Button>
      ) : null}
      {adding ? <AddFileDialog contract={of.ContractCode} onClose={() => setAdding(false)} /> : null}
    </div>
  );
};

const Head = ({ of }: { readonly of: Card }): ReactElement => (
  <section className="surface contract-head" aria-label="合同概况">
    <div>
      <h2>{of.name}</h2>
      <p>
        {of.ContractCode} · {of.ProjectName} · {of.partyA} · {of.state}
      </p>
    </div>
    <div className="contract-bars">
      <Bar
        label="履约进度"
        percent={of.progress}
        note={
          of.daysAll === null
            ? '合同没有起止日期'
            : `${of.daysDone ?? 0} / ${of.daysAll} 天，${words(of.startOn)} 至 ${words(of.endOn)}`
        }
      />
      {of.due === null ? null : (
        <Bar
          label="收款率"
          percent={of.collected}
          note={`到账 ${yuan(of.received)}，应收 ${yuan(of.due)}${Number(of.overdue ?? 0) > 0 ? `，逾期 ${yuan(of.overdue)}` : ''}`}
        />
      )}
    </div>
    <Tools of={of} />
  </section>
);

const Terms = ({ of }: { readonly of: Card }): ReactElement => {
  const signed = of.signedBy === null ? null : recordAddress(of.signedBy.ProcedureId, of.signedBy.BusinessId);
  const pairs: readonly (readonly [string, string])[] = [
    ['类型', of.kind],
    ['模式', words(of.mode)],
    ['计价方式', words(of.chargeModel)],
    ['客户（甲方）', words(of.partyA)],
    ['我方（乙方）', words(of.partyB)],
    ['签订日', words(of.signOn)],
    ['期限', `${words(of.startOn)} 至 ${words(of.endOn)}`],
    ['面积', of.settleArea === null ? '—' : `${formatDecimal(of.settleArea, 2)} m²`],
    ['结算周期', words(of.settleCycle)],
    ['付款期限', of.payDays === null ? '—' : `${of.payDays} 天`],
    ['我方分享', of.share === null ? '—' : `${of.share}%`],
    ...(of.due === null
      ? []
      : ([
          ['合同额', yuan(of.amount)],
          ['年合同额', yuan(of.yearAmount)],
        ] as const)),
    ['续签', of.renewCount === 0 ? words(of.renewState) : `${words(of.renewState)}（${of.renewCount}次）`],
    ['开票抬头', words(of.invoiceTitle)],
    ['税号', words(of.invoiceTaxNo)],
    ['备注', words(of.remark)],
  ];
  return (
    <>
      <div className="surface things-panel">
        <dl className="contract-terms">
          {pairs.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {signed === null ? null : (
            <div>
              <dt>签订单据</dt>
              <dd>
                <Link to={signed}>{of.signedBy?.serial}</Link>
              </dd>
            </div>
          )}
        </dl>
      </div>
      {of.others.length === 0 ? null : (
        <section className="surface contract-others" aria-label="同项目的其他合同">
          <h3>同项目的其他合同</h3>
          <ul>
            {of.others.map((other) => (
              <li key={other.ContractCode}>
                <Link to={contractAddress(other.ContractCode) ?? ''}>{other.name}</Link>{' '}
                <small>
                  {other.ContractCode} · {other.kind} · 至 {words(other.endOn)} · {other.state}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};

const KEPT = ['ContractCode'] as const;

/** 合同详情: one contract with a customer from all sides. */
const Contract = ({ code }: { readonly code: string }): ReactElement => {
  const card = useQuery({
    queryKey: ['rows', 'contract-card', code],
    queryFn: ({ signal }) => callApi(contractCard, { ContractCode: code }, { signal }),
  });
  if (card.error) return <ErrorRetry error={card.error} onRetry={() => void card.refetch()} />;
  if (card.data === undefined) return <SkeletonDelay rows={8} />;
  const about = { fixed: { contract: code }, aside: KEPT };
  return (
    <>
      <Head of={card.data} />
      <ViewTabs
        label="合同详情"
        keep={KEPT}
        tabs={[
          { key: 'terms', label: '条款', content: () => <Terms of={card.data} /> },
          {
            key: 'prices',
            label: '单价',
            content: () => (
              <ViewSection
                view={contractPriceVersions}
                {...about}
                empty="还没有单价"
                keywordHint="计价项、依据"
                tone={(row) => (row['state'] === '已失效' ? 'off' : null)}
                actions={(row) => <PaperLink row={row} />}
              />
            ),
          },
          {
            key: 'periods',
            label: '收付',
            content: () => (
              <ViewSection
                view={contractPeriods}
                {...about}
                empty="还没有应收"
                keywordHint="应收单、结算单"
                address={(row) => settlementPlace(textOf(row, 'record'))}
                tone={(row) => (Number(row['lateDays'] ?? 0) > 0 ? 'bad' : null)}
              />
            ),
          },
          {
            key: 'plans',
            label: '计划',
            content: () => (
              <ViewSection
                view={contractPlans}
                {...about}
                empty="合同没有登记收款计划"
                keywordHint="款项"
                tone={(row) => (row['state'] === '已调整' ? 'off' : null)}
              />
            ),
          },
          {
            key: 'changes',
            label: '变更',
            content: () => (
              <ViewSection
                view={contractChanges}
                {...about}
                empty="签订以来没有变更"
                keywordHint="单号、内容"
                address={recordPlace}
                tone={(row) => (row['approval'] === '审批中' ? 'warn' : null)}
              />
            ),
          },
          {
            key: 'bases',
            label: '表计面积',
            content: () => (
              <ViewSection view={contractBases} {...about} empty="还没有确认的面积与用量" keywordHint="内容、单号" />
            ),
          },
          {
            key: 'records',
            label: '往来单据',
            content: () => (
              <ViewSection
                view={contractRecords}
                {...about}
                empty="合同下没有您能查看的单据"
                keywordHint="单号、摘要、申请人"
                address={recordPlace}
                tone={(row) => (row['state'] === '已作废' || row['state'] === '已撤回' ? 'off' : null)}
              />
            ),
          },
          {
            key: 'letters',
            label: '函件',
            content: () => (
              <ViewSection
                view={contractLetters}
                {...about}
                empty="没有提到这份合同的函件"
                keywordHint="文号、标题、对方"
                address={(row) => recordAddress(MODULES.dailyInformation.procedureId, row.id)}
                tone={(row) => (row['replyState'] === '逾期' ? 'bad' : null)}
              />
            ),
          },
          {
            key: 'files',
            label: '附件',
            content: () => (
              <ViewSection
                view={contractFiles}
                {...about}
                empty="还没有附件"
                keywordHint="文件名、类型、单号"
                address={recordPlace}
                actions={(row) => <PaperLink row={row} />}
              />
            ),
          },
          {
            key: 'approvals',
            label: '审批',
            content: () => (
              <ViewSection
                view={contractApprovals}
                {...about}
                empty="没有审批记录"
                keywordHint="单号、环节、意见"
                address={recordPlace}
              />
            ),
          },
        ]}
      />
    </>
  );
};

const ContractInfoPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const code = filters['ContractCode'];
  return (
    <div className="list-page">
      <PageHeader title="合同详情" note="条款、单价、收付、变更、单据、附件与审批" />
      <search className="filter-bar surface">
        <ReferencePicker
          entity="contract"
          value={code ?? null}
          labels={code === undefined ? {} : { [code]: code }}
          project=""
          placeholder="合同"
          aria={{ 'aria-label': '合同' }}
          onPick={(next) => setFilters({ ContractCode: typeof next === 'string' ? next : null })}
        />
      </search>
      {code === undefined ? <EmptyHint text="请从合同列表进入" /> : <Contract key={code} code={code} />}
    </div>
  );
};

export default ContractInfoPage;
