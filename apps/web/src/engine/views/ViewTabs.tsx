import { type ReactElement, type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { CountTabs } from '../../ui/CountTabs.tsx';

export interface ViewTab<K extends string> {
  readonly key: K;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** What belongs to the rows of one list, whatever the filters. */
const OF_ROWS = ['PageIndex', 'SortField', 'SortOrder'];
const NOTHING: readonly string[] = [];

/** Lists beside each other on one page. The chosen one stands in the address; its filters are its own, and go when another is chosen. */
export const ViewTabs = <K extends string>({
  label,
  tabs,
  keep = NOTHING,
}: {
  readonly label: string;
  readonly tabs: readonly ViewTab<K>[];
  /** What stays: names of what the whole page is about, or all filters where they are the page's. */
  readonly keep?: readonly string[] | 'filters';
}): ReactElement => {
  const prefix = useId();
  const [params, setParams] = useSearchParams();
  const shown = tabs.find((tab) => tab.key === params.get('tab')) ?? tabs[0];
  const choose = (key: string) => {
    const next = new URLSearchParams(keep === 'filters' ? params : [...params].filter(([name]) => keep.includes(name)));
    for (const name of OF_ROWS) next.delete(name);
    if (key === tabs[0]?.key) next.delete('tab');
    else next.set('tab', key);
    setParams(next, { replace: true });
  };
  return (
    <>
      <CountTabs prefix={prefix} label={label} tabs={tabs} chosen={shown?.key ?? ''} onChoose={choose} />
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${shown?.key ?? ''}`} key={shown?.key}>
        {shown?.content()}
      </div>
    </>
  );
};
