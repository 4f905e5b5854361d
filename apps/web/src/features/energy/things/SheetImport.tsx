import { useQueryClient } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { THINGS } from '../common.ts';

export interface SheetChecked {
  readonly Total: number;
  readonly Ok: number;
  readonly Errors: readonly { readonly Row: number; readonly Column: string; readonly Message: string }[];
  readonly Saved: boolean;
}

/** A sheet is looked through first, and kept as a whole once no row is wrong. */
export const SheetImport = <C extends SheetChecked>({
  title,
  hint,
  template,
  label,
  upload,
  about,
  nothing,
  said,
  onClose,
}: {
  readonly title: string;
  readonly hint: string;
  /** The way to a sheet to fill in. */
  readonly template?: ReactElement;
  /** Of the file's field. */
  readonly label: string;
  /** `Confirm` goes along: `true` where it is to be kept. */
  readonly upload: (file: File, fields: { readonly Confirm: string }) => Promise<C>;
  /** What was found, in words. */
  readonly about?: (found: C) => string;
  /** Whether a sheet without faults has nothing to keep. */
  readonly nothing?: (found: C) => boolean;
  readonly said: (found: C) => string;
  readonly onClose: () => void;
}): ReactElement => {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<C | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (of: File, confirm: boolean) => {
    setBusy(true);
    try {
      const found = await upload(of, { Confirm: String(confirm) });
      setChecked(found);
      if (!found.Saved) return;
      notify.success(said(found));
      await client.invalidateQueries({ queryKey: [THINGS] });
      onClose();
    } catch (error) {
      setChecked(null);
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const ready = file !== null && checked !== null && checked.Errors.length === 0 && nothing?.(checked) !== true;
  return (
    <AppModal
      title={title}
      width={720}
      okText="入库"
      okButtonProps={{ disabled: !ready }}
      confirmLoading={busy}
      onOk={() => (file === null ? undefined : void send(file, true))}
      onCancel={onClose}
    >
      <p className="hint">{hint}</p>
      <div className="things-tools">
        {template}
        <Button loading={busy} onClick={() => input.current?.click()}>
          选择文件
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx"
        aria-label={label}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // The same file, mended, is chosen again under the same name.
          event.target.value = '';
          if (!chosen) return;
          setFile(chosen);
          void send(chosen, false);
        }}
      />
      {checked === null ? null : (
        <>
          <p>
            共 {checked.Total} 行，正确 {checked.Ok} 行{about === undefined ? '' : `，${about(checked)}`}
          </p>
          <Table
            size="small"
            rowKey={(row) => `${row.Row} ${row.Column} ${row.Message}`}
            pagination={false}
            dataSource={[...checked.Errors]}
            locale={{ emptyText: ready ? '没有错误，可以入库' : '没有需要修改的内容' }}
            columns={[
              { title: '行', dataIndex: 'Row' },
              { title: '列', dataIndex: 'Column' },
              { title: '问题', dataIndex: 'Message' },
            ]}
          />
        </>
      )}
    </AppModal>
  );
};
