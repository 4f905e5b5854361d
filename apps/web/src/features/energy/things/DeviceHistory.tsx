import { projectDeviceHistory } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { recordAddress } from '../../../lib/routes.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { THINGS } from '../common.ts';

/** What approved forms said of a machine: repairs, faults, upkeep, alterations, tests. */
export const DeviceHistory = ({ device }: { readonly device: string }): ReactElement => {
  const history = useQuery({
    queryKey: [THINGS, 'history', device],
    queryFn: ({ signal }) => callApi(projectDeviceHistory, { Id: device }, { signal }),
  });
  return (
    <section aria-labelledby="device-history">
      <h3 id="device-history">设备履历</h3>
      {history.isError ? (
        <ErrorRetry error={history.error} text="设备履历加载失败" onRetry={() => void history.refetch()} />
      ) : history.data === undefined ? (
        <SkeletonDelay rows={2} />
      ) : history.data.length === 0 ? (
        <EmptyHint text="还没有维修、保养或检测记录，相关单据审批通过后自动记入" />
      ) : (
        <ol className="archive-changes">
          {history.data.map((one, index) => {
            const address = one.ProcedureId === null ? null : recordAddress(one.ProcedureId, one.BusinessId);
            return (
              <li key={index}>
                <p>
                  <strong>{one.Kind}</strong> {formatDateTime(one.At)}{' '}
                  {address === null ? one.ModuleTitle : <Link to={address}>{one.ModuleTitle}</Link>}
                </p>
                <p>{one.Summary}</p>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
};
