import { communityList, type FeeNotice, feeNotice } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { type ReactElement, type RefObject, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Paper, PaperDialog, type PaperColumn, PaperTable } from '../papers/Paper.tsx';
import { COMMUNITY_OPTIONS, FEES } from './shared.ts';

type Fee = FeeNotice['fees'][number];
type Price = Fee['prices'][number];
type Line = { readonly fee: Fee; readonly price: Price; readonly first: boolean };

const priceOf = ({ unitPrice, tiers }: Price): string =>
  tiers.length === 0
    ? formatDecimal(unitPrice, 2)
    : tiers.map(({ from, price }) => `${from} 以上 ${formatDecimal(price, 2)}`).join('；');
/** Regular fees are owed late; what is paid at the counter is not. */
const regular = ({ kind }: Fee): boolean => kind === '周期性' || kind === '计量';

const COLUMNS: readonly PaperColumn<Line>[] = [
  { head: '收费项目', show: ({ fee, first }) => (first ? fee.name : '') },
  { head: '类别', whole: true, show: ({ fee, first }) => (first ? fee.kind : '') },
  { head: '计费依据', whole: true, show: ({ fee, first }) => (first ? fee.basis : '') },
  { head: '收费周期', show: ({ fee, first }) => (first ? fee.cycle : '') },
  { head: '适用用途', show: ({ price }) => price.usage },
  { head: '单价（元）', number: true, show: ({ price }) => priceOf(price) },
  { head: '计价单位', show: ({ fee }) => fee.unit },
  { head: '执行日期', whole: true, show: ({ price }) => price.from },
  { head: '依据文件', show: ({ price }) => price.grounds || '—' },
  {
    head: '停用收费',
    number: true,
    show: ({ fee, first }) => (first && regular(fee) ? `${formatDecimal(fee.keepRate)}%` : ''),
  },
  { head: '缴费期限', number: true, show: ({ fee, first }) => (first && regular(fee) ? `${fee.dueDays} 天` : '') },
  {
    head: '逾期违约金（每日）',
    number: true,
    show: ({ fee, first }) => (first && regular(fee) ? `${formatDecimal(fee.penaltyRate)}‰` : ''),
  },
];

const NoticeSheet = ({
  of,
  sheet,
}: {
  readonly of: FeeNotice;
  readonly sheet: RefObject<HTMLDivElement | null>;
}): ReactElement => (
  <Paper
    sheet={sheet}
    title={`${of.community} 收费标准公示表`}
    company={of.company}
    facts={[
      { label: '公示日期', value: of.asOf },
      { label: '收费单位', value: of.company || of.community },
      { label: '咨询与监督电话', value: of.phone || '—' },
    ]}
    signs={['收费单位（盖章）', '日期']}
    foot={<span>价格以有关部门批准或合同约定为准，调整前另行公示</span>}
  >
    <PaperTable
      columns={COLUMNS}
      rows={of.fees.flatMap((fee) => fee.prices.map((price, at): Line => ({ fee, price, first: at === 0 })))}
      rowKey={({ fee, price }) => `${fee.id} ${price.usage} ${price.from}`}
    />
  </Paper>
);

/** 收费标准公示表: A3, put up where householders read it. */
export const FeeNoticePrint = ({
  community,
  onClose,
}: {
  readonly community: string | undefined;
  readonly onClose: () => void;
}): ReactElement => {
  const communities = useQuery({
    queryKey: [COMMUNITY_OPTIONS, 'all'],
    queryFn: ({ signal }) => callApi(communityList, {}, { signal }),
  });
  const [picked, setPicked] = useState(community);
  const communityId = picked ?? communities.data?.[0]?.id ?? '';
  const found = useQuery({
    queryKey: [FEES, 'notice', communityId],
    queryFn: ({ signal }) => callApi(feeNotice, { communityId }, { signal }),
    enabled: communityId !== '',
    staleTime: 0,
  });
  const unpriced = found.data?.unpriced ?? [];
  return (
    <PaperDialog
      title="收费标准公示表"
      size="A3 landscape"
      found={found}
      ready={(found.data?.fees.length ?? 0) > 0}
      onClose={onClose}
      tools={
        <div className="filter-bar">
          <ChoiceFilter
            label="小区"
            value={communityId === '' ? undefined : communityId}
            options={(communities.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            loading={communities.isPending}
            onChange={(id) => setPicked(id ?? undefined)}
          />
          {unpriced.length === 0 ? null : (
            <Alert type="warning" showIcon title={`${unpriced.join('、')}没有生效的价格，未列入`} />
          )}
        </div>
      }
    >
      {(of, sheet) => <NoticeSheet of={of} sheet={sheet} />}
    </PaperDialog>
  );
};
