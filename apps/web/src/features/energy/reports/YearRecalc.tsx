import {
  insertProjectSetUp,
  projectSetUp,
  type RecalcAnswer,
  type RecalcDone,
  type RecalcMonth,
  type RecalcProject,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { signedDecimal } from './common.tsx';

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
  return signedDecimal(value?.toFixed(places) ?? null, places);
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
  /** None: all that the person sees. */
  readonly ProjectCodes: readonly string[];
  readonly Year: number;
  readonly YearKind: string;
}

interface Sum {
  readonly before: number | null;
  readonly after: number | null;
}

/** All energies of the months together; null where one of them lacks its factor. */
const sumOf = (months: readonly RecalcMonth[], of: 'kgce' | 'kgCo2'): Sum => {
  const add = (when: 'Before' | 'After'): number | null => {
    const all = months.flatMap(({ Lines }) => Lines.map((line) => line[`${of}${when}`]));
    return all.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
  };
  return { before: add('Before'), after: add('After') };
};

const amountOf = (value: number | null): string => signedDecimal(value?.toFixed(1) ?? null, 1);
const changeOf = ({ before, after }: Sum): string =>
  before === null || after === null ? '—' : amountOf(after - before);

interface Row extends RecalcProject {
  /** Of the months that are chosen. */
  readonly of: readonly RecalcMonth[];
}

const sumColumns = (key: 'kgce' | 'kgCo2', title: string): ColumnsType<Row> => [
  { title: `${title}重算前`, align: 'right', render: (_, { of }) => amountOf(sumOf(of, key).before) },
  { title: '重算后', align: 'right', render: (_, { of }) => amountOf(sumOf(of, key).after) },
  { title: '差', align: 'right', render: (_, { of }) => changeOf(sumOf(of, key)) },
];

const monthsOf = (projects: readonly RecalcProject[]): readonly string[] =>
  [...new Set(projects.flatMap(({ Months }) => Months.map(({ Month }) => Month)))].toSorted();

/** Few by name, many by how many and from when to when: which of them, the row opens to. */
const monthWords = (of: readonly string[]): string =>
  of.length === 0 ? '—' : of.length < 3 ? of.join('、') : `${of[0]} 至 ${of.at(-1)} 的 ${of.length} 个月`;

const ROW_COLUMNS: ColumnsType<Row> = [
  { title: '项目', dataIndex: 'ProjectName', fixed: 'left', width: 180 },
  { title: '月份', width: 170, render: (_, { of }) => monthWords(of.map(({ Month }) => Month)) },
  ...sumColumns('kgce', '标煤（kgce）'),
  ...sumColumns('kgCo2', '碳（kgCO₂）'),
];

/** Which of several projects, each with what it would change by; a row opens to its energies. */
const ProjectsPick = ({
  rows,
  value = [],
  onChange = () => undefined,
}: {
  readonly rows: readonly Row[];
  readonly value?: readonly string[];
  readonly onChange?: (codes: readonly string[]) => void;
}): ReactElement => (
  <Table<Row>
    size="small"
    rowKey="ProjectCode"
    aria-label="各项目差异"
    columns={ROW_COLUMNS}
    dataSource={[...rows]}
    pagination={false}
    scroll={{ x: 900, y: 320 }}
    rowSelection={{
      selectedRowKeys: [...value],
      onChange: (keys) => onChange(keys.map(String)),
      getCheckboxProps: ({ ProjectName, of }) => ({ disabled: of.length === 0, 'aria-label': `选择${ProjectName}` }),
    }}
    expandable={{
      expandedRowRender: ({ ProjectName, of }) => <Differences label={`${ProjectName}差异`} months={of} />,
    }}
  />
);

interface Fields {
  readonly Months: readonly string[];
  readonly Projects: readonly string[];
  readonly Reason: string;
}

