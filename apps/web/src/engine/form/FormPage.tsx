import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAbort } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useTab } from '../../lib/tab.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { identityOf } from '../identity.ts';
import { askOf } from './ahead.ts';
import { besideOf } from './beside.ts';
import { BesidePane } from './BesidePane.tsx';
import { FormView } from './FormView.tsx';
import { leftOf, open, type Opened, putBack } from './opened.ts';

/** So many fields are named in a message. */
const NAMED = 3;

/** A form module's page: a new record, one's own draft, a record to handle or to read. */
const FormPage = ({ moduleId }: { readonly moduleId: string }): ReactElement => {
  const [params] = useSearchParams();
  // What was asked for when the page was opened; saving a new record changes the address, not what is on the page.
  const [ask, setAsk] = useState(() => askOf(params));
  const tab = useTab();
  // Another to-do of the record that is open already may be pressed on: the address says which.
  const { taskId } = askOf(params);
  const [meant, setMeant] = useState(taskId);
  if (meant !== taskId) {
    setMeant(taskId);
    if (taskId !== null && taskId !== ask.taskId) setAsk({ ...ask, taskId });
  }
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<unknown>(null);
  const show = useEffectEvent((next: Opened) => {
    const left = opened !== null && opened.businessId === next.businessId ? leftOf(opened) : null;
    const both = left === null ? [] : putBack(next, left);
    if (both.length > 0)
      notify.warning(`${both.slice(0, NAMED).join('、')}也有人改过：页面上是您填写的，请核对后再保存`);
    setError(null);
    // What was filled in at another step of the same person waits until they are back there.
    setOpened(left !== null && left.step !== next.editStep ? { ...next, left } : next);
  });
  useEffect(() => {
    // A tab that is shown again still has its record, with whatever was typed into it.
    if (opened?.ask === ask) return;
    const controller = new AbortController();
    open(moduleId, ask, controller.signal)
      .then(show)
      .catch((reason: unknown) => {
        if (!isAbort(reason)) setError(reason);
      });
    return () => controller.abort();
  }, [moduleId, ask, opened?.ask]);
  const reload = (businessId: string | null) =>
    setAsk((now) => ({ ...now, businessId, ...(businessId ? { copyFrom: null, project: null } : {}) }));
  if (error)
    return (
      <ErrorRetry
        error={error}
        text={`${identityOf(moduleId).title}打不开`}
        onRetry={() => {
          setError(null);
          reload(ask.businessId);
        }}
      />
    );
  if (!opened) return <SkeletonDelay rows={12} />;
  const beside = besideOf(params);
  // The form stays where it is, with what was typed, whatever comes beside it.
  return (
    <div className={beside === null ? undefined : 'form-pair'}>
      <FormView
        opened={opened}
        onOpened={setOpened}
        onChanged={(change) => setOpened((now) => now && change(now))}
        onReload={reload}
        onTask={(chosen) => tab.replaceSearch({ ...Object.fromEntries(params), NodeRecordId: chosen })}
      />
      {beside === null ? null : <BesidePane of={beside} />}
    </div>
  );
};

export default FormPage;
