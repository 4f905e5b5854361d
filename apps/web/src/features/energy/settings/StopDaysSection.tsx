/** 停机日: nothing is due, no day is a gap. Days on end with one reason are one line. */
import { insertProjectSetUp, projectSetUp, type StopDays } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { useQuestions } from '../../../ui/confirm.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../MomentField.tsx';
import type { StopSpan } from './stop-spans.ts';
import { YearOfDays } from './YearOfDays.tsx';

interface Values {
  readonly From: string;
  readonly To: string;
  readonly Reason: string;
}

const RENEWS = ['stopDays', 'entrySheet'];

export const StopDaysSection = ({
  project,
  today,
  mayEdit,
}: {
  readonly project: string;
  readonly today: string;
  readonly mayEdit: boolean;
}): ReactElement => {
  const [year, setYear] = useState(Number(today.slice(0, 4)));
  const [form] = Form.useForm<Values>();
  const questions = useQuestions();
  const days = useQuery({
    queryKey: ['stopDays', project, year],
    queryFn: async ({ signal }) =>
      (await callApi(
        projectSetUp,
        { SetType: 'stopDays', ProjectCode: project, Year: String(year) },
        { signal },
      )) as StopDays,
  });
  const add = useWrite(insertProjectSetUp, {
    renews: RENEWS,
    said: '停机日已登记，相关日用量正在重算',
    onDone: () => form.resetFields(),
    onError: (error) => showErrors(form, error),
  });
  const remove = useWrite(insertProjectSetUp, { renews: RENEWS, said: '停机日已取消，相关日用量正在重算' });
  const ask = (span: StopSpan): void => {
    questions.confirm({
      title: `取消 ${span.from} 至 ${span.to} 的停机日？`,
      content: '这些日子重新计入应录，没有读数的将列为缺录。',
      okText: '取消停机日',
      cancelText: '返回',
      onOk: () =>
        remove.mutate({
          SetType: 'stopDays',
          ProjectCode: project,
          Action: 'remove',
          From: span.from,
          To: span.to,
          Reason: span.reason,
        }),
    });
  };
  return (
    <section className="surface set-shifts" aria-label="停机日">
      <h2>停机日</h2>
      <p className="edit-soft">停机日不计应录、不算缺口，也不作同温样本；登记后立即重算，不随生效日分版本</p>
      {mayEdit ? (
        <Form<Values>
          name="stop-days"
          form={form}
          layout="inline"
          className="set-stop"
          onFinish={(values) => add.mutate({ SetType: 'stopDays', ProjectCode: project, Action: 'add', ...values })}
        >
          <Form.Item name="From" label="停机起" rules={[{ required: true, message: '请填写停机起' }]}>
            <MomentField />
          </Form.Item>
          <Form.Item name="To" label="停机止" rules={[{ required: true, message: '请填写停机止' }]}>
            <MomentField />
          </Form.Item>
          <Form.Item name="Reason" label="停机原因" rules={[{ required: true, message: '请填写停机原因' }]}>
            <Input maxLength={100} />
          </Form.Item>
          <Button htmlType="submit" loading={add.isPending}>
            登记停机日
          </Button>
        </Form>
      ) : null}
      <YearOfDays
        what="停机日"
        year={year}
        rows={days.data?.rows}
        error={days.error}
        onYear={setYear}
        onRetry={() => void days.refetch()}
        onRemove={mayEdit ? ask : null}
      />
    </section>
  );
};
