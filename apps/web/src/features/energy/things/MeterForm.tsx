import {
  DEVICE_STATES,
  FREQUENCIES,
  METER_TYPE_NAMES,
  meterSave,
  type MeterRow,
  type PendingMeter,
} from '@hengneng/contracts';
import { METER_TYPES, REGISTERS } from '@hengneng/energy/measuring';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { energyOptions, THINGS, useEnergies, useMeters, useRooms } from '../common.ts';
import { Day } from './DeviceForm.tsx';
import { GasFields, gasBegun, gasGiven, type GasValues } from './GasFields.tsx';

interface Values extends GasValues {
  readonly DeviceCode?: string;
  readonly MeterType: (typeof METER_TYPE_NAMES)[number];
  readonly MeterNo?: string;
  readonly Name: string;
  readonly CategoryCode: string;
  readonly ParentId?: string | null;
  readonly RoomId?: string | null;
  readonly Place?: string;
  readonly AreaUse?: string;
  readonly Registers?: string[];
  readonly Digits?: number | null;
  readonly Decimals?: number | null;
  readonly CT?: string;
  readonly PT?: string;
  readonly InitReading?: string;
  readonly InitTime?: string | null;
  readonly IsSettle: boolean;
  readonly Accuracy?: string;
  readonly VerifiedOn?: string | null;
  readonly VerifyTo?: string | null;
  readonly MaxPower?: string | null;
  readonly Frequency: string;
  readonly Sort?: number;
  readonly State: (typeof DEVICE_STATES)[number];
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const needed = (message: string) => [{ required: true, message }];
const Moment = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="datetime" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);

/** What only a new meter is asked for: it changes by an exchange, or in the ratio settings. */
const FirstFields = ({ gas }: { readonly gas: GasValues | null }): ReactElement => (
  <fieldset className="things-first">
    <legend>起用</legend>
    <div className="things-pair">
      <Form.Item name="MeterNo" label="出厂表号" rules={needed('请填写表号')}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="InitTime" label="起用时刻" rules={needed('请填写起用时刻')}>
        <Moment />
      </Form.Item>
      <Form.Item name="InitReading" label="初始读数" rules={needed('请填写初始读数')}>
        <Input inputMode="decimal" />
      </Form.Item>
      <Form.Item name="Digits" label="整数位" rules={needed('请填写整数位')}>
        <InputNumber min={1} max={12} precision={0} className="wide" />
      </Form.Item>
      <Form.Item name="Decimals" label="小数位" rules={needed('请填写小数位')}>
        <InputNumber min={0} max={6} precision={0} className="wide" />
      </Form.Item>
      <Form.Item name="CT" label="CT 变比">
        <Input placeholder="如 200/5，直通填 1" />
      </Form.Item>
      <Form.Item name="PT" label="PT 变比">
        <Input placeholder="如 10000/100，低压填 1" />
      </Form.Item>
      {gas === null ? null : <GasFields values={gas} />}
    </div>
  </fieldset>
);

/** What a handover has told already; the dial is looked at by who sets the meter up. */
const begunBy = (from: PendingMeter): Partial<Values> => ({
  DeviceCode: from.DeviceCode,
  Name: from.Name,
  // The ledger's 水表 are of several kinds: most are of tap water.
  MeterType: METER_TYPE_NAMES.find((one) => one === from.MeterType) ?? '自来水表',
  MeterNo: from.MeterNo,
  Place: from.Place,
  VerifyTo: from.VerifyTo,
  CT: from.Ratio ?? '1',
  ...(from.Reading === null ? {} : { InitReading: from.Reading, Decimals: from.Reading.split('.')[1]?.length ?? 0 }),
  ...(from.Since === null ? {} : { InitTime: `${from.Since}T08:00:00+08:00` }),
});

