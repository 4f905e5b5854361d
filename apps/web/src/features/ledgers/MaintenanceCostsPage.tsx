import { maintenanceCosts } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CostGrid } from './CostGrid.tsx';
import { costAddress } from './cost-address.ts';

const MaintenanceCostsPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title="维修费用录入" note={maintenanceCosts.purpose} />
    <ViewTabs
      label="维修费用"
      tabs={[
        { key: 'entry', label: '按月录入', content: () => <CostGrid /> },
        {
          key: 'list',
          label: '全部费用',
          content: () => (
            <ViewSection
              view={maintenanceCosts}
              empty="没有维修费用"
              keywordHint="单号、原因、发票号、项目"
              address={costAddress}
              tone={(row) => (row['state'] === '待录' ? 'warn' : row['state'] === '已锁定' ? 'off' : null)}
            />
          ),
        },
      ]}
    />
  </div>
);

export default MaintenanceCostsPage;
