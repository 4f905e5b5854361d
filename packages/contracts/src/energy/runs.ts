/** 运行参数: what machines showed at the moments of a day. */
import { z } from 'zod';
import { call } from '../call.ts';
import { day, flag, idText, several } from '../common.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const mode = z.enum(['制冷', '采暖', '热水', '停机'], '请选择模式');
const code = z.string().regex(/^[A-Za-z0-9_]{1,30}$/, '参数编码不正确');
/** As typed; whether it can be what the machine shows is said at the cell. */
const points = z.record(code, z.coerce.string().trim().max(20, '数值过长')).default({});
const note = z.string().trim().max(200, '备注最多200字').default('');
const moment = z.iso.datetime({ offset: true, error: '时刻格式不正确' });

export const MOST_RUNS = 100;

const param = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  decimals: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

const machine = z.object({
  DeviceId: z.string(),
  /** With the project's code, what its QR label says. */
  DeviceCode: z.string(),
  Name: z.string(),
  /** 直燃机, 电制冷, 锅炉 … */
  Kind: z.string(),
  RoomName: z.string(),
  /** In reserve: nothing is due of it until it ran. */
  Standby: z.boolean(),
  PumpsKw: z.number().nullable(),
  /** MJ/m³ of the gas on that day. */
  Lhv: z.number().nullable(),
  /** η of the burner that was measured; null: what is usual. */
  Efficiency: z.number().nullable(),
  Params: z.array(param),
  /** As it was left: what the next record begins with. */
  LastMode: z.string(),
});
export type RunMachine = z.output<typeof machine>;

const runVersion = z.object({
  Editor: z.string(),
  EditTime: z.string(),
  Mode: z.string(),
  Points: z.record(z.string(), z.string()),
  Note: z.string(),
  Reason: z.string(),
  Voided: z.boolean(),
});

const runRow = z.object({
  RunId: z.string(),
  DeviceId: z.string(),
  Name: z.string(),
  At: z.string(),
  /** HH:mm in China. */
  Time: z.string(),
  Mode: z.string(),
  Points: z.record(z.string(), z.string()),
  Note: z.string(),
  Flag: z.string(),
  Editor: z.string(),
  EditTime: z.string(),
  /** Whether the person wrote it. */
  Mine: z.boolean(),
  /** Somebody else's record of the moment stands; this one waits. */
  Candidate: z.boolean(),
  /** 瞬时冷热量, kW. */
  Output: z.number().nullable(),
  Cop: z.number().nullable(),
  /** 热平衡差, %. */
  Balance: z.number().nullable(),
  BalanceWords: z.string(),
  Doubts: z.array(z.object({ code: z.string(), message: z.string() })),
  /** The oldest first; this one is the last. */
  Versions: z.array(runVersion),
});
export type RunRow = z.output<typeof runRow>;

export const runSheet = call('POST', '/emcapi/DataEntry/GetRunData', '运行参数：主机、应抄时刻与当日已录', {
  input: z.object({ ProjectCode: project, Date: day.optional() }),
  output: z.object({
    ProjectName: z.string(),
    Date: z.string(),
    Now: z.string(),
    /** Hours between two records. */
    Every: z.number(),
    Moments: z.array(z.object({ At: z.string(), Time: z.string(), Due: z.number(), Got: z.number() })),
    Due: z.number(),
    Got: z.number(),
    PeriodState: z.enum(['open', 'review', 'dayLocked', 'monthLocked']),
    PeriodName: z.string(),
    Machines: z.array(machine),
    rows: z.array(runRow),
    Message: z.string(),
  }),
});

const runInput = z.object({
  DeviceId: idText,
  At: moment,
  Mode: mode,
  Points: points,
  Note: note,
  ClientId: z.uuid('离线编号格式不正确').optional(),
});

export const runInsert = call('POST', '/emcapi/DataEntry/InsertRunData', '提交运行参数：任一行被拒则一行不存', {
  input: z.object({
    ProjectCode: project,
    Source: z.enum(['desk', 'mobile'], '来源只能是 desk 或 mobile').default('desk'),
    Rows: several(runInput, MOST_RUNS, `一次最多${MOST_RUNS}行`).refine((rows) => rows.length > 0, '没有要提交的记录'),
  }),
  output: z.object({
    Saved: z.number(),
    /** Kept beside the record that is there, until somebody decides. */
    Conflicts: z.array(z.object({ DeviceId: z.string(), At: z.string(), Words: z.string() })),
  }),
});

export const runUpdate = call(
  'POST',
  '/emcapi/DataEntry/UpdateRunData',
  '修改运行参数：追加版本、作废、处理待核对的第二份记录',
  {
    input: z.object({
      RunId: idText,
      Action: z.enum(['save', 'void', 'accept'], '不支持的操作').default('save'),
      Mode: mode.optional(),
      Points: points,
      Note: note,
      Reason: z.string().trim().max(200, '原因最多200字').default(''),
    }),
    output: z.object({ RunId: z.string(), Version: z.number() }),
  },
);

export const runFileInput = z.object({
  Kind: z.string(),
  ProjectCode: project,
  Date: z.object({ from: day, to: day }, '请选择日期').refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: '结束日期不能早于开始日期',
  }),
  /** An empty form to take along. */
  Blank: flag.default(false),
});
