/** 调价机制 of contract prices: `GetProjectSetUp` and `InsertProjectSetUp` with SetType=priceMechanism. */
import { z } from 'zod';
import { blankable, count, day, flag, idText, several } from '../common.ts';
import { type storedFile, uploaded } from '../files.ts';
import { priceKind } from '../projects.ts';

type StoredFile = z.output<typeof storedFile>;

/** What an index may follow by itself: what the project pays for an energy. 其他 is told by hand, with its paper. */
export const INDEX_SOURCES = {
  elec: '购电价（单一价或平段）',
  gas: '购气价（单一价或首档）',
  water: '购水价',
  steam: '购蒸汽价',
  heatBuy: '购热价',
  oil: '柴油价',
  custom: '其他指数（人工填写）',
} as const;
export type IndexSource = keyof typeof INDEX_SOURCES;

export const PRICE_METHODS = { formula: '指数联动公式', yearly: '按年递增' } as const;
export const PRICE_EFFECTS = {
  nextMonth: '次月 1 日起',
  nextQuarter: '次季首日起',
  nextYear: '次年 1 月 1 日起',
  asAgreed: '双方约定日起',
} as const;

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const number = (what: string, places: number) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(new RegExp(String.raw`^-?\d{1,10}(\.\d{1,${places}})?$`), `${what}应为数字，最多${places}位小数`);

const term = z.object({
  Name: z.string('请填写指数名称').trim().min(1, '请填写指数名称').max(20, '指数名称最多20字'),
  Source: z.enum(Object.keys(INDEX_SOURCES) as [IndexSource, ...IndexSource[]], '请选择指数来源'),
  Weight: number('联动权重', 4),
  Base: number('基准值', 4),
});

export const mechanismRead = z.object({ SetType: z.literal('priceMechanism'), ProjectCode: project });

export const mechanismWrite = z.discriminatedUnion(
  'Action',
  [
    z.object({
      Action: z.literal('save'),
      /** Absent: of a price that has none yet. */
      Id: idText.optional(),
      Version: count('版本').default(0),
      ContractCode: z.string('请选择合同').trim().min(1, '请选择合同').max(40, '合同编号过长'),
      Kind: priceKind,
      Method: z.enum(['formula', 'yearly'], '请选择调价方式'),
      BasePrice: number('基准单价', 4),
      BaseDay: day,
      Terms: several(term, 6, '联动指数最多6个').default([]),
      Rate: blankable(number('年递增率', 4)).optional(),
      Trigger: number('触发幅度', 2).default('0'),
      Cap: blankable(number('单次调幅上限', 2)).optional(),
      Effect: z.enum(['nextMonth', 'nextQuarter', 'nextYear', 'asAgreed'], '请选择生效日规则'),
      Clause: z.string('请填写合同条款').trim().min(1, '请填写合同条款').max(300, '合同条款最多300字'),
      Paper: uploaded.optional(),
    }),
    z.object({
      Action: z.literal('end'),
      Id: idText,
      Version: count('版本'),
      Reason: z.string('请填写原因').trim().min(1, '请填写原因').max(200, '原因最多200字'),
    }),
    z.object({
      Action: z.literal('propose'),
      Id: idText,
      Version: count('版本'),
      EffectOn: day,
      /** Of terms that follow nothing by themselves, by name. */
      Indices: z.record(z.string().max(20), number('指数', 4)).default({}),
      Reason: z.string().trim().max(200, '说明最多200字').default(''),
      Paper: uploaded.optional(),
      /** Only what it would come to. */
      Preview: flag.default(false),
    }),
    z.object({
      Action: z.literal('agree'),
      ProposalId: idText,
      Reason: z.string().trim().max(200, '说明最多200字').default(''),
    }),
    z.object({
      Action: z.literal('refuse'),
      ProposalId: idText,
      Reason: z.string('请填写退回原因').trim().min(1, '请填写退回原因').max(200, '退回原因最多200字'),
    }),
    z.object({ Action: z.literal('withdraw'), ProposalId: idText }),
  ],
  '操作只能是 save、end、propose、agree、refuse 或 withdraw',
);

export interface MechanismTerm {
  readonly Name: string;
  readonly Source: IndexSource;
  readonly Weight: string;
  readonly Base: string;
  /** Null: told by hand, or the project has no such price today. */
  readonly Now: string | null;
}

/** What a price would become. */
export interface MechanismResult {
  readonly Computed: string;
  readonly Change: number;
  readonly Price: string;
  readonly Capped: boolean;
  readonly Triggered: boolean;
  readonly Words: string;
}

export type ProposalState = '待同意' | '已同意' | '已退回' | '已撤回';
export interface PriceProposal {
  readonly Id: string;
  readonly OldPrice: string;
  readonly NewPrice: string;
  readonly Change: number;
  readonly Words: string;
  readonly EffectOn: string;
  readonly Reason: string;
  readonly Paper: StoredFile | null;
  readonly State: ProposalState;
  readonly By: string;
  readonly At: string;
  readonly Decider: string | null;
  readonly DecidedAt: string | null;
  readonly Decision: string;
  /** Whether this person may decide; whether it is this person's own and may be taken back. */
  readonly MayDecide: boolean;
  readonly Mine: boolean;
}

export interface PriceMechanismRow {
  readonly Id: string;
  readonly ContractCode: string;
  readonly ContractName: string;
  readonly Kind: z.output<typeof priceKind>;
  readonly Item: string;
  readonly Unit: string;
  readonly Method: keyof typeof PRICE_METHODS;
  readonly BasePrice: string;
  readonly BaseDay: string;
  readonly Terms: readonly MechanismTerm[];
  readonly Rate: string | null;
  readonly Trigger: string;
  readonly Cap: string | null;
  readonly Effect: keyof typeof PRICE_EFFECTS;
  readonly Clause: string;
  readonly Paper: StoredFile | null;
  readonly Version: number;
  readonly Editor: string | null;
  readonly EditTime: string;
  readonly Ended: boolean;
  /** In force today; null where there is none. */
  readonly Price: string | null;
  /** When a change would begin by the rule. */
  readonly EffectOn: string;
  /** Null where it cannot be told, and `Problem` says why. */
  readonly Result: MechanismResult | null;
  readonly Problem: string;
  readonly Proposals: readonly PriceProposal[];
}

export interface PriceMechanisms {
  readonly rows: readonly PriceMechanismRow[];
  /** Prices in force that follow no mechanism yet. */
  readonly Open: readonly {
    readonly ContractCode: string;
    readonly ContractName: string;
    readonly Kind: z.output<typeof priceKind>;
    readonly Item: string;
    readonly Unit: string;
    readonly Price: string;
    readonly From: string;
  }[];
  /** What the project pays today, by energy. */
  readonly Indices: Readonly<Partial<Record<IndexSource, string>>>;
  readonly MayKeep: boolean;
  readonly MayPropose: boolean;
}

export interface MechanismSaved {
  readonly Id: string;
  readonly State: string;
  readonly Result: MechanismResult | null;
}
