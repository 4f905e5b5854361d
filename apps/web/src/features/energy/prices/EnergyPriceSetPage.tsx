import {
  type EnergyPriceDetail,
  type EnergyPriceRow,
  nyPriceDelete,
  nyPriceDetail,
  nyPriceList,
  PRICE_MODES,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../../lib/project-name.ts';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { ContractPrices } from './ContractPrices.tsx';
import { MechanismTab } from './MechanismTab.tsx';
import { PriceForm } from './PriceForm.tsx';
import { PriceTimeline } from './PriceTimeline.tsx';
import { CATEGORIES, priceText, PRICES, SCREEN } from './shared.ts';
import { TouDay } from './TouDay.tsx';
import './prices.css';

const TABS = [
  { key: 'bought', label: '购能价格' },
  { key: 'sold', label: '合同供能单价' },
  { key: 'mechanism', label: '调价机制' },
] as const;
type Tab = (typeof TABS)[number]['key'];

const TONES = { 未生效: 'accent', 生效中: 'good', 已失效: 'neutral' } as const;

const DeleteDialog = ({
  row,
  onClose,
}: {
  readonly row: EnergyPriceRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ Reason: string }>();
  const remove = useWrite(nyPriceDelete, {
    said: '已删除',
    renews: [PRICES],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`删除 ${row.CategoryName} ${row.From} 起的价格`}
      okText="删除"
      confirmLoading={remove.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="delete-dialog"
        form={form}
        layout="vertical"
        onFinish={({ Reason }) => remove.mutate({ PriceId: row.PriceId, Reason })}
      >
        <Form.Item name="Reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const About = ({ of }: { readonly of: EnergyPriceDetail }): ReactElement => (
  <dl className="price-about">
    <dt>单价</dt>
    <dd>
      {priceText(of)} 元/{of.Unit}
    </dd>
    <dt>执行</dt>
    <dd>
      {of.From} 至 {of.To ?? '长期'}
    </dd>
    {of.BasicMode === null ? null : (
      <>
        <dt>基本电费</dt>
        <dd>
          按{of.BasicMode === 'demand' ? '最大需量' : `容量 ${formatDecimal(of.CapacityKva)} kVA`}，
          {formatDecimal(of.BasicPrice, 2)} 元/
          {of.BasicMode === 'demand' ? 'kW' : 'kVA'}·月
        </dd>
      </>
    )}
    {of.Surcharges.length === 0 ? null : (
      <>
        <dt>附加费</dt>
        <dd>{of.Surcharges.map(({ Name, Price }) => `${Name} ${formatDecimal(Price, 4)}`).join('；')}</dd>
      </>
    )}
    <dt>依据</dt>
    <dd>{of.DocNo || '—'}</dd>
  </dl>
);

const Drawer = ({
  row,
  project,
  onClose,
}: {
  readonly row: EnergyPriceRow;
  readonly project: string;
  readonly onClose: () => void;
}): ReactElement => {
  const detail = useQuery({
    queryKey: [PRICES, 'one', row.PriceId, row.Version],
    queryFn: ({ signal }) => callApi(nyPriceDetail, { PriceId: row.PriceId }, { signal }),
  });
  const of = detail.data;
  return (
    <AppDrawer width={760} title={`${row.CategoryName} ${row.From} 起`} onClose={onClose}>
      {detail.error ? <ErrorRetry error={detail.error} onRetry={() => void detail.refetch()} /> : null}
      {of === undefined ? null : (
        <>
          <About of={of} />
          {of.Mode === 'tou' ? <TouDay of={of} /> : null}
          {of.UsedIn.length > 0 ? (
            <p className="price-used" role="note">
              已用于 {of.UsedIn.join('、')} 的结算或月锁，只能填写生效止，其余请新增版本
            </p>
          ) : null}
          {can(SCREEN, 'edit') ? <PriceForm project={project} of={of} onDone={onClose} /> : null}
        </>
      )}
    </AppDrawer>
  );
};

/** 能源价格设置: what a project pays for energy, and what its contracts bring in, version by version. */
const EnergyPriceSetPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { ProjectCode: project, categoryCode, onDate } = filters;
  const name = useProjectName(project);
  const tab: Tab = TABS.find(({ key }) => key === filters.tab)?.key ?? 'bought';
  const [open, setOpen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<EnergyPriceRow | null>(null);
  const category = CATEGORIES.find(({ value }) => value === categoryCode);
  const asked = {
    ProjectCode: project ?? '',
    PageSize: 200,
    ...(category === undefined ? {} : { CategoryCode: category.value }),
    ...(onDate ? { OnDate: onDate } : {}),
  };
  const list = useQuery({
    queryKey: [PRICES, asked],
    queryFn: ({ signal }) => callApi(nyPriceList, asked, { signal }),
    enabled: project !== undefined && tab === 'bought',
  });
  const rows = list.data?.rows ?? [];
  const row = rows.find(({ PriceId }) => PriceId === open);
  return (
    <>
      <PageHeader
        title="能源价格设置"
        note="购能价格按生效期取价，跨版本的账期按日拆分；未设价格时成本显示「未设价格」而不是 0"
        actions={
          <>
            {can(SCREEN, 'add') && tab === 'bought' ? (
              <Button
                type="primary"
                disabled={project === undefined}
                title={project === undefined ? '请先选择项目' : undefined}
                onClick={() => setAdding(true)}
              >
                新增
              </Button>
            ) : null}
            <ExportButton
              screen={SCREEN}
              kind="projectEnergyPrice"
              name="能源价格"
              ask={{ ProjectCode: project, CategoryCode: category?.value ?? '', OnDate: onDate ?? '' }}
              disabled={project === undefined}
            />
          </>
        }
      />
      <search className="filter-bar surface">
        <span className="price-project">
          <ProjectPick
            value={project}
            name={name}
            label="项目"
            onPick={(code) => setFilters({ ProjectCode: code ?? null })}
          />
        </span>
        {tab === 'bought' ? (
          <ChoiceFilter
            label="能源"
            value={category?.label}
            options={CATEGORIES.map(({ label }) => label)}
            onChange={(label) => setFilters({ categoryCode: CATEGORIES.find((one) => one.label === label)?.value })}
          />
        ) : null}
        {tab === 'mechanism' ? null : (
          <span className="price-day">
            <MomentPicker
              kind="date"
              value={onDate ?? null}
              onChange={(day) => setFilters({ onDate: day })}
              placeholder="某日有效"
              aria={{ 'aria-label': '某日有效' }}
            />
          </span>
        )}
      </search>
      <CountTabs
        prefix="prices"
        label="能源价格"
        tabs={TABS}
        chosen={tab}
        onChoose={(key) => setFilters({ tab: key === 'bought' ? null : key })}
      />
      {project === undefined ? (
        <EmptyHint text="请先选择项目" />
      ) : tab === 'sold' ? (
        <ContractPrices project={project} onDate={onDate} />
      ) : tab === 'mechanism' ? (
        <MechanismTab project={project} />
      ) : list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <PriceTimeline rows={rows} onOpen={setOpen} />
          <div className="surface surface-table">
            <Table<EnergyPriceRow>
              size="small"
              rowKey="PriceId"
              loading={{ spinning: list.isPending, delay: 200 }}
              dataSource={[...rows]}
              scroll={{ x: 'max-content' }}
              pagination={false}
              locale={{ emptyText: <EmptyHint text="该项目还没有购能价格，成本将显示「未设价格」" /> }}
              columns={[
                {
                  title: '能源',
                  dataIndex: 'CategoryName',
                  fixed: 'start',
                  render: (value: string, one) => (
                    <Button type="link" className="cell-link" onClick={() => setOpen(one.PriceId)}>
                      {value}
                    </Button>
                  ),
                },
                { title: '计价方式', dataIndex: 'Mode', render: (mode: EnergyPriceRow['Mode']) => PRICE_MODES[mode] },
                { title: '单价(元/单位)', key: 'price', render: (_, one) => priceText(one) },
                { title: '表计', dataIndex: 'DeviceName', render: (value: string | null) => value ?? '全部' },
                { title: '用电性质', dataIndex: 'UseKind', render: (value: string) => value || '—' },
                { title: '电压等级', dataIndex: 'Voltage', render: (value: string) => value || '—' },
                {
                  title: '基本电费',
                  key: 'basic',
                  render: (_, one) =>
                    one.BasicMode === null
                      ? '—'
                      : `${one.BasicMode === 'demand' ? '需量' : '容量'} ${formatDecimal(one.BasicPrice, 2)}`,
                },
                { title: '力调标准', dataIndex: 'CosStd', render: (value: string | null) => value ?? '—' },
                {
                  title: '税率(%)',
                  dataIndex: 'TaxRate',
                  align: 'right',
                  render: (value: string, one) => `${value}${one.TaxIncluded ? '（含）' : ''}`,
                },
                { title: '生效起', dataIndex: 'From' },
                { title: '生效止', dataIndex: 'To', render: (value: string | null) => value ?? '长期' },
                { title: '依据文号', dataIndex: 'DocNo', render: (value: string) => value || '—' },
                {
                  title: '附件',
                  dataIndex: 'Files',
                  render: (files: EnergyPriceRow['Files']) =>
                    files.length === 0
                      ? '—'
                      : files.map((file) => <FileLink key={file.URL} file={file} among={files} />),
                },
                {
                  title: '状态',
                  dataIndex: 'State',
                  render: (state: EnergyPriceRow['State']) => <Tag tone={TONES[state]}>{state}</Tag>,
                },
                { title: '修改人', dataIndex: 'Editor', render: (value: string | null) => value ?? '—' },
                { title: '修改时间', dataIndex: 'EditTime', render: formatDateTime },
                {
                  title: '操作',
                  key: 'act',
                  render: (_, one) =>
                    can(SCREEN, 'delete') && one.State === '未生效' ? (
                      <Button type="link" size="small" onClick={() => setRemoving(one)}>
                        删除
                      </Button>
                    ) : null,
                },
              ]}
            />
          </div>
        </>
      )}
      {row && project ? <Drawer row={row} project={project} onClose={() => setOpen(null)} /> : null}
      {adding && project ? (
        <AppDrawer width={760} title="新增购能价格" onClose={() => setAdding(false)}>
          <PriceForm project={project} of={null} onDone={() => setAdding(false)} />
        </AppDrawer>
      ) : null}
      {removing ? <DeleteDialog row={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  );
};

export default EnergyPriceSetPage;
