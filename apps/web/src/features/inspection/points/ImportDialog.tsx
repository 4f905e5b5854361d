import { type OutputOf, perambulatePointImport, perambulatePointTemplate } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { messageOf, uploadFile } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { notify } from '../../../lib/notify.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { POINTS } from './queries.ts';

type Answer = OutputOf<typeof perambulatePointImport>;

/** Points of a project from a sheet: all of it, or a list of what is wrong. */
export const ImportDialog = ({
  project,
  onClose,
}: {
  readonly project: string;
  readonly onClose: () => void;
}): ReactElement => {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: async (chosen: File): Promise<Answer> => {
      // The uploader answers whatever the call behind the path answers.
      const answer: unknown = await uploadFile(chosen, chosen.name, {
        path: perambulatePointImport.path,
        fields: { project },
      });
      return answer as Answer;
    },
    onSuccess: async (answer) => {
      if (answer.created === 0) return;
      await client.invalidateQueries({ queryKey: [POINTS] });
      notify.success(`已导入${answer.created}个巡检点`);
      onClose();
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  const errors = send.data?.errors ?? [];
  return (
    <AppModal
      title="导入巡检点"
      okText="检查并导入"
      confirmLoading={send.isPending}
      okButtonProps={{ disabled: file === null }}
      onOk={() => {
        if (file !== null) send.mutate(file);
      }}
      onCancel={onClose}
    >
      <p>一个点有几个检查项就写几行。每行先检查，全部正确才写入；一次最多 2000 行、10 MB。</p>
      <div className="action-row">
        <Button
          onClick={() => void download('POST', perambulatePointTemplate.path, {}, { name: '巡检点导入模板.xlsx' })}
        >
          下载模板
        </Button>
        <input
          type="file"
          aria-label="选择文件"
          accept=".xlsx"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            send.reset();
          }}
        />
      </div>
      {errors.length > 0 ? (
        <>
          <Alert
            type="error"
            showIcon
            title={`共${send.data?.rows ?? 0}行，发现${errors.length}处错误，没有写入任何巡检点`}
          />
          <Table
            size="small"
            rowKey={(row) => `${row.row} ${row.column} ${row.message}`}
            dataSource={errors}
            pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
            columns={[
              { title: '行', dataIndex: 'row', width: 72, align: 'right' },
              { title: '列', dataIndex: 'column', width: 110 },
              { title: '错误', dataIndex: 'message' },
            ]}
          />
        </>
      ) : null}
    </AppModal>
  );
};
