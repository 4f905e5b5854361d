import type { ImportShape } from '@hengneng/form-kit';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

type Tab = ComponentProps<typeof ViewSection> & { readonly key: string; readonly label: string };

/** An import with what was imported below it. */
export const ImportPage = ({
  of,
  panel,
  tabs,
}: {
  readonly of: ImportShape;
  readonly panel: ReactNode;
  readonly tabs: readonly Tab[];
}): ReactElement => (
  <div className="list-page">
    <PageHeader title={of.title} note={of.purpose} />
    {panel}
    <ViewTabs
      label="导入结果"
      tabs={tabs.map(({ key, label, ...section }) => ({ key, label, content: () => <ViewSection {...section} /> }))}
    />
  </div>
);
