import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { fetchFile } from '../lib/api.ts';

/** An image that only a session may see: fetched with the session's headers, shown from memory. */
export const AuthImage = ({
  src,
  alt,
  className,
  fallback = null,
}: {
  readonly src: string;
  readonly alt: string;
  readonly className?: string;
  readonly fallback?: ReactNode;
}): ReactElement => {
  // What came of fetching which address; of another one nothing is known yet.
  const [fetched, setFetched] = useState<{ readonly src: string; readonly url: string | null } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    fetchFile('GET', src, {}, { signal: controller.signal })
      .then((file) => {
        if (controller.signal.aborted) return;
        made = URL.createObjectURL(file.blob);
        setFetched({ src, url: made });
      })
      .catch(() => {
        if (!controller.signal.aborted) setFetched({ src, url: null });
      });
    return () => {
      controller.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [src]);
  if (fetched?.src !== src) return <span aria-busy="true">{fallback}</span>;
  return fetched.url ? <img className={className} src={fetched.url} alt={alt} /> : <>{fallback}</>;
};
