import { type ReactElement, useEffect, useState } from 'react';

/** Says that the network is gone, and for three seconds that it is back. */
export const OfflineBar = (): ReactElement | null => {
  const [state, setState] = useState<'online' | 'offline' | 'back'>(navigator.onLine ? 'online' : 'offline');
  useEffect(() => {
    const lost = () => setState('offline');
    const back = () => setState('back');
    addEventListener('offline', lost);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', lost);
      removeEventListener('online', back);
    };
  }, []);
  useEffect(() => {
    if (state !== 'back') return;
    const timer = setTimeout(() => setState('online'), 3000);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === 'online') return null;
  return (
    <div className={`state-bar state-bar-${state}`} role="status">
      {state === 'offline' ? '网络已断开，录入内容已暂存本机' : '网络已恢复'}
    </div>
  );
};
