import { type Screen, shortCodeOf } from '@hengneng/core';
import type { CompiledForm } from '@hengneng/form-kit';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { download } from '../../lib/download.ts';
import { type ButtonName, can } from '../../lib/permission.ts';
import { newRecordAddress, screenOf } from '../../lib/routes.ts';

/** Whether a button is granted on this list or on the module's first one, which others share theirs with. */
export const mayOn =
  (screen: Screen, moduleId: string) =>
  (button: ButtonName): boolean => {
    const first = screenOf(moduleId, 'list');
    return [screen, first].some((one) => one !== undefined && can(shortCodeOf(one.path), button));
  };

/** Opens an empty form, or a copy of a record. */
export const useCreate = (procedureId: number) => {
  const navigate = useNavigate();
  return (copyFrom?: string) => {
    const address = newRecordAddress(procedureId);
    if (address) void navigate(copyFrom ? `${address}&CopyFrom=${copyFrom}` : address);
  };
};

/** What can be done with a list as a whole; `picked` is what can be done with the rows that are selected in it. */
export const ListActions = ({
  form,
  screen,
  picked,
  exported,
  children,
}: {
  readonly form: CompiledForm;
  readonly screen: Screen;
  readonly picked: ReactNode;
  /** What the export takes; null while there is nothing to ask for. */
  readonly exported: Readonly<Record<string, unknown>> | null;
  readonly children: ReactNode;
}): ReactElement => {
  const { api, procedureId } = form.identity;
  const create = useCreate(procedureId);
  const may = mayOn(screen, form.id);
  return (
    <>
      {may('add') ? (
        <Button type="primary" onClick={() => create()}>
          新建
        </Button>
      ) : null}
      {picked}
      {may('export') ? (
        <Button
          disabled={exported === null}
          onClick={() => void download('POST', `${api}/Export`, exported ?? {}, { name: `${screen.title}.xlsx` })}
        >
          导出
        </Button>
      ) : null}
      {children}
    </>
  );
};
