/** Puts what an audit row holds into words: fields by their labels, values as pages show them, and all of it in one line. */
import type { AuditRow } from '@hengneng/contracts';
import { type CompiledField, type CompiledForm, entityOf, flagName, formatValue } from '@hengneng/form-kit';
import type { Engine } from '../../engine/index.ts';
import { NOT_KEPT } from '../../platform/audit/audit.ts';
import type { Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';

/** What of a stored row the words are made of. */
export interface Told {
  /** Module of the record; null where it is no record. */
  readonly objectType: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

type Change = AuditRow['changes'][number];

interface Raw {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What of the changes somebody is shown: values of these field groups, and which of the others they may ask for one by one. */
export interface Eyes {
  readonly sees: (dataClass: string) => boolean;
  readonly mayOpen: (dataClass: string) => boolean;
}
const NOBODY_OPENS = (): boolean => false;
/** Groups that people with the right work with all day; the others are shown one row at a time, which is noted. */
const EVERYDAY: ReadonlySet<string> = new Set(['amount', 'price']);

export const readingEyes = ({ permissions }: Session): Eyes => ({
  sees: (dataClass) => EVERYDAY.has(dataClass) && permissions.classified.has(dataClass),
  mayOpen: (dataClass) => permissions.classified.has(dataClass),
});
export const openingEyes = ({ permissions }: Session): Eyes => ({
  sees: (dataClass) => permissions.classified.has(dataClass),
  mayOpen: NOBODY_OPENS,
});
export const exportingEyes = ({ permissions }: Session): Eyes => ({
  sees: (dataClass) => EVERYDAY.has(dataClass) && permissions.exportable.has(dataClass),
  mayOpen: NOBODY_OPENS,
});

const LABELS: Readonly<Record<string, string>> = { opinion: '意见' };

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Field by field, what differs. */
const differences = ({ before, after }: Told): readonly Raw[] => {
  if (!isGroup(before) && !isGroup(after))
    return plain(before) === null && plain(after) === null ? [] : [{ path: '内容', before, after }];
  const [old, next] = [isGroup(before) ? before : {}, isGroup(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .map((path) => ({ path, before: old[path], after: next[path] }))
    .filter((change) => plain(change.before) !== plain(change.after) || change.before === NOT_KEPT);
};

const fieldOf = (form: CompiledForm | undefined, path: string): CompiledField | undefined => form?.field(path);

/** A check that found nothing, before and after: said nowhere, as in the form. */
const isIdleCheck = (form: CompiledForm | undefined, { path, before, after }: Raw): boolean =>
  fieldOf(form, path)?.field.flag === true && !Number(plain(before)) && !Number(plain(after));

/** `chemicals[0].quantity` → 药剂明细 第1行 用量. */
const labelOf = (form: CompiledForm | undefined, path: string): string => {
  const [, detail = '', row = ''] = /^(\w+)\[(\d+)\]/.exec(path) ?? [];
  const of = fieldOf(form, path);
  const table = form?.detail(detail === '' ? path : detail);
  const line = detail === '' ? '' : ` 第${Number(row) + 1}行`;
  if (of) return [...(table ? [`${table.label}${line}`] : []), flagName(of.label)].join(' ');
  return table ? `${table.label}${line}` : (LABELS[path] ?? path);
};

const valuesOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');

/** Names of everything that the changes point at, one look-up for each entity. */
const namesOf = async (
  db: Db,
  engine: Engine,
  pointed: readonly (readonly [CompiledField, unknown])[],
): Promise<(of: CompiledField) => (value: string) => string | undefined> => {
  const wanted = new Map<string, Set<string>>();
  for (const [of, value] of pointed) {
    const entity = entityOf(of.field);
    if (entity === null) continue;
    const values = wanted.get(entity) ?? new Set();
    for (const one of valuesOf(value)) if (one !== NOT_KEPT) values.add(one);
    wanted.set(entity, values);
  }
  const found = new Map(
    await Promise.all(
      [...wanted].map(
        async ([entity, values]) => [entity, await engine.deps.labels.labels(db, entity, values)] as const,
      ),
    ),
  );
  return (of) => (value) => found.get(entityOf(of.field) ?? '')?.get(value);
};

/** What changed, in the order of the rows. */
export const changesOf = async (
  db: Db,
  engine: Engine,
  rows: readonly Told[],
  eyes: Eyes,
): Promise<readonly Change[][]> => {
  const told = rows.map((row) => {
    const form = row.objectType === null ? undefined : engine.catalog.get(row.objectType)?.form;
    return { form, changes: differences(row).filter((change) => !isIdleCheck(form, change)) };
  });
  const names = await namesOf(
    db,
    engine,
    told.flatMap(({ form, changes }) =>
      changes.flatMap((change) => {
        const of = fieldOf(form, change.path);
        return of ? [[of, change.before] as const, [of, change.after] as const] : [];
      }),
    ),
  );
  const text = (of: CompiledField | undefined, value: unknown): string | null =>
    of === undefined || value === NOT_KEPT ? plain(value) : formatValue(of.field, value, { label: names(of) }) || null;
  return told.map(({ form, changes }) =>
    changes.map(({ path, before, after }) => {
      const of = fieldOf(form, path);
      const field = labelOf(form, path);
      const dataClass = of?.dataClass ?? null;
      const kept = before !== NOT_KEPT && after !== NOT_KEPT;
      if (dataClass === null || !kept || eyes.sees(dataClass))
        return { field, before: text(of, before), after: text(of, after), openable: false };
      const hidden = (value: unknown) => (plain(value) === null ? null : NOT_KEPT);
      return { field, before: hidden(before), after: hidden(after), openable: eyes.mayOpen(dataClass) };
    }),
  );
};

/** So many changes are named in the line; the rest is counted. */
const NAMED = 3;

const one = ({ field, before, after }: Change): string => {
  if (before === NOT_KEPT || after === NOT_KEPT) return `${field}已变更`;
  if (before === null) return `${field}：${after ?? '空'}`;
  return `${field}：${before} → ${after ?? '空'}`;
};

/** A row in one line: as it was written, else what changed, else where it came from. */
export const summaryOf = (
  row: Pick<AuditRow, 'kind' | 'action' | 'object' | 'summary' | 'ip' | 'device'>,
  changes: readonly Change[],
): string => {
  const parts = [
    ...(row.summary === '' ? [] : [row.summary]),
    ...changes.slice(0, NAMED).map(one),
    ...(changes.length > NAMED ? [`等${changes.length}项`] : []),
  ];
  if (parts.length > 0) return parts.join('；');
  if (row.kind === '登录') return `来自${[row.device, row.ip].filter(Boolean).join(' ') || '未知来源'}`;
  if (row.kind === '拒绝访问') return `${row.action === '打开页面' ? '无权打开' : '无权调用'} ${row.object}`;
  return [row.action, row.object].filter(Boolean).join(' ');
};
