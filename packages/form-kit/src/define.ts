/**
 * `defineForm`: one typed definition of a form module, from which tables, schemas, calls, lists, pages, print and export follow.
 * Names in formulas, conditions, prefills, lists, handlers and effects are checked by the compiler.
 */
import type { ModuleId, RoleCode } from '@hengneng/core';
import type { CheckValue, Field, FileValue } from './fields.ts';
import type { StepPolicy, TimeoutAct } from './chain.ts';
import type { CheckExpr } from './names.ts';

export type Fields = Readonly<Record<string, Field>>;

/** A child table; each row has the fields named. */
export interface DetailShape {
  readonly label: string;
  readonly fields: Fields;
  /** Name of the step at which it is filled in; the applicant's where absent. */
  readonly step?: string;
  /** When the section opens empty it starts with one row for each value of `group` in another detail, with sums over that value's rows. */
  readonly fillFrom?: {
    readonly detail: string;
    /** [field of this table, field of the other] */
    readonly group: readonly [string, string];
    readonly sum: readonly (readonly [string, string])[];
  };
  /** What the standard rows say besides their item: by option of the `prefillRows` field, values of other fields of the row. */
  readonly standard?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /**
   * The applicant's rows come along when a field is pointed somewhere: `original.lines` gives the lines of the invoice that `original` points at,
   * each with some keys of this table. What else a row takes from there follows by `from`.
   */
  readonly rowsFrom?: string;
  /** Fewest rows at submit. */
  readonly minRows?: number;
  /** While this does not hold, nobody is asked for rows. Those that are there stay in sight: what is wrong with them is the rules' to say. */
  readonly showIf?: string;
  /**
   * A user field of the table. At a step that all must agree to, each handler fills in rows of their own, which this field marks; nobody sees those of
   * others until the step is through.
   */
  readonly ownRows?: string;
}

/** Who handles a step. `field(key)` is a user field of the form; `chosen`: whoever handled the step before picks. */
export type By =
  | 'applicant'
  | 'projectManager'
  | 'areaManager'
  | 'deptManager'
  | 'chosen'
  | `role(${RoleCode})`
  | `field(${string})`;

/** One step of the chain after the applicant. Its `key` is `s1`, `s2`, … by position. */
export interface StepShape {
  readonly name: string;
  readonly by: By;
  /** `any` one is enough (或签, default), `all` must agree (会签), `turn` one after another (依次), `vote` a share of them (票签). */
  readonly mode?: 'any' | 'all' | 'turn' | 'vote';
  /** With `mode: 'vote'`: percentage of those asked who have to agree. */
  readonly pass?: number;
  /** With `by: 'chosen'`: only people of this role may be picked. */
  readonly among?: RoleCode;
  /** The step takes place only if this holds. */
  readonly when?: string;
  /** The section that this step's handler fills in. */
  readonly fields?: Fields;
  /** Marks the feedback or payment step that closes the matter. */
  readonly final?: boolean;
  /** Working hours until the step counts as late (default 24). */
  readonly hours?: number;
  /** What happens when they are over (default: people are reminded). */
  readonly timeout?: TimeoutAct;
  /** What holds at the step beyond who handles it; see each member for its default. */
  readonly policy?: Omit<StepPolicy, 'timeout'>;
  /** Fields and details that the step looks at: after a return its handlers are asked again only where one of them changed. */
  readonly watch?: readonly string[];
}

/** Steps taken side by side; the chain goes on when every branch that was entered is through. */
export interface ParallelShape {
  readonly name: string;
  /** In the order of the chain. */
  readonly branches: readonly {
    readonly name: string;
    /** The branch is entered only if this holds. */
    readonly when?: string;
    /** Names of its steps, which follow one another in `steps`. */
    readonly steps: readonly string[];
  }[];
}

/** A check across fields; speaks from the step at which all its fields can be known. */
export interface RuleShape {
  readonly if: string;
  readonly error: string;
  /** Field (or `detail.field`) at which the message shows; by default the last field that the condition names and the person can edit. */
  readonly at?: string;
}

