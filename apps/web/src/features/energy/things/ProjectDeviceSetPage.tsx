import { DEVICE_STATES, deviceCategoryTree } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Tabs, TreeSelect } from 'antd';
import type { ReactElement } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../../lib/project-name.ts';
import { callApi } from '../../../lib/api.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SideTree } from '../../../ui/SideTree.tsx';
import { THINGS } from '../common.ts';
import { ExportButton } from '../ExportButton.tsx';
import { categoryChoices } from './CategoryForm.tsx';
import { DevicesTab } from './DevicesTab.tsx';
import { GatewaysTab } from './GatewaysTab.tsx';
import { MetersTab } from './MetersTab.tsx';
import { MeterTree } from './MeterTree.tsx';
import { QrSheet } from './QrSheet.tsx';
import { RoomTree } from './RoomTree.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import { SCREEN } from './shared.ts';
import './things.css';

const TABS = ['devices', 'meters', 'tree', 'qr', 'gateways'] as const;

/** 项目设备设置: the rooms, systems and machines of a project, and the meters that count for it. */
const ProjectDeviceSetPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { ProjectCode: project, RoomId, SystemName, CategoryId, Keyword, DeviceInfoId } = filters;
  const name = useProjectName(project);
  const tab = TABS.find((one) => one === filters.tab) ?? 'devices';
  const state = DEVICE_STATES.find((one) => one === filters.State);
  const shown = { ProjectCode: project, RoomId, SystemName, CategoryId, Keyword, State: state, DeviceInfoId };
  const categories = useQuery({
    queryKey: [THINGS, 'categories'],
    queryFn: ({ signal }) => callApi(deviceCategoryTree, {}, { signal }),
    staleTime: 60_000,
  });
  return (
    <>
      <PageHeader
        title="项目设备设置"
        note="机房、系统、设备和表计，以及总分表关系和抄表属性；抄表、报表和监控都由此展开"
        actions={
          <ExportButton
            screen={SCREEN}
            kind="projectDeviceSet"
            name="设备台账与表计台账"
            ask={{ ProjectCode: project, RoomId, SystemName, CategoryId, Keyword, State: state }}
            disabled={project === undefined}
          />
        }
      />
      <div className="split split-wide">
        <SideTree label="机房与设备" chosen={SystemName ?? RoomId ?? project}>
          <div className="filter-bar">
            <ProjectPick
              value={project}
              name={name}
              label="项目"
              onPick={(code) => setFilters({ ProjectCode: code ?? null, RoomId: null, SystemName: null })}
            />
          </div>
          {project ? (
            <RoomTree project={project} room={RoomId} system={SystemName} onPick={(change) => setFilters(change)} />
          ) : (
            <EmptyHint text="选择项目后，这里按机房和系统列出设备" />
          )}
        </SideTree>
        <div className="split-main">
          {project ? <SetupSteps key={project} project={project} /> : null}
          <search className="filter-bar surface">
            <SearchFilter
              label="名称、编号、表号"
              className="filter-wide"
              value={Keyword}
              onSearch={(text) => setFilters({ Keyword: text })}
            />
            {tab === 'devices' ? (
              <TreeSelect
                className="filter"
                aria-label="类别"
                placeholder="类别"
                allowClear
                loading={categories.isPending}
                value={CategoryId}
                treeData={categoryChoices(categories.data ?? [])}
                onChange={(id: string | undefined) => setFilters({ CategoryId: id ?? null })}
              />
            ) : null}
            <ChoiceFilter
              label="状态"
              value={state}
              options={DEVICE_STATES}
              onChange={(State) => setFilters({ State })}
            />
          </search>
          <div className="surface things-panel">
            <Tabs
              activeKey={tab}
              onChange={(key) => setFilters({ tab: key === 'devices' ? null : key })}
              destroyOnHidden
              items={[
                { key: 'devices', label: '设备台账', children: <DevicesTab filters={shown} /> },
                { key: 'meters', label: '表计', children: <MetersTab filters={shown} open={filters.DeviceId} /> },
                { key: 'tree', label: '表计关系图', children: <MeterTree project={project} /> },
                { key: 'gateways', label: '自动采集', children: <GatewaysTab project={project} /> },
                { key: 'qr', label: '二维码', children: <QrSheet project={project} name={name ?? ''} /> },
              ]}
            />
          </div>
        </div>
      </div>
    </>
  );
};

export default ProjectDeviceSetPage;
