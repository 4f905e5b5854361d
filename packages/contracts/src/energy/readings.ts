/** 数据录入: what is due, what was read, corrections, gaps, and how well it is done. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, count, day, flag, idText, several } from '../common.ts';
import { uploaded } from '../files.ts';

const text = (what: string, max: number) => z.string().trim().max(max, `${what}最多${max}字`);
const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, '时刻格式应为 HH:mm');
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM');
const register = z.string('请选择示数项').regex(/^[a-z]{1,20}$/, '示数项不正确');
const photos = several(uploaded, 9, '一次最多9张照片').default([]);
/** As typed; whether it can be a reading the dial says. */
const reading = z.coerce.string('请填写本次读数').trim().max(30, '读数过长');

export const MISSED_REASONS = ['门锁', '表坏', '遮挡', '停机', '其他'] as const;
export const CHANGE_REASONS = ['录入笔误', '小数位', '抄错表', '倍率错', '表计故障', '采集错误', '其他'] as const;

/* ---- the sheet ---- */

export const entryCategories = call('POST', '/emcapi/DataEntry/GetCategoryList', '录入页的能源类别与进度', {
  input: z.object({
    ProjectCode: project.optional(),
    ProjectCodes: several(project, 50, '一次最多50个项目').optional(),
    Date: day.optional(),
  }),
  output: z.array(
    z.object({
      CategoryCode: z.string(),
      Name: z.string(),
      Unit: z.string(),
      Icon: z.string(),
      Color: z.string(),
      DueCount: z.number(),
      EnteredCount: z.number(),
      AbnormalCount: z.number(),
    }),
  ),
});

const sampleDay = z.object({
  day: z.string(),
  usage: z.number().nullable(),
  temperature: z.number().nullable(),
  rest: z.boolean(),
  excluded: z.boolean(),
});

/** What `judgeEntry` of packages/energy takes, as the server has it. */
const entryLine = z.object({
  line: z.record(z.string(), z.unknown()),
  installedAt: z.number(),
  previous: z.object({ at: z.number(), value: z.string() }).nullable(),
  next: z
    .object({ at: z.number(), value: z.string(), rollover: z.enum(['claimed', 'confirmed']).nullish() })
    .nullable(),
  samples: z.array(sampleDay),
  deviation: z.object({
    warn: z.number(),
    abnormal: z.number(),
    minUsage: z.number(),
    width: z.number(),
    samples: z.number(),
    capacityFactor: z.number(),
  }),
});

export const entryRow = z.object({
  ProjectCode: z.string(),
  /** Instant of the reading that is asked for. */
  At: z.string(),
  /** The day that it closes. */
  Day: z.string(),
  DeviceId: z.string(),
  /** With the project's code, what the meter's QR label says. */
  DeviceCode: z.string(),
  DisplayName: z.string(),
  MeterNo: z.string(),
  Place: z.string(),
  RoomId: z.string().nullable(),
  RoomName: z.string(),
  CategoryCode: z.string(),
  CategoryName: z.string(),
  MeterType: z.string(),
  Register: z.string(),
  RegisterName: z.string(),
  Unit: z.string(),
  Digits: z.number(),
  Decimals: z.number(),
  Ratio: z.string(),
  Frequency: z.string(),
  IsSettle: z.boolean(),
  /** No other meter counts what it counts. */
  IsMain: z.boolean(),
  NeedPhoto: z.boolean(),
  LastReading: z.string().nullable(),
  LastTime: z.string().nullable(),
  MedianSameTemp: z.number().nullable(),
  SampleDays: z.number(),
  MaxUsage: z.number().nullable(),
  /** What was read already. */
  EntryId: z.string().nullable(),
  Reading: z.string().nullable(),
  Usage: z.string().nullable(),
  Deviation: z.number().nullable(),
  Verdict: z.string().nullable(),
  Words: z.string(),
  Flag: z.string().nullable(),
  Editor: z.string().nullable(),
  EditTime: z.string().nullable(),
  VersionCount: z.number(),
  Note: z.string(),
  Missed: z.string().nullable(),
  PeriodState: z.enum(['open', 'review', 'dayLocked', 'monthLocked']),
  PeriodName: z.string(),
  Judge: entryLine,
  /** Used on each of the fourteen days before, the latest last; absent in sheets that phones kept before there was this. */
  Recent: z.array(z.number().nullable()).optional(),
});
export type EntryRow = z.output<typeof entryRow>;

