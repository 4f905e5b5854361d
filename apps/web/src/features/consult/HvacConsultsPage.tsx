import { type FormRow, formCalls } from '@hengneng/contracts';
import { MODULES, SCREENS } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense } from 'react';
import { useNavigate } from 'react-router';
import ListPage from '../../engine/list/ListPage.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi } from '../../lib/api.ts';
import { recordAddress } from '../../lib/routes.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Gantt, type GanttBar, type GanttRow } from '../../ui/Gantt.tsx';
import { dayEnd, dayStart } from '../../ui/gantt-days.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

const PATH = '/projectContent/consultFormListHVAC';
const { api, title, procedureId } = MODULES.consult;
/** Consultations under way; more than that nobody reads as bars. */
const MOST = 200;

const text = (row: FormRow, key: string): string => {
  const value = row[key];
  return typeof value === 'string' ? value : '';
};
const hoursLeft = (row: FormRow): number =>
  Math.max(0, Number(row['planHours'] ?? 0) - Number(row['actualHours'] ?? 0));

const barOf = (row: FormRow, project: string, onOpen: (row: FormRow) => void): GanttBar => {
  const [due, need] = [text(row, 'planDue'), text(row, 'needDate')];
  const until = due || need;
  // Planned for later than it is wanted, or its day is over.
  const late = (need !== '' && until > need) || dayEnd(until) <= Date.now();
  return {
    key: row.BusinessId,
    from: Math.min(Date.parse(row.createdAt), dayStart(until)),
    to: dayEnd(until),
    text: project,
    words: `${row.serial ?? ''} ${project}，${row.currentStep ?? ''}，${due === '' ? '还没有完成期限' : `完成期限${due}`}，要求交付${need}`,
    tone: late ? 'late' : due === '' ? 'pending' : 'running',
    onChoose: () => onOpen(row),
  };
};

/** Who is at what until when, and how many hours each still has to give; what waits to be assigned stands last. */
const HvacGantt = (): ReactElement => {
  const navigate = useNavigate();
  const found = useQuery({
    queryKey: ['rows', 'consult', 'gantt'],
    queryFn: ({ signal }) =>
      callApi(
        formCalls(api, title).index,
        { Page: PATH, Scope: 'all', status: 'running', PageIndex: 1, PageSize: MOST },
        { signal },
      ),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay rows={6} />;
  const { rows, labels } = found.data;
  const open = (row: FormRow) => {
    const address = recordAddress(procedureId, row.BusinessId);
    if (address !== null) void navigate(address);
  };
  const engineers = [...new Set(rows.map((row) => text(row, 'hvacEngineer')))].sort((a, b) =>
    a === '' ? 1 : b === '' ? -1 : a.localeCompare(b),
  );
  const lines = engineers.flatMap((engineer): readonly GanttRow[] => {
    const theirs = rows.filter((row) => text(row, 'hvacEngineer') === engineer && text(row, 'needDate') !== '');
    const hours = theirs.reduce((sum, row) => sum + hoursLeft(row), 0);
    const name = engineer === '' ? '待分派' : (labels['hvacEngineer']?.[engineer] ?? engineer);
    return theirs.length === 0
      ? []
      : [
          {
            key: engineer || 'none',
            label: `${name} ${theirs.length}单${engineer === '' ? '' : ` 剩余${hours}h`}`,
            bars: theirs.map((row) =>
              barOf(row, labels['consultProject']?.[text(row, 'consultProject')] ?? row.serial ?? '', open),
            ),
          },
        ];
  });
  if (lines.length === 0) return <EmptyHint text="没有在办的暖通咨询" />;
  return (
    <>
      {found.data.total > rows.length ? (
        <p className="note view-note">
          在办 {found.data.total} 单，只画出其中 {rows.length} 单
        </p>
      ) : null}
      <Gantt head="工程师" rows={lines} />
    </>
  );
};

/** Consultations as leaders and engineers of HVAC work on them: as a list, and over the days. */
const HvacConsultsPage = (): ReactElement => {
  const screen = SCREENS.find((one) => one.path === PATH);
  if (screen === undefined) throw new Error(`no screen ${PATH}`);
  return (
    <ViewTabs
      label="暖通咨询"
      tabs={[
        {
          key: 'records',
          label: '咨询单',
          content: () => (
            <Suspense fallback={<SkeletonDelay rows={8} />}>
              <ListPage moduleId="consult" screen={screen} scope="all" byArea={false} />
            </Suspense>
          ),
        },
        {
          key: 'gantt',
          label: '编制排期',
          content: () => (
            <div className="list-page">
              <PageHeader
                title="编制排期"
                note="在办的咨询单从申请到完成期限，没有完成期限的到要求交付日；期限晚于要求交付或已过的标红，点条看单据"
              />
              <HvacGantt />
            </div>
          ),
        },
      ]}
    />
  );
};

export default HvacConsultsPage;
