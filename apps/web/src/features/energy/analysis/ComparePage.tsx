import { Tabs } from 'antd';
import type { ReactElement } from 'react';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { useReportProject } from '../reports/common.tsx';
import { BaselineTab } from './BaselineTab.tsx';
import { CompareTab } from './CompareTab.tsx';
import { useNodes } from './NodeTree.tsx';
import type { Series } from './SeriesEditor.tsx';
import { daysAgo } from './span.ts';
import './analysis.css';

/** This month's days and as many before them: what most people compare first. */
const firstSeries = (node: string): readonly Series[] => [
  { Name: '前30天', NodeId: node, Date: { from: daysAgo(60), to: daysAgo(31) }, Days: 'all' },
  { Name: '近30天', NodeId: node, Date: { from: daysAgo(30), to: daysAgo(1) }, Days: 'all' },
];

const Body = ({
  project,
  tab,
  onTab,
}: {
  readonly project: string;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}): ReactElement => {
  const nodes = useNodes(project);
  if (nodes.error) return <ErrorRetry error={nodes.error} onRetry={() => void nodes.refetch()} />;
  if (nodes.data === undefined) return <SkeletonDelay rows={8} />;
  const first = nodes.data[0]?.NodeId;
  if (first === undefined)
    return (
      <section className="surface">
        <EmptyHint text="该项目还没有表计，请先在项目设备设置中添加" />
      </section>
    );
  return (
    <Tabs
      activeKey={tab}
      onChange={onTab}
      items={[
        { key: 'compare', label: '对比', children: <CompareTab project={project} first={firstSeries(first)} /> },
        { key: 'baseline', label: '节能验证', children: <BaselineTab project={project} first={first} /> },
      ]}
    />
  );
};

/** 自身对比: a project against itself, in other times, conditions or ways of running. */
const ComparePage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const project = useReportProject(filters);
  return (
    <>
      <PageHeader title="自身对比" note="任意两期、设备间、对基线，开机方案改前改后" />
      <search className="filter-bar surface report-filter">
        <ProjectFilter project={project} onPick={(code) => setFilters({ ProjectCode: code || null })} />
      </search>
      {project === '' ? (
        <section className="surface">
          <EmptyHint text="请先选择项目" />
        </section>
      ) : (
        <Body
          key={project}
          project={project}
          tab={filters['tab'] === 'baseline' ? 'baseline' : 'compare'}
          onTab={(tab) => setFilters({ tab })}
        />
      )}
    </>
  );
};

export default ComparePage;
