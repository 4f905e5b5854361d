/** 自定义节假日: days off and days worked besides the country's, of a project or of all. */
import { type HolidayRow, type Holidays, insertProjectSetUp, projectSetUp } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../MomentField.tsx';
import { YearOfDays } from './YearOfDays.tsx';

interface Values {
  readonly From: string;
  readonly To: string;
  readonly Kind: HolidayRow['Kind'];
  readonly Name: string;
}

const KINDS = { off: '放假', work: '上班' } as const;
const INHERITED = '（公司默认）';
const RENEWS = ['holidays', 'entrySheet', 'analysis'];

export const HolidaysSection = ({
  project,
  today,
  mayEdit,
}: {
  /** Empty: of all projects. */
  readonly project: string;
  readonly today: string;
  readonly mayEdit: boolean;
}): ReactElement => {
  const [year, setYear] = useState(Number(today.slice(0, 4)));
  const [form] = Form.useForm<Values>();
  const days = useQuery({
    queryKey: ['holidays', project, year],
    queryFn: async ({ signal }) =>
      (await callApi(
        projectSetUp,
        { SetType: 'holidays', ProjectCode: project, Year: String(year) },
        { signal },
      )) as Holidays,
  });
  const add = useWrite(insertProjectSetUp, {
    renews: RENEWS,
    said: '节假日已登记',
    onDone: () => form.resetFields(),
    onError: (error) => showErrors(form, error),
  });
  const remove = useWrite(insertProjectSetUp, { renews: RENEWS, said: '节假日已取消' });
  const rows = days.data?.rows.map(({ Day, Kind, Name, Editor, Inherited, Locked }) => ({
    Day,
    Reason: `${KINDS[Kind]} ${Name}${Inherited ? INHERITED : ''}`,
    Editor,
    Used: 0,
    Locked,
  }));
  return (
    <section className="surface set-shifts" aria-label="自定义节假日">
      <h2>自定义节假日</h2>
      <p className="edit-soft">
        在国家法定节假日与调休之外另设。工作日与休息日分开比较（同温样本、自比）、加班供能时段与营业时间都按它；电价分时仍按国家日历
      </p>
      {mayEdit ? (
        <Form<Values>
          name="holidays"
          form={form}
          layout="inline"
          className="set-stop"
          initialValues={{ Kind: 'off' }}
          onFinish={(values) => add.mutate({ SetType: 'holidays', ProjectCode: project, Action: 'add', ...values })}
        >
          <Form.Item name="From" label="起" rules={[{ required: true, message: '请填写起' }]}>
            <MomentField />
          </Form.Item>
          <Form.Item name="To" label="止" rules={[{ required: true, message: '请填写止' }]}>
            <MomentField />
          </Form.Item>
          <Form.Item name="Kind" label="当天">
            <Select options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))} />
          </Form.Item>
          <Form.Item name="Name" label="名称" rules={[{ required: true, message: '请填写名称' }]}>
            <Input maxLength={30} />
          </Form.Item>
          <Button htmlType="submit" loading={add.isPending}>
            登记节假日
          </Button>
        </Form>
      ) : null}
      <YearOfDays
        what="自定义节假日"
        year={year}
        rows={rows}
        error={days.error}
        mayRemove={({ reason }) => !reason.endsWith(INHERITED)}
        onYear={setYear}
        onRetry={() => void days.refetch()}
        onRemove={
          mayEdit
            ? ({ from, to, reason }) =>
                remove.mutate({
                  SetType: 'holidays',
                  ProjectCode: project,
                  Action: 'remove',
                  From: from,
                  To: to,
                  Kind: 'off',
                  Name: reason.slice(0, 30),
                })
            : null
        }
      />
    </section>
  );
};
