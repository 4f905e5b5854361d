import { delMyList, type FormRow } from '@hengneng/contracts';
import type { Screen } from '@hengneng/core';
import { type CompiledForm, projectKeyOf } from '@hengneng/form-kit';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuestions } from '../../ui/confirm.ts';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useSession } from '../../lib/session.ts';
import { useSend } from '../../lib/useWrite.ts';
import { laterDialog } from '../../ui/later-dialog.tsx';
import type { Relation, Subject } from '../relations/relations.ts';
import type { LabelMap } from '../store/record-store.ts';
import { mayOn, useCreate } from './ListActions.tsx';

const PrintDialog = laterDialog(() => import('../print/PrintDialog.tsx'));
const RelationDialog = laterDialog(() => import('../relations/RelationDialog.tsx'));

const MOST_PRINTS = 50;
/** In the hands of whoever filed the record. */
const CHANGEABLE: ReadonlySet<string> = new Set(['draft', 'returned', 'withdrawn']);

/** What can be done with the rows that are selected in a list. */
export const PickedActions = ({
  form,
  screen,
  chosen,
  labels,
  onNarrow,
  onDone,
}: {
  readonly form: CompiledForm;
  readonly screen: Screen;
  readonly chosen: readonly FormRow[];
  readonly labels: LabelMap;
  /** Narrows the list to one person or project, whose words come along. */
  readonly onNarrow: (key: string, value: string, words: string) => void;
  /** The selected rows are not what they were. */
  readonly onDone: () => void;
}): ReactElement => {
  const { procedureId } = form.identity;
  const client = useQueryClient();
  const modal = useQuestions();
  const navigate = useNavigate();
  const send = useSend();
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
          const answer = await send(delMyList, {
            ProcedureId: procedureId,
            BusinessId: drafts.map((row) => row.BusinessId),
          });
          const failed = answer.results.filter((result) => !result.ok);
          if (answer.deleted > 0) notify.success(`已删除 ${answer.deleted} 份草稿`);
          if (failed[0]) notify.error(`${failed.length} 份没有删除：${failed[0].message}`);
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
