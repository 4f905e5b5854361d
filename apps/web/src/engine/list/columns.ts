import type { FormRow } from '@hengneng/contracts';
import { BUILTIN_FIELDS, type CompiledField, type CompiledForm, unitOf } from '@hengneng/form-kit';
import { type FilterOf, filterOf } from './filter-of.ts';

/** A column of a list: a field of the form, or one of those that every list has. */
export interface Column {
  readonly key: string;
  readonly label: string;
  readonly of: CompiledField | null;
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
export const headOf = ({ label, of }: Column): string => {
  const unit = of === null || of.field.flag === true ? undefined : unitOf(of.field);
  return unit ? `${label}（${unit}）` : label;
};

/** What is worked out for every row, and the results of checks, have no order. */
export const isSortable = ({ key, of }: Column): boolean =>
  key !== 'currentStep' && key !== 'openedBy' && of?.field.type !== 'check';

const asField = (form: CompiledForm, key: string): CompiledField | null => form.field(key) ?? null;

/** The number and where it stands first, so that both are in sight however many columns follow; then the definition's, then the standard ones. */
export const columnsOf = (form: CompiledForm, limited: boolean): readonly Column[] => {
  const own = form.definition.list.columns
    .filter((key) => key !== 'serial' && !STANDARD.some((column) => column.key === key))
    .flatMap((key): Column[] => {
      const of = asField(form, key);
      return of ? [{ key, label: of.label, of }] : [];
    });
  const serial: Column = { key: 'serial', label: '单号', of: asField(form, 'serial') };
  return [serial, STATUS, ...(limited ? [OPENED_BY] : []), ...own, ...LAST];
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

/** The definition's filters first, then those that every list has. */
export const filtersOf = (form: CompiledForm): readonly FilterOf[] => {
  const keys = [
    ...form.definition.list.filters,
    ...['project', 'status', 'createdAt', 'applicant', 'applicantDept'].filter(
      (key) => form.field(key) !== undefined || key in BUILTIN_FIELDS,
    ),
  ];
  const fields = [...new Set(keys)].flatMap((key) => {
    const of = asField(form, key);
    if (!of) return [];
    // A standard column and its filter have one name.
    const label = STANDARD.find((column) => column.key === key)?.label ?? of.label;
    return [{ ...filterOf(of), label }];
  });
  return [...fields, ORG];
};