export const entryDevices = call(
  'POST',
  '/emcapi/DataEntry/GetDeviceList',
  '当日应抄的表计：上次读数、同温样本、判定、锁状态',
  {
    input: z.object({
      ProjectCode: project.optional(),
      ProjectCodes: several(project, 50, '一次最多50个项目').optional(),
      CategoryCode: text('类别', 40).optional(),
      CategoryCodes: several(text('类别', 40), 20, '一次最多20个类别').optional(),
      RoomId: blankable(idText).optional(),
      Date: day.optional(),
      Dates: several(day, 7, '一次最多7天').optional(),
      ReadTime: clock.optional(),
      /** Days like it only for what may still be written: a grid of days is long. */
      Grid: flag.default(false),
    }),
    output: z.object({
      rows: z.array(entryRow),
      total: z.number(),
      /** Names by code. */
      Projects: z.record(z.string(), z.string()),
      /** The sheet's default time and what its days are judged by. */
      DayCut: z.string(),
      /** Besides the cut: when shifts hand over (交接时刻), of a sheet of one project. */
      Times: z.array(z.string()),
      Tolerance: z.number(),
      Now: z.string(),
      /** By day that is closed. */
      Days: z.record(
        z.string(),
        z.object({
          temperature: z.number().nullable(),
          rest: z.boolean(),
          /** Hours that machines ran; null where nobody knows, absent where several projects or days are asked for. */
          ran: z.object({ any: z.number(), cooling: z.number(), heating: z.number() }).nullable().optional(),
        }),
      ),
      Message: z.string(),
    }),
  },
);

export const entryHistory = call('POST', '/emcapi/DataEntry/GetDeviceHistory', '一个示数项近30天的用量与室外均温', {
  input: z.object({
    ProjectCode: project,
    DeviceId: idText,
    Register: register,
    Date: day.optional(),
    Days: count('天数', 7, 92).default(30),
  }),
  output: z.array(
    z.object({
      Date: z.string(),
      Usage: z.number().nullable(),
      Estimated: z.boolean(),
      AvgTemp: z.number().nullable(),
    }),
  ),
});

export const entryExists = call('POST', '/emcapi/DataEntry/IsExistDeviceInfo', '同表同时刻是否已录', {
  input: z.object({
    ProjectCode: project,
    DeviceId: idText,
    Register: register,
    ReadTime: z.iso.datetime({ offset: true }),
  }),
  output: z.object({
    Exists: z.boolean(),
    EntryId: z.string().nullable(),
    Reading: z.string().nullable(),
    Editor: z.string().nullable(),
    Time: z.string().nullable(),
  }),
});

export const entryOperators = call('POST', '/emcapi/DataEntry/GetOperator', '可选的值班员，当班人排前', {
  input: z.object({ ProjectCode: project, Date: day.optional() }),
  output: z.array(
    z.object({ UserId: z.string(), Name: z.string(), Shift: z.string().nullable(), Phone: z.string().nullable() }),
  ),
});

/* ---- writing ---- */

const entryInput = z.object({
  DeviceId: idText,
  Register: register,
  Reading: reading.optional(),
  Rollover: flag.default(false),
  ReasonType: text('异常原因', 20).default(''),
  Reason: text('说明', 200).default(''),
  Photos: photos,
  Note: text('备注', 200).default(''),
  /** Instead of a reading: why there is none. */
  Missed: z.enum(MISSED_REASONS, '请选择未抄原因').optional(),
  ClientId: z.uuid('离线编号格式不正确').optional(),
});

