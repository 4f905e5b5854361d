import { type ReactElement, type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { CountTabs } from '../../ui/CountTabs.tsx';

export interface ViewTab<K extends string> {
  readonly key: K;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** Lists beside each other on one page. The chosen one stands in the address; its filters are its own, and go when another is chosen. */
export const ViewTabs = <K extends string>({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly ViewTab<K>[];
}): ReactElement => {
  const prefix = useId();
  const [params, setParams] = useSearchParams();
  const shown = tabs.find((tab) => tab.key === params.get('tab')) ?? tabs[0];
  return (
    <>
      <CountTabs
        prefix={prefix}
        label={label}
        tabs={tabs}
        chosen={shown?.key ?? ''}
        onChoose={(key) => setParams(key === tabs[0]?.key ? {} : { tab: key }, { replace: true })}
      />
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${shown?.key ?? ''}`} key={shown?.key}>
        {shown?.content()}
      </div>
    </>
  );
};
