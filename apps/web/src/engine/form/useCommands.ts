/** Saving, submitting and the actions of an approval: one intent, one key, one request at a time. */
import { formCalls, type Moved } from '@hengneng/contracts';
import { rightsErrors } from '@hengneng/form-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useRef, useState } from 'react';
import { ApiError, callApi, isAbort, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useTab } from '../../lib/tab.tsx';
import { claimTask, releaseTask } from '../claim.ts';
import { sectionValues } from '../store/wire.ts';
import type { ActionInput, ActionName } from './actions.ts';
import { focusPath } from './context.ts';
import type { FieldChange } from './DiffView.tsx';
import { Intents } from './intents.ts';
import { copyKey, dropCopy } from './local-copy.ts';
import type { Opened } from './opened.ts';

export interface Conflict {
  readonly message: string;
  readonly changes: readonly FieldChange[];
}

const isChange = (value: unknown): value is FieldChange =>
  typeof value === 'object' && value !== null && 'path' in value && 'label' in value;

const changesOf = (data: unknown): readonly FieldChange[] =>
  typeof data === 'object' && data !== null && 'changes' in data && Array.isArray(data.changes)
    ? data.changes.filter(isChange)
    : [];

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
  const intents = useRef(new Intents());
  // The answer to a save comes before the page has been drawn again with it.
  const answered = useRef<Saved | null>(null);
  const current = (): Pick<Opened, 'businessId' | 'version'> => {
    const last = answered.current;
    const same = last !== null && (opened.businessId === null || opened.businessId === last.businessId);
    return same && last.version > opened.version ? last : opened;
  };

  const failed = (error: unknown, quiet = false) => {
    if (isAbort(error)) return;
    if (error instanceof ApiError && error.status === 409) {
      setConflict({ message: error.message, changes: changesOf(error.data) });
      return;
    }
    if (error instanceof ApiError && error.message.includes('下一步处理人')) setNeedsNext(true);
    if (error instanceof ApiError && error.errors.length > 0) {
      if (quiet) return;
      store.setErrors(error.errors);
      const [first] = error.errors;
      if (first) focusPath(prefix, first.path);
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
    const answer = await callApi(calls.draft, input, { idempotencyKey: intents.current.keyOf('draft', input) });
    intents.current.done();
    store.saved(edits);
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
    if (store.state().dirty) await once('auto', putDraft, true);
  };

  /** Shows what keeps the section from being handed in. */
  const complete = (): boolean => {
    const record = store.flush();
    const errors = [
      ...form.check(record, editStep ?? 0, new Date()),
      ...rightsErrors(form, record, record, opened.rights),
    ];
    store.setErrors(errors);
    const [first] = errors;
    if (!first) return true;
    notify.error(`还有 ${errors.length} 处需要填写或更正`);
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
    const send = <I extends object>(make: (key: { idempotencyKey: string }) => Promise<Moved>, body: I) =>
      make({ idempotencyKey: intents.current.keyOf(action, body) });
    const record = { BusinessId: businessId ?? '', Opinion: input.opinion };
    const task = { NodeRecordId: taskId ?? '', Opinion: input.opinion };
    const next = input.nextHandler ? { NextHandlerUserId: input.nextHandler } : {};
    switch (action) {
      case 'Submit': {
        const body = { ...record, ...next, FormVersion: version };
        return send((key) => callApi(calls.submit, body, key), body);
      }
      case 'Approve': {
        const own = editStep
          ? sectionValues(form, store.flush(), editStep, [...opened.withheld, ...opened.rights.closed])
          : {};
        const signed = input.signature ? { Signature: { ...input.signature } } : {};
        const body = { ...own, ...task, ...next, ...signed, FormVersion: version };
        return send((key) => callApi(calls.approve, body, key), body);
      }
      case 'Reject': {
        const to = input.to as 'starter' | 'previous' | 'end' | `s${number}`;
        const body = { ...task, FormVersion: version, To: to, Resume: input.resume };
        return send((key) => callApi(calls.reject, body, key), body);
      }
      case 'Transfer': {
        const body = { ...task, UserId: input.users[0] ?? '' };
        return send((key) => callApi(calls.transfer, body, key), body);
      }
      case 'AddSign': {
        const body = { ...task, UserIds: [...input.users], Where: input.where, Mode: input.mode };
        return send((key) => callApi(calls.addSign, body, key), body);
      }
      case 'RemoveSign': {
        const body = { ...task, NodeRecordId: opened.removable?.NodeRecordId ?? '', UserIds: [...input.users] };
        return send((key) => callApi(calls.removeSign, body, key), body);
      }
      case 'Delegate': {
        const body = { ...task, UserId: input.users[0] ?? '' };
        return send((key) => callApi(calls.delegate, body, key), body);
      }
      case 'TakeBack': {
        const body = { ...task, NodeRecordId: opened.takeBackId ?? '' };
        return send((key) => callApi(calls.takeBack, body, key), body);
      }
      case 'Withdraw':
        return send((key) => callApi(calls.withdraw, record, key), record);
      case 'Cancel':
        return send((key) => callApi(calls.cancel, record, key), record);
      case 'Urge':
        return send((key) => callApi(calls.urge, record, key), record);
      case 'Cc': {
        const body = { ...record, UserIds: [...input.users] };
        return send((key) => callApi(calls.copy, body, key), body);
      }
    }
  };

  const refreshLists = () => {
    for (const key of [['todo'], ['rows', form.id], ['tasks', form.id], ['record-log']])
      void client.invalidateQueries({ queryKey: key });
  };

  const act = (action: ActionName, input: ActionInput) =>
    once(action, async () => {
      const { edits } = store.state();
      const moved = await request(action, input);
      setNeedsNext(false);
      intents.current.done();
      if (action === 'Submit' || action === 'Approve') {
        store.saved(edits);
        dropCopy(copyKey(form.id, moved.BusinessId));
      }
      refreshLists();
      hooks.onMoved(action, moved);
      return moved;
    });

  /** Undoes one's own agreement to a task while it still may be. */
  const undo = (agreed: string) =>
    once('TakeBack', async () => {
      const body = { NodeRecordId: agreed, Opinion: '' };
      const moved = await callApi(calls.takeBack, body, { idempotencyKey: intents.current.keyOf('TakeBack', body) });
      intents.current.done();
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
