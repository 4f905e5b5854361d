import { addDays } from '@hengneng/core';
import { dailyAnalysis, dailyRunning, dailySign, type OutputOf, REPORT_AUDIENCES } from '@hengneng/contracts';
import { analysisInUnit, runningInUnit } from '@hengneng/energy/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ReportPage, useReportProject, yesterday } from './common.tsx';
import { DailySections } from './DailySections.tsx';
import { HeatUnit, useHeatUnit } from './HeatUnit.tsx';
import { SendReport } from './SendReport.tsx';
import { SignReport } from './SignReport.tsx';
import './daily.css';

const SCREEN = 'operationContent.stateMents.dayStateMents';
const EDIT = '/operationContent/DataInput/dayReportEdit';
const EDIT_SCREEN = 'operationContent.DataInput.dayReportEdit';
const ENTRY = '/operationContent/DataInput/newDataInput';
const ENTRY_SCREEN = 'operationContent.DataInput.newDataInput';
type Running = OutputOf<typeof dailyRunning>;

/** The last days, each with how whole it is: what is not leaps to the eye. */
const Days = ({
  analysis,
  date,
  onPick,
}: {
  readonly analysis: OutputOf<typeof dailyAnalysis> | undefined;
  readonly date: string;
  readonly onPick: (day: string) => void;
}): ReactElement | null =>
  analysis === undefined ? null : (
    <div className="report-months report-days" role="group" aria-label="日期">
      {analysis.rows.slice(-14).map((row) => (
        <button key={row.day} type="button" aria-pressed={row.day === date} onClick={() => onPick(row.day)}>
          {row.day.slice(5)}
          <small className={row.complete !== null && row.complete < 95 ? 'bad' : undefined}>
            {row.complete === null ? '停机' : row.complete < 95 ? `缺 ${(100 - row.complete).toFixed(0)}%` : '齐'}
          </small>
        </button>
      ))}
    </div>
  );

const State = ({
  running,
  project,
  onVersion,
}: {
  readonly running: Running;
  readonly project: string;
  readonly onVersion: (version: number | null) => void;
}): ReactElement => {
  const empty = Object.keys(running.Used).length === 0;
  return (
    <>
      {running.Version === null ? null : (
        <p className="soft-box" role="status">
          第 {running.Version} 版，{running.SignedBy} 于 {formatDateTime(running.SignedAt)} 签发
          {running.SignNote === '' ? '' : `：${running.SignNote}`}
          <Button type="link" onClick={() => onVersion(null)}>
            看现行数据
          </Button>
        </p>
      )}
      {running.Changed ? (
        <p className="soft-box" role="status">
          <Tag tone="warn">数据已变化</Tag> 现行数据与最近签发的版本不同，旧版仍可查看；需要时请重新签发。
        </p>
      ) : null}
      {running.Stopped ? <p className="soft-box">停机值守：当日为停机日，没有应录的读数。</p> : null}
      {empty && !running.Stopped ? (
        <p className="soft-box">
          该日尚未录入。
          {canOpen(ENTRY_SCREEN) ? (
            <Link to={`${ENTRY}?${new URLSearchParams({ ProjectCode: project, Date: running.Date })}`}>去录入</Link>
          ) : null}
        </p>
      ) : null}
    </>
  );
};

