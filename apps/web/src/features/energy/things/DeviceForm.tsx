import {
  DEVICE_STATES,
  deviceModelTree,
  OWNERSHIPS,
  projectDeviceAdd,
  projectDeviceEdit,
  type ProjectDeviceRow,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Form, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { callApi, type UploadedFile } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { FilesPick } from '../FilesPick.tsx';
import { THINGS, useRooms } from '../common.ts';
import { DeviceHistory } from './DeviceHistory.tsx';
import { SCREEN } from './shared.ts';

interface Values {
  readonly DeviceInfoId: string;
  readonly DeviceCode: string;
  readonly Name: string;
  readonly RoomName?: string;
  readonly SystemName?: string;
  readonly No?: string;
  readonly MadeDate?: string | null;
  readonly StartDate?: string | null;
  readonly Ownership: (typeof OWNERSHIPS)[number];
  readonly State: (typeof DEVICE_STATES)[number];
  readonly Photos?: UploadedFile[];
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export const Day = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="date" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);

/** One machine of a project. */
export const DeviceForm = ({
  project,
  device,
  at = {},
  onClose,
}: {
  /** Where a new one stands. */
  readonly at?: { readonly RoomName?: string; readonly SystemName?: string };
  readonly project: string;
  readonly device: ProjectDeviceRow | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const editable = can(SCREEN, device === null ? 'add' : 'edit');
  const rooms = useRooms(project).data ?? [];
  const models = useQuery({
    queryKey: [THINGS, 'modelTree'],
    queryFn: ({ signal }) => callApi(deviceModelTree, {}, { signal }),
  });
  const about = {
    said: '已保存',
    renews: [THINGS],
    onRenewed: onClose,
    onError: (error: unknown) => showErrors(form, error),
  };
  const add = useWrite(projectDeviceAdd, about);
  const edit = useWrite(projectDeviceEdit, about);
  const roomName = Form.useWatch('RoomName', form);
  const room = rooms.find((one) => one.RoomName === roomName);
  const submit = (values: Values) => {
    const { RoomName = '', SystemName = '', ...rest } = values;
    const known = rooms.find((one) => one.RoomName === RoomName);
    const given = {
      ...rest,
      ...(known === undefined ? { RoomName } : { RoomId: known.RoomId }),
      SystemName,
      No: values.No ?? '',
      MadeDate: values.MadeDate ?? '',
      StartDate: values.StartDate ?? '',
    };
    if (device === null) add.mutate({ ...given, ProjectCode: project });
    else edit.mutate({ ...given, Id: device.Id, FormVersion: device.FormVersion });
  };
  return (
    <FormDrawer
      width={560}
      title={device === null ? '新增设备' : `${editable ? '修改设备' : '设备'}：${device.Name}`}
      onClose={onClose}
      readOnly={!editable}
      saving={add.isPending || edit.isPending}
      onSave={() => form.submit()}
    >
      <Form<Values>
        name="device-form"
        form={form}
        layout="vertical"
        disabled={!editable}
        initialValues={
          device === null
            ? { ...at, Ownership: '我方', State: '在用' }
            : {
                ...device,
                Ownership: OWNERSHIPS.find((one) => one === device.Ownership) ?? '我方',
                Photos: device.Photo,
              }
        }
        onFinish={submit}
      >
        <Form.Item name="DeviceInfoId" label="型号" rules={[{ required: true, message: '请选择型号' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={models.isPending}
            placeholder="从型号库选择"
            options={(models.data ?? []).map((group) => ({
              label: group.CategoryName,
              title: group.CategoryName,
              options: group.Models.map((one) => ({ value: one.Id, label: `${one.Maker} ${one.Model}` })),
            }))}
          />
        </Form.Item>
        <div className="things-pair">
          <Form.Item name="DeviceCode" label="设备编号" rules={[{ required: true, message: '请填写设备编号' }]}>
            <Input maxLength={30} />
          </Form.Item>
          <Form.Item name="Name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写设备名称' }]}>
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="RoomName" label="机房" extra={roomName && !room ? '保存时新建这个机房' : null}>
            <AutoComplete options={choices(rooms.map((one) => one.RoomName))} />
          </Form.Item>
          <Form.Item name="SystemName" label="系统">
            <AutoComplete options={choices(room?.Systems.map((one) => one.SystemName) ?? [])} />
          </Form.Item>
          <Form.Item name="No" label="台号">
            <Input maxLength={10} />
          </Form.Item>
          <Form.Item name="Ownership" label="产权">
            <Select options={choices(OWNERSHIPS)} />
          </Form.Item>
          <Form.Item name="MadeDate" label="出厂日期">
            <Day disabled={!editable} />
          </Form.Item>
          <Form.Item name="StartDate" label="投运日期">
            <Day disabled={!editable} />
          </Form.Item>
          <Form.Item name="State" label="状态">
            <Select options={choices(DEVICE_STATES)} />
          </Form.Item>
        </div>
        <Form.Item name="Photos" label="铭牌与现场照片">
          <FilesPick label="上传照片" images disabled={!editable} />
        </Form.Item>
      </Form>
      {device === null ? null : <DeviceHistory device={device.Id} />}
    </FormDrawer>
  );
};
