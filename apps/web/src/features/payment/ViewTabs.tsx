import type { ViewShape } from '@hengneng/form-kit';
import type { ComponentProps, ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';

export type ViewTab<V extends ViewShape> = ComponentProps<typeof ViewSection> & {
  readonly key: string;
  readonly label: string;
  readonly view: V;
};

/** Several lists on a page, one at a time; which one is in the address, and each begins without the other's filters. */
export const ViewTabs = ({
  prefix,
  label,
  tabs,
}: {
  readonly prefix: string;
  readonly label: string;
  readonly tabs: readonly ViewTab<ViewShape>[];
}): ReactElement | null => {
  const [params, setParams] = useSearchParams();
  const [first] = tabs;
  const chosen = tabs.find((tab) => tab.key === params.get('tab')) ?? first;
  if (chosen === undefined || first === undefined) return null;
  const { key, label: _, ...section } = chosen;
  return (
    <>
      <CountTabs
        prefix={prefix}
        label={label}
        tabs={tabs.map((tab) => ({ key: tab.key, label: tab.label }))}
        chosen={key}
        onChoose={(next) => setParams(next === first.key ? {} : { tab: next }, { replace: true })}
      />
      <div id={`${prefix}-panel`} role="tabpanel" aria-label={chosen.label}>
        <ViewSection key={key} {...section} />
      </div>
    </>
  );
};
