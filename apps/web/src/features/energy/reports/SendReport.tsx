import {
  type InputOf,
  type OutputOf,
  reportSend,
  reportSends,
  reportSendWithdraw,
  reportShared,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';

const KEY = 'energy-report-sends';
type Which = InputOf<typeof reportSends>;
type Sent = OutputOf<typeof reportSends>['rows'][number];
interface Values {
  readonly Receivers: string[];
  readonly Days: number;
  readonly Note: string;
}

const TONES = { 有效: 'good', 已过期: 'neutral', 已撤回: 'bad' } as const;

const linkOf = (token: string): string =>
  `${location.origin}${reportShared.path}?${new URLSearchParams({ Token: token })}`;

/** Why it is taken back is kept with it. */
const Withdraw = ({ sent, onClose }: { readonly sent: Sent; readonly onClose: () => void }): ReactElement => {
  const [reason, setReason] = useState('');
  const write = useWrite(reportSendWithdraw, { said: '已撤回，链接立即失效', renews: [KEY], onDone: onClose });
  return (
    <AppModal
      title={`撤回发给 ${sent.Receivers.join('、')} 的第 ${sent.Version} 版`}
      okText="撤回"
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      confirmLoading={write.isPending}
      onOk={() => write.mutate({ SendId: sent.SendId, Reason: reason })}
      onCancel={onClose}
    >
      <Input.TextArea
        aria-label="撤回原因"
        placeholder="撤回原因（必填）"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AppModal>
  );
};

const columnsOf = (onWithdraw: (sent: Sent) => void): readonly DataColumn<Sent>[] => [
  { key: 'Version', head: '版本', show: (row) => `第 ${row.Version} 版` },
  { key: 'Receivers', head: '收件人', show: (row) => row.Receivers.join('、') },
  { key: 'By', head: '发送', show: (row) => `${row.By} ${formatDateTime(row.At)}` },
  { key: 'ExpiresAt', head: '有效至', show: (row) => formatDateTime(row.ExpiresAt) },
  {
    key: 'State',
    head: '状态',
    show: (row) => (
      <>
        <Tag tone={TONES[row.State]}>{row.State}</Tag>
        {row.WithdrawReason === '' ? null : ` ${row.WithdrawReason}`}
      </>
    ),
  },
  {
    key: 'Opened',
    head: '打开次数',
    number: true,
    hint: '最近一次打开的时间在悬停中',
    show: (row) => (
      <span title={row.OpenedAt === null ? undefined : formatDateTime(row.OpenedAt)}>{String(row.Opened)}</span>
    ),
  },
  {
    key: 'act',
    head: '操作',
    show: (row) =>
      row.State === '有效' ? (
        <Button size="small" danger onClick={() => onWithdraw(row)}>
          撤回
        </Button>
      ) : (
        '—'
      ),
  },
];

/** 发客户: a signed version behind a link, and what was sent before. */
const SendDrawer = ({
  which,
  version,
  title,
  onClose,
}: {
  readonly which: Which;
  readonly version: number;
  readonly title: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [link, setLink] = useState<string | null>(null);
  const [taking, setTaking] = useState<Sent | null>(null);
  const sends = useQuery({
    queryKey: [KEY, which],
    queryFn: ({ signal }) => callApi(reportSends, which, { signal }),
  });
  const send = useWrite(reportSend, {
    said: '已生成链接',
    renews: [KEY],
    onDone: ({ Token }) => setLink(linkOf(Token)),
    onError: (error) => showErrors(form, error),
  });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link ?? '');
      notify.success('已复制');
    } catch {
      // Without HTTPS browsers give no clipboard.
      notify.warning('请手工复制链接');
    }
  };
  return (
    <AppDrawer width={820} title={title} onClose={onClose}>
      <p className="note">
        客户凭链接查看第 {version} 版的 PDF，不含金额与内部备注，看不到其他内容；到期或撤回后链接失效。
      </p>
      {link === null ? (
        <Form
          name="send-drawer"
          form={form}
          layout="vertical"
          initialValues={{ Receivers: [], Days: 30, Note: '' }}
          onFinish={(values) => send.mutate({ ...which, Version: version, ...values })}
        >
          <Form.Item name="Receivers" label="收件人" rules={[{ required: true, message: '请填写收件人' }]}>
            <Select mode="tags" placeholder="姓名或邮箱，回车添加" open={false} suffixIcon={null} />
          </Form.Item>
          <Form.Item name="Days" label="有效天数" rules={[{ required: true, message: '请填写有效天数' }]}>
            <InputNumber min={1} max={90} precision={0} />
          </Form.Item>
          <Form.Item name="Note" label="说明">
            <Input maxLength={200} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={send.isPending}>
            生成链接
          </Button>
        </Form>
      ) : (
        <section aria-label="链接">
          <Input.TextArea aria-label="客户链接" autoSize readOnly value={link} />
          <p className="note">链接只显示这一次；遗失请撤回后重新生成。</p>
          <Button type="primary" onClick={() => void copy()}>
            复制链接
          </Button>{' '}
          <Button onClick={() => setLink(null)}>再发一份</Button>
        </section>
      )}
      <h3>发送记录</h3>
      {sends.error ? (
        <ErrorRetry error={sends.error} onRetry={() => void sends.refetch()} />
      ) : sends.data === undefined ? (
        <SkeletonDelay rows={3} />
      ) : sends.data.rows.length === 0 ? (
        <EmptyHint text="还没有发给客户" />
      ) : (
        <DataTable
          label="发送记录"
          columns={columnsOf(setTaking)}
          rows={sends.data.rows}
          rowKey={(row) => row.SendId}
        />
      )}
      {taking === null ? null : <Withdraw sent={taking} onClose={() => setTaking(null)} />}
    </AppDrawer>
  );
};

/** The button on a report of which a signed version is looked at. */
export const SendReport = (props: {
  readonly which: Which;
  readonly version: number;
  readonly title: string;
}): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>发客户</Button>
      {open ? <SendDrawer {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
};
