/** Large files that come in parts: the same calls under each controller that takes them, so that who may send is the page's word. */
import { z } from 'zod';
import { call } from './call.ts';
import { count, done, idText } from './common.ts';
import { storedFile } from './files.ts';

/** A large file on its way. */
const openUpload = z.object({
  uploadId: z.string(),
  name: z.string(),
  size: z.number(),
  modified: z.number(),
  partBytes: z.number(),
  /** Numbers of the parts that the server has. */
  have: z.array(z.number()),
});
export type OpenUpload = z.output<typeof openUpload>;

/** @param what the files are, in words */
export const partedCalls = (api: string, what: string) => ({
  part: call(
    'POST',
    `${api}/Upload`,
    `上传${what}文件（multipart，字段 file），按内容判断类型；带 uploadId 与 chunk 时为大文件的一片`,
    {
      input: z.looseObject({
        uploadId: idText.optional(),
        /** Number of the part, from 0. */
        chunk: count('片号', 0, 100_000).optional(),
      }),
      output: z.union([storedFile, openUpload]),
    },
  ),
  begin: call('POST', `${api}/UploadBegin`, '开始分片上传；同一人的同一文件未传完时接着传', {
    input: z.object({
      name: z.string().trim().min(1, '请选择文件').max(255, '文件名最多255字'),
      size: count('文件大小', 1, 10_000_000_000),
      /** When the file was last changed, in ms. */
      modified: count('修改时间', 0, 9_000_000_000_000).default(0),
    }),
    output: openUpload,
  }),
  end: call('POST', `${api}/UploadEnd`, '各片传齐后合并成文件，按内容判断类型', {
    input: z.object({ uploadId: idText }),
    output: storedFile,
  }),
  drop: call('POST', `${api}/UploadDrop`, '取消未传完的上传', {
    input: z.object({ uploadId: idText }),
    output: done,
  }),
  open: call('POST', `${api}/Uploads`, '自己未传完的文件，与每种文件最大多少', {
    input: z.object({}),
    output: z.object({ rows: z.array(openUpload), filmBytes: z.number(), otherBytes: z.number() }),
  }),
});
export type PartedCalls = ReturnType<typeof partedCalls>;
