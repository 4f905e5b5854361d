import { quotaImport } from '@hengneng/forms/imports';
import { importedQuotas, quotaBatches } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { BatchActions } from '../../engine/imports/BatchActions.tsx';
import { ImportPanel } from '../../engine/imports/ImportPanel.tsx';
import { ImportPage } from './ImportPage.tsx';

/** A year's quotas of people and projects. */
const QuotaImportPage = (): ReactElement => (
  <ImportPage
    of={quotaImport}
    panel={<ImportPanel of={quotaImport} />}
    tabs={[
      {
        key: 'batches',
        label: '批次',
        view: quotaBatches,
        empty: '还没有导入过额度',
        actions: (row) => <BatchActions of={quotaImport} row={row} />,
        tone: (row) => (row['state'] === '已撤销' ? 'off' : null),
      },
      {
        key: 'quotas',
        label: '已导入额度',
        view: importedQuotas,
        empty: '本年度还没有导入额度',
        address: () => '/formFlow/payment/expenseReimbursement/balanceList',
      },
    ]}
  />
);

export default QuotaImportPage;
