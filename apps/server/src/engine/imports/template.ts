/** Workbooks of an import: the empty one with its checks and an example, and the rows that need mending with the reason beside them. */
import { type CompiledField, type Field, type ImportShape, listFields, placesOf } from '@hengneng/form-kit';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { widthOf } from '../forms/sheet.ts';
import { workbookFile } from '../forms/workbook-file.ts';
import { type Cell, type CellCheck, type Sheet, writeWorkbook } from '../forms/xlsx.ts';
import { headOf } from './rows.ts';
import type { Checked } from './store.ts';

const HUGE = 9_999_999_999;

function checkOf({ field }: CompiledField, column: number): CellCheck[] {
  if (field.type === 'enum') return [{ column, kind: 'list', options: field.options }];
  if (field.type === 'boolean') return [{ column, kind: 'list', options: ['是', '否'] }];
  if (field.type === 'date') return [{ column, kind: 'date' }];
  if (placesOf(field) === null) return [];
  return [
    { column, kind: placesOf(field) === 0 ? 'whole' : 'decimal', min: field.min ?? -HUGE, max: field.max ?? HUGE },
  ];
}

const SHAPES: Readonly<Partial<Record<Field['type'], string>>> = {
  date: '日期，如 2026-01-31',
  month: '月份，如 2026-01',
  datetime: '日期和时间，如 2026-01-31 08:30',
  integer: '整数',
  money: '金额，最多两位小数',
  boolean: '是 或 否',
};

/** How a column is filled in, in words. */
const wordsOf = ({ field }: CompiledField): string =>
  [
    field.required === true ? '必填' : '可空',
    field.type === 'enum' ? `只能是 ${field.options.join('、')}` : SHAPES[field.type],
    field.hint,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('；');

const heads = (fields: readonly CompiledField[]): Cell[] => fields.map((of) => ({ head: headOf(of) }));

export function templateOf(shape: ImportShape): Promise<FileAnswer> {
  const fields = listFields(shape.columns);
  const sheets: readonly Sheet[] = [
    {
      name: '填写',
      widths: fields.map(widthOf),
      rows: [heads(fields)],
      checks: fields.flatMap((of, column) => checkOf(of, column)),
    },
    {
      name: '示例',
      widths: fields.map(widthOf),
      rows: [heads(fields), ...shape.example.map((row) => fields.map((of) => row[of.key] ?? null))],
    },
    {
      name: '填写说明',
      widths: [22, 80],
      rows: [
        [{ head: '列' }, { head: '怎么填' }],
        ...fields.map((of) => [headOf(of), wordsOf(of)]),
        ['注意', '在“填写”页填写，一行一条，表头不要改动；只读取第一个工作表；文件不超过10MB、20000行'],
      ],
    },
  ];
  return workbookFile(`${shape.title}模板.xlsx`, (out) => writeWorkbook(out, sheets));
}

const STATES = { ok: '可导入', warned: '有警告', faulty: '有错误' } as const;

/** The rows as they were handed over; whoever mends them hands in the same sheet again, the added columns are not read. */
export function faultsOf(
  shape: ImportShape,
  check: Pick<Checked, 'lines' | 'fileName'>,
  all: boolean,
): Promise<FileAnswer> {
  const fields = listFields(shape.columns);
  const found = all ? listFields(shape.found) : [];
  const rows = check.lines.filter((line) => all || line.state === 'faulty');
  const base = check.fileName.replace(/\.xlsx$/i, '');
  return workbookFile(`${base}-${all ? '预检结果' : '错误行'}.xlsx`, (out) =>
    writeWorkbook(out, [
      {
        name: all ? '预检结果' : '错误行',
        widths: [...fields.map(widthOf), ...found.map(widthOf), 10, 60],
        rows: [
          [...heads(fields), ...heads(found), { head: '结果' }, { head: '原因' }],
          ...rows.map((line) => [
            ...fields.map((of) => line.cells[of.key] ?? null),
            ...found.map((of) => line.found[of.key] ?? null),
            STATES[line.state],
            line.reasons.join('；'),
          ]),
        ],
      },
    ]),
  );
}
