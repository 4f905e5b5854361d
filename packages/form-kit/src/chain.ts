/**
 * A module's approval chain as it is published and stored: what a definition gives, and what an editor of chains may write. A record keeps
 * the chain that it was submitted with, so that members only ever are added, and one that says what holds anyway is left out: equal
 * chains then are equal texts, and have equal hashes.
 */
import { ROLES, type ModuleId, type RoleCode } from '@hengneng/core';
import { z } from 'zod';
import type { By } from './define.ts';

/** Keys of added steps begin after this, so that a definition may still grow. */
const DEFINED_KEYS = 100;
const numberOf = (key: string): number => Number(key.slice(1));

/** Whether a step was added by people; it has no section of the form. */
export const isAdded = (key: string): boolean => numberOf(key) > DEFINED_KEYS;

/** A key for one more step: never one that was used before among these, so that history keeps its meaning. */
export const nextKey = (used: readonly string[]): string =>
  `s${Math.max(DEFINED_KEYS, ...used.map(numberOf).filter(Number.isFinite)) + 1}`;

/** Who handles a step of a stored chain: as in a definition, or certain people by their ids (`user(12)`, `user(12,15)`). */
export type ChainBy = By | `user(${string})`;

/** Where a rejection may send the record: to the applicant, one step back, to any earlier step, or to its end (否决). */
export const REJECT_TARGETS = ['starter', 'previous', 'step', 'end'] as const;
export type RejectTargetKind = (typeof REJECT_TARGETS)[number];

/** What happens when a step's time is up: its people are told, their superiors may handle it as well, it goes back, or it counts as agreed to. */
export const TIMEOUT_ACTS = ['remind', 'escalate', 'return', 'agree'] as const;
export type TimeoutAct = (typeof TIMEOUT_ACTS)[number];

/** What holds at a step beyond who handles it. Absent members have their defaults, named first. */
export interface StepPolicy {
  /**
   * Where the applicant would be asked about their own record: others are asked (`others`), the step passes as if agreed to (`pass`), or it is
   * left out (`skip`). Passing and leaving out need a step with nothing to fill in.
   */
  readonly self?: 'others' | 'pass' | 'skip';
  /** Whether who agreed before is asked again: not directly after (`next`, 连续去重), never (`all`, 全程去重), always (`none`). */
  readonly repeat?: 'next' | 'all' | 'none';
  /** Where nobody is found: up the ladder (`up`), the administrators (`admin`), the step is left out (`skip`), or these people. */
  readonly nobody?: 'up' | 'admin' | 'skip' | ChainBy;
  /** All four by default. */
  readonly rejectTo?: readonly RejectTargetKind[];
  /** Allowed by default; never in a vote. */
  readonly addSign?: boolean;
  /** Allowed by default. */
  readonly transfer?: boolean;
  /** Allowed by default. */
  readonly delegate?: boolean;
  /** Who may be taken out of the step: those whom one added oneself (`added`), or any co-signer who has not handled it (`any`). */
  readonly removeSign?: 'added' | 'any';
  /** An agreement needs words, too. */
  readonly opinion?: 'optional' | 'required';
  /** An agreement needs a signature drawn by hand. */
  readonly signature?: 'optional' | 'required';
  /** `remind` by default; people are reminded in any case. */
  readonly timeout?: TimeoutAct;
}

/** What a step's handlers may do with single fields and detail tables, beyond what the form says of them. */
export interface StepRights {
  /** Whoever is asked at such steps only does not see these values, now or later. Never of the step's own section. */
  readonly hidden?: readonly string[];
  /** Of the step's own section, not required by the form: not filled in here. */
  readonly closed?: readonly string[];
  /** Of the step's own section: must be filled in here although the form leaves it open. */
  readonly required?: readonly string[];
}

/** A step and the printed copy. Both are allowed by default. */
export interface StepPrint {
  /** Its section and its row of the record's approval are on the paper. */
  readonly shown?: boolean;
  /** A record that stands at this step may be printed. */
  readonly allowed?: boolean;
}

