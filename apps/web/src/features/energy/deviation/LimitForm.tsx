import {
  DEVIATION_LEVEL_NAMES,
  type DeviationNumbers,
  type DeviationRow,
  type DeviationSet,
  insertProjectSetUp,
} from '@hengneng/contracts';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { DEVIATIONS, LIMITS } from './limits.ts';

type Values = { readonly [K in keyof DeviationNumbers]?: number | null } & {
  readonly Level: DeviationRow['Level'];
  readonly CategoryCode?: string;
  readonly DeviceId?: string;
  readonly Reason: string;
};

/** One level's own limits; what is left blank is as the wider level has it. */
export const LimitForm = ({
  row,
  project,
  set,
  onClose,
}: {
  /** null: a level that has none yet. */
  readonly row: DeviationRow | null;
  readonly project: string;
  readonly set: DeviationSet;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const level = Form.useWatch('Level', form) ?? row?.Level ?? 'project';
  const save = useWrite(insertProjectSetUp, {
    said: '阈值已保存，之后的录入按它判定',
    renews: [DEVIATIONS, 'entrySheet'],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const taken = new Set(set.rows.map(({ Level }) => Level));
  const levels = (['project', 'category', 'meter'] as const).filter((one) => one !== 'project' || !taken.has(one));
  const finish = (values: Values): void => {
    const { Level, CategoryCode, DeviceId, Reason, ...limits } = values;
    const there = set.rows.find(
      (one) =>
        one.Level === Level &&
        (Level !== 'category' || one.CategoryCode === CategoryCode) &&
        (Level !== 'meter' || one.DeviceId === DeviceId),
    );
    const at = row ?? there;
    save.mutate({
      SetType: 'deviation',
      Level,
      ProjectCode: row === null ? project : (row.ProjectCode ?? ''),
      CategoryCode: Level === 'category' ? (CategoryCode ?? '') : '',
      DeviceId: Level === 'meter' ? (DeviceId ?? '') : '',
      ...Object.fromEntries(LIMITS.map(({ key }) => [key, limits[key] ?? ''])),
      Reason,
      Version: at?.Version ?? 0,
    });
  };
  return (
    <AppDrawer
      width={480}
      title={row === null ? '新增一级阈值' : `${DEVIATION_LEVEL_NAMES[row.Level]}：${row.Target}`}
      onClose={onClose}
    >
      <Form<Values>
        name="limit-form"
        form={form}
        layout="vertical"
        initialValues={
          row === null
            ? { Level: levels[0] }
            : { Level: row.Level, CategoryCode: row.CategoryCode, DeviceId: row.DeviceId, ...row.Own }
        }
        onFinish={finish}
      >
        <Form.Item name="Level" label="层级" hidden={row !== null}>
          <Select options={levels.map((value) => ({ value, label: DEVIATION_LEVEL_NAMES[value] }))} />
        </Form.Item>
        {row === null && level === 'category' ? (
          <Form.Item name="CategoryCode" label="能源" rules={[{ required: true, message: '请选择能源' }]}>
            <Select options={set.Categories.map(({ Code, Name }) => ({ value: Code, label: Name }))} />
          </Form.Item>
        ) : (
          <Form.Item name="CategoryCode" hidden>
            <Input />
          </Form.Item>
        )}
        {row === null && level === 'meter' ? (
          <Form.Item name="DeviceId" label="表计" rules={[{ required: true, message: '请选择表计' }]}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={set.Meters.map(({ DeviceId, Name }) => ({ value: DeviceId, label: Name }))}
            />
          </Form.Item>
        ) : (
          <Form.Item name="DeviceId" hidden>
            <Input />
          </Form.Item>
        )}
        {LIMITS.map(({ key, label, unit, hint }) => (
          <Form.Item key={key} name={key} label={unit === '' ? label : `${label}（${unit}）`} extra={hint}>
            <InputNumber<number> min={0} placeholder="留空则沿用上一级" className="deviation-number" />
          </Form.Item>
        ))}
        <Form.Item name="Reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
          <Input maxLength={200} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      </Form>
    </AppDrawer>
  );
};
