/** A coefficient: what it is, where it is from, when and where it holds; what a year of the project would be with it. */
import {
  carbonIndex,
  type CoefficientRow,
  districtList,
  FACTOR_CARRIERS,
  FACTOR_KINDS,
  insertProjectSetUp,
  type OutputOf,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input, Select, Space } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, type UploadedFile } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { FilesPick } from '../FilesPick.tsx';

/** SetType of its calls, and of the query that lists them. */
export const COEFFICIENT = 'coefficient';

interface Values {
  readonly Kind: CoefficientRow['Kind'];
  readonly CategoryCode: CoefficientRow['CategoryCode'];
  readonly Value?: string;
  readonly Lhv?: string;
  readonly Year?: string;
  readonly Region?: string;
  readonly From?: string | null;
  readonly To?: string | null;
  readonly Source?: string;
  readonly Checked?: boolean;
  readonly DocNo?: string;
  readonly Files?: readonly UploadedFile[];
  readonly Reason?: string;
  readonly Confirm?: boolean;
}

const Day = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="date" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);

const VALUE_HINT: Readonly<Record<CoefficientRow['Kind'], string>> = {
  coal: '每单位能源的 kgce',
  carbon: '每单位能源的 kgCO₂',
  lhv: '燃气公司或检测报告给出的值，自生效起用于该期间的能效、热平衡、折标与碳排放',
  efficiency: '检测报告给出的燃烧效率，如 0.93；用于热平衡',
};

/** 省 by name: that is how announcements give factors. */
const Province = ({ value, onChange }: { readonly value?: string; readonly onChange?: (name: string) => void }) => {
  const { data, isPending } = useQuery({
    queryKey: ['district'],
    queryFn: ({ signal }) => callApi(districtList, {}, { signal }),
    staleTime: 600_000,
  });
  return (
    <Select
      {...(value ? { value } : {})}
      allowClear
      showSearch
      loading={isPending}
      placeholder="全国"
      options={(data ?? []).map(({ Name }) => ({ value: Name, label: Name }))}
      onChange={(name?: string) => onChange?.(name ?? '')}
    />
  );
};

type Carbon = OutputOf<typeof carbonIndex>;

const tons = (value: number | null): string => (value === null ? '—' : value.toFixed(2));

