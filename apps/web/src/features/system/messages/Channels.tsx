import {
  type OutputOf,
  outboxChannels,
  outboxSetChannel,
  outboxTest,
  STOPPABLE_CHANNELS,
  type StoppableChannel,
  TEST_CHANNELS,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import type { EChartsOption } from 'echarts';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { counted } from '../../../lib/counted.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { MESSAGES_CODE } from './scope.ts';

type Answer = OutputOf<typeof outboxChannels>;
type Channel = Answer['rows'][number];
type Day = Answer['days'][number];

const TONE: Readonly<Record<Channel['State'], Tone>> = {
  可用: 'good',
  演示: 'soon',
  未配置: 'neutral',
  已停用: 'warn',
};

const COLUMNS: readonly CardColumn<Channel>[] = [
  { key: 'channel', head: '通道', main: true, show: (row) => row.Channel },
  { key: 'state', head: '状态', show: ({ State }) => <Tag tone={TONE[State]}>{State}</Tag> },
  { key: 'setting', head: '参数', show: ({ Setting }) => <span className="wrap">{Setting}</span> },
  { key: 'today', head: '今日发送', unit: '条', number: true, show: ({ Today }) => counted(Today) },
  { key: 'week', head: '近 7 日发送', unit: '条', number: true, show: ({ Week }) => counted(Week) },
  { key: 'failed', head: '失败', unit: '条', number: true, show: ({ Failed }) => counted(Failed) },
  {
    key: 'rate',
    head: '失败率',
    unit: '%',
    number: true,
    show: ({ FailedRate }) => (FailedRate === null ? '—' : FailedRate.toFixed(1)),
  },
];
const DAYS: readonly CardColumn<Day>[] = [
  { key: 'day', head: '日期', main: true, show: (row) => row.Day },
  { key: 'sent', head: '发送', unit: '条', number: true, show: ({ Sent }) => counted(Sent) },
  { key: 'failed', head: '失败', unit: '条', number: true, show: ({ Failed }) => counted(Failed) },
];

const optionOf = (days: readonly Day[]): EChartsOption => ({
  tooltip: { trigger: 'axis' },
  legend: { top: 0 },
  grid: { left: 8, right: 8, top: 48, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: { type: 'category', data: days.map((one) => one.Day.slice(5)) },
  yAxis: { type: 'value', name: '条', minInterval: 1 },
  series: [
    { type: 'line', name: '发送', data: days.map((one) => one.Sent) },
    { type: 'line', name: '失败', data: days.map((one) => one.Failed) },
  ],
});

/** Why nothing goes out by it from now on. */
const StopChannel = ({
  channel,
  onClose,
}: {
  readonly channel: StoppableChannel;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ readonly Reason: string }>();
  const stop = useWrite(outboxSetChannel, {
    said: '已停用',
    onDone: onClose,
    renews: ['outbox'],
    renewsOnConflict: true,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`停用${channel}`}
      width={460}
      okText="停用"
      okButtonProps={{ danger: true }}
      confirmLoading={stop.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="note">
        {channel === '短信'
          ? '停用期间不发短信：收费通知等到启用后再发，验证码不能获取，只能用账号登录。'
          : '停用期间不发邮件；启用后补发一天以内的。'}
      </p>
      <Form
        name="stop-channel"
        form={form}
        layout="vertical"
        initialValues={{ Reason: '' }}
        onFinish={({ Reason }) => stop.mutate({ Channel: channel, Enabled: false, Reason })}
      >
        <Form.Item name="Reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写停用原因' }]}>
          <Input.TextArea rows={2} maxLength={200} placeholder="记入审计日志" />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** By which ways this system reaches people, and how well that goes. */
export const Channels = (): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['outbox', 'channels'],
    queryFn: ({ signal }) => callApi(outboxChannels, {}, { signal }),
    staleTime: 0,
  });
  const test = useWrite(outboxTest, {
    said: ({ to }, { Channel: by }) => (by === '邮件' ? `已交给邮件队列，发往 ${to}，结果见发件箱` : `已发往 ${to}`),
    renews: ['outbox', 'notice'],
  });
  const start = useWrite(outboxSetChannel, { said: '已启用，等着的消息开始发出', renews: ['outbox'] });
  const [stopping, setStopping] = useState<StoppableChannel | null>(null);
  const columns: readonly CardColumn<Channel>[] = can(MESSAGES_CODE, 'edit')
    ? [
        ...COLUMNS,
        {
          key: 'acts',
          head: '操作',
          acts: true,
          show: ({ Channel: by, State }) => {
            const testable = TEST_CHANNELS.find((one) => one === by);
            const stoppable = STOPPABLE_CHANNELS.find((one) => one === by);
            if (testable === undefined || State === '未配置') return '—';
            if (State === '已停用' && stoppable !== undefined)
              return (
                <Button
                  size="small"
                  loading={start.isPending}
                  onClick={() => start.mutate({ Channel: stoppable, Enabled: true })}
                >
                  启用
                </Button>
              );
            return (
              <span className="row-do">
                <Button size="small" loading={test.isPending} onClick={() => test.mutate({ Channel: testable })}>
                  测试
                </Button>
                {stoppable === undefined ? null : (
                  <Button size="small" onClick={() => setStopping(stoppable)}>
                    停用
                  </Button>
                )}
              </span>
            );
          },
        },
      ]
    : COLUMNS;
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={6} />;
  return (
    <>
      <CardTable label="通道" columns={columns} rows={data.rows} rowKey={(row) => row.Channel} />
      <Chart
        title="近 7 日发送与失败"
        option={optionOf(data.days)}
        table={<CardTable label="近 7 日发送与失败" columns={DAYS} rows={data.days} rowKey={(row) => row.Day} />}
      />
      {stopping === null ? null : <StopChannel channel={stopping} onClose={() => setStopping(null)} />}
    </>
  );
};
