import { type ComponentType, createElement, type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { notify } from '../lib/notify.ts';

/** A dialog whose code is fetched when it is first opened. Where it cannot be fetched, the person is told, and it is closed again. */
export const laterDialog = <P extends { readonly onClose: () => void }>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): ((props: P) => ReactElement | null) => {
  let known: ComponentType<P> | null = null;
  return function LaterDialog(props: P): ReactElement | null {
    const [shown, setShown] = useState(() => known);
    const fail = useEffectEvent(() => {
      notify.error('无法连接服务器，请检查网络');
      props.onClose();
    });
    useEffect(() => {
      if (shown) return;
      let here = true;
      load().then(
        (module) => {
          known = module.default;
          if (here) setShown(() => known);
        },
        () => here && fail(),
      );
      return () => {
        here = false;
      };
    }, [shown]);
    return shown === null ? null : createElement(shown, props);
  };
};