/** One meter of a project. */
export const MeterForm = ({
  project,
  meter,
  from = null,
  onClose,
}: {
  readonly project: string;
  readonly meter: MeterRow | null;
  /** What the ledger of devices has of a new one already. */
  readonly from?: PendingMeter | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const energies = useEnergies();
  const meters = useMeters(project).data?.rows ?? [];
  const rooms = useRooms(project).data ?? [];
  const type = Form.useWatch('MeterType', form) ?? METER_TYPE_NAMES.find((one) => one === meter?.MeterType) ?? '电表';
  const gas: GasValues = {
    Counts: Form.useWatch('Counts', form) ?? '标况',
    Gas: Form.useWatch('Gas', form) ?? {},
  };
  const save = useWrite(meterSave, {
    said: '已保存',
    renews: [THINGS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const submit = (values: Values) => {
    const { Digits, Decimals, InitTime, MeterNo, InitReading, Counts, Gas, ...rest } = values;
    save.mutate({
      ...rest,
      ProjectCode: project,
      ...(meter === null
        ? {
            TakeOver: from?.DeviceId ?? '',
            MeterNo: MeterNo ?? '',
            InitReading: InitReading ?? '',
            InitTime: InitTime ?? '',
            Digits: Digits ?? '',
            Decimals: Decimals ?? '',
            ...(values.MeterType === '燃气表' ? gasGiven({ Counts, Gas }) : {}),
          }
        : { Id: meter.Id, FormVersion: meter.FormVersion }),
      ParentId: values.ParentId ?? '',
      RoomId: values.RoomId ?? '',
      VerifiedOn: values.VerifiedOn ?? '',
      VerifyTo: values.VerifyTo ?? '',
      MaxPower: values.MaxPower ?? '',
      Sort: values.Sort ?? 0,
    });
  };
  return (
    <FormDrawer
      width={680}
      title={meter === null ? '新增表计' : `修改表计：${meter.Name}`}
      onClose={onClose}
      saving={save.isPending}
      onSave={() => form.submit()}
    >
      <Form<Values>
        name="things-meter-form"
        form={form}
        layout="vertical"
        initialValues={
          meter ?? {
            MeterType: '电表',
            Registers: ['total'],
            IsSettle: false,
            Frequency: 'day',
            State: '在用',
            CT: '1',
            PT: '1',
            ...gasBegun(null),
            Sort: 0,
            ...(from === null ? {} : begunBy(from)),
          }
        }
        onFinish={submit}
      >
        <div className="things-pair">
          <Form.Item name="Name" label="表计名称" rules={needed('请填写表计名称')}>
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="DeviceCode" label="表计编号" extra={meter === null ? '空着自动编号' : null}>
            <Input maxLength={30} />
          </Form.Item>
          <Form.Item name="MeterType" label="类型">
            <Select disabled={meter !== null} options={choices(METER_TYPE_NAMES)} />
          </Form.Item>
          <Form.Item name="CategoryCode" label="能源类别" rules={needed('请选择能源类别')}>
            <Select showSearch={{ optionFilterProp: 'label' }} options={energyOptions(energies.data ?? [])} />
          </Form.Item>
          <Form.Item name="Registers" label="示数项">
            <Select
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              options={METER_TYPES[type].registers.map((value) => ({ value, label: REGISTERS[value].name }))}
            />
          </Form.Item>
          <Form.Item name="ParentId" label="上级表">
            <Select
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              options={meters
                .filter((one) => one.Id !== meter?.Id)
                .map((one) => ({ value: one.Id, label: `${one.DeviceCode} ${one.Name}` }))}
            />
          </Form.Item>
          <Form.Item name="RoomId" label="机房">
            <Select allowClear options={rooms.map((one) => ({ value: one.RoomId, label: one.RoomName }))} />
          </Form.Item>
          <Form.Item name="Place" label="安装位置">
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="AreaUse" label="计量区域/用途">
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="Frequency" label="抄表频次">
            <Select options={Object.entries(FREQUENCIES).map(([value, label]) => ({ value, label }))} />
          </Form.Item>
          <Form.Item name="MaxPower" label="额定上限" extra="每小时最多用量，如电表填 kW、气表填 m³/h">
            <Input inputMode="decimal" />
          </Form.Item>
          <Form.Item name="Accuracy" label="精度等级">
            <Input maxLength={20} />
          </Form.Item>
          <Form.Item name="VerifiedOn" label="检定日期">
            <Day />
          </Form.Item>
          <Form.Item name="VerifyTo" label="检定有效期至">
            <Day />
          </Form.Item>
          <Form.Item name="Sort" label="显示排序">
            <InputNumber min={0} precision={0} className="wide" />
          </Form.Item>
          <Form.Item name="State" label="状态">
            <Select options={choices(DEVICE_STATES)} />
          </Form.Item>
          <Form.Item name="IsSettle" label="参与结算" valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>
        {meter === null ? (
          <FirstFields gas={type === '燃气表' ? gas : null} />
        ) : (
          <p className="hint">表号和表盘由换表登记修改，倍率在倍率设置中修改。</p>
        )}
      </Form>
    </FormDrawer>
  );
};
