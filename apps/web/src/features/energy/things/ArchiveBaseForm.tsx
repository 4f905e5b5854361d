import { editProject } from '@hengneng/contracts';
import { Form, Input, Select } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { AreaFilter } from '../../../engine/widgets/AreaFilter.tsx';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import { useWrite } from '../../../lib/useWrite.ts';
import { DistrictPick } from '../DistrictPick.tsx';
import { useWords } from '../../../lib/useWords.ts';
import { ArchiveDrawer } from './ArchiveDrawer.tsx';
import { type Archive, changedOf, trimmed } from './archive-fields.ts';
import { Day } from './DeviceForm.tsx';
import { useArchiveForm } from './useArchiveForm.ts';

const TEXTS = [
  'ProjectName',
  'shortName',
  'customerName',
  'customerContact',
  'customerPhone',
  'district',
  'address',
  'longitude',
  'latitude',
  'buildingType',
  'area_m2',
  'airArea',
  'heatingArea',
  'floors',
  'builtYear',
  'designCoolingKw',
  'designHeatingKw',
  'chargeModel',
  'G_ProjectState',
  'area',
  'managerId',
  'dutyPhone',
  'startOn',
  'endOn',
  'remark',
] as const;
type Values = Readonly<Partial<Record<(typeof TEXTS)[number] | 'Reason', string | null>>>;

/** Who changes one of these says why, unless it was empty. */
const REASONED = ['area_m2', 'airArea', 'heatingArea', 'G_ProjectState'] as const;

const valuesOf = (base: Archive['Base']): Values => ({
  ...Object.fromEntries(
    TEXTS.map((key) => {
      const value = base[key];
      return [key, value === null || value === undefined ? '' : trimmed(String(value))];
    }),
  ),
  Reason: '',
});

interface Picked {
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
}
const nothing = (): void => undefined;

const Word = ({
  type,
  value,
  onChange,
  ...rest
}: Picked & { readonly type: string; readonly id?: string }): ReactElement => {
  const words = useWords(type);
  return (
    <Select<string | null>
      {...rest}
      allowClear={type !== 'G_ProjectState'}
      loading={words.isPending}
      value={value === '' ? null : (value ?? null)}
      // What is offered no more stays with the projects that have it.
      options={(words.data ?? [])
        .filter((one) => one.Enabled || one.Value === value)
        .map((one) => ({ value: one.Value, label: one.Text }))}
      onChange={(next: string | null | undefined) => (onChange ?? nothing)(next ?? '')}
    />
  );
};
const Area = ({ value, onChange = nothing }: Picked): ReactElement => (
  <AreaFilter value={value ?? undefined} onChange={(next) => (next === null ? undefined : onChange(next))} />
);
const Person = ({
  value,
  onChange = nothing,
  name,
  id,
}: Picked & { readonly name: string; readonly id?: string }): ReactElement => (
  <ReferencePicker
    {...(id === undefined ? {} : { id })}
    entity="user"
    value={value ?? ''}
    labels={value ? { [value]: name } : {}}
    aria={{ 'aria-label': '项目经理' }}
    onPick={(next) => onChange(typeof next === 'string' ? next : '')}
  />
);
const District = ({ value, onChange = nothing }: Picked): ReactElement => (
  <span className="archive-district">
    <DistrictPick value={value} onChange={(next) => onChange(next ?? '')} />
  </span>
);

const Item = ({
  name,
  label,
  children,
  extra,
}: {
  readonly name: (typeof TEXTS)[number];
  readonly label: string;
  readonly children?: ReactNode;
  readonly extra?: string;
}): ReactElement => (
  <Form.Item name={name} label={label} extra={extra}>
    {children ?? <Input maxLength={100} />}
  </Form.Item>
);
const Figure = ({
  name,
  label,
  extra,
}: {
  readonly name: (typeof TEXTS)[number];
  readonly label: string;
  readonly extra?: string;
}): ReactElement => (
  <Item name={name} label={label} {...(extra === undefined ? {} : { extra })}>
    <Input inputMode="decimal" className="right" maxLength={16} />
  </Item>
);

/** 基本信息 of a project. Only what became another is sent. */
export const ArchiveBaseForm = ({
  archive,
  onClose,
}: {
  readonly archive: Archive;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [before] = useState(() => valuesOf(archive.Base));
  const { conflict, touch, close, about } = useArchiveForm(form, onClose);
  const save = useWrite(editProject, about);
  const code = String(archive.Base['ProjectCode']);
  const submit = (values: Values) => {
    const { Reason, ...changed } = changedOf(values, before);
    if (Object.keys(changed).length === 0) return close();
    save.mutate({
      ProjectCode: code,
      FormVersion: archive.FormVersion,
      ...changed,
      ...(Reason ? { Reason } : {}),
    } as Parameters<typeof save.mutate>[0]);
  };
  return (
    <ArchiveDrawer<Values>
      title={`编辑基本信息 ${code}`}
      form={form}
      start={before}
      conflict={conflict}
      saving={save.isPending}
      onTouch={touch}
      onSave={submit}
      onClose={close}
    >
      <div className="things-pair">
        <Form.Item
          name="ProjectName"
          label="项目名称"
          rules={[{ required: true, whitespace: true, message: '请输入项目名称' }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Item name="shortName" label="简称" />
        <Item name="customerName" label="客户" />
        <Item name="customerContact" label="客户联系人" />
        <Item name="customerPhone" label="客户电话" />
        <Item name="dutyPhone" label="值班电话" />
      </div>
      <Item name="district" label="省市区">
        <District />
      </Item>
      <Item name="address" label="详细地址">
        <Input maxLength={200} />
      </Item>
      <div className="things-pair">
        <Figure name="longitude" label="经度(°)" extra="WGS84 十进制度数，东经为正" />
        <Figure name="latitude" label="纬度(°)" extra="北纬为正" />
        <Item name="buildingType" label="建筑类型">
          <Word type="BuildType" />
        </Item>
        <Figure name="area_m2" label="建筑面积(m²)" />
        <Figure name="airArea" label="空调面积(m²)" />
        <Figure name="heatingArea" label="采暖面积(m²)" />
        <Figure name="floors" label="层数" />
        <Figure name="builtYear" label="竣工年份" />
        <Figure name="designCoolingKw" label="设计冷负荷(kW)" />
        <Figure name="designHeatingKw" label="设计热负荷(kW)" />
        <Item name="chargeModel" label="收费模式">
          <Word type="ChargeModel" />
        </Item>
        <Item name="G_ProjectState" label="项目状态">
          <Word type="G_ProjectState" />
        </Item>
        <Item name="area" label="区域">
          <Area />
        </Item>
        <Item name="managerId" label="项目经理">
          <Person name={String(archive.Base['managerName'] ?? '')} />
        </Item>
        <Item name="startOn" label="运营开始日期">
          <Day />
        </Item>
        <Item name="endOn" label="运营结束日期">
          <Day />
        </Item>
      </div>
      <Item name="remark" label="备注">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Item>
      <Form.Item
        name="Reason"
        label="修改原因"
        extra="面积或状态变更时必填，记入变更记录"
        dependencies={[...REASONED]}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_rule, value: string) => {
              const asked = REASONED.some((key) => before[key] !== '' && (getFieldValue(key) ?? '') !== before[key]);
              if (asked && (value ?? '').trim() === '') throw new Error('面积或状态变更请填写原因');
            },
          }),
        ]}
      >
        <Input maxLength={200} />
      </Form.Item>
    </ArchiveDrawer>
  );
};
