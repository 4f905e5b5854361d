import type { CallContract, OutputOf, SheetFault, wholeImported } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Table } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { messageOf, uploadTo } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { notify } from '../../lib/notify.ts';
import { AppModal } from '../../ui/AppModal.tsx';

type Whole = CallContract<CallContract['input'], typeof wholeImported>;

interface Props<C extends Whole> {
  readonly title: string;
  /** What to know before handing a sheet in. */
  readonly about: string;
  readonly call: C;
  /** What goes with the file. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly template: CallContract;
  /** The list of faults as a workbook, where there is one. */
  readonly faults?: CallContract;
  /** What one row or several make: 账号. */
  readonly what: string;
  /** Said once it is in. */
  readonly said: (created: number, answer: OutputOf<C>) => string;
  /** First part of the keys of the queries that show it. */
  readonly renews: string;
  /** What else is asked before the file is handed in, and what is said while it is not there. */
  readonly more?: ReactNode;
  readonly missing?: string | null;
  readonly onClose: () => void;
}

/** Master data from a sheet: all of it, or a list of what is wrong. */
export const WholeImportDialog = <C extends Whole>(props: Props<C>): ReactElement => {
  const { title, about, call, fields, template, faults, what, said, renews, more, missing = null, onClose } = props;
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: (chosen: File) => uploadTo(call, chosen, { fields }),
    onSuccess: async (answer) => {
      if (answer.errors.length > 0) return;
      await client.invalidateQueries({ queryKey: [renews] });
      notify.success(said(answer.created, answer));
      onClose();
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  const errors: readonly SheetFault[] = send.data?.errors ?? [];
  return (
    <AppModal
      title={title}
      okText="检查并导入"
      confirmLoading={send.isPending}
      onOk={() => {
        if (missing !== null) notify.error(missing);
        else if (file === null) notify.error('请选择文件');
        else send.mutate(file);
      }}
      onCancel={onClose}
    >
      <p>{about}</p>
      {more}
      <div className="action-row">
        <Button onClick={() => void download('POST', template.path, {}, { name: `${title}模板.xlsx` })}>
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
            title={`共${send.data?.rows ?? 0}行，发现${errors.length}处错误，没有写入任何${what}`}
            action={
              faults === undefined ? null : (
                <Button
                  size="small"
                  onClick={() => void download('POST', faults.path, { errors }, { name: `${title}错误.xlsx` })}
                >
                  下载错误清单
                </Button>
              )
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