/** What a year of the project would be with the coefficients that were typed, beside what it is. */
const Effect = ({ of, year }: { readonly of: Carbon; readonly year: number }): ReactElement => (
  <Alert
    type="info"
    className="price-note"
    title={`${of.projectName} ${year} 年（截至 ${of.Until}，完整率 ${of.complete === null ? '—' : `${of.complete.toFixed(1)}%`}）`}
    description={
      <>
        <p>
          碳排放 {tons(of.Before?.TotalCO2 ?? null)} → {tons(of.TotalCO2)} tCO₂；标煤 {tons(of.Before?.Tce ?? null)} →{' '}
          {tons(of.Tce)} tce
        </p>
        {of.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </>
    }
  />
);

/** 预览影响: asked for on purpose, written nowhere. */
const useEffectOf = (project: string | undefined, year: number, onError: (error: unknown) => void) => {
  const [effect, setEffect] = useState<Carbon | null>(null);
  const [asking, setAsking] = useState(false);
  const ask = async ({ Kind, CategoryCode, Value, Lhv }: Values) => {
    if (project === undefined) return;
    setAsking(true);
    try {
      const Coefficients = [
        { Kind, CategoryCode, Value: Value ?? '', ...(CategoryCode === 'gas' && Lhv ? { Lhv } : {}) },
      ];
      setEffect(await callApi(carbonIndex, { ProjectCode: project, Year: year, Coefficients }));
    } catch (error) {
      setEffect(null);
      onError(error);
    } finally {
      setAsking(false);
    }
  };
  return { effect, asking, ask, forget: () => setEffect(null) };
};

export const FactorForm = ({
  project,
  year,
  of,
  onDone,
}: {
  readonly project: string | undefined;
  /** That a preview looks at. */
  readonly year: number;
  readonly of: CoefficientRow | null;
  readonly onDone: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const carrier = Form.useWatch('CategoryCode', form);
  const kind = Form.useWatch('Kind', form);
  // What was measured of a gas is no factor: it has no year, no pair and no province.
  const measured = kind === 'lhv' || kind === 'efficiency';
  const paired = carrier === 'gas' && !measured;
  const save = useWrite(insertProjectSetUp, {
    said: '系数已保存',
    renews: [COEFFICIENT],
    onRenewed: onDone,
    onError: (error) => showErrors(form, error),
  });
  const preview = useEffectOf(project, year, (error) => showErrors(form, error));
  return (
    <Form<Values>
      name="factor-form"
      form={form}
      layout="vertical"
      onValuesChange={(changed) => {
        preview.forget();
        if (changed.Kind === 'lhv' || changed.Kind === 'efficiency') form.setFieldsValue({ CategoryCode: 'gas' });
      }}
      initialValues={
        of === null
          ? { Kind: 'coal', CategoryCode: 'elec', Checked: false, Confirm: false }
          : {
              Kind: of.Kind,
              CategoryCode: of.CategoryCode,
              Value: of.Value,
              Lhv: of.Lhv ?? '',
              Year: of.Year === null ? '' : String(of.Year),
              ...(of.Region === null ? {} : { Region: of.Region }),
              From: of.From,
              To: of.To,
              Source: of.Source,
              Checked: of.Checked,
              DocNo: of.DocNo,
              Files: of.Files,
              Confirm: false,
            }
      }
      onFinish={(values) =>
        save.mutate({
          ...values,
          SetType: COEFFICIENT,
          Files: [...(values.Files ?? [])],
          From: values.From ?? '',
          To: values.To ?? '',
          Lhv: paired ? (values.Lhv ?? '') : '',
          Year: measured ? '' : (values.Year ?? ''),
          Region: values.Region ?? '',
          ProjectCode: of === null ? (project ?? '') : (of.ProjectCode ?? ''),
          ...(of === null ? {} : { Id: of.Id, Version: of.Version }),
        })
      }
    >
      <div className="price-two">
        <Form.Item name="Kind" label="系数类别">
          <Select options={Object.entries(FACTOR_KINDS).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="CategoryCode" label="能源">
          <Select
            options={Object.entries(FACTOR_CARRIERS).map(([value, label]) => ({
              value,
              label,
              disabled: measured && value !== 'gas',
            }))}
          />
        </Form.Item>
        <Form.Item
          name="Value"
          label={kind === 'lhv' ? '低位热值(MJ/m³)' : kind === 'efficiency' ? '燃烧效率' : '系数值'}
          extra={VALUE_HINT[kind ?? 'coal']}
          rules={[{ required: true, message: '请填写系数' }]}
        >
          <Input maxLength={15} />
        </Form.Item>
        {paired ? (
          <Form.Item
            name="Lhv"
            label="低位热值(MJ/m³)"
            rules={[{ required: true, message: '燃气系数须与低位热值成对填写' }]}
          >
            <Input maxLength={15} />
          </Form.Item>
        ) : null}
        {measured ? null : (
          <Form.Item name="Year" label="适用年份" extra="每年公布一次的系数（如电网因子）填年份，其余填生效期">
            <Input maxLength={4} />
          </Form.Item>
        )}
        {measured || project !== undefined ? null : (
          <Form.Item name="Region" label="适用省份" extra="不选即全国；该省的项目先按本省的系数">
            <Province />
          </Form.Item>
        )}
        <Form.Item name="From" label="生效起">
          <Day />
        </Form.Item>
        <Form.Item name="To" label="生效止">
          <Day />
        </Form.Item>
        <Form.Item
          name="Source"
          label="来源"
          rules={[{ required: true, message: '请填写来源（标准号、公告或检测报告）' }]}
        >
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="DocNo" label="文号">
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="Files" label="附件" extra="公告、标准或检测报告原文">
          <FilesPick label="上传附件" />
        </Form.Item>
        <Form.Item name="Reason" label="原因">
          <Input maxLength={200} />
        </Form.Item>
      </div>
      <Form.Item name="Checked" valuePropName="checked">
        <Checkbox>已与来源原文核对</Checkbox>
      </Form.Item>
      {paired ? (
        <Form.Item name="Confirm" valuePropName="checked">
          <Checkbox>系数与低位热值不相配，仍按所填保存</Checkbox>
        </Form.Item>
      ) : null}
      {preview.effect === null ? null : <Effect of={preview.effect} year={year} />}
      <Space>
        {project === undefined || kind === 'efficiency' ? null : (
          <Button
            loading={preview.asking}
            onClick={() =>
              void form.validateFields(['Value', 'Lhv']).then(
                () => preview.ask(form.getFieldsValue()),
                () => undefined,
              )
            }
          >
            预览影响
          </Button>
        )}
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      </Space>
    </Form>
  );
};