export const MOST_ROWS = 500;

/** The readings of one project at one time of one day. */
export const entrySheet = z.object({
  ProjectCode: project,
  Date: day,
  ReadTime: clock.optional(),
  OperatorId: blankable(idText).optional(),
  Source: z.enum(['desk', 'mobile'], '来源只能是 desk 或 mobile').default('desk'),
  DeviceTime: z.string().max(40).optional(),
  Rows: several(entryInput, MOST_ROWS, `一次最多${MOST_ROWS}行`).refine((rows) => rows.length > 0, '没有要提交的读数'),
});

const savedSheet = z.object({
  Saved: z.number(),
  Missed: z.number(),
  Verdicts: z.array(
    z.object({
      DeviceId: z.string(),
      Register: z.string(),
      EntryId: z.string().nullable(),
      Usage: z.string().nullable(),
      Deviation: z.number().nullable(),
      Level: z.string(),
      Words: z.string(),
    }),
  ),
  /** Kept beside the reading that is there, until somebody decides. */
  Conflicts: z.array(
    z.object({
      DeviceId: z.string(),
      Register: z.string(),
      Words: z.string(),
      /** Numbers of both readings, to decide between them (`acceptCandidate`). */
      Mine: z.string(),
      Theirs: z.string(),
    }),
  ),
});

/** A cell that somebody else filled in meanwhile: what is there, beside what was typed. */
const takenCell = z.object({
  /** `Rows[i].Reading` of the batch. */
  path: z.string(),
  EntryId: z.string(),
  Theirs: z.string(),
  Mine: z.string(),
  By: z.string(),
  At: z.string(),
});
export type TakenCell = z.output<typeof takenCell>;

export const sheetResult = savedSheet.extend({
  ProjectCode: z.string(),
  Date: z.string(),
  /** `held`: nothing wrong with it, but with another of its project. */
  State: z.enum(['saved', 'refused', 'conflict', 'held']),
  Message: z.string(),
  Errors: z.array(z.object({ path: z.string(), message: z.string() })),
  Taken: z.array(takenCell),
});
export type SheetResult = z.output<typeof sheetResult>;

export const MOST_SHEETS = 350;

export const entryInsert = call(
  'POST',
  '/emcapi/DataEntry/Insert',
  '提交读数：整批校验，任一行被拒则一行不存；可一次提交多个项目多日（Batches），逐批给出结果',
  {
    input: entrySheet.partial().extend({
      Batches: several(entrySheet, MOST_SHEETS, `一次最多${MOST_SHEETS}批`).optional(),
      /** Of several: all or none. Otherwise a project that passes is kept, whatever becomes of the others. */
      Whole: flag.default(false),
    }),
    output: savedSheet.extend({
      /** Of several, in the order in which they were sent. */
      Batches: z.array(sheetResult).optional(),
    }),
  },
);

const impact = z.object({
  Object: z.string(),
  Before: z.string().nullable(),
  After: z.string().nullable(),
  Difference: z.string().nullable(),
});

export const ENTRY_ACTIONS = ['save', 'agree', 'refuse', 'confirmRollover', 'acceptCandidate'] as const;

export const MOST_CHANGED = 200;

