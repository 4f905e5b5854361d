import { userExamineNumber } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { counted } from '../../lib/counted.ts';
import { ErrorRetry } from '../../ui/feedback.tsx';
import { EntryFigure, ShiftFigure } from './RoleFigures.tsx';

interface Card {
  readonly label: string;
  readonly value: number | undefined;
  readonly note?: string | undefined;
  readonly tone?: 'bad' | 'warn' | undefined;
}

const meanOf = (own: string | null | undefined, dept: string | null | undefined): string | undefined =>
  own ? `平均 ${own} 工作小时${dept ? `，部门 ${dept}` : ''}` : undefined;

/** The department's mean moves slowly, and asking for it looks at all that was handled. */
const COMPARED_MS = 10 * 60_000;

/** Six figures about the person's own work, all counted by the server; beside them those of who takes money or reads meters. */
export const Cards = (): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['todo', 'count'],
    queryFn: ({ signal }) => callApi(userExamineNumber, {}, { signal }),
  });
  const compared = useQuery({
    queryKey: ['compared'],
    queryFn: ({ signal }) => callApi(userExamineNumber, { Compare: true }, { signal }),
    staleTime: COMPARED_MS,
  });
  if (error) return <ErrorRetry text="该区块加载失败，点击重试" error={error} onRetry={() => void refetch()} />;
  const own = data?.cards;
  const cards: readonly Card[] = [
    { label: '待我处理', value: data?.total },
    { label: '已超时', value: data?.overdue, tone: data && data.overdue > 0 ? 'bad' : undefined },
    { label: '我发起在途', value: own?.running },
    { label: '退回给我', value: own?.returned, tone: own && own.returned > 0 ? 'warn' : undefined },
    { label: '抄送未读', value: own?.ccUnread },
    {
      label: '本月已处理',
      value: own?.handledThisMonth,
      note: meanOf(own?.meanHours, compared.data?.cards.deptMeanHours),
    },
  ];
  return (
    <dl className="cards" aria-busy={data === undefined}>
      {cards.map((card) => (
        <div key={card.label} className={card.tone ? `figure figure-${card.tone}` : 'figure'}>
          <dt>{card.label}</dt>
          <dd>
            {card.value === undefined ? '—' : counted(card.value)}
            <small>件</small>
            {card.note ? <span className="figure-note">{card.note}</span> : null}
          </dd>
        </div>
      ))}
      <ShiftFigure />
      <EntryFigure />
    </dl>
  );
};
