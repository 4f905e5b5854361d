import {
  type DeviceCategoryNode,
  deviceModelDelete,
  deviceModelImport,
  deviceModelIndex,
  type DeviceModelRow,
  deviceModelSave,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Popconfirm, Switch, Table, TreeSelect } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi, uploadTo } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { THINGS } from '../common.ts';
import { categoryChoices } from './CategoryForm.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { BASE } from './shared.ts';
import { SheetImport } from './SheetImport.tsx';

const RATED = [
  ['RatedCooling', '额定制冷量(kW)'],
  ['RatedHeating', '额定制热量(kW)'],
  ['RatedGas', '额定燃气耗量(m³/h)'],
  ['RatedPower', '额定电功率(kW)'],
  ['ChilledFlow', '冷水流量(m³/h)'],
  ['CoolingFlow', '冷却水流量(m³/h)'],
  ['RatedCop', '额定COP'],
  ['SupplyTemp', '设计供水温(℃)'],
  ['ReturnTemp', '设计回水温(℃)'],
  ['SolutionKg', '溶液充注量(kg)'],
] as const;
type RatedKey = (typeof RATED)[number][0];
type Values = Partial<Record<RatedKey, string | null>> & {
  readonly CategoryId: string;
  readonly Model: string;
  readonly Maker: string;
  readonly EnergyKind?: string;
  readonly Enabled: boolean;
};

