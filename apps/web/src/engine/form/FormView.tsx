import { Button, ConfigProvider, Grid, Segmented } from 'antd';
import { type ReactElement, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formCalls } from '@hengneng/contracts';
import { messageOf } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { formatDateTime } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { newRecordAddress } from '../../lib/routes.ts';
import { useTab } from '../../lib/tab.tsx';
import { firstClick } from '../../ui/first-click.ts';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { nextInQueue, queueOf } from '../queue.ts';
import { StoreProvider, useRecord } from '../store/record-store.ts';
import { capitalOf } from '../widgets/ReadValue.tsx';
import { ActionBar, type BarAction } from './ActionBar.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import { type ActionName, wordsOf } from './actions.ts';
import { Attachments } from './Attachments.tsx';
import { Changes, Returned } from './Changes.tsx';
import { Comments } from './Comments.tsx';
import { FormProvider, focusPath } from './context.ts';
import { ConflictDialog } from './DiffView.tsx';
import { copyKey, dropCopy, keepOpinion, readCopy } from './local-copy.ts';
import { leftOf, open, type Opened } from './opened.ts';
import { Sections } from './Sections.tsx';
import { Timeline } from './Timeline.tsx';
import { Updated } from './Updated.tsx';
import { UndoButton } from './UndoButton.tsx';
import { useCommands } from './useCommands.ts';
import { laterDialog } from '../../ui/later-dialog.tsx';
import { useAutosave, useLocalCopy, usePreview } from './useLive.ts';

const PrintDialog = laterDialog(() => import('../print/PrintDialog.tsx'));

/** After these the record is out of the person's hands: the next one is offered. */
const HANDLED: ReadonlySet<ActionName> = new Set<ActionName>(['Approve', 'Reject', 'Transfer', 'AddSign', 'Delegate']);

interface Props {
  readonly opened: Opened;
  readonly onOpened: (opened: Opened) => void;
  /** For answers that come when they come: changes whatever is open by then. */
  readonly onChanged: (change: (now: Opened) => Opened) => void;
  readonly onReload: (businessId: string | null) => void;
  /** Another of the person's own to-dos of this record. */
  readonly onTask: (taskId: string) => void;
}

/** So many are listed; a form that is wrong all over has them beside its fields. */
const MESSAGES = 24;

/** Messages at a glance; a click goes to the field. */
const ErrorSummary = ({
  opened,
  prefix,
}: {
  readonly opened: Opened;
  readonly prefix: string;
}): ReactElement | null => {
  const errors = useRecord((state) => state.errors);
  if (errors.size === 0) return null;
  const { form } = opened.store;
  const said = (path: string, message: string): string => {
    const label = form.field(path)?.label ?? form.detail(path)?.label ?? '';
    const text = label !== '' && message.includes(label) ? message : `${label}：${message}`;
    const row = /\[(\d+)\]/.exec(path);
    return row ? `${form.detail(path.replace(/\[.*$/, ''))?.label ?? ''}第${Number(row[1]) + 1}行：${text}` : text;
  };
  return (
    <div className="error-summary" role="alert">
      <strong>还有 {errors.size} 处需要填写或更正</strong>
      <ul>
        {[...errors].slice(0, MESSAGES).map(([path, message]) => (
          <li key={path}>
            <button type="button" onClick={() => focusPath(prefix, path)}>
              {said(path, message)}
            </button>
          </li>
        ))}
        {errors.size > MESSAGES ? <li>另有 {errors.size - MESSAGES} 处，见各字段旁</li> : null}
      </ul>
    </div>
  );
};

