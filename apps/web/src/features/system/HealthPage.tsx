import { type HealthCard, healthIndex, type HealthLevel } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatMoment } from '../../lib/format.ts';
import { canOpen } from '../../lib/permission.ts';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag, type Tone } from '../../ui/StatusTag.tsx';
import './system-pages.css';

const TONE: Readonly<Record<HealthLevel, Tone>> = { 正常: 'good', 警告: 'warn', 故障: 'bad' };
const EVERY_MS = 10_000;

/** Where more is said about a part. */
const MORE: Readonly<Record<string, readonly [code: string, path: string, words: string]>> = {
  queues: ['system.jobs', '/system/jobs', '看后台任务'],
  keys: ['system.messages', '/system/messages?view=通道', '看消息通道'],
};

const Part = ({ card }: { readonly card: HealthCard }): ReactElement => {
  const more = MORE[card.Key];
  return (
    <section className="surface health-card" aria-label={card.Title}>
      <h2>
        {card.Title} <Tag tone={TONE[card.Level]}>{card.Level}</Tag>
      </h2>
      {card.Note ? <p className="note">{card.Note}</p> : null}
      <dl>
        {card.Facts.map(({ Name, Value }) => (
          <div key={Name}>
            <dt>{Name}</dt>
            <dd>{Value}</dd>
          </div>
        ))}
      </dl>
      {more && canOpen(more[0]) ? <Link to={more[1]}>{more[2]}</Link> : null}
    </section>
  );
};

/** What the system stands on, and whether each of it is well; looked at again every ten seconds. */
const HealthPage = (): ReactElement => {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => callApi(healthIndex, {}, { signal }),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  return (
    <>
      <PageHeader
        title="运行状况"
        tags={data ? <Tag tone={TONE[data.Level]}>{data.Level}</Tag> : null}
        note={data ? `${formatMoment(data.At)}，每 10 秒更新` : '正在收集数据'}
        actions={
          <Button loading={isFetching && !data} onClick={() => void refetch()}>
            刷新
          </Button>
        }
      />
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonDelay rows={8} /> : null}
      {data ? (
        <div className="health-cards">
          {data.Cards.map((card) => (
            <Part key={card.Key} card={card} />
          ))}
        </div>
      ) : null}
    </>
  );
};

export default HealthPage;
