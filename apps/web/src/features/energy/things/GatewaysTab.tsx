/** 自动采集: the gateways of a project with their secrets, and how fresh what they read is. */
import {
  type FreshMeter,
  gatewayIndex,
  gatewayIssue,
  gatewayMeters,
  type GatewayRow,
  gatewaySave,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Popconfirm, Switch } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDateTime, formatMoment } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { THINGS } from '../common.ts';

/** Who gives people access gives gateways theirs. */
const USERS = 'system.users';
const TONES: Readonly<Record<GatewayRow['State'], Tone>> = { 在线: 'good', 延迟: 'warn', 离线: 'bad', 停用: 'neutral' };
const EVERY_MS = 30_000;

/** The secret stands here once; whoever closes this without it needs another. */
const Told = ({
  code,
  secret,
  onClose,
}: {
  readonly code: string;
  /** Null: an earlier answer to the same request was lost on its way. */
  readonly secret: string | null;
  readonly onClose: () => void;
}): ReactElement => (
  <AppModal
    title={`网关 ${code} 的密钥`}
    okText="复制密钥"
    cancelText="关闭"
    okButtonProps={{ disabled: secret === null }}
    onOk={() =>
      void navigator.clipboard.writeText(secret ?? '').then(
        () => notify.success('已复制'),
        // Without HTTPS browsers give no clipboard.
        () => notify.warning('请手工复制密钥'),
      )
    }
    onCancel={onClose}
  >
    {secret === null ? (
      <p role="status">密钥已签发，但没有送达本页；请再换发一次。</p>
    ) : (
      <>
        <Input.TextArea aria-label="密钥" autoSize readOnly value={secret} />
        <p className="note">密钥只显示这一次，系统不保存；遗失请换发，旧密钥立即失效。网关以编码和密钥上传。</p>
      </>
    )}
  </AppModal>
);

interface Values {
  readonly Code: string;
  readonly Name: string;
  readonly Enabled: boolean;
}

