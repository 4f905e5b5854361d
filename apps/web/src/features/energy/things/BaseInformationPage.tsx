import { deviceCategoryTree } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SideTree } from '../../../ui/SideTree.tsx';
import { flatten, THINGS } from '../common.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { CategoryTree, type Editing } from './CategoryTree.tsx';
import { EnergiesTab } from './EnergiesTab.tsx';
import { ModelsTab } from './ModelsTab.tsx';
import { ParamsTab } from './ParamsTab.tsx';
import './things.css';

const ENABLED = ['启用', '停用'] as const;

/** 设备基础信息: kinds, models and energies, which all projects choose from. */
const BaseInformationPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [editing, setEditing] = useState<Editing | null>(null);
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
          {tree.error ? (
            <ErrorRetry error={tree.error} onRetry={() => void tree.refetch()} />
          ) : tree.isPending ? (
            <SkeletonDelay />
          ) : (
            <CategoryTree
              tree={tree.data}
              chosen={filters.category}
              onChoose={(id) => setFilters({ category: id })}
              onEdit={setEditing}
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
          category={'of' in editing ? editing.of : null}
          parent={'under' in editing ? editing.under : undefined}
          categories={tree.data ?? []}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
};

export default BaseInformationPage;
