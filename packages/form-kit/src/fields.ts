/**
 * The field types of a form and what each option means.
 * A field is written `f.decimal(2, '系统水容量', { unit: 'm³', min: 0.01, required: true })` and reads like a line of the paper form.
 */

import { type DataClass, DICTIONARIES, type WordsId } from '@hengneng/core';

/** Entities that a field may point at. Modules (`ref('mainEnergySource')`) are named by their module id. */
export type LinkType = 'project' | 'contract' | 'dept' | 'device' | 'supplier' | 'community' | 'room' | 'user';

/** What every field may say. `E` (expressions) stays the literal text, so that `defineForm` can check the names in it. */
export interface FieldOptions {
  /** Must be filled in before its step is submitted; a draft may leave it empty. With `showIf` it holds only while the field shows. */
  readonly required?: boolean;
  /** Unit shown behind the value and in the column head, e.g. `m³`, `元/kWh`. */
  readonly unit?: string;
  /** Smallest value allowed (numbers), or fewest items (lists). */
  readonly min?: number;
  /** Largest value allowed (numbers), longest text in characters, or most items (files, images). */
  readonly max?: number;
  /** Value of a new record. `now`, `today`, `month` and `year` are taken when the form opens; `me` is the person, `myDept` their department. */
  readonly default?: string | number | boolean | readonly string[];
  /** Detail rows only: a new row starts with what the record has in this field; with `default` where it has nothing. */
  readonly startsAs?: string;
  /** One short sentence below the field. */
  readonly hint?: string;
  /** Condition under which the field shows; hidden fields are cleared and take no part in formulas. */
  readonly showIf?: string;
  /** Prefilled from a linked record: `project.customerContact`, or `part.unitPrice` with `part` a field of this form or row. */
  readonly from?: string;
  /**
   * With `from`: the value is the server's, taken anew at submit and at every step. `true`: nobody types it in, without a source it is empty.
   * `'known'`: where the server has no value (a meter that was never read), the person types one.
   */
  readonly locked?: true | 'known';
  /** No two live records (submitted and not ended in vain) of the module hold the same value. */
  readonly unique?: boolean;
  /** A user field of a step's section: the person named here handles the next step (`by: 'chosen'`). */
  readonly nextHandler?: boolean;
  /** Device only: kinds (`device.category`) that are offered first, so that who confirms a meter does not look for it among pumps. */
  readonly kinds?: readonly string[];
  /**
   * References only: the project fields of which the first that is filled in says whose things may be pointed at (default: the record's `project`).
   * Another name where a thing comes from elsewhere: `['fromProject', 'project']`.
   */
  readonly within?: readonly string[];
  /** References only: fields of the form whose values the picker tells the server, because what may still be pointed at hangs on them (whose loan it is). */
  readonly offeredBy?: readonly string[];
  /** Worked out, never typed in; the server's value counts. */
  readonly formula?: string;
  /** A check column that the system works out: 0 or empty is fine, anything else is shown as a warning with the field's label. */
  readonly flag?: boolean;
  /** Detail rows only: 0 or 1 for a total to add up. Other cells of the row say the same in words, so that nobody is shown it. */
  readonly tally?: boolean;
  /** Money only: also shown in 大写. */
  readonly capital?: boolean;
  /** Detail rows only: a new record starts with one row for each option of this enum (the standard check list). */
  readonly prefillRows?: boolean;
  /**
   * Kept under seal until the record is opened (开标): lists, exports, the log and calls do not answer it. `outsiders`: whoever files or handles the
   * record sees it before; `everybody`: only whoever fills it in.
   */
  readonly sealed?: 'outsiders' | 'everybody';
  /** Choices only: the dictionary whose words are offered. The options are those of the program; administrators add others and stop some. */
  readonly dictionary?: WordsId;
  /** Group of fields whose right a role must hold to see the value, where it is not the one that its type and label say (`classOf`). */
  readonly classified?: DataClass;
}

