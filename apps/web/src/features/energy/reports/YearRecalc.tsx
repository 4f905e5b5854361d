import {
  insertProjectSetUp,
  projectSetUp,
  type RecalcAnswer,
  type RecalcDone,
  type RecalcMonth,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { showErrors } from '../../../ui/form-errors.ts';

const SET = 'factorRecalc';
const KEY = 'energy-report';

interface Line {
  readonly key: string;
  readonly month: string;
  readonly name: string;
  readonly unit: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** What of a month is another figure by the factors of today. */
const linesOf = ({ Month, Lines, CopBefore, CopAfter }: RecalcMonth): readonly Line[] =>
  [
    ...Lines.flatMap((of): Line[] => [
      { key: `${of.code} kgce`, month: Month, name: of.name, unit: 'kgce', before: of.kgceBefore, after: of.kgceAfter },
      {
        key: `${of.code} kgCO₂`,
        month: Month,
        name: of.name,
        unit: 'kgCO₂',
        before: of.kgCo2Before,
        after: of.kgCo2After,
      },
    ]),
    { key: 'cop', month: Month, name: 'COP（机房综合）', unit: '', before: CopBefore, after: CopAfter },
  ].filter(({ before, after }) => before !== after);

const figure = (value: number | null, { unit }: Line): string => {
  const places = unit === '' ? 2 : 1;
  return value === null ? '—' : formatDecimal(value.toFixed(places), places);
};

const COLUMNS: readonly DataColumn<Line>[] = [
  { key: 'month', head: '月份' },
  { key: 'name', head: '能源' },
  { key: 'unit', head: '单位', show: (row) => row.unit || ' ' },
  { key: 'before', head: '重算前', number: true, show: (row) => figure(row.before, row) },
  { key: 'after', head: '重算后', number: true, show: (row) => figure(row.after, row) },
  {
    key: 'diff',
    head: '差',
    number: true,
    show: (row) => (row.before === null || row.after === null ? '—' : figure(row.after - row.before, row)),
  },
];

const Differences = ({ months, label }: { readonly months: readonly RecalcMonth[]; readonly label: string }) => (
  <DataTable
    label={label}
    columns={COLUMNS}
    rows={months.flatMap(linesOf)}
    rowKey={({ month, key }) => `${month} ${key}`}
  />
);

interface Asked {
  readonly ProjectCode: string;
  readonly Year: number;
  readonly YearKind: string;
}

/** The difference is looked at before it is confirmed, and why is said. */
const RecalcDialog = ({
  asked,
  answer,
  onClose,
}: {
  readonly asked: Asked;
  readonly answer: RecalcAnswer;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ Months: string[]; Reason: string }>();
  const all = answer.Months.map(({ Month }) => Month);
  const chosen = Form.useWatch('Months', form) ?? all;
  const save = useWrite(insertProjectSetUp, {
    said: '已重算，重算前的数字留在「重算记录」',
    renews: [KEY],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title="重算已月锁月份"
      width={720}
      okText="确认重算"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>
        这些月份月锁后能耗系数改过，报表仍按月锁时的系数计。重算后按现行系数计标煤、碳与能效；用量、费用不变，月份仍是已月锁。
      </p>
      <Form
        name="year-recalc"
        form={form}
        layout="vertical"
        initialValues={{ Months: all }}
        onFinish={(values) => save.mutate({ SetType: SET, ...asked, ...values, Digest: answer.Digest })}
      >
        <Form.Item name="Months" label="月份" rules={[{ required: true, message: '请选择要重算的月份' }]}>
          <Checkbox.Group options={all} />
        </Form.Item>
        <Differences label="重算差异" months={answer.Months.filter(({ Month }) => chosen.includes(Month))} />
        <Form.Item name="Reason" label="重算原因" rules={[{ required: true, message: '请填写重算原因' }]}>
          <Input.TextArea rows={2} maxLength={200} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const Done = ({ one }: { readonly one: RecalcDone }): ReactElement => (
  <details>
    <summary>
      {formatDateTime(one.At)} {one.By} 重算 {one.Months.join('、')}：{one.Reason}
    </summary>
    <Differences label="重算前后" months={one.Changes} />
  </details>
);

/** 重算: closed months whose factors were corrected since, and what was recalculated before. Nothing where there is neither. */
export const YearRecalc = (asked: Asked): ReactElement | null => {
  const [open, setOpen] = useState(false);
  const ask = { SetType: SET, ...asked };
  const { data } = useQuery({
    queryKey: [KEY, 'recalc', ask],
    queryFn: async ({ signal }) => (await callApi(projectSetUp, ask, { signal })) as RecalcAnswer,
  });
  if (data === undefined || (data.Months.length === 0 && data.Done.length === 0)) return null;
  return (
    <section className="surface report-part" aria-label="重算">
      {data.Months.length === 0 ? null : (
        <div className="filter-bar">
          <p className="note" role="status">
            {data.Months.map(({ Month }) => Month).join('、')} 已月锁，仍按月锁时的系数计；其后系数改过
            {data.May ? '' : '，可请能源数据分析员或运营总监重算'}
          </p>
          {data.May ? <Button onClick={() => setOpen(true)}>重算</Button> : null}
        </div>
      )}
      {data.Done.length === 0 ? null : (
        <>
          <h2>重算记录</h2>
          {data.Done.map((one) => (
            <Done key={one.Id} one={one} />
          ))}
        </>
      )}
      {open ? <RecalcDialog asked={asked} answer={data} onClose={() => setOpen(false)} /> : null}
    </section>
  );
};