const GatewayForm = ({
  project,
  of,
  onTold,
  onClose,
}: {
  readonly project: string;
  readonly of: GatewayRow | null;
  readonly onTold: (code: string, secret: string | null) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const save = useWrite(gatewaySave, {
    said: '已保存',
    renews: [THINGS],
    onDone: ({ Secret }, { Code }) => (of === null ? onTold(Code, Secret) : onClose()),
    onError: (error) => showErrors(form, error),
  });
  return (
    <FormDrawer
      width={480}
      title={of === null ? '登记网关' : `修改网关 ${of.Code}`}
      onClose={onClose}
      saving={save.isPending}
      onSave={() => form.submit()}
    >
      <Form<Values>
        name="gateway-form"
        form={form}
        layout="vertical"
        initialValues={of ?? { Enabled: true }}
        onFinish={(values) => save.mutate({ ...values, ProjectCode: project, ...(of === null ? {} : { Id: of.Id }) })}
      >
        <Form.Item
          name="Code"
          label="网关编码"
          extra="3 至 40 位字母、数字、下划线或短横线，全公司唯一；也是上传的用户名"
          rules={[{ required: true, message: '请填写网关编码' }]}
        >
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="Name" label="名称" rules={[{ required: true, message: '请填写名称' }]}>
          <Input maxLength={60} placeholder="如 制冷机房采集箱" />
        </Form.Item>
        <Form.Item name="Enabled" label="启用" extra="停用后上传一律拒收" valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
    </FormDrawer>
  );
};

const METERS: readonly CardColumn<FreshMeter>[] = [
  { key: 'name', head: '表计', main: true, show: (row) => row.DeviceName },
  { key: 'point', head: '采集点', show: (row) => row.Point },
  { key: 'at', head: '最近采集', show: (row) => (row.LastAt === null ? '从未采集' : formatMoment(row.LastAt)) },
  { key: 'state', head: '状态', show: (row) => <Tag tone={TONES[row.State]}>{row.State}</Tag> },
];

const Meters = ({ project }: { readonly project: string }): ReactElement => {
  const list = useQuery({
    queryKey: [THINGS, 'sampled', project],
    queryFn: ({ signal }) => callApi(gatewayMeters, { ProjectCode: project }, { signal }),
    refetchInterval: EVERY_MS,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={4} />;
  return list.data.rows.length === 0 ? (
    <EmptyHint text="没有自动采集的表计；把抄表频次设为自动，或由网关上传后在此显示" />
  ) : (
    <CardTable label="自动采集的表计" columns={METERS} rows={list.data.rows} rowKey={(row) => row.DeviceId} />
  );
};

export const GatewaysTab = ({ project }: { readonly project: string | undefined }): ReactElement => {
  const [editing, setEditing] = useState<GatewayRow | 'new' | null>(null);
  const [told, setTold] = useState<{ readonly code: string; readonly secret: string | null } | null>(null);
  const issues = can(USERS, 'edit');
  const list = useQuery({
    queryKey: [THINGS, 'gateways', project],
    queryFn: ({ signal }) => callApi(gatewayIndex, { ProjectCode: project ?? '', PageSize: 200 }, { signal }),
    enabled: project !== undefined,
    refetchInterval: EVERY_MS,
  });
  const issue = useWrite(gatewayIssue, { said: '已换发，旧密钥立即失效', renews: [THINGS] });
  if (project === undefined) return <EmptyHint text="请先选择项目" />;
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={4} />;
  const columns: readonly CardColumn<GatewayRow>[] = [
    {
      key: 'code',
      head: '网关',
      main: true,
      show: (row) => (
        <>
          <strong>{row.Code}</strong>
          <small>{row.Name}</small>
        </>
      ),
    },
    { key: 'state', head: '状态', show: (row) => <Tag tone={TONES[row.State]}>{row.State}</Tag> },
    { key: 'seen', head: '最近上传', show: (row) => (row.LastSeenAt === null ? '从未' : formatMoment(row.LastSeenAt)) },
    { key: 'event', head: '最近读数时刻', show: (row) => formatDateTime(row.LastEventAt) },
    { key: 'accepted', head: '今日新存', number: true, show: (row) => counted(Number(row.Accepted)) },
    {
      key: 'again',
      head: '重复',
      hint: '此前已保存的相同示数',
      number: true,
      show: (row) => counted(Number(row.Duplicates)),
    },
    {
      key: 'conflicts',
      head: '冲突',
      hint: '同一时刻已有另一个示数，未存',
      number: true,
      show: (row) => counted(Number(row.Conflicts)),
    },
    {
      key: 'refused',
      head: '拒收',
      hint: '没有这个采集点、时刻或示数不正确等',
      number: true,
      show: (row) => counted(Number(row.Refused)),
    },
    { key: 'secret', head: '密钥签发', show: (row) => formatDateTime(row.SecretAt) },
    ...(issues
      ? [
          {
            key: 'do',
            head: '操作',
            acts: true,
            show: (row: GatewayRow) => (
              <span className="row-do">
                <Button type="link" className="cell-link" onClick={() => setEditing(row)}>
                  修改
                </Button>
                <Popconfirm
                  title={`换发 ${row.Code} 的密钥？旧密钥立即失效，网关须改用新密钥`}
                  okText="换发"
                  onConfirm={() =>
                    issue.mutate(
                      { Id: row.Id },
                      { onSuccess: ({ Secret }) => setTold({ code: row.Code, secret: Secret }) },
                    )
                  }
                >
                  <Button type="link" className="cell-link">
                    换发密钥
                  </Button>
                </Popconfirm>
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <div className="things-tools">
        {issues ? (
          <Button type="primary" onClick={() => setEditing('new')}>
            登记网关
          </Button>
        ) : (
          <span className="hint">网关由系统管理员登记并签发密钥</span>
        )}
      </div>
      {list.data.rows.length === 0 ? (
        <EmptyHint text="还没有采集网关" />
      ) : (
        <CardTable label="采集网关" columns={columns} rows={list.data.rows} rowKey={(row) => row.Id} />
      )}
      <h3>表计的采集状态</h3>
      <p className="note">超过 5 分钟没有新读数为延迟，超过 30 分钟为离线；离线的值不当作现在的值。</p>
      <Meters project={project} />
      {editing === null ? null : (
        <GatewayForm
          project={project}
          of={editing === 'new' ? null : editing}
          onTold={(code, secret) => {
            setEditing(null);
            setTold({ code, secret });
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {told === null ? null : <Told code={told.code} secret={told.secret} onClose={() => setTold(null)} />}
    </>
  );
};
