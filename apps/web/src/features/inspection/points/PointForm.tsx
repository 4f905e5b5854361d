import { patrolPointSave, perambulatePointSave, type PointRow } from '@hengneng/contracts';
import { DEFAULT_RADIUS, INSPECTION_AREAS, POINT_FREQUENCIES, type PointKind } from '@hengneng/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd';
import { type ReactElement, useState } from 'react';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import { notify } from '../../../lib/notify.ts';
import { useSend } from '../../../lib/useWrite.ts';
import { useUnsavedGuard } from '../../../ui/useUnsavedGuard.ts';
import { choices } from './common.ts';
import { ItemsEditor } from './ItemsEditor.tsx';
import { POINTS, useRoutes } from './queries.ts';
import { useItems } from './useItems.ts';

interface Values {
  readonly code: string;
  readonly name: string;
  readonly area: (typeof INSPECTION_AREAS)[number];
  readonly route?: string | null;
  readonly device?: string | null;
  readonly position?: string | null;
  readonly lat?: string | null;
  readonly lng?: string | null;
  readonly radius: number;
  readonly locating: boolean;
  readonly photoNeeded: boolean;
  readonly frequency: (typeof POINT_FREQUENCIES)[number];
}

const DeviceField = ({
  id,
  value,
  onChange,
  project,
  known,
}: {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
  readonly project: string;
  readonly known: Readonly<Record<string, string>>;
}): ReactElement => {
  const [labels, setLabels] = useState(known);
  return (
    <ReferencePicker
      {...(id ? { id } : {})}
      entity="device"
      project={project}
      value={value ?? null}
      labels={labels}
      aria={{ 'aria-label': '关联设备' }}
      onPick={(next, words) => {
        setLabels({ ...labels, ...words });
        onChange?.(typeof next === 'string' ? next : null);
      }}
    />
  );
};

const opening = (point: PointRow | null, kind: PointKind, route: string | undefined): Partial<Values> =>
  point === null
    ? {
        radius: DEFAULT_RADIUS,
        locating: true,
        photoNeeded: kind === '公司巡检',
        frequency: kind === '公司巡检' ? '月' : '班',
        route: route ?? null,
      }
    : {
        code: point.code,
        name: point.name,
        area: INSPECTION_AREAS.find((area) => area === point.area) ?? INSPECTION_AREAS[0],
        route: point.route,
        device: point.device,
        position: point.position,
        lat: point.lat,
        lng: point.lng,
        radius: point.radius ?? DEFAULT_RADIUS,
        locating: point.locating,
        photoNeeded: point.photoNeeded,
        frequency: POINT_FREQUENCIES.find((one) => one === point.frequency) ?? '月',
      };

/** One point with its check items; a new one where there is none yet. */
export const PointForm = ({
  project,
  kind,
  point,
  route,
  onSaved,
}: {
  readonly project: string;
  readonly kind: PointKind;
  readonly point: PointRow | null;
  /** Where a new point goes. */
  readonly route?: string | undefined;
  readonly onSaved: (id: string) => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const send = useSend();
  const items = useItems(point?.items, form);
  const [dirty, setDirty] = useState(false);
  const locating = Form.useWatch('locating', form) ?? point?.locating ?? true;
  const routes = useRoutes(project);
  useUnsavedGuard(dirty);
  const save = useMutation({
    mutationFn: (values: Values) => {
      const input = {
        ...values,
        project,
        ...(point === null ? {} : { id: point.id, FormVersion: point.FormVersion }),
        // The form-encoded body has no null: an empty text clears.
        route: values.route ?? '',
        device: values.device ?? '',
        position: values.position ?? '',
        lat: values.lat ?? '',
        lng: values.lng ?? '',
        items: items.input(),
      };
      return kind === '值班巡查' ? send(patrolPointSave, input) : send(perambulatePointSave, { ...input, kind });
    },
    onSuccess: async ({ id, version, renewed }) => {
      setDirty(false);
      notify.success(renewed ? `已保存，检查标准更新为第${version}版，旧记录仍按旧版本显示` : '已保存');
      await client.invalidateQueries({ queryKey: [POINTS] });
      onSaved(id);
    },
    onError: items.refuse,
  });
  const submit = (values: Values) => {
    if (items.sound(kind)) save.mutate(values);
  };
  return (
    <Form<Values>
      name="point-form"
      form={form}
      layout="vertical"
      className="point-form"
      initialValues={opening(point, kind, route)}
      onValuesChange={() => setDirty(true)}
      onFinish={submit}
    >
      <div className="point-fields">
        <Form.Item
          name="code"
          label="点位编码"
          rules={[{ required: true, whitespace: true, message: '请填写点位编码' }]}
        >
          <Input maxLength={30} placeholder="如 XJ-01" />
        </Form.Item>
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="area" label="部位" rules={[{ required: true, message: '请选择部位' }]}>
          <Select options={choices(INSPECTION_AREAS)} />
        </Form.Item>
        <Form.Item
          name="route"
          label="路线"
          rules={kind === '公司巡检' ? [{ required: true, message: '请选择路线' }] : []}
        >
          <Select
            allowClear
            loading={routes.isFetching}
            options={(routes.data?.rows ?? [])
              .filter((one) => one.kind === kind)
              .map((one) => ({ value: one.id, label: one.name }))}
            notFoundContent="该项目还没有此类路线，请先在“路线”页签新增"
          />
        </Form.Item>
        <Form.Item name="frequency" label="频次" rules={[{ required: true, message: '请选择频次' }]}>
          <Select options={choices(POINT_FREQUENCIES)} />
        </Form.Item>
        <Form.Item name="device" label="关联设备">
          <DeviceField
            project={project}
            known={point?.device ? { [point.device]: point.deviceName ?? point.device } : {}}
          />
        </Form.Item>
        <Form.Item name="locating" label="须定位" valuePropName="checked" extra="地下机房没有信号时可关闭，但须拍照">
          <Switch checkedChildren="定位" unCheckedChildren="关闭" />
        </Form.Item>
        <Form.Item name="radius" label="允许偏差（m）" rules={[{ required: true, message: '请填写允许偏差' }]}>
          <InputNumber min={10} max={2000} precision={0} disabled={!locating} className="wide" />
        </Form.Item>
        <Form.Item name="photoNeeded" label="必拍照" valuePropName="checked">
          <Switch checkedChildren="必拍" unCheckedChildren="不必" />
        </Form.Item>
        <Form.Item name="lat" label="纬度（°）">
          <Input inputMode="decimal" placeholder="如 31.230416" disabled={!locating} />
        </Form.Item>
        <Form.Item name="lng" label="经度（°）">
          <Input inputMode="decimal" placeholder="如 121.473701" disabled={!locating} />
        </Form.Item>
        <Form.Item name="position" label="位置说明">
          <Input maxLength={100} placeholder="如 B1制冷机房东侧" />
        </Form.Item>
      </div>
      <ItemsEditor
        kind={kind}
        items={items.items}
        faults={items.faults}
        onChange={(next) => {
          items.change(next);
          setDirty(true);
        }}
      />
      <div className="point-save">
        {point !== null && dirty ? <small className="hint">检查项有改动时保存为新版本，已填的记录不变</small> : null}
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={point !== null && !dirty}>
          保存
        </Button>
      </div>
    </Form>
  );
};
