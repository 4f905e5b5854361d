import type { ImportShape, ViewShape } from '@hengneng/form-kit';
import { type ReactElement, type ReactNode, useId } from 'react';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type ViewTab, ViewTabs } from './ViewTabs.tsx';

/** An import with what was imported below it. */
export const ImportPage = ({
  of,
  panel,
  tabs,
}: {
  readonly of: ImportShape;
  readonly panel: ReactNode;
  readonly tabs: readonly ViewTab<ViewShape>[];
}): ReactElement => {
  const id = useId();
  return (
    <div className="list-page">
      <PageHeader title={of.title} note={of.purpose} />
      {panel}
      <ViewTabs prefix={id} label="导入结果" tabs={tabs} />
    </div>
  );
};
