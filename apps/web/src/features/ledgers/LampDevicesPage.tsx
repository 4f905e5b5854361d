import { lampDelete, lampSave, type ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { lampInstallImport } from '@hengneng/forms/imports';
import { lampBatches, lampKinds } from '@hengneng/forms/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { type ReactElement, useState } from 'react';
import { BatchActions } from '../../engine/imports/BatchActions.tsx';
import { ImportPanel } from '../../engine/imports/ImportPanel.tsx';
import { textOf } from '../../engine/rows/text.ts';
import { type DialogValues, FieldsDialog } from '../../engine/views/FieldsDialog.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { LampInstalled } from './LampInstalled.tsx';

const SCREEN = shortCodeOf(lampKinds.screen);

const FIELDS = {
  name: f.text('名称', { required: true }),
  lampKind: f.enum('类型', lampKinds.columns.lampKind.options, { required: true }),
  model: f.text('型号', { required: true }),
  power: f.decimal(1, '功率', { required: true, unit: 'W' }),
  code: f.text('编码'),
  brand: f.text('品牌'),
  lumens: f.integer('光通量', { unit: 'lm' }),
  colorTemp: f.enum('色温', ['3000K暖白', '4000K中性', '5000K正白', '6500K冷白', '不适用']),
  lifeHours: f.integer('寿命', { unit: 'h' }),
  price: f.money('单价', { unit: '元' }),
  warrantyMonths: f.integer('质保', { unit: '月' }),
  enabled: f.enum('启用', ['启用', '停用'], { required: true }),
};

const startOf = (row: ViewRow | null): DialogValues =>
  row === null ? { enabled: '启用' } : Object.fromEntries(Object.keys(FIELDS).map((key) => [key, textOf(row, key)]));

const saveKind = (row: ViewRow | null, values: DialogValues, options: { readonly idempotencyKey: string }) =>
  callApi(
    lampSave,
    {
      Id: row?.id ?? '',
      name: textOf(values, 'name'),
      kind: textOf(values, 'lampKind'),
      model: textOf(values, 'model'),
      power: textOf(values, 'power'),
      code: textOf(values, 'code'),
      brand: textOf(values, 'brand'),
      lumens: textOf(values, 'lumens'),
      colorTemp: textOf(values, 'colorTemp'),
      lifeHours: textOf(values, 'lifeHours'),
      price: textOf(values, 'price'),
      warrantyMonths: textOf(values, 'warrantyMonths'),
      state: values['enabled'] === '停用' ? '停用' : '启用',
    },
    options,
  );

const Kinds = (): ReactElement => {
  const client = useQueryClient();
  const [edited, setEdited] = useState<ViewRow | 'new' | null>(null);
  const row = edited === 'new' ? null : edited;
  const remove = useMutation({
    mutationFn: (id: string) => callApi(lampDelete, { Id: id }),
    onSuccess: () => {
      notify.success('已删除');
      return client.invalidateQueries({ queryKey: ['rows'] });
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <>
      <ViewSection
        view={lampKinds}
        empty="还没有灯具台账"
        keywordHint="名称、型号、编码、品牌"
        tools={
          can(SCREEN, 'add') ? (
            <Button type="primary" onClick={() => setEdited('new')}>
              新增品种
            </Button>
          ) : null
        }
        tone={(one) => (one['enabled'] === '停用' ? 'off' : null)}
        actions={(one) => (
          <>
            {can(SCREEN, 'add') ? (
              <Button size="small" type="link" onClick={() => setEdited(one)}>
                修改
              </Button>
            ) : null}
            {can(SCREEN, 'delete') ? (
              <Popconfirm
                title="删除这个品种？"
                okText="删除"
                cancelText="取消"
                onConfirm={() => remove.mutate(one.id)}
              >
                <Button size="small" type="link" danger>
                  删除
                </Button>
              </Popconfirm>
            ) : null}
          </>
        )}
      />
      {edited === null ? null : (
        <FieldsDialog
          title={row === null ? '新增灯具品种' : '修改灯具品种'}
          fields={FIELDS}
          start={startOf(row)}
          saved="灯具品种已保存"
          save={(values, options) => saveKind(row, values, options)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
};

const LampDevicesPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title="灯具台账" note="灯具品种与参数，每个位置装着什么灯、质保到何时、换过几次" />
    <ViewTabs
      label="灯具台账"
      tabs={[
        { key: 'kinds', label: '品种', content: () => <Kinds /> },
        { key: 'installed', label: '安装台账', content: () => <LampInstalled /> },
        ...(can(SCREEN, 'import')
          ? [
              {
                key: 'import' as const,
                label: '批量导入',
                content: () => (
                  <>
                    <ImportPanel of={lampInstallImport} />
                    <ViewSection
                      view={lampBatches}
                      empty="还没有导入过安装记录"
                      actions={(row) => <BatchActions of={lampInstallImport} row={row} />}
                      tone={(row) => (row['state'] === '已撤销' ? 'off' : null)}
                    />
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  </div>
);

export default LampDevicesPage;
