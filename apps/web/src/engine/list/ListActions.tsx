import { delMyList, type FormRow } from '@hengneng/contracts';
import { type Screen, shortCodeOf } from '@hengneng/core';
import { type CompiledForm, projectKeyOf } from '@hengneng/form-kit';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuestions } from '../../ui/confirm.ts';
import { callApi, messageOf } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { notify } from '../../lib/notify.ts';
import { type ButtonName, can } from '../../lib/permission.ts';
import { newRecordAddress, recordAddress, screenOf } from '../../lib/routes.ts';
import { useSession } from '../../lib/session.ts';
import { laterDialog } from '../../ui/later-dialog.tsx';
import type { Relation, Subject } from '../relations/relations.ts';
import type { LabelMap } from '../store/record-store.ts';

const PrintDialog = laterDialog(() => import('../print/PrintDialog.tsx'));
const RelationDialog = laterDialog(() => import('../relations/RelationDialog.tsx'));

const MOST_PRINTS = 50;
/** In the hands of whoever filed the record. */
const CHANGEABLE: ReadonlySet<string> = new Set(['draft', 'returned', 'withdrawn']);

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

/** What can be done with a list as a whole and with the rows that are selected in it. */
export const ListActions = ({
  form,
  screen,
  chosen,
  labels,
  exported,
  onNarrow,
  onDone,
  children,
}: {
  readonly form: CompiledForm;
  readonly screen: Screen;
  readonly chosen: readonly FormRow[];
  readonly labels: LabelMap;
  /** What the export takes; null while there is nothing to ask for. */
  readonly exported: Readonly<Record<string, unknown>> | null;
  /** Narrows the list to one person or project, whose words come along. */
  readonly onNarrow: (key: string, value: string, words: string) => void;
  /** The selected rows are not what they were. */
  readonly onDone: () => void;
  readonly children: ReactNode;
}): ReactElement => {
  const { api, procedureId } = form.identity;
  const client = useQueryClient();
  const modal = useQuestions();
  const navigate = useNavigate();
  const create = useCreate(procedureId);
  const userId = useSession((state) => state.userId);
  const [printing, setPrinting] = useState(false);
  const [related, setRelated] = useState<Subject | null>(null);
  const may = mayOn(screen, form.id);
  const one = chosen.length === 1 ? chosen[0] : undefined;
  const projectKey = projectKeyOf(form);
  const project = projectKey === null ? null : one?.[projectKey];
  const nameOf = (key: string, value: string) => labels[key]?.[value] ?? value;
  const printable = form.definition.print === 'A4' && may('download');
  const drafts = chosen.filter((row) => row.Status === 'draft' && row.applicant === userId);
  const remove = () =>
    modal.confirm({
      title: `删除 ${drafts.length} 份草稿？`,
      content: '删除后不能恢复。',
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          const answer = await callApi(delMyList, {
            ProcedureId: procedureId,
            BusinessId: drafts.map((row) => row.BusinessId),
          });
          const failed = answer.results.find((result) => !result.ok);
          if (failed) notify.error(failed.message);
          else notify.success(`已删除 ${answer.deleted} 份草稿`);
          onDone();
          void client.invalidateQueries({ queryKey: ['rows', form.id] });
        } catch (error) {
          notify.error(messageOf(error));
        }
      },
    });
  const narrow = (part: Relation, subject: Subject) => {
    setRelated(null);
    if (subject.kind === 'project') onNarrow('applicant', part.UserId, part.UserName);
    else if (projectKey !== null) onNarrow(projectKey, part.ProjectCode, part.ProjectName);
  };
  return (
    <>
      {may('add') ? (
        <Button type="primary" onClick={() => create()}>
          新建
        </Button>
      ) : null}
      {may('add') && one ? <Button onClick={() => create(one.BusinessId)}>复制新建</Button> : null}
      {may('edit') && one && one.applicant === userId && CHANGEABLE.has(one.Status) ? (
        <Button onClick={() => void navigate(recordAddress(procedureId, one.BusinessId) ?? '')}>修改</Button>
      ) : null}
      {may('associatedUser') && projectKey !== null && typeof project === 'string' ? (
        <Button onClick={() => setRelated({ kind: 'project', code: project, name: nameOf(projectKey, project) })}>
          关联人员
        </Button>
      ) : null}
      {may('associatedProject') && one ? (
        <Button
          onClick={() => setRelated({ kind: 'person', id: one.applicant, name: nameOf('applicant', one.applicant) })}
        >
          关联项目
        </Button>
      ) : null}
      {may('delete') && drafts.length > 0 ? (
        <Button danger onClick={remove}>
          删除草稿（{drafts.length}）
        </Button>
      ) : null}
      {printable && chosen.length > 0 ? (
        <Button onClick={() => (chosen.length > MOST_PRINTS ? notify.warning('一次最多打印50份') : setPrinting(true))}>
          打印（{chosen.length}）
        </Button>
      ) : null}
      {may('export') ? (
        <Button
          disabled={exported === null}
          onClick={() => void download('POST', `${api}/Export`, exported ?? {}, { name: `${screen.title}.xlsx` })}
        >
          导出
        </Button>
      ) : null}
      {children}
      {related ? (
        <RelationDialog
          start={related}
          onClose={() => setRelated(null)}
          {...(projectKey === null ? {} : { onFilter: narrow })}
        />
      ) : null}
      {printing ? (
        <PrintDialog form={form} businessIds={chosen.map((row) => row.BusinessId)} onClose={() => setPrinting(false)} />
      ) : null}
    </>
  );
};
