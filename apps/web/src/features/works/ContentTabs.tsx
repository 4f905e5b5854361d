import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { CountTabs } from '../../ui/CountTabs.tsx';

export interface ContentTab<K extends string> {
  readonly key: K;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** Parts of one thing beside each other in a drawer: the choice is the drawer's own and stands in no address. */
export const ContentTabs = <K extends string>({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly ContentTab<K>[];
}): ReactElement | null => {
  const prefix = useId();
  const [chosen, setChosen] = useState<K | null>(null);
  const shown = tabs.find((tab) => tab.key === chosen) ?? tabs[0];
  if (shown === undefined) return null;
  return (
    <>
      <CountTabs prefix={prefix} label={label} tabs={tabs} chosen={shown.key} onChoose={setChosen} />
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${shown.key}`} key={shown.key}>
        {shown.content()}
      </div>
    </>
  );
};
