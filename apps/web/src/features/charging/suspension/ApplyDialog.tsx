/** 申请停用、延长、恢复 at the counter: what it does to bills is seen before it is filed. */
import {
  SUSPENDABLE_FEES,
  SUSPEND_REASONS,
  SUSPEND_SOURCES,
  SUSPEND_TYPES,
  suspendApply,
  type SuspendWhatIf,
} from '@hengneng/contracts';
import type { FileValue } from '@hengneng/form-kit';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { communityOptions } from '../CommunityFilter.tsx';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import { SignatureBox } from '../../../engine/widgets/signature.tsx';
import { callApi, type UploadedFile } from '../../../lib/api.ts';
import { useNumberedWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { FilesPick } from '../../energy/FilesPick.tsx';
import { useCommunities, useFees } from '../bills/shared.ts';
import { optionsOf, required, todayHere } from '../registry/shared.ts';
import { KnowRule, PROCEDURE, SUSPENSIONS, WhatIf } from './shared.tsx';

export interface Begun {
  readonly communityId: string;
  readonly roomId: string;
  readonly room: string;
  readonly feeId: string;
  readonly fee: string;
  readonly applyType: (typeof SUSPEND_TYPES)[number];
  readonly startDate: string;
}

interface Values {
  readonly community?: string;
  readonly roomId?: string;
  readonly feeId?: string;
  readonly applyType: (typeof SUSPEND_TYPES)[number];
  readonly startDate?: string;
  readonly endDate?: string;
  readonly reason?: (typeof SUSPEND_REASONS)[number];
  readonly source: (typeof SUSPEND_SOURCES)[number];
  readonly handlerName?: string;
  readonly files: readonly UploadedFile[];
  readonly sign?: FileValue | null;
  readonly knowRule: boolean;
}

export const Day = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="date" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);

const Room = ({
  id,
  community,
  value,
  onChange,
}: {
  readonly id?: string;
  readonly community: string;
  readonly value?: string;
  readonly onChange?: (room: string | undefined) => void;
}): ReactElement => {
  // Once the list is shut nobody else knows what the room that was picked is called.
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  return (
    <ReferencePicker
      {...(id === undefined ? {} : { id })}
      entity="room"
      value={value ?? null}
      labels={labels}
      placeholder="按房号或业主查找"
      extra={{ community }}
      aria={{ 'aria-label': '房间' }}
      onPick={(next, words) => {
        setLabels(words);
        onChange?.(typeof next === 'string' ? next : undefined);
      }}
    />
  );
};

const Sign = ({
  value,
  onChange,
}: {
  readonly value?: FileValue | null;
  readonly onChange?: (file: FileValue | null) => void;
}): ReactElement => <SignatureBox file={value ?? undefined} kind={PROCEDURE} onChange={(file) => onChange?.(file)} />;

