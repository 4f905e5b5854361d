/** What is done on the pages of building works beside filling in forms: questions about tenders, papers, letters, and what goes out to suppliers. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, flag, idText, several } from './common.ts';
import { uploaded } from './files.ts';

const text = (what: string, most: number) =>
  z.string(`请填写${what}`).trim().min(1, `请填写${what}`).max(most, `${what}最多${most}字`);
const optional = <T extends z.ZodType>(inner: T) => blankable(inner).optional();
const files = several(uploaded, 9, '附件最多9个').default([]);

/** 补遗: an answer to a question of one bidder, or what changes the documents; told to all who were asked to bid. */
export const tenderAddendumAdd = z.object({
  kind: z.literal('补遗'),
  tender: idText,
  /** Who asked; absent where it is said unasked. */
  asker: optional(idText),
  question: optional(text('问题', 500)),
  content: text('答复或补遗内容', 2000),
  addendum: flag.default(false),
  files,
});

export const dataManagementAdd = call('POST', '/srmapi/DataManagement/Add', '工程资料：按 kind 登记答疑补遗', {
  input: z.discriminatedUnion('kind', [tenderAddendumAdd], 'kind 只能是 补遗'),
  output: z.object({ id: z.string() }),
});

/** What may be written to suppliers from these pages; notices of awards, rectification and payment are written by their approvals. */
export const MAIL_KINDS = ['邀请'] as const;

export const mailTemplate = call('POST', '/srmapi/Mail/Template', '按模板给服务商写信：先预览，确认后逐家放入发件箱', {
  input: z.object({
    kind: z.enum(MAIL_KINDS, `kind 只能是 ${MAIL_KINDS.join('、')}`),
    /** Of the tender. */
    objectId: idText,
    /** Only these suppliers; nobody named: all that it concerns. */
    to: several(idText, 50, '一次最多50家').default([]),
    preview: flag.default(true),
  }),
  output: z.object({
    mails: z.array(
      z.object({
        supplier: z.string(),
        name: z.string(),
        address: z.string().nullable(),
        subject: z.string(),
        body: z.string(),
        /** Why it cannot be sent, or that it was; empty before. */
        result: z.string(),
      }),
    ),
    sent: z.number(),
  }),
});
