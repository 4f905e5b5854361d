import { z } from 'zod';

/** A call of the product that is not a form's: where it is, what it takes, what it answers in `data`. Both sides infer their types from it. */
export interface CallContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** One Chinese sentence for the OpenAPI document. */
  readonly summary: string;
  readonly input: I;
  readonly output: O;
}

export const call = <I extends z.ZodType, O extends z.ZodType>(
  method: 'GET' | 'POST',
  path: string,
  summary: string,
  shapes: { readonly input: I; readonly output: O },
): CallContract<I, O> => ({ method, path, summary, ...shapes });

export type InputOf<C extends CallContract> = z.input<C['input']>;
export type OutputOf<C extends CallContract> = z.output<C['output']>;

/** Paging and ordering, as every list takes them. Numbers arrive as text in a form-encoded body. */
export const listInput = z.object({
  PageIndex: z.coerce
    .number('页码必须是数字')
    .int('页码必须是整数')
    .min(1, '页码从1开始')
    .max(1_000_000, '页码过大')
    .default(1),
  PageSize: z.coerce
    .number('每页条数必须是数字')
    .int('每页条数必须是整数')
    .min(1, '每页至少1条')
    .max(500, '每页最多500条')
    .default(20),
  SortField: z.string().max(100).optional(),
  SortOrder: z.enum(['asc', 'desc'], '排序方向只能是 asc 或 desc').optional(),
  Keyword: z.string().max(100, '关键字最多100字').optional(),
});

/** What every list answers. */
export const listOutput = <R extends z.ZodType>(row: R) =>
  z.object({ rows: z.array(row), total: z.number(), sums: z.record(z.string(), z.string()).optional() });

/** A list as it is taken along: a workbook, or a register on paper. */
export const taken = <S extends z.ZodRawShape>(list: z.ZodObject<S, z.core.$loose>) =>
  list.extend({ Format: z.enum(['xlsx', 'pdf'], '只能导出为 xlsx 或 pdf').default('xlsx') });
