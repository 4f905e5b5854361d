import { type EquipmentRoom, machineRoomSave } from '@hengneng/contracts';
import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { THINGS } from '../common.ts';

interface Values {
  readonly RoomName: string;
  readonly Floor?: string;
  readonly Place?: string;
  readonly Area?: string | null;
}

/** One machine room of a project. */
export const RoomForm = ({
  project,
  room,
  onClose,
}: {
  readonly project: string;
  readonly room: EquipmentRoom | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const save = useWrite(machineRoomSave, {
    said: '已保存',
    renews: [THINGS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={room === null ? '新增机房' : `修改机房：${room.RoomName}`}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="machine-room-form"
        form={form}
        layout="vertical"
        initialValues={room ?? {}}
        onFinish={({ RoomName, Floor = '', Place = '', Area }) =>
          save.mutate({ ProjectCode: project, RoomId: room?.RoomId ?? '', RoomName, Floor, Place, Area: Area ?? '' })
        }
      >
        <Form.Item
          name="RoomName"
          label="机房名称"
          rules={[{ required: true, whitespace: true, message: '请填写机房名称' }]}
        >
          <Input maxLength={30} placeholder="如 制冷机房" />
        </Form.Item>
        <Form.Item name="Floor" label="楼层">
          <Input maxLength={20} placeholder="如 B1" />
        </Form.Item>
        <Form.Item name="Place" label="位置">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="Area" label="面积(m²)">
          <Input inputMode="decimal" maxLength={11} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
