import { deptExport, type DeptRow } from '@hengneng/contracts';
import { Button, Input, Select, Tree } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { useTypedFilter } from '../../lib/useTypedFilter.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DeptLine } from './depts/DeptLine.tsx';
import { DeptPanel } from './depts/DeptPanel.tsx';
import { MoveForm } from './depts/MoveForm.tsx';
import { DEPTS_CODE } from './names.ts';
import { deptTree, useDepts } from './pickers.tsx';
import { SideTree } from '../../ui/SideTree.tsx';

/** The longest code there is. */
const WHOLE = 15;
/** Depth as the length of the code. */
const DEPTHS = [
  { value: 3, label: '到公司' },
  { value: 5, label: '到大区' },
  { value: 7, label: '到区域' },
  { value: WHOLE, label: '全部' },
];

const STATES = [
  { value: 'active', label: '启用' },
  { value: 'disabled', label: '停用' },
  { value: 'all', label: '启用和停用' },
];

/** A department that was let go over another one: what becomes of it is asked then. */
interface Drop {
  readonly dept: DeptRow;
  readonly to: string;
}

/** The organisation: its tree on the left, one department on the right. */
const DeptsPage = (): ReactElement => {
  const address = useUrlFilters();
  const [filters, setFilters] = address;
  const [text, type] = useTypedFilter(address);
  const depth = DEPTHS.find((one) => String(one.value) === filters.depth)?.value ?? WHOLE;
  // What is closed, not what is open: a department that is new, or moved here, shows.
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [dropped, setDropped] = useState<Drop | null>(null);
  const state = filters.state ?? 'active';
  const { data, error, refetch } = useDepts(state !== 'active');
  const tree = useMemo(() => {
    const shallow = (data ?? []).filter((dept) => dept.T_OutSideDeptId.length <= depth);
    const wanted = text.trim();
    if (wanted === '' && state !== 'disabled') return deptTree(shallow);
    // Hits with what is above them, so that they are found where they belong.
    const parents = new Map(shallow.map((dept) => [dept.T_OutSideDeptId, dept.T_OutSideParentDeptID]));
    const kept = new Set<string>();
    for (const dept of shallow) {
      if (!`${dept.T_OutSideDeptName} ${dept.T_OutSideDeptId}`.includes(wanted)) continue;
      if (state === 'disabled' && dept.state !== 'disabled') continue;
      for (let id: string | undefined = dept.T_OutSideDeptId; id !== undefined && !kept.has(id); id = parents.get(id))
        kept.add(id);
    }
    return deptTree(shallow.filter((dept) => kept.has(dept.T_OutSideDeptId)));
  }, [data, depth, text, state]);
  const chosen = filters.dept ?? data?.[0]?.T_OutSideDeptId;
  const asked = {
    ...(text.trim() === '' ? {} : { Keyword: text.trim() }),
    ...(depth === WHOLE ? {} : { idLength: depth }),
    ...(state === 'all' ? {} : { state }),
  };
  return (
    <>
      <PageHeader
        title="部门管理"
        actions={
          can(DEPTS_CODE, 'export') ? (
            <Button onClick={() => void download('POST', deptExport.path, asked, { name: '组织.xlsx' })}>导出</Button>
          ) : null
        }
      />
      <div className="split split-wide">
        <SideTree label="部门" chosen={filters.dept}>
          <div className="filter-bar">
            <Input
              allowClear
              placeholder="名称或编码"
              aria-label="名称或编码"
              value={text}
              onChange={(event) => type(event.target.value)}
            />
            <Select
              className="filter"
              aria-label="深度"
              value={depth}
              onChange={(next: number) => setFilters({ depth: next === WHOLE ? null : String(next) })}
              options={DEPTHS}
            />
            <Select
              className="filter"
              aria-label="状态"
              value={state}
              onChange={(next: string) => setFilters({ state: next === 'active' ? null : next })}
              options={STATES}
            />
          </div>
          {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
          {!data && !error ? <SkeletonDelay rows={8} /> : null}
          {data && tree.length === 0 ? <EmptyHint text="没有符合的部门" /> : null}
          {data && tree.length > 0 ? (
            <Tree
              blockNode
              expandedKeys={data.map((dept) => dept.T_OutSideDeptId).filter((id) => !collapsed.has(id))}
              onExpand={(_, { node, expanded }) => {
                const next = new Set(collapsed);
                if (expanded) next.delete(node.key);
                else next.add(node.key);
                setCollapsed(next);
              }}
              selectedKeys={chosen ? [chosen] : []}
              treeData={tree}
              titleRender={({ dept }) => (
                <DeptLine
                  dept={dept}
                  movable={can(DEPTS_CODE, 'edit') && dept.state === 'active'}
                  onDropped={(id) => {
                    const dragged = data.find((one) => one.T_OutSideDeptId === id);
                    if (dragged && dragged !== dept) setDropped({ dept: dragged, to: dept.T_OutSideDeptId });
                  }}
                />
              )}
              onSelect={(keys) => {
                if (keys[0] !== undefined) setFilters({ dept: String(keys[0]) });
              }}
            />
          ) : null}
        </SideTree>
        <div className="split-main surface">
          {chosen ? (
            <DeptPanel
              key={chosen}
              deptId={chosen}
              childless={data !== undefined && !data.some((dept) => dept.T_OutSideParentDeptID === chosen)}
              onChosen={(dept) => setFilters({ dept })}
            />
          ) : (
            <EmptyHint text="请选择一个部门" />
          )}
        </div>
      </div>
      {dropped ? (
        <MoveForm
          dept={dropped.dept}
          start="move"
          to={dropped.to}
          onClose={() => setDropped(null)}
          onMoved={(dept) => setFilters({ dept })}
        />
      ) : null}
    </>
  );
};

export default DeptsPage;
