/** 日报修改: the days of a month, and what of a day is no meter's reading. */
import { type DayReportRow, dayReportList } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useQuestions } from '../../../ui/confirm.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SideTree } from '../../../ui/SideTree.tsx';
import { LEAVE_UNSAVED } from '../../../ui/useUnsavedGuard.ts';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { useReportProject, yesterday } from '../reports/common.tsx';
import { DayForm } from './DayForm.tsx';
import { DAYS } from './keys.ts';
import '../edit/edit.css';
import './day-report.css';

const marksOf = ({ VersionCount, Proposal, LockName, Empty, SentToClient }: DayReportRow): string =>
  [
    Proposal === null ? '' : '待同意',
    SentToClient ? '已发客户' : '',
    VersionCount > 0 ? `改 ${VersionCount}` : '',
    Empty ? '无运行记录' : '',
    LockName,
  ]
    .filter(Boolean)
    .join(' · ');

const DayReportEditPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [dirty, setDirty] = useState(false);
  const { confirm } = useQuestions();
  /** Another day or list: what was typed of this one goes only after a question. */
  const leaveFor = async (next: Parameters<typeof setFilters>[0]) => {
    if (!dirty || (await confirm(LEAVE_UNSAVED))) setFilters(next);
  };
  const [usual] = useState(yesterday);
  const project = useReportProject(filters);
  const date = filters['Date'] ?? usual;
  const month = filters['month'] ?? date.slice(0, 7);
  const changed = filters['changed'] === '1';
  const asked = { ProjectCode: project, Month: month, Changed: changed };
  const list = useQuery({
    queryKey: [DAYS, asked],
    queryFn: ({ signal }) => callApi(dayReportList, asked, { signal }),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.rows ?? [];
  const picked = rows.find((row) => row.Date === date) ?? rows.at(-1);
  return (
    <>
      <PageHeader
        title="日报修改"
        note={
          list.data === undefined ? '修正日报里不是表计读数的项目：开停机、温度、值班、交接' : list.data.ProjectName
        }
      />
      <div className="filter-bar surface edit-filter">
        <ProjectFilter project={project} onPick={(ProjectCode) => void leaveFor({ ProjectCode })} />
        <MomentPicker
          kind="month"
          value={month}
          allowClear={false}
          aria={{ 'aria-label': '月份' }}
          onChange={(next) => (next === null ? undefined : void leaveFor({ month: next, Date: null }))}
        />
        <Checkbox checked={changed} onChange={(event) => void leaveFor({ changed: event.target.checked ? '1' : null })}>
          只看改过
        </Checkbox>
      </div>
      {project === '' ? (
        <section className="surface">
          <EmptyHint text="请先选择项目" />
        </section>
      ) : list.isPending ? (
        <SkeletonDelay />
      ) : list.isError ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : picked === undefined ? (
        <section className="surface">
          <EmptyHint text={changed ? '该月没有改过的日报' : '该月没有日报'} />
        </section>
      ) : (
        <div className="split">
          <SideTree label="日期" chosen={picked.Date}>
            <ul className="day-list">
              {rows.toReversed().map((row) => (
                <li key={row.Date}>
                  <button
                    type="button"
                    aria-current={row.Date === picked.Date ? 'date' : undefined}
                    onClick={() => void leaveFor({ Date: row.Date, month: row.Date.slice(0, 7) })}
                  >
                    {row.Date}
                    <small>{marksOf(row)}</small>
                  </button>
                </li>
              ))}
            </ul>
          </SideTree>
          <div className="split-main">
            <DayForm
              key={`${picked.ReportId} ${picked.Version} ${picked.Versions.at(-1)?.State ?? ''}`}
              row={picked}
              project={project}
              machines={list.data.Machines}
              onDirty={setDirty}
            />
          </div>
        </div>
      )}
    </>
  );
};

export default DayReportEditPage;
