import {
  type AccountChange,
  type AccountKind,
  type AccountList,
  type AccountRow,
  expFile,
  insertProjectSetUp,
  projectSetUp,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { FilesPick } from '../FilesPick.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import './accounts.css';

export interface AccountPage {
  readonly kind: AccountKind;
  readonly title: string;
  readonly note: string;
  readonly empty: string;
  readonly columns: readonly CardColumn<AccountRow>[];
  /** Fields of the form, besides number, papers and reason. */
  readonly fields: (row: AccountRow | null) => ReactNode;
  /** What the form starts with for a new account. */
  readonly fresh?: Readonly<Record<string, unknown>>;
  /** A filter that only accounts of this kind have. */
  readonly filter?: {
    readonly key: string;
    readonly show: (value: string | undefined, put: (next: string | null) => void) => ReactNode;
  };
  /** What else may be done with an account. */
  readonly acts?: (row: AccountRow) => ReactNode;
  /** Shown below the form of an account that is there. */
  readonly beside?: (row: AccountRow) => ReactNode;
}

const screenOf = (kind: AccountKind): string => `operationContent.setting.${kind}`;
const TONES = { 生效: 'good', 待确认: 'warn', 停用: 'neutral' } as const;

/** What the server says of the type is what the page asked for. */
const ask = async (kind: AccountKind, filters: object, signal: AbortSignal): Promise<AccountList> =>
  (await callApi(projectSetUp, { SetType: kind, ...filters }, { signal })) as AccountList;

export const textOf = (row: AccountRow, key: string): string => {
  const value = row.Values[key];
  if (value === null || value === undefined || value === '') return '—';
  return Array.isArray(value) ? value.join('、') || '—' : String(value);
};

/** A whole number is shown once, and that is noted. */
const AccountNo = ({
  row,
  kind,
  mayReveal,
}: {
  readonly row: AccountRow;
  readonly kind: AccountKind;
  readonly mayReveal: boolean;
}): ReactElement => {
  const [whole, setWhole] = useState<string | null>(null);
  const reveal = useWrite(insertProjectSetUp, {
    onDone: (answer) => setWhole((answer as { readonly AccountNo: string }).AccountNo),
  });
  return (
    <span className="account-no">
      {whole ?? (row.AccountNo || '—')}
      {mayReveal && whole === null && row.AccountNo !== '' ? (
        <Button
          type="link"
          size="small"
          title="查看会留痕"
          loading={reveal.isPending}
          onClick={() => reveal.mutate({ SetType: kind, Action: 'reveal', Id: row.Id })}
        >
          查看
        </Button>
      ) : null}
    </span>
  );
};

const AccountForm = ({
  page,
  row,
  onClose,
}: {
  readonly page: AccountPage;
  readonly row: AccountRow | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm();
  const save = useWrite(insertProjectSetUp, {
    said: '已提交，另一人确认后生效',
    renews: [page.kind],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppDrawer
      width={560}
      title={row === null ? `新增${page.title}` : row.State === '停用' ? '修改并重新启用' : `修改${page.title}`}
      onClose={onClose}
    >
      <Form<Record<string, unknown>>
        name="account-form"
        form={form}
        layout="vertical"
        initialValues={
          row === null
            ? { AccountNo: '', Files: [], ...page.fresh }
            : { ...row.Values, ProjectCode: row.ProjectCode, AccountNo: '', Files: [] }
        }
        onFinish={(values) =>
          save.mutate({
            ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? ''])),
            SetType: page.kind,
            Id: row?.Id ?? '',
          })
        }
      >
        {page.fields(row)}
        <Form.Item
          name="AccountNo"
          label="账号"
          extra={row === null ? undefined : `现为 ${row.AccountNo}，留空则不变`}
          rules={[{ required: row === null, message: '请填写账号' }]}
        >
          <Input maxLength={40} inputMode="numeric" />
        </Form.Item>
        <Form.Item name="Files" label="依据" extra="新增或修改户名、开户行、账号须上传">
          <FilesPick label="上传依据" />
        </Form.Item>
        <Form.Item name="Reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
          <Input maxLength={200} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          提交确认
        </Button>
      </Form>
      {row === null ? null : page.beside?.(row)}
    </AppDrawer>
  );
};

