/** Uploading, attaching, fetching. Saving attachments is the one place where `status` 0 is success. */
import { z } from 'zod';
import { call } from './call.ts';
import { flag } from './common.ts';
import { attachment } from './forms.ts';

export const storedFile = z.object({ URL: z.string(), Size: z.number(), Name: z.string() });

/** A file as `Upload` answered it, sent along with what it belongs to. */
export const uploaded = z.object({
  URL: z.string('请上传文件').min(1, '请上传文件').max(500, '文件地址过长'),
  Size: z.coerce.number().min(0),
  Name: z.string().max(255, '文件名最多255字'),
});

export const uploadResource = call('POST', '/bpmapi/ServiceResource/Upload', '上传文件（multipart，字段 file）', {
  input: z.looseObject({ BusinessType: z.string().max(60).optional() }),
  output: storedFile,
});
export const uploadPhoto = call('POST', '/emcapi/FileImport/UploadPhoto', '上传照片（multipart，字段 file）', {
  input: z.looseObject({}),
  output: storedFile,
});

export const linkResource = call(
  'POST',
  '/bpmapi/ServiceResource/Link',
  '换取可由浏览器直接打开的文件地址：只对该文件有效，随登录一起失效',
  {
    input: z.object({
      URL: z.string('缺少文件地址').min(1, '缺少文件地址').max(500, '文件地址过长'),
      /** A PDF carries the name of whoever took it and when; the address is good for that copy only. */
      Mark: flag.default(false),
    }),
    output: z.object({ URL: z.string() }),
  },
);

const id = z.coerce.string().regex(/^[1-9]\d{0,17}$/, '编号格式不正确');
const resource = z.object({
  /** Procedure id of the module. */
  BusinessType: z.coerce.string().max(20, '业务类型过长'),
  BusinessId: id,
  URL: z.string('缺少文件地址').min(1, '缺少文件地址').max(500, '文件地址过长'),
  Size: z.coerce.number().int().min(0).optional(),
  BusinessChildId: z.string().max(60).nullish(),
  BusinessChildType: z.string().max(60).nullish(),
  BusinessNode: z.string().max(60).nullish(),
  Name: z.string().max(255, '文件名最多255字').optional(),
});

export const editResource = call(
  'POST',
  '/bpmapi/ServiceResource/EditServiceResource',
  '保存或删除附件（status 0 为成功）',
  {
    input: z.object({
      Id: id.optional(),
      ServiceResourceList: z.array(resource).max(100, '一次最多100个附件').optional(),
    }),
    output: z.array(attachment),
  },
);
export const editResourceBatch = call(
  'POST',
  '/bpmapi/ServiceResource/EditBatch',
  '整表覆盖某节点的附件（status 0 为成功）',
  {
    input: z.object({ ServiceResourceList: z.array(resource).min(1, '请选择附件').max(100, '一次最多100个附件') }),
    output: z.array(attachment),
  },
);

/** Files to be looked at beside a list, by what they are. */
export const previewed = z.object({
  title: z.string(),
  /** They are shown with the name of whoever looks across them, and that they were opened is audited. */
  marked: z.boolean(),
  groups: z.array(z.object({ label: z.string(), note: z.string(), files: z.array(storedFile) })),
});
