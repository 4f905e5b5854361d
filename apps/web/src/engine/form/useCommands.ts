/** Saving, submitting and the actions of an approval: one intent, one key, one request at a time. */
import { formCalls, type Moved } from '@hengneng/contracts';
import { type FormRecord, rightsErrors } from '@hengneng/form-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useRef, useState } from 'react';
import { ApiError, callApi, isAbort, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useTab } from '../../lib/tab.tsx';
import { useSend } from '../../lib/useWrite.ts';
import { claimTask, releaseTask } from '../claim.ts';
import type { RecordStore } from '../store/record-store.ts';
import { differences } from '../store/unsaved.ts';
import { sectionValues } from '../store/wire.ts';
import type { ActionInput, ActionName } from './actions.ts';
import { focusPath } from './context.ts';
import type { FieldChange } from './DiffView.tsx';
import { copyKey, dropCopy } from './local-copy.ts';
import { editStepOf, leftOf, type Opened } from './opened.ts';

export interface Conflict {
  readonly message: string;
  readonly changes: readonly FieldChange[];
  /** What this person has put in since. */
  readonly typed: FormRecord;
  /** Whether that can still be saved. */
  readonly keeps: boolean;
}

const isChange = (value: unknown): value is FieldChange =>
  typeof value === 'object' && value !== null && 'path' in value && 'label' in value;

const changesOf = (data: unknown): readonly FieldChange[] =>
  typeof data === 'object' && data !== null && 'changes' in data && Array.isArray(data.changes)
    ? data.changes.filter(isChange)
    : [];

/** What dialogs ask for; everything else that may be wrong stands in the form. */
const ASKED: ReadonlySet<string> = new Set(['NextHandlerUserId', 'Opinion', 'Signature', 'UserId', 'UserIds', 'To']);

export interface Saved {
  readonly businessId: string;
  readonly version: number;
}

