/** 现场关阀核查: what was found behind the door, by somebody else than who took the application. */
import { CHECK_RESULTS, suspendCheck, type SuspendDetail, VALVE_ACTIONS } from '@hengneng/contracts';
import { Form, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import type { UploadedFile } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { FilesPick } from '../../energy/FilesPick.tsx';
import { optionsOf, required } from '../registry/shared.ts';
import { spanText, SUSPENSIONS } from './shared.tsx';

interface Values {
  readonly visitTime: string;
  /** What was found behind the door is asked for where somebody got in. */
  readonly valveAction?: (typeof VALVE_ACTIONS)[number];
  readonly sealNo?: string;
  readonly reading?: string;
  readonly photos?: readonly UploadedFile[];
  readonly result: (typeof CHECK_RESULTS)[number];
  readonly note: string;
}

const Moment = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="datetime" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);

/** To the minute, here. */
const nowHere = (): string => `${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16)}:00+08:00`;

export const CheckDialog = ({
  of,
  onClose,
}: {
  readonly of: SuspendDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const { row } = of;
  const opening = row.applyType === '恢复使用';
  const check = useWrite(suspendCheck, {
    said: ({ state, effectiveFrom }) =>
      state === '待受理'
        ? '已退回申请人约时间，重新提交后再上门'
        : effectiveFrom === null
          ? '核查结论已提交，停用不生效'
          : `核查已提交，${effectiveFrom} 起算`,
    renews: [SUSPENSIONS, 'tasks', 'rows', 'todo'],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  const valve = Form.useWatch('valveAction', form);
  const shut = Form.useWatch('result', form) === '无法入户';
  return (
    <AppModal
      title={`现场核查 ${row.room} ${row.serial}`}
      okText="提交核查"
      confirmLoading={check.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>
        {row.community} {row.room}，{row.applyType} {row.fee}，{spanText(row.startDate, row.endDate)}
      </p>
      <Form<Values>
        name="check-dialog"
        form={form}
        layout="vertical"
        initialValues={{
          visitTime: nowHere(),
          valveAction: opening ? '打开阀门解除铅封' : '关闭入户供回水阀并铅封',
          sealNo: '',
          reading: '',
          photos: [],
          result: opening ? '已恢复正常' : '符合停用',
          note: '',
        }}
        onFinish={(values) =>
          check.mutate({
            BusinessId: row.BusinessId,
            FormVersion: row.FormVersion,
            ...values,
            photos: [...(values.photos ?? [])],
          })
        }
      >
        <Form.Item name="visitTime" label="上门时间" rules={required('请填写上门时间')}>
          <Moment aria={{ 'aria-label': '上门时间' }} />
        </Form.Item>
        <Form.Item name="result" label="核查结论" rules={required('请选择核查结论')}>
          <Select options={optionsOf(CHECK_RESULTS)} />
        </Form.Item>
        {shut ? null : (
          <>
            <Form.Item name="valveAction" label="阀门操作" rules={required('请选择阀门操作')}>
              <Select options={optionsOf(VALVE_ACTIONS)} />
            </Form.Item>
            <Form.Item
              name="sealNo"
              label="铅封号"
              rules={valve === '关闭入户供回水阀并铅封' ? required('请填写铅封号') : []}
            >
              <Input maxLength={50} />
            </Form.Item>
            <Form.Item name="reading" label="冷热量表读数（kWh）">
              <Input inputMode="decimal" maxLength={16} />
            </Form.Item>
            <Form.Item name="photos" label="现场照片" rules={required('请上传现场照片')}>
              <FilesPick label="上传照片" images />
            </Form.Item>
          </>
        )}
        <Form.Item name="note" label="核查说明（阀门关不严、无法入户时必填）">
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
