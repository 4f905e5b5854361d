import { type OutputOf, userImport, userImportErrors, userImportTemplate } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { messageOf, uploadFile } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { notify } from '../../../lib/notify.ts';
import { AppModal } from '../../../ui/AppModal.tsx';

type Answer = OutputOf<typeof userImport>;

/** People from a sheet: all of it, or a list of what is wrong. */
export const ImportDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: async (chosen: File): Promise<Answer> => {
      // The uploader answers whatever the call behind the path answers.
      const answer: unknown = await uploadFile(chosen, chosen.name, { path: userImport.path });
      return answer as Answer;
    },
    onSuccess: async (answer) => {
      if (answer.created === 0) return;
      await client.invalidateQueries({ queryKey: ['users'] });
      notify.success(`已导入${answer.created}人，首次登录用手机验证码`);
      onClose();
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  const errors = send.data?.errors ?? [];
  return (
    <AppModal
      title="导入用户"
      okText="检查并导入"
      confirmLoading={send.isPending}
      onOk={() => {
        if (file === null) notify.error('请选择文件');
        else send.mutate(file);
      }}
      onCancel={onClose}
    >
      <p>每行先检查，全部正确才写入；一次最多5000人。导入的账号首次以手机验证码登录并设置密码。</p>
      <div className="action-row">
        <Button onClick={() => void download('POST', userImportTemplate.path, {}, { name: '用户导入模板.xlsx' })}>
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
            title={`共${send.data?.rows ?? 0}行，发现${errors.length}处错误，没有写入任何账号`}
            action={
              <Button
                size="small"
                onClick={() => void download('POST', userImportErrors.path, { errors }, { name: '用户导入错误.xlsx' })}
              >
                下载错误清单
              </Button>
            }
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
