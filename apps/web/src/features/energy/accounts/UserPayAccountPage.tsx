import { type AccountRow, contractListByModel } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { canOpen } from '../../../lib/permission.ts';
import { type AccountPage, AccountsPage, textOf } from './AccountsPage.tsx';
import { ProjectItem, TextItem } from './fields.tsx';

const CONTRACT = '/projectContent/contractContent/contractInfo';

const Contract = ({ row }: { readonly row: AccountRow }): ReactElement => {
  const code = textOf(row, 'ContractCode');
  return code === '—' || !canOpen(CONTRACT.slice(1).replaceAll('/', '.')) ? (
    <>{code}</>
  ) : (
    <Link to={`${CONTRACT}?ContractCode=${code}`}>{code}</Link>
  );
};

const ContractItem = (): ReactElement => {
  const project = Form.useWatch<string | undefined>('ProjectCode');
  const contracts = useQuery({
    queryKey: ['contracts', project],
    queryFn: ({ signal }) => callApi(contractListByModel, { ProjectCode: project ?? '', PageSize: 200 }, { signal }),
    enabled: project !== undefined && project !== '',
    staleTime: 60_000,
  });
  return (
    <Form.Item name="ContractCode" label="合同">
      <Select
        allowClear
        loading={contracts.isFetching}
        options={(contracts.data?.rows ?? []).map(({ ContractCode, name }) => ({
          value: ContractCode,
          label: `${ContractCode} ${name}`,
        }))}
      />
    </Form.Item>
  );
};

const PAGE: AccountPage = {
  kind: 'userPayAccount',
  title: '用户付款账户',
  note: '到账按付款户名、账号匹配到项目与合同；新增与修改须另一人确认后生效',
  empty: '还没有付款账户；开票信息在合同里维护，付款账户在这里新增',
  fresh: { IsDefault: false },
  columns: [
    {
      key: 'customer',
      head: '客户',
      main: true,
      show: (row) => (
        <>
          <strong>{textOf(row, 'Customer')}</strong>
          <small>{row.ProjectName}</small>
        </>
      ),
    },
    { key: 'contract', head: '合同编号', show: (row) => <Contract row={row} /> },
    { key: 'userNo', head: '用户户号', show: (row) => textOf(row, 'UserNo') },
    { key: 'accountName', head: '付款户名', show: (row) => textOf(row, 'AccountName') },
    { key: 'bank', head: '开户行', show: (row) => textOf(row, 'Bank') },
    { key: 'bankNo', head: '联行号', show: (row) => textOf(row, 'BankNo') },
    { key: 'taxNo', head: '统一社会信用代码', show: (row) => textOf(row, 'TaxNo') },
    { key: 'title', head: '开票抬头', show: (row) => textOf(row, 'InvoiceTitle') },
    { key: 'invoiceTax', head: '开票税号', show: (row) => textOf(row, 'InvoiceTaxNo') },
    { key: 'address', head: '开票地址电话', show: (row) => textOf(row, 'InvoiceAddress') },
    { key: 'contact', head: '联系人', show: (row) => textOf(row, 'Contact') },
    { key: 'phone', head: '电话', show: (row) => textOf(row, 'Phone') },
    { key: 'default', head: '默认', show: (row) => (row.Values['IsDefault'] === true ? '是' : '否') },
  ],
  fields: (row) => (
    <>
      <ProjectItem fixed={row !== null} />
      <ContractItem />
      <TextItem name="Customer" label="客户名称" needed />
      <TextItem name="UserNo" label="用户户号" most={40} />
      <TextItem name="AccountName" label="付款户名" needed />
      <TextItem name="Bank" label="开户行" needed />
      <TextItem name="BankNo" label="联行号" most={12} />
      <TextItem name="TaxNo" label="统一社会信用代码" most={18} />
      <Form.Item name="IsDefault" valuePropName="checked">
        <Checkbox>合同的默认账户</Checkbox>
      </Form.Item>
    </>
  ),
};

/** 用户付款账户: whose money it is that comes in. */
const UserPayAccountPage = (): ReactElement => <AccountsPage page={PAGE} />;

export default UserPayAccountPage;
