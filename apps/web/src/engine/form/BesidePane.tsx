import { Button, Grid } from 'antd';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isAbort } from '../../lib/api.ts';
import { recordAddress } from '../../lib/routes.ts';
import { type TabApi, TabProvider, useTab } from '../../lib/tab.tsx';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { identityOf } from '../identity.ts';
import { type Beside, withBeside } from './beside.ts';
import { FormView } from './FormView.tsx';
import { open, type Opened } from './opened.ts';

const nothing = (): void => undefined;

const OtherRecord = ({ of, onRetry }: { readonly of: Beside; readonly onRetry: () => void }): ReactElement => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const controller = new AbortController();
    open(
      of.moduleId,
      { businessId: of.businessId, copyFrom: null, project: null, taskId: null, alternate: true },
      controller.signal,
    ).then(setOpened, (reason: unknown) => {
      if (!isAbort(reason)) setError(reason);
    });
    return () => controller.abort();
  }, [of.moduleId, of.businessId]);
  if (error) return <ErrorRetry error={error} text={`${identityOf(of.moduleId).title}打不开`} onRetry={onRetry} />;
  if (!opened) return <SkeletonDelay rows={8} />;
  return (
    <FormView
      opened={opened}
      onOpened={setOpened}
      onChanged={(change) => setOpened((now) => now && change(now))}
      onReload={nothing}
      onTask={nothing}
    />
  );
};

/** A second record beside the form, to be read; below it on a phone, as a drawer. */
export const BesidePane = ({ of }: { readonly of: Beside }): ReactElement => {
  const [params, setParams] = useSearchParams();
  const tab = useTab();
  const [tries, setTries] = useState(0);
  const wide = Grid.useBreakpoint().lg !== false;
  // The tab is the form's: what stands beside it neither names nor closes it.
  const own = useMemo(
    (): TabApi => ({ ...tab, setTitle: nothing, setDirty: nothing, close: nothing, replaceSearch: nothing }),
    [tab],
  );
  const close = () => setParams(withBeside(params, null), { replace: true });
  const { title } = identityOf(of.moduleId);
  const body = (
    <TabProvider value={own}>
      <div className="form-other">
        <OtherRecord key={`${of.moduleId}.${of.businessId}.${tries}`} of={of} onRetry={() => setTries(tries + 1)} />
      </div>
    </TabProvider>
  );
  const whole = <Link to={recordAddress(of.procedureId, of.businessId) ?? ''}>在新页签打开</Link>;
  if (!wide)
    return (
      <AppDrawer title={title} extra={whole} onClose={close}>
        {body}
      </AppDrawer>
    );
  return (
    <aside className="form-side surface" aria-label={`并排查看：${title}`}>
      <header>
        <h2>{title}</h2>
        {whole}
        <Button type="text" size="small" onClick={close}>
          收起
        </Button>
      </header>
      {body}
    </aside>
  );
};
