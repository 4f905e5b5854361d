import { type ReactElement, type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { CountTabs } from '../../ui/CountTabs.tsx';

export interface LedgerTab {
  /** Also its name in the address, where the crumbs read it from. */
  readonly label: string;
  readonly show: () => ReactNode;
}

/** Several lists on one page, the chosen one in the address; each has filters of its own, so that choosing another clears them. */
export const LedgerTabs = ({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly [LedgerTab, ...LedgerTab[]];
}): ReactElement => {
  const prefix = useId();
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find((tab) => tab.label === params.get('tab')) ?? tabs[0];
  return (
    <>
      <CountTabs
        prefix={prefix}
        label={label}
        tabs={tabs.map((tab) => ({ key: tab.label, label: tab.label }))}
        chosen={chosen.label}
        onChoose={(key) => setParams(key === tabs[0].label ? {} : { tab: key }, { replace: true })}
      />
      <div id={`${prefix}-panel`} role="tabpanel" aria-label={chosen.label} key={chosen.label}>
        {chosen.show()}
      </div>
    </>
  );
};
