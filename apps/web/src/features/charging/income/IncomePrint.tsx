import { type IncomeGroup, type IncomeRow, type IncomeSummary, incomeSummary } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type RefObject, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatMoney } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { Paper, PaperDialog, type PaperColumn, PaperTable } from '../papers/Paper.tsx';
import { type Asked, INCOME, percent } from './shared.tsx';

const GROUPS = ['小区', '费项', '支付方式', '收费员'] as const satisfies readonly IncomeGroup[];
type Found = { readonly group: (typeof GROUPS)[number]; readonly data: IncomeSummary }[];

/** A day is a 日报, a whole month a 月报. */
const titleOf = ({ from, to }: Asked): string => {
  if (from === to) return `收入日报 ${from}`;
  const [year = 0, month = 1] = from.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return from.endsWith('-01') && to === last ? `收入月报 ${from.slice(0, 7)}` : `收入报表 ${from} 至 ${to}`;
};

const amount = (head: string, of: (row: IncomeRow) => string | null): PaperColumn<IncomeRow> => ({
  head,
  number: true,
  show: (row) => {
    const value = of(row);
    return value === null ? '—' : formatMoney(value);
  },
});
const columnsOf = (group: string): readonly PaperColumn<IncomeRow>[] => {
  const received: readonly PaperColumn<IncomeRow>[] = [
    amount('本期已收', (row) => row.received),
    amount('往期回收', (row) => row.recovered),
    amount('违约金', (row) => row.penalty),
    amount('预存收', (row) => row.prepaid),
    amount('退预存', (row) => row.refunded),
    amount('预存抵扣', (row) => row.deducted),
    amount('临时', (row) => row.extra),
    amount('押金净', (row) => row.deposit),
  ];
  const label: PaperColumn<IncomeRow> = { head: group, show: (row) => row.label };
  // Ways of paying and people say nothing of what is owed.
  if (group === '支付方式' || group === '收费员') return [label, ...received];
  return [
    label,
    amount('期初欠费', (row) => row.opening),
    amount('本期应收', (row) => row.receivable),
    amount('减免', (row) => row.reduced),
    amount('红冲', (row) => row.reversed),
    ...received,
    amount('期末欠费', (row) => row.closing),
    { head: '收缴率（%）', number: true, show: ({ rate }) => percent(rate) },
    {
      head: '校验',
      show: ({ gap }) => (gap === null ? '—' : /^-?0\.00$/.test(gap) ? '平' : `差 ${formatMoney(gap)}`),
    },
  ];
};

const IncomeSheet = ({
  of,
  asked,
  sheet,
}: {
  readonly of: Found;
  readonly asked: Asked;
  readonly sheet: RefObject<HTMLDivElement | null>;
}): ReactElement | null => {
  const maker = useSession((session) => session.user?.UserName ?? '');
  const [madeAt] = useState(() => new Date().toISOString());
  const whole = of[0]?.data;
  if (whole === undefined) return null;
  const standing = whole.reviewed.filter(({ undone }) => undone === null);
  const { cards } = whole;
  const chosen = whole.communities.filter(
    ({ id }) => asked.communityIds.length === 0 || asked.communityIds.includes(id),
  );
  return (
    <Paper
      sheet={sheet}
      title={titleOf(asked)}
      facts={[
        { label: '小区', value: chosen.map(({ name }) => name).join('、') || '—' },
        { label: '口径', value: asked.basis },
        { label: '期间', value: `${asked.from} 至 ${asked.to}` },
        { label: '实收合计', value: `${formatMoney(cards.received)} 元` },
        { label: '本期收缴率', value: cards.rate === null ? '—' : `${percent(cards.rate)}%` },
        { label: '往期清欠率', value: cards.recoveryRate === null ? '—' : `${percent(cards.recoveryRate)}%` },
        { label: '期末欠费', value: cards.closing === null ? '—' : `${formatMoney(cards.closing)} 元` },
        { label: '预存余额', value: `${formatMoney(cards.prepaidBalance)} 元` },
        { label: '金额单位', value: '元' },
      ]}
      signs={['制表', '复核', '负责人']}
      foot={
        <>
          <span>
            制表 {maker} {formatDateTime(madeAt)}
          </span>
          <span>
            复核{' '}
            {standing.map(({ community, month, by, at }) => `${community} ${month} ${by} ${at}`).join('；') || '未复核'}
          </span>
          <span>快照 {standing.map(({ hash }) => hash.slice(0, 8)).join('、') || '无'}</span>
        </>
      }
    >
      {of.map(({ group, data }) => (
        <PaperTable
          key={group}
          title={`按${group}`}
          columns={columnsOf(group)}
          rows={[...data.rows, data.total]}
          rowKey={(row, at) => `${row.key}${at}`}
          strong={(row) => row === data.total}
        />
      ))}
    </Paper>
  );
};

/** 日报、月报 on paper: who made it, who reviewed it, and which frozen figures they are. */
export const IncomePrint = ({
  asked,
  onClose,
}: {
  readonly asked: Asked;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: [INCOME, 'paper', asked],
    queryFn: ({ signal }): Promise<Found> =>
      Promise.all(
        GROUPS.map(async (group) => ({
          group,
          data: await callApi(incomeSummary, { ...asked, groupBy: group }, { signal }),
        })),
      ),
    staleTime: 0,
  });
  return (
    <PaperDialog title={titleOf(asked)} size="A4 landscape" found={found} onClose={onClose}>
      {(of, sheet) => <IncomeSheet of={of} asked={asked} sheet={sheet} />}
    </PaperDialog>
  );
};
