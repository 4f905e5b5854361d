import {
  type BuildingNode,
  type InputOf,
  ROOM_FLAGS,
  ROOM_ROLES,
  ROOM_STATES,
  ROOM_USAGES,
  type RoomDetail,
  roomSave,
} from '@hengneng/contracts';
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { BUILDINGS, filled, LAST_DAY, optionsOf, required, ROOMS, todayHere } from './shared.ts';

type Values = Record<string, unknown>;

/** Building and unit of a form; a unit belongs to the building that is chosen. */
export const PlaceFields = ({ tree }: { readonly tree: readonly BuildingNode[] }): ReactElement => {
  const building = Form.useWatch<string | undefined>('buildingId');
  const form = Form.useFormInstance();
  const units = tree.find(({ id }) => id === building)?.units ?? [];
  return (
    <div className="registry-two">
      <Form.Item name="buildingId" label="楼栋" rules={required('请选择楼栋')}>
        <Select
          options={tree.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={() => form.setFieldValue('unitId', undefined)}
        />
      </Form.Item>
      <Form.Item name="unitId" label="单元" rules={[{ required: units.length > 0, message: '请选择单元' }]}>
        <Select
          allowClear
          disabled={units.length === 0}
          options={units.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </div>
  );
};

const People = (): ReactElement => (
  <Form.List name="people">
    {(fields, { add, remove }) => (
      <>
        {fields.map(({ key, name }) => (
          <fieldset key={key} className="surface registry-person">
            <Form.Item name={[name, 'id']} hidden>
              <Input />
            </Form.Item>
            <div className="registry-two">
              <Form.Item name={[name, 'role']} label="角色">
                <Select options={optionsOf(ROOM_ROLES)} />
              </Form.Item>
              <Form.Item name={[name, 'name']} label="姓名" rules={required('请填写姓名')}>
                <Input maxLength={50} />
              </Form.Item>
              <Form.Item name={[name, 'phone']} label="电话" extra="带 * 的不改则保留原号码">
                <Input maxLength={20} inputMode="tel" />
              </Form.Item>
              <Form.Item name={[name, 'idNo']} label="证件号">
                <Input maxLength={20} />
              </Form.Item>
              <Form.Item name={[name, 'from']} label="起" rules={required('请填写起日')}>
                <MomentField />
              </Form.Item>
              <Form.Item name={[name, 'to']} {...LAST_DAY}>
                <MomentField />
              </Form.Item>
              <Form.Item name={[name, 'invoiceTitle']} label="发票抬头">
                <Input maxLength={100} />
              </Form.Item>
              <Form.Item name={[name, 'taxNo']} label="税号">
                <Input maxLength={20} />
              </Form.Item>
              <Form.Item name={[name, 'payer']} valuePropName="checked">
                <Checkbox>缴费人</Checkbox>
              </Form.Item>
            </div>
            <Button type="link" danger onClick={() => remove(name)}>
              删除此人
            </Button>
          </fieldset>
        ))}
        <Button
          block
          onClick={() =>
            add({ role: fields.length === 0 ? '业主' : '租户', from: todayHere(), payer: fields.length === 0 })
          }
        >
          增加人员
        </Button>
      </>
    )}
  </Form.List>
);

const initial = (room: RoomDetail | null, building?: string, unit?: string): Values =>
  room === null
    ? {
        buildingId: building,
        unitId: unit,
        usage: '居民',
        state: '自住',
        layout: '',
        deliverDate: todayHere(),
        people: [],
      }
    : {
        ...room,
        innerArea: room.innerArea ?? '',
        unitId: room.unitId ?? undefined,
        areaNote: room.areas[0]?.note ?? '',
        people: room.people.map((one) => ({ ...one, to: one.to ?? '' })),
      };

/** One room with its people. Other areas hold from the day that is chosen. */
export const RoomForm = ({
  room,
  tree,
  building,
  unit,
  onClose,
}: {
  readonly room: RoomDetail | null;
  readonly tree: readonly BuildingNode[];
  readonly building?: string | undefined;
  readonly unit?: string | undefined;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const save = useWrite(roomSave, {
    said: ({ fees }) => (fees.length === 0 ? '房间已保存' : `房间已保存，下次出账将受影响：${fees.join('、')}`),
    renews: [ROOMS, BUILDINGS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppDrawer title={room === null ? '新增房间' : `修改 ${room.fullCode}`} width={760} onClose={onClose}>
      <Form<Values>
        name="room-form"
        form={form}
        layout="vertical"
        initialValues={initial(room, building, unit)}
        onFinish={(values) =>
          save.mutate({
            action: 'save',
            id: room?.id ?? '',
            version: room?.version ?? 0,
            ...filled(values),
            people: ((values['people'] ?? []) as Values[]).map(filled),
          } as InputOf<typeof roomSave>)
        }
      >
        <PlaceFields tree={tree} />
        <div className="registry-two">
          <Form.Item name="code" label="房号" rules={required('请填写房号')}>
            <Input maxLength={20} />
          </Form.Item>
          <Form.Item name="floor" label="楼层">
            <InputNumber<number> min={-10} max={200} precision={0} />
          </Form.Item>
          <Form.Item name="usage" label="用途">
            <Select options={optionsOf(ROOM_USAGES)} />
          </Form.Item>
          <Form.Item name="layout" label="户型">
            <Input maxLength={20} />
          </Form.Item>
          <Form.Item name="state" label="房态">
            <Select options={optionsOf(ROOM_STATES)} />
          </Form.Item>
          <Form.Item name="deliverDate" label="交付日期">
            <MomentField />
          </Form.Item>
          <Form.Item name="buildArea" label="建筑面积（m²）" rules={required('请填写建筑面积')}>
            <Input maxLength={12} inputMode="decimal" />
          </Form.Item>
          <Form.Item name="innerArea" label="套内面积（m²）">
            <Input maxLength={12} inputMode="decimal" />
          </Form.Item>
          <Form.Item name="energyArea" label="供能面积（m²）" rules={required('请填写供能面积')}>
            <Input maxLength={12} inputMode="decimal" />
          </Form.Item>
          <Form.Item name="areaNote" label="面积说明" extra="供能面积大于建筑面积的1.2倍时必填">
            <Input maxLength={200} />
          </Form.Item>
          {room === null ? null : (
            <Form.Item name="effectiveFrom" label="面积生效日" extra="改动面积时必填，不影响已出账期">
              <MomentField />
            </Form.Item>
          )}
          <Form.Item name="flags" label="标记">
            <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={optionsOf(ROOM_FLAGS)} />
          </Form.Item>
        </div>
        <h3>人员</h3>
        <People />
        <p>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存
          </Button>
        </p>
      </Form>
    </AppDrawer>
  );
};
