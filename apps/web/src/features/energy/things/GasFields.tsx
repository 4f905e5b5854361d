import type { GasSet } from '@hengneng/contracts';
import { checkGasState, gasWords } from '@hengneng/energy/measuring';
import { Form, Input, Select } from 'antd';
import type { ReactElement } from 'react';

/** What a form says of how a gas meter counts. */
export interface GasValues {
  readonly Counts?: '标况' | '工况';
  readonly Gas?: Partial<GasSet>;
}

/** The air at sea level, and what gas pipes of machine rooms mostly have. */
const USUAL = { Gauge: '', Air: '101.325', Temperature: '20' } as const;

export const gasBegun = (gas: GasSet | null): GasValues => ({
  Counts: gas === null ? '标况' : '工况',
  Gas: gas ?? USUAL,
});

/** As the calls take it: absent where the dial shows the standard state. */
export const gasGiven = ({ Counts, Gas = {} }: GasValues): { readonly Gas?: GasSet } =>
  Counts === '工况' ? { Gas: { Gauge: Gas.Gauge ?? '', Air: Gas.Air ?? '', Temperature: Gas.Temperature ?? '' } } : {};

export const countsOf = (gas: GasSet | null): string => {
  if (gas === null) return '标况';
  const state = { gauge: gas.Gauge, air: gas.Air, temperature: gas.Temperature };
  return checkGasState(state) === null ? `工况：${gasWords(state)}` : '工况';
};

/** 标况 or 工况, and of the latter what it is converted by where nobody reads pressure and temperature. */
export const GasFields = ({ values }: { readonly values: GasValues }): ReactElement => {
  const { Gas: given } = gasGiven(values);
  return (
    <>
      <Form.Item name="Counts" label="计量状态" extra="有体积修正仪的为标况">
        <Select
          options={[
            { value: '标况', label: '标况' },
            { value: '工况', label: '工况（换算为标况）' },
          ]}
        />
      </Form.Item>
      {given === undefined ? null : (
        <>
          <Form.Item
            name={['Gas', 'Gauge']}
            label="默认表压（kPa）"
            rules={[{ required: true, message: '请填写表压' }]}
          >
            <Input inputMode="decimal" maxLength={10} placeholder="如 12" />
          </Form.Item>
          <Form.Item name={['Gas', 'Air']} label="大气压（kPa）" rules={[{ required: true, message: '请填写大气压' }]}>
            <Input inputMode="decimal" maxLength={10} />
          </Form.Item>
          <Form.Item
            name={['Gas', 'Temperature']}
            label="默认介质温度（℃）"
            rules={[{ required: true, message: '请填写介质温度' }]}
          >
            <Input inputMode="decimal" maxLength={10} />
          </Form.Item>
          <Form.Item label="换算" className="things-wide">
            <output aria-label="工况换算">{countsOf(given)}</output>
            <p className="hint">
              示数项含「燃气表压」「燃气温度」的表，按两次抄表之间抄到的压力、温度的平均换算；没抄到的用这里的默认值
            </p>
          </Form.Item>
        </>
      )}
    </>
  );
};
