/** One application beside its room: what it does to bills, what was before, and what can be done next. */
import { suspendDetail } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { CheckDialog } from './CheckDialog.tsx';
import { CheckSheet } from './CheckSheet.tsx';
import { Amount, Facts, History, RecordLink, RoomLink, spanText, STATE_TONES, SUSPENSIONS, WhatIf } from './shared.tsx';

export const DetailPane = ({ id }: { readonly id: string }): ReactElement => {
  const [shown, setShown] = useState<'check' | 'sheet' | null>(null);
  const found = useQuery({
    queryKey: [SUSPENSIONS, 'detail', id],
    queryFn: ({ signal }) => callApi(suspendDetail, { BusinessId: id }, { signal }),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay rows={8} />;
  const of = found.data;
  const { row } = of;
  return (
    <div className="suspend-pane">
      <section className="surface" aria-label="房间卡">
        <h2>
          <RoomLink of={row}>
            {row.community} {row.room}
          </RoomLink>{' '}
          <Tag tone={STATE_TONES[row.state]}>{row.state}</Tag>
        </h2>
        <Facts
          of={[
            ['业主', row.owner],
            ['电话', row.phone],
            ['房态', `${of.roomState} · ${of.usage}`],
            ['计费面积（m²）', formatDecimal(of.area)],
            ['欠费（元）', <Amount key="arrears" value={row.arrears} />],
            ['预存余额（元）', <Amount key="balance" value={of.balance} />],
            ['类型', row.applyType],
            ['费项', row.fee],
            ['申请起止', spanText(row.startDate, row.endDate)],
            ...(row.effectiveFrom === null
              ? []
              : ([['生效起止', spanText(row.effectiveFrom, row.effectiveTo)]] as const)),
            ...(of.reason === '' ? [] : ([['原因', of.reason]] as const)),
            ...(of.handlerName === '' ? [] : ([['经办人', of.handlerName]] as const)),
            ...(of.arrearsHandle === '' ? [] : ([['受理时欠费处理', of.arrearsHandle]] as const)),
            ...(of.checkResult === ''
              ? []
              : ([
                  ['核查结论', `${of.checkResult}${of.checkNote === '' ? '' : `：${of.checkNote}`}`],
                  ['阀门操作', of.valveAction],
                ] as const)),
          ]}
        />
      </section>
      <footer className="suspend-acts surface">
        {of.checkable ? (
          <Button type="primary" onClick={() => setShown('check')}>
            核查
          </Button>
        ) : null}
        <RecordLink id={row.BusinessId}>{row.NodeRecordId === null ? '查看申请单' : `办理：${row.step}`}</RecordLink>
        <Button onClick={() => setShown('sheet')}>打印核查单</Button>
      </footer>
      {of.whatIf === null ? null : (
        <section className="surface" aria-label="受影响账单试算">
          <h2>受影响账单试算</h2>
          <WhatIf of={of.whatIf} />
        </section>
      )}
      <section className="surface" aria-label="历史停用">
        <h2>历史停用</h2>
        <History rows={of.history} />
      </section>
      {shown === 'check' ? <CheckDialog of={of} onClose={() => setShown(null)} /> : null}
      {shown === 'sheet' ? <CheckSheet of={of} onClose={() => setShown(null)} /> : null}
    </div>
  );
};
