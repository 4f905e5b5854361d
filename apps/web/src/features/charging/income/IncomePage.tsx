/** 收入报表: what came in and what is still owed, down to the receipt; channels, review and the ledger under it. */
import {
  INCOME_BASES,
  INCOME_GROUPS,
  INCOME_PARTS,
  INCOME_TENDERS,
  incomeExport,
  type IncomeRow,
  type IncomeSummary,
  incomeSummary,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { monthSpan } from '../../../lib/month-span.ts';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ReportSpan } from '../../energy/reports/common.tsx';
import { ChannelsTab } from './ChannelsTab.tsx';
import { IncomePrint } from './IncomePrint.tsx';
import { AgingTab, LinesTab, PrepaidTab } from './LinesTab.tsx';
import { ReviewBar, ReviewsTab } from './ReviewsTab.tsx';
import { type Asked, INCOME, SCREEN, usualSpan } from './shared.tsx';
import { type Part, RateTab, SummaryTab } from './SummaryTab.tsx';
import { TrialTab } from './TrialTab.tsx';
import '../../energy/reports/reports.css';
import './income.css';

const TABS = [
  { key: 'summary', label: '汇总' },
  { key: 'lines', label: '明细' },
  { key: 'rate', label: '收缴率' },
  { key: 'aging', label: '账龄' },
  { key: 'prepaid', label: '预存与合同负债' },
  { key: 'channels', label: '渠道对账' },
  { key: 'reviews', label: '复核记录' },
  { key: 'trial', label: '试算平衡' },
] as const;
type Tab = (typeof TABS)[number]['key'];

const Card = ({
  label,
  value,
  unit,
  note,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly unit: string;
  readonly note?: ReactNode;
}): ReactElement => (
  <dl className="figure">
    <dt>{label}</dt>
    <dd>
      {value === null ? (
        <span title="没有可比的基数，或所选条件不分欠费">—</span>
      ) : (
        <>
          {value}
          <small>{unit}</small>
        </>
      )}
      {note ? <span className="figure-note">{note}</span> : null}
    </dd>
  </dl>
);

const Cards = ({ cards }: { readonly cards: IncomeSummary['cards'] }): ReactElement => {
  const parts = [
    ['本期', cards.current],
    ['往期', cards.recovered],
    ['预存', cards.prepaid],
    ['退预存', cards.refunded],
    ['违约金', cards.penalty],
    ['临时', cards.extra],
    ['押金', cards.deposit],
  ] as const;
  return (
    <section className="cards income-cards" aria-label="收入数字">
      <Card
        label="实收合计"
        value={formatDecimal(cards.received, 2)}
        unit="元"
        note={parts
          .filter(([, amount]) => amount !== '0.00')
          .map(([word, amount]) => `${word} ${formatDecimal(amount, 2)}`)
          .join('，')}
      />
      <Card label="本期收缴率" value={cards.rate === null ? null : cards.rate.toFixed(2)} unit="%" />
      <Card label="往期清欠率" value={cards.recoveryRate === null ? null : cards.recoveryRate.toFixed(2)} unit="%" />
      <Card label="期末欠费" value={cards.closing === null ? null : formatDecimal(cards.closing, 2)} unit="元" />
      <Card label="预存余额" value={formatDecimal(cards.prepaidBalance, 2)} unit="元" />
    </section>
  );
};

const Body = ({
  data,
  asked,
  tab,
  part,
  onDrill,
  onPart,
  onMonth,
}: {
  readonly data: IncomeSummary;
  readonly asked: Asked;
  readonly tab: Tab;
  readonly part: Part | null;
  readonly onDrill: (part: Part, row: IncomeRow) => void;
  readonly onPart: (part: Part | null) => void;
  readonly onMonth: (month: string) => void;
}): ReactElement => {
  const key = JSON.stringify(asked);
  switch (tab) {
    case 'summary':
      return <SummaryTab data={data} groupBy={asked.groupBy} onDrill={onDrill} />;
    case 'lines':
      return <LinesTab key={`${key} ${part}`} asked={asked} part={part} onPart={onPart} />;
    case 'rate':
      return <RateTab data={data} />;
    case 'aging':
      return <AgingTab data={data} to={asked.to} />;
    case 'prepaid':
      return <PrepaidTab key={key} asked={asked} />;
    case 'channels':
      return <ChannelsTab asked={asked} communities={data.communities} />;
    case 'reviews':
      return <ReviewsTab data={data} usual={asked.communityIds} onMonth={onMonth} />;
    default:
      return <TrialTab asked={asked} />;
  }
};

