import { type JobSchedule, jobRun, jobSetEnabled, NEEDED_JOBS } from '@hengneng/contracts';
import { Button, DatePicker, Form, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../lib/api.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { PlanDialog } from './PlanDialog.tsx';

const JOBS_CODE = 'system.jobs';
const RESULT: Readonly<Record<NonNullable<JobSchedule['Result']>, Tone>> = {
  成功: 'good',
  失败: 'bad',
  运行中: 'accent',
};

const StopDialog = ({ row, onClose }: { readonly row: JobSchedule; readonly onClose: () => void }): ReactElement => {
  const [form] = Form.useForm<{ readonly Reason: string; readonly Until: Dayjs | null }>();
  const needed = NEEDED_JOBS.includes(row.Name);
  const stop = useWrite(jobSetEnabled, {
    said: '已停用',
    onDone: onClose,
    renews: ['jobs'],
    renewsOnConflict: true,
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <AppModal
      title={`停用：${row.Title}`}
      width={460}
      okText="停用"
      okButtonProps={{ danger: true }}
      confirmLoading={stop.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="note">停用期间到点也不运行；{row.When}。</p>
      <Form
        name="stop-job"
        form={form}
        layout="vertical"
        initialValues={{ Reason: '', Until: null }}
        onFinish={({ Reason, Until }) =>
          stop.mutate({ Name: row.Name, Enabled: false, Reason, ...(Until ? { Until: Until.toISOString() } : {}) })
        }
      >
        <Form.Item name="Reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写停用原因' }]}>
          <Input.TextArea rows={2} maxLength={200} placeholder="记入审计日志" />
        </Form.Item>
        <Form.Item
          name="Until"
          label="恢复时间"
          extra={needed ? undefined : '不填则一直停用，直到有人启用'}
          rules={needed ? [{ required: true, message: '停用该任务须填写恢复时间' }] : []}
        >
          <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** What is done by the clock. */
export const Schedules = ({ rows }: { readonly rows: readonly JobSchedule[] }): ReactElement => {
  const [stopping, setStopping] = useState<JobSchedule | null>(null);
  const [planning, setPlanning] = useState<JobSchedule | null>(null);
  const onError = (error: unknown) => notify.error(messageOf(error));
  const run = useWrite(jobRun, { said: '已交给队列，几秒后运行', renews: ['jobs'], onError });
  const start = useWrite(jobSetEnabled, { said: '已启用', renews: ['jobs'], onError });
  const mayEdit = can(JOBS_CODE, 'edit');
  const columns: readonly CardColumn<JobSchedule>[] = [
    {
      key: 'title',
      head: '名称',
      main: true,
      show: ({ Name, Title, Stopped }) => (
        <>
          <Link to={`/system/jobs?view=历史&name=${encodeURIComponent(Name)}`}>{Title}</Link>
          {Stopped ? <small>{Stopped}</small> : null}
        </>
      ),
    },
    { key: 'kind', head: '类别', show: ({ Kind }) => Kind },
    {
      key: 'when',
      head: '计划',
      show: ({ When, Cron, OwnCron }) => (
        <>
          {When}
          <small className="job-cron">
            {Cron}
            {OwnCron === null ? '' : '，已改'}
          </small>
        </>
      ),
    },
    { key: 'last', head: '上次', show: ({ LastAt }) => formatDateTime(LastAt) },
    {
      key: 'seconds',
      head: '用时',
      unit: '秒',
      number: true,
      show: ({ Seconds }) => (Seconds === null ? '—' : counted(Seconds)),
    },
    {
      key: 'result',
      head: '结果',
      show: ({ Result }) => (Result === null ? '—' : <Tag tone={RESULT[Result]}>{Result}</Tag>),
    },
    {
      key: 'next',
      head: '下次',
      show: ({ NextAt, Stopped, Enabled }) => (Enabled || Stopped?.includes('恢复') ? formatDateTime(NextAt) : '—'),
    },
    { key: 'failed', head: '连续失败', number: true, show: ({ FailedInARow }) => counted(FailedInARow) },
    {
      key: 'enabled',
      head: '启用',
      show: ({ Enabled }) => (Enabled ? <Tag tone="good">启用</Tag> : <Tag tone="warn">停用</Tag>),
    },
    { key: 'owner', head: '负责人', show: ({ Owner }) => Owner ?? '系统管理员' },
    ...(mayEdit
      ? [
          {
            key: 'acts',
            head: '操作',
            acts: true,
            show: (row: JobSchedule) =>
              row.Enabled ? (
                <span className="row-do">
                  <Button size="small" onClick={() => run.mutate({ Name: row.Name })}>
                    立即运行
                  </Button>
                  <Button size="small" onClick={() => setPlanning(row)}>
                    计划
                  </Button>
                  <Button size="small" onClick={() => setStopping(row)}>
                    停用
                  </Button>
                </span>
              ) : (
                <Button size="small" onClick={() => start.mutate({ Name: row.Name, Enabled: true })}>
                  启用
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <CardTable label="定时任务" columns={columns} rows={rows} rowKey={({ Name }) => Name} />
      {planning ? <PlanDialog row={planning} onClose={() => setPlanning(null)} /> : null}
      {stopping ? <StopDialog row={stopping} onClose={() => setStopping(null)} /> : null}
    </>
  );
};
