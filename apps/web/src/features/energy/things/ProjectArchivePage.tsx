import { projectArchive } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Progress, Table, Tabs } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { ProjectPick, useProjectName } from '../../../engine/widgets/ProjectPick.tsx';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { THINGS } from '../common.ts';
import './things.css';

/** Keys of the basic information with their words, in the order in which people look for them. */
const BASE: readonly (readonly [string, string])[] = [
  ['ProjectCode', '项目编号'],
  ['ProjectName', '项目名称'],
  ['shortName', '简称'],
  ['customerName', '客户'],
  ['customerContact', '客户联系人'],
  ['customerPhone', '客户电话'],
  ['districtName', '省市区'],
  ['address', '详细地址'],
  ['buildingType', '建筑类型'],
  ['area_m2', '建筑面积(m²)'],
  ['designCoolingKw', '设计冷负荷(kW)'],
  ['designHeatingKw', '设计热负荷(kW)'],
  ['chargeModel', '收费模式'],
  ['stateName', '项目状态'],
  ['areaName', '区域'],
  ['managerName', '项目经理'],
  ['startOn', '运营开始日期'],
  ['endOn', '运营结束日期'],
  ['remark', '备注'],
];
const NUMBERS: ReadonlySet<string> = new Set(['area_m2', 'designCoolingKw', 'designHeatingKw']);

const textOf = (key: string, value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '—'
    : NUMBERS.has(key)
      ? formatDecimal(String(value).replace(/\.0+$/, ''))
      : String(value);

type Piece = Readonly<Record<string, unknown>>;
const CONTRACT = [
  ['ContractCode', '合同编号'],
  ['name', '名称'],
  ['kind', '类型'],
  ['startOn', '起'],
  ['endOn', '止'],
] as const;

const Contracts = ({ rows }: { readonly rows: readonly Piece[] }): ReactElement => (
  <Table<Piece>
    size="small"
    rowKey={(row) => textOf('ContractCode', row['ContractCode'])}
    pagination={false}
    scroll={{ x: 'max-content' }}
    dataSource={[...rows]}
    locale={{ emptyText: <EmptyHint text="没有合同" /> }}
    columns={CONTRACT.map(([key, title]) => ({
      title,
      dataIndex: key,
      render: (value: unknown) => textOf(key, value),
    }))}
  />
);

const Additions = ({ rows }: { readonly rows: readonly Piece[] }): ReactElement =>
  rows.length === 0 ? (
    <EmptyHint text="还没有补充信息" />
  ) : (
    <dl className="pairs">
      {rows.map((one) => (
        <div key={textOf('Id', one['Id'])}>
          <dt>{textOf('title', one['title'])}</dt>
          <dd>{textOf('content', one['content'])}</dd>
        </div>
      ))}
    </dl>
  );

/** 运营项目管理: the archive of one project, and what of it is not filled in yet. */
const ProjectArchivePage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { ProjectCode: project } = filters;
  const name = useProjectName(project);
  const archive = useQuery({
    queryKey: [THINGS, 'archive', project],
    queryFn: ({ signal }) => callApi(projectArchive, { ProjectCode: project ?? '' }, { signal }),
    enabled: project !== undefined,
  });
  const { data } = archive;
  return (
    <>
      <PageHeader title="运营项目管理" note="项目的基本信息、补充信息、机房与主机、合同和人员" />
      <search className="filter-bar surface">
        <ProjectPick
          value={project}
          name={name}
          label="项目"
          onPick={(code) => setFilters({ ProjectCode: code ?? null })}
        />
      </search>
      {project === undefined ? (
        <EmptyHint text="请先选择项目" />
      ) : archive.error ? (
        <ErrorRetry error={archive.error} onRetry={() => void archive.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay />
      ) : (
        <>
          <section className="surface archive-head" aria-label="项目概况">
            <Progress type="circle" size={72} percent={data.Complete} aria-label={`完整度 ${data.Complete}%`} />
            <div>
              <h2>{textOf('ProjectName', data.Base['ProjectName'])}</h2>
              <p>
                {textOf('stateName', data.Base['stateName'])} · {textOf('area_m2', data.Base['area_m2'])} m² · 项目经理{' '}
                {textOf('managerName', data.Base['managerName'])}
              </p>
              <p className="hint">{data.Missing.length === 0 ? '档案完整' : `待完善：${data.Missing.join('、')}`}</p>
            </div>
          </section>
          <div className="surface things-panel">
            <Tabs
              activeKey={filters.tab ?? 'base'}
              onChange={(key) => setFilters({ tab: key === 'base' ? null : key })}
              destroyOnHidden
              items={[
                {
                  key: 'base',
                  label: '基本信息',
                  children: (
                    <dl className="pairs archive-base">
                      {BASE.map(([key, words]) => (
                        <div key={key}>
                          <dt>{words}</dt>
                          <dd>{textOf(key, data.Base[key])}</dd>
                        </div>
                      ))}
                    </dl>
                  ),
                },
                { key: 'addition', label: '补充信息', children: <Additions rows={data.Addition} /> },
                {
                  key: 'hosts',
                  label: '机房与主机',
                  children: (
                    <Table
                      size="small"
                      rowKey="HostId"
                      pagination={false}
                      scroll={{ x: 'max-content' }}
                      dataSource={data.Hosts}
                      locale={{ emptyText: <EmptyHint text="还没有主机" /> }}
                      columns={[
                        { title: '机房', dataIndex: 'RoomName' },
                        {
                          title: '主机',
                          dataIndex: 'HostName',
                          render: (value: string) => (
                            <Link to={`/operationContent/deviceManage/projectDeviceSet?ProjectCode=${project}`}>
                              {value}
                            </Link>
                          ),
                        },
                        { title: '机型系列', dataIndex: 'TypeCode' },
                        { title: '型号', dataIndex: 'Model' },
                        { title: '能源类型', dataIndex: 'EnergyType', render: (value: string) => value || '—' },
                        {
                          title: '制冷量(kW)',
                          dataIndex: 'Cool',
                          align: 'right',
                          render: (value: string | null) => formatDecimal(value),
                        },
                        {
                          title: '制热量(kW)',
                          dataIndex: 'Heat',
                          align: 'right',
                          render: (value: string | null) => formatDecimal(value),
                        },
                        { title: '投运日期', dataIndex: 'StartDate', render: (value: string | null) => value ?? '—' },
                        {
                          title: '累计运行(h)',
                          dataIndex: 'RunHours',
                          align: 'right',
                          render: (value: string | null) => formatDecimal(value),
                        },
                        { title: '状态', dataIndex: 'State' },
                      ]}
                    />
                  ),
                },
                { key: 'contracts', label: '合同', children: <Contracts rows={data.Contracts} /> },
                {
                  key: 'people',
                  label: '人员',
                  children: (
                    <Table
                      size="small"
                      rowKey={(row) => `${row.UserId} ${row.projectRole ?? ''}`}
                      pagination={false}
                      dataSource={data.Users}
                      columns={[
                        { title: '姓名', dataIndex: 'UserName' },
                        { title: '职责', dataIndex: 'projectRole', render: (value: string | null) => value ?? '—' },
                      ]}
                    />
                  ),
                },
              ]}
            />
          </div>
        </>
      )}
    </>
  );
};

export default ProjectArchivePage;
