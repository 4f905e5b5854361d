/** 客户展示授权: who may look at this project without an account, until when; the number is told once. */
import {
  CUSTOMER_ITEMS,
  CUSTOMER_PAGE,
  type CustomerItem,
  type CustomerShow,
  type CustomerShowAnswer,
  type CustomerShowList,
  type customerShowWrite,
  insertProjectSetUp,
  projectIndex,
  projectSetUp,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Select, Switch } from 'antd';
import { type ReactElement, useState } from 'react';
import type { z } from 'zod';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';

const KEY = 'customer-show';
type Written = z.input<typeof customerShowWrite>;
type Issued = Extract<Written, { Action: 'issue' }>;

const TONES: Readonly<Record<CustomerShow['State'], Tone>> = {
  有效: 'good',
  未生效: 'warn',
  已到期: 'neutral',
  已停用: 'bad',
};
const ITEMS = (Object.keys(CUSTOMER_ITEMS) as CustomerItem[]).map((value) => ({ value, label: CUSTOMER_ITEMS[value] }));

const linkOf = (number: string): string => `${location.origin}${CUSTOMER_PAGE}#${number}`;
const chinaDay = (back = 0): string =>
  new Date(Date.now() + 8 * 3_600_000 + back * 86_400_000).toISOString().slice(0, 10);

/** The link stands here once; whoever closes this without it needs another number. */
const Told = ({
  number,
  onClose,
}: {
  /** Null: an earlier answer to the same request was lost on its way. */
  readonly number: string | null;
  readonly onClose: () => void;
}): ReactElement => {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(linkOf(number ?? ''));
      notify.success('已复制');
    } catch {
      // Without HTTPS browsers give no clipboard.
      notify.warning('请手工复制链接');
    }
  };
  return (
    <AppModal
      title="客户链接"
      okText="复制链接"
      cancelText="关闭"
      okButtonProps={{ disabled: number === null }}
      onOk={() => void copy()}
      onCancel={onClose}
    >
      {number === null ? (
        <p role="status">授权已签发，但链接没有送达本页；请轮换编号取得新的链接。</p>
      ) : (
        <>
          <Input.TextArea aria-label="客户链接" autoSize readOnly value={linkOf(number)} />
          <p className="note">链接只显示这一次，系统不保存；遗失请轮换编号，旧链接立即失效。</p>
        </>
      )}
    </AppModal>
  );
};

