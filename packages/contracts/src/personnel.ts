/** What people do on the pages of personnel, papers and renewals, besides filling in forms. */
import { z } from 'zod';
import { call } from './call.ts';
import { day, done, flag, idText, several } from './common.ts';
import { previewed, storedFile } from './files.ts';

const record = { BusinessId: idText };
const blank = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), inner.optional());
const files = (what: string) => several(storedFile, 9, `${what}最多9个`).default([]);

export const monitorCrew = call('POST', '/bpmapi/MonitorEstablish/Crew', '一个项目今天的班组：成员、岗位与有效作业证', {
  input: z.object({ ProjectCode: z.string().min(1, '请指定项目').max(30, '项目编号过长') }),
  output: z.object({
    rows: z.array(
      z.object({
        UserId: z.string(),
        UserName: z.string(),
        post: z.string(),
        /** The leader in office. */
        leads: z.boolean(),
        papers: z.array(z.object({ kind: z.string(), validTo: z.string().nullable() })),
      }),
    ),
  }),
});

export const transferConfirm = call('POST', '/bpmapi/Transfer/Confirm', '本人确认调动通知', {
  input: z.object(record),
  output: done,
});
export const transferArrive = call('POST', '/bpmapi/Transfer/Arrive', '调入方负责人确认到岗', {
  input: z.object({ ...record, arrivedOn: day }),
  output: done,
});
export const transferResend = call('POST', '/bpmapi/Transfer/Resend', '再次通知本人与调入方负责人', {
  input: z.object(record),
  output: done,
});

/** What a paper of somebody who joins may weigh. */
export const ENTRY_FILE_BYTES = 20 * 1024 * 1024;

export const entryMaterialSave = call(
  'POST',
  '/bpmapi/UserEntry/Material',
  '入职材料补交或核验；核验作业证书须填有效期并附查询截图',
  {
    input: z.object({
      ...record,
      material: z.string().min(1, '请选择材料').max(50, '材料名称过长'),
      /** What came in later; added to what is there. */
      files: files('附件'),
      check: flag.default(false),
      validTo: blank(day),
      proof: files('查询截图'),
    }),
    output: done,
  },
);
export const entryFiles = call('POST', '/bpmapi/UserEntry/Files', '预览入职材料：只有人事与本人，带水印并记入审计', {
  input: z.object(record),
  output: previewed,
});
export const letterFiles = call('POST', '/bpmapi/DailyInformation/Files', '预览函件附件：秘密以上带水印并记入审计', {
  input: z.object(record),
  output: previewed,
});

export const entryArchive = call('POST', '/bpmapi/UserEntry/Archive', '入职材料归档：必需材料全部核验以后', {
  input: z.object({
    ...record,
    archiveNo: z.string('请填写归档号').trim().min(1, '请填写归档号').max(50, '归档号最多50字'),
  }),
  output: done,
});
export const entryReopen = call(
  'POST',
  '/bpmapi/UserEntry/Reopen',
  '重新打开已归档的入职材料：写明原因，归档号可再用',
  {
    input: z.object({
      ...record,
      reason: z.string('请填写重新打开的原因').trim().min(5, '请写明原因，至少5字').max(200, '原因最多200字'),
    }),
    output: done,
  },
);
export const entryRemind = call('POST', '/bpmapi/UserEntry/Remind', '催补入职材料，一天一次', {
  input: z.object(record),
  output: done,
});

export const loanRemind = call('POST', '/bpmapi/BorrowManager/Remind', '催还证件，一天一次', {
  /** Record and line, as the list names its rows. */
  input: z.object({ Id: z.string().regex(/^\d{1,18}-[il]\d{1,18}$/, '编号格式不正确') }),
  output: done,
});

export const renewalRemind = call(
  'POST',
  '/bpmapi/RenewalTracking/Remind',
  '催办续签跟踪，一天一次；未启动的催项目经理建立',
  {
    input: z.object({ Id: z.string().regex(/^c?[A-Za-z0-9-]{1,41}$/, '编号格式不正确') }),
    output: done,
  },
);

export const renewalStage = call(
  'POST',
  '/bpmapi/RenewalTracking/Stage',
  '续签跟踪换阶段，写一句说明；记入单据的讨论',
  {
    input: z.object({
      Id: idText,
      stage: z.string('请选择阶段').min(1, '请选择阶段').max(20, '没有这个阶段'),
      /** Where it stood for whoever moves it. */
      from: z.string().max(20, '没有这个阶段'),
      note: z.string('请写一句说明').trim().min(2, '请写一句说明').max(200, '说明最多200字'),
    }),
    output: done,
  },
);

export const contractVersions = call('POST', '/bpmapi/YYContract/Versions', '一份合同的版本：签订、续签与补充协议', {
  input: z.object({ ContractCode: z.string().min(1, '请指定合同').max(40, '合同编号过长') }),
  output: z.object({
    rows: z.array(
      z.object({
        versionNo: z.number(),
        kind: z.string(),
        documentNo: z.string(),
        effectDate: z.string(),
        endDate: z.string().nullable(),
        summary: z.string().nullable(),
      }),
    ),
  }),
});