interface Shape<T extends string> {
  readonly type: T;
  readonly label: string;
}

/** Any field, as the engine sees it. */
export type Field = FieldOptions &
  (
    | Shape<'text' | 'textarea' | 'phone' | 'idCard' | 'plate' | 'richText'>
    | Shape<'integer' | 'money' | 'money4' | 'percent'>
    | (Shape<'decimal'> & { readonly places: number })
    | Shape<'date' | 'datetime' | 'month' | 'time'>
    | (Shape<'enum' | 'multiEnum'> & { readonly options: readonly string[] })
    | Shape<'boolean' | 'check'>
    | Shape<LinkType | 'users'>
    | (Shape<'ref'> & { readonly entity: string })
    | Shape<'file' | 'files' | 'image' | 'images' | 'signature'>
  );

export type FieldType = Field['type'];

const plain =
  <const T extends FieldType>(type: T) =>
  <const O extends FieldOptions = {}>(label: string, options?: O): Shape<T> & O =>
    ({ type, label, ...options }) as Shape<T> & O;

/** Makers of fields, one for each type of the catalogue. */
export const f = {
  text: plain('text'),
  textarea: plain('textarea'),
  richText: plain('richText'),
  phone: plain('phone'),
  idCard: plain('idCard'),
  plate: plain('plate'),
  integer: plain('integer'),
  money: plain('money'),
  money4: plain('money4'),
  /** Kept as 6 for 6 %. */
  percent: plain('percent'),
  date: plain('date'),
  datetime: plain('datetime'),
  month: plain('month'),
  time: plain('time'),
  boolean: plain('boolean'),
  /** 合格 / 不合格 / 不适用 with remark and photos. */
  check: plain('check'),
  user: plain('user'),
  users: plain('users'),
  dept: plain('dept'),
  project: plain('project'),
  contract: plain('contract'),
  device: plain('device'),
  supplier: plain('supplier'),
  community: plain('community'),
  room: plain('room'),
  file: plain('file'),
  files: plain('files'),
  image: plain('image'),
  images: plain('images'),
  signature: plain('signature'),
  decimal: <const P extends number, const O extends FieldOptions = {}>(places: P, label: string, options?: O) =>
    ({ type: 'decimal', places, label, ...options }) as Shape<'decimal'> & { readonly places: P } & O,
  enum: <const V extends readonly string[], const O extends FieldOptions = {}>(label: string, options: V, more?: O) =>
    ({ type: 'enum', label, options, ...more }) as Shape<'enum'> & { readonly options: V } & O,
  /** A choice among the words of a dictionary. */
  word: <const D extends WordsId, const O extends FieldOptions = {}>(dictionary: D, label: string, more?: O) =>
    ({ type: 'enum', label, options: DICTIONARIES[dictionary].words, dictionary, ...more }) as Shape<'enum'> & {
      readonly options: (typeof DICTIONARIES)[D]['words'];
      readonly dictionary: D;
    } & O,
  multiEnum: <const V extends readonly string[], const O extends FieldOptions = {}>(
    label: string,
    options: V,
    more?: O,
  ) => ({ type: 'multiEnum', label, options, ...more }) as Shape<'multiEnum'> & { readonly options: V } & O,
  /** Points at a record of a ledger (`waterChemical`) or of a module (`borrowing`). */
  ref: <const N extends string, const O extends FieldOptions = {}>(entity: N, label: string, options?: O) =>
    ({ type: 'ref', entity, label, ...options }) as Shape<'ref'> & { readonly entity: N } & O,
} as const;

/** A stored file as a field value. `URL` is served with the session's permission to see the record. */
export interface FileValue {
  readonly URL: string;
  readonly Size: number;
  readonly Name: string;
}

export const CHECK_RESULTS = ['合格', '不合格', '不适用'] as const;

/** Value of a `check` field. */
export interface CheckValue {
  readonly result: (typeof CHECK_RESULTS)[number];
  readonly remark?: string | null;
  readonly photos?: readonly FileValue[];
}
