import { BUILTIN_FIELDS, type CompiledField, type CompiledForm } from '@hengneng/form-kit';

/** A column of a list: a field of the form, or one of those that every list has. */
export interface Column {
  readonly key: string;
  readonly label: string;
  readonly of: CompiledField | null;
}

const STANDARD: readonly Column[] = [
  { key: 'status', label: '状态', of: null },
  { key: 'currentStep', label: '当前步骤与处理人', of: null },
  { key: 'applicant', label: '申请人', of: null },
  { key: 'createdAt', label: '申请时间', of: null },
];

const asField = (form: CompiledForm, key: string): CompiledField | null => form.field(key) ?? null;

/** The definition's columns, then the standard ones that are not among them. */
export const columnsOf = (form: CompiledForm): readonly Column[] => {
  const own = form.definition.list.columns
    .filter((key) => !STANDARD.some((column) => column.key === key))
    .flatMap((key): Column[] => {
      const of = asField(form, key);
      return of ? [{ key, label: of.label, of }] : [];
    });
  const serial: Column = { key: 'serial', label: '单号', of: asField(form, 'serial') };
  return [...(own.some((column) => column.key === 'serial') ? [] : [serial]), ...own, ...STANDARD];
};

/** The definition's filters first, then those that every list has. */
export const filtersOf = (form: CompiledForm): readonly CompiledField[] => {
  const keys = [
    ...form.definition.list.filters,
    ...['project', 'status', 'createdAt', 'applicant'].filter(
      (key) => form.field(key) !== undefined || key in BUILTIN_FIELDS,
    ),
  ];
  return [...new Set(keys)].flatMap((key) => asField(form, key) ?? []);
};
