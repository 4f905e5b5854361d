import { useEffect, useState } from 'react';

/** What is gone when an entry of it has been used. */
const FLEETING = '.ant-dropdown,.ant-popover,.ant-select-dropdown';
/** What lies over the page. */
const OVER = `${FLEETING},.ant-modal-root,.ant-drawer`;

let last: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest(OVER) === null) last = target;
});

/**
 * Gone at once, a dialog takes the focus along: whoever works by keys goes on where it was opened. One that a menu opened has nothing there to give
 * the focus back to, the entry is gone: it goes to where it was in the page before.
 */
export const useFocusBack = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    const from = last;
    return () => {
      // The dialog itself gives the focus back where it can, after it is gone.
      setTimeout(() => {
        const { activeElement } = document;
        const lost =
          activeElement === null || activeElement === document.body || activeElement.closest(FLEETING) !== null;
        if (!lost) return;
        const opener = before instanceof HTMLElement && before !== document.body && before.closest(FLEETING) === null;
        if (opener && before.isConnected) before.focus();
        else if (document.querySelector('.ant-modal-root [role="dialog"]') === null && from?.isConnected === true)
          from.focus();
      });
    };
  }, [before]);
};
