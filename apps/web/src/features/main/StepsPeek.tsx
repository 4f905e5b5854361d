import { getList, type MineRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { StatusTag, StepTag } from '../../ui/StatusTag.tsx';

const Steps = ({ row }: { readonly row: MineRow }): ReactElement => {
  const { ProcedureId, BusinessId } = row;
  const { data, error, refetch } = useQuery({
    queryKey: ['mine', 'steps', ProcedureId, BusinessId],
    queryFn: ({ signal }) => callApi(getList, { ProcedureId, BusinessId }, { signal }),
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={3} />;
  return (
    <ol className="steps-peek">
      {data.steps.map((step, index) => (
        <li key={step.NodeRecordId ?? `${step.key}-${index}`}>
          <span>{step.name}</span>
          <StepTag step={step} />
          <small>
            {[
              step.handlers.map((one) => one.UserName).join('、'),
              step.handledAt === null ? '' : formatDateTime(step.handledAt),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ol>
  );
};

/** A record's state; pointed at, or reached by keyboard, it shows the steps gone and to come. */
export const StepsPeek = ({ row }: { readonly row: MineRow }): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger={['hover', 'focus', 'click']}
      placement="left"
      title="审批步骤"
      open={open}
      onOpenChange={setOpen}
      content={<div className="steps-peek-panel">{open ? <Steps row={row} /> : null}</div>}
    >
      <button type="button" className="steps-peek-button">
        <StatusTag status={row.Status} />
        <span className="sr-only">，审批步骤</span>
      </button>
    </Popover>
  );
};
