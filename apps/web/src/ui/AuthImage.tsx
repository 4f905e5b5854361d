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
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    fetchFile('GET', src, {}, { signal: controller.signal })
      .then((file) => {
        if (controller.signal.aborted) return;
        made = URL.createObjectURL(file.blob);
        setUrl(made);
      })
      .catch(() => setUrl(null));
    return () => {
      controller.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [src]);
  return url ? <img className={className} src={url} alt={alt} /> : <>{fallback}</>;
};