const IssueForm = ({
  project,
  canShowMoney,
  onTold,
  onClose,
}: {
  readonly project: string;
  readonly canShowMoney: boolean;
  readonly onTold: (number: string | null) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Omit<Issued, 'SetType' | 'Action'>>();
  const names = useQuery({
    queryKey: ['project', 'all'],
    queryFn: ({ signal }) => callApi(projectIndex, { PageSize: 500 }, { signal }),
    staleTime: 60_000,
  });
  const write = useWrite(insertProjectSetUp, {
    said: '已签发',
    renews: [KEY],
    onDone: (answer) => onTold((answer as CustomerShowAnswer).CustomerNO),
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppDrawer width={560} title="签发客户编号" onClose={onClose}>
      <p className="note">客户凭链接查看所选项目的数据，看不到其他项目；可随时停用或轮换。</p>
      <Form
        name="customer-show-issue"
        form={form}
        layout="vertical"
        initialValues={{
          ProjectCodes: [project],
          Items: ['usage', 'carbon'],
          ShowMoney: false,
          From: chinaDay(),
          To: chinaDay(180),
        }}
        onFinish={(values) => write.mutate({ SetType: 'customerShow', Action: 'issue', ...values })}
      >
        <Form.Item name="CustomerName" label="客户" rules={[{ required: true, message: '请填写客户' }]}>
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="ProjectCodes" label="项目范围" rules={[{ required: true, message: '请选择项目' }]}>
          <Select
            mode="multiple"
            maxCount={50}
            showSearch={{ optionFilterProp: 'label' }}
            loading={names.isPending}
            options={(names.data?.rows ?? []).map(({ ProjectCode, ProjectName }) => ({
              value: ProjectCode,
              label: ProjectName,
            }))}
          />
        </Form.Item>
        <Form.Item name="Items" label="可看内容" rules={[{ required: true, message: '请选择可看内容' }]}>
          <Checkbox.Group options={ITEMS} />
        </Form.Item>
        <Form.Item
          name="ShowMoney"
          label="显示金额"
          valuePropName="checked"
          extra={canShowMoney ? undefined : '显示金额须由运营总监签发'}
        >
          <Switch disabled={!canShowMoney} />
        </Form.Item>
        <Form.Item name="From" label="生效日" rules={[{ required: true, message: '请选择生效日' }]}>
          <MomentField kind="date" />
        </Form.Item>
        <Form.Item name="To" label="到期日" extra="最多一年" rules={[{ required: true, message: '请选择到期日' }]}>
          <MomentField kind="date" />
        </Form.Item>
        <Form.Item name="Reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={write.isPending}>
          签发
        </Button>
      </Form>
    </AppDrawer>
  );
};

const ACTS = { rotate: '轮换', disable: '停用' } as const;
interface Acting {
  readonly of: CustomerShow;
  readonly act: keyof typeof ACTS;
}

const Act = ({
  acting: { of, act },
  onTold,
  onClose,
}: {
  readonly acting: Acting;
  readonly onTold: (number: string | null) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const [reason, setReason] = useState('');
  const write = useWrite(insertProjectSetUp, {
    said: act === 'rotate' ? '已轮换，旧链接立即失效' : '已停用，链接立即失效',
    renews: [KEY],
    onDone: (answer) => (act === 'rotate' ? onTold((answer as CustomerShowAnswer).CustomerNO) : onClose()),
  });
  return (
    <AppModal
      title={`${ACTS[act]} ${of.CustomerName} 的客户编号 ${of.CustomerNO}`}
      okText={ACTS[act]}
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      confirmLoading={write.isPending}
      onOk={() =>
        write.mutate({ SetType: 'customerShow', Action: act, Id: of.Id, Version: of.Version, Reason: reason.trim() })
      }
      onCancel={onClose}
    >
      <Input.TextArea
        aria-label="原因"
        placeholder="原因（必填）"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AppModal>
  );
};

const columnsOf = (canGrant: boolean, onAct: (acting: Acting) => void): readonly CardColumn<CustomerShow>[] => [
  { key: 'CustomerName', head: '客户', main: true, show: (row) => row.CustomerName },
  { key: 'CustomerNO', head: '客户编号', show: (row) => row.CustomerNO },
  {
    key: 'Projects',
    head: '项目范围',
    show: (row) =>
      row.Projects.map(({ Name }) => Name).join('、') + (row.MoreProjects > 0 ? `，另 ${row.MoreProjects} 个` : ''),
  },
  { key: 'Items', head: '可看内容', show: (row) => row.Items.map((one) => CUSTOMER_ITEMS[one]).join('、') },
  { key: 'ShowMoney', head: '显示金额', show: (row) => (row.ShowMoney ? '是' : '否') },
  { key: 'From', head: '有效期', show: (row) => `${row.From} 至 ${row.To}` },
  {
    key: 'State',
    head: '状态',
    show: (row) => (
      <>
        <Tag tone={TONES[row.State]}>{row.State}</Tag>
        {row.DisableReason === '' ? null : ` ${row.DisabledBy}：${row.DisableReason}`}
      </>
    ),
  },
  { key: 'By', head: '签发', show: (row) => `${row.By} ${formatDateTime(row.At)}：${row.Reason}` },
  {
    key: 'LastVisit',
    head: '访问',
    show: (row) => (row.Visits === 0 ? '还没有访问' : `${row.Visits} 次，最近 ${formatDateTime(row.LastVisit)}`),
  },
  {
    key: 'act',
    head: '操作',
    acts: true,
    show: (row) =>
      !canGrant || row.State === '已停用' ? (
        '—'
      ) : (
        <>
          {row.State === '已到期' ? null : (
            <Button size="small" onClick={() => onAct({ of: row, act: 'rotate' })}>
              轮换
            </Button>
          )}{' '}
          <Button size="small" danger onClick={() => onAct({ of: row, act: 'disable' })}>
            停用
          </Button>
        </>
      ),
  },
];

export const CustomerShowTab = ({ project }: { readonly project: string }): ReactElement => {
  const [issuing, setIssuing] = useState(false);
  const [acting, setActing] = useState<Acting | null>(null);
  const [told, setTold] = useState<{ readonly number: string | null } | null>(null);
  const list = useQuery({
    queryKey: [KEY, project],
    queryFn: async ({ signal }) =>
      (await callApi(projectSetUp, { SetType: 'customerShow', ProjectCode: project }, { signal })) as CustomerShowList,
  });
  const tell = (number: string | null) => {
    setIssuing(false);
    setActing(null);
    setTold({ number });
  };
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={4} />;
  return (
    <>
      {list.data.CanGrant ? (
        <div className="things-tools">
          <Button type="primary" onClick={() => setIssuing(true)}>
            签发客户编号
          </Button>
        </div>
      ) : null}
      {list.data.rows.length === 0 ? (
        <EmptyHint text="还没有授权客户查看本项目" />
      ) : (
        <CardTable
          label="客户展示授权"
          columns={columnsOf(list.data.CanGrant, setActing)}
          rows={list.data.rows}
          rowKey={({ Id }) => Id}
        />
      )}
      {issuing ? (
        <IssueForm
          project={project}
          canShowMoney={list.data.CanShowMoney}
          onTold={tell}
          onClose={() => setIssuing(false)}
        />
      ) : null}
      {acting === null ? null : <Act acting={acting} onTold={tell} onClose={() => setActing(null)} />}
      {told === null ? null : <Told number={told.number} onClose={() => setTold(null)} />}
    </>
  );
};