/** A row of the summary as the filters that say the same. */
const narrowed = (row: IncomeRow, groupBy: Asked['groupBy']): Readonly<Record<string, string>> => {
  if (row.label === '合计' || row.key === '') return {};
  switch (groupBy) {
    case '小区':
      return { community: row.key };
    case '费项':
      return { fee: row.key };
    case '支付方式':
      return { tender: row.key };
    case '收费员':
      return { cashier: row.key };
    case '日':
      return { from: row.key, to: row.key };
    default:
      return { ...monthSpan(row.key) };
  }
};

const IncomePage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualSpan);
  const [printing, setPrinting] = useState(false);
  const tab: Tab = TABS.find(({ key }) => key === filters['tab'])?.key ?? 'summary';
  const part = INCOME_PARTS.find((one) => one === filters['part']) ?? null;
  const asked: Asked = {
    communityIds: filters['community']?.split(',').filter((id) => id !== '') ?? [],
    from: filters['from'] ?? usual.from,
    to: filters['to'] ?? usual.to,
    basis: INCOME_BASES.find((one) => one === filters['basis']) ?? '收付实现',
    feeId: filters['fee'] ?? '',
    tender: INCOME_TENDERS.find((one) => one === filters['tender']) ?? '',
    cashierId: filters['cashier'] ?? '',
    groupBy: INCOME_GROUPS.find((one) => one === filters['by']) ?? '小区',
  };
  const summary = useQuery({
    queryKey: [INCOME, 'summary', asked],
    queryFn: ({ signal }) => callApi(incomeSummary, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = summary;
  const options = (all: readonly { readonly id: string; readonly name: string }[] | undefined) =>
    (all ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <PageHeader
        title="收入报表"
        note="发生额来自分录，期末来自账单，逐行核对；数字点开即到收据"
        actions={
          can(SCREEN, 'export') ? (
            <>
              <Button onClick={() => void download('POST', incomeExport.path, asked, { name: '收入报表.xlsx' })}>
                导出
              </Button>
              <Button onClick={() => setPrinting(true)}>打印</Button>
            </>
          ) : null
        }
      />
      <search className="filter-bar surface report-filter">
        <Select<string[]>
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          className="filter income-communities"
          placeholder="全部小区"
          aria-label="小区"
          maxTagCount="responsive"
          value={[...asked.communityIds]}
          options={options(data?.communities)}
          onChange={(ids) => setFilters({ community: ids.join(',') || null })}
        />
        <ReportSpan
          id="income-span"
          picker="date"
          from={asked.from}
          to={asked.to}
          onChange={({ from, to }) => setFilters({ from, to })}
        />
        <ChoiceFilter
          label="口径"
          className="filter filter-words"
          value={asked.basis}
          options={[
            { value: '收付实现', label: '收付实现（收款日）' },
            { value: '权责发生', label: '权责发生（账期）' },
          ]}
          onChange={(basis) => setFilters({ basis })}
        />
        <ChoiceFilter
          label="费项"
          search
          value={filters['fee']}
          options={options(data?.fees)}
          onChange={(fee) => setFilters({ fee })}
        />
        <ChoiceFilter
          label="支付方式"
          value={filters['tender']}
          options={[...INCOME_TENDERS]}
          onChange={(tender) => setFilters({ tender })}
        />
        <ChoiceFilter
          label="收费员"
          search
          value={filters['cashier']}
          options={options(data?.cashiers)}
          onChange={(cashier) => setFilters({ cashier })}
        />
        <ChoiceFilter
          label="汇总维度"
          value={asked.groupBy}
          options={INCOME_GROUPS.map((one) => ({ value: one, label: `按${one}` }))}
          onChange={(by) => setFilters({ by })}
        />
      </search>
      {summary.error ? (
        <ErrorRetry error={summary.error} onRetry={() => void summary.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={10} />
      ) : (
        <>
          <ReviewBar reviews={data.reviewed} />
          <Cards cards={data.cards} />
          <CountTabs
            prefix="income"
            label="收入报表"
            tabs={TABS}
            chosen={tab}
            onChoose={(next) => setFilters({ tab: next === 'summary' ? null : next, part: null })}
          />
          <section
            className="surface report-part"
            id="income-panel"
            aria-label={TABS.find(({ key }) => key === tab)?.label ?? ''}
            aria-busy={summary.isPlaceholderData}
          >
            <Body
              data={data}
              asked={asked}
              tab={tab}
              part={part}
              onDrill={(chosen, row) => setFilters({ tab: 'lines', part: chosen, ...narrowed(row, asked.groupBy) })}
              onPart={(chosen) => setFilters({ part: chosen })}
              onMonth={(month) => setFilters({ ...monthSpan(month) })}
            />
          </section>
        </>
      )}
      {printing ? <IncomePrint asked={asked} onClose={() => setPrinting(false)} /> : null}
    </>
  );
};

export default IncomePage;
