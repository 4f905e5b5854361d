import { type ComponentType, createElement, type ReactElement, useEffect, useState } from 'react';
import { SkeletonDelay } from './feedback.tsx';

/**
 * A page that loads when it is first shown. Not React's `lazy`: a Suspense boundary that has shown its fallback holds the page back for
 * another 300 ms, which is a fifth of what opening a form may take.
 * @param load is asked again after it failed, once the page is opened anew
 */
export const laterPage = (load: () => Promise<{ readonly default: ComponentType }>): ComponentType => {
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
  return function LaterPage(): ReactElement {
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
};