/** One step of a chain. */
export interface ChainStep {
  /** Its identity, not its place: `s1`, `s2`, … are the definition's steps in the definition's order, from `s101` on are steps that people added. */
  readonly key: string;
  readonly name: string;
  /** What the definition calls it, where it is called otherwise here: effects are bound to that name. */
  readonly own?: string;
  readonly by: ChainBy;
  readonly mode: 'any' | 'all' | 'turn' | 'vote';
  /** With `mode: 'vote'` only: percentage of those asked who have to agree. */
  readonly pass?: number;
  /** With `by: 'chosen'`: only people of this role may be picked. */
  readonly among: RoleCode | null;
  /** The step takes place only if this holds; null: always. */
  readonly when: string | null;
  /** Marks the feedback or payment step that closes the matter. */
  readonly final: boolean;
  /** Working hours until the step counts as late. */
  readonly hours: number;
  /** Fields and detail tables that this step's handler fills in. */
  readonly fieldKeys: readonly string[];
  /** Something must be filled in here, so that the step can be handled neither in a batch nor by itself. */
  readonly hasRequired: boolean;
  /** User field of this step's section that names the handler of the next step. */
  readonly nextHandlerField: string | null;
  readonly policy?: StepPolicy;
  /** Fields and detail tables that this step looks at: after a return its handlers are asked again only where one of them changed. */
  readonly watch?: readonly string[];
  readonly rights?: StepRights;
  readonly print?: StepPrint;
}

/** Steps that are taken side by side; the chain goes on when every branch that was entered is through (包容). */
export interface ParallelBlock {
  readonly name: string;
  readonly branches: readonly {
    readonly name: string;
    /** The branch is entered only if this holds; absent: always. */
    readonly when?: string;
    /** Keys of its steps, which follow one another in the chain; branches follow one another, too. */
    readonly steps: readonly string[];
  }[];
}

/** A module's chain after the applicant. Equal chains have equal hashes; a published one never changes. */
export interface Chain {
  readonly moduleId: ModuleId;
  readonly hash: string;
  readonly steps: readonly ChainStep[];
  /** Who is told when the record is approved. */
  readonly cc: readonly ChainBy[];
  /** User field of the applicant's section that names the handler of the first step. */
  readonly nextHandlerField: string | null;
  /** Absent where all steps follow one another. */
  readonly parallel?: readonly ParallelBlock[];
}

const RULES: ReadonlySet<string> = new Set(['applicant', 'projectManager', 'areaManager', 'deptManager', 'chosen']);

/** Whether a text says who handles a step. `user()` says certain people before anybody has been named: an editor holds it, no form takes it. */
export const isChainBy = (text: string): text is ChainBy => {
  if (RULES.has(text) || text === 'user()') return true;
  const [, kind, of = ''] = /^(role|field|user)\((.+)\)$/.exec(text) ?? [];
  if (kind === 'role') return Object.hasOwn(ROLES, of);
  if (kind === 'field') return /^[a-zA-Z]\w*$/.test(of);
  return kind === 'user' && /^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,49}$/.test(of);
};

/** Ids of the people whom `user(…)` names; null for every other rule. */
export const usersIn = (by: ChainBy): readonly string[] | null =>
  by === 'user()' ? [] : (/^user\(([\d,]+)\)$/.exec(by)?.[1]?.split(',') ?? null);

const by = z.custom<ChainBy>((value) => typeof value === 'string' && isChainBy(value), '处理人规则不正确');
const name = z.string().trim().min(1, '请填写名称').max(50, '名称最多50字');
const condition = z.string().trim().min(1, '条件不能为空').max(500, '条件最多500字');
const fieldKey = z.string().regex(/^[a-zA-Z]\w{0,60}$/, '字段名不正确');
const role = z.custom<RoleCode>((value) => typeof value === 'string' && Object.hasOwn(ROLES, value), '角色不存在');

