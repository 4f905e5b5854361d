/**
 * `defineImport`: a workbook that people fill in and hand over (报销额度导入). Its columns are fields, so that the template with its checks, the
 * reading of cells, the list of what is wrong and the workbook of faulty rows follow from the one definition.
 */
import type { Fields } from './define.ts';

export interface ImportShape {
  readonly id: string;
  /** What people call it: 报销额度导入. */
  readonly title: string;
  /** What it is for, one sentence. */
  readonly purpose: string;
  /** Path of the screen whose buttons it needs: `download` the template, `import` to check and confirm, `delete` to take a batch back. */
  readonly screen: string;
  /** Several imports of one controller share these and are told apart by `kind`. */
  readonly calls: {
    readonly template: string;
    readonly import: string;
    readonly rows: string;
    readonly faults: string;
  };
  readonly kind: string;
  /** Columns of the sheet, by their labels; `required` cells must be filled in, `hint` says how. */
  readonly columns: Fields;
  /** Rows of the sheet 示例, by the columns' keys. */
  readonly example: readonly Readonly<Record<string, string>>[];
  /** What is chosen beside the file. */
  readonly asks?: Fields;
  /** What the precheck finds out about each row. */
  readonly found?: Fields;
  /** What people may still settle for a row after the precheck. */
  readonly edits?: Fields;
  /** What the precheck says of the file as a whole. */
  readonly facts?: Fields;
  /** Columns of the precheck, in order: keys of `columns` and `found`. */
  readonly shown: readonly string[];
}

interface CheckedImport<T extends ImportShape> {
  readonly shown: readonly ((keyof T['columns'] & string) | (keyof T['found'] & string))[];
  readonly example: readonly { readonly [K in keyof T['columns'] & string]?: string }[];
}

/** Makes an import; a name that is no column of it does not compile. */
export const defineImport = <const T extends ImportShape>(shape: T & CheckedImport<T>): T => shape;

/** Limits of every import: they are said before a file is sent, and the server keeps them. */
export const IMPORT_LIMITS = { bytes: 10 * 1024 * 1024, rows: 20_000 } as const;
export const TOO_BIG = '文件不能超过10MB';
export const TOO_MANY_ROWS = '一次最多导入20000行';
