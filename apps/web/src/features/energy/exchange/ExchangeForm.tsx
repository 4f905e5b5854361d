import {
  BREAK_REASONS,
  GAP_METHOD_NAMES,
  METER_TYPE_NAMES,
  projectDeviceReplace,
  type ReplaceRow,
} from '@hengneng/contracts';
import type { GapMethod } from '@hengneng/energy/measuring';
import { dialText, REGISTERS, type Register } from '@hengneng/energy/measuring';
import { Form, Input, InputNumber, Radio, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../../lib/project-name.ts';
import type { UploadedFile } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { FilesPick } from '../FilesPick.tsx';
import { THINGS, useMeter, useMeters } from '../common.ts';
import { type Card, type Live, liveOf, type MeterInfo } from './live.ts';
import { UsageParts } from './UsageParts.tsx';

/** All records are asked for under this key. */
export const EXCHANGES = 'exchanges';

interface Values extends Card {
  readonly Reason: string;
  readonly NewMeterNo?: string;
  readonly Digits?: number | null;
  readonly Decimals?: number | null;
  readonly Worker?: string;
  readonly OldPhotos?: UploadedFile[];
  readonly NewPhotos?: UploadedFile[];
  readonly CertFile?: UploadedFile[];
  readonly WitnessFile?: UploadedFile[];
  readonly Registers?: { readonly Register: string; readonly OldEnd: string; readonly NewStart: string }[];
  readonly DeviceId?: string;
}

/** A moment in a form of antd. */
const Moment = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="datetime" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);

const needed = (message: string) => [{ required: true, message }];
const number = (what: string) => [
  { required: true, message: `请填写${what}` },
  { pattern: /^\d{1,12}(\.\d{1,6})?$/, message: `${what}应为不小于 0 的数` },
];

/** What the exchange makes of the day, and what is wrong with it so far. */
const DayUsage = ({ live, unit }: { readonly live: Live; readonly unit: string }): ReactElement => (
  <UsageParts usage={live.usage} unit={unit}>
    {live.faults.map(({ path, message }) => (
      <p key={`${path} ${message}`} className="field-warning" role="alert">
        {message}
      </p>
    ))}
  </UsageParts>
);

/** Old, gap, new: each register of the meter breaks off with it. */
const OtherRegisters = ({ meter }: { readonly meter: MeterInfo }): ReactElement | null => {
  const others = meter.Registers.filter((one) => one !== 'total' && REGISTERS[one as Register].kind === 'counter');
  if (others.length === 0) return null;
  return (
    <fieldset className="exchange-registers">
      <legend>其他示数项</legend>
      {others.map((one, at) => (
        <div key={one} className="exchange-register">
          <Form.Item name={['Registers', at, 'Register']} initialValue={one} hidden>
            <Input />
          </Form.Item>
          <strong>{REGISTERS[one as Register].name}</strong>
          <Form.Item name={['Registers', at, 'OldEnd']} label="止码" rules={number('旧表止码')}>
            <Input inputMode="decimal" />
          </Form.Item>
          <Form.Item name={['Registers', at, 'NewStart']} label="起码" rules={number('新表起码')}>
            <Input inputMode="decimal" />
          </Form.Item>
        </div>
      ))}
    </fieldset>
  );
};

const OldPart = ({ meter, live }: { readonly meter: MeterInfo; readonly live: Live }): ReactElement => {
  const { previous } = live;
  return (
    <section className="exchange-part" aria-label="旧表">
      <h3>旧表</h3>
      <p className="hint">
        表号 {meter.MeterNo || '—'}，倍率 {meter.Ratio ?? '—'}
        <br />
        上次读数{' '}
        {previous === null ? '—' : `${dialText(previous.value, meter.Decimals ?? 0)}（${formatDateTime(previous.at)}）`}
      </p>
      <Form.Item name="OldEnd" label="旧表止码" rules={number('旧表止码')}>
        <Input inputMode="decimal" addonAfter={meter.Digits === null ? null : `${meter.Digits} 位整数`} />
      </Form.Item>
      <Form.Item name="RemoveTime" label="拆除时刻" rules={needed('请填写拆除时刻')}>
        <Moment />
      </Form.Item>
      <Form.Item name="OldPhotos" label="旧表止码照片" rules={needed('请上传旧表止码照片')}>
        <FilesPick label="上传旧表照片" images />
      </Form.Item>
    </section>
  );
};

