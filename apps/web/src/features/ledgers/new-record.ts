/** Begins a form from a page, with what the page knows filled in: as a draft, which the form then opens. */
import { formCalls } from '@hengneng/contracts';
import type { ModuleId } from '@hengneng/core';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { formPath, newRecordAddress, recordAddress, screenOf } from '../../lib/routes.ts';
import { useSend } from '../../lib/useWrite.ts';

/** Whether the person may begin a form of a module. */
export const mayBegin = (moduleId: ModuleId): boolean => {
  const list = screenOf(moduleId, 'list');
  return (
    can(shortCodeOf(formPath(moduleId, MODULES[moduleId])), 'add') &&
    (list === undefined || can(shortCodeOf(list.path), 'add'))
  );
};

export interface Begin {
  readonly moduleId: ModuleId;
  readonly project?: string | undefined;
  /** Filled in beforehand; without any the form opens empty, and nothing is kept until somebody saves it. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** By what a draft is of the same thing: the person's own, which an approval may have left for them, is gone on with as it is. */
  readonly same?: Readonly<Record<string, unknown>>;
  /** The person's own that is begun already: the values go into it. */
  readonly draft?: { readonly BusinessId: string; readonly FormVersion: number } | null;
}

/** Still with whoever files it. */
const UNSENT = ['draft', 'withdrawn'];

export const useBegin = () => {
  const navigate = useNavigate();
  const send = useSend();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ moduleId, project, values, same, draft }: Begin): Promise<string | null> => {
      const { api, title, procedureId } = MODULES[moduleId];
      const where: Readonly<Record<string, string>> = project === undefined ? {} : { ProjectCode: project };
      if (values === undefined) {
        const address = newRecordAddress(procedureId);
        return address && project !== undefined ? `${address}&${new URLSearchParams({ ...where })}` : address;
      }
      const calls = formCalls(api, title);
      if (draft) {
        await send(calls.draft, { ...draft, ...values });
        return recordAddress(procedureId, draft.BusinessId);
      }
      if (same !== undefined) {
        const { rows } = await callApi(calls.index, { ...same, Scope: 'mine', status: UNSENT, PageSize: 1 });
        if (rows[0] !== undefined) return recordAddress(procedureId, rows[0].BusinessId);
      }
      const { record } = await callApi(calls.getInitInfo, where);
      const { BusinessId } = await send(calls.draft, { ...record, ...values });
      return recordAddress(procedureId, BusinessId);
    },
    onSuccess: (address) => {
      if (address !== null) void navigate(address);
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  return { begin: mutate, beginning: isPending };
};
