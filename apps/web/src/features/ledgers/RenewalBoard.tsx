import { viewIndex, type ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { formatValue } from '@hengneng/form-kit';
import { myRenewals } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { recordAddress } from '../../lib/routes.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Tag, type Tone } from '../../ui/StatusTag.tsx';
import './board.css';

const MOST = 200;
const { stage, probability, expectIncome } = myRenewals.columns;
const RISK_TONE: Readonly<Record<string, Tone>> = {
  '绿（稳定）': 'good',
  '黄（有隐忧）': 'warn',
  '红（可能流失）': 'bad',
};

const Card = ({ row, project }: { readonly row: ViewRow; readonly project: string }): ReactElement => {
  const risk = String(row['risk'] ?? '');
  const late = Number(row['lateDays'] ?? 0);
  return (
    <li>
      <Link to={recordAddress(MODULES.renewalTracking.procedureId, row.id) ?? ''}>{project}</Link>
      <p>
        {String(row['contractEnd'] ?? '—')} 到期，剩 {String(row['leftDays'] ?? '—')} 天
      </p>
      <p>
        把握 {formatValue(probability, row['probability'])}，拟续 {formatValue(expectIncome, row['expectIncome'])} 元/年
      </p>
      <p>
        {risk === '' ? null : <Tag tone={RISK_TONE[risk] ?? 'neutral'}>{risk}</Tag>}
        {late > 0 ? <Tag tone="bad">{`逾期 ${late} 天未跟`}</Tag> : null}
      </p>
    </li>
  );
};

/** The renewals under way, by their stages. A stage is changed in the record, where its reason is written down. */
export const RenewalBoard = (): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'view.myRenewals', 'board'],
    queryFn: ({ signal }) => callApi(viewIndex(myRenewals), { result: '跟踪中', PageSize: MOST }, { signal }),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <SkeletonDelay rows={8} />;
  const { rows, labels } = found.data;
  if (rows.length === 0) return <EmptyHint text="暂无需要跟踪的合同" />;
  return (
    <div className="stage-board" role="region" aria-label="续签看板" tabIndex={0}>
      {stage.options.map((name) => {
        const here = rows.filter((row) => row['stage'] === name);
        return (
          <section key={name} className="surface" aria-label={name}>
            <h2>
              {name} <small>{here.length} 份</small>
            </h2>
            <ul>
              {here.map((row) => {
                const project = String(row['project']);
                return <Card key={row.id} row={row} project={labels['project']?.[project] ?? project} />;
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
};
