import { type JobSchedule, jobSetPlan } from '@hengneng/contracts';
import { Form, InputNumber, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { UserSelect } from '../pickers.tsx';
import { cronOf, EVERY, type Plan, PLAN_KINDS, planOf } from './plan.ts';

const WEEK = ['一', '二', '三', '四', '五', '六', '日'];

/** When a job runs, and who hears of it when it fails for good. */
export const PlanDialog = ({
  row,
  onClose,
}: {
  readonly row: JobSchedule;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ readonly Owner?: string; readonly Cron?: string }>();
  const [plan, setPlan] = useState<Plan>(() => planOf(row.Cron ?? '0 8 * * *'));
  const put = (change: Partial<Plan>) => setPlan((now) => ({ ...now, ...change }));
  const save = useWrite(jobSetPlan, {
    said: '已保存，半分钟内按新计划运行',
    onDone: onClose,
    renews: ['jobs'],
    renewsOnConflict: true,
    onError: (error) => showErrors(form, error),
  });
  // As the fields were filled, whatever has been read since.
  const [seen] = useState(() => ({ Cron: row.Cron, Owner: row.OwnerId }));
  return (
    <AppModal
      title={`计划与负责人：${row.Title}`}
      width={480}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="job-plan"
        form={form}
        layout="vertical"
        initialValues={{ Owner: row.OwnerId ?? undefined }}
        onFinish={({ Owner }) => save.mutate({ Name: row.Name, Cron: cronOf(plan), Owner: Owner ?? '', seen })}
      >
        <Form.Item
          name="Cron"
          label="计划"
          extra={row.OwnCron === null ? '与程序预置相同时不另记' : '已改过程序预置的计划'}
        >
          <span className="job-plan">
            <Select
              aria-label="计划"
              value={plan.kind}
              options={PLAN_KINDS.map((value) => ({ value, label: value }))}
              onChange={(kind) => put({ kind })}
            />
            {plan.kind === '每隔几分钟' ? (
              <Select
                aria-label="间隔"
                value={plan.every}
                options={EVERY.map((value) => ({ value, label: `${value} 分钟` }))}
                onChange={(every) => put({ every })}
              />
            ) : null}
            {plan.kind === '每小时' ? (
              <InputNumber
                aria-label="分"
                min={0}
                max={59}
                precision={0}
                prefix="第"
                suffix="分"
                value={plan.minute}
                onChange={(minute) => put({ minute: minute ?? 0 })}
              />
            ) : null}
            {plan.kind === '每周' ? (
              <Select
                aria-label="星期"
                value={plan.weekday}
                options={WEEK.map((word, at) => ({ value: at + 1, label: `周${word}` }))}
                onChange={(weekday) => put({ weekday })}
              />
            ) : null}
            {plan.kind === '每月' ? (
              <InputNumber
                aria-label="日"
                min={1}
                max={31}
                precision={0}
                suffix="日"
                value={plan.day}
                onChange={(day) => put({ day: day ?? 1 })}
              />
            ) : null}
            {plan.kind === '每天' || plan.kind === '每周' || plan.kind === '每月' ? (
              <MomentPicker
                kind="time"
                aria={{ 'aria-label': '时间' }}
                allowClear={false}
                value={plan.time}
                onChange={(time) => put({ time: time ?? plan.time })}
              />
            ) : null}
          </span>
        </Form.Item>
        {plan.kind === '每月' && plan.day > 28 ? <p className="note">没有这一天的月份不运行。</p> : null}
        <Form.Item name="Owner" label="负责人" extra="多次失败不再重试时通知；不选则通知系统管理员">
          <UserSelect label="负责人" activeOnly placeholder="姓名、账号或拼音" />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