/** When an effect happens: at submit (given back at return, withdrawal and rejection), when a named step agrees, or at the final approval. */
export type EffectUse<E extends string = string> = E | { readonly at: 'submit' | `step:${string}`; readonly do: E };

export interface FormShape {
  readonly id: ModuleId;
  /** What the form is for, one sentence. */
  readonly purpose: string;
  /** Entities the form belongs to: `project`, `contract`, `dept`, … Data scope follows `project`. */
  readonly links?: Fields;
  /** Number pattern: `{yyyy} {MM} {dd}` of the day of submission, `{seqN}` counts within what stands before it. */
  readonly serial: string;
  readonly fields: Fields;
  readonly details?: Readonly<Record<string, DetailShape>>;
  readonly computed?: Fields;
  readonly steps: readonly StepShape[];
  /** How a returned record goes on where who returns it says nothing else: through every step again (`replay`, the default), or with the step that returned it. */
  readonly resume?: 'replay' | 'direct';
  /** Blocks of steps that are taken side by side. */
  readonly parallel?: readonly ParallelShape[];
  /** Who is told when it ends (抄送). */
  readonly cc?: readonly By[];
  readonly list: {
    readonly columns: readonly string[];
    readonly filters: readonly string[];
    readonly sum?: readonly string[];
  };
  readonly rules?: readonly RuleShape[];
  /** Fields that together are unique among live records, e.g. `[['project', 'settleMonth']]`. */
  readonly uniqueTogether?: readonly (readonly string[])[];
  readonly onApproved?: readonly EffectUse[];
  readonly print: 'A4' | 'none';
  readonly reports?: readonly string[];
  /** What an empty operand of `-` counts as: the area's convention. Default: the result is empty. */
  readonly emptyMinus?: 'zero' | 'empty';
}

/** What a package of definitions knows beyond form-kit: its effects and the properties that prefills may reach. */
export interface FormEnv {
  readonly effects: string;
  /** Entity or ledger → names of its properties. */
  readonly props: Readonly<Record<string, string>>;
}

/** Names that every form may use besides its own fields. */
export type BuiltinName =
  | 'serial'
  | 'status'
  | 'applicant'
  | 'applicantDept'
  | 'createdAt'
  | 'submittedAt'
  | 'finishedAt';

type KeysOf<T> = T extends Fields ? keyof T & string : never;
type StepSection<T extends FormShape> = T['steps'][number] extends infer S
  ? S extends { fields: infer F }
    ? F
    : never
  : never;
type StepKeys<T extends FormShape> =
  StepSection<T> extends infer F ? (F extends Fields ? keyof F & string : never) : never;
type DetailKeys<T extends FormShape> = T['details'] extends infer D
  ? D extends Readonly<Record<string, DetailShape>>
    ? { [K in keyof D & string]: K | `${K}.${keyof D[K]['fields'] & string}` }[keyof D & string]
    : never
  : never;
/** Every single-valued name of a form. */
type TopNames<T extends FormShape> =
  | KeysOf<T['fields']>
  | KeysOf<T['links']>
  | KeysOf<T['computed']>
  | StepKeys<T>
  | BuiltinName;
type ExprNames<T extends FormShape> = TopNames<T> | DetailKeys<T>;
type StepNames<T extends FormShape> = T['steps'][number]['name'];

type UserFieldKeys<F> = F extends Fields
  ? { [K in keyof F & string]: F[K]['type'] extends 'user' | 'users' ? K : never }[keyof F & string]
  : never;
type UserKeys<T extends FormShape> =
  | UserFieldKeys<T['fields']>
  | (StepSection<T> extends infer F ? (F extends Fields ? UserFieldKeys<F> : never) : never);

