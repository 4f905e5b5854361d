import { type ReactElement, type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { CountTabs } from '../../ui/CountTabs.tsx';

export interface ViewTab<K extends string> {
  readonly key: K;
  readonly label: string;
  readonly content: () => ReactNode;
}

const NOTHING: readonly string[] = [];

/**
 * Lists beside each other on one page. The chosen one stands in the address; its filters are its own, and go when another is chosen.
 * `keep` names what stays: what the whole page is about.
 */
export const ViewTabs = <K extends string>({
  label,
  tabs,
  keep = NOTHING,
}: {
  readonly label: string;
  readonly tabs: readonly ViewTab<K>[];
  readonly keep?: readonly string[];
}): ReactElement => {
  const prefix = useId();
  const [params, setParams] = useSearchParams();
  const shown = tabs.find((tab) => tab.key === params.get('tab')) ?? tabs[0];
  const kept = Object.fromEntries(keep.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : [])));
  return (
    <>
      <CountTabs
        prefix={prefix}
        label={label}
        tabs={tabs}
        chosen={shown?.key ?? ''}
        onChoose={(key) => setParams({ ...kept, ...(key === tabs[0]?.key ? {} : { tab: key }) }, { replace: true })}
      />
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${shown?.key ?? ''}`} key={shown?.key}>
        {shown?.content()}
      </div>
    </>
  );
};
