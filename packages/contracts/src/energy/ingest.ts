/** What gateways send, and who may send it (docs/ingest.md). */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, flag, idText } from '../common.ts';

/** Most samples of one batch. */
export const BATCH_SAMPLES = 20_000;

const UNREADABLE = { point: '', register: '', at: '', value: '' };
/** One that cannot be read is refused by itself: the others of its batch are not to wait for it. */
const sample = z
  .object({
    point: z.string().max(100).describe('采集点编码（设备名称设置中的点位），没有时为设备编号'),
    register: z
      .string()
      .max(20)
      .default('total')
      .describe('示数项：total sharp peak flat valley demand reactive flow supply return'),
    at: z.string().max(40).describe('抄表时刻，ISO 8601，例如 2026-07-15T08:00:00+08:00；不带时区按北京时间'),
    value: z
      .union([z.string().max(30), z.number().transform((number) => String(number))])
      .describe('表盘示数（未乘倍率）'),
  })
  .catch(UNREADABLE);

/** The body of a batch over HTTP and the payload of an MQTT message are the same. */
export const readingBatch = z.object({
  samples: z
    .array(sample, '请填写 samples')
    .min(1, '请至少上传一条')
    .max(BATCH_SAMPLES, `一次最多上传${BATCH_SAMPLES}条`),
});

/** Why a sample was not taken. It will not be on another try, either: gateways drop it, and say so to people. */
export const SAMPLE_PROBLEMS = {
  malformed: '样本格式不正确',
  unknownMeter: '没有这个采集点的表计',
  register: '该表没有这个示数',
  time: '抄表时刻不正确',
  future: '抄表时刻晚于服务器时间10分钟以上，请校准网关时钟',
  tooOld: '抄表时刻早于400天前',
  outOfUse: '抄表时刻不在该表装用期内',
  value: '示数不正确',
  conflict: '同一时刻已有另一个示数',
} as const;
export type SampleProblem = keyof typeof SAMPLE_PROBLEMS;

export const batchResult = z.object({
  accepted: z.number().describe('新保存的条数'),
  duplicates: z.number().describe('此前已保存过的条数（相同示数），无须重传'),
  conflicts: z.number().describe('同一时刻已有另一个示数而拒收的条数'),
  refused: z.number().describe('因其他原因拒收的条数'),
  problems: z
    .array(
      z.object({
        index: z.number().describe('samples 中的序号，从0开始'),
        code: z.enum(Object.keys(SAMPLE_PROBLEMS) as [SampleProblem, ...SampleProblem[]]),
        message: z.string(),
      }),
    )
    .describe('拒收的样本；未列出的都已保存'),
});
export type BatchResult = z.output<typeof batchResult>;

export const ingestBatch = call(
  'POST',
  '/emcapi/Ingest/Batch',
  '网关批量上传读数（JSON；Authorization: Basic 网关编码:密钥；回答成功即已落库，可重复上传）',
  { input: readingBatch, output: batchResult },
);

const gatewayRow = z.object({
  Id: z.string(),
  Code: z.string(),
  Name: z.string(),
  ProjectCode: z.string(),
  ProjectName: z.string(),
  Enabled: z.boolean(),
  /** 在线、延迟 (nothing for 5 minutes), 离线 (30 minutes, or never). */
  State: z.enum(['在线', '延迟', '离线', '停用']),
  LastSeenAt: z.string().nullable(),
  LastEventAt: z.string().nullable(),
  SecretAt: z.string(),
  Accepted: z.string(),
  Duplicates: z.string(),
  Conflicts: z.string(),
  Refused: z.string(),
});

export type GatewayRow = z.output<typeof gatewayRow>;

export const gatewayIndex = call('POST', '/emcapi/Gateway/Index', '采集网关与其今日上传情况', {
  input: listInput.extend({ ProjectCode: z.string().max(40).optional() }),
  output: listOutput(gatewayRow),
});

export const gatewaySave = call('POST', '/emcapi/Gateway/Save', '登记或修改采集网关；新登记的密钥只在回答中出现一次', {
  input: z.object({
    Id: blankable(idText).optional(),
    Code: z
      .string('请填写网关编码')
      .trim()
      .regex(/^[A-Za-z0-9_-]{3,40}$/, '网关编码为3至40位字母、数字、下划线或短横线'),
    Name: z.string('请填写名称').trim().min(1, '请填写名称').max(60, '名称最多60字'),
    ProjectCode: z.string('请选择项目').trim().min(1, '请选择项目').max(40),
    Enabled: flag.default(true),
  }),
  output: z.object({ Id: z.string(), Secret: z.string().nullable() }),
});

export const gatewayIssue = call('POST', '/emcapi/Gateway/Issue', '换发网关密钥：旧密钥立即失效，新密钥只显示这一次', {
  input: z.object({ Id: idText }),
  output: z.object({ Secret: z.string().nullable() }),
});

const freshMeter = z.object({
  DeviceId: z.string(),
  DeviceName: z.string(),
  /** What gateways call it. */
  Point: z.string(),
  /** When its dial was last read by a gateway; null where it never was. */
  LastAt: z.string().nullable(),
  State: z.enum(['在线', '延迟', '离线']),
});
export type FreshMeter = z.output<typeof freshMeter>;

export const gatewayMeters = call(
  'POST',
  '/emcapi/Gateway/Meters',
  '自动采集的表计与其最近一次采集：超过5分钟为延迟，超过30分钟为离线',
  {
    input: z.object({ ProjectCode: z.string('请选择项目').trim().min(1, '请选择项目').max(40) }),
    output: z.object({ rows: z.array(freshMeter) }),
  },
);