export const entryUpdate = call(
  'POST',
  '/emcapi/DataEntry/UpdateDataEntry',
  '修改读数：追加版本；日锁后提出与同意；确认翻转；处理待核对值',
  {
    input: z.object({
      EntryId: idText.optional(),
      Version: count('版本', 1).optional(),
      Reading: reading.optional(),
      /** Several with one mistake: all of them or none, each a version of its own. */
      Entries: several(
        z.object({ EntryId: idText, Version: count('版本', 1).optional(), Reading: reading }),
        MOST_CHANGED,
        `一次最多改${MOST_CHANGED}条`,
      ).optional(),
      Void: flag.default(false),
      /** 已翻转 of the new value; where it is not said, what the reading says stays. */
      Rollover: flag.optional(),
      ReasonType: text('原因类型', 20).default(''),
      Reason: text('原因', 200).default(''),
      Photos: photos,
      Action: z.enum(ENTRY_ACTIONS, '不支持的操作').default('save'),
      Preview: flag.default(false),
    }),
    output: z.object({
      EntryId: z.string(),
      Version: z.number(),
      /** 已生效, 待同意, 已退回. */
      State: z.string(),
      Before: z.string().nullable(),
      After: z.string().nullable(),
      Impact: z.array(impact),
      AdjustId: z.string().nullable(),
      /** Of several, in the order in which they were sent. */
      Entries: z
        .array(
          z.object({
            EntryId: z.string(),
            Version: z.number(),
            State: z.string(),
            Before: z.string().nullable(),
            After: z.string().nullable(),
          }),
        )
        .optional(),
    }),
  },
);

export const FILL_WAYS = ['实抄', '线性', '同温日均', '上月同日', '去年同期'] as const;

export const entryFill = call('POST', '/emcapi/DataEntry/InsertBackData', '补录：实抄读数，或按方法估算缺口', {
  input: z.object({
    ProjectCode: project,
    DeviceId: idText,
    Register: register,
    Method: z.enum(FILL_WAYS, '请选择补录方法'),
    /** The gap; the first and last day without a reading. */
    From: day.optional(),
    To: day.optional(),
    Rows: several(z.object({ Date: day, ReadTime: clock.optional(), Reading: reading }), 100, '一次最多100条').default(
      [],
    ),
    Reason: text('原因', 200).default(''),
    Attachments: several(uploaded, 9, '一次最多9个附件').default([]),
    Preview: flag.default(false),
    /** Of locked days `save` proposes; another agrees or refuses. */
    Action: z.enum(['save', 'agree', 'refuse'], '操作只能是 save、agree 或 refuse').default('save'),
    ProposalId: idText.optional(),
  }),
  output: z.object({
    Rows: z.array(
      z.object({
        Date: z.string(),
        At: z.string(),
        Reading: z.string(),
        Usage: z.string().nullable(),
        Deviation: z.number().nullable(),
      }),
    ),
    Saved: z.number(),
    AdjustId: z.string().nullable(),
    /** 预览, 已生效, 待同意, 已退回. */
    State: z.string(),
    ProposalId: z.string().nullable(),
  }),
});

/** 补录 that waits for a second person. */
export interface FillProposal {
  readonly ProposalId: string;
  readonly DeviceId: string;
  readonly DeviceName: string;
  readonly Register: string;
  readonly RegisterName: string;
  readonly Unit: string;
  readonly Method: (typeof FILL_WAYS)[number];
  readonly From: string;
  readonly To: string;
  readonly Reason: string;
  readonly By: string;
  readonly At: string;
  /** Proposed by who asks: another has to agree. */
  readonly Mine: boolean;
  readonly Rows: readonly { readonly Date: string; readonly Reading: string; readonly Usage: string | null }[];
  readonly Photos: readonly z.output<typeof uploaded>[];
}

/* ---- reading again ---- */

const version = z.object({
  EntryId: z.string(),
  No: z.number(),
  Reading: z.string().nullable(),
  Flag: z.string(),
  Editor: z.string(),
  EditTime: z.string(),
  ReasonType: z.string(),
  Reason: z.string(),
  Photos: z.array(uploaded),
});