/** The difference is looked at before it is confirmed, and why is said once for all that is chosen. */
const RecalcDialog = ({
  asked: { Year, YearKind },
  projects,
  onClose,
}: {
  readonly asked: Asked;
  readonly projects: readonly RecalcProject[];
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Fields>();
  const all = useMemo(() => monthsOf(projects), [projects]);
  const months = Form.useWatch('Months', form) ?? all;
  const rows = projects.map((one): Row => ({ ...one, of: one.Months.filter(({ Month }) => months.includes(Month)) }));
  const [only] = projects.length === 1 ? rows : [];
  const picked = Form.useWatch('Projects', form) ?? [];
  const chosen = only === undefined ? rows.filter(({ ProjectCode }) => picked.includes(ProjectCode)) : [only];
  const save = useWrite(insertProjectSetUp, {
    said: '已重算，重算前的数字留在「重算记录」',
    renews: [KEY],
    renewsOnConflict: true,
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title="重算已月锁月份"
      width={only === undefined ? 1080 : 720}
      okText={only === undefined && chosen.length > 0 ? `确认重算 ${chosen.length} 个项目` : '确认重算'}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="note">
        这些月份月锁后能耗系数改过，报表仍按月锁时的系数计。重算后按现行系数计标煤、碳与能效；用量、费用不变，月份仍是已月锁。
        {only === undefined ? '每个项目各留一条重算记录；任一项目的差异在此期间变了，全部都不重算。' : ''}
      </p>
      <Form<Fields>
        name="year-recalc"
        form={form}
        layout="vertical"
        initialValues={{ Months: all, Projects: [] }}
        onFinish={({ Reason }) =>
          save.mutate({
            SetType: SET,
            Year,
            YearKind,
            Reason,
            Projects: chosen
              .filter(({ of }) => of.length > 0)
              .map(({ ProjectCode, Digest, of }) => ({ ProjectCode, Digest, Months: of.map(({ Month }) => Month) })),
          })
        }
      >
        <Form.Item name="Months" label="月份" rules={[{ required: true, message: '请选择要重算的月份' }]}>
          <Checkbox.Group options={[...all]} />
        </Form.Item>
        {only === undefined ? (
          <Form.Item name="Projects" label="项目" rules={[{ required: true, message: '请选择要重算的项目' }]}>
            <ProjectsPick rows={rows} />
          </Form.Item>
        ) : (
          <Differences label="重算差异" months={only.of} />
        )}
        <Form.Item
          name="Reason"
          label="重算原因"
          rules={[{ required: true, whitespace: true, message: '请填写重算原因' }]}
        >
          <Input.TextArea rows={2} maxLength={200} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const Done = ({ one, named }: { readonly one: RecalcDone; readonly named: boolean }): ReactElement => (
  <details>
    <summary>
      {formatDateTime(one.At)} {one.By} 重算 {named ? `${one.ProjectName} ` : ''}
      {one.Months.join('、')}：{one.Reason}
    </summary>
    <Differences label="重算前后" months={one.Changes} />
  </details>
);

/** What is closed with factors that were corrected since, in words. */
const waitingWords = (projects: readonly RecalcProject[]): string => {
  const months = monthWords(monthsOf(projects));
  return projects.length === 1 ? months : `${projects.length} 个项目 ${months}`;
};

/** 重算: closed months whose factors were corrected since, and what was recalculated before. Nothing where there is neither. */
export const YearRecalc = (asked: Asked): ReactElement | null => {
  const [open, setOpen] = useState(false);
  const ask = { SetType: SET, ...asked };
  const { data } = useQuery({
    queryKey: [KEY, 'recalc', ask],
    queryFn: async ({ signal }) => (await callApi(projectSetUp, ask, { signal })) as RecalcAnswer,
  });
  if (data === undefined || (data.Projects.length === 0 && data.Done.length === 0)) return null;
  const one = asked.ProjectCodes.length === 1;
  return (
    <section className="surface report-part" aria-label="重算">
      {data.Projects.length === 0 ? null : (
        <div className="filter-bar">
          <p className="note" role="status">
            {waitingWords(data.Projects)} 已月锁，仍按月锁时的系数计；其后系数改过
            {data.May ? '' : '，可请能源数据分析师或运营总监重算'}
          </p>
          {data.May ? <Button onClick={() => setOpen(true)}>重算</Button> : null}
        </div>
      )}
      {data.Done.length === 0 ? null : (
        <>
          <h2>重算记录</h2>
          {data.Done.map((of) => (
            <Done key={of.Id} one={of} named={!one} />
          ))}
        </>
      )}
      {open ? <RecalcDialog asked={asked} projects={data.Projects} onClose={() => setOpen(false)} /> : null}
    </section>
  );
};
