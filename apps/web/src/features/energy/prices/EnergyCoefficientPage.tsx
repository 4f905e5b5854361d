import {
  carbonIndex,
  type CoefficientRow,
  type CoefficientList,
  FACTOR_CARRIERS,
  FACTOR_KINDS,
  insertProjectSetUp,
  type OutputOf,
  projectSetUp,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input, Select, Space, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../../lib/project-name.ts';
import { callApi, type UploadedFile } from '../../../lib/api.ts';
import { chinaClock, formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { FilesPick } from '../FilesPick.tsx';
import './prices.css';

const SCREEN = 'operationContent.setting.energyCoefficient';
const SET = 'coefficient';
const KINDS = Object.values(FACTOR_KINDS);

interface Values {
  readonly Kind: CoefficientRow['Kind'];
  readonly CategoryCode: CoefficientRow['CategoryCode'];
  readonly Value?: string;
  readonly Lhv?: string;
  readonly Year?: string;
  readonly From?: string | null;
  readonly To?: string | null;
  readonly Source?: string;
  readonly Checked?: boolean;
  readonly DocNo?: string;
  readonly Files?: readonly UploadedFile[];
  readonly Reason?: string;
  readonly Confirm?: boolean;
}

const Day = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="date" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);

type Carbon = OutputOf<typeof carbonIndex>;

const tons = (value: number | null): string => (value === null ? '—' : value.toFixed(2));

/** What a year of the project would be with the coefficients that were typed, beside what it is. */
const Effect = ({ of, year }: { readonly of: Carbon; readonly year: number }): ReactElement => (
  <Alert
    type="info"
    className="price-note"
    title={`${of.projectName} ${year} 年（截至 ${of.Until}，完整率 ${of.complete === null ? '—' : `${of.complete.toFixed(1)}%`}）`}
    description={
      <>
        <p>
          碳排放 {tons(of.Before?.TotalCO2 ?? null)} → {tons(of.TotalCO2)} tCO₂；标煤 {tons(of.Before?.Tce ?? null)} →{' '}
          {tons(of.Tce)} tce
        </p>
        {of.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </>
    }
  />
);

/** 预览影响: asked for on purpose, written nowhere. */
const useEffectOf = (project: string | undefined, year: number, onError: (error: unknown) => void) => {
  const [effect, setEffect] = useState<Carbon | null>(null);
  const [asking, setAsking] = useState(false);
  const ask = async ({ Kind, CategoryCode, Value, Lhv }: Values) => {
    if (project === undefined) return;
    setAsking(true);
    try {
      const Coefficients = [
        { Kind, CategoryCode, Value: Value ?? '', ...(CategoryCode === 'gas' && Lhv ? { Lhv } : {}) },
      ];
      setEffect(await callApi(carbonIndex, { ProjectCode: project, Year: year, Coefficients }));
    } catch (error) {
      setEffect(null);
      onError(error);
    } finally {
      setAsking(false);
    }
  };
  return { effect, asking, ask, forget: () => setEffect(null) };
};

const FactorForm = ({
  project,
  year,
  of,
  onDone,
}: {
  readonly project: string | undefined;
  /** That a preview looks at. */
  readonly year: number;
  readonly of: CoefficientRow | null;
  readonly onDone: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const carrier = Form.useWatch('CategoryCode', form);
  const save = useWrite(insertProjectSetUp, {
    said: '系数已保存',
    renews: [SET],
    onRenewed: onDone,
    onError: (error) => showErrors(form, error),
  });
  const preview = useEffectOf(project, year, (error) => showErrors(form, error));
  return (
    <Form<Values>
      name="factor-form"
      form={form}
      layout="vertical"
      onValuesChange={preview.forget}
      initialValues={
        of === null
          ? { Kind: 'coal', CategoryCode: 'elec', Checked: false, Confirm: false }
          : {
              Kind: of.Kind,
              CategoryCode: of.CategoryCode,
              Value: of.Value,
              Lhv: of.Lhv ?? '',
              Year: of.Year === null ? '' : String(of.Year),
              From: of.From,
              To: of.To,
              Source: of.Source,
              Checked: of.Checked,
              DocNo: of.DocNo,
              Files: of.Files,
              Confirm: false,
            }
      }
      onFinish={(values) =>
        save.mutate({
          ...values,
          SetType: SET,
          Files: [...(values.Files ?? [])],
          From: values.From ?? '',
          To: values.To ?? '',
          Lhv: carrier === 'gas' ? (values.Lhv ?? '') : '',
          ProjectCode: of === null ? (project ?? '') : (of.ProjectCode ?? ''),
          ...(of === null ? {} : { Id: of.Id, Version: of.Version }),
        })
      }
    >
      <div className="price-two">
        <Form.Item name="Kind" label="系数类别">
          <Select options={Object.entries(FACTOR_KINDS).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="CategoryCode" label="能源">
          <Select options={Object.entries(FACTOR_CARRIERS).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="Value" label="系数值" rules={[{ required: true, message: '请填写系数' }]}>
          <Input maxLength={15} />
        </Form.Item>
        {carrier === 'gas' ? (
          <Form.Item
            name="Lhv"
            label="低位热值(MJ/m³)"
            rules={[{ required: true, message: '燃气系数须与低位热值成对填写' }]}
          >
            <Input maxLength={15} />
          </Form.Item>
        ) : null}
        <Form.Item name="Year" label="适用年份" extra="每年公布一次的系数（如电网因子）填年份，其余填生效期">
          <Input maxLength={4} />
        </Form.Item>
        <Form.Item name="From" label="生效起">
          <Day />
        </Form.Item>
        <Form.Item name="To" label="生效止">
          <Day />
        </Form.Item>
        <Form.Item
          name="Source"
          label="来源"
          rules={[{ required: true, message: '请填写来源（标准号、公告或检测报告）' }]}
        >
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="DocNo" label="文号">
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="Files" label="附件" extra="公告、标准或检测报告原文">
          <FilesPick label="上传附件" />
        </Form.Item>
        <Form.Item name="Reason" label="原因">
          <Input maxLength={200} />
        </Form.Item>
      </div>
      <Form.Item name="Checked" valuePropName="checked">
        <Checkbox>已与来源原文核对</Checkbox>
      </Form.Item>
      <Form.Item name="Confirm" valuePropName="checked">
        <Checkbox>系数与低位热值不相配，仍按所填保存</Checkbox>
      </Form.Item>
      {preview.effect === null ? null : <Effect of={preview.effect} year={year} />}
      <Space>
        {project === undefined ? null : (
          <Button
            loading={preview.asking}
            onClick={() =>
              void form.validateFields(['Value', 'Lhv']).then(
                () => preview.ask(form.getFieldsValue()),
                () => undefined,
              )
            }
          >
            预览影响
          </Button>
        )}
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      </Space>
    </Form>
  );
};

const Grid = ({ rows }: { readonly rows: readonly CoefficientRow[] }): ReactElement | null => {
  const years = rows
    .filter((row) => row.Kind === 'carbon' && row.CategoryCode === 'elec' && row.Year !== null && row.Region === null)
    .sort((a, b) => (a.Year ?? 0) - (b.Year ?? 0));
  if (years.length < 2) return null;
  return (
    <Chart
      title="历年电网排放因子（全国）"
      height={200}
      option={{
        tooltip: { trigger: 'axis', valueFormatter: (value) => `${String(value)} kgCO₂/kWh` },
        grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
        xAxis: { type: 'category', data: years.map(({ Year }) => String(Year)) },
        yAxis: { type: 'value', name: 'kgCO₂/kWh', scale: true, nameTextStyle: { align: 'left' } },
        series: [{ name: '全国', type: 'line', data: years.map(({ Value }) => Number(Value)) }],
      }}
      table={
        <table>
          <tbody>
            {years.map(({ Id, Year, Value }) => (
              <tr key={Id}>
                <th scope="row">{Year}</th>
                <td>{Value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
};

/** 能耗系数: what turns energy into standard coal and CO₂, with where each figure is from. */
const EnergyCoefficientPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { ProjectCode: project, kind, year } = filters;
  const name = useProjectName(project);
  const [years] = useState(() =>
    Array.from({ length: 8 }, (_, at) => String(chinaClock(new Date()).getUTCFullYear() - at)),
  );
  const [open, setOpen] = useState<CoefficientRow | 'new' | null>(null);
  const chosen = Object.entries(FACTOR_KINDS).find(([code]) => code === kind);
  const list = useQuery({
    queryKey: [SET, project, kind, year],
    queryFn: async ({ signal }) =>
      (await callApi(
        projectSetUp,
        { SetType: SET, ProjectCode: project ?? '', Kind: chosen?.[0] ?? '', Year: year ?? '' },
        { signal },
      )) as CoefficientList,
  });
  const rows = list.data?.rows ?? [];
  return (
    <>
      <PageHeader
        title="能耗系数"
        note="项目自己的系数先于通用系数；每个系数都有来源，历史报表用当时有效的系数"
        actions={
          <>
            {can(SCREEN, 'edit') ? (
              <Button type="primary" onClick={() => setOpen('new')}>
                {project === undefined ? '新增通用系数' : '新增项目系数'}
              </Button>
            ) : null}
            <ExportButton
              screen={SCREEN}
              kind="energyCoefficient"
              name="能耗系数"
              ask={{ ProjectCode: project ?? '', FactorKind: chosen?.[0] ?? '', Year: year ?? '' }}
            />
          </>
        }
      />
      <search className="filter-bar surface">
        <span className="price-project">
          <ProjectPick
            value={project}
            name={name}
            label="项目"
            onPick={(code) => setFilters({ ProjectCode: code ?? null })}
          />
        </span>
        <ChoiceFilter
          label="系数类别"
          value={chosen?.[1]}
          options={KINDS}
          onChange={(label) =>
            setFilters({ kind: Object.entries(FACTOR_KINDS).find(([, word]) => word === label)?.[0] })
          }
        />
        <ChoiceFilter label="年份" value={year} options={years} onChange={(next) => setFilters({ year: next })} />
      </search>
      {(list.data?.notes ?? []).map((note) => (
        <Alert key={note} type="warning" showIcon title={note} className="price-note" />
      ))}
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="surface surface-table">
          <Table<CoefficientRow>
            size="small"
            rowKey="Id"
            loading={{ spinning: list.isPending, delay: 200 }}
            dataSource={[...rows]}
            scroll={{ x: 'max-content' }}
            pagination={false}
            locale={{ emptyText: <EmptyHint text="没有符合条件的系数" /> }}
            columns={[
              {
                title: '类别',
                dataIndex: 'Kind',
                fixed: 'start',
                render: (value: CoefficientRow['Kind']) => FACTOR_KINDS[value],
              },
              {
                title: '能源',
                dataIndex: 'CategoryCode',
                render: (value: CoefficientRow['CategoryCode']) => FACTOR_CARRIERS[value],
              },
              {
                title: '系数值',
                dataIndex: 'Value',
                align: 'right',
                render: (value: string, row) =>
                  can(SCREEN, 'edit') ? (
                    <Button type="link" className="cell-link" onClick={() => setOpen(row)}>
                      {value}
                    </Button>
                  ) : (
                    value
                  ),
              },
              { title: '单位', dataIndex: 'Unit' },
              {
                title: '低位热值(MJ/m³)',
                dataIndex: 'Lhv',
                align: 'right',
                render: (value: string | null) => (value === null ? '—' : formatDecimal(value)),
              },
              { title: '适用年份', dataIndex: 'Year', render: (value: number | null) => value ?? '—' },
              { title: '生效起', dataIndex: 'From', render: (value: string | null) => value ?? '—' },
              { title: '生效止', dataIndex: 'To', render: (value: string | null) => value ?? '—' },
              {
                title: '范围',
                key: 'scope',
                render: (_, row) => (row.ProjectCode === null ? (row.Region ?? '通用') : '本项目'),
              },
              {
                title: '来源',
                dataIndex: 'Source',
                render: (value: string, row) => (
                  <>
                    {value} {row.Checked ? null : <Tag tone="warn">待核对原文</Tag>}
                  </>
                ),
              },
              {
                title: '附件',
                dataIndex: 'Files',
                render: (files: CoefficientRow['Files']) =>
                  files.length === 0 ? '—' : files.map((file) => <FileLink key={file.URL} file={file} among={files} />),
              },
              { title: '修改人', dataIndex: 'Editor', render: (value: string | null) => value ?? '预置' },
              { title: '时间', dataIndex: 'EditTime', render: formatDateTime },
            ]}
          />
        </div>
      )}
      <div className="price-chart">
        <Grid rows={rows} />
      </div>
      {open === null ? null : (
        <AppDrawer width={640} title={open === 'new' ? '新增系数' : '修改系数'} onClose={() => setOpen(null)}>
          <FactorForm
            project={project}
            year={Number(year ?? years[0])}
            of={open === 'new' ? null : open}
            onDone={() => setOpen(null)}
          />
        </AppDrawer>
      )}
    </>
  );
};

export default EnergyCoefficientPage;
