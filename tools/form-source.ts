/** Source text of a new definition, from what the module's requirement lists. Pure; `gen-form.ts` reads and writes the files. */
import { MODULES, type ModuleIdentity } from '@hengneng/core';

/** A field as a requirement lists it: `type` may carry places or an entity, `decimal(2)`, `ref(tool)`. */
export interface FieldSource {
  readonly key: string;
  readonly label: string;
  readonly type: string;
  readonly options?: readonly unknown[];
  readonly [more: string]: unknown;
}

export interface FormSource {
  readonly id: string;
  readonly purpose: string;
  readonly links?: readonly string[];
  readonly serial: string;
  readonly fields: readonly FieldSource[];
  readonly details?: readonly {
    readonly key: string;
    readonly label: string;
    readonly step?: string;
    readonly fields: readonly FieldSource[];
  }[];
  readonly computed?: readonly FieldSource[];
  readonly steps: readonly {
    readonly name: string;
    readonly by: string;
    readonly mode?: string;
    readonly when?: string;
    readonly final?: boolean;
    readonly fields?: readonly FieldSource[];
  }[];
  readonly cc?: readonly string[];
  readonly list: {
    readonly columns: readonly string[];
    readonly filters: readonly string[];
    readonly sum?: readonly string[];
  };
  readonly rules?: readonly { readonly if: string; readonly error: string }[];
  readonly onApproved?: readonly string[];
  readonly print?: string;
  readonly reports?: readonly string[];
}

/** What a module starts with where no requirement is given: one project, one remark, one approval. */
export const plainForm = (id: string, identity: ModuleIdentity): FormSource => ({
  id,
  purpose: identity.title,
  links: ['project'],
  serial: `${id.replace(/[^A-Z]/g, '').slice(0, 4) || id.slice(0, 4).toUpperCase()}-{yyyy}{MM}-{seq4}`,
  fields: [{ key: 'remark', label: '说明', type: 'textarea', required: true }],
  steps: [{ name: '项目经理审核', by: 'projectManager' }],
  list: { columns: ['serial', 'project', 'status'], filters: ['project', 'status'] },
  print: 'A4',
});

const LINK_LABELS: Readonly<Record<string, string>> = {
  project: '项目',
  contract: '合同',
  dept: '部门',
  device: '设备',
  supplier: '供应商',
  community: '小区',
  room: '房间',
  user: '人员',
};

const quoted = (text: string): string => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);

function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return String(value);
}

/** Options in the order in which definitions write them. */
const ORDER = [
  'required',
  'unit',
  'min',
  'max',
  'default',
  'hint',
  'showIf',
  'from',
  'locked',
  'unique',
  'formula',
  'capital',
  'prefillRows',
];
/** Text options whose value YAML may have read as something else: `default: 2026-01`, `showIf: done`. */
const TEXTS: ReadonlySet<string> = new Set(['unit', 'hint', 'showIf', 'from', 'formula']);

export function fieldSource(field: FieldSource): string {
  const options = ORDER.flatMap((name) => {
    const value = field[name];
    if (value === undefined || value === null) return [];
    return [`${name}: ${TEXTS.has(name) ? quoted(String(value)) : literal(value)}`];
  });
  const more = options.length === 0 ? '' : `, { ${options.join(', ')} }`;
  const [, base = field.type, inner = ''] = /^(\w+)\((.+)\)$/.exec(field.type) ?? [];
  const label = quoted(field.label);
  if (base === 'decimal') return `f.decimal(${inner}, ${label}${more})`;
  if (base === 'ref') return `f.ref(${quoted(inner)}, ${label}${more})`;
  if (base === 'enum' || base === 'multiEnum') {
    return `f.${base}(${label}, ${literal((field.options ?? []).map(String))}${more})`;
  }
  return `f.${base}(${label}${more})`;
}

const fieldsSource = (fields: readonly FieldSource[]): string =>
  `{\n${fields.map((field) => `${field.key}: ${fieldSource(withLock(field))},`).join('\n')}\n}`;

const titles: Readonly<Record<string, ModuleIdentity>> = MODULES;

function linkSource(link: string): string {
  const label = LINK_LABELS[link];
  return label === undefined
    ? `${link}: f.ref(${quoted(link)}, ${quoted(titles[link]?.title ?? link)})`
    : `${link}: f.${link}(${quoted(label)})`;
}

function stepSource(step: FormSource['steps'][number]): string {
  return [
    `{ name: ${quoted(step.name)}, by: ${quoted(step.by)},`,
    step.mode === undefined ? '' : `mode: ${quoted(step.mode)},`,
    step.when === undefined ? '' : `when: ${quoted(step.when)},`,
    step.final === true ? 'final: true,' : '',
    step.fields === undefined ? '' : `fields: ${fieldsSource(step.fields)},`,
    '}',
  ].join(' ');
}

const NUMBERS: ReadonlySet<string> = new Set(['money', 'money4', 'decimal', 'integer', 'percent']);
const PRICE = /price$/i;

