import { type ModuleId, SCREENS } from '@hengneng/core';
import type { ViewShape } from '@hengneng/form-kit';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import ListPage from '../list/ListPage.tsx';
import type { RowExtras } from '../rows/RowsTable.tsx';
import { ViewSection } from './ViewSection.tsx';
import { ViewTabs } from './ViewTabs.tsx';

export interface BesideList extends RowExtras {
  readonly key: string;
  readonly view: ViewShape;
  readonly empty: string;
  readonly keywordHint?: string;
  /** What can be begun beside the export. */
  readonly tools?: ReactNode;
}

/** A module's records, and beside their list what became of them. */
export const ListWithViews = ({
  moduleId,
  path,
  label,
  records,
  views,
}: {
  readonly moduleId: ModuleId;
  /** The page's own, which is the module's list. */
  readonly path: string;
  readonly label: string;
  /** What the list is called among the tabs. */
  readonly records: string;
  readonly views: readonly BesideList[];
}): ReactElement => {
  const screen = SCREENS.find((one) => one.path === path);
  if (screen === undefined) throw new Error(`no screen ${path}`);
  return (
    <ViewTabs
      label={label}
      tabs={[
        {
          key: 'records',
          label: records,
          content: () => (
            <Suspense fallback={<SkeletonDelay rows={8} />}>
              <ListPage moduleId={moduleId} screen={screen} scope="all" byArea={false} />
            </Suspense>
          ),
        },
        ...views.map(({ key, view, ...rest }) => ({
          key,
          label: view.title,
          content: () => (
            <div className="list-page">
              <PageHeader title={view.title} note={view.purpose} />
              <ViewSection view={view} {...rest} />
            </div>
          ),
        })),
      ]}
    />
  );
};
