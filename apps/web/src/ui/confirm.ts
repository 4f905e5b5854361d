import { App, type ModalFuncProps } from 'antd';
import { useMemo } from 'react';

type Questions = Pick<ReturnType<typeof App.useApp>['modal'], 'confirm' | 'success'>;

const still = (asked: ModalFuncProps): ModalFuncProps => ({ ...asked, transitionName: '', maskTransitionName: '' });

/**
 * The only way to a question, as `AppModal` is to a dialog, and like it without animation: answered while it still comes in on a busy machine,
 * it would never be gone and lie over the page.
 */
export const useQuestions = (): Questions => {
  const { modal } = App.useApp();
  return useMemo(
    () => ({ confirm: (asked) => modal.confirm(still(asked)), success: (told) => modal.success(still(told)) }),
    [modal],
  );
};