/**
 * Who has the last word over a value that comes from elsewhere: a quantity or balance is the server's wherever it knows one, while a price
 * may have been agreed anew; the key by which a ledger tells its entries apart is never typed.
 */
function lockOf(field: FieldSource): unknown {
  if (field.from === undefined || field.locked !== undefined) return field.locked;
  const property = String(field.from).split('.')[1] ?? '';
  const [base = ''] = field.type.split('(');
  if (NUMBERS.has(base)) return PRICE.test(field.key) || PRICE.test(property) ? undefined : 'known';
  return base === 'text' && property === 'key' ? true : undefined;
}

const withLock = (field: FieldSource): FieldSource => {
  const locked = lockOf(field);
  return locked === undefined ? field : { ...field, locked };
};

/** The options of a check list's `item` are its standard rows. */
const ownRows = (field: FieldSource): FieldSource =>
  field.key === 'item' && field.type === 'enum' ? { ...field, prefillRows: true } : field;

/** Lists that ask for the department of a form that has none of its own mean the applicant's. */
function listNames(form: FormSource): (names: readonly string[]) => readonly string[] {
  const own = [
    ...(form.links ?? []),
    ...[...form.fields, ...(form.computed ?? []), ...form.steps.flatMap((step) => step.fields ?? [])].map(
      (field) => field.key,
    ),
  ];
  if (own.includes('dept')) return (names) => names;
  return (names) => [...new Set(names.map((name) => (name === 'dept' ? 'applicantDept' : name)))];
}

/**
 * The definition as TypeScript. What approvals change cannot be guessed from a sentence: `gen-form.ts` prints those lines.
 */
export function formSource(form: FormSource): string {
  const listed = listNames(form);
  const details = (form.details ?? []).map(
    (detail) =>
      `${detail.key}: { label: ${quoted(detail.label)}, ${detail.step === undefined ? '' : `step: ${quoted(detail.step)}, `}fields: ${fieldsSource(detail.fields.map(ownRows))} },`,
  );
  return [
    `import { f } from '@hengneng/form-kit';`,
    `import { defineForm } from '../env.ts';`,
    '',
    `/** ${form.purpose} */`,
    `export const ${form.id} = defineForm({`,
    `id: ${quoted(form.id)},`,
    `purpose: ${quoted(form.purpose)},`,
    ...(form.links && form.links.length > 0 ? [`links: { ${form.links.map(linkSource).join(', ')} },`] : []),
    `serial: ${quoted(form.serial)},`,
    `fields: ${fieldsSource(form.fields)},`,
    ...(details.length > 0 ? [`details: {\n${details.join('\n')}\n},`] : []),
    ...(form.computed && form.computed.length > 0
      ? // A worked-out value that is taken from elsewhere is the server's.
        [
          `computed: ${fieldsSource(form.computed.map((field) => (field.from === undefined ? field : { ...field, locked: true })))},`,
        ]
      : []),
    `steps: [\n${form.steps.map(stepSource).join(',\n')}\n],`,
    ...(form.cc && form.cc.length > 0 ? [`cc: ${literal(form.cc)},`] : []),
    `list: { columns: ${literal(listed(form.list.columns))}, filters: ${literal(listed(form.list.filters))}${form.list.sum ? `, sum: ${literal(form.list.sum)}` : ''} },`,
    ...(form.rules && form.rules.length > 0
      ? [
          `rules: [\n${form.rules.map((rule) => `{ if: ${quoted(String(rule.if))}, error: ${quoted(rule.error)} },`).join('\n')}\n],`,
        ]
      : []),
    `print: ${quoted(form.print ?? 'A4')},`,
    ...(form.reports && form.reports.length > 0 ? [`reports: ${literal(form.reports)},`] : []),
    '});',
    '',
  ].join('\n');
}

/** The area's entry with one more module, in the order of the alphabet. */
export function withModule(entry: string, id: string): string {
  const lines = new Set(entry.split('\n').filter((line) => line.startsWith('export *')));
  lines.add(`export * from './${id}.form.ts';`);
  return `${[...lines].sort().join('\n')}\n`;
}

/** A list of areas (of modules or of effects) with one more, beside the areas that are there. */
export function withArea(list: string, area: string): string {
  const [, known = ''] = /^import .* from '\.\/(\w+)\/(?:index|effects)\.ts';$/m.exec(list) ?? [];
  if (known === '' || list.includes(`./${area}/`)) return list;
  return list
    .split('\n')
    .flatMap((line) => {
      const names = new RegExp(`\\b${known}\\b`, 'g');
      return names.test(line) ? [line, line.replaceAll(names, area)] : [line];
    })
    .join('\n');
}

/** The lazy loaders with one more module. */
export function withLoader(loaders: string, id: string, file: string): string {
  if (loaders.includes(`  ${id}:`)) return loaders;
  return loaders.replace(/\n\};\n$/, `\n  ${id}: () => import('${file}').then((m) => m.${id}),\n};\n`);
}
