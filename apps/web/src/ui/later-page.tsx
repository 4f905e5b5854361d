import { type ComponentType, createElement, type ReactElement, useEffect, useState } from 'react';
import { SkeletonDelay } from './feedback.tsx';

/** A page, and a way to have it sent for before it is shown. */
export type LaterPage = ComponentType & { readonly prepare: (params: URLSearchParams) => void };

/**
 * A page that loads when it is first shown. Not React's `lazy`: a Suspense boundary that has shown its fallback holds the page back for
 * another 300 ms, which is a fifth of what opening a form may take.
 * @param load is asked again after it failed, once the page is opened anew
 * @param ahead sends for what the page at an address will ask for
 */
export const laterPage = (
  load: () => Promise<{ readonly default: ComponentType }>,
  ahead?: (params: URLSearchParams) => void,
): LaterPage => {
  let page: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  const fetched = async (): Promise<void> => {
    try {
      page = (await load()).default;
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  const start = (): Promise<void> => (loading ??= fetched());
  const Page = (): ReactElement => {
    const [coming] = useState(start);
    const [shown, setShown] = useState(() => page);
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
      let here = true;
      coming.then(
        () => here && setShown(() => page),
        (error: unknown) => here && setFailure(() => error),
      );
      return () => {
        here = false;
      };
    }, [coming]);
    if (failure !== null) throw failure;
    return shown === null ? <SkeletonDelay /> : createElement(shown);
  };
  const prepare = (params: URLSearchParams): void => {
    ahead?.(params);
    // Showing the page will say what failed, or try again.
    start().catch(() => undefined);
  };
  return Object.assign(Page, { prepare });
};
