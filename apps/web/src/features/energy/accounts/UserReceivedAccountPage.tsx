import { type AccountRow, projectIndex, RECEIVED_PURPOSES } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { type AccountPage, AccountsPage, textOf } from './AccountsPage.tsx';
import { TextItem } from './fields.tsx';

const ProjectsItem = (): ReactElement => {
  const projects = useQuery({
    queryKey: ['projects', 'all'],
    queryFn: ({ signal }) => callApi(projectIndex, { PageSize: 500 }, { signal }),
    staleTime: 60_000,
  });
  return (
    <Form.Item name="Projects" label="适用项目" extra="同一项目同一用途同期只能有一个启用的账户">
      <Select
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: 'label' }}
        loading={projects.isPending}
        options={(projects.data?.rows ?? []).map(({ ProjectCode, ProjectName }) => ({
          value: ProjectCode,
          label: ProjectName,
        }))}
      />
    </Form.Item>
  );
};

const countOf = (row: AccountRow): number => {
  const projects = row.Values['Projects'];
  return Array.isArray(projects) ? projects.length : 0;
};

/** What a customer reads of it; the number whole only where it was asked for. */
const Preview = ({ row }: { readonly row: AccountRow }): ReactElement => (
  <section className="account-preview" aria-label="付款信息预览">
    <h3>结算单付款信息</h3>
    <dl>
      <dt>户名</dt>
      <dd>{textOf(row, 'AccountName')}</dd>
      <dt>开户行</dt>
      <dd>{textOf(row, 'Bank')}</dd>
      <dt>联行号</dt>
      <dd>{textOf(row, 'BankNo')}</dd>
      <dt>账号</dt>
      <dd>{row.AccountNo}</dd>
    </dl>
  </section>
);

const PAGE: AccountPage = {
  kind: 'userReceivedAccount',
  title: '用户收款账户',
  note: '我公司各主体收取客户款项的账户；新增与修改须双人复核',
  empty: '还没有收款账户',
  fresh: { FeeItems: ['能源费'], Projects: [] },
  columns: [
    {
      key: 'company',
      head: '收款主体',
      main: true,
      show: (row) => (
        <>
          <strong>{textOf(row, 'Company')}</strong>
          <small>{textOf(row, 'Bank')}</small>
        </>
      ),
    },
    { key: 'accountName', head: '户名', show: (row) => textOf(row, 'AccountName') },
    { key: 'bankNo', head: '联行号', show: (row) => textOf(row, 'BankNo') },
    { key: 'taxNo', head: '税号', show: (row) => textOf(row, 'TaxNo') },
    { key: 'fees', head: '用途', show: (row) => textOf(row, 'FeeItems') },
    {
      key: 'projects',
      head: '适用项目',
      unit: '个',
      number: true,
      show: (row) => <span title={textOf(row, 'Projects')}>{countOf(row)}</span>,
    },
    { key: 'from', head: '生效起', show: (row) => textOf(row, 'From') },
    { key: 'to', head: '生效止', show: (row) => (textOf(row, 'To') === '—' ? '长期' : textOf(row, 'To')) },
  ],
  fields: () => (
    <>
      <TextItem name="Company" label="收款主体" needed />
      <TextItem name="AccountName" label="户名" needed />
      <TextItem name="Bank" label="开户行" needed />
      <TextItem name="BankNo" label="联行号" most={12} />
      <TextItem name="TaxNo" label="税号" most={18} />
      <Form.Item name="FeeItems" label="用途" rules={[{ required: true, message: '请选择用途' }]}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={RECEIVED_PURPOSES.map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      <ProjectsItem />
      <Form.Item name="From" label="生效起">
        <MomentField />
      </Form.Item>
      <Form.Item name="To" label="生效止">
        <MomentField />
      </Form.Item>
    </>
  ),
  beside: (row) => <Preview row={row} />,
};

/** 用户收款账户: where customers pay to. */
const UserReceivedAccountPage = (): ReactElement => <AccountsPage page={PAGE} />;

export default UserReceivedAccountPage;