const dataRow = z.object({
  EntryId: z.string(),
  Date: z.string(),
  ReadTime: z.string(),
  At: z.string(),
  DeviceId: z.string(),
  DeviceName: z.string(),
  CategoryName: z.string(),
  Register: z.string(),
  RegisterName: z.string(),
  Unit: z.string(),
  Reading: z.string().nullable(),
  Usage: z.string().nullable(),
  Deviation: z.number().nullable(),
  Verdict: z.string().nullable(),
  Words: z.string(),
  ReasonType: z.string(),
  Flag: z.string(),
  Editor: z.string(),
  EditTime: z.string(),
  VersionCount: z.number(),
  /** Its rollover waits to be confirmed. */
  Rollover: z.string().nullable(),
  /** A second reading of the moment, or a correction of the same version, waits. */
  Candidate: z.string().nullable(),
  /** Of the reading that claims the same moment. */
  CandidateId: z.string().nullable(),
  /** A change of it waits for a second person. */
  Proposal: z
    .object({
      Reading: z.string().nullable(),
      Rollover: z.boolean(),
      By: z.string(),
      ReasonType: z.string(),
      Reason: z.string(),
      Photos: z.array(uploaded),
      Mine: z.boolean(),
    })
    .nullable(),
  LockState: z.string(),
  LockName: z.string(),
  SettleNo: z.string().nullable(),
  Versions: z.array(version),
});
export type DataRow = z.output<typeof dataRow>;

const dataAsked = listInput.extend({
  ProjectCode: project,
  DeviceId: blankable(idText).optional(),
  Register: blankable(register).optional(),
  Date: z.object({ from: day.optional(), to: day.optional() }).optional(),
  Flags: several(z.string().max(2), 9, '品质不正确').optional(),
  Verdict: blankable(z.enum(['normal', 'notice', 'abnormal', 'unjudged'], '判定不正确')).optional(),
  WithVersions: flag.default(false),
  /** Only what waits: rollovers, candidates, proposals. */
  Waiting: flag.default(false),
  /** Only what holds at the moment that this version is of, whatever the dates. */
  EntryId: blankable(idText).optional(),
});

export const entryData = call('POST', '/emcapi/DataEntry/GetNyDeviceDataList', '读数与版本', {
  input: dataAsked,
  output: listOutput(dataRow).extend({ ProjectName: z.string() }),
});

/** Kind `dataEdit` of `ExpFile`. */
export const entryDataFile = dataAsked.omit({ PageIndex: true, PageSize: true, WithVersions: true });
export const MOST_READINGS_EXPORT = 20_000;

/* ---- how well it is done ---- */

export const dataMessage = call(
  'POST',
  '/emcapi/DataEntry/GetDataMessageByType',
  '录入进度、缺录、异常、估算、修改、锁定',
  {
    input: z.looseObject({
      Type: z.string('请给出类型').min(1, '请给出类型').max(30),
      ProjectCode: z.string().max(30).optional(),
      ProjectCodes: several(project, 500, '一次最多500个项目').optional(),
      AreaId: z.string().max(30).optional(),
      Month: month.optional(),
      CategoryCode: z.string().max(40).optional(),
    }),
    output: z.unknown(),
  },
);

/** What became of one of several projects. */
const projectResult = z.object({ ProjectCode: z.string(), Done: z.boolean(), Messages: z.array(z.string()) });
export type ProjectResult = z.output<typeof projectResult>;

export const entryUrge = call('POST', '/emcapi/DataEntry/Urge', '催办录入：提醒项目经理，同项目4小时一次', {
  input: z.object({
    ProjectCode: project.optional(),
    ProjectCodes: several(project, 100, '一次最多100个项目').optional(),
    Month: month.optional(),
  }),
  output: z.object({ Told: z.string(), Results: z.array(projectResult).optional() }),
});

export const weatherTemperature = call('POST', '/webapi/Weather/Temperature', '项目所在地的室外气温', {
  input: z.object({ ProjectCode: project, Date: day.optional() }),
  output: z.object({
    Date: z.string(),
    AvgTemp: z.string().nullable(),
    MaxTemp: z.string().nullable(),
    MinTemp: z.string().nullable(),
    Humidity: z.string().nullable(),
    Condition: z.string(),
    Hourly: z.array(z.string()).nullable(),
    Source: z.string(),
    /** Of a neighbouring place, or of another day. */
    Stale: z.boolean(),
  }),
});
