import { researchBenefit, type ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import {
  researchBenefits,
  researchMilestones,
  researchMonths,
  researchOutcomes,
  researchProjects,
} from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { can } from '../../lib/permission.ts';
import { useSession } from '../../lib/session.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowFiles } from '../works/RowFiles.tsx';
import {
  BenefitDialog,
  CloseDialog,
  MilestoneDialog,
  OutcomeDialog,
  ProgressDialog,
  StopDialog,
  TopicDialog,
} from './ResearchDialogs.tsx';

const SCREEN = shortCodeOf(researchProjects.screen);
const EMPTY = '还没有研究课题';

type What = 'change' | 'progress' | 'milestone' | 'outcome' | 'benefit' | 'close' | 'stop';
interface Doing {
  readonly what: What;
  readonly row: ViewRow | null;
}

const Buttons = ({ row, onDo }: { readonly row: ViewRow; readonly onDo: (doing: Doing) => void }): ReactElement => {
  const me = useSession((state) => state.userId);
  const open = row['mine'] === true && can(SCREEN, 'edit');
  const leads = can(SCREEN, 'edit') && (textOf(row, 'leader') === me || can(SCREEN, 'add'));
  const buttons: readonly (readonly [What, string, boolean])[] = [
    ['progress', '填进展', open],
    ['milestone', '加里程碑', open],
    ['outcome', '登记成果', open],
    ['benefit', '登记效益', leads && textOf(row, 'stage') !== '终止'],
    ['close', '结题', open],
    ['change', '变更', open],
    ['stop', '终止', open && can(SCREEN, 'add')],
  ];
  return (
    <>
      {buttons.map(([what, label, shown]) =>
        shown ? (
          <Button key={what} type="link" size="small" onClick={() => onDo({ what, row })}>
            {label}
          </Button>
        ) : null,
      )}
      <RowFiles row={row} />
    </>
  );
};

const Topics = ({ onDo }: { readonly onDo: (doing: Doing) => void }): ReactElement => (
  <>
    <ViewSection
      view={researchProjects}
      empty={EMPTY}
      keywordHint="课题、编号、合作单位"
      tone={(row) =>
        row['stage'] === '终止' || row['stage'] === '结题' ? 'off' : row['lateDays'] != null ? 'bad' : null
      }
      tools={
        can(SCREEN, 'add') ? (
          <Button type="primary" onClick={() => onDo({ what: 'change', row: null })}>
            立项
          </Button>
        ) : null
      }
      actions={(row) => <Buttons row={row} onDo={onDo} />}
    />
    <p className="note view-note">
      已支出为各月填报的合计；年化效益只计财务核定的（节费 ÷ 应用天数 ×
      365）。延期30天以上的课题先变更期限才能填进展；保密课题只有组内可见。
    </p>
  </>
);

const Milestones = (): ReactElement => {
  const [row, setRow] = useState<ViewRow | null>(null);
  return (
    <>
      <ViewSection
        view={researchMilestones}
        empty="还没有里程碑"
        tone={(one) => (one['state'] === '逾期' ? 'bad' : null)}
        actions={(one) =>
          one['mine'] === true && can(SCREEN, 'edit') ? (
            <Button type="link" size="small" onClick={() => setRow(one)}>
              填写
            </Button>
          ) : null
        }
      />
      {row === null ? null : <MilestoneDialog topic={textOf(row, 'research')} row={row} onClose={() => setRow(null)} />}
    </>
  );
};

const Benefits = (): ReactElement => {
  const roles = useSession((state) => state.user?.roles);
  const confirm = useWrite(researchBenefit, { renews: ['rows'], said: '效益已核定' });
  return (
    <ViewSection
      view={researchBenefits}
      empty="还没有应用效益"
      tone={(row) => (row['state'] === '待核定' ? 'warn' : null)}
      actions={(row) => (
        <>
          {row['state'] === '待核定' && roles?.includes('finance') === true && can(SCREEN, 'edit') ? (
            <Button
              type="link"
              size="small"
              loading={confirm.isPending}
              onClick={() => confirm.mutate({ action: 'confirm', Id: row.id })}
            >
              核定
            </Button>
          ) : null}
          <RowFiles row={row} />
        </>
      )}
    />
  );
};

const Dialogs = ({ doing, onClose }: { readonly doing: Doing; readonly onClose: () => void }): ReactElement | null => {
  const { what, row } = doing;
  if (what === 'change') return <TopicDialog row={row} onClose={onClose} />;
  if (row === null) return null;
  switch (what) {
    case 'progress':
      return <ProgressDialog row={row} onClose={onClose} />;
    case 'milestone':
      return <MilestoneDialog topic={row.id} row={null} onClose={onClose} />;
    case 'outcome':
      return <OutcomeDialog row={row} onClose={onClose} />;
    case 'benefit':
      return <BenefitDialog row={row} onClose={onClose} />;
    case 'close':
      return <CloseDialog row={row} onClose={onClose} />;
    case 'stop':
      return <StopDialog row={row} onClose={onClose} />;
  }
};

/** What the institute works on: topics, their milestones and months, what came of them and where it is of use. */
const ResearchPage = (): ReactElement => {
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <div className="list-page">
      <PageHeader title={researchProjects.title} note={researchProjects.purpose} />
      <ViewTabs
        label={researchProjects.title}
        tabs={[
          { key: '课题', label: '课题', content: () => <Topics onDo={setDoing} /> },
          { key: '里程碑', label: '里程碑', content: () => <Milestones /> },
          {
            key: '经费与进度',
            label: '经费与进度',
            content: () => <ViewSection view={researchMonths} empty="还没有填过进展" />,
          },
          {
            key: '成果',
            label: '成果',
            content: () => <ViewSection view={researchOutcomes} empty="还没有成果" />,
          },
          { key: '应用效益', label: '应用效益', content: () => <Benefits /> },
        ]}
      />
      {doing === null ? null : <Dialogs doing={doing} onClose={() => setDoing(null)} />}
    </div>
  );
};

export default ResearchPage;
