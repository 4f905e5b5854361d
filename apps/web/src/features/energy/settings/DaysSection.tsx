/** Days that people set by hand, of one kind: what is registered of a year, registering more, taking back. */
import { insertProjectSetUp, projectSetUp } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { useQuestions } from '../../../ui/confirm.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import type { DaySpan, SpanDay } from './day-spans.ts';
import { YearOfDays } from './YearOfDays.tsx';

export interface DaysOf {
  readonly project: string;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly mayEdit: boolean;
}

export const DaysSection = ({
  type,
  what,
  about,
  dates,
  saved = '',
  removing,
  initial = {},
  renews,
  rowsOf,
  project,
  today,
  mayEdit,
  children,
}: DaysOf & {
  /** SetType of their calls. */
  readonly type: 'stopDays' | 'holidays';
  readonly what: string;
  readonly about: string;
  /** Labels of the first and the last day. */
  readonly dates: readonly [string, string];
  /** What follows from a change, said besides. */
  readonly saved?: string;
  /** What taking back means. */
  readonly removing: string;
  readonly initial?: Readonly<Record<string, unknown>>;
  /** First parts of the keys of what shows these days besides. */
  readonly renews: readonly string[];
  readonly rowsOf: (answer: unknown) => readonly SpanDay[];
  /** Fields besides the dates. */
  readonly children: ReactNode;
}): ReactElement => {
  const [year, setYear] = useState(Number(today.slice(0, 4)));
  const [form] = Form.useForm<object>();
  const questions = useQuestions();
  const days = useQuery({
    queryKey: [type, project, year],
    queryFn: async ({ signal }) =>
      rowsOf(await callApi(projectSetUp, { SetType: type, ProjectCode: project, Year: String(year) }, { signal })),
  });
  const add = useWrite(insertProjectSetUp, {
    renews: [type, ...renews],
    said: `${what}已登记${saved}`,
    onDone: () => form.resetFields(),
    onError: (error) => showErrors(form, error),
  });
  const remove = useWrite(insertProjectSetUp, { renews: [type, ...renews], said: `${what}已取消${saved}` });
  const ask = ({ from, to }: DaySpan): void => {
    questions.confirm({
      title: `取消 ${from === to ? from : `${from} 至 ${to}`} 的${what}？`,
      content: removing,
      okText: `取消${what}`,
      cancelText: '返回',
      onOk: () => remove.mutate({ SetType: type, ProjectCode: project, Action: 'remove', From: from, To: to }),
    });
  };
  return (
    <section className="surface set-shifts" aria-label={what}>
      <h2>{what}</h2>
      <p className="edit-soft">{about}</p>
      {mayEdit ? (
        <Form<object>
          name={type}
          form={form}
          layout="inline"
          className="set-stop"
          initialValues={initial}
          onFinish={(values) => add.mutate({ ...values, SetType: type, ProjectCode: project, Action: 'add' })}
        >
          {(['From', 'To'] as const).map((name, at) => (
            <Form.Item
              key={name}
              name={name}
              label={dates[at]}
              rules={[{ required: true, message: `请填写${dates[at]}` }]}
            >
              <MomentField />
            </Form.Item>
          ))}
          {children}
          <Button htmlType="submit" loading={add.isPending}>
            登记{what}
          </Button>
        </Form>
      ) : null}
      <YearOfDays
        what={what}
        year={year}
        rows={days.data}
        error={days.error}
        onYear={setYear}
        onRetry={() => void days.refetch()}
        onRemove={mayEdit ? ask : null}
      />
    </section>
  );
};
