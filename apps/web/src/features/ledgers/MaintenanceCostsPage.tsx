import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { maintenanceCosts } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { recordAddress } from '../../lib/routes.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CostGrid } from './CostGrid.tsx';

const PROCEDURES: Readonly<Record<string, number>> = {
  维修记录: MODULES.maintenanceRecords.procedureId,
  质量异常: MODULES.qualityExceptionFeedback.procedureId,
  外协服务: MODULES.outService.procedureId,
  设备保养: MODULES.equipmentMaintenanceRecord.procedureId,
};

/** The record that a cost comes from; none for what was entered by hand. */
export const costAddress = (row: ViewRow): string | null => {
  const [source, id] = [row['source'], row['sourceId']];
  const procedure = typeof source === 'string' ? PROCEDURES[source] : undefined;
  return procedure === undefined || typeof id !== 'string' ? null : recordAddress(procedure, id);
};

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
