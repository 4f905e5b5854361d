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
import { Link } from 'react-router';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { callApi, type UploadedFile } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { FilesPick } from '../FilesPick.tsx';
import { FactorReach, type Reaching, yearReport } from './FactorReach.tsx';

/** SetType of its calls, and of the query that lists them. */
export const COEFFICIENT = 'coefficient';

interface Values {
  readonly Kind: CoefficientRow['Kind'];
  readonly CategoryCode: CoefficientRow['CategoryCode'];
  readonly Value?: string;
  readonly Lhv?: string;
  readonly FromUnit?: string;
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
  unit: '1 个原单位折多少能源单位，如 1 L 柴油 = 0.84 kg；用于折标、碳排放与能效，没有登记换算的不计',
  efficiency: '燃气：检测报告给出的燃烧效率，如 0.93，用于热平衡；电：供电效率，如 0.41，用于一次能源利用率',
  design: '设计给出的每 m² 一年用量；年报、月报与能耗分析把它按供能季摊到各天，与实际并列',
  correction: '表计读数乘以它再计入折标、碳排放与能效，如工况气折标况 1.0946、检定误差 0.98；费用仍按读数计',
};
const VALUE_LABEL: Readonly<Partial<Record<CoefficientRow['Kind'], string>>> = {
  lhv: '低位热值(MJ/m³)',
  efficiency: '效率',
  unit: '换算值',
  design: '设计能耗(每 m² 一年)',
  correction: '修正系数',
};
/** What is measured of some energies only. */
const MEASURED_OF: Readonly<Partial<Record<CoefficientRow['Kind'], readonly CoefficientRow['CategoryCode'][]>>> = {
  lhv: ['gas'],
  efficiency: ['gas', 'elec'],
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

/** What was typed, as far as it decides where the coefficient holds; a year is one once it is whole. */
const reachingOf = (
  { Kind = 'coal', CategoryCode = 'elec', Lhv, FromUnit, Year, Region, From, To }: Partial<Values>,
  owner: string | undefined,
  id: string | undefined,
): Reaching => ({
  Kind,
  CategoryCode,
  ...(id === undefined ? {} : { Id: id }),
  ...(owner === undefined ? {} : { ProjectCode: owner }),
  ...(Region && owner === undefined ? { Region } : {}),
  ...(FromUnit && Kind === 'unit' ? { FromUnit } : {}),
  ...(Number(Lhv) > 0 ? { Lhv: String(Lhv) } : {}),
  ...(/^20\d\d$/.test(Year ?? '') ? { Year: Year ?? '' } : {}),
  ...(From ? { From } : {}),
  ...(To ? { To } : {}),
});

type Carbon = OutputOf<typeof carbonIndex>;

const tons = (value: number | null): string => (value === null ? '—' : value.toFixed(2));

/** What a year of the project would be with the coefficients that were typed, beside what it is. */
const Effect = ({
  of,
  project,
  year,
}: {
  readonly of: Carbon;
  readonly project: string;
  readonly year: number;
}): ReactElement => {
  const report = yearReport(project, String(year));
  return (
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
          {report === null ? null : <Link to={report}>看年报表</Link>}
        </>
      }
    />
  );
};