const GapPart = ({ live, unit }: { readonly live: Live; readonly unit: string }): ReactElement => (
  <section className="exchange-part" aria-label="空档">
    <h3>空档</h3>
    <p className="hint">
      {live.gapHours === null
        ? '由拆除和装用时刻得出'
        : live.gapHours <= 0
          ? '没有空档'
          : `空档 ${live.gapHours} h，须估算`}
      <br />
      估算量计入估算占比
    </p>
    <Form.Item
      name="GapMethod"
      label="估算方法"
      rules={(live.gapHours ?? 0) > 0 ? needed('有空档时须选择估算方法') : []}
    >
      <Select allowClear options={GAP_METHOD_NAMES.map((value) => ({ value, label: value }))} />
    </Form.Item>
    <Form.Item
      name="GapUsage"
      label="空档估算量"
      rules={(live.gapHours ?? 0) > 0 ? needed('有空档时须填写估算量') : []}
    >
      <Input inputMode="decimal" addonAfter={unit} />
    </Form.Item>
    <Form.Item name="GapReason" label="估算说明" rules={(live.gapHours ?? 0) > 0 ? needed('请填写空档估算的原因') : []}>
      <Input.TextArea autoSize={{ minRows: 2 }} maxLength={200} />
    </Form.Item>
  </section>
);

const NewPart = ({
  meter,
  live,
  reset,
}: {
  readonly meter: MeterInfo;
  readonly live: Live;
  readonly reset: boolean;
}): ReactElement => (
  <section className="exchange-part" aria-label="新表">
    <h3>{reset ? '清零后' : '新表'}</h3>
    {reset ? null : (
      <Form.Item name="NewMeterNo" label="新表号" rules={needed('请填写新表号')}>
        <Input maxLength={40} />
      </Form.Item>
    )}
    <Form.Item name="NewStart" label={reset ? '清零后起码' : '新表起码'} rules={number('新表起码')}>
      <Input inputMode="decimal" />
    </Form.Item>
    {reset ? null : (
      <>
        <Form.Item name="InstallTime" label="装用时刻" rules={needed('请填写装用时刻')}>
          <Moment />
        </Form.Item>
        <div className="exchange-pair">
          <Form.Item name="NewCT" label="CT 变比">
            <Input placeholder={meter.CT} maxLength={20} />
          </Form.Item>
          <Form.Item name="NewPT" label="PT 变比">
            <Input placeholder={meter.PT} maxLength={20} />
          </Form.Item>
          <Form.Item name="Digits" label="整数位">
            <InputNumber min={1} max={12} placeholder={String(meter.Digits ?? '')} />
          </Form.Item>
          <Form.Item name="Decimals" label="小数位">
            <InputNumber min={0} max={6} placeholder={String(meter.Decimals ?? '')} />
          </Form.Item>
        </div>
        <p className="hint">
          {live.ratioFault ?? `新倍率 ${live.ratio ?? meter.Ratio ?? '—'}${live.ratio === null ? '（沿用旧表）' : ''}`}
        </p>
        <Form.Item name="NewPhotos" label="新表起码照片" rules={needed('请上传新表起码照片')}>
          <FilesPick label="上传新表照片" images />
        </Form.Item>
      </>
    )}
  </section>
);

/** What a report of the site has told already. */
const begun = (report: ReplaceRow | null): Partial<Values> =>
  report === null
    ? { Kind: 'swap', Reason: BREAK_REASONS[0] }
    : {
        Kind: 'swap',
        Reason: report.Reason,
        RemoveTime: report.RemoveTime,
        NewMeterNo: report.NewMeterNo,
        ...(report.OldEnd === null ? {} : { OldEnd: report.OldEnd }),
        ...(report.NewStart === null ? {} : { NewStart: report.NewStart }),
        // The site takes the old dial first, then the new one.
        OldPhotos: report.Photos.slice(0, 1),
        NewPhotos: report.Photos.slice(1),
      };

