import { type ReactElement, type ReactNode, useId } from 'react';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Handle } from './place.tsx';

/** One block of the workbench with its own loading and its own failure. */
export const Block = ({
  title,
  extra,
  loading = false,
  error,
  onRetry = () => undefined,
  children,
}: {
  readonly title: ReactNode;
  readonly extra?: ReactNode;
  readonly loading?: boolean;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}): ReactElement => {
  const id = useId();
  return (
    <section className="block surface" aria-labelledby={id}>
      <header className="block-head">
        <h2 id={id}>
          <Handle />
          {title}
        </h2>
        {extra}
      </header>
      {error ? (
        <ErrorRetry text="该区块加载失败，点击重试" error={error} onRetry={onRetry} />
      ) : loading ? (
        <SkeletonDelay rows={4} />
      ) : (
        children
      )}
    </section>
  );
};
