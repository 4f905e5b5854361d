import { appropriationImport } from '@hengneng/forms/imports';
import { appropriationBatches, appropriationFlows } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { BatchActions } from '../../engine/imports/BatchActions.tsx';
import { ImportPanel } from '../../engine/imports/ImportPanel.tsx';
import { ImportPage } from './ImportPage.tsx';

/** Petty cash that was paid out to projects. The sums by day of the precheck are what the bank paid out. */
const AppropriationImportPage = (): ReactElement => (
  <ImportPage
    of={appropriationImport}
    panel={<ImportPanel of={appropriationImport} />}
    tabs={[
      {
        key: 'flows',
        label: '拨款流水',
        view: appropriationFlows,
        empty: '没有拨款记录',
        address: () => '/formFlow/payment/expenseReimbursement/balanceList?tab=appropriation',
      },
      {
        key: 'batches',
        label: '批次',
        view: appropriationBatches,
        empty: '还没有导入过拨款',
        actions: (row) => <BatchActions of={appropriationImport} row={row} />,
        tone: (row) => (row['state'] === '已撤销' ? 'off' : null),
      },
    ]}
  />
);

export default AppropriationImportPage;
