import { subProjectAdd, type ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf, SUB_PROJECT_KINDS } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import {
  estimateStages,
  subProjects,
  worksContracts,
  worksCurve,
  worksLogs,
  worksPapers,
  worksProjects,
} from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewPicture } from '../../engine/views/ViewPicture.tsx';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi } from '../../lib/api.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { ContentTabs } from './ContentTabs.tsx';
import { WorksGantt } from './WorksGantt.tsx';

const SCREEN = shortCodeOf(worksProjects.screen);
/** From here on a delay is watched over by those above. */
const LATE_DAYS = 7;

const logAddress = (row: ViewRow): string | null => recordAddress(MODULES.constructionLog.procedureId, row.id);
const subTone = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (Number(row['left'] ?? 0) < 0) return 'bad';
  if (row['state'] === '已竣工' || row['state'] === '已移交') return 'off';
  return Number(row['offDays'] ?? 0) > 0 ? 'warn' : null;
};

const FIELDS = {
  project: f.project('项目', { required: true }),
  name: f.text('子项目名称', { required: true }),
  kind: f.enum('类别', SUB_PROJECT_KINDS, { required: true }),
  weight: f.percent('权重', { required: true, unit: '%', hint: '项目内各子项目合计不超过100' }),
  budget: f.money('预算', { required: true, unit: '元', hint: '合计不超过批准投资' }),
  planStart: f.date('计划开工', { required: true }),
  planEnd: f.date('计划完工', { required: true }),
  contractor: f.supplier('施工单位'),
};

const AddSubProject = ({
  row,
  onClose,
}: {
  readonly row: ViewRow | null;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title="加子项目"
    fields={FIELDS}
    start={row === null ? {} : { project: textOf(row, 'project') }}
    saved="子项目已加入"
    save={(values, options) =>
      callApi(
        subProjectAdd,
        {
          project: wordsOf(values['project']),
          name: wordsOf(values['name']),
          kind: SUB_PROJECT_KINDS.find((one) => one === values['kind']) ?? '其他',
          weight: wordsOf(values['weight']),
          budget: wordsOf(values['budget']),
          planStart: wordsOf(values['planStart']),
          planEnd: wordsOf(values['planEnd']),
          contractor: wordsOf(values['contractor']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

/** Where else the works of a project are looked at. */
const Links = ({ project }: { readonly project: string }): ReactElement => (
  <>
    {[worksContracts, worksPapers, estimateStages].map(({ screen, title }) =>
      canOpen(shortCodeOf(screen)) ? (
        <Link key={screen} to={`${screen}?${new URLSearchParams({ project })}`}>
          {title}
        </Link>
      ) : null,
    )}
  </>
);

/** The works of one project: its sub-projects against their plans, and what the site wrote. */
const ProjectDrawer = ({ row, onClose }: { readonly row: ViewRow; readonly onClose: () => void }): ReactElement => {
  const { begin, beginning } = useBegin();
  const project = textOf(row, 'project');
  const ask = { project };
  return (
    <AppDrawer
      width={1040}
      title={`${textOf(row, 'projectName')}（${project}）`}
      onClose={onClose}
      footer={
        <div className="view-tools">
          <Links project={project} />
          {mayBegin('constructionLog') ? (
            <Button loading={beginning} onClick={() => begin({ moduleId: 'constructionLog', project })}>
              写施工日志
            </Button>
          ) : null}
        </div>
      }
    >
      <ContentTabs
        label="工程"
        tabs={[
          {
            key: 'subs',
            label: '子项目',
            content: () => (
              <>
                <WorksGantt project={project} />
                <ViewPicture view={subProjects} picture="progress" ask={ask} />
                <ViewRows view={subProjects} ask={ask} empty="没有子项目" tone={subTone} />
              </>
            ),
          },
          {
            key: 'curve',
            label: '投资曲线',
            content: () => (
              <>
                <ViewPicture view={worksCurve} picture="months" ask={ask} />
                <ViewRows view={worksCurve} ask={ask} empty="子项目还没有计划工期" />
              </>
            ),
          },
          {
            key: 'logs',
            label: '施工日志',
            content: () => (
              <>
                <ViewPicture view={worksLogs} picture="months" ask={ask} />
                <ViewRows view={worksLogs} ask={ask} empty="还没有施工日志" address={logAddress} />
              </>
            ),
          },
          {
            key: 'papers',
            label: '缺的资料',
            content: () => <ViewRows view={worksPapers} ask={{ ...ask, lack: 'true' }} empty="必备资料已齐套" />,
          },
        ]}
      />
    </AppDrawer>
  );
};

/** Building works: what was approved, signed, built and paid, and where it is late. */
const WorksProjectsPage = (): ReactElement => {
  const [opened, setOpened] = useState<ViewRow | null>(null);
  const [adding, setAdding] = useState<{ readonly row: ViewRow | null } | null>(null);
  const mayAdd = can(SCREEN, 'add');
  return (
    <div className="list-page">
      <PageHeader title={worksProjects.title} note={worksProjects.purpose} />
      <ViewTabs
        label="工程信息"
        tabs={[
          {
            key: 'projects',
            label: '项目',
            content: () => (
              <ViewSection
                view={worksProjects}
                empty="没有在建工程"
                keywordHint="项目、工程经理"
                onOpen={setOpened}
                tone={(row) =>
                  Number(row['left'] ?? 0) < 0 || Number(row['lateDays'] ?? 0) > LATE_DAYS
                    ? 'bad'
                    : row['delayed'] === true
                      ? 'warn'
                      : row['phase'] === '已移交'
                        ? 'off'
                        : null
                }
                tools={
                  mayAdd ? (
                    <Button type="primary" onClick={() => setAdding({ row: null })}>
                      加子项目
                    </Button>
                  ) : null
                }
                actions={(row) =>
                  mayAdd ? (
                    <Button type="link" size="small" onClick={() => setAdding({ row })}>
                      加子项目
                    </Button>
                  ) : null
                }
              />
            ),
          },
          {
            key: 'subs',
            label: '子项目',
            content: () => (
              <ViewSection view={subProjects} empty="没有子项目" keywordHint="子项目、项目、施工单位" tone={subTone} />
            ),
          },
          {
            key: 'logs',
            label: '施工日志',
            content: () => (
              <ViewSection
                view={worksLogs}
                empty="还没有施工日志"
                keywordHint="项目、停工原因"
                address={logAddress}
                tone={(row) => (Number(row['stopHours'] ?? 0) > 0 ? 'warn' : null)}
              />
            ),
          },
        ]}
      />
      <p className="note view-note">
        形象进度＝各子项目完成率按权重加权；完成率按清单已验收金额，由施工日志和验收自动累计，不手工填写。投资余额＝批准投资−已签合同，为负的标红；延期7天以上标红，请填赶工措施。SPI＝累计产值÷按工期应完成的预算，CPI＝累计产值÷已匹配发票。
      </p>
      {opened === null ? null : <ProjectDrawer row={opened} onClose={() => setOpened(null)} />}
      {adding === null ? null : <AddSubProject row={adding.row} onClose={() => setAdding(null)} />}
    </div>
  );
};

export default WorksProjectsPage;
