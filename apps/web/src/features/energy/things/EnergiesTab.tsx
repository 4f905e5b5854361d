import {
  energyCategoryAdd,
  energyCategoryImport,
  energyCategoryMove,
  type EnergyCategoryNode,
  energyCategoryUpdate,
} from '@hengneng/contracts';
import { Button, Form, Input, InputNumber, Select, Switch, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { uploadTo } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { useRowOrder } from '../../../ui/useRowOrder.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { flatten, THINGS, useEnergies } from '../common.ts';
import { ExportButton } from '../ExportButton.tsx';
import { BASE } from './shared.ts';
import { SheetImport } from './SheetImport.tsx';

interface Values {
  readonly Code: string;
  readonly Name: string;
  readonly ParentId?: string | null;
  readonly Unit: string;
  readonly Quality?: string;
  readonly CoalFactor?: string | null;
  readonly Lhv?: string | null;
  readonly CountInTotal: boolean;
  readonly Color?: string;
  readonly Sort?: number | null;
  readonly Enabled: boolean;
}

const EnergyForm = ({
  energy,
  energies,
  onClose,
}: {
  readonly energy: EnergyCategoryNode | null;
  readonly energies: readonly EnergyCategoryNode[];
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const about = {
    said: '已保存',
    renews: [THINGS],
    onRenewed: onClose,
    onError: (error: unknown) => showErrors(form, error),
  };
  const add = useWrite(energyCategoryAdd, about);
  const update = useWrite(energyCategoryUpdate, about);
  return (
    <FormDrawer
      width={520}
      title={energy === null ? '新增能源类别' : `修改能源类别：${energy.Name}`}
      onClose={onClose}
      saving={add.isPending || update.isPending}
      onSave={() => form.submit()}
    >
      <Form<Values>
        name="energy-form"
        form={form}
        layout="vertical"
        initialValues={energy ?? { CountInTotal: false, Enabled: true, Sort: 0 }}
        onFinish={(values) => {
          const given = {
            Code: values.Code,
            Name: values.Name,
            ParentId: values.ParentId ?? '',
            Unit: values.Unit,
            Quality: values.Quality ?? '',
            CoalFactor: values.CoalFactor ?? '',
            Lhv: values.Lhv ?? '',
            CountInTotal: values.CountInTotal,
            Color: values.Color ?? '',
            Sort: values.Sort ?? 0,
            Enabled: values.Enabled,
          };
          if (energy === null) add.mutate(given);
          else update.mutate({ ...given, Id: energy.Id, FormVersion: energy.FormVersion });
        }}
      >
        <div className="things-pair">
          <Form.Item name="Code" label="类别编码" rules={[{ required: true, message: '请填写类别编码' }]}>
            <Input maxLength={40} />
          </Form.Item>
          <Form.Item name="Name" label="类别名称" rules={[{ required: true, message: '请填写类别名称' }]}>
            <Input maxLength={30} />
          </Form.Item>
          <Form.Item name="ParentId" label="上级">
            <Select
              allowClear
              options={flatten(energies).flatMap(({ node, depth }) =>
                node.Id === energy?.Id ? [] : [{ value: node.Id, label: `${'　'.repeat(depth)}${node.Name}` }],
              )}
            />
          </Form.Item>
          <Form.Item name="Unit" label="单位" rules={[{ required: true, message: '请填写单位' }]}>
            <Input maxLength={12} />
          </Form.Item>
          <Form.Item name="Quality" label="品质">
            <Input maxLength={20} placeholder="标况、工况、GJ…" />
          </Form.Item>
          <Form.Item name="CoalFactor" label="折标系数(kgce/单位)" extra="供查阅；报表按「能耗系数」里的计">
            <Input inputMode="decimal" />
          </Form.Item>
          <Form.Item name="Lhv" label="低位热值(MJ/m³)" extra="供查阅；报表按「能耗系数」里的计">
            <Input inputMode="decimal" />
          </Form.Item>
          <Form.Item name="Color" label="颜色">
            <Input placeholder="#2f6fed" maxLength={7} />
          </Form.Item>
          <Form.Item name="Sort" label="排序">
            <InputNumber min={0} precision={0} className="wide" />
          </Form.Item>
          <Form.Item name="CountInTotal" label="计入总能耗" valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item name="Enabled" label="启用" valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>
      </Form>
    </FormDrawer>
  );
};

const ImportDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <SheetImport
    title="导入能源类别"
    hint="xlsx，第一行为：类别编码、类别名称、上级编码、单位、品质、折标系数、低位热值、计入总能耗、颜色、排序；任一行有错整批不入。"
    label="能源类别文件"
    upload={(file, fields) => uploadTo(energyCategoryImport, file, { fields })}
    said={({ Total }) => `已导入 ${Total} 个能源类别`}
    onClose={onClose}
  />
);

/** 能源计量类别 */
export const EnergiesTab = ({
  keyword,
  enabled,
}: {
  readonly keyword: string | undefined;
  readonly enabled: boolean | undefined;
}): ReactElement => {
  const [editing, setEditing] = useState<EnergyCategoryNode | 'new' | null>(null);
  const [importing, setImporting] = useState(false);
  const list = useEnergies();
  const move = useWrite(energyCategoryMove, { said: '已移动', renews: [THINGS] });
  const word = (keyword ?? '').toLowerCase();
  const all = flatten(list.data ?? []);
  const rows = all.filter(
    ({ node }) =>
      `${node.Code} ${node.Name}`.toLowerCase().includes(word) && (enabled === undefined || node.Enabled === enabled),
  );
  const order = useRowOrder({
    ids: rows.map(({ node }) => node.Id),
    groupOf: (id) => all.find(({ node }) => node.Id === id)?.node.ParentId ?? '',
    onMove: (Id, before) => move.mutate({ Id, BeforeId: before ?? '' }),
  });
  // Of a part of them the others' places are not known.
  const ordered = can(BASE, 'edit') && word === '' && enabled === undefined;
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <div className="things-tools">
        {can(BASE, 'add') ? (
          <Button type="primary" onClick={() => setEditing('new')}>
            新增能源类别
          </Button>
        ) : null}
        {can(BASE, 'import') ? <Button onClick={() => setImporting(true)}>导入</Button> : null}
        <ExportButton
          screen={BASE}
          kind="baseInformation"
          name="能源类别"
          ask={{ Part: 'energies', Keyword: keyword, Enabled: enabled }}
        />
      </div>
      <Table
        size="small"
        rowKey={({ node }) => node.Id}
        onRow={({ node }) => (ordered ? order.rowProps(node.Id) : {})}
        loading={{ spinning: list.isPending, delay: 200 }}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={false}
        locale={{ emptyText: <EmptyHint text="没有能源类别" /> }}
        columns={[
          { title: '类别编码', key: 'code', fixed: 'start', render: (_, { node }) => node.Code },
          {
            title: '类别名称',
            key: 'name',
            render: (_, { node, depth }) => (
              <>
                {'　'.repeat(depth)}
                {ordered ? order.handle(node.Id, node.Name) : null}
                {can(BASE, 'edit') ? (
                  <Button type="link" className="cell-link" onClick={() => setEditing(node)}>
                    {node.Name}
                  </Button>
                ) : (
                  node.Name
                )}
              </>
            ),
          },
          { title: '单位', key: 'unit', render: (_, { node }) => node.Unit },
          { title: '品质', key: 'quality', render: (_, { node }) => node.Quality || '—' },
          { title: '折标系数', key: 'coal', align: 'right', render: (_, { node }) => formatDecimal(node.CoalFactor) },
          { title: '低位热值(MJ/m³)', key: 'lhv', align: 'right', render: (_, { node }) => formatDecimal(node.Lhv) },
          { title: '计入总能耗', key: 'total', render: (_, { node }) => (node.CountInTotal ? '是' : '否') },
          {
            title: '颜色',
            key: 'color',
            render: (_, { node }) =>
              node.Color === '' ? (
                '—'
              ) : (
                <span className="energy-colour" style={{ background: node.Color }} title={node.Color} />
              ),
          },
          { title: '使用项目', key: 'used', align: 'right', render: (_, { node }) => node.UsedCount },
          {
            title: '启用',
            key: 'enabled',
            render: (_, { node }) => <Tag tone={node.Enabled ? 'good' : 'warn'}>{node.Enabled ? '启用' : '停用'}</Tag>,
          },
        ]}
      />
      {editing !== null ? (
        <EnergyForm
          energy={editing === 'new' ? null : editing}
          energies={list.data ?? []}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {importing ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </>
  );
};
