/** Where the rows of a view come from: a query of ours, asked for by definition and limited by what the person may see. */
import {
  columnType,
  type CompiledField,
  defaultOf,
  type Field,
  type Fields,
  listFields,
  placesOf,
  readValue,
  today,
  type ValueOf,
  type ViewShape,
} from '@hengneng/form-kit';
import type { Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { scopeOf, type ScopeColumns } from '../../platform/policy/scope.ts';
import { isBlank } from '../forms/filters.ts';
import { asValue } from '../forms/record-sql.ts';
import { raw } from '../../platform/db/raw.ts';
import { type Bind, Parameters } from '../forms/visibility.ts';
import type { Asking, ListSource } from '../lists/list.ts';

type Asks<V extends ViewShape> = V['asks'] extends Fields
  ? { readonly [K in keyof V['asks']]: ValueOf<V['asks'][K]> | null }
  : {};
type SqlOf<F> = F extends Fields ? { readonly [K in keyof F]: string } : undefined;

/** What a query is made of. */
export interface Asked<V extends ViewShape> {
  readonly session: Session;
  readonly now: Date;
  /** Today in China, bound. */
  readonly today: string;
  /** Answers the placeholder of a value; cast it where SQL cannot know its type. */
  readonly bind: Bind;
  readonly asks: Asks<V>;
  /** SQL condition: what the person's data scope admits, by where the row keeps project, department and person. */
  readonly visible: (columns: Partial<ScopeColumns>) => string;
}

/** A view with its query. Columns of the query are named by the keys of the view's columns, and there is an `id`. */
export interface ViewSource<V extends ViewShape = ViewShape> {
  readonly view: V;
  readonly rows: (asked: Asked<V>) => string;
  /** Order where nobody asked for another: SQL over `m."<column>"`. */
  readonly order: string;
  /** Aggregates over `m."<column>"`. */
  readonly figures: SqlOf<V['figures']>;
  readonly charts: V['charts'] extends Readonly<Record<string, { readonly series: Fields }>>
    ? { readonly [K in keyof V['charts']]: SqlOf<V['charts'][K]['series']> }
    : undefined;
}

/** A source as the engine holds it, whatever the view. */
export interface AnySource {
  readonly view: ViewShape;
  readonly order: string;
  readonly figures: Readonly<Record<string, string>>;
  readonly charts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  from(asking: Asking): string;
}

/** What was asked, read by its fields. @throws AppError naming each that is wrong */
function readAsks(view: ViewShape, { ask, session, now, row }: Asking): Record<string, unknown> {
  const errors: { path: string; message: string }[] = [];
  const read = (key: string, field: Field): unknown => {
    const given = ask[key];
    if (isBlank(given)) return row ? null : defaultOf(field, { now, userId: session.userId, deptId: session.deptId });
    const value = readValue(field, given);
    if (value.ok) return value.value;
    errors.push({ path: key, message: value.message });
    return null;
  };
  const values = Object.fromEntries(Object.entries(view.asks ?? {}).map(([key, field]) => [key, read(key, field)]));
  if (errors.length > 0) throw invalid(errors);
  return values;
}

const NOWHERE: ScopeColumns = { applicant: null, dept: null, project: null };

/** Makes the source of a view; a figure or series without its SQL does not compile. */
export function viewSource<const V extends ViewShape>(
  source: Omit<ViewSource<V>, 'figures' | 'charts'> &
    (ViewSource<V>['figures'] extends undefined ? {} : Pick<ViewSource<V>, 'figures'>) &
    (ViewSource<V>['charts'] extends undefined ? {} : Pick<ViewSource<V>, 'charts'>),
): AnySource {
  const { view, rows, order } = source;
  const from = (asking: Asking): string => {
    const { session, now, bind } = asking;
    const scope = scopeOf(session, null);
    return `(${rows({
      session,
      now,
      bind,
      // A value that the query does not use must not be sent along.
      get today() {
        return `${bind(today(now))}::date`;
      },
      // The fields read are those of the view, so that their values are of its types.
      asks: readAsks(view, asking) as Asks<V>,
      visible: (columns) => (scope.everything ? 'true' : scope.sql({ ...NOWHERE, ...columns }, bind)),
    })}) m where true`;
  };
  return {
    view,
    order,
    figures: 'figures' in source ? { ...source.figures } : {},
    charts: 'charts' in source ? { ...source.charts } : {},
    from,
  };
}

/** What was divided has the places of its column; a percentage has two, as people read it. */
const rounded = (of: CompiledField, sql: string, places: number): string =>
  of.field.type === 'percent' ? `round((${sql})::numeric, 2)` : `(${sql})::numeric(38,${places})`;

/** A value as records hold it: what a query counts or averages is of its field's own type again. */
const valueOf = (of: CompiledField, sql: string): string => {
  const type = columnType(of.field);
  const places = placesOf(of.field);
  return asValue(type.startsWith('numeric') && places !== null ? rounded(of, sql, places) : `(${sql})::${type}`, type);
};

/** The view as a list. */
export function listOf(source: AnySource): ListSource {
  const { view } = source;
  const fields = listFields(view.columns);
  const byKey = new Map(fields.map((of) => [of.key, of]));
  const column = (key: string): string => `m."${key}"`;
  const project = fields.find((of) => of.field.type === 'project');
  return {
    shape: view,
    fields,
    asks: listFields(view.asks),
    field: (key) => byKey.get(key),
    column,
    select: (wanted) =>
      ['m.id::text as id', ...wanted.map((of) => `${valueOf(of, column(of.key))} as "${of.key}"`)].join(', '),
    project: project === undefined ? null : column(project.key),
    from: source.from,
    order: source.order,
  };
}

/** A figure as exact text. */
export const asFigure = (of: CompiledField, sql: string): string => {
  const places = placesOf(of.field);
  return places === null ? `(${sql})::text` : `${rounded(of, sql, places)}::text`;
};

/** One row of a view by its id, if the person may see it. */
export async function rowOf(
  db: Db,
  source: AnySource,
  { session, now }: Pick<Asking, 'session' | 'now'>,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const parameters = new Parameters();
  const { bind } = parameters;
  const from = source.from({ session, now, ask: { PageIndex: 1, PageSize: 1 }, bind, row: true });
  const columns = listFields(source.view.columns).map((of) => `${valueOf(of, `m."${of.key}"`)} as "${of.key}"`);
  const [row] = await raw<Readonly<Record<string, unknown>>>(
    db,
    `select m.id::text as id, ${columns.join(', ')} from ${from} and m.id::text = ${bind(id)}`,
    parameters.values,
  );
  return row;
}
