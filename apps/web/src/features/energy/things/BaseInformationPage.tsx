import { deviceCategoryTree } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs, Tree } from 'antd';
import { type ReactElement, useState } from 'react';
import type { DeviceCategoryNode } from '@hengneng/contracts';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SideTree } from '../../../ui/SideTree.tsx';
import { flatten, THINGS } from '../common.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { BASE } from './shared.ts';
import { EnergiesTab } from './EnergiesTab.tsx';
import { ModelsTab } from './ModelsTab.tsx';
import { ParamsTab } from './ParamsTab.tsx';
import './things.css';

const ENABLED = ['启用', '停用'] as const;

interface Node {
  readonly key: string;
  readonly title: string;
  readonly children: Node[];
}
const nodesOf = (nodes: readonly DeviceCategoryNode[]): Node[] =>
  nodes.map((one) => ({
    key: one.Id,
    title: `${one.Name}${one.Enabled ? '' : '（停用）'}${one.ModelCount > 0 ? ` ${one.ModelCount}` : ''}`,
    children: nodesOf(one.Children),
  }));

/** 设备基础信息: kinds, models and energies, which all projects choose from. */
const BaseInformationPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [editing, setEditing] = useState<DeviceCategoryNode | 'new' | null>(null);
  const tree = useQuery({
    queryKey: [THINGS, 'categories'],
    queryFn: ({ signal }) => callApi(deviceCategoryTree, {}, { signal }),
  });
  const all = flatten(tree.data ?? []).map(({ node }) => node);
  const enabled = filters.Enabled === undefined ? undefined : filters.Enabled === '启用';
  const category = all.find(({ Id }) => Id === filters.category);
  return (
    <>
      <PageHeader title="设备基础信息" note="全公司共用的设备类别、型号库和能源计量类别；项目建设备时从这里选" />
      <div className="split split-wide">
        <SideTree label="设备类别" chosen={filters.category}>
          <div className="things-tools">
            {can(BASE, 'add') ? (
              <Button size="small" type="primary" onClick={() => setEditing('new')}>
                新增类别
              </Button>
            ) : null}
            {can(BASE, 'edit') && category ? (
              <Button size="small" onClick={() => setEditing(category)}>
                修改
              </Button>
            ) : null}
            {category ? (
              <Button size="small" onClick={() => setFilters({ category: null })}>
                全部
              </Button>
            ) : null}
          </div>
          {tree.error ? (
            <ErrorRetry error={tree.error} onRetry={() => void tree.refetch()} />
          ) : tree.isPending ? (
            <SkeletonDelay />
          ) : (
            <Tree
              defaultExpandedKeys={all.slice(0, 1).map(({ Id }) => Id)}
              selectedKeys={filters.category ? [filters.category] : []}
              treeData={nodesOf(tree.data)}
              onSelect={([key]) => setFilters({ category: key === undefined ? null : String(key) })}
            />
          )}
        </SideTree>
        <div className="split-main">
          <search className="filter-bar surface">
            <SearchFilter
              label="名称、型号、厂家"
              className="filter-wide"
              value={filters.Keyword}
              onSearch={(Keyword) => setFilters({ Keyword })}
            />
            <ChoiceFilter
              label="启用"
              value={filters.Enabled}
              options={ENABLED}
              onChange={(Enabled) => setFilters({ Enabled })}
            />
          </search>
          <div className="surface things-panel">
            <Tabs
              activeKey={filters.tab ?? 'models'}
              onChange={(key) => setFilters({ tab: key === 'models' ? null : key })}
              destroyOnHidden
              items={[
                {
                  key: 'models',
                  label: '型号库',
                  children: (
                    <ModelsTab
                      category={filters.category}
                      keyword={filters.Keyword}
                      enabled={enabled}
                      categories={tree.data ?? []}
                    />
                  ),
                },
                {
                  key: 'params',
                  label: '类别参数模板',
                  children: <ParamsTab key={category?.Id} category={category} />,
                },
                {
                  key: 'energies',
                  label: '能源计量类别',
                  children: <EnergiesTab keyword={filters.Keyword} enabled={enabled} />,
                },
              ]}
            />
          </div>
        </div>
      </div>
      {editing !== null ? (
        <CategoryForm
          category={editing === 'new' ? null : editing}
          parent={editing === 'new' ? category?.Id : undefined}
          categories={tree.data ?? []}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
};

export default BaseInformationPage;