type EntityOf<F> = F extends { type: 'ref'; entity: infer N } ? N : F extends { type: infer K } ? K : never;
type CheckFrom<S extends string, Known, Env extends FormEnv> = S extends `${infer Base}.${infer Prop}`
  ? Base extends keyof Known
    ? EntityOf<Known[Base]> extends infer N
      ? N extends keyof Env['props'] & string
        ? Prop extends Env['props'][N]
          ? S
          : `「${N}」没有属性「${Prop}」`
        : S
      : never
    : Base extends keyof Env['props'] & string
      ? Prop extends Env['props'][Base]
        ? S
        : `「${Base}」没有属性「${Prop}」`
      : `「${Base}」不是可用的字段`
  : 'from 要写成「字段.属性」';

/** Built-in names that point at something. */
interface BuiltinLinks {
  readonly applicant: { readonly type: 'user' };
  readonly applicantDept: { readonly type: 'dept' };
}
type Scope<T extends FormShape> = BuiltinLinks &
  T['fields'] &
  (T['links'] extends Fields ? T['links'] : unknown) &
  UnionToIntersection<StepSection<T>>;
type UnionToIntersection<U> = [U] extends [never]
  ? unknown
  : (U extends unknown ? (x: U) => void : never) extends (x: infer I) => void
    ? I
    : never;

type CheckField<F, Names extends string, S, Env extends FormEnv> = (F extends { formula: infer E extends string }
  ? { formula: CheckExpr<E, Names> }
  : unknown) &
  (F extends { showIf: infer E extends string } ? { showIf: CheckExpr<E, Names> } : unknown) &
  (F extends { from: infer E extends string } ? { from: CheckFrom<E, S, Env> } : unknown);
type CheckFields<F, Names extends string, S, Env extends FormEnv> = {
  [K in keyof F]: CheckField<F[K], Names, S, Env>;
};

type CheckStep<S, T extends FormShape, Env extends FormEnv> = S &
  (S extends { when: infer E extends string } ? { when: CheckExpr<E, ExprNames<T>> } : unknown) &
  (S extends { fields: infer F extends Fields } ? { fields: CheckFields<F, ExprNames<T>, Scope<T>, Env> } : unknown) &
  (S extends { by: infer B extends string } ? { by: CheckBy<B, UserKeys<T>> } : unknown) &
  (S extends { policy: { nobody: infer B extends string } }
    ? { policy: { nobody: CheckBy<B, UserKeys<T>> } }
    : unknown) &
  (S extends { watch: readonly unknown[] } ? { watch: readonly WatchNames<T>[] } : unknown);
/** What a step may look at: fields and whole details. */
type WatchNames<T extends FormShape> = TopNames<T> | (T['details'] extends infer D ? keyof D & string : never);
type CheckParallel<P extends readonly ParallelShape[], T extends FormShape> = {
  [I in keyof P]: P[I] & {
    branches: {
      [B in keyof P[I]['branches']]: { steps: readonly StepNames<T>[] } & (P[I]['branches'][B] extends {
        when: infer E extends string;
      }
        ? { when: CheckExpr<E, ExprNames<T>> }
        : unknown);
    };
  };
};
type CheckBy<B extends string, Users extends string> = B extends `field(${infer K})`
  ? K extends Users | 'applicant'
    ? B
    : `「${K}」不是人员字段`
  : B;

type CheckRules<R extends readonly RuleShape[], Names extends string> = {
  [I in keyof R]: R[I] & { if: CheckExpr<R[I]['if'], Names>; at?: Names };
};
type CheckCc<C extends readonly By[], Users extends string> = { [I in keyof C]: CheckBy<C[I], Users> };

