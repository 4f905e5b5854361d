import { referenceIndex } from '@hengneng/contracts';
import { entityOf, fieldPath, withinOf } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { Select, TreeSelect } from 'antd';
import { type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { callApi, messageOf } from '../../lib/api.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useRecord, useStore } from '../store/record-store.ts';
import type { WidgetProps } from './types.ts';

const NO_LABELS: Readonly<Record<string, string>> = {};

/** What a field points at, searched on the server by name, code or pinyin. */
export const useReferences = (
  entity: string,
  keyword: string,
  project: string,
  open: boolean,
  size = 30,
  extra: Readonly<Record<string, string>> = NO_LABELS,
) =>
  useQuery({
    queryKey: ['reference', entity, project, keyword, size, extra],
    queryFn: ({ signal }) =>
      callApi(
        referenceIndex,
        {
          Entity: entity,
          Keyword: keyword,
          PageIndex: 1,
          PageSize: size,
          ...(project ? { ProjectCode: project } : {}),
          ...extra,
        },
        { signal },
      ),
    enabled: open,
    placeholderData: keepPrevious,
    staleTime: 30_000,
  });

interface PickerProps {
  readonly id?: string;
  readonly entity: string;
  readonly multiple?: boolean;
  readonly value: unknown;
  readonly labels: Readonly<Record<string, string>>;
  readonly project?: string;
  /** What the source of the entity takes besides. */
  readonly extra?: Readonly<Record<string, string>>;
  readonly placeholder?: string;
  readonly aria: WidgetProps['aria'];
  readonly onPick: (value: string | readonly string[] | null, labels: Readonly<Record<string, string>>) => void;
}

/** What tells people of one name apart; other things have a name of their own. */
const besideName = (row: Readonly<Record<string, unknown>> | undefined): string =>
  [row?.['deptName'], row?.['position']].filter((word) => typeof word === 'string' && word !== '').join(' · ');

/** A searching drop-down list, for forms and filters alike. */
export const ReferencePicker = (props: PickerProps): ReactElement => {
  const { id, entity, multiple = false, value, labels, project = '', aria, onPick, placeholder } = props;
  const [open, setOpen] = useState(false);
  const [keyword, setKeyword] = useState('');
  const asked = useDeferredValue(keyword.trim());
  const found = useReferences(entity, asked, project, open, undefined, props.extra);
  const rows = found.data?.rows ?? [];
  const chosen: readonly string[] = Array.isArray(value)
    ? value.filter((one) => typeof one === 'string')
    : typeof value === 'string' && value !== ''
      ? [value]
      : [];
  const known = new Map(rows.map((row) => [row.value, row.label]));
  const beside = new Map(rows.map((row) => [row.value, besideName(row)]));
  const options = [
    ...rows.map((row) => ({ value: row.value, label: row.label })),
    ...chosen.filter((one) => !known.has(one)).map((one) => ({ value: one, label: labels[one] ?? one })),
  ];
  const words = (values: readonly string[]) =>
    Object.fromEntries(values.map((one) => [one, known.get(one) ?? labels[one] ?? one]));
  return (
    <Select<string | string[] | undefined>
      {...aria}
      {...(id ? { id } : {})}
      className="in-picker"
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      status={aria['aria-invalid'] === true ? 'error' : ''}
      placeholder={placeholder ?? '按名称、编码、拼音查找'}
      value={multiple ? [...chosen] : chosen[0]}
      options={options}
      optionRender={({ label, value: of }) => (
        <>
          <span>{label}</span>
          {beside.get(String(of)) ? <span className="hint"> {beside.get(String(of))}</span> : null}
        </>
      )}
      loading={found.isFetching}
      notFoundContent={
        found.error
          ? messageOf(found.error)
          : found.isPending
            ? '正在查找…'
            : found.data.withheld > 0
              ? `有 ${found.data.withheld} 张不能选：已办完、正被其他单据占用，或与已填的内容不符`
              : asked === ''
                ? '没有可选的'
                : '没有找到，换个关键字试试'
      }
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setKeyword('');
      }}
      onChange={(next) => {
        if (Array.isArray(next)) onPick(next, words(next));
        else onPick(next ?? null, next ? words([next]) : NO_LABELS);
      }}
    />
  );
};

