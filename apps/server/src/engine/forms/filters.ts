/** Filters of a list: what came over the wire, as SQL conditions. Unknown names and malformed values are named, never ignored. */
import { likeOf, likeText } from '../../platform/db/like.ts';
import type { FieldError } from '@hengneng/core';
import { areaOf, type ListPage, listPageOf, SCREENS } from '@hengneng/core';
import { columnType, type CompiledField, type Field, placesOf, readValue } from '@hengneng/form-kit';
import type { Session } from '../../platform/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Module } from './catalog.ts';
import type { OrgOf } from './org.ts';
import { type Bind, isWithheld, participantSql, type Use, visibleSql } from './visibility.ts';

/** What every list takes besides filters. */
const RESERVED: ReadonlySet<string> = new Set([
  'PageIndex',
  'PageSize',
  'SortField',
  'SortOrder',
  'Keyword',
  'Scope',
  'Org',
  'Columns',
  'Step',
  'Page',
]);

export type ListScope = 'all' | 'area' | 'limit' | 'mine' | 'person';

export interface ListAsk {
  readonly Scope: ListScope;
  readonly Keyword?: string | undefined;
  readonly Org?: OrgOf | undefined;
  readonly Step?: string | readonly string[] | undefined;
  readonly Page?: string | undefined;
  readonly [filter: string]: unknown;
}

/** The page of several of the module's that a list is asked for; null where it is asked for as the module's own. */
export const pageOfAsk = (module: Module, { Page }: Pick<ListAsk, 'Page'>): ListPage | null => {
  const named = Page === undefined ? undefined : SCREENS.find((screen) => screen.path === Page);
  return named?.module === module.id ? listPageOf(named.path) : null;
};

const MAX_CHOICES = 200;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TEXTS: ReadonlySet<Field['type']> = new Set(['text', 'textarea', 'richText', 'phone', 'idCard', 'plate']);
const FILES: ReadonlySet<Field['type']> = new Set(['file', 'files', 'image', 'images', 'signature', 'check']);

/** Fields that a list can be sorted and filtered by. */
export const isComparable = (field: Field): boolean => !FILES.has(field.type);
/** Fields that a list can show: the result of a check is read, but not compared. */
export const isListed = (field: Field): boolean => isComparable(field) || field.type === 'check';
export const isText = (field: Field): boolean => TEXTS.has(field.type);

export const isBlank = (raw: unknown): boolean => raw === undefined || raw === null || raw === '';
const isObject = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

export interface Target {
  readonly of: CompiledField;
  readonly column: string;
  readonly bind: Bind;
  readonly org: OrgOf;
}

export class FilterError extends Error {
  readonly at: string;
  constructor(at: string, message: string) {
    super(message);
    this.at = at;
  }
}

function read(field: Field, raw: unknown, at: string): unknown {
  const value = readValue(field, raw);
  if (!value.ok) throw new FilterError(at, value.message);
  return value.value;
}

