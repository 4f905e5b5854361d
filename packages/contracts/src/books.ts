/** Books (台账): lists of what approvals wrote, and where an entry comes from. */
import { z } from 'zod';
import { call, listInput, taken } from './call.ts';
import { idText } from './common.ts';
import { labelMap } from './forms.ts';

const book = z.string('请指明台账').min(1, '请指明台账').max(60, '没有这个台账');

/** Filters come beside these by the columns' keys (`dueDate[from]`). */
const listed = z.looseObject({ Book: book, ...listInput.shape });

export const bookRow = z.looseObject({ id: z.string() });
export type BookRow = z.output<typeof bookRow>;

export const bookIndex = call('POST', '/webapi/Book/Index', '台账列表：按列筛选、排序，合计为全部符合条件的行', {
  input: listed,
  output: z.object({
    rows: z.array(bookRow),
    total: z.number(),
    sums: z.record(z.string(), z.string()),
    labels: labelMap,
  }),
});

export const bookExport = call('POST', '/webapi/Book/Export', '导出台账', {
  input: taken(listed),
  output: z.unknown(),
});

/** What one act did to an entry: wrote it, or changed columns of it. */
const bookAct = z.object({
  at: z.string(),
  /** The sentence that the form says of it; empty for what no form did. */
  what: z.string(),
  /** Null for what the installation brought along or is kept by hand. */
  record: z
    .object({
      title: z.string(),
      serial: z.string(),
      ProcedureId: z.number(),
      BusinessId: z.string(),
      applicantName: z.string(),
      /** Whether this person may open it. */
      visible: z.boolean(),
    })
    .nullable(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
});
export type BookAct = z.output<typeof bookAct>;

export const bookEntry = call(
  'GET',
  '/webapi/Book/GetEntry',
  '台账的一条：全部内容，由哪张单据写入、之后由哪些单据更新',
  {
    input: z.object({ Book: book, Id: idText }),
    output: z.object({
      entry: bookRow,
      labels: labelMap,
      /** Columns that this person may not see. */
      withheld: z.array(z.string()),
      /** Taken back: the record that wrote it was cancelled. */
      voided: z.boolean(),
      /** Oldest first. */
      history: z.array(bookAct),
    }),
  },
);
