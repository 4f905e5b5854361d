import { projectDeviceHistory } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { recordAddress } from '../../../lib/routes.ts';
import { ListStates } from '../../../ui/ListStates.tsx';
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
      <ListStates
        list={history}
        lines={2}
        empty="还没有维修、保养或检测记录，相关单据审批通过后自动记入"
        failed="设备履历加载失败"
      >
        {(data) => (
          <ol className="archive-changes">
            {data.map((one, index) => {
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
      </ListStates>
    </section>
  );
};
