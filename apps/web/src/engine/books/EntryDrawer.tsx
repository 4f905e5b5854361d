import { type BookAct, bookEntry } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { recordAddress } from '../../lib/routes.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { ReadValue } from '../widgets/ReadValue.tsx';
import type { LoadedBook } from './load.ts';

const Act = ({ act, first }: { readonly act: BookAct; readonly first: boolean }): ReactElement => {
  const { record } = act;
  const address = record === null ? null : recordAddress(record.ProcedureId, record.BusinessId);
  const name = record === null ? '' : `${record.title} ${record.serial}`;
  return (
    <li className="step step-done">
      <div className="step-head">
        <strong>{first ? '写入' : '更新'}</strong>
        <time>{formatDateTime(act.at)}</time>
      </div>
      <p>
        {record === null ? (
          '系统建账，不来自单据'
        ) : (
          <>
            {record.visible && address !== null ? <Link to={address}>{name}</Link> : name}
            <small>（申请人 {record.applicantName}）</small>
          </>
        )}
      </p>
      {act.what === '' ? null : <p className="book-what">{act.what}</p>}
      {act.changes.length > 0 ? (
        <ul className="book-changes">
          {act.changes.map((change) => (
            <li key={change.label}>
              {change.label}：{change.before === '' ? '空' : change.before} →{' '}
              {change.after === '' ? '空' : change.after}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
};

/** One entry in full, and where it comes from. */
export const EntryDrawer = ({
  loaded,
  id,
  onClose,
}: {
  readonly loaded: LoadedBook;
  readonly id: string;
  readonly onClose: () => void;
}): ReactElement => {
  const { book, fields } = loaded;
  const found = useQuery({
    queryKey: ['book-entry', book.id, id],
    queryFn: ({ signal }) => callApi(bookEntry, { Book: book.id, Id: id }, { signal }),
  });
  const { data } = found;
  return (
    <AppDrawer title={book.title} onClose={onClose}>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <>
          {data.voided ? <p className="book-void">写入它的单据已作废，这一条不再有效</p> : null}
          <dl className="book-values">
            {[...fields.values()].map((of) => (
              <div key={of.key}>
                <dt>{of.label}</dt>
                <dd>
                  <ReadValue
                    of={of}
                    value={data.entry[of.key]}
                    labels={data.labels[of.key]}
                    withheld={data.withheld.includes(of.key)}
                  />
                </dd>
              </div>
            ))}
          </dl>
          <h2 className="book-heading">来源与变更</h2>
          <ol className="steps">
            {data.history.map((act, index) => (
              <Act key={`${act.at} ${act.what} ${act.record?.BusinessId ?? ''}`} act={act} first={index === 0} />
            ))}
          </ol>
        </>
      )}
    </AppDrawer>
  );
};
