/** Chains as administrators edit, try out, publish and look at them. A chain travels as JSON text: a form-encoded body knows no null. */
import { z } from 'zod';
import { call } from './call.ts';
import { count, day, flag, idText, several } from './common.ts';

const maybe = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), shape.optional());
const procedureId = z.coerce.number('模块编号必须是数字').int('模块编号必须是整数').positive('模块编号必须是正数');
const module = { ProcedureId: procedureId };
const range = z.object({ from: maybe(day), to: maybe(day) }).optional();

/** Which draft somebody saw; empty: none. */
const stamp = z.union([z.literal(''), z.string().regex(/^\d{1,18}\.\d{1,18}$/, '草稿编号格式不正确')]).default('');

/** A version by its number, 0 the program's own; `draft`, `inForce`. */
const which = z.union([z.enum(['draft', 'inForce']), count('版本')], '版本格式不正确').default('inForce');

export const workflowRow = z.object({
  moduleId: z.string(),
  ProcedureId: z.number(),
  module: z.string(),
  pinyin: z.string(),
  area: z.string(),
  areaName: z.string(),
  /** The version that new submissions take; 0: the program's own. */
  version: z.number(),
  /** A published version that does not fit the form any more. */
  unfit: z.number().nullable(),
  publishedAt: z.string().nullable(),
  publishedBy: z.string().nullable(),
  /** Who saved the draft last; null: there is none. */
  draftBy: z.string().nullable(),
  /** Names of the steps, and who handles them in words. */
  steps: z.array(z.object({ name: z.string(), by: z.string() })),
  running: z.number(),
  /** Working hours, one decimal; percentages likewise. Null: nothing to count. */
  averageHours: z.string().nullable(),
  /** The same by the clock, nights and days off included: what is done outside working hours took no working time. */
  elapsedHours: z.string().nullable(),
  overdueRate: z.string().nullable(),
  rejectRate: z.string().nullable(),
  /** A record of it may be filed anew (再次发起). */
  relaunch: z.boolean(),
});
export type WorkflowRow = z.output<typeof workflowRow>;

export const workflowIndex = call(
  'POST',
  '/bpmapi/Node/Index',
  '各模块的流程：现行版本、步骤、在途、用时、超时与驳回',
  {
    input: z.object({ range }),
    output: z.object({ rows: z.array(workflowRow), from: z.string(), to: z.string() }),
  },
);

/** A chain without its module and hash; both sides read it by `chainTextSchema` of form-kit. */
const chain = z.unknown();

export const workflowVersion = z.object({
  version: z.number(),
  chain,
  note: z.string(),
  basedOn: z.number(),
  repeats: z.number().nullable(),
  publishedAt: z.string().nullable(),
  publishedBy: z.string(),
  /** Records on their way under it. */
  running: z.number(),
});
export type WorkflowVersion = z.output<typeof workflowVersion>;

export const workflowVersions = call('POST', '/bpmapi/Node/GetVersions', '一个模块的流程：现行版本、草稿与历史版本', {
  input: z.object(module),
  output: z.object({
    moduleId: z.string(),
    module: z.string(),
    inForce: z.number(),
    unfit: z.number().nullable(),
    /** Newest first; the program's own is the last. */
    versions: z.array(workflowVersion),
    draft: z
      .object({ stamp: z.string(), chain, basedOn: z.number(), savedBy: z.string(), savedAt: z.string() })
      .nullable(),
    /** Names of people whom chains name. */
    people: z.array(z.object({ UserId: z.string(), UserName: z.string() })),
    /** Records on their way under another chain than the one in force. */
    elsewhere: z.number(),
  }),
});
export type WorkflowVersions = z.output<typeof workflowVersions.output>;

export const workflowSave = call('POST', '/bpmapi/Node/Save', '保存流程草稿（Drop=true 为放弃）', {
  input: z.object({
    ...module,
    Stamp: stamp,
    Chain: maybe(z.string().max(200_000, '流程内容过大')),
    Drop: flag.default(false),
  }),
  output: z.object({ stamp: z.string() }),
});

/** Whose record it would be, where, and what it would say. */
const group = z.object({
  applicant: idText,
  project: maybe(z.string().max(50)),
  /** Values of fields that conditions and handlers look at, as a form's own calls take them. */
  values: z.record(z.string().max(80), z.string().max(500)).default({}),
});
export type WorkflowGroup = z.input<typeof group>;