const ModelForm = ({
  model,
  category,
  categories,
  onClose,
}: {
  readonly model: DeviceModelRow | null;
  readonly category: string | undefined;
  readonly categories: readonly DeviceCategoryNode[];
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const { confirm } = useQuestions();
  const save = useWrite(deviceModelSave, {
    renews: [THINGS],
    onDone: (answer, input) => {
      if (answer.Id !== null) return onClose();
      // What is rated reaches further than this page: it is asked once more.
      confirm({
        title: `${answer.Words}，确认修改？`,
        content: answer.AffectedProjects.map((one) => one.ProjectName).join('、'),
        okText: '确认修改',
        cancelText: '取消',
        onOk: () => save.mutate({ ...input, Confirm: true }),
      });
    },
    onError: (error) => showErrors(form, error),
  });
  return (
    <FormDrawer
      width={560}
      title={model === null ? '新增型号' : `修改型号：${model.Model}`}
      onClose={onClose}
      saving={save.isPending}
      onSave={() => form.submit()}
    >
      <Form<Values>
        name="model-form"
        form={form}
        layout="vertical"
        initialValues={model ?? { CategoryId: category, Enabled: true }}
        onFinish={({ EnergyKind = '', ...values }) =>
          save.mutate({
            ...Object.fromEntries(RATED.map(([key]) => [key, values[key] ?? ''])),
            CategoryId: values.CategoryId,
            Model: values.Model,
            Maker: values.Maker,
            EnergyKind,
            Enabled: values.Enabled,
            ...(model === null ? {} : { Id: model.Id, FormVersion: model.FormVersion }),
          })
        }
      >
        <Form.Item name="CategoryId" label="类别" rules={[{ required: true, message: '请选择设备类别' }]}>
          <TreeSelect treeData={categoryChoices(categories)} />
        </Form.Item>
        <div className="things-pair">
          <Form.Item name="Maker" label="厂家" rules={[{ required: true, message: '请填写厂家' }]}>
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="Model" label="型号" rules={[{ required: true, message: '请填写型号' }]}>
            <Input maxLength={60} />
          </Form.Item>
          {RATED.map(([key, label]) => (
            <Form.Item key={key} name={key} label={label}>
              <Input inputMode="decimal" />
            </Form.Item>
          ))}
          <Form.Item name="EnergyKind" label="能源类型">
            <Input maxLength={20} />
          </Form.Item>
          <Form.Item name="Enabled" label="启用" valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>
      </Form>
    </FormDrawer>
  );
};

const PAGE_SIZE = 20;

/** 型号库 */
export const ModelsTab = ({
  category,
  keyword,
  enabled,
  categories,
}: {
  readonly category: string | undefined;
  readonly keyword: string | undefined;
  readonly enabled: boolean | undefined;
  readonly categories: readonly DeviceCategoryNode[];
}): ReactElement => {
  const choice = `${category ?? ''} ${keyword ?? ''} ${enabled ?? ''}`;
  const [page, setPage] = useState({ for: choice, at: 1 });
  const [editing, setEditing] = useState<DeviceModelRow | 'new' | null>(null);
  const [importing, setImporting] = useState(false);
  const PageIndex = page.for === choice ? page.at : 1;
  const filters = { CategoryId: category, Keyword: keyword, Enabled: enabled };
  const asked = { ...filters, PageIndex, PageSize: PAGE_SIZE };
  const list = useQuery({
    queryKey: [THINGS, 'models', asked],
    queryFn: ({ signal }) => callApi(deviceModelIndex, asked, { signal }),
    placeholderData: keepPrevious,
  });
  const remove = useWrite(deviceModelDelete, { said: '已删除', renews: [THINGS] });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <div className="things-tools">
        {can(BASE, 'add') ? (
          <Button type="primary" onClick={() => setEditing('new')}>
            新增型号
          </Button>
        ) : null}
        {can(BASE, 'import') ? <Button onClick={() => setImporting(true)}>从模板导入</Button> : null}
        <ExportButton screen={BASE} kind="baseInformation" name="设备型号库" ask={{ Part: 'models', ...filters }} />
      </div>
      <Table<DeviceModelRow>
        size="small"
        rowKey="Id"
        loading={{ spinning: list.isPending, delay: 200 }}
        dataSource={list.data?.rows ?? []}
        scroll={{ x: 'max-content' }}
        locale={{
          emptyText: (
            <EmptyHint text={choice.trim() === '' ? '型号库是空的：请从模板导入或新增型号' : '没有匹配的型号'} />
          ),
        }}
        pagination={{
          current: PageIndex,
          pageSize: PAGE_SIZE,
          total: list.data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: (at) => setPage({ for: choice, at }),
        }}
        columns={[
          { title: '类别', dataIndex: 'CategoryName', fixed: 'start' },
          {
            title: '型号',
            dataIndex: 'Model',
            render: (value: string, row) =>
              can(BASE, 'edit') ? (
                <Button type="link" className="cell-link" onClick={() => setEditing(row)}>
                  {value}
                </Button>
              ) : (
                value
              ),
          },
          { title: '厂家', dataIndex: 'Maker' },
          ...RATED.map(([key, title]) => ({
            title,
            dataIndex: key,
            align: 'right' as const,
            render: (value: string | null) => formatDecimal(value),
          })),
          { title: '能源类型', dataIndex: 'EnergyKind', render: (value: string) => value || '—' },
          {
            title: '使用项目',
            dataIndex: 'UsedCount',
            align: 'right',
            render: (value: number, row) => (
              <Link to={`/operationContent/deviceManage/projectDeviceSet?DeviceInfoId=${row.Id}`}>{value}</Link>
            ),
          },
          {
            title: '启用',
            dataIndex: 'Enabled',
            render: (value: boolean) => <Tag tone={value ? 'good' : 'warn'}>{value ? '启用' : '停用'}</Tag>,
          },
          {
            title: '操作',
            key: 'actions',
            render: (_, row) =>
              can(BASE, 'delete') && row.UsedCount === 0 ? (
                <Popconfirm title={`删除 ${row.Model}？`} okText="删除" onConfirm={() => remove.mutate({ Id: row.Id })}>
                  <Button type="link" danger size="small">
                    删除
                  </Button>
                </Popconfirm>
              ) : null,
          },
        ]}
      />
      {importing ? (
        <SheetImport
          title="从模板导入型号"
          hint="先下载模板，每行填一个型号后上传；任一行有错整批不入。"
          template={
            <ExportButton
              screen={BASE}
              kind="baseInformation"
              name="设备型号库模板"
              label="下载模板"
              ask={{ Part: 'modelTemplate' }}
            />
          }
          label="型号文件"
          upload={(file, fields) => uploadTo(deviceModelImport, file, { fields })}
          said={({ Total }) => `已导入 ${Total} 个型号`}
          onClose={() => setImporting(false)}
        />
      ) : null}
      {editing !== null ? (
        <ModelForm
          model={editing === 'new' ? null : editing}
          category={category}
          categories={categories}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
};
