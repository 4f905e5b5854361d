import { useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { useTab } from '../../../lib/tab.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { THINGS } from '../common.ts';

/** What both forms of the archive do with a refusal: who has changed it meanwhile is said above what was typed, which stays. */
export const useArchiveForm = (form: FormInstance, onClose: () => void) => {
  const client = useQueryClient();
  const { setDirty } = useTab();
  const [conflict, setConflict] = useState<string | null>(null);
  // Told here, not by an effect: what is closed is gone before its effects could say that nothing is left unsaved.
  const close = () => {
    setDirty(false);
    onClose();
  };
  return {
    conflict,
    touch: () => setDirty(true),
    close,
    about: {
      said: '已保存',
      renews: [THINGS, 'project'],
      onDone: close,
      onError: (error: unknown) => {
        if (!(error instanceof ApiError) || !error.conflict) return showErrors(form, error);
        setConflict(messageOf(error));
        // The next attempt is made upon what stands there now.
        void client.invalidateQueries({ queryKey: [THINGS, 'archive'] });
      },
    },
  };
};
