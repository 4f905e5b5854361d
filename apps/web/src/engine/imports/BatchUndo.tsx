import { importCalls, type ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { ImportShape } from '@hengneng/form-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf, newIntent } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { AppModal } from '../../ui/AppModal.tsx';

/** Takes a batch back as a whole, after asking. */
export const BatchUndo = ({ of, row }: { readonly of: ImportShape; readonly row: ViewRow }): ReactElement | null => {
  const client = useQueryClient();
  const calls = importCalls(of);
  const [asking, setAsking] = useState(false);
  const [intent] = useState(newIntent);
  const undo = useMutation({
    mutationFn: () => callApi(calls.run, { mode: 'undo', kind: of.kind, BatchId: row.id }, { idempotencyKey: intent }),
    onSuccess: async () => {
      setAsking(false);
      notify.success(`批次${String(row['batchNo'])}已撤销`);
      await client.invalidateQueries({ queryKey: ['rows'] });
    },
    onError: (error) => {
      setAsking(false);
      notify.error(messageOf(error));
    },
  });
  if (row['state'] !== '有效' || !can(shortCodeOf(of.screen), 'delete')) return null;
  return (
    <>
      <Button size="small" type="link" danger onClick={() => setAsking(true)}>
        撤销批次
      </Button>
      {asking ? (
        <AppModal
          title="撤销批次"
          okText="撤销"
          okButtonProps={{ loading: undo.isPending, danger: true }}
          onOk={() => {
            if (!undo.isPending) undo.mutate();
          }}
          onCancel={() => setAsking(false)}
        >
          <p>批次{String(row['batchNo'])}写入的内容将全部收回，好像没有导入过；已经被使用的不能撤销。</p>
        </AppModal>
      ) : null}
    </>
  );
};
