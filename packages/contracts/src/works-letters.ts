/** 工程函件: drafted, passed, sent, received and answered; its calls are those of the papers of building works. */
import { CLAIM_KINDS, WORKS_LETTER_KINDS } from '@hengneng/core';
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, day, flag, idText, needed, several } from './common.ts';
import { uploaded } from './files.ts';

const optional = <T extends z.ZodType>(inner: T) => blankable(inner).optional();

const letter = {
  kind: z.literal('函件'),
  /** The letter that this one answers; project and supplier are then that one's. */
  answers: optional(idText),
  project: optional(needed('项目', 40)),
  supplier: optional(idText),
  letterKind: z.enum(WORKS_LETTER_KINDS, '请选择类别'),
  title: needed('标题', 100),
  body: needed('正文', 4000),
  replyBy: optional(day),
  amount: optional(
    z
      .string()
      .trim()
      .regex(/^(?!0+(\.0+)?$)\d{1,13}(\.\d{1,2})?$/, '涉及金额应大于0且最多两位小数'),
  ),
  files: several(uploaded, 9, '附件最多9个').default([]),
};

/** A letter of ours; with `id` one that was returned, written anew. */
export const worksLetterDraft = z.object({
  ...letter,
  action: z.literal('draft'),
  id: optional(idText),
  claimKind: optional(z.enum(CLAIM_KINDS, '请选择扣款类别')),
});
/** A letter of theirs. */
export const worksLetterReceive = z.object({
  ...letter,
  action: z.literal('receive'),
  theirNo: optional(needed('来函文号', 60)),
  madeOn: day,
});
export const worksLetterAudit = z.object({
  kind: z.literal('函件'),
  action: z.literal('audit'),
  id: idText,
  pass: flag,
  opinion: optional(needed('审核意见', 200)),
});

const shown = z.string().nullable();
export const worksLetterDetail = call(
  'POST',
  '/srmapi/DataManagement/LetterDetail',
  '一封工程函件：正文、附件、审核与往来',
  {
    input: z.object({ id: idText }),
    output: z.object({
      id: z.string(),
      code: z.string(),
      title: z.string(),
      supplier: z.string(),
      /** All letters of the exchange that the person may see, in their order. */
      letters: z.array(
        z.object({
          id: z.string(),
          code: z.string(),
          theirNo: shown,
          direction: z.string(),
          title: z.string(),
          body: z.string(),
          madeOn: z.string(),
          replyBy: shown,
          repliedOn: shown,
          state: z.string(),
          drafter: z.string(),
          auditor: shown,
          opinion: shown,
          legal: shown,
          legalOpinion: shown,
          files: z.array(uploaded),
        }),
      ),
    }),
  },
);

export const worksLetterPrint = call('POST', '/srmapi/DataManagement/PrintLetter', '打印一封工程函件（PDF，A4）', {
  input: z.object({ id: idText }),
  output: z.unknown(),
});
