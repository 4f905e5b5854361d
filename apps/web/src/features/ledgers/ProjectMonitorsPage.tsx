import { monitorCrew } from '@hengneng/contracts';
import { projectMonitors } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { screenOf } from '../../lib/routes.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { mayBegin, useBegin } from './new-record.ts';

/** Who works on a site, and which papers each has. */
const Crew = ({ project }: { readonly project: string }): ReactElement => {
  const crew = useQuery({
    queryKey: ['rows', 'crew', project],
    queryFn: ({ signal }) => callApi(monitorCrew, { ProjectCode: project }, { signal }),
  });
  if (crew.error) return <ErrorRetry error={crew.error} onRetry={() => void crew.refetch()} />;
  if (crew.isPending) return <SkeletonDelay rows={2} />;
  if (crew.data.rows.length === 0) return <EmptyHint text="这个项目今天没有班组成员" />;
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">班组成员</th>
          <th scope="col">岗位</th>
          <th scope="col">作业证与有效期</th>
        </tr>
      </thead>
      <tbody>
        {crew.data.rows.map((one) => (
          <tr key={one.UserId}>
            <td>
              {one.UserName} {one.leads ? <Tag tone="accent">班长</Tag> : null}
            </td>
            <td>{one.post}</td>
            <td>
              {one.papers.length === 0
                ? '没有有效作业证'
                : one.papers.map((paper) => `${paper.kind}（${paper.validTo ?? '长期'}）`).join('、')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Who leads each site: whose post is vacant, whose term ends. */
const ProjectMonitorsPage = (): ReactElement => {
  const { begin, beginning } = useBegin();
  const may = mayBegin('monitorEstablish');
  const evaluations = screenOf('airTechnicianEvaluation', 'list');
  return (
    <div className="list-page">
      <PageHeader title={projectMonitors.title} note={projectMonitors.purpose} />
      <ViewSection
        view={projectMonitors}
        empty="没有项目班长"
        tone={(row) =>
          row['overdue'] === true ? 'bad' : row['state'] === '任期将到' || row['state'] === '空岗' ? 'warn' : null
        }
        unfold={{ label: '班组成员', show: (row) => <Crew project={String(row['project'])} /> }}
        tools={
          may ? (
            <Button type="primary" loading={beginning} onClick={() => begin({ moduleId: 'monitorEstablish' })}>
              发起任命
            </Button>
          ) : null
        }
        actions={(row) => {
          const project = String(row['project']);
          const monitor = row['monitor'];
          return (
            <>
              {may && row['state'] !== '在任' ? (
                <Button type="link" size="small" onClick={() => begin({ moduleId: 'monitorEstablish', project })}>
                  任命
                </Button>
              ) : null}
              {may && typeof monitor === 'string' ? (
                <Button
                  type="link"
                  size="small"
                  onClick={() =>
                    begin({
                      moduleId: 'monitorEstablish',
                      project,
                      values: { project, appointType: '免去', candidate: monitor },
                    })
                  }
                >
                  免去
                </Button>
              ) : null}
              {typeof monitor === 'string' && evaluations ? (
                <Link to={`${evaluations.path}?technician=${monitor}`}>评价</Link>
              ) : null}
            </>
          );
        }}
      />
    </div>
  );
};

export default ProjectMonitorsPage;