/** An exchange or a reset as a card of three parts; the day's use is worked out while it is typed. */
export const ExchangeForm = ({
  project: given,
  device: chosen,
  report,
  onClose,
}: {
  readonly project: string | undefined;
  readonly device: string | undefined;
  readonly report: ReplaceRow | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [project, setProject] = useState(report?.ProjectCode ?? given);
  const [device, setDevice] = useState(report?.DeviceId ?? chosen);
  const [now] = useState(() => Date.now());
  const name = useProjectName(project);
  const meters = useMeters(project);
  const meter = useMeter(device).data;
  const card = Form.useWatch((values) => values, form) ?? {};
  const reset = card.Kind === 'reset';
  const live = meter === undefined ? null : liveOf(meter, card, now);
  const save = useWrite(projectDeviceReplace, {
    said: '已登记，等待能源数据分析师核对',
    renews: [EXCHANGES, THINGS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const submit = (values: Values) => {
    if (project === undefined || device === undefined) return;
    const { RemoveTime, InstallTime, GapMethod, ...rest } = values;
    save.mutate({
      ...rest,
      Action: 'add',
      ProjectCode: project,
      DeviceId: device,
      ...(report === null ? {} : { ReplaceId: report.ReplaceId }),
      OldEnd: values.OldEnd ?? '',
      NewStart: values.NewStart ?? '',
      RemoveTime: RemoveTime ?? '',
      InstallTime: (reset ? RemoveTime : InstallTime) ?? '',
      GapMethod: (GapMethod as GapMethod | undefined) ?? '',
      Digits: values.Digits ?? '',
      Decimals: values.Decimals ?? '',
    });
  };
  return (
    <FormDrawer
      width={1080}
      title={report === null ? '登记更换' : `登记更换：${report.Serial}`}
      onClose={onClose}
      saving={save.isPending}
      disabled={meter === undefined}
      saveText="登记"
      onSave={() => form.submit()}
    >
      <Form<Values> name="exchange-form" form={form} layout="vertical" initialValues={begun(report)} onFinish={submit}>
        <div className="filter-bar">
          <ProjectPick
            value={project}
            name={name}
            label="项目"
            onPick={(code) => {
              setProject(code);
              setDevice(undefined);
            }}
          />
          <Select<string>
            className="filter-wide"
            aria-label="表计"
            placeholder={project === undefined ? '请先选择项目' : '选择要更换的表计'}
            showSearch={{ optionFilterProp: 'label' }}
            disabled={report !== null}
            value={device ?? null}
            onChange={setDevice}
            options={METER_TYPE_NAMES.flatMap((type) => {
              const of = (meters.data?.rows ?? []).filter((one) => one.MeterType === type);
              return of.map((one) => ({ value: one.Id, label: `${one.DeviceCode} ${one.Name}（${one.MeterNo}）` }));
            })}
          />
          <Form.Item name="Kind" noStyle>
            <Radio.Group
              aria-label="换表或清零"
              optionType="button"
              options={[
                { value: 'swap', label: '换表' },
                { value: 'reset', label: '清零' },
              ]}
            />
          </Form.Item>
        </div>
        <Form.Item name="DeviceId" noStyle hidden>
          <Input />
        </Form.Item>
        {meter === undefined || live === null ? (
          <p className="hint">选择表计后填写旧表、空档和新表三段。</p>
        ) : (
          <>
            <div className="exchange-card">
              <OldPart meter={meter} live={live} />
              {reset ? null : <GapPart live={live} unit={meter.Unit} />}
              <NewPart meter={meter} live={live} reset={reset} />
            </div>
            <OtherRegisters meter={meter} />
            <DayUsage live={live} unit={meter.Unit} />
            <div className="exchange-pair">
              <Form.Item name="Reason" label="更换原因" rules={needed('请填写更换原因')}>
                <Input maxLength={200} />
              </Form.Item>
              <Form.Item name="Worker" label="施工人">
                <Input maxLength={40} />
              </Form.Item>
            </div>
            {reset ? null : (
              <div className="exchange-pair">
                <Form.Item
                  name="CertFile"
                  label="检定证书"
                  rules={meter.IsSettle ? needed('参与结算的表须上传检定证书') : []}
                >
                  <FilesPick label="上传检定证书" />
                </Form.Item>
                <Form.Item
                  name="WitnessFile"
                  label="客户见证签字"
                  rules={meter.IsSettle ? needed('参与结算的表须上传客户见证签字') : []}
                >
                  <FilesPick label="上传客户见证" />
                </Form.Item>
              </div>
            )}
          </>
        )}
      </Form>
    </FormDrawer>
  );
};
