import { workflowExport, workflowSave, type WorkflowVersions, workflowVersions } from '@hengneng/contracts';
import { chainChanges, type ChainText, settledChain } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { Button, Grid, Tabs } from 'antd';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ActionMenu } from '../../../ui/ActionMenu.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { useForm } from '../../../engine/load.ts';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useSynced } from '../../../lib/useSynced.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { AUDIT_CODE } from '../names.ts';
import { AnalysisTab } from './AnalysisTab.tsx';
import { chainFrom, problemsOf, type Shown, startOf, versionWords, vocabularyOf, WORKFLOWS_CODE } from './chains.ts';
import { FlowTab } from './FlowTab.tsx';
import { MigrateTab } from './MigrateTab.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { SimulateTab, type Tried } from './SimulateTab.tsx';
import { VersionsTab } from './VersionsTab.tsx';

const tokenOf = (data: WorkflowVersions): string => `${data.draft?.stamp ?? ''}/${data.inForce}`;
const NONE: readonly Tried[] = [];

interface Props {
  readonly procedureId: number;
  /** Told whether there are changes that have not been saved. */
  readonly onChanged: (changed: boolean) => void;
}

const Loaded = ({ data, procedureId, onChanged }: Props & { readonly data: WorkflowVersions }): ReactElement => {
  const form = useForm(data.moduleId);
  const modal = useQuestions();
  const wide = Grid.useBreakpoint().lg !== false;
  const token = tokenOf(data);
  const [edited, setEdited] = useSynced(token, () => startOf(data));
  const [tried, setTried] = useSynced(token, () => NONE);
  const [viewing, setViewing] = useState<number | null>(null);
  const [tab, setTab] = useState('flow');
  const [publishing, setPublishing] = useState<{ readonly version: number | null } | null>(null);
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const names = useMemo(
    () => new Map([...data.people.map((one) => [one.UserId, one.UserName] as const), ...picked]),
    [data.people, picked],
  );
  const words = useMemo(() => vocabularyOf(form, names), [form, names]);
  const { definition } = form;
  const dirty =
    JSON.stringify(settledChain(definition, edited)) !== JSON.stringify(settledChain(definition, startOf(data)));
  useEffect(() => onChanged(dirty), [dirty, onChanged]);
  const problems = useMemo(() => problemsOf(form, edited), [form, edited]);
  const versionAt = (version: number | null): ChainText | null => {
    const found = data.versions.find((one) => one.version === version);
    return found === undefined ? null : chainFrom(found.chain);
  };
  const chain = versionAt(viewing) ?? edited;
  const shown: Shown = viewing ?? (data.draft === null ? data.inForce : 'draft');
  const mayEdit = can(WORKFLOWS_CODE, 'edit');
  const unsaved = viewing === null && dirty;
  const current = versionAt(data.inForce) ?? edited;

  const save = useWrite(workflowSave, {
    said: (_, { Drop }) => (Drop ? '草稿已放弃' : '草稿已保存'),
    renews: ['workflows'],
  });
  const record = { ProcedureId: procedureId, Stamp: data.draft?.stamp ?? '' };
  const giveUp = async (): Promise<void> => {
    const sure = await modal.confirm({
      title: '放弃草稿',
      content: data.draft === null ? '未保存的修改将丢失。' : '草稿将被删除，现行流程不受影响。',
      okText: '放弃',
      cancelText: '取消',
    });
    if (!sure) return;
    if (data.draft === null) setEdited(startOf(data));
    else save.mutate({ ...record, Drop: true });
  };
  const take = (Format: 'xlsx' | 'pdf'): void =>
    void download(
      'POST',
      workflowExport.path,
      { ProcedureId: procedureId, Version: shown, Format },
      { name: `${data.module}流程.${Format}` },
    );
  const bar = (
    <>
      {mayEdit && wide && viewing === null ? (
        <>
          <Button
            type={dirty ? 'primary' : 'default'}
            disabled={!dirty || problems.length > 0}
            loading={save.isPending}
            onClick={() => save.mutate({ ...record, Chain: JSON.stringify(edited) })}
          >
            存草稿
          </Button>
          <Button
            type={data.draft !== null && !dirty ? 'primary' : 'default'}
            disabled={data.draft === null || dirty}
            onClick={() => setPublishing({ version: null })}
          >
            发布
          </Button>
          {data.draft !== null || dirty ? <Button onClick={() => void giveUp()}>放弃草稿</Button> : null}
        </>
      ) : null}
      {can(WORKFLOWS_CODE, 'export') ? (
        <ActionMenu
          menu={{
            items: [
              { key: 'pdf', label: '流程图（PDF）' },
              { key: 'xlsx', label: '步骤表（Excel）' },
            ],
            onClick: ({ key }) => take(key === 'pdf' ? 'pdf' : 'xlsx'),
          }}
        >
          <Button disabled={unsaved}>导出</Button>
        </ActionMenu>
      ) : null}
    </>
  );
  return (
    <>
      <header className="panel-head">
        <h2>
          {data.module}
          <small>现行{versionWords(data.inForce)}</small>
        </h2>
        <div className="action-row">{bar}</div>
      </header>
      {data.unfit === null ? null : (
        <p className="text-bad">程序升级后版本 {data.unfit} 与表单不再相符，新单据已改用内置流程。请核对后重新发布。</p>
      )}
      <p className="note flow-note">
        {viewing !== null ? (
          <>
            正在查看{versionWords(viewing)}（只读）
            <Button type="link" size="small" onClick={() => setViewing(null)}>
              返回{data.draft === null ? '现行流程' : '草稿'}
            </Button>
          </>
        ) : data.draft === null ? (
          dirty ? (
            '有未保存的修改。'
          ) : (
            '没有草稿。修改后存草稿，模拟通过再发布；已发布的版本不会改变。'
          )
        ) : (
          `草稿由${data.draft.savedBy}于 ${formatDateTime(data.draft.savedAt)} 保存，基于${versionWords(data.draft.basedOn)}${dirty ? '；有未保存的修改' : ''}。`
        )}
        {mayEdit && !wide ? ' 编辑流程请在电脑上进行。' : ''}
        {canOpen(AUDIT_CODE) ? (
          <Link to={`/system/audit?object=${encodeURIComponent(`流程 ${data.module}`)}`}>修改记录</Link>
        ) : null}
      </p>
      {viewing === null && problems.length > 0 ? (
        <ul className="plain-list text-bad" aria-label="待改正">
          {[...new Set(problems.map((one) => one.message))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'flow',
            label: dirty ? '流程 •' : '流程',
            children: (
              <FlowTab
                form={form}
                chain={chain}
                words={words}
                names={names}
                problems={viewing === null ? problems : []}
                procedureId={procedureId}
                shown={shown}
                unsaved={unsaved}
                wide={wide}
                editable={mayEdit && wide && viewing === null}
                used={[...data.versions.map((one) => chainFrom(one.chain)), edited].flatMap((one) =>
                  one.steps.map((step) => step.key),
                )}
                onName={(id, name) => setPicked(new Map([...picked, [id, name]]))}
                onChange={setEdited}
              />
            ),
          },
          {
            key: 'simulate',
            label: tried.length === 0 ? '模拟' : `模拟 ${tried.length}`,
            children: (
              <SimulateTab
                form={form}
                chain={chain}
                procedureId={procedureId}
                shown={shown}
                unsaved={unsaved}
                tried={tried}
                onTried={setTried}
              />
            ),
          },
          {
            key: 'versions',
            label: `版本 ${data.versions.length}`,
            children: (
              <VersionsTab
                data={data}
                words={words}
                onShow={(version) => {
                  setViewing(version);
                  setTab('flow');
                }}
                onRollback={mayEdit ? (version) => setPublishing({ version }) : null}
              />
            ),
          },
          ...(mayEdit
            ? [
                {
                  key: 'migrate',
                  label: data.elsewhere === 0 ? '在途' : <Tag tone="warn">{`在途 ${data.elsewhere}`}</Tag>,
                  children: <MigrateTab procedureId={procedureId} />,
                },
              ]
            : []),
          { key: 'analysis', label: '分析', children: <AnalysisTab procedureId={procedureId} /> },
        ]}
      />
      {publishing ? (
        <PublishDialog
          procedureId={procedureId}
          stamp={data.draft?.stamp ?? ''}
          tried={tried}
          version={publishing.version}
          changes={chainChanges(current, versionAt(publishing.version) ?? edited, words)}
          onClose={() => setPublishing(null)}
          onDone={() => {
            setPublishing(null);
            setViewing(null);
          }}
        />
      ) : null}
    </>
  );
};

/** One module's chain: drawn and edited, tried out, published, looked back on. */
export const WorkflowPanel = (props: Props): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['workflows', 'one', props.procedureId],
    queryFn: ({ signal }) => callApi(workflowVersions, { ProcedureId: props.procedureId }, { signal }),
    staleTime: 0,
    // What somebody else saved meanwhile must not take away what is being written: saving says so.
    refetchOnWindowFocus: false,
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  return data ? <Loaded data={data} {...props} /> : <SkeletonDelay />;
};