export const stepPolicySchema = z.strictObject({
  self: z.enum(['others', 'pass', 'skip'], '申请人即处理人的做法不正确').optional(),
  repeat: z.enum(['next', 'all', 'none'], '去重方式不正确').optional(),
  nobody: z.union([z.enum(['up', 'admin', 'skip']), by], '无处理人的做法不正确').optional(),
  rejectTo: z.array(z.enum(REJECT_TARGETS, '驳回去向不正确')).min(1, '至少留一个驳回去向').optional(),
  addSign: z.boolean().optional(),
  transfer: z.boolean().optional(),
  delegate: z.boolean().optional(),
  removeSign: z.enum(['added', 'any'], '减签范围不正确').optional(),
  opinion: z.enum(['optional', 'required'], '意见要求不正确').optional(),
  signature: z.enum(['optional', 'required'], '签名要求不正确').optional(),
  timeout: z.enum(TIMEOUT_ACTS, '超时动作不正确').optional(),
});

const fieldKeys = z.array(fieldKey).min(1).max(300).optional();

export const chainStepSchema = z.strictObject({
  key: z.string().regex(/^s[1-9]\d{0,2}$/, '步骤编号不正确'),
  name,
  own: name.optional(),
  by,
  mode: z.enum(['any', 'all', 'turn', 'vote'], '处理方式不正确'),
  pass: z
    .number('通过比例必须是数字')
    .int('通过比例须为整数')
    .min(1, '通过比例至少1%')
    .max(100, '通过比例最多100%')
    .optional(),
  among: role.nullable(),
  when: condition.nullable(),
  final: z.boolean(),
  hours: z.number('时限必须是数字').positive('时限必须大于0').max(2000, '时限最多2000工作小时'),
  fieldKeys: z.array(fieldKey),
  hasRequired: z.boolean(),
  nextHandlerField: fieldKey.nullable(),
  policy: stepPolicySchema.optional(),
  watch: z.array(fieldKey).min(1).optional(),
  rights: z.strictObject({ hidden: fieldKeys, closed: fieldKeys, required: fieldKeys }).optional(),
  print: z.strictObject({ shown: z.boolean().optional(), allowed: z.boolean().optional() }).optional(),
});

export const parallelBlockSchema = z.strictObject({
  name,
  branches: z
    .array(
      z.strictObject({
        name,
        when: condition.optional(),
        steps: z.array(z.string()).min(1, '分支至少要有一个步骤'),
      }),
    )
    .min(2, '并行至少要有两个分支'),
});

/** What a chain says, without module and hash. */
export const chainTextSchema = z.strictObject({
  steps: z.array(chainStepSchema).min(1, '至少要有一个步骤').max(50, '最多50个步骤'),
  cc: z.array(by).max(20, '最多抄送20处'),
  nextHandlerField: fieldKey.nullable(),
  parallel: z.array(parallelBlockSchema).min(1).optional(),
});

/** The same as an editor may write it: its parts fit each other, too. */
export const chainBodySchema = chainTextSchema.superRefine((chain, context) => {
  for (const { path, message } of chainProblems(chain)) context.addIssue({ code: 'custom', path: [...path], message });
});
export type ChainBody = z.output<typeof chainBodySchema>;

/** What is wrong, and where in the chain. */
export interface ChainProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The part of a chain that says in which order its steps come. */
export type ChainShape = Pick<Chain, 'steps' | 'parallel'>;

interface BranchPlace {
  readonly block: number;
  readonly branch: number;
}

/** The parallel branch that a step belongs to; null on the trunk. */
export const branchOfStep = ({ parallel = [] }: ChainShape, key: string): BranchPlace | null => {
  for (const [block, { branches }] of parallel.entries()) {
    const branch = branches.findIndex((one) => one.steps.includes(key));
    if (branch >= 0) return { block, branch };
  }
  return null;
};

/** Whether two steps are taken side by side. */
export const areBeside = (chain: ChainShape, one: string, other: string): boolean => {
  const [a, b] = [branchOfStep(chain, one), branchOfStep(chain, other)];
  return a !== null && b !== null && a.block === b.block && a.branch !== b.branch;
};

