import { jobLog, type JobRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatMoment } from '../../../lib/format.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';

/** What became of one run, try by try. */
export const LogDrawer = ({ row, onClose }: { readonly row: JobRow; readonly onClose: () => void }): ReactElement => {
  const asked = { Name: row.Name, Id: row.Id };
  const { data, error, refetch } = useQuery({
    queryKey: ['jobs', 'log', asked],
    queryFn: ({ signal }) => callApi(jobLog, asked, { signal }),
    staleTime: 0,
  });
  return (
    <AppDrawer width={640} title={`日志：${row.Title}`} onClose={onClose}>
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonDelay rows={4} /> : null}
      {data ? (
        <>
          <p className="hint">编号 {row.Id}</p>
          {data.Parameters.length > 0 ? (
            <p className="note">参数：{data.Parameters.map(({ Key, Value }) => `${Key} ${Value}`).join('，')}</p>
          ) : null}
          <ol className="job-log" aria-label="经过">
            {data.lines.map((line) => (
              <li key={`${line.At} ${line.Text}`} className={line.Bad ? 'job-log-bad' : undefined}>
                <time>{formatMoment(line.At)}</time>
                <span>{line.Text}</span>
                {line.Detail === null ? null : (
                  <details>
                    <summary>程序位置</summary>
                    <pre>{line.Detail}</pre>
                  </details>
                )}
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </AppDrawer>
  );
};
