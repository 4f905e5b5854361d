import {
  type CoefficientList,
  type CoefficientRow,
  FACTOR_CARRIERS,
  FACTOR_KINDS,
  FACTOR_SCOPES,
  projectSetUp,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../../lib/project-name.ts';
import { callApi } from '../../../lib/api.ts';
import { chinaClock, formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { COEFFICIENT, FactorForm } from './FactorForm.tsx';
import { GridFactors } from './GridFactors.tsx';
import './prices.css';

const SCREEN = 'operationContent.setting.energyCoefficient';
const KINDS = Object.values(FACTOR_KINDS);

/** 能耗系数: what turns energy into standard coal and CO₂, with where each figure is from. */
const EnergyCoefficientPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { ProjectCode: project, kind, year } = filters;
  const name = useProjectName(project);
  const [years] = useState(() =>
    Array.from({ length: 8 }, (_, at) => String(chinaClock(new Date()).getUTCFullYear() - at)),
  );
  const [open, setOpen] = useState<CoefficientRow | 'new' | null>(null);
  // Whose they are is asked only where no project is chosen: its own stand beside those of all.
  const scope = project === undefined ? (FACTOR_SCOPES.find((one) => one === filters['scope']) ?? '') : '';
  const chosen = Object.entries(FACTOR_KINDS).find(([code]) => code === kind);
  const list = useQuery({
    queryKey: [COEFFICIENT, project, scope, kind, year],
    queryFn: async ({ signal }) =>
      (await callApi(
        projectSetUp,
        { SetType: COEFFICIENT, ProjectCode: project ?? '', Scope: scope, Kind: chosen?.[0] ?? '', Year: year ?? '' },
        { signal },
      )) as CoefficientList,
  });
  const rows = list.data?.rows ?? [];
  return (
    <>
      <PageHeader
        title="能耗系数"
        note="项目自己的系数先于本省的，本省的先于全国的；每个系数都有来源，历史报表用当时有效的系数"
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
              ask={{ ProjectCode: project ?? '', Scope: scope, FactorKind: chosen?.[0] ?? '', Year: year ?? '' }}
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
        {project === undefined ? (
          <ChoiceFilter
            label="范围"
            value={scope || undefined}
            options={FACTOR_SCOPES}
            onChange={(next) => setFilters({ scope: next })}
          />
        ) : null}
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
              { title: '单位', dataIndex: 'Unit', render: (value: string) => value || '—' },
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
                render: (_, row) =>
                  row.ProjectCode === null
                    ? (row.Region ?? '通用')
                    : row.ProjectCode === project
                      ? '本项目'
                      : row.ProjectName,
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
        <GridFactors rows={rows} province={list.data?.Province ?? ''} />
      </div>
      {open === null ? null : (
        <AppDrawer
          width={640}
          title={open === 'new' ? '新增系数' : open.ProjectName === null ? '修改系数' : `修改系数：${open.ProjectName}`}
          onClose={() => setOpen(null)}
        >
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
