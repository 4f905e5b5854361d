import { type AccountRow, PAY_MODES } from '@hengneng/contracts';
import { Form, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { formatDecimal, formatMoney } from '../../../lib/format.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { useMeters } from '../common.ts';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { PayButton } from '../payment.tsx';
import { CATEGORIES } from '../prices/shared.ts';
import { type AccountPage, AccountsPage, textOf } from './AccountsPage.tsx';
import { ProjectItem, TextItem } from './fields.tsx';

interface Payment {
  readonly Period: string;
  readonly Amount: string;
  readonly Quantity: string;
}

/** Main meters of the project's energy. */
const MetersItem = (): ReactElement => {
  const project = Form.useWatch<string | undefined>('ProjectCode');
  const category = Form.useWatch<string | undefined>('CategoryCode');
  const meters = useMeters(project === '' ? undefined : project);
  return (
    <Form.Item name="Meters" label="关联总表" rules={[{ required: true, message: '请至少关联一块总表' }]}>
      <Select
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        loading={meters.isFetching}
        options={(meters.data?.rows ?? [])
          .filter((meter) => meter.ParentId === null && meter.CategoryCode.split('.')[0] === category)
          .map((meter) => ({ value: meter.Id, label: meter.Name }))}
      />
    </Form.Item>
  );
};

/** The last twelve bills that were paid by payment forms; nothing for who may not see amounts. */
const Payments = ({ row }: { readonly row: AccountRow }): ReactElement | null => {
  const paid = row.Values['Payments'] as readonly Payment[] | null | undefined;
  if (paid === null || paid === undefined) return null;
  if (paid.length === 0) return <p className="note">还没有按该户号缴费的记录</p>;
  const months = paid.toReversed();
  return (
    <Chart
      title="近12期缴费"
      height={200}
      option={{
        tooltip: { trigger: 'axis' },
        grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
        xAxis: { type: 'category', data: months.map(({ Period }) => Period) },
        yAxis: { type: 'value', name: '元', nameTextStyle: { align: 'left' } },
        series: [{ type: 'bar', name: '金额', data: months.map(({ Amount }) => Number(Amount)) }],
      }}
      table={
        <DataTable
          label="近12期缴费"
          columns={[
            { key: 'Period', head: '账期' },
            { key: 'Quantity', head: '用量', number: true, show: (one: Payment) => formatDecimal(one.Quantity) },
            { key: 'Amount', head: '金额', unit: '元', number: true, show: (one: Payment) => formatMoney(one.Amount) },
          ]}
          rows={[...paid]}
          rowKey={(one) => one.Period}
        />
      }
    />
  );
};

const PAGE: AccountPage = {
  kind: 'energyPayeeAccount',
  title: '能源收款账户',
  note: '供电、燃气、水务等供能单位的收款账户与户号；能源付款申请从已确认的账户带出',
  empty: '还没有供能单位，点「新增」按户号登记',
  fresh: { CategoryCode: 'elec', PayMode: '对公转账', DueDay: 15, Meters: [] },
  columns: [
    {
      key: 'payee',
      head: '供能单位',
      main: true,
      show: (row) => (
        <>
          <strong>{textOf(row, 'PayeeName')}</strong>
          <small>{row.ProjectName}</small>
        </>
      ),
    },
    { key: 'energy', head: '能源', show: (row) => textOf(row, 'CategoryName') },
    { key: 'userNo', head: '用户户号', show: (row) => textOf(row, 'UserNo') },
    { key: 'holder', head: '户名', show: (row) => textOf(row, 'Holder') },
    { key: 'useKind', head: '用电性质', show: (row) => textOf(row, 'UseKind') },
    { key: 'capacity', head: '容量', unit: 'kVA', number: true, show: (row) => textOf(row, 'CapacityKva') },
    { key: 'bank', head: '开户行', show: (row) => textOf(row, 'Bank') },
    { key: 'mode', head: '缴费方式', show: (row) => textOf(row, 'PayMode') },
    { key: 'billDay', head: '账期日', number: true, show: (row) => textOf(row, 'BillDay') },
    { key: 'dueDay', head: '缴费截止日', number: true, show: (row) => textOf(row, 'DueDay') },
    { key: 'meters', head: '关联总表', show: (row) => textOf(row, 'MeterNames') },
  ],
  fields: (row) => (
    <>
      <ProjectItem fixed={row !== null} />
      <Form.Item name="CategoryCode" label="能源" rules={[{ required: true, message: '请选择能源' }]}>
        <Select options={CATEGORIES.map((one) => ({ ...one }))} />
      </Form.Item>
      <TextItem name="UserNo" label="用户户号" needed most={40} />
      <TextItem name="Holder" label="户名" />
      <TextItem name="UseKind" label="用电性质" most={40} />
      <TextItem name="CapacityKva" label="容量（kVA）" most={12} />
      <MetersItem />
      <TextItem name="PayeeName" label="供能单位" needed />
      <TextItem name="TaxNo" label="统一社会信用代码" needed most={18} />
      <TextItem name="Bank" label="开户行" needed />
      <Form.Item name="PayMode" label="缴费方式" rules={[{ required: true, message: '请选择缴费方式' }]}>
        <Select options={PAY_MODES.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="BillDay" label="账期日">
        <InputNumber<number> min={1} max={31} />
      </Form.Item>
      <Form.Item name="DueDay" label="缴费截止日" rules={[{ required: true, message: '请填写缴费截止日' }]}>
        <InputNumber<number> min={1} max={28} />
      </Form.Item>
    </>
  ),
  filter: {
    key: 'CategoryCode',
    show: (value, put) => (
      <ChoiceFilter label="能源" value={value} options={CATEGORIES.map((one) => ({ ...one }))} onChange={put} />
    ),
  },
  acts: (row) =>
    row.Enabled && row.State === '生效' ? (
      <PayButton
        project={row.ProjectCode ?? ''}
        energy={textOf(row, 'CategoryCode')}
        values={{ payeeAccount: textOf(row, 'PayeeId') }}
      />
    ) : null,
  beside: (row) => <Payments row={row} />,
};

/** 能源收款账户: whom a project's energy is paid to. */
const EnergyPayeeAccountPage = (): ReactElement => <AccountsPage page={PAGE} />;

export default EnergyPayeeAccountPage;
