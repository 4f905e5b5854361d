import { Button, Skeleton } from 'antd';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { ApiError, messageOf } from '../lib/api.ts';
import { Refused } from './Refused.tsx';

/** Nothing to show: one sentence and at most one thing to do. */
export const EmptyHint = ({
  text,
  action,
}: {
  readonly text: ReactNode;
  readonly action?: ReactNode;
}): ReactElement => (
  <div className="empty-hint">
    <p>{text}</p>
    {action}
  </div>
);

/** Not for this person, which no other try changes. */
const FORBIDDEN = 403;

/** A block that could not be loaded, with the server's words and another try; where rights are missing, with the way out. */
export const ErrorRetry = ({
  error,
  text,
  onRetry,
}: {
  readonly error?: unknown;
  readonly text?: string;
  readonly onRetry: () => void;
}): ReactElement =>
  error instanceof ApiError && error.status === FORBIDDEN ? (
    <Refused error={error} />
  ) : (
    <div className="error-retry" role="alert">
      <p>{text ?? '加载失败'}</p>
      {error ? <p className="error-retry-detail">{messageOf(error)}</p> : null}
      <Button onClick={onRetry}>重试</Button>
    </div>
  );

/** Grey lines, but only if loading takes longer than 200 ms: a flash is worse than a short wait. */
export const SkeletonDelay = ({ rows = 6 }: { readonly rows?: number }): ReactElement => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="skeleton" role="status" aria-label="正在加载" aria-busy="true">
      {late ? <Skeleton active title={false} paragraph={{ rows }} /> : null}
    </div>
  );
};

/** A keyboard shortcut as shown beside its button. */
export const KeyHint = ({ keys }: { readonly keys: string }): ReactElement => <kbd className="key-hint">{keys}</kbd>;