export const useCommands = (
  opened: Opened,
  prefix: string,
  hooks: {
    readonly onSaved: (saved: Saved) => void;
    readonly onMoved: (action: ActionName, moved: Moved) => void;
    /** What is wrong is marked in the form: whatever stands over it is to go. */
    readonly onMarked: () => void;
  },
) => {
  const { store, editStep, taskId } = opened;
  const { form } = store;
  const calls = formCalls(form.identity.api, form.identity.title);
  const client = useQueryClient();
  const tab = useTab();
  const [params] = useSearchParams();
  const [busy, setBusy] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // What is filled in now may lead to a step that nobody foresaw: the server then asks for its handler.
  const [needsNext, setNeedsNext] = useState(false);
  const running = useRef(false);
  const send = useSend();
  // The answer to a save comes before the page has been drawn again with it.
  const answered = useRef<Saved | null>(null);
  const outdated = useRef<RecordStore | null>(null);
  const current = (): Pick<Opened, 'businessId' | 'version'> => {
    const last = answered.current;
    const same = last !== null && (opened.businessId === null || opened.businessId === last.businessId);
    return same && last.version > opened.version ? last : opened;
  };

  /** Says that the record is another by now: what has become of it, and what was put in here meanwhile. */
  const tellConflict = async ({ message, data }: ApiError) => {
    outdated.current = opened.store;
    const found = changesOf(data);
    const { businessId } = current();
    const typed = leftOf(opened)?.values ?? {};
    if (businessId === null) {
      setConflict({ message, changes: found, typed, keeps: false });
      return;
    }
    try {
      const info = await callApi(calls.getInfo, { BusinessId: businessId });
      store.addLabels(info.labels);
      const own = differences(form, store.stored(), info.record).filter(({ path }) => form.field(path)?.editable);
      const changes = found.length > 0 ? found : own;
      setConflict({ message, changes, typed, keeps: editStepOf(info, opened.ask.alternate) === editStep });
    } catch {
      // What changed cannot be said; that it did, can.
      setConflict({ message, changes: found, typed, keeps: true });
    }
  };

  const failed = (error: unknown, quiet = false) => {
    if (isAbort(error)) return;
    if (error instanceof ApiError && error.conflict) {
      void tellConflict(error);
      return;
    }
    if (error instanceof ApiError && error.message.includes('下一步处理人')) setNeedsNext(true);
    if (error instanceof ApiError && error.errors.length > 0) {
      if (quiet) return;
      store.setErrors(error.errors);
      const inForm = error.errors.find(({ path }) => !ASKED.has(path.replace(/\W.*$/, '')));
      if (inForm) {
        hooks.onMarked();
        // After the dialog that asked is gone.
        setTimeout(() => focusPath(prefix, inForm.path));
      }
    }
    if (!quiet) notify.error(messageOf(error));
  };

  /** One at a time: what is pressed while something is under way does nothing. */
  const once = async <T>(name: string, work: () => Promise<T>, quiet = false): Promise<T | null> => {
    if (running.current) return null;
    running.current = true;
    if (!quiet) setBusy(name);
    try {
      return await work();
    } catch (error) {
      failed(error, quiet);
      return null;
    } finally {
      running.current = false;
      setBusy(null);
    }
  };

  const putDraft = async (): Promise<Saved> => {
    const record = store.flush();
    const { edits } = store.state();
    const { businessId, version } = current();
    const input = {
      ...(businessId ? { BusinessId: businessId, FormVersion: version } : {}),
      ...sectionValues(form, record, 0, [...opened.withheld]),
    };
    const answer = await send(calls.draft, input);
    store.saved(edits, record);
    dropCopy(copyKey(form.id, businessId));
    const saved = { businessId: answer.BusinessId, version: answer.FormVersion };
    answered.current = saved;
    hooks.onSaved(saved);
    if (businessId === null)
      tab.replaceSearch({
        ProcedureId: String(form.identity.procedureId),
        BusinessId: answer.BusinessId,
        // What is read beside it stays there.
        ...Object.fromEntries([...params].filter(([name]) => name.startsWith('O_'))),
      });
    void client.invalidateQueries({ queryKey: ['rows', form.id] });
    return saved;
  };

  const save = () =>
    once('Draft', async () => {
      const saved = await putDraft();
      notify.success('已暂存');
      return saved;
    });

  const autosave = async () => {
    // Who was told that there is a newer version, and stays with this one, is not told every half minute.
    if (store.state().dirty && outdated.current !== store) await once('auto', putDraft, true);
  };

  /** Shows what keeps the section from being handed in. */
  const complete = (): boolean => {
    const check = (record: FormRecord) => [
      ...form.check(record, editStep ?? 0, new Date()),
      ...rightsErrors(form, record, record, opened.rights),
    ];
    const errors = check(store.flush());
    store.setErrors(errors, check);
    const [first] = errors;
    if (!first) return true;
    notify.error(`还有 ${store.state().errors.size} 处需要填写或更正`);
    setTimeout(() => focusPath(prefix, first.path));
    return false;
  };

  /** Saves what was changed, so that there is a record to act on. Null where that failed. */
  const ready = (): Promise<Saved | null> =>
    once('ready', async () => {
      const { businessId, version } = current();
      return businessId !== null && !store.state().dirty ? { businessId, version } : putDraft();
    });

  const request = (action: ActionName, input: ActionInput): Promise<Moved> => {
    const { businessId, version } = current();
    const record = { BusinessId: businessId ?? '', Opinion: input.opinion };
    const task = { NodeRecordId: taskId ?? '', Opinion: input.opinion };
    const next = input.nextHandler ? { NextHandlerUserId: input.nextHandler } : {};
    switch (action) {
      case 'Submit':
        return send(calls.submit, { ...record, ...next, FormVersion: version });
      case 'Approve': {
        const own = editStep
          ? sectionValues(form, store.flush(), editStep, [...opened.withheld, ...opened.rights.closed])
          : {};
        const signed = input.signature ? { Signature: { ...input.signature } } : {};
        const body = { ...own, ...task, ...next, ...signed, FormVersion: version };
        return send(calls.approve, body);
      }
      case 'Reject': {
        const to = input.to as 'starter' | 'previous' | 'end' | `s${number}`;
        const body = { ...task, FormVersion: version, To: to, Resume: input.resume };
        return send(calls.reject, body);
      }
      case 'Transfer':
        return send(calls.transfer, { ...task, UserId: input.users[0] ?? '' });
      case 'AddSign':
        return send(calls.addSign, { ...task, UserIds: [...input.users], Where: input.where, Mode: input.mode });
      case 'RemoveSign':
        return send(calls.removeSign, {
          ...task,
          NodeRecordId: opened.removable?.NodeRecordId ?? '',
          UserIds: [...input.users],
        });
      case 'Delegate':
        return send(calls.delegate, { ...task, UserId: input.users[0] ?? '' });
      case 'TakeBack':
        return send(calls.takeBack, { ...task, NodeRecordId: opened.takeBackId ?? '' });
      case 'Withdraw':
        return send(calls.withdraw, record);
      case 'Cancel':
        return send(calls.cancel, record);
      case 'Urge':
        return send(calls.urge, record);
      case 'Cc':
        return send(calls.copy, { ...record, UserIds: [...input.users] });
    }
  };

  const refreshLists = () => {
    for (const key of [['todo'], ['rows', form.id], ['tasks', form.id], ['record-log']])
      void client.invalidateQueries({ queryKey: key });
  };

  const act = (action: ActionName, input: ActionInput) =>
    once(action, async () => {
      const { edits, record } = store.state();
      const moved = await request(action, input);
      setNeedsNext(false);
      if (action === 'Submit' || action === 'Approve') {
        store.saved(edits, record);
        dropCopy(copyKey(form.id, moved.BusinessId));
      }
      refreshLists();
      hooks.onMoved(action, moved);
      return moved;
    });

  /** Undoes one's own agreement to a task while it still may be. */
  const undo = (agreed: string) =>
    once('TakeBack', async () => {
      const moved = await send(calls.takeBack, { NodeRecordId: agreed, Opinion: '' });
      refreshLists();
      hooks.onMoved('TakeBack', moved);
      return moved;
    });

  /** Takes the task or gives it back; whether that worked. The form stays as it is. */
  const hold = async (action: 'Claim' | 'Release'): Promise<boolean> => {
    const change = action === 'Claim' ? claimTask : releaseTask;
    const done = await once(action, () => change(taskId ?? ''));
    for (const key of [['todo'], ['tasks', form.id]]) void client.invalidateQueries({ queryKey: key });
    return done === true;
  };

  return {
    busy,
    conflict,
    needsNext,
    closeConflict: () => setConflict(null),
    save,
    autosave,
    complete,
    ready,
    act,
    undo,
    hold,
  };
};
