import { importCalls, type ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { ImportShape } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';

const fileOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'URL' in value && typeof value.URL === 'string' ? value.URL : null;

/** What can be done with a batch: its file fetched, and all of it taken back, after asking. */
export const BatchActions = ({ of, row }: { readonly of: ImportShape; readonly row: ViewRow }): ReactElement => {
  const calls = importCalls(of);
  const [asking, setAsking] = useState(false);
  const undo = useWrite(calls.run, {
    said: `批次${String(row['batchNo'])}已撤销`,
    onDone: () => setAsking(false),
    renews: ['rows'],
    onError: (error) => {
      setAsking(false);
      notify.error(messageOf(error));
    },
  });
  const file = fileOf(row['file']);
  const mayUndo = row['state'] === '有效' && can(shortCodeOf(of.screen), 'delete');
  return (
    <>
      {file === null ? null : (
        <Button
          size="small"
          type="link"
          onClick={() => void download('GET', file, {}, { name: String(row['fileName'] ?? '导入文件.xlsx') })}
        >
          原始文件
        </Button>
      )}
      {mayUndo ? (
        <Button size="small" type="link" danger onClick={() => setAsking(true)}>
          撤销批次
        </Button>
      ) : null}
      {asking ? (
        <AppModal
          title="撤销批次"
          okText="撤销"
          okButtonProps={{ loading: undo.isPending, danger: true }}
          onOk={() => {
            if (!undo.isPending) undo.mutate({ mode: 'undo', kind: of.kind, BatchId: row.id });
          }}
          onCancel={() => setAsking(false)}
        >
          <p>批次{String(row['batchNo'])}写入的内容将全部收回，好像没有导入过；已经被使用的不能撤销。</p>
        </AppModal>
      ) : null}
    </>
  );
};