const simulatedStep = z.object({
  key: z.string(),
  name: z.string(),
  skipped: z.boolean(),
  people: z.array(z.string()),
  /** Why them, or why skipped. */
  why: z.string(),
  hours: z.number(),
  /** Median of the last half year in working hours, one decimal; null without history. */
  usual: z.string().nullable(),
  /** What somebody ought to look at although it goes on: nobody by the rule itself. */
  warning: z.string().nullable(),
  /** Nobody at all: this keeps a version from being published. */
  empty: z.boolean(),
});
export type SimulatedStep = z.output<typeof simulatedStep>;

const replayed = z.object({
  BusinessId: z.string(),
  serial: z.string().nullable(),
  /** Null where the caller may not see the record. */
  title: z.string().nullable(),
});

export const workflowSimulate = call(
  'POST',
  '/bpmapi/Node/Simulate',
  '模拟：预测一组取值的流程，或用最近的真实单据仿真；不写任何内容',
  {
    input: z.object({
      ...module,
      Version: which,
      group: group.optional(),
      /** Newest records to try the chain on. */
      Replay: count('仿真单据数', 0, 100).default(0),
    }),
    output: z.object({
      group: z.object({ passed: z.boolean(), steps: z.array(simulatedStep) }).nullable(),
      replay: z
        .object({
          looked: z.number(),
          changed: z.array(replayed.extend({ before: z.array(z.string()), after: z.array(z.string()) })),
          empties: z.array(replayed.extend({ steps: z.array(z.string()) })),
          /** Steps whose rule finds nobody, so that they go to others; with the number of records. */
          warned: z.array(z.object({ step: z.string(), records: z.number() })),
        })
        .nullable(),
    }),
  },
);
export type Simulation = z.output<typeof workflowSimulate.output>;

export const MIN_GROUPS = 3;

export const workflowPublish = call('POST', '/bpmapi/Node/Publish', '发布流程草稿，或把一个历史版本重新发布（回滚）', {
  input: z.object({
    ...module,
    Stamp: stamp,
    Note: z.string('请填写发布说明').trim().min(1, '请填写发布说明').max(500, '发布说明最多500字'),
    /** Rolls back: that version's content becomes a new version. */
    Version: maybe(count('版本')),
    /** What the draft was tried out with; tried again before it is published. */
    groups: several(group, 20, '最多20组').default([]),
  }),
  output: z.object({ version: z.number() }),
});

const migrating = z.object({
  InstanceId: z.string(),
  BusinessId: z.string(),
  serial: z.string().nullable(),
  title: z.string().nullable(),
  /** Where it stands now. */
  step: z.string(),
  fits: z.boolean(),
  /** Why it is not moved, or what to know of it. */
  notes: z.array(z.string()),
});
export type MigratingRow = z.output<typeof migrating>;

export const workflowMigrate = call('POST', '/bpmapi/Node/Migrate', '把在途单据迁到现行版本；不带 Ids 为逐条预览', {
  input: z.object({ ...module, Ids: several(idText, 500, '一次最多迁移500张').default([]) }),
  output: z.object({ version: z.number(), moved: z.number(), rows: z.array(migrating) }),
});

export const workflowExport = call('POST', '/bpmapi/Node/Export', '导出流程：步骤表（xlsx）或流程图（pdf）', {
  input: z.object({
    ...module,
    Version: which,
    Format: z.enum(['xlsx', 'pdf'], '格式只能是 xlsx 或 pdf').default('xlsx'),
  }),
  output: z.unknown(),
});

export const workflowPeople = call('POST', '/bpmapi/Node/GetPeople', '每一步在所选项目、部门实际由谁处理', {
  input: z.object({ ...module, Version: which, project: maybe(z.string().max(50)), dept: maybe(z.string().max(50)) }),
  output: z.object({
    rows: z.array(z.object({ key: z.string(), people: z.array(z.string()), why: z.string() })),
  }),
});

const measured = {
  count: z.number(),
  /** Working hours on average; 0.0 for what was handled outside them. */
  average: z.string().nullable(),
  /** Hours by the clock on average. */
  elapsed: z.string().nullable(),
  overdueRate: z.string().nullable(),
  rejects: z.number(),
};

export const workflowAnalysis = call('POST', '/bpmapi/Node/GetAnalysis', '一个模块各环节、各处理人的用时、超时与驳回', {
  input: z.object({ ...module, range }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    steps: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        ...measured,
        median: z.string().nullable(),
        longest: z.string().nullable(),
        /** Of the working hours of all steps, in percent; null where none has ended. */
        share: z.string().nullable(),
        /** The step that takes most of the time. */
        bottleneck: z.boolean(),
        /** Records that stand there now. */
        waiting: z.number(),
      }),
    ),
    people: z.array(z.object({ UserId: z.string(), UserName: z.string(), ...measured })),
  }),
});
export type WorkflowAnalysis = z.output<typeof workflowAnalysis.output>;
