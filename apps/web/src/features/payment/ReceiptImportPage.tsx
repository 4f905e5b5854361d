import { receiptImport } from '@hengneng/forms/imports';
import { receiptBatches } from '@hengneng/forms/views';
import { type ReactElement, useState } from 'react';
import { BatchActions } from '../../engine/imports/BatchActions.tsx';
import { ImportPanel } from '../../engine/imports/ImportPanel.tsx';
import { ReferencePicker } from '../../engine/widgets/reference.tsx';
import { ImportPage } from './ImportPage.tsx';
import { ReceiptEditor } from './ReceiptEditor.tsx';

const MISSING = '请选择收款账户';

/** A bank statement: whose money it is, settled by hand where nothing speaks for anybody, and drafts of what came in. */
const ReceiptImportPage = (): ReactElement => {
  const [account, setAccount] = useState<string | null>(null);
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  return (
    <ImportPage
      of={receiptImport}
      panel={
        <ImportPanel
          of={receiptImport}
          asked={account === null ? null : { account }}
          missing={MISSING}
          narrow="match"
          confirmText="确认生成到账登记"
          choices={
            <ReferencePicker
              entity="userReceivedAccount"
              value={account}
              labels={labels}
              placeholder="收款账户"
              aria={{ 'aria-label': '收款账户' }}
              onPick={(value, words) => {
                setAccount(typeof value === 'string' ? value : null);
                setLabels(words);
              }}
            />
          }
          editor={(props) => <ReceiptEditor {...props} />}
        />
      }
      tabs={[
        {
          key: 'batches',
          label: '批次',
          view: receiptBatches,
          empty: '还没有导入过银行流水',
          actions: (row) => <BatchActions of={receiptImport} row={row} />,
          tone: (row) => (row['state'] === '已撤销' ? 'off' : row['continuous'] === '不连续' ? 'warn' : null),
        },
      ]}
    />
  );
};

export default ReceiptImportPage;
