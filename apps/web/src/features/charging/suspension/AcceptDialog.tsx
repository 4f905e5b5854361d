/** 受理: what a householder sent becomes the form, with what was missing. */
import { ARREARS_HANDLES, suspendApply, type SuspendWhatIf, type WishDetail } from '@hengneng/contracts';
import { Alert, Form, Input, Select } from 'antd';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi, messageOf, type UploadedFile } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useNumberedWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { FilesPick } from '../../energy/FilesPick.tsx';
import { optionsOf, required } from '../registry/shared.ts';
import { Day } from './ApplyDialog.tsx';
import { KnowRule, SUSPENSIONS, WhatIf, WISHES } from './shared.tsx';

interface Values {
  readonly startDate: string;
  readonly endDate?: string;
  readonly handlerName: string;
  readonly files: readonly UploadedFile[];
  readonly arrearsHandle?: (typeof ARREARS_HANDLES)[number];
  readonly knowRule: boolean;
}

const Tried = ({
  of,
  startDate,
  endDate,
}: {
  readonly of: WishDetail;
  readonly startDate: string;
  readonly endDate: string;
}): ReactElement => {
  const asked = { wxId: of.row.wxId, startDate, endDate, preview: true };
  const found = useQuery({
    queryKey: [WISHES, 'what-if', asked],
    queryFn: async ({ signal }): Promise<SuspendWhatIf> => (await callApi(suspendApply, asked, { signal })).whatIf,
    enabled: startDate !== '',
  });
  if (found.error) return <p className="field-error">{messageOf(found.error)}</p>;
  return found.data === undefined ? <SkeletonDelay rows={3} /> : <WhatIf of={found.data} />;
};

export const AcceptDialog = ({
  of,
  onClose,
}: {
  readonly of: WishDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const { row } = of;
  const again = row.type === '恢复使用';
  const owes = row.arrears !== null && row.arrears !== '0.00';
  const accept = useNumberedWrite(suspendApply, {
    said: ({ serial }) => `已受理，停用单 ${serial ?? ''} 已提交`,
    renews: [WISHES, SUSPENSIONS, 'tasks', 'rows', 'todo'],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  const start = Form.useWatch('startDate', form) ?? row.from;
  const end = Form.useWatch('endDate', form) ?? row.to ?? '';
  return (
    <AppModal
      title={`受理 ${row.no}`}
      width={860}
      okText="受理并提交停用单"
      confirmLoading={accept.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>
        {row.community} {row.room}，{row.type} {row.fee}，申请人 {row.applicant}（{row.relation}）
      </p>
      {row.match === '一致' ? null : (
        <Alert type="warning" showIcon title={`申请人与业主不一致（${row.match}），请补委托书`} />
      )}
      {owes ? (
        <Alert type="warning" showIcon title={`该房间欠费 ${formatMoney(row.arrears)} 元，请选择处理方式`} />
      ) : null}
      {of.running === null ? null : (
        <Alert type="error" showIcon title={`停用单 ${of.running} 正在办理，不能重复受理`} />
      )}
      <Form<Values>
        name="accept-dialog"
        form={form}
        layout="vertical"
        initialValues={{
          startDate: row.from,
          ...(row.to === null ? {} : { endDate: row.to }),
          handlerName: row.relation === '业主' ? '' : row.applicant,
          files: [],
          knowRule: false,
        }}
        onFinish={(values) =>
          accept.mutate({
            wxId: row.wxId,
            startDate: values.startDate,
            endDate: again ? '' : (values.endDate ?? ''),
            handlerName: values.handlerName,
            files: [...values.files],
            arrearsHandle: values.arrearsHandle ?? '',
            knowRule: values.knowRule,
          })
        }
      >
        <Form.Item name="startDate" label={again ? '恢复日' : '起日'} rules={required('请选择起日')}>
          <Day aria={{ 'aria-label': again ? '恢复日' : '起日' }} />
        </Form.Item>
        {again ? null : (
          <Form.Item name="endDate" label="止日（含当日）" rules={required('请选择止日')}>
            <Day aria={{ 'aria-label': '止日' }} />
          </Form.Item>
        )}
        <Tried of={of} startDate={start} endDate={again ? '' : end} />
        <Form.Item name="handlerName" label="经办人（非业主时填写）">
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="files" label={row.match === '一致' ? '补充材料' : '委托书'}>
          <FilesPick label="上传照片" images />
        </Form.Item>
        {owes ? (
          <Form.Item name="arrearsHandle" label="欠费处理" rules={required('请选择欠费处理')}>
            <Select options={optionsOf(ARREARS_HANDLES.filter((one) => one !== '无欠费'))} />
          </Form.Item>
        ) : null}
        <KnowRule />
      </Form>
    </AppModal>
  );
};