export const ApplyDialog = ({
  begun,
  onClose,
}: {
  readonly begun: Begun | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [tried, setTried] = useState<SuspendWhatIf | null>(null);
  const [trying, setTrying] = useState(false);
  const communities = useCommunities();
  const community = Form.useWatch('community', form) ?? begun?.communityId ?? '';
  const type = Form.useWatch('applyType', form) ?? begun?.applyType ?? '停用';
  const source = Form.useWatch('source', form) ?? '前台受理';
  const fees = useFees(community);
  const sent = (values: Values) => ({
    roomId: values.roomId ?? '',
    feeId: values.feeId ?? '',
    applyType: values.applyType,
    startDate: values.startDate ?? '',
    endDate: values.applyType === '恢复使用' ? '' : (values.endDate ?? ''),
    reason: values.applyType === '恢复使用' ? ('' as const) : (values.reason ?? ('' as const)),
  });
  const apply = useNumberedWrite(suspendApply, {
    said: ({ serial }) => `${type}申请 ${serial ?? ''} 已提交`,
    renews: [SUSPENSIONS, 'tasks', 'rows', 'todo'],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  const look = async () => {
    setTrying(true);
    try {
      setTried((await callApi(suspendApply, { ...sent(form.getFieldsValue(true) as Values), preview: true })).whatIf);
    } catch (error) {
      setTried(null);
      showErrors(form, error);
    } finally {
      setTrying(false);
    }
  };
  return (
    <AppModal
      title={begun === null ? '申请停用' : `${begun.applyType} ${begun.room} ${begun.fee}`}
      width={860}
      okText="提交申请"
      confirmLoading={apply.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="apply-dialog"
        form={form}
        layout="vertical"
        initialValues={{
          applyType: begun?.applyType ?? '停用',
          source: '前台受理',
          files: [],
          knowRule: false,
          startDate: begun?.startDate ?? todayHere(),
          ...(begun === null ? {} : { community: begun.communityId, roomId: begun.roomId, feeId: begun.feeId }),
        }}
        onValuesChange={() => setTried(null)}
        onFinish={(values) =>
          apply.mutate({
            ...sent(values),
            source: values.source,
            handlerName: values.handlerName ?? '',
            knowRule: values.knowRule,
            files: [...values.files],
            sign: values.sign ?? null,
          })
        }
      >
        {begun === null ? (
          <>
            <Form.Item name="community" label="小区" rules={required('请选择小区')}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                options={communityOptions(communities.data)}
                loading={communities.isPending}
                onChange={() => form.setFieldsValue({ roomId: undefined, feeId: undefined } as unknown as Values)}
              />
            </Form.Item>
            <Form.Item name="roomId" label="房间" rules={required('请选择房间')}>
              <Room community={community} />
            </Form.Item>
            <Form.Item name="feeId" label="收费项目" rules={required('请选择收费项目')}>
              <Select
                loading={community !== '' && fees.isPending}
                options={(fees.data ?? [])
                  .filter(({ category }) => SUSPENDABLE_FEES.some((one) => one === category))
                  .map(({ id, name }) => ({ value: id, label: name }))}
                notFoundContent={community === '' ? '请先选择小区' : '该小区没有可停用的收费项目'}
              />
            </Form.Item>
            <Form.Item name="applyType" label="申请类型">
              <Select options={optionsOf(SUSPEND_TYPES)} />
            </Form.Item>
          </>
        ) : (
          <>
            <Form.Item name="community" hidden>
              <Input />
            </Form.Item>
            <Form.Item name="roomId" hidden>
              <Input />
            </Form.Item>
            <Form.Item name="feeId" hidden>
              <Input />
            </Form.Item>
            <Form.Item name="applyType" hidden>
              <Input />
            </Form.Item>
          </>
        )}
        <Form.Item name="startDate" label={type === '恢复使用' ? '恢复日' : '起日'} rules={required('请选择起日')}>
          <Day aria={{ 'aria-label': type === '恢复使用' ? '恢复日' : '起日' }} />
        </Form.Item>
        {type === '恢复使用' ? null : (
          <>
            <Form.Item name="endDate" label="止日（含当日）" rules={required('请选择止日')}>
              <Day aria={{ 'aria-label': '止日' }} />
            </Form.Item>
            <Form.Item name="reason" label="停用原因" rules={required('请选择停用原因')}>
              <Select options={optionsOf(SUSPEND_REASONS)} />
            </Form.Item>
          </>
        )}
        <Form.Item>
          <Button loading={trying} onClick={() => void look()}>
            试算受影响账单
          </Button>
        </Form.Item>
        {tried === null ? null : <WhatIf of={tried} />}
        <Form.Item name="source" label="来源">
          <Select options={optionsOf(SUSPEND_SOURCES.filter((one) => one !== '微信申请'))} />
        </Form.Item>
        <Form.Item name="handlerName" label="经办人（非业主时填写）">
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="files" label="身份证、产权证明或委托书">
          <FilesPick label="上传照片" images />
        </Form.Item>
        {source === '前台受理' ? (
          <Form.Item name="sign" label="业主签字" rules={required('前台受理须业主签字')}>
            <Sign />
          </Form.Item>
        ) : null}
        <KnowRule />
      </Form>
    </AppModal>
  );
};
