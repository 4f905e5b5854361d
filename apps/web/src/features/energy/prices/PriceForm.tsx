import {
  type EnergyPriceDetail,
  type InputOf,
  nyPriceAdd,
  nyPriceEdit,
  PRICE_MODES,
  type PriceMode,
} from '@hengneng/contracts';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { FilesPick } from '../FilesPick.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { CATEGORIES, KINDS, PRICES } from './shared.ts';

type Terms = InputOf<typeof nyPriceAdd>;
type Values = Omit<Terms, 'ProjectCode' | 'Prices' | 'Seasons' | 'Files' | 'Surcharges'> & {
  readonly Surcharges?: EnergyPriceDetail['Surcharges'];
  readonly Files?: EnergyPriceDetail['Files'];
  readonly sharp?: string;
  readonly peak?: string;
  readonly flat?: string;
  readonly valley?: string;
  readonly Seasons?: readonly { readonly Name: string; readonly From: string; readonly To: string }[];
  readonly Reason?: string;
};

const TOU_START = [
  { Start: '00:00', End: '08:00', Kind: 'valley' as const },
  { Start: '08:00', End: '11:00', Kind: 'peak' as const },
  { Start: '11:00', End: '17:00', Kind: 'flat' as const },
  { Start: '17:00', End: '22:00', Kind: 'peak' as const },
  { Start: '22:00', End: '24:00', Kind: 'flat' as const },
];

const initial = (of: EnergyPriceDetail | null): Partial<Values> =>
  of === null
    ? { CategoryCode: 'elec', Mode: 'single', TaxIncluded: true, TaxRate: '13', LadderPer: 'month', Periods: TOU_START }
    : {
        CategoryCode: of.CategoryCode as Terms['CategoryCode'],
        Mode: of.Mode,
        Price: of.Price ?? '',
        sharp: of.Sharp ?? '',
        peak: of.Peak ?? '',
        flat: of.Flat ?? '',
        valley: of.Valley ?? '',
        Steps: of.Steps.map(({ UpTo, Price }) => ({ UpTo: UpTo ?? '', Price })),
        LadderPer: of.LadderPer ?? 'month',
        Periods: of.Periods.map((one) => ({ ...one, Season: one.Season ?? '', DayType: one.DayType ?? '' })),
        // Seasons over several spans have a line for each.
        Seasons: of.Seasons.flatMap(({ Name, Ranges }) => Ranges.map((range) => ({ Name, ...range }))),
        UseKind: of.UseKind,
        Voltage: of.Voltage,
        BasicMode: of.BasicMode ?? '',
        BasicPrice: of.BasicPrice ?? '',
        CapacityKva: of.CapacityKva ?? '',
        CosStd: of.CosStd ?? '',
        TaxIncluded: of.TaxIncluded,
        TaxRate: of.TaxRate,
        Surcharges: of.Surcharges,
        From: of.From,
        To: of.To ?? '',
        DocNo: of.DocNo,
        Files: of.Files,
      };

const inputOf = (project: string, values: Values): Terms => {
  const { sharp, peak, flat, valley, Seasons = [], Surcharges: extra = [], Files = [], Reason: _, ...terms } = values;
  const given = { sharp, peak, flat, valley };
  return {
    ...terms,
    ProjectCode: project,
    To: terms.To ?? '',
    Prices: KINDS.flatMap(({ value }) => (given[value] ? [{ Kind: value, Price: given[value] }] : [])),
    Seasons: [...Map.groupBy(Seasons, ({ Name }) => Name)].map(([Name, spans]) => ({
      Name,
      Ranges: spans.map(({ From, To }) => ({ From, To })),
    })),
    // A form says nothing of what it does not show: what is not electricity has none of these.
    Surcharges: [...extra],
    Files: [...Files],
  };
};

