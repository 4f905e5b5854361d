/** 营业时间 and 气象 of 运行设置: when its buildings are open, and whose weather it has. */
import { Checkbox, Input, Select } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { LABELS, type Operational, type OperationalValues, type OperationalVersion } from './operational.ts';

export const HoursFields = ({
  set,
  values,
  disabled,
  field,
  onChange,
}: {
  readonly set: Operational;
  readonly values: OperationalVersion;
  readonly disabled: boolean;
  readonly field: (key: keyof OperationalValues, control: ReactNode) => ReactNode;
  readonly onChange: (changed: Partial<OperationalVersion>) => void;
}): ReactElement => (
  <section className="surface set-group" aria-label="营业时间与气象">
    <h2>营业时间与气象</h2>
    {(['OpenWork', 'OpenRest'] as const).map((key) => (
      <div key={key}>
        {field(
          key,
          <Input
            aria-label={LABELS[key]}
            disabled={disabled}
            placeholder="08:00-22:00，留空为全天，或填 不营业"
            value={values[key]}
            onChange={(event) => onChange({ [key]: event.target.value })}
          />,
        )}
      </div>
    ))}
    {field(
      'WeatherStation',
      <Select
        aria-label={LABELS.WeatherStation}
        disabled={disabled}
        showSearch={{ optionFilterProp: 'label' }}
        value={values.WeatherStation}
        options={[
          { value: '', label: '项目所在区县' },
          ...set.Stations.map(({ Code, Name, Days }) => ({ value: Code, label: `${Name}（近30天 ${Days} 天有数）` })),
        ]}
        onChange={(WeatherStation) => onChange({ WeatherStation })}
      />,
    )}
    {field(
      'WeatherNear',
      <Checkbox
        disabled={disabled}
        checked={values.WeatherNear}
        onChange={(event) => onChange({ WeatherNear: event.target.checked })}
      >
        缺数的日子用同省相邻站
      </Checkbox>,
    )}
  </section>
);
