import type { FormRow } from '@hengneng/contracts';
import type { ListBeside, ListPage } from '@hengneng/core';
import {
  BUILTIN_FIELDS,
  type CompiledField,
  type CompiledForm,
  isNumeric,
  listColumns,
  unitOf,
} from '@hengneng/form-kit';
import { type FilterOf, filterOf } from './filter-of.ts';

/** A column of a list: a field of the form, or one of those that every list has. */
export interface Column {
  readonly key: string;
  readonly label: string;
  readonly of: CompiledField | null;
  /** It says something from beside the record: of what the record came from or led to, or of its approval. */
  readonly beside?: ListBeside;
}

const STATUS: Column = { key: 'status', label: '状态', of: null };
const OPENED_BY: Column = { key: 'openedBy', label: '授权来源', of: null };
const LAST: readonly Column[] = [
  { key: 'currentStep', label: '当前步骤与处理人', of: null },
  { key: 'applicant', label: '申请人', of: null },
  { key: 'createdAt', label: '申请时间', of: null },
];
const STANDARD = [STATUS, ...LAST];

/** What stands in its head. */
export const headOf = ({ label, of, beside }: Column): string => {
  const unit = of === null || of.field.flag === true ? beside?.unit : unitOf(of.field);
  return unit ? `${label}（${unit}）` : label;
};

/** What is worked out for every row, and the results of checks, have no order. */
export const isSortable = ({ key, of, beside }: Column): boolean =>
  key !== 'currentStep' && key !== 'openedBy' && beside === undefined && of?.field.type !== 'check';

/** Whether its values stand at the right. */
export const isRight = ({ of, beside }: Column): boolean =>
  of === null ? beside !== undefined && beside.as !== 'text' : isNumeric(of.field) && of.field.flag !== true;

const asField = (form: CompiledForm, key: string): CompiledField | null => form.field(key) ?? null;

/** The number and where it stands first, so that both are in sight however many columns follow; then the page's or the definition's, then the standard ones. */
export const columnsOf = (form: CompiledForm, limited: boolean, page: ListPage | null = null): readonly Column[] => {
  const own = (page?.columns ?? listColumns(form.definition.list)).flatMap((key): Column[] => {
    if (key === 'serial' || key === 'status') return [];
    const standard = LAST.find((column) => column.key === key);
    // Where a page says so, a standard column stands among the others.
    if (standard !== undefined) return page === null ? [] : [standard];
    const beside = page?.beside.find((one) => one.key === key);
    if (beside !== undefined) return [{ key, label: beside.label, of: null, beside }];
    const of = asField(form, key);
    return of ? [{ key, label: of.label, of }] : [];
  });
  const serial: Column = { key: 'serial', label: '单号', of: asField(form, 'serial') };
  const last = LAST.filter((column) => !own.includes(column));
  return [serial, STATUS, ...(limited ? [OPENED_BY] : []), ...own, ...last];
};

/** What the server answers with this person's rows: files are no column, classified values are withheld from some. */
export const isAnswered = (key: string, rows: readonly FormRow[]): boolean => {
  const [first] = rows;
  return first === undefined || key in first;
};

/** Departments by the organisation of today, or by that of the moment at which each record was filed. */
export const ORG = {
  key: 'Org',
  label: '组织口径',
  kind: 'choice',
  unset: '现在组织',
  options: [['then', '当时组织']],
} as const satisfies FilterOf;

const stepsOf = (form: CompiledForm): FilterOf => ({
  key: 'Step',
  label: '当前环节',
  kind: 'choice',
  options: [...new Set(form.steps.map((step) => step.name))].map((name) => [name, name] as const),
});

/** What a person has to do with the records of a page that is theirs. */
export const ROLE = {
  key: 'role',
  label: '我的角色',
  kind: 'choice',
  options: [
    ['mine', '我申请'],
    ['limit', '我经办或抄送给我'],
  ],
} as const satisfies FilterOf;

/** The page's filters, or the definition's, first; then those that every list has. */
export const filtersOf = (form: CompiledForm, page: ListPage | null = null): readonly FilterOf[] => {
  const keys = [
    ...(page?.filters ?? form.definition.list.filters),
    ...['project', 'status', 'step', 'createdAt', 'applicant', 'applicantDept'].filter(
      (key) => key === 'step' || form.field(key) !== undefined || key in BUILTIN_FIELDS,
    ),
    ...(page === null ? [] : form.definition.list.filters),
  ];
  const fields = [...new Set(keys)].flatMap((key): FilterOf[] => {
    if (key === 'step' && form.field(key) === undefined) return form.steps.length > 1 ? [stepsOf(form)] : [];
    const of = asField(form, key);
    if (!of) return [];
    // A standard column and its filter have one name.
    const label = STANDARD.find((column) => column.key === key)?.label ?? of.label;
    return [{ ...filterOf(of), label }];
  });
  return [...(page?.scope === 'person' ? [ROLE] : []), ...fields, ORG];
};