/** What narrows the picker of a field, as the call takes it: the server accepts nothing else either. */
function useNarrowing(of: WidgetProps['of'], path: string): Readonly<Record<string, string>> {
  const { form } = useStore();
  const known = useRecord(({ record }) =>
    JSON.stringify([
      ['Field', `${form.id}.${of.path}`],
      ...(of.field.offeredBy ?? []).map((key) => [key, String(record[key] ?? '')]),
      ...withinOf(form, path, record).map(({ whole, value }) => [whole, value]),
    ]),
  );
  return useMemo(() => Object.fromEntries(JSON.parse(known) as readonly (readonly [string, string])[]), [known]);
}

/** user, users, project, contract, device, supplier, community, room, ref. */
export const ReferenceInput = ({ id, of, path, value, onChange, aria }: WidgetProps): ReactElement => {
  const store = useStore();
  const labels = useRecord((state) => state.labels[fieldPath(path)] ?? NO_LABELS);
  const entity = entityOf(of.field) ?? '';
  const within = useNarrowing(of, path);
  const { kinds, nextHandler } = of.field;
  // Who is asked next has to be one of the next step's people: nobody else is offered.
  const role = nextHandler === true ? store.form.steps[of.step]?.shape.among : undefined;
  const extra = useMemo(() => {
    const { project: _, ...narrowed } = within;
    return { ...narrowed, ...(kinds ? { Kinds: kinds.join(',') } : {}), ...(role ? { Role: role } : {}) };
  }, [within, kinds, role]);
  return (
    <ReferencePicker
      id={id}
      entity={entity}
      extra={extra}
      multiple={of.field.type === 'users'}
      value={value}
      labels={labels}
      project={within['project'] ?? ''}
      aria={aria}
      onPick={(next, words) => {
        for (const [key, label] of Object.entries(words)) store.addLabel(path, key, label);
        onChange(next);
      }}
    />
  );
};

interface DeptNode {
  readonly value: string;
  readonly title: string;
  readonly children: DeptNode[];
}

/** Department ids begin with their parent's: the nearest shorter one that is there is the parent. */
const treeOf = (rows: readonly { readonly value: string; readonly label: string }[]): readonly DeptNode[] => {
  const nodes = new Map<string, DeptNode>();
  const roots: DeptNode[] = [];
  for (const row of [...rows].sort((a, b) => a.value.length - b.value.length || (a.value < b.value ? -1 : 1))) {
    const node: DeptNode = { value: row.value, title: row.label, children: [] };
    let parent: DeptNode | undefined;
    for (let end = row.value.length - 1; end > 0 && !parent; end -= 1) parent = nodes.get(row.value.slice(0, end));
    (parent?.children ?? roots).push(node);
    nodes.set(row.value, node);
  }
  return roots;
};

export const DeptInput = ({ id, path, value, onChange, aria }: WidgetProps): ReactElement => {
  const store = useStore();
  const labels = useRecord((state) => state.labels[fieldPath(path)] ?? NO_LABELS);
  const [open, setOpen] = useState(false);
  const found = useReferences('dept', '', '', open, 500);
  const rows = found.data?.rows ?? [];
  const own = typeof value === 'string' ? value : undefined;
  const tree =
    rows.length > 0 ? treeOf(rows) : own === undefined ? [] : [{ value: own, title: labels[own] ?? own, children: [] }];
  return (
    <TreeSelect<string | undefined>
      {...aria}
      id={id}
      className="in-picker"
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      status={aria['aria-invalid'] === true ? 'error' : ''}
      placeholder="选择部门"
      value={own}
      treeData={[...tree]}
      loading={found.isFetching}
      onOpenChange={setOpen}
      onChange={(next) => {
        const row = rows.find((one) => one.value === next);
        if (row) store.addLabel(path, row.value, row.label);
        onChange(next ?? null);
      }}
    />
  );
};