/** 预览影响: asked for on purpose, written nowhere. */
const useEffectOf = (project: string | undefined, year: number, onError: (error: unknown) => void) => {
  const [effect, setEffect] = useState<{ readonly of: Carbon; readonly project: string } | null>(null);
  const [asking, setAsking] = useState(false);
  const ask = async ({ Kind, CategoryCode, Value, Lhv, FromUnit }: Values) => {
    if (project === undefined) return;
    setAsking(true);
    try {
      const Coefficients = [
        {
          Kind,
          CategoryCode,
          Value: Value ?? '',
          ...(CategoryCode === 'gas' && Lhv ? { Lhv } : {}),
          ...(Kind === 'unit' && FromUnit ? { FromUnit } : {}),
        },
      ];
      setEffect({ project, of: await callApi(carbonIndex, { ProjectCode: project, Year: year, Coefficients }) });
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
  // What is measured is no factor: it has no year, no pair and no province.
  const carriers = MEASURED_OF[kind ?? 'coal'];
  const measured = carriers !== undefined || kind === 'unit' || kind === 'correction';
  const paired = carrier === 'gas' && (kind === 'coal' || kind === 'carbon');
  const tryable = kind !== 'efficiency' && kind !== 'design';
  const save = useWrite(insertProjectSetUp, {
    said: '系数已保存',
    renews: [COEFFICIENT],
    onRenewed: onDone,
    onError: (error) => showErrors(form, error),
  });
  // A project's own stays its own, from whichever list it was opened; one for all is tried on a project that is chosen for it.
  const owner = of === null ? project : (of.ProjectCode ?? undefined);
  const [trial, setTrial] = useState<{ readonly code: string; readonly name: string } | null>(null);
  const tried = owner ?? trial?.code;
  const preview = useEffectOf(tried, year, (error) => showErrors(form, error));
  return (
    <Form<Values>
      name="factor-form"
      form={form}
      layout="vertical"
      onValuesChange={(changed) => {
        preview.forget();
        const [first] = MEASURED_OF[changed.Kind ?? 'coal'] ?? [];
        if (first !== undefined) form.setFieldsValue({ CategoryCode: first });
      }}
      initialValues={
        of === null
          ? { Kind: 'coal', CategoryCode: 'elec', Checked: false, Confirm: false }
          : {
              Kind: of.Kind,
              CategoryCode: of.CategoryCode,
              Value: of.Value,
              Lhv: of.Lhv ?? '',
              FromUnit: of.FromUnit ?? '',
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
          FromUnit: kind === 'unit' ? (values.FromUnit ?? '') : '',
          Year: measured ? '' : (values.Year ?? ''),
          Region: kind === 'design' ? '' : (values.Region ?? ''),
          ProjectCode: owner ?? '',
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
              disabled: carriers?.every((one) => one !== value) ?? false,
            }))}
          />
        </Form.Item>
        <Form.Item
          name="Value"
          label={VALUE_LABEL[kind ?? 'coal'] ?? '系数值'}
          extra={VALUE_HINT[kind ?? 'coal']}
          rules={[{ required: true, message: '请填写系数' }]}
        >
          <Input maxLength={15} />
        </Form.Item>
        {kind === 'unit' ? (
          <Form.Item
            name="FromUnit"
            label="原单位"
            extra="能源计量类别里这种能源的单位"
            rules={[{ required: true, message: '请填写表计的原单位，如 L' }]}
          >
            <Input maxLength={12} />
          </Form.Item>
        ) : null}
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
        {measured || kind === 'design' || owner !== undefined ? null : (
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
        <Form.Item
          name="Reason"
          label="原因"
          rules={of === null ? [] : [{ required: true, whitespace: true, message: '请填写修改原因' }]}
        >
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
      <p className="note price-note">
        已月锁的月份仍用月锁时的系数；要按现行的算，可在年报表看过差异后重算（可选多个项目），或解锁。
      </p>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldsValue }) => <FactorReach of={reachingOf(getFieldsValue(), owner, of?.Id)} />}
      </Form.Item>
      {tryable && owner === undefined ? (
        <Form.Item label="试算项目" className="price-trial">
          <ProjectPick
            value={trial?.code}
            name={trial?.name}
            label="试算项目"
            onPick={(code, name) => {
              preview.forget();
              setTrial(code === undefined ? null : { code, name: name ?? code });
            }}
          />
        </Form.Item>
      ) : null}
      {preview.effect === null ? null : <Effect {...preview.effect} year={year} />}
      <Space>
        {tryable ? (
          <Button
            disabled={tried === undefined}
            title={tried === undefined ? '请先选择试算项目' : undefined}
            loading={preview.asking}
            onClick={() =>
              void form.validateFields(['Value', 'Lhv', 'FromUnit']).then(
                () => preview.ask(form.getFieldsValue()),
                () => undefined,
              )
            }
          >
            预览影响
          </Button>
        ) : null}
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      </Space>
    </Form>
  );
};