const Tou = ({ used }: { readonly used: ReadonlySet<string | undefined> }): ReactElement => (
  <>
    <div className="price-four">
      {KINDS.map(({ value, label }) => (
        <Form.Item
          key={value}
          name={value}
          label={`${label}价(元/kWh)`}
          dependencies={['Periods']}
          rules={[{ required: used.has(value), message: `请填写${label}时段的单价` }]}
        >
          <Input maxLength={13} />
        </Form.Item>
      ))}
    </div>
    <h4>季节（不分季节时留空）</h4>
    <Form.List name="Seasons">
      {(lines, { add, remove }, { errors }) => (
        <>
          {lines.map(({ key, name }) => (
            <div key={key} className="price-line">
              <Form.Item name={[name, 'Name']} rules={[{ required: true, message: '请填写季节' }]}>
                <Input aria-label="季节" placeholder="如 夏季" maxLength={20} />
              </Form.Item>
              <Form.Item name={[name, 'From']} rules={[{ required: true, message: '如 06-01' }]}>
                <Input aria-label="季节起" placeholder="06-01" maxLength={5} />
              </Form.Item>
              <Form.Item name={[name, 'To']} rules={[{ required: true, message: '如 09-30' }]}>
                <Input aria-label="季节止" placeholder="09-30" maxLength={5} />
              </Form.Item>
              <Button type="link" onClick={() => remove(name)}>
                删除
              </Button>
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          <Button size="small" onClick={() => add({})}>
            加一段季节
          </Button>
        </>
      )}
    </Form.List>
    <h4>时段（须覆盖 24 小时且不重叠）</h4>
    <Form.List name="Periods">
      {(lines, { add, remove }, { errors }) => (
        <>
          {lines.map(({ key, name }) => (
            <div key={key} className="price-line">
              <Form.Item name={[name, 'Season']}>
                <Input aria-label="时段的季节" placeholder="全年" maxLength={20} />
              </Form.Item>
              <Form.Item name={[name, 'DayType']}>
                <Select
                  aria-label="日期类型"
                  options={[
                    { value: '', label: '每日' },
                    { value: 'work', label: '工作日' },
                    { value: 'rest', label: '休息日' },
                    { value: 'holiday', label: '节假日' },
                  ]}
                />
              </Form.Item>
              <Form.Item name={[name, 'Start']} rules={[{ required: true, message: '如 08:00' }]}>
                <Input aria-label="时段起" placeholder="08:00" maxLength={5} />
              </Form.Item>
              <Form.Item name={[name, 'End']} rules={[{ required: true, message: '如 11:00' }]}>
                <Input aria-label="时段止" placeholder="11:00" maxLength={5} />
              </Form.Item>
              <Form.Item name={[name, 'Kind']} rules={[{ required: true, message: '请选择' }]}>
                <Select aria-label="尖峰平谷" options={KINDS.map((one) => ({ ...one }))} />
              </Form.Item>
              <Button type="link" onClick={() => remove(name)}>
                删除
              </Button>
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          <Button size="small" onClick={() => add({ DayType: '' })}>
            加一个时段
          </Button>
        </>
      )}
    </Form.List>
  </>
);

const Ladder = (): ReactElement => (
  <>
    <Form.Item name="LadderPer" label="阶梯按">
      <Select
        options={[
          { value: 'month', label: '月' },
          { value: 'year', label: '年' },
        ]}
      />
    </Form.Item>
    <Form.List name="Steps">
      {(lines, { add, remove }, { errors }) => (
        <>
          {lines.map(({ key, name }) => (
            <div key={key} className="price-line">
              <Form.Item name={[name, 'UpTo']}>
                <Input aria-label="阶梯上界" placeholder="上界，最后一档留空" maxLength={16} />
              </Form.Item>
              <Form.Item name={[name, 'Price']} rules={[{ required: true, message: '请填写单价' }]}>
                <Input aria-label="该档单价" placeholder="单价" maxLength={13} />
              </Form.Item>
              <Button type="link" onClick={() => remove(name)}>
                删除
              </Button>
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          <Button size="small" onClick={() => add({})}>
            加一档
          </Button>
        </>
      )}
    </Form.List>
  </>
);

/** Of electricity alone: who uses it at what voltage, and what is asked by the month. */
const Electric = ({ basic }: { readonly basic: string | undefined }): ReactElement => (
  <div className="price-two">
    <Form.Item name="UseKind" label="用电性质">
      <Input maxLength={40} />
    </Form.Item>
    <Form.Item name="Voltage" label="电压等级">
      <Input maxLength={40} />
    </Form.Item>
    <Form.Item name="BasicMode" label="基本电费">
      <Select
        options={[
          { value: '', label: '无' },
          { value: 'demand', label: '按最大需量' },
          { value: 'capacity', label: '按容量' },
        ]}
      />
    </Form.Item>
    {basic ? (
      <Form.Item name="BasicPrice" label={basic === 'demand' ? '基本电价(元/kW·月)' : '基本电价(元/kVA·月)'}>
        <Input maxLength={13} />
      </Form.Item>
    ) : null}
    {basic === 'capacity' ? (
      <Form.Item name="CapacityKva" label="容量(kVA)">
        <Input maxLength={14} />
      </Form.Item>
    ) : null}
    <Form.Item name="CosStd" label="力调标准">
      <Select
        options={[
          { value: '', label: '不调整' },
          ...['0.80', '0.85', '0.90'].map((value) => ({ value, label: `cosφ ${value}` })),
        ]}
      />
    </Form.Item>
  </div>
);

/** What is paid besides for each unit, whatever the time or step. */
const Surcharges = (): ReactElement => (
  <>
    <h4>附加费（每单位另加，没有时留空）</h4>
    <Form.List name="Surcharges">
      {(lines, { add, remove }, { errors }) => (
        <>
          {lines.map(({ key, name }) => (
            <div key={key} className="price-line">
              <Form.Item
                name={[name, 'Name']}
                rules={[{ required: true, whitespace: true, message: '请填写附加费名称' }]}
              >
                <Input aria-label="附加费名称" placeholder="如 可再生能源附加" maxLength={40} />
              </Form.Item>
              <Form.Item name={[name, 'Price']} rules={[{ required: true, message: '请填写单价' }]}>
                <Input aria-label="附加费单价" placeholder="元/单位" maxLength={13} />
              </Form.Item>
              <Button type="link" onClick={() => remove(name)}>
                删除
              </Button>
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          <Button size="small" onClick={() => add({})}>
            加一项附加费
          </Button>
        </>
      )}
    </Form.List>
  </>
);

/** A version of a price, new or changed. */
export const PriceForm = ({
  project,
  of,
  onDone,
}: {
  readonly project: string;
  readonly of: EnergyPriceDetail | null;
  readonly onDone: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const mode = Form.useWatch('Mode', form) as PriceMode | undefined;
  const basic = Form.useWatch('BasicMode', form) as string | undefined;
  const carrier = Form.useWatch('CategoryCode', form);
  const periods = Form.useWatch('Periods', form) as readonly ({ readonly Kind: string } | undefined)[] | undefined;
  const told = {
    renews: [PRICES],
    onRenewed: onDone,
    onError: (error: unknown) => showErrors(form, error),
  };
  const add = useWrite(nyPriceAdd, { said: '价格已新增', ...told });
  const edit = useWrite(nyPriceEdit, { said: '价格已修改', ...told });
  const save = (values: Values): void => {
    const input = inputOf(project, values);
    if (of === null) add.mutate(input);
    else edit.mutate({ ...input, PriceId: of.PriceId, Version: of.Version, Reason: values.Reason ?? '' });
  };
  return (
    <Form<Values>
      name="prices-price-form"
      form={form}
      layout="vertical"
      initialValues={initial(of)}
      onFinish={save}
      className="price-form"
    >
      <div className="price-two">
        <Form.Item name="CategoryCode" label="能源">
          <Select disabled={of !== null} options={CATEGORIES.map((one) => ({ ...one }))} />
        </Form.Item>
        <Form.Item name="Mode" label="计价方式">
          <Select options={Object.entries(PRICE_MODES).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="From" label="生效起" rules={[{ required: true, message: '请填写生效起' }]}>
          <MomentField />
        </Form.Item>
        <Form.Item name="To" label="生效止">
          <MomentField />
        </Form.Item>
      </div>
      {mode === 'tou' ? (
        <Tou used={new Set((periods ?? []).map((one) => one?.Kind))} />
      ) : mode === 'ladder' ? (
        <Ladder />
      ) : (
        <Form.Item name="Price" label="单价(元/单位)" rules={[{ required: true, message: '请填写单价' }]}>
          <Input maxLength={13} />
        </Form.Item>
      )}
      {carrier === 'elec' ? <Electric basic={basic} /> : null}
      <Surcharges />
      <div className="price-two price-below">
        <Form.Item name="TaxRate" label="税率(%)">
          <Input maxLength={5} />
        </Form.Item>
        <Form.Item name="TaxIncluded" valuePropName="checked" label="含税">
          <Checkbox>单价含税</Checkbox>
        </Form.Item>
        <Form.Item name="DocNo" label="依据文号">
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="Files" label="附件" extra="调价通知、电价表或合同条款">
          <FilesPick label="上传附件" />
        </Form.Item>
      </div>
      {of === null ? null : (
        <Form.Item name="Reason" label="修改原因" rules={[{ required: true, message: '请填写原因' }]}>
          <Input maxLength={200} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" loading={add.isPending || edit.isPending}>
        保存
      </Button>
    </Form>
  );
};
