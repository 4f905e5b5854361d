import { ARCHIVE_FILE, expFile, projectArchive } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress, Tabs } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download, openPdf } from '../../../lib/download.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { THINGS } from '../common.ts';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { ArchiveBaseForm } from './ArchiveBaseForm.tsx';
import { ArchiveProfileForm } from './ArchiveProfileForm.tsx';
import { BaseTab, ChangesTab, ContractsTab, HostsTab, PeopleTab, ProfileTab } from './ArchiveTabs.tsx';
import { CustomerShowTab } from './CustomerShowTab.tsx';
import { type Archive, SCREEN, textOf } from './archive-fields.ts';
import './things.css';

const Head = ({ archive }: { readonly archive: Archive }): ReactElement => (
  <section className="surface archive-head" aria-label="项目概况">
    <Progress type="circle" size={72} percent={archive.Complete} aria-label={`完整度 ${archive.Complete}%`} />
    <div>
      <h2>{textOf('ProjectName', archive.Base['ProjectName'])}</h2>
      <p>
        {textOf('stateName', archive.Base['stateName'])} · {textOf('area_m2', archive.Base['area_m2'])} m² · 项目经理{' '}
        {textOf('managerName', archive.Base['managerName'])}
      </p>
      <p className="hint">{archive.Missing.length === 0 ? '档案完整' : `待完善：${archive.Missing.join('、')}`}</p>
    </div>
  </section>
);

const Body = ({
  archive,
  project,
  tab,
  onTab,
}: {
  readonly archive: Archive;
  readonly project: string;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}): ReactElement => {
  const [editing, setEditing] = useState<'base' | 'profile' | null>(null);
  const close = () => setEditing(null);
  return (
    <>
      <Head archive={archive} />
      <div className="surface things-panel">
        <Tabs
          activeKey={tab}
          onChange={onTab}
          destroyOnHidden
          items={[
            {
              key: 'base',
              label: '基本信息',
              children: <BaseTab archive={archive} onEdit={() => setEditing('base')} />,
            },
            {
              key: 'addition',
              label: '补充信息',
              children: <ProfileTab archive={archive} onEdit={() => setEditing('profile')} />,
            },
            { key: 'hosts', label: '机房与主机', children: <HostsTab archive={archive} project={project} /> },
            { key: 'contracts', label: '合同', children: <ContractsTab archive={archive} /> },
            { key: 'people', label: '人员', children: <PeopleTab archive={archive} /> },
            { key: 'show', label: '客户展示授权', children: <CustomerShowTab project={project} /> },
            { key: 'changes', label: '变更记录', children: <ChangesTab project={project} /> },
          ]}
        />
      </div>
      {editing === 'base' ? <ArchiveBaseForm archive={archive} onClose={close} /> : null}
      {editing === 'profile' ? <ArchiveProfileForm archive={archive} onClose={close} /> : null}
    </>
  );
};

/** 运营项目管理: the archive of one project, and what of it is not filled in yet. */
const ProjectArchivePage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { ProjectCode: project } = filters;
  const archive = useQuery({
    queryKey: [THINGS, 'archive', project],
    queryFn: ({ signal }) => callApi(projectArchive, { ProjectCode: project ?? '' }, { signal }),
    enabled: project !== undefined,
  });
  const file = { Kind: ARCHIVE_FILE, ProjectCode: project ?? '' };
  return (
    <>
      <PageHeader
        title="运营项目管理"
        note="项目的基本信息、补充信息、机房与主机、合同和人员"
        actions={
          archive.data !== undefined && can(SCREEN, 'export') ? (
            <>
              <Button onClick={() => void openPdf('POST', expFile.path, { ...file, Format: 'pdf' })}>
                打印项目概况
              </Button>
              <Button onClick={() => void download('POST', expFile.path, file, { name: `项目档案_${project}.xlsx` })}>
                导出
              </Button>
            </>
          ) : null
        }
      />
      <search className="filter-bar surface">
        <ProjectFilter project={project ?? ''} onPick={(code) => setFilters({ ProjectCode: code || null })} />
      </search>
      {project === undefined ? (
        <EmptyHint text="请先选择项目" />
      ) : archive.data !== undefined ? (
        // A form is of one project: picking another begins anew.
        <Body
          key={project}
          archive={archive.data}
          project={project}
          tab={filters.tab ?? 'base'}
          onTab={(key) => setFilters({ tab: key === 'base' ? null : key })}
        />
      ) : archive.error ? (
        <ErrorRetry error={archive.error} onRetry={() => void archive.refetch()} />
      ) : (
        <SkeletonDelay />
      )}
    </>
  );
};

export default ProjectArchivePage;
