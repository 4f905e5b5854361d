import { projectMonitors } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** Who leads each site: whose post is vacant, whose term ends. */
const ProjectMonitorsPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title={projectMonitors.title} note={projectMonitors.purpose} />
    <ViewSection
      view={projectMonitors}
      empty="没有项目班长"
      tone={(row) => (row['state'] === '空岗' ? 'bad' : row['state'] === '任期将到' ? 'warn' : null)}
    />
  </div>
);

export default ProjectMonitorsPage;