/** A reason, and then it is done. */
const ReasonDialog = ({
  title,
  ok,
  needed,
  kind,
  act,
  said,
  onClose,
}: {
  readonly title: string;
  readonly ok: string;
  readonly needed: boolean;
  readonly kind: AccountKind;
  readonly act: Readonly<Record<string, string>>;
  readonly said: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ Reason?: string }>();
  const send = useWrite(insertProjectSetUp, {
    said,
    renews: [kind],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal title={title} okText={ok} confirmLoading={send.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        name="accounts-accounts-page-reason-dialog"
        form={form}
        layout="vertical"
        onFinish={({ Reason }) => send.mutate({ SetType: kind, ...act, Reason: Reason ?? '' })}
      >
        <Form.Item name="Reason" label={needed ? '原因' : '意见'} rules={[{ required: needed, message: '请填写原因' }]}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const Change = ({
  of,
  onDecide,
}: {
  readonly of: AccountChange;
  readonly onDecide: (action: 'agree' | 'return') => void;
}): ReactElement => (
  <article className="surface account-change">
    <h3>
      {of.Title}
      {of.ProjectName === null ? null : <small>{of.ProjectName}</small>}
    </h3>
    <table className="plain-table">
      <tbody>
        {of.Lines.map(({ Label, Before, After }) => (
          <tr key={Label}>
            <th scope="row">{Label}</th>
            <td>
              {Before === '' ? null : <del>{Before}</del>} {After}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <p>
      {of.ProposedBy} {formatDateTime(of.ProposedAt)} 提出：{of.Reason}
    </p>
    {of.Files.length === 0 ? null : (
      <p>
        依据：
        {of.Files.map((file) => (
          <FileLink key={file.URL} file={file} among={of.Files} />
        ))}
      </p>
    )}
    {of.MayDecide ? (
      <p className="account-do">
        <Button type="primary" onClick={() => onDecide('agree')}>
          同意
        </Button>
        <Button onClick={() => onDecide('return')}>退回</Button>
      </p>
    ) : (
      <p className="note">等待财务的另一人确认</p>
    )}
  </article>
);

type Doing =
  | { readonly what: 'form'; readonly row: AccountRow | null }
  | { readonly what: 'disable'; readonly row: AccountRow }
  | { readonly what: 'agree' | 'return'; readonly change: AccountChange };

/** Accounts of one kind: what stands, what waits for a second person. */
export const AccountsPage = ({ page }: { readonly page: AccountPage }): ReactElement => {
  const { kind } = page;
  const screen = screenOf(kind);
  const [filters, setFilters] = useUrlFilters();
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const wanted = {
    ...(filters['ProjectCode'] === undefined ? {} : { ProjectCode: filters['ProjectCode'] }),
    ...(filters['Keyword'] === undefined ? {} : { Keyword: filters['Keyword'] }),
    ...(filters['enabled'] === undefined ? {} : { Enabled: filters['enabled'] === '启用' }),
    ...(page.filter === undefined || filters[page.filter.key] === undefined
      ? {}
      : { [page.filter.key]: filters[page.filter.key] }),
  };
  const list = useQuery({
    queryKey: [kind, wanted],
    queryFn: ({ signal }) => ask(kind, wanted, signal),
  });
  const [edits, disables] = [can(screen, 'edit'), can(screen, 'delete')];
  const mayReveal = list.data?.MayReveal === true;
  const columns: readonly CardColumn<AccountRow>[] = [
    ...page.columns,
    {
      key: 'accountNo',
      head: '账号',
      show: (row) => <AccountNo key={row.AccountNo} row={row} kind={kind} mayReveal={mayReveal} />,
    },
    { key: 'state', head: '状态', show: (row) => <Tag tone={TONES[row.State]}>{row.State}</Tag> },
    {
      key: 'editor',
      head: '确认人',
      show: (row) => (row.Editor === null ? '—' : `${row.Editor} ${formatDateTime(row.EditTime)}`),
    },
    {
      key: 'do',
      head: '操作',
      acts: true,
      show: (row) => (
        <span className="row-do">
          {page.acts?.(row)}
          {edits && row.State !== '待确认' ? (
            <Button type="link" className="cell-link" onClick={() => setDoing({ what: 'form', row })}>
              {row.State === '停用' ? '重新启用' : '修改'}
            </Button>
          ) : null}
          {disables && row.Enabled ? (
            <Button type="link" className="cell-link" onClick={() => setDoing({ what: 'disable', row })}>
              停用
            </Button>
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={page.title}
        note={page.note}
        actions={
          <>
            {can(screen, 'add') ? (
              <Button type="primary" onClick={() => setDoing({ what: 'form', row: null })}>
                新增
              </Button>
            ) : null}
            {can(screen, 'export') ? (
              <Button
                onClick={() =>
                  void download('POST', expFile.path, { Kind: kind, ...wanted }, { name: `${page.title}.xlsx` })
                }
              >
                导出
              </Button>
            ) : null}
          </>
        }
      />
      <search className="filter-bar surface">
        <ProjectFilter project={filters['ProjectCode'] ?? ''} onPick={(code) => setFilters({ ProjectCode: code })} />
        <SearchFilter
          label="名称/户名/账号"
          className="filter-wide"
          value={filters['Keyword']}
          onSearch={(text) => setFilters({ Keyword: text })}
        />
        {page.filter?.show(filters[page.filter.key], (next) => setFilters({ [page.filter?.key ?? '']: next }))}
        <ChoiceFilter
          label="启用"
          value={filters['enabled']}
          options={['启用', '停用']}
          onChange={(enabled) => setFilters({ enabled })}
        />
      </search>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <SkeletonDelay />
      ) : (
        <>
          {list.data.Changes.length === 0 ? null : (
            <section className="account-changes" aria-label="待确认">
              <h2>待确认（{list.data.Changes.length}）</h2>
              {list.data.Changes.map((change) => (
                <Change key={change.ChangeId} of={change} onDecide={(what) => setDoing({ what, change })} />
              ))}
            </section>
          )}
          {list.data.rows.length === 0 ? (
            <section className="surface">
              <EmptyHint text={page.empty} />
            </section>
          ) : (
            <CardTable label={page.title} columns={columns} rows={list.data.rows} rowKey={(row) => row.Id} />
          )}
        </>
      )}
      {doing === null ? null : doing.what === 'form' ? (
        <AccountForm page={page} row={doing.row} onClose={close} />
      ) : doing.what === 'disable' ? (
        <ReasonDialog
          title={`停用${page.title}`}
          ok="停用"
          needed
          kind={kind}
          act={{ Action: 'disable', Id: doing.row.Id }}
          said="已停用"
          onClose={close}
        />
      ) : (
        <ReasonDialog
          title={`${doing.what === 'agree' ? '同意' : '退回'}：${doing.change.Title}`}
          ok={doing.what === 'agree' ? '同意' : '退回'}
          needed={doing.what === 'return'}
          kind={kind}
          act={{ Action: doing.what, ChangeId: doing.change.ChangeId }}
          said={doing.what === 'agree' ? '已生效' : '已退回'}
          onClose={close}
        />
      )}
    </>
  );
};
