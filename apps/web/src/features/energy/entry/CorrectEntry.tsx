import { CHANGE_REASONS, entryUpdate, type EntryRow } from '@hengneng/contracts';
import { Checkbox, Form, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import type { Photo } from './entries.ts';
import { PhotoCell } from './PhotoCell.tsx';

interface Values {
  readonly Reading: string;
  readonly Rollover?: boolean;
  readonly ReasonType: string;
  readonly Reason?: string;
  readonly Photos?: readonly Photo[];
}

const NONE: readonly Photo[] = [];

/** Photos of the dial as a field of a form. */
const PhotosField = ({
  row,
  value = NONE,
  onChange,
}: {
  readonly row: EntryRow;
  readonly value?: readonly Photo[];
  readonly onChange?: (photos: readonly Photo[]) => void;
}): ReactElement => (
  <PhotoCell
    name={row.DisplayName}
    needed={false}
    device={row.DeviceId}
    photos={value}
    onChange={(photos) => onChange?.(photos)}
  />
);

/** 改已提交值: by whom it was entered, while entry is open; what was there stays as an older version. */
export const CorrectEntry = ({
  row,
  typed,
  onClose,
}: {
  readonly row: EntryRow;
  /** Offered instead of what is there. */
  readonly typed: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const other = Form.useWatch('ReasonType', form) === '其他';
  const save = useWrite(entryUpdate, {
    said: '已保存为新版本',
    renews: ['entrySheet', 'entryHistory', 'entryData'],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`修改 ${row.DisplayName} ${row.RegisterName}`}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="hint">
        已由 {row.Editor ?? '系统'} 录入 {row.Reading}（v{row.VersionCount}），原值保留为旧版本
      </p>
      <Form<Values>
        name="correct-entry"
        form={form}
        layout="vertical"
        initialValues={{ Reading: typed.trim() || (row.Reading ?? ''), Photos: [] }}
        onFinish={({ Reading, Rollover = false, ReasonType, Reason = '', Photos = [] }) =>
          save.mutate({
            EntryId: row.EntryId ?? '',
            Version: row.VersionCount,
            Reading: Reading.trim(),
            // What was said of it before stays where nothing is said now.
            ...(Rollover ? { Rollover } : {}),
            ReasonType,
            Reason,
            Photos: [...Photos],
          })
        }
      >
        <Form.Item
          name="Reading"
          label={`读数（上次 ${row.LastReading ?? '无'}）`}
          rules={[{ required: true, whitespace: true, message: '请填写读数' }]}
        >
          <Input inputMode="decimal" maxLength={20} />
        </Form.Item>
        <Form.Item name="Rollover" valuePropName="checked">
          <Checkbox>已翻转（表盘从最大数回到零）</Checkbox>
        </Form.Item>
        <Form.Item name="ReasonType" label="原因" rules={[{ required: true, message: '请选择原因类型' }]}>
          <Select options={CHANGE_REASONS.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item
          name="Reason"
          label="说明"
          rules={[{ required: other, whitespace: true, message: '原因类型为其他时请写明' }]}
        >
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="Photos" label="表盘照片">
          <PhotosField row={row} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
