/** 必录类别, 必拍照表计 and 缺录提醒 of 运行设置: what a project owes each day, and who hears of it when it did not come. */
import { REMIND_TO, REMIND_TO_NAMES } from '@hengneng/contracts';
import { Select } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { LABELS, type Operational, type OperationalValues, type OperationalVersion } from './operational.ts';

interface Part {
  readonly values: OperationalVersion;
  readonly disabled: boolean;
  readonly field: (key: keyof OperationalValues, control: ReactNode) => ReactNode;
  readonly onChange: (changed: Partial<OperationalVersion>) => void;
}

export const ObligationFields = ({
  set,
  values,
  disabled,
  field,
  onChange,
}: Part & { readonly set: Operational }): ReactElement => (
  <>
    {field(
      'Required',
      <Select
        aria-label={LABELS.Required}
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled}
        placeholder="不选即全部必录"
        value={[...values.Required]}
        options={set.Categories.map(({ Code, Name }) => ({ value: Code, label: Name }))}
        onChange={(Required) => onChange({ Required })}
      />,
    )}
    {set.ProjectCode === ''
      ? null
      : field(
          'PhotoMeters',
          <Select
            aria-label={LABELS.PhotoMeters}
            mode="multiple"
            maxTagCount="responsive"
            disabled={disabled}
            placeholder="结算表之外还须拍照的表计"
            showSearch={{ optionFilterProp: 'label' }}
            value={[...values.PhotoMeters]}
            options={set.Meters.map(({ DeviceId, Name }) => ({ value: DeviceId, label: Name }))}
            onChange={(PhotoMeters) => onChange({ PhotoMeters })}
          />,
        )}
  </>
);

export const RemindFields = ({
  values,
  disabled,
  field,
  time,
  count,
  onChange,
}: Part & {
  readonly time: (key: 'RemindTime') => ReactNode;
  readonly count: (key: 'EscalateHours') => ReactNode;
}): ReactElement => (
  <>
    {field(
      'RemindTo',
      <Select
        aria-label={LABELS.RemindTo}
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled}
        placeholder="不选即不提醒"
        value={[...values.RemindTo]}
        options={REMIND_TO.map((value) => ({ value, label: REMIND_TO_NAMES[value] }))}
        onChange={(RemindTo) => onChange({ RemindTo })}
      />,
    )}
    {time('RemindTime')}
    {count('EscalateHours')}
  </>
);
