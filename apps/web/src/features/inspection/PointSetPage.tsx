import { INSPECTION_AREAS, POINT_KINDS, type PointKind } from '@hengneng/core';
import { Button, Tabs } from 'antd';
import type { ReactElement } from 'react';
import { ProjectPick } from '../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../lib/project-name.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SideTree } from '../../ui/SideTree.tsx';
import { PointForm } from './points/PointForm.tsx';
import { PointPanel } from './points/PointPanel.tsx';
import { PointsTab } from './points/PointsTab.tsx';
import { PointTree } from './points/PointTree.tsx';
import { RoutesTab } from './points/RoutesTab.tsx';
import { StandardsTab } from './points/StandardsTab.tsx';
import './points/points.css';

const oneOf = <T extends string>(values: readonly T[], text: string | undefined): T | undefined =>
  values.find((value) => value === text);

const TABS: readonly { readonly key: string; readonly kind?: PointKind }[] = [
  { key: 'company', kind: '公司巡检' },
  { key: 'patrol', kind: '值班巡查' },
  { key: 'routes' },
  { key: 'library' },
];

/** What inspections go by: routes and their points on the left, one point or the lists on the right. */
const PointSetPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { project, point, route } = filters;
  const name = useProjectName(project);
  const tab = TABS.some((one) => one.key === filters.tab) ? filters.tab : 'company';
  const kind = oneOf(POINT_KINDS, filters.kind);
  const pointArea = oneOf(INSPECTION_AREAS, filters.pointArea);
  const state = oneOf(['启用', '停用'] as const, filters.state);
  const fresh = oneOf(POINT_KINDS, filters.fresh);
  const shown = { project, route, pointArea, state, Keyword: filters.Keyword };
  const points = (of: PointKind) => (
    <PointsTab
      key={JSON.stringify(shown)}
      kind={of}
      filters={shown}
      onOpen={(id) => setFilters({ point: id })}
      onNew={() => setFilters({ fresh: of, point: null })}
    />
  );
  return (
    <>
      <PageHeader title="巡检点设置" note="巡检点、检查项与标准、路线和二维码；表单选定路线后带出这里的点和检查项" />
      <div className="split split-wide">
        <SideTree label="巡检点" chosen={point ?? route ?? project}>
          <div className="filter-bar">
            <ProjectPick
              value={project}
              name={name}
              label="项目"
              onPick={(code) => setFilters({ project: code ?? null, route: null, point: null, fresh: null })}
            />
          </div>
          {project ? (
            <PointTree
              project={project}
              point={point}
              route={route}
              onPoint={(id) => setFilters({ point: id, fresh: null })}
              onRoute={(id) => setFilters({ route: id === route ? null : id, point: null, fresh: null })}
            />
          ) : (
            <EmptyHint text="选择项目后，这里按路线列出巡检点，可拖动调整先后" />
          )}
        </SideTree>
        <div className="split-main">
          {point ? (
            <div className="surface point-panel">
              <PointPanel key={point} id={point} onClose={() => setFilters({ point: null })} />
            </div>
          ) : fresh && project ? (
            <div className="surface point-panel">
              <header className="panel-head">
                <h2>
                  新增{fresh === '公司巡检' ? '巡检点' : '值班巡查点'}
                  <small>{name ?? ''}</small>
                </h2>
                <Button onClick={() => setFilters({ fresh: null })}>取消</Button>
              </header>
              <PointForm
                project={project}
                kind={fresh}
                point={null}
                route={route}
                onSaved={(id) => setFilters({ fresh: null, point: id })}
              />
            </div>
          ) : (
            <>
              <search className="filter-bar surface">
                <SearchFilter
                  label="编码、名称、项目"
                  className="filter-wide"
                  value={filters.Keyword}
                  onSearch={(text) => setFilters({ Keyword: text })}
                />
                <ChoiceFilter
                  label="类别"
                  value={kind}
                  options={POINT_KINDS}
                  onChange={(value) =>
                    setFilters({
                      kind: value,
                      ...(value && (tab === 'company' || tab === 'patrol')
                        ? { tab: value === '值班巡查' ? 'patrol' : null }
                        : {}),
                    })
                  }
                />
                <ChoiceFilter
                  label="部位"
                  value={pointArea}
                  options={INSPECTION_AREAS}
                  onChange={(value) => setFilters({ pointArea: value })}
                />
                <ChoiceFilter
                  label="状态"
                  value={state}
                  options={['启用', '停用']}
                  onChange={(value) => setFilters({ state: value })}
                />
              </search>
              <div className="surface point-panel">
                <Tabs
                  activeKey={tab ?? 'company'}
                  onChange={(key) => setFilters({ tab: key === 'company' ? null : key, kind: null })}
                  destroyOnHidden
                  items={[
                    { key: 'company', label: '公司巡检点', children: points('公司巡检') },
                    { key: 'patrol', label: '值班巡查点', children: points('值班巡查') },
                    {
                      key: 'routes',
                      label: '路线',
                      children: <RoutesTab key={project} project={project} kind={kind} state={state} />,
                    },
                    {
                      key: 'library',
                      label: '标准库',
                      children: <StandardsTab kind={kind} pointArea={pointArea} state={state} />,
                    },
                  ]}
                />
              </div>
            </>
          )}
        </div>
      </div>
    </>
  );
};

export default PointSetPage;