/** Whether a step lies behind whoever reaches another. */
export const comesBefore = (chain: ChainShape, earlier: string, later: string): boolean => {
  const at = (key: string): number => chain.steps.findIndex((step) => step.key === key);
  return at(earlier) >= 0 && at(earlier) < at(later) && !areBeside(chain, earlier, later);
};

/** What is wrong with a chain although each of its parts is well-formed. */
export const chainProblems = (chain: ChainShape): readonly ChainProblem[] => [
  ...chain.steps.flatMap((step, at) => stepProblems(chain, step, at)),
  ...parallelProblems(chain),
];

const stepProblems = ({ steps }: ChainShape, step: ChainStep, at: number): readonly ChainProblem[] => {
  const problems: ChainProblem[] = [];
  const say = (key: string, message: string): unknown => problems.push({ path: ['steps', at, key], message });
  if (steps.findIndex((one) => one.key === step.key) !== at) say('key', `步骤编号 ${step.key} 重复`);
  if (steps.findIndex((one) => one.name === step.name) !== at) say('name', `步骤「${step.name}」重名`);
  if ((step.mode === 'vote') !== (step.pass !== undefined)) say('pass', '票签须设通过比例，其他方式不设');
  if (step.among !== null && step.by !== 'chosen') say('among', '人员范围只用于由上一步指定的步骤');
  const unasked = step.policy?.self === 'pass' || step.policy?.self === 'skip' || step.policy?.nobody === 'skip';
  if (unasked && asksForInput(step)) say('policy', '本步有必填内容，不能自动通过或跳过');
  problems.push(...timeoutProblems(step).map((message) => ({ path: ['steps', at, 'policy'], message })));
  return problems;
};

/** Whether nobody gets through a step without filling something in: by the form, or by the step's own rights. */
export const asksForInput = ({ hasRequired, rights }: Pick<ChainStep, 'hasRequired' | 'rights'>): boolean =>
  hasRequired || (rights?.required ?? []).length > 0;

const timeoutProblems = (step: ChainStep): readonly string[] => {
  const { policy } = step;
  const written = asksForInput(step) || policy?.opinion === 'required' || policy?.signature === 'required';
  if (policy?.timeout === 'agree' && written) return ['本步有必填内容、意见或签名，超时不能自动通过'];
  if (policy?.timeout === 'return' && policy.rejectTo !== undefined && !policy.rejectTo.includes('starter'))
    return ['本步不允许驳回到申请人，超时不能自动退回'];
  return [];
};

const parallelProblems = ({ steps, parallel = [] }: ChainShape): readonly ChainProblem[] => {
  const problems: ChainProblem[] = [];
  let last = -1;
  for (const [block, { name: title, branches }] of parallel.entries()) {
    if (parallel.findIndex((one) => one.name === title) !== block)
      problems.push({ path: ['parallel', block, 'name'], message: `并行「${title}」重名` });
    let next = -1;
    for (const [branch, { name: called, steps: keys }] of branches.entries()) {
      if (branches.findIndex((one) => one.name === called) !== branch)
        problems.push({ path: ['parallel', block, 'branches', branch, 'name'], message: `分支「${called}」重名` });
      for (const [at, key] of keys.entries()) {
        const path = ['parallel', block, 'branches', branch, 'steps', at];
        const index = steps.findIndex((step) => step.key === key);
        if (index < 0) problems.push({ path, message: `没有步骤 ${key}` });
        else if (index <= last || (next >= 0 && index !== next))
          problems.push({ path, message: '并行各分支的步骤须在流程中依次相连，且只属于一个分支' });
        else if (at === 0 && steps[index]?.by === 'chosen')
          problems.push({ path, message: '分支的第一步不能由上一步指定处理人' });
        next = index + 1;
      }
    }
    last = Math.max(last, next - 1);
    if (steps[next]?.by === 'chosen')
      problems.push({ path: ['steps', next, 'by'], message: '并行之后的第一步不能由上一步指定处理人' });
  }
  return problems;
};