/** The definition's own type with every wrong name turned into a sentence that says so. */
export type CheckedForm<T extends FormShape, Env extends FormEnv> = {
  fields: CheckFields<T['fields'], ExprNames<T>, Scope<T>, Env>;
  list: {
    columns: readonly TopNames<T>[];
    filters: readonly TopNames<T>[];
    sum?: readonly TopNames<T>[];
  };
  steps: { [I in keyof T['steps']]: CheckStep<T['steps'][I], T, Env> };
} & (T['links'] extends Fields ? { links: CheckFields<T['links'], ExprNames<T>, Scope<T>, Env> } : unknown) &
  (T['computed'] extends Fields ? { computed: CheckFields<T['computed'], ExprNames<T>, Scope<T>, Env> } : unknown) &
  (T['details'] extends Readonly<Record<string, DetailShape>>
    ? {
        details: {
          [D in keyof T['details']]: {
            step?: StepNames<T>;
            showIf?: T['details'][D]['showIf'] extends infer E extends string ? CheckExpr<E, ExprNames<T>> : undefined;
            fields: CheckFields<
              T['details'][D]['fields'],
              ExprNames<T> | (keyof T['details'][D]['fields'] & string),
              Scope<T> & T['details'][D]['fields'],
              Env
            >;
          };
        };
      }
    : unknown) &
  (T['rules'] extends readonly RuleShape[] ? { rules: CheckRules<T['rules'], ExprNames<T>> } : unknown) &
  (T['parallel'] extends readonly ParallelShape[] ? { parallel: CheckParallel<T['parallel'], T> } : unknown) &
  (T['cc'] extends readonly By[] ? { cc: CheckCc<T['cc'], UserKeys<T>> } : unknown) &
  (T['uniqueTogether'] extends readonly unknown[] ? { uniqueTogether: readonly (readonly TopNames<T>[])[] } : unknown) &
  (T['onApproved'] extends readonly unknown[]
    ? { onApproved: readonly (Env['effects'] | { at: 'submit' | `step:${StepNames<T>}`; do: Env['effects'] })[] }
    : unknown);

/** Makes the `defineForm` of a package that knows its effects and properties. */
export const formDefiner =
  <Env extends FormEnv>() =>
  <const T extends FormShape>(definition: T & CheckedForm<T, Env>): T =>
    definition;

/** Value of a field in a record: exact decimals are strings, ids are strings, days `YYYY-MM-DD`, times ISO 8601. */
export type ValueOf<F> = F extends { type: 'enum'; options: infer O extends readonly string[] }
  ? O[number]
  : F extends { type: 'multiEnum'; options: infer O extends readonly string[] }
    ? readonly O[number][]
    : F extends { type: 'integer' }
      ? number
      : F extends { type: 'boolean' }
        ? boolean
        : F extends { type: 'users' }
          ? readonly string[]
          : F extends { type: 'files' | 'images' }
            ? readonly FileValue[]
            : F extends { type: 'file' | 'image' | 'signature' }
              ? FileValue
              : F extends { type: 'check' }
                ? CheckValue
                : string;

type Sure<F> = F extends { required: true }
  ? F extends { showIf: string }
    ? ValueOf<F> | null
    : ValueOf<F>
  : ValueOf<F> | null;
type FieldValues<F> = { readonly [K in keyof F]: Sure<F[K]> };
type Maybe<F> = { readonly [K in keyof F]: ValueOf<F[K]> | null };
/** One row of a detail table. */
export type RowOf<F> = FieldValues<F> & { readonly id: string; readonly rowNo: number };

/** A record after submission, as effects see it: what is required and always shown is there. Later steps' values may be null until their step. */
export type RecordOf<T extends FormShape> = {
  readonly id: string;
  readonly serial: string;
  readonly status: string;
  readonly applicant: string;
  readonly applicantDept: string;
  readonly createdAt: string;
} & FieldValues<T['fields']> &
  (T['links'] extends Fields ? FieldValues<T['links']> : unknown) &
  (T['computed'] extends Fields ? Maybe<T['computed']> : unknown) &
  UnionToIntersection<StepSection<T> extends infer F ? (F extends Fields ? Maybe<F> : never) : never> &
  (T['details'] extends Readonly<Record<string, DetailShape>>
    ? { readonly [D in keyof T['details']]: readonly RowOf<T['details'][D]['fields']>[] }
    : unknown);

/** Columns of a module's list: a sum is shown under its column, so that what is summed is a column, too. */
export const listColumns = ({ columns, sum = [] }: FormShape['list']): readonly string[] => [
  ...new Set([...columns, ...sum]),
];
