import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { consultFunnel, consultProjects, consultProtect, consultSales } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { recordAddress } from '../../lib/routes.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

const SILENT_DAYS = 30;
const projectAddress = (row: ViewRow): string | null => recordAddress(MODULES.consultProject.procedureId, row.id);

const Projects = (): ReactElement => (
  <>
    <ViewSection
      view={consultProjects}
      empty="所选期间没有咨询项目"
      keywordHint="项目"
      address={projectAddress}
      tone={(row) =>
        row['stage'] === '丢失' || row['stage'] === '放弃'
          ? 'off'
          : Number(row['silentDays'] ?? 0) > SILENT_DAYS
            ? 'warn'
            : null
      }
    />
    <p className="note view-note">
      阶段取项目走到的最后一步：报价成交为签约，落标或客户流失为丢失，搁置或取消为放弃。成交率＝签约÷（签约＋丢失＋放弃）。30天没有咨询、报价动作的标黄。
    </p>
  </>
);

/** Projects in sight: how many, how far, worth what; by salesman; those that may soon be anybody's. */
const ConsultProjectsPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title={consultProjects.title} note={consultProjects.purpose} />
    <ViewTabs
      label="项目统计"
      tabs={[
        { key: 'projects', label: '项目', content: () => <Projects /> },
        {
          key: 'funnel',
          label: '阶段漏斗',
          content: () => (
            <>
              <ViewSection view={consultFunnel} empty="所选期间没有咨询项目" />
              <p className="note view-note">
                各级含走到更后阶段的项目：直接签约的也算到过投标。占报备＝到过该阶段的项目÷报备项目。
              </p>
            </>
          ),
        },
        {
          key: 'sales',
          label: '大区业务员',
          content: () => <ViewSection view={consultSales} empty="所选期间没有咨询项目" />,
        },
        {
          key: 'protect',
          label: '保护期将到',
          content: () => (
            <ViewSection
              view={consultProtect}
              empty="没有30天内到期的保护期"
              keywordHint="项目"
              address={projectAddress}
              tone={(row) => (Number(row['leftDays'] ?? 0) < 0 ? 'bad' : 'warn')}
            />
          ),
        },
      ]}
    />
  </div>
);

export default ConsultProjectsPage;