/** One end of a range, both ends inclusive; the end of a day is the end of that whole day. */
function bound(target: Target, raw: unknown, end: 'from' | 'to'): string {
  const { of, column, bind } = target;
  const type = columnType(of.field);
  const at = `${of.key}.${end}`;
  const op = end === 'from' ? '>=' : '<=';
  if (of.field.type === 'datetime') {
    const text = typeof raw === 'string' ? raw.trim() : raw;
    if (typeof text === 'string' && DAY.test(text)) {
      const day = bind(read({ type: 'date', label: of.label }, text, at));
      return end === 'from'
        ? `${column} >= (${day}::date)::timestamp at time zone 'Asia/Shanghai'`
        : `${column} < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;
    }
  }
  return `${column} ${op} ${bind(read(of.field, raw, at))}::${type}`;
}

function range(target: Target, raw: Readonly<Record<string, unknown>>): string[] {
  const { of } = target;
  const odd = Object.keys(raw).find((key) => key !== 'from' && key !== 'to');
  if (odd !== undefined) throw new FilterError(of.key, `${of.label}的区间只能写 from 和 to`);
  return (['from', 'to'] as const).flatMap((end) => (isBlank(raw[end]) ? [] : [bound(target, raw[end], end)]));
}

/** A value or several of which any will do. */
function choices(target: Target, raw: unknown): string[] {
  const { of, column, bind, org } = target;
  const items = (Array.isArray(raw) ? raw : [raw]).filter((item) => !isBlank(item));
  if (items.length === 0) return [];
  if (items.length > MAX_CHOICES) throw new FilterError(of.key, `${of.label}最多选择${MAX_CHOICES}项`);
  if (of.field.type === 'multiEnum' || of.field.type === 'users')
    return [`${column} && ${bind(read(of.field, items, of.key))}::${columnType(of.field)}`];
  const values = items.map((item) => read(of.field, item, of.key));
  // As a subselect, so that it is worked out once and not for every row.
  if (of.field.type === 'dept' && org === 'now')
    return [`${column} = any((select dept_codes(${bind(values)}::text[]))::text[])`];
  return [`${column} = any(${bind(values)}::${columnType(of.field)}[])`];
}

/** The conditions that one filter makes. @throws FilterError naming what is wrong */
export function condition(target: Target, raw: unknown): string[] {
  const { field, key, label } = target.of;
  if (isObject(raw)) {
    if (!isRange(field)) throw new FilterError(key, `${label}不能按区间筛选`);
    return range(target, raw);
  }
  if (isText(field)) {
    const words = (Array.isArray(raw) ? raw : [raw]).filter((item) => !isBlank(item));
    return words.map((word) => {
      if (typeof word !== 'string' || word.length > 100) throw new FilterError(key, `${label}最多100个字`);
      return `${target.column} ${likeOf(word)} ${target.bind(likeText(word.trim()))}`;
    });
  }
  if (field.type === 'datetime' && typeof raw === 'string') return range(target, { from: raw, to: raw });
  return choices(target, raw);
}

const isRange = (field: Field): boolean =>
  placesOf(field) !== null || ['date', 'datetime', 'month', 'time'].includes(field.type);

/** Records of the list that was asked for, among those the person may see. */
function scopeParts(module: Module, session: Session, ask: ListAsk, bind: Bind, use: Use): string[] {
  const visible = () => visibleSql(module, session, 'm', bind, use);
  const own = () => `m.applicant = ${bind(session.userId)}::bigint`;
  switch (ask.Scope) {
    case 'all':
      return [visible()];
    case 'mine':
      return [own()];
    case 'person':
      return [`(${own()} or ${participantSql(module, session, 'm', bind, use)})`];
    case 'limit':
      // What data scope does not show, but somebody opened to the person: a step, a copy.
      return [participantSql(module, session, 'm', bind, use), `not (${own()})`];
    case 'area': {
      const home = areaOf(session.deptId);
      const roots = bind([...new Set([...session.permissions.areaRoots, ...(home ? [home] : [])])]);
      const under = (column: string) =>
        `exists (select from unnest(${roots}::text[]) root where starts_with(${column}, root))`;
      const project = module.form.fields.find((of) => of.field.type === 'project');
      const place =
        project === undefined
          ? under('m.applicant_dept')
          : `${module.sql.column('m', project.key) ?? 'null'} in (select p.code from project p where ${under('p.area')})`;
      return [visible(), place];
    }
  }
}

/** Text that a person types anywhere: the number, the words of the record, its project and its applicant. */
function keywordPart(module: Module, session: Session, keyword: string, bind: Bind): string {
  const contains = `${likeOf(keyword)} ${bind(likeText(keyword))}`;
  const own = module.form.fields
    .filter((of) => isText(of.field) && of.field.type !== 'richText' && !isWithheld(session, of))
    .map((of) => `${module.sql.column('m', of.key)} ${contains}`);
  const projects = module.form.fields
    .filter((of) => of.field.type === 'project')
    .map(
      (of) =>
        `${module.sql.column('m', of.key)} in (select p.code from project p where p.name ${contains} or p.code ${contains} or p.pinyin ${contains})`,
    );
  const applicant = `m.applicant in (select u.id from app_user u where u.user_name ${contains} or u.pinyin ${contains})`;
  return `(${[`m.serial ${contains}`, ...own, ...projects, applicant].join(' or ')})`;
}

/**
 * Whether few of the records may be asked for, and not the newest: a keyword, a span of days or amounts, words, a department. The newest records
 * are then no good place to begin: days go with the time of filing, so that a walk back to last year's passes over everything since.
 */
export const seeks = (module: Module, ask: ListAsk): boolean =>
  !isBlank(ask.Keyword?.trim()) ||
  askedSteps(ask).length > 0 ||
  Object.entries(ask).some(([key, raw]) => {
    if (RESERVED.has(key) || isBlank(raw)) return false;
    const field = module.form.field(key)?.field;
    return field !== undefined && (isRange(field) || isText(field) || field.type === 'dept');
  });

const COLUMNS = 'Columns';

/** A field that this person may filter and sort a list by. @throws FilterError naming it */
function fieldFor(module: Module, session: Session, key: string, at: string): Target['of'] {
  const of = key.includes('.') ? undefined : module.form.field(key);
  if (!of || of.detail !== null) throw new FilterError(at, `没有“${key.slice(0, 40)}”这个字段`);
  if (at === COLUMNS ? !isListed(of.field) : !isComparable(of.field))
    throw new FilterError(at, `${of.label}不能用于${at === COLUMNS ? '列表' : '筛选和排序'}`);
  if (of.field.sealed !== undefined && at !== COLUMNS)
    throw new FilterError(at, `${of.label}开启前密封，不能用于筛选和排序`);
  if (isWithheld(session, of)) throw new FilterError(at, `您没有查看“${of.label}”的权限`);
  return of;
}

/** What a filter makes; an error of it is noted with the others. */
export const collected = <T>(errors: FieldError[], work: () => T): T | undefined => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    errors.push({ path: error.at, message: error.message });
    return undefined;
  }
};

/** Names of the steps that are asked for. */
export const askedSteps = ({ Step }: ListAsk): readonly string[] => [Step ?? []].flat().filter((name) => name !== '');

/** Records that stand at a step of one of these names; they are few, so that they are looked up and not asked about one by one. */
const stepPart = (module: Module, names: readonly string[], bind: Bind): string =>
  `m.id in (select i.biz_id from wf_instance i join wf_node_run n on n.id = i.current_run
    where i.module_id = '${module.id}' and i.status in ('draft', 'running', 'returned') and n.name = any(${bind(names)}::text[]))`;

/** Conditions of a list. @throws AppError with one error for each filter that is wrong */
export function listConditions(
  module: Module,
  session: Session,
  ask: ListAsk,
  bind: Bind,
  use: Use,
): readonly string[] {
  const errors: FieldError[] = [];
  const parts = scopeParts(module, session, ask, bind, use);
  for (const [key, raw] of Object.entries(ask)) {
    if (RESERVED.has(key) || isBlank(raw)) continue;
    const own = collected(errors, () => {
      const of = fieldFor(module, session, key, key);
      const column = module.sql.column('m', key) ?? 'null';
      return condition({ of, column, bind, org: ask.Org ?? 'now' }, raw);
    });
    parts.push(...(own ?? []));
  }
  if (errors.length > 0) throw invalid(errors);
  const steps = askedSteps(ask);
  if (steps.length > 0) parts.push(stepPart(module, steps, bind));
  const keyword = ask.Keyword?.trim() ?? '';
  if (keyword !== '') parts.push(keywordPart(module, session, keyword, bind));
  return parts;
}

/** Whether a list is asked for as a whole: everything that the person may see, without a filter. */
export const isWhole = (ask: ListAsk): boolean =>
  ask.Scope === 'all' &&
  isBlank(ask.Keyword?.trim()) &&
  askedSteps(ask).length === 0 &&
  Object.entries(ask).every(([key, raw]) => RESERVED.has(key) || isBlank(raw));

/** `order by` of a list; newest first where nothing is asked for. The id settles ties, so that pages do not overlap. */
export function listOrder(
  module: Module,
  session: Session,
  field: string | undefined,
  order: 'asc' | 'desc' | undefined,
): string {
  const direction = order ?? 'desc';
  if (field === undefined || field === '') return `m.created_at ${direction}, m.id ${direction}`;
  const errors: FieldError[] = [];
  const of = collected(errors, () => fieldFor(module, session, field, 'SortField'));
  if (of === undefined) throw invalid(errors);
  // Empty values come last either way: they are what a person looks for least.
  return `${module.sql.column('m', of.key)} ${direction} nulls last, m.id ${direction}`;
}

/** A filter's values as they were asked for. */
export const askedTexts = (raw: unknown): readonly string[] =>
  isObject(raw)
    ? [`${String(raw['from'] ?? '')} 至 ${String(raw['to'] ?? '')}`]
    : (Array.isArray(raw) ? raw : [raw]).map(String);

/** The filters of a list as they were asked for: key, label, values. */
export function filterWords(module: Module, ask: ListAsk): readonly (readonly [string, string, readonly string[]])[] {
  const words: (readonly [string, string, readonly string[]])[] = [['Scope', '范围', [SCOPE_WORDS[ask.Scope]]]];
  if (module.form.fields.some((of) => of.field.type === 'dept') || !isBlank(ask['applicantDept']))
    words.push(['Org', '组织口径', [ask.Org === 'then' ? '当时组织' : '现在组织']]);
  if (!isBlank(ask.Keyword)) words.push(['Keyword', '关键字', [String(ask.Keyword)]]);
  if (askedSteps(ask).length > 0) words.push(['Step', '当前环节', askedSteps(ask)]);
  for (const [key, raw] of Object.entries(ask)) {
    if (RESERVED.has(key) || isBlank(raw)) continue;
    const label = module.form.field(key)?.label ?? key;
    words.push([key, label, askedTexts(raw)]);
  }
  return words;
}

const SCOPE_WORDS: Readonly<Record<ListScope, string>> = {
  all: '全部',
  area: '本区域',
  limit: '单独授权',
  mine: '我发起的',
  person: '我申请和经办的',
};

const WORKED_OUT: ReadonlySet<string> = new Set(['currentStep', 'handlers', 'openedBy']);

/** What the browser asks to be columns; null where it says nothing. */
export function askedKeys({ Columns }: ListAsk): readonly string[] | null {
  if (isBlank(Columns)) return null;
  return (Array.isArray(Columns) ? Columns : String(Columns).split(',')).map(String).filter((key) => key !== '');
}

/** Fields that the caller wants as columns, in the order given; null where nothing is asked for. @throws AppError naming what is wrong */
export function askedColumns(module: Module, session: Session, ask: ListAsk): readonly CompiledField[] | null {
  const keys = askedKeys(ask);
  if (keys === null) return null;
  const errors: FieldError[] = [];
  if (keys.length > 100) throw invalid([{ path: 'Columns', message: '最多选择100列' }]);
  // These are worked out for every row, they are no fields.
  const beside = new Set(pageOfAsk(module, ask)?.beside.map((column) => column.key));
  const fields = keys
    .filter((key) => !WORKED_OUT.has(key) && !beside.has(key))
    .flatMap((key) => collected(errors, () => fieldFor(module, session, key, COLUMNS)) ?? []);
  if (errors.length > 0) throw invalid(errors);
  return fields;
}
