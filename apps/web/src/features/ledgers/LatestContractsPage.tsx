import { contractVersions } from '@hengneng/contracts';
import { latestContracts } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { contractAddress } from '../contracts/address.ts';
import { mayBegin, useBegin } from './new-record.ts';

/** What a contract said after each signing, renewal and supplement. */
const Versions = ({ contract }: { readonly contract: string }): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'versions', contract],
    queryFn: ({ signal }) => callApi(contractVersions, { ContractCode: contract }, { signal }),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <SkeletonDelay rows={2} />;
  if (found.data.rows.length === 0) return <p className="note">只有原合同一版，还没有续签或补充协议</p>;
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">版本</th>
          <th scope="col">事由</th>
          <th scope="col">单号</th>
          <th scope="col">生效日期</th>
          <th scope="col">到期日</th>
          <th scope="col">变更内容</th>
        </tr>
      </thead>
      <tbody>
        {found.data.rows.map((one) => (
          <tr key={one.versionNo}>
            <td>第{one.versionNo}版</td>
            <td>{one.kind}</td>
            <td>{one.documentNo}</td>
            <td>{one.effectDate}</td>
            <td>{one.endDate ?? '—'}</td>
            <td>{one.summary ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The contract in force of each project, with what became of it. */
const LatestContractsPage = (): ReactElement => {
  const { begin } = useBegin();
  const may = mayBegin('renewalTracking');
  return (
    <div className="list-page">
      <PageHeader title={latestContracts.title} note={latestContracts.purpose} />
      <ViewSection
        view={latestContracts}
        empty="没有有效合同"
        address={(row) => contractAddress(row.id)}
        tone={(row) =>
          row['overlap'] === true || row['state'] === '90天内到期'
            ? 'bad'
            : row['state'] === '180天内到期'
              ? 'warn'
              : row['state'] === '已过期'
                ? 'off'
                : null
        }
        unfold={{ label: '版本', show: (row) => <Versions contract={row.id} /> }}
        actions={(row) => (
          <>
            {row['overlap'] === true ? <span className="field-error">合同期间重叠，请核对</span> : null}
            {may ? (
              <Button
                type="link"
                size="small"
                onClick={() =>
                  begin({
                    moduleId: 'renewalTracking',
                    project: String(row['project']),
                    values: { project: row['project'], contract: row.id },
                    same: { contract: row.id },
                  })
                }
              >
                启动续签
              </Button>
            ) : null}
          </>
        )}
      />
    </div>
  );
};

export default LatestContractsPage;
