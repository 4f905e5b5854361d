import {
  type InputOf,
  type OutputOf,
  reportMailAgain,
  reportSend,
  reportSends,
  reportSendWithdraw,
  reportShared,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';

const KEY = 'energy-report-sends';
type Which = InputOf<typeof reportSends>;
type Sent = OutputOf<typeof reportSends>['rows'][number];
interface Values {
  readonly Receivers: string[];
  readonly Days: number;
  readonly Note: string;
  readonly Mail: boolean;
}

const TONES = { 有效: 'good', 已过期: 'neutral', 已撤回: 'bad' } as const;

const MAIL_TONES = {
  待发送: 'neutral',
  发送中: 'neutral',
  已发送: 'good',
  发送失败: 'bad',
  结果不明: 'warn',
  未发送: 'neutral',
} as const;
/** What somebody may send once more. */
const STUCK: readonly string[] = ['发送失败', '结果不明'];

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

/** What became of each letter, and another try where one did not leave. */
const Mails = ({ sent }: { readonly sent: Sent }): ReactElement => {
  const again = useWrite(reportMailAgain, { said: ({ Count }) => `${Count} 封邮件已重新排队`, renews: [KEY] });
  if (sent.Mails.length === 0) return <>—</>;
  return (
    <>
      {sent.Mails.map(({ Address, State, At, Error: why }) => (
        <div key={Address} title={`${formatDateTime(At)}${why === '' ? '' : ` ${why}`}`}>
          {Address} <Tag tone={MAIL_TONES[State]}>{State}</Tag>
          {why === '' ? null : <small> {why}</small>}
        </div>
      ))}
      {sent.State === '有效' && sent.Mails.some(({ State }) => STUCK.includes(State)) ? (
        <Button size="small" loading={again.isPending} onClick={() => again.mutate({ SendId: sent.SendId })}>
          重发邮件
        </Button>
      ) : null}
    </>
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
  { key: 'Mails', head: '邮件', show: (row) => <Mails sent={row} /> },
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
  const [link, setLink] = useState<{ readonly token: string | null; readonly mailed: number } | null>(null);
  const [taking, setTaking] = useState<Sent | null>(null);
  const sends = useQuery({
    queryKey: [KEY, which],
    queryFn: ({ signal }) => callApi(reportSends, which, { signal }),
  });
  const send = useWrite(reportSend, {
    said: ({ Mailed }) => (Mailed === 0 ? '已生成链接' : `已生成链接，${Mailed} 封邮件正在发送`),
    renews: [KEY],
    onDone: ({ Token, Mailed }) => setLink({ token: Token, mailed: Mailed }),
    onError: (error) => showErrors(form, error),
  });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(linkOf(link?.token ?? ''));
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
          initialValues={{ Receivers: [], Days: 30, Note: '', Mail: false }}
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
          <Form.Item
            name="Mail"
            valuePropName="checked"
            extra={
              sends.data?.MailOn === false
                ? '系统还没有设置发信服务器（SMTP），不能发邮件；可复制链接自行发送'
                : '以附件发给收件人中的邮箱；发出的邮件不能撤回'
            }
          >
            <Checkbox disabled={sends.data?.MailOn !== true}>同时发邮件</Checkbox>
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={send.isPending}>
            生成链接
          </Button>
        </Form>
      ) : (
        <section aria-label="链接">
          {link.token === null ? (
            <p role="status">链接没有送达本页；请撤回这次发送后重新生成。</p>
          ) : (
            <>
              <Input.TextArea aria-label="客户链接" autoSize readOnly value={linkOf(link.token)} />
              <p className="note">链接只显示这一次；遗失请撤回后重新生成。</p>
            </>
          )}
          {link.mailed === 0 ? null : <p role="status">{link.mailed} 封邮件正在发送，结果见下面的发送记录。</p>}
          <Button type="primary" disabled={link.token === null} onClick={() => void copy()}>
            复制链接
          </Button>{' '}
          <Button onClick={() => setLink(null)}>再发一份</Button>
        </section>
      )}
      <h3>发送记录</h3>
      <ListStates list={sends} lines={3} empty="还没有发给客户">
        {(data) => (
          <DataTable label="发送记录" columns={columnsOf(setTaking)} rows={data.rows} rowKey={(row) => row.SendId} />
        )}
      </ListStates>
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
