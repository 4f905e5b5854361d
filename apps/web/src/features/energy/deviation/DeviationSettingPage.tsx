import { DEVIATION_LEVEL_NAMES, type DeviationRow, type DeviationSet, expFile } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { download } from '../../../lib/download.ts';
import { chinaClock, formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { useReportProject } from '../reports/common.tsx';
import { ChecksTab } from './ChecksTab.tsx';
import { LimitForm } from './LimitForm.tsx';
import { askSet, DEVIATIONS, levelKey, LIMITS, SCREEN } from './limits.ts';
import { Trial } from './Trial.tsx';
import './deviation.css';

type Tab = 'limits' | 'checks';

const columns = (mayChange: (row: DeviationRow) => boolean, onOpen: (row: DeviationRow) => void) =>
  [
    {
      key: 'target',
      head: '层级与对象',
      main: true,
      show: (row) => (
        <>
          <strong>{row.Target}</strong>
          <small>
            {DEVIATION_LEVEL_NAMES[row.Level]}
            {row.ProjectName === null || row.Level === 'project' ? '' : ` · ${row.ProjectName}`}
          </small>
        </>
      ),
    },
    ...LIMITS.map(
      ({ key, label, unit, hint }): CardColumn<DeviationRow> => ({
        key,
        head: label,
        unit,
        hint,
        number: true,
        show: (row) =>
          row.Own[key] === null ? (
            <span className="deviation-inherited" title="沿用上一级">
              {row.Holds[key] ?? '按工况'}
            </span>
          ) : (
            (row.Holds[key] ?? '按工况')
          ),
      }),
    ),
    { key: 'reason', head: '原因', show: (row) => row.Reason || '—' },
    {
      key: 'editor',
      head: '修改人',
      show: (row) => (row.Editor === null ? '程序默认' : `${row.Editor} ${formatDateTime(row.EditTime)}`),
    },
    {
      key: 'do',
      head: '操作',
      show: (row) =>
        mayChange(row) ? (
          <Button type="link" className="cell-link" onClick={() => onOpen(row)}>
            修改
          </Button>
        ) : (
          '—'
        ),
    },
  ] satisfies readonly CardColumn<DeviationRow>[];

const Body = ({
  project,
  set,
  category,
}: {
  readonly project: string;
  readonly set: DeviationSet;
  readonly category: string | undefined;
}): ReactElement => {
  const [open, setOpen] = useState<DeviationRow | 'new' | null>(null);
  const edits = can(SCREEN, 'edit');
  const categoryOf = new Map(set.Meters.map(({ DeviceId, CategoryCode }) => [DeviceId, CategoryCode]));
  const rows = set.rows.filter(
    (row) =>
      category === undefined ||
      row.Level === 'company' ||
      row.Level === 'project' ||
      (row.CategoryCode ?? categoryOf.get(row.DeviceId ?? '')) === category,
  );
  return (
    <>
      <CardTable
        label="阈值"
        columns={columns((row) => edits && (row.Level !== 'company' || set.MayCompany), setOpen)}
        rows={rows}
        rowKey={levelKey}
      />
      <p className="note deviation-note">灰色为沿用上一级；单表最优先，其次能源、项目、公司。修改只影响之后的判定</p>
      {edits && project !== '' ? <Button onClick={() => setOpen('new')}>新增一级阈值</Button> : null}
      {project === '' ? (
        <section className="surface">
          <EmptyHint text="选择项目后可单独设置，并用近90天的读数试算" />
        </section>
      ) : (
        <Trial key={project} project={project} set={set} />
      )}
      {open === null ? null : (
        <LimitForm row={open === 'new' ? null : open} project={project} set={set} onClose={() => setOpen(null)} />
      )}
    </>
  );
};

/** 偏差设置: from which deviation on entry asks to look again, wants a reason, or refuses. */
const DeviationSettingPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const project = useReportProject(filters);
  const tab: Tab = filters['tab'] === 'checks' ? 'checks' : 'limits';
  const [today] = useState(() => chinaClock(new Date()).toISOString());
  const month = filters['month'] ?? today.slice(0, 7);
  const set = useQuery({
    queryKey: [DEVIATIONS, project],
    queryFn: ({ signal }) => askSet(project, signal),
  });
  return (
    <>
      <PageHeader
        title="偏差设置"
        note="录入时用量与同温日相比，超过提示请复核，超过异常须填原因；总分差、账单差、热平衡差与 COP 按月核对并跟进"
        actions={
          can(SCREEN, 'export') ? (
            <Button
              onClick={() =>
                void download(
                  'POST',
                  expFile.path,
                  tab === 'checks'
                    ? { Kind: 'deviationCheck', ProjectCode: project, Month: month, Check: filters['kind'] ?? '' }
                    : { Kind: 'deviationSetting', ProjectCode: project },
                  { name: tab === 'checks' ? '偏差核对.xlsx' : '偏差阈值.xlsx' },
                )
              }
            >
              导出
            </Button>
          ) : null
        }
      />
      <search className="filter-bar surface">
        <ProjectFilter project={project} onPick={(code) => setFilters({ ProjectCode: code, categoryCode: null })} />
        {tab === 'limits' ? (
          <ChoiceFilter
            label="能源"
            value={filters['categoryCode']}
            options={(set.data?.Categories ?? []).map(({ Code, Name }) => ({ value: Code, label: Name }))}
            onChange={(categoryCode) => setFilters({ categoryCode })}
          />
        ) : null}
      </search>
      <CountTabs<Tab>
        prefix="deviation"
        label="偏差设置分页"
        tabs={[
          { key: 'limits', label: '阈值' },
          { key: 'checks', label: '偏差核对' },
        ]}
        chosen={tab}
        onChoose={(picked) => setFilters({ tab: picked === 'limits' ? null : picked })}
      />
      <div id="deviation-panel" role="tabpanel" aria-labelledby={`deviation-${tab}`}>
        {tab === 'checks' ? (
          <ChecksTab project={project} month={month} kind={filters['kind']} onPick={setFilters} />
        ) : set.error ? (
          <ErrorRetry error={set.error} onRetry={() => void set.refetch()} />
        ) : set.data === undefined ? (
          <SkeletonDelay />
        ) : (
          <Body project={project} set={set.data} category={filters['categoryCode']} />
        )}
      </div>
    </>
  );
};

export default DeviationSettingPage;
