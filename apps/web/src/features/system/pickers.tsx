import { deptIndex, type DeptRow, roleNameIndex, userIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Select, TreeSelect } from 'antd';
import { type ReactElement, useDeferredValue, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { keepPrevious } from '../../lib/query.ts';

export interface DeptNode {
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly dept: DeptRow;
  children: DeptNode[];
}

/** Departments as a tree by their parents; one whose parent is not there is a root. */
export const deptTree = (rows: readonly DeptRow[]): DeptNode[] => {
  const nodes = new Map<string, DeptNode>();
  for (const dept of rows) {
    const id = dept.T_OutSideDeptId;
    nodes.set(id, { key: id, value: id, title: dept.T_OutSideDeptName, dept, children: [] });
  }
  const roots: DeptNode[] = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node.dept.T_OutSideParentDeptID);
    (parent && parent !== node ? parent.children : roots).push(node);
  }
  return roots;
};

export const useDepts = (all = false) =>
  useQuery({
    queryKey: ['dept', all],
    queryFn: ({ signal }) => callApi(deptIndex, { all }, { signal }),
    staleTime: 60_000,
  });

export const useRoleNames = () =>
  useQuery({
    queryKey: ['roleNames'],
    queryFn: ({ signal }) => callApi(roleNameIndex, {}, { signal }),
    staleTime: 60_000,
  });

interface PickProps<T> {
  readonly id?: string;
  readonly value?: T;
  readonly onChange?: (value: T | undefined) => void;
  readonly placeholder?: string;
  readonly label?: string;
}

/** One department, from the tree. */
export const DeptSelect = ({ label, onChange, ...rest }: PickProps<string>): ReactElement => {
  const { data, isPending } = useDepts();
  return (
    <TreeSelect
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      loading={isPending}
      treeData={deptTree(data ?? [])}
      aria-label={label}
      onChange={(value: string | undefined) => onChange?.(value)}
      {...rest}
    />
  );
};

/** One person, found by name, account or pinyin. `known` is shown for a value that no search has found yet. */
export const UserSelect = ({
  label,
  known,
  activeOnly,
  without = [],
  onChange,
  onName,
  ...rest
}: PickProps<string> & {
  /** Told what the person who was chosen is called. */
  readonly onName?: (userId: string, name: string) => void;
  /** Nobody whose account is disabled. */
  readonly activeOnly?: boolean;
  /** Who is there already and need not be offered. */
  readonly without?: readonly string[];
  readonly known?: { readonly value: string; readonly label: string } | undefined;
}): ReactElement => {
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text);
  const { data, isFetching } = useQuery({
    queryKey: ['users', 'pick', keyword, activeOnly],
    queryFn: ({ signal }) =>
      callApi(userIndex, { Keyword: keyword, PageSize: 20, ...(activeOnly ? { state: 'active' } : {}) }, { signal }),
    placeholderData: keepPrevious,
    staleTime: 60_000,
  });
  const found = (data?.rows ?? [])
    .filter((row) => !without.includes(row.UserId))
    .map((row) => ({
      value: row.UserId,
      label: `${row.UserName}（${[row.deptName, row.position].filter(Boolean).join(' · ') || row.account}）`,
    }));
  const options = known && !found.some((one) => one.value === known.value) ? [known, ...found] : found;
  return (
    <Select
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={isFetching}
      options={options}
      aria-label={label}
      notFoundContent={isFetching ? '正在查找…' : '没有符合的人员'}
      onChange={(value: string | undefined) => {
        const row = data?.rows.find((one) => one.UserId === value);
        if (row !== undefined) onName?.(row.UserId, row.UserName);
        onChange?.(value);
      }}
      {...rest}
    />
  );
};
