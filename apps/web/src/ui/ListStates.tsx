import type { ReactElement, ReactNode } from 'react';
import { EmptyHint, ErrorRetry, SkeletonDelay } from './feedback.tsx';

type Listing = readonly unknown[] | { readonly rows: readonly unknown[] };

const isEmpty = (data: Listing): boolean => ('rows' in data ? data.rows : data).length === 0;

/** A list that is asked for: what went wrong with another try, grey lines until it comes, a sentence where it holds nothing, else what it holds. */
export const ListStates = <Data extends Listing>({
  list,
  lines,
  empty,
  action,
  framed = false,
  failed,
  children,
}: {
  /** As `useQuery` answers it. */
  readonly list: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => Promise<unknown> };
  /** Grey lines. */
  readonly lines?: number | undefined;
  readonly empty: ReactNode;
  /** What can be done about its being empty. */
  readonly action?: ReactNode;
  /** The sentence stands in a frame, where the rows bring one of their own. */
  readonly framed?: boolean;
  /** What is said before the server's words where it could not be loaded. */
  readonly failed?: string;
  readonly children: (data: Data) => ReactNode;
}): ReactElement => {
  if (list.error)
    return (
      <ErrorRetry
        error={list.error}
        {...(failed === undefined ? {} : { text: failed })}
        onRetry={() => void list.refetch()}
      />
    );
  if (list.data === undefined) return lines === undefined ? <SkeletonDelay /> : <SkeletonDelay rows={lines} />;
  if (!isEmpty(list.data)) return <>{children(list.data)}</>;
  const hint = <EmptyHint text={empty} action={action} />;
  return framed ? <section className="surface">{hint}</section> : hint;
};