/** The amount that matters, always in sight. */
const Total = ({ opened }: { readonly opened: Opened }): ReactElement | null => {
  const of = opened.store.form.fields.find((one) => one.field.capital === true);
  const value = useRecord((state) => (of ? state.record[of.key] : null));
  if (!of || typeof value !== 'string') return null;
  return (
    <div className="form-total">
      <span>{of.label}</span>
      <strong>¥ {value.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')}</strong>
      <span>{capitalOf(value)}</span>
    </div>
  );
};

/** By itself: the first key press says that something is unsaved, and must not wait for the whole form to be drawn again. */
const Unsaved = ({ editing }: { readonly editing: boolean }): ReactElement | null => {
  const dirty = useRecord((state) => state.dirty) && editing;
  useUnsavedGuard(dirty);
  return dirty ? <em> · 有未保存的修改</em> : null;
};

const Inner = ({
  opened,
  onOpened,
  onChanged,
  onReload,
  onTask,
  prefix,
}: Props & { readonly prefix: string }): ReactElement => {
  const { store, editStep, businessId } = opened;
  const { form } = store;
  const { procedureId, title } = form.identity;
  const tab = useTab();
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<ActionName | null>(null);
  const [printing, setPrinting] = useState(false);
  const [after, setAfter] = useState<{
    readonly done: string;
    /** Another to-do is offered. */
    readonly next: boolean;
    readonly serial: string | null;
    readonly taskId: string | null;
    readonly undoUntil: string | null;
  } | null>(null);
  const [copy, setCopy] = useState(() => (editStep === null ? null : readCopy(copyKey(form.id, businessId))));
  // What can be done now stands at the top, which whoever filled in the last section does not see; the button they pressed is gone.
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (after === null) return;
    root.current?.scrollIntoView({ block: 'start' });
    banner.current?.focus();
  }, [after]);
  const { setTitle } = tab;
  const name = opened.serial ?? (businessId === null ? `新建${title}` : `${title}草稿`);
  useEffect(
    () => setTitle(`${title} ${opened.serial ?? (businessId === null ? '新建' : '草稿')}`),
    [setTitle, title, opened.serial, businessId],
  );
  usePreview(opened, root, (steps, serialPreview) => {
    onChanged((now) => {
      const stands = now.store === store && (now.businessId === null || now.status === 'draft');
      // Mostly the answer is the one before: the form with all that is around it stays as it is.
      const same = now.serialPreview === serialPreview && JSON.stringify(now.steps) === JSON.stringify(steps);
      return stands && !same ? { ...now, steps, serialPreview } : now;
    });
  });
  useLocalCopy(opened);

  const queue = queueOf(procedureId, businessId);
  const goNext = async (taskId: string | null) => {
    try {
      const address = await nextInQueue(taskId, queue);
      if (address) tab.close({ force: true, goTo: address });
      else notify.info('没有待处理的单据了');
    } catch (error) {
      notify.error(messageOf(error));
    }
  };

  const commands = useCommands(opened, prefix, {
    onSaved: (saved) =>
      onOpened({
        ...opened,
        ...saved,
        actions: businessId === null ? new Set([...opened.actions, 'Edit', 'Delete']) : opened.actions,
      }),
    onMarked: () => setAsking(null),
    onMoved: (action, moved) => {
      setAsking(null);
      keepOpinion(action, procedureId, moved.BusinessId, '');
      // An objection of one of several who vote does not send the record back by itself.
      const counted =
        action === 'Reject' && moved.steps.some((step) => step.state === 'active' && step.key === opened.stepKey);
      const done = counted ? '已记一票反对' : wordsOf(action, opened.replying).done;
      notify.success(done);
      if (action === 'Submit' || HANDLED.has(action))
        setAfter({
          done,
          next: HANDLED.has(action),
          serial: moved.serial,
          taskId: opened.taskId,
          undoUntil: moved.undoUntil,
        });
      else setAfter(null);
      if (queue !== null && HANDLED.has(action)) void goNext(opened.taskId);
      // The answer says where the record stands; what may be done with it next comes with the reload.
      onOpened({
        ...opened,
        businessId: moved.BusinessId,
        version: moved.FormVersion,
        status: moved.Status,
        serial: moved.serial ?? opened.serial,
        steps: moved.steps,
        actions: new Set(),
        editStep: null,
        left: leftOf(opened),
      });
      onReload(moved.BusinessId);
    },
  });
  useAutosave(editStep === 0 && opened.status === 'draft', commands.autosave);

  const nextStep = opened.steps.find(
    (step) => step.state === 'future' && step.round === Math.max(...opened.steps.map((one) => one.round)),
  );
  // Where the section itself asks for the next handler, that answer is the pick.
  const picked = form.fields.some((of) => of.field.nextHandler === true && of.step === editStep && of.editable);
  const choose =
    (asking === 'Submit' || asking === 'Approve') && !picked && (nextStep?.chosen === true || commands.needsNext);

  const begin = async (action: ActionName) => {
    if (action === 'Submit') {
      if (!commands.complete()) return;
      if ((await commands.ready()) === null) return;
    }
    if (action === 'Approve' && !commands.complete()) return;
    setAsking(action);
  };
  const hold = async (action: 'Claim' | 'Release') => {
    if (!(await commands.hold(action))) return;
    const other = action === 'Claim' ? 'Release' : 'Claim';
    onChanged((now) => ({ ...now, actions: new Set([...now.actions].filter((one) => one !== action)).add(other) }));
  };
  const onAction = (action: BarAction) => {
    if (action === 'Draft') void commands.save();
    else if (action === 'Print') setPrinting(true);
    else if (action === 'Export')
      void download(
        'POST',
        formCalls(form.identity.api, title).exportRows.path,
        { BusinessId: businessId },
        { name: `${title} ${opened.serial ?? ''}.xlsx` },
      );
    else if (action === 'Claim' || action === 'Release') void hold(action);
    else if (action === 'Relaunch') void navigate(`${newRecordAddress(procedureId)}&CopyFrom=${businessId}`);
    else void begin(action);
  };
  const onKeys = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key' | 'preventDefault'>) => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key.toLowerCase() === 's') {
      event.preventDefault();
      if (editStep === 0) void commands.save();
    } else if (event.key === 'Enter' && asking === null) {
      event.preventDefault();
      if (opened.actions.has('Submit')) void begin('Submit');
      else if (opened.actions.has('Approve')) void begin('Approve');
    }
  };
  // Who has just opened the page, or pressed beside a field, has the cursor nowhere: the keys that the buttons name work all the same.
  const onStrayKeys = useEffectEvent((event: KeyboardEvent) => {
    if (event.target === document.body && !opened.ask.alternate) onKeys(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onStrayKeys(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return (
    <div ref={root} className="form-page" onKeyDown={onKeys} role="presentation">
      <header className="form-head">
        <div className="form-title">
          <h1>{name}</h1>
          <StatusTag status={opened.status} />
          <p>
            {opened.serial === null && opened.serialPreview ? `预计单号 ${opened.serialPreview} · ` : `${title} · `}
            {opened.applicant}
            {opened.onBehalfOf ? <em> · 代{opened.onBehalfOf}处理</em> : null}
            <Unsaved editing={editStep !== null} />
          </p>
        </div>
        <ActionBar
          actions={opened.actions}
          canDraft={editStep === 0}
          replying={opened.replying}
          busy={commands.busy}
          onAction={onAction}
        />
      </header>
      {after ? (
        <div ref={banner} className="form-banner" role="status" tabIndex={-1}>
          <span>
            {after.done}
            {after.serial ? `，单号 ${after.serial}` : ''}
          </span>
          {after.undoUntil && after.taskId ? (
            <UndoButton
              until={after.undoUntil}
              busy={commands.busy !== null}
              onUndo={() => void commands.undo(after.taskId ?? '')}
            />
          ) : null}
          {after.next ? (
            <Button type="primary" size="small" onClick={firstClick(() => void goNext(after.taskId))}>
              处理下一件
            </Button>
          ) : null}
          <Button size="small" onClick={() => tab.close({ force: true })}>
            关闭本页
          </Button>
        </div>
      ) : null}
      {businessId === null || opened.status === 'draft' || opened.ask.alternate ? null : (
        <Updated opened={opened} businessId={businessId} onReload={() => onReload(businessId)} />
      )}
      {copy ? (
        <div className="form-banner form-banner-warn" role="status">
          <span>本机有 {formatDateTime(copy.at)} 未保存的内容</span>
          <Button
            size="small"
            type="primary"
            onClick={() => {
              store.restore(copy.values);
              setCopy(null);
            }}
          >
            恢复
          </Button>
          <Button
            size="small"
            onClick={() => {
              dropCopy(copyKey(form.id, businessId));
              setCopy(null);
            }}
          >
            丢弃
          </Button>
        </div>
      ) : null}
      {opened.tasks.length > 1 ? (
        <div className="form-banner form-banner-warn" role="status">
          <span>本单有 {opened.tasks.length} 个步骤等您处理，现在处理的是：</span>
          <Segmented
            aria-label="处理哪一步"
            disabled={commands.busy !== null}
            value={opened.taskId ?? ''}
            options={opened.tasks.map(({ NodeRecordId, step }) => ({ value: NodeRecordId, label: step }))}
            onChange={onTask}
          />
        </div>
      ) : null}
      <ErrorSummary opened={opened} prefix={prefix} />
      <div className="form-body">
        <div className="form-main">
          <Returned opened={opened} />
          <Changes opened={opened} />
          <Sections form={form} steps={opened.steps} />
          <Total opened={opened} />
        </div>
        <aside className="form-rail" aria-label="审批与附件">
          <Timeline steps={opened.steps} procedureId={procedureId} businessId={businessId} />
          {businessId === null || opened.ask.alternate ? null : (
            <Comments procedureId={procedureId} businessId={businessId} steps={opened.steps} />
          )}
          {businessId === null ? null : (
            <Attachments
              procedureId={procedureId}
              businessId={businessId}
              node={opened.stepKey ?? 'start'}
              nodeNames={new Map(opened.steps.map((step) => [step.key, step.name]))}
              list={opened.attachments}
              editable={editStep !== null}
              onChange={() => {
                // Only the list of files is another: what is typed stays.
                open(form.id, { ...opened.ask, businessId }, new AbortController().signal)
                  .then((fresh) =>
                    onChanged((now) => ({ ...now, attachments: fresh.attachments, version: fresh.version })),
                  )
                  .catch((error: unknown) => notify.error(messageOf(error)));
              }}
            />
          )}
        </aside>
      </div>
      {asking && businessId ? (
        <ActionDialog
          resume={form.definition.resume}
          action={asking}
          several={opened.tasks.length > 1}
          steps={opened.steps}
          own={opened.steps.find((step) => step.state === 'active' && step.key === opened.stepKey) ?? null}
          rejectTo={opened.rejectTo}
          removable={opened.removable?.people ?? []}
          replying={opened.replying}
          needs={opened.needs}
          procedureId={procedureId}
          businessId={businessId}
          choose={choose}
          busy={commands.busy !== null}
          onClose={() => setAsking(null)}
          onDo={(input) => void commands.act(asking, input)}
        />
      ) : null}
      {commands.conflict ? (
        <ConflictDialog
          form={form}
          labels={store.state().labels}
          message={commands.conflict.message}
          changes={commands.conflict.changes}
          typed={commands.conflict.typed}
          keeps={commands.conflict.keeps}
          onClose={commands.closeConflict}
          onReload={(keeps) => {
            commands.closeConflict();
            setAsking(null);
            if (!keeps) {
              store.saved(store.state().edits, store.state().record);
              dropCopy(copyKey(form.id, businessId));
            }
            onReload(businessId);
          }}
        />
      ) : null}
      {printing && businessId ? (
        <PrintDialog form={form} businessIds={[businessId]} onClose={() => setPrinting(false)} />
      ) : null}
    </div>
  );
};

/** A record on the screen: title and actions, sections, and beside them its approval. */
export const FormView = (props: Props): ReactElement => {
  const prefix = useId();
  const { opened } = props;
  // A finger needs more room than a mouse; antd's inputs grow together with ours.
  const phone = Grid.useBreakpoint().md === false;
  const surroundings = useMemo(
    () => ({
      prefix,
      editStep: opened.editStep,
      withheld: opened.withheld,
      closed: new Set(opened.rights.closed),
      demanded: new Set(opened.rights.required),
    }),
    [prefix, opened.editStep, opened.withheld, opened.rights],
  );
  return (
    <StoreProvider value={opened.store}>
      <FormProvider value={surroundings}>
        <ConfigProvider {...(phone ? { componentSize: 'large' } : {})}>
          <Inner {...props} prefix={prefix} />
        </ConfigProvider>
      </FormProvider>
    </StoreProvider>
  );
};