/** 日报表: the formal report of one day, checked, signed and printed. */
const DailyPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(yesterday);
  const [signing, setSigning] = useState(false);
  const project = useReportProject(filters);
  const date = filters['Date'] ?? usual;
  const version = Number(filters['Version'] ?? '') || null;
  const audience = REPORT_AUDIENCES.find((one) => one === filters['Audience']) ?? '内部';
  const heat = useHeatUnit(filters);
  const ask = {
    ProjectCode: project,
    Date: date,
    Audience: audience,
    ...(version === null ? {} : { Version: version }),
  };
  const running = useQuery({
    queryKey: ['energy-report', 'daily', ask],
    queryFn: ({ signal }) => callApi(dailyRunning, ask, { signal }),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  const analysis = useQuery({
    queryKey: ['energy-report', 'daily-analysis', ask],
    queryFn: ({ signal }) => callApi(dailyAnalysis, ask, { signal }),
    select: (of) => analysisInUnit(of, running.data?.categories ?? [], heat),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  const go = (day: string): void => setFilters({ Date: day, Version: null });
  const { data } = running;
  return (
    <>
      <ReportPage
        title={data && project !== '' ? `日报表 ${data.Date}` : '日报表'}
        idle="单项目单日的正式日报：核对、签发、打印"
        screen={SCREEN}
        project={project}
        ask={{ Kind: 'daily', ...ask, HeatUnit: heat }}
        report={running}
        onProject={(ProjectCode) => setFilters({ ProjectCode, Version: null })}
        filters={
          <>
            <Button onClick={() => go(addDays(date, -1))}>上一日</Button>
            <MomentPicker
              kind="date"
              value={date}
              allowClear={false}
              aria={{ 'aria-label': '日期' }}
              onChange={(day) => (day === null ? undefined : go(day))}
            />
            <Button disabled={date >= usual} onClick={() => go(addDays(date, 1))}>
              下一日
            </Button>
            <ChoiceFilter
              label="口径"
              value={audience}
              options={REPORT_AUDIENCES}
              onChange={(Audience) => setFilters({ Audience })}
            />
            <HeatUnit unit={heat} onChange={setFilters} />
            <ChoiceFilter
              label="版本：现行"
              value={version === null ? undefined : String(version)}
              options={(data?.Versions ?? []).map((one) => ({
                value: String(one.Version),
                label: `第 ${one.Version} 版 ${one.SignedBy}`,
              }))}
              onChange={(Version) => setFilters({ Version })}
            />
            {canOpen(EDIT_SCREEN) && version === null && project !== '' ? (
              <Link to={`${EDIT}?${new URLSearchParams({ ProjectCode: project, Date: date })}`}>改日报</Link>
            ) : null}
            {can(SCREEN, 'edit') && version !== null && project !== '' ? (
              <SendReport
                which={{ Kind: 'day', ProjectCode: project, Date: date }}
                version={version}
                title={`发客户：日报 ${date} 第 ${version} 版`}
              />
            ) : null}
            {can(SCREEN, 'edit') && version === null && data !== undefined && project !== '' ? (
              <Button type="primary" onClick={() => setSigning(true)}>
                复核签发
              </Button>
            ) : null}
          </>
        }
      >
        {(of) => (
          <div className="daily-report">
            <Days analysis={analysis.data} date={date} onPick={go} />
            <State
              running={of}
              project={project}
              onVersion={(to) => setFilters({ Version: to === null ? null : String(to) })}
            />
            <DailySections
              ask={ask}
              heat={heat}
              running={runningInUnit(of, heat)}
              analysis={analysis}
              customer={audience === '客户'}
            />
            <p className="report-foot">
              {of.projectName} {of.Date}，数据截至 {formatDateTime(of.asOf)}，完整率{' '}
              {of.complete === null ? '—' : `${of.complete}%`}，含估算{' '}
              {of.estimated === null ? '—' : `${of.estimated}%`}，
              {of.Version === null ? '未签发' : `第 ${of.Version} 版`}
            </p>
          </div>
        )}
      </ReportPage>
      {signing && data !== undefined ? (
        <SignReport
          title={`签发 ${data.projectName} ${date} 日报`}
          call={dailySign}
          input={{ ProjectCode: project, Date: date }}
          whole={data}
          needs={data.complete !== null && data.complete < 95 ? '缺项原因（完整率低于 95%，必填）' : null}
          onClose={() => setSigning(false)}
        />
      ) : null}
    </>
  );
};

export default DailyPage;
