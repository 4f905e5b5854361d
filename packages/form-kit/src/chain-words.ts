/** Chains in words: what people read of a step, and of the difference between two versions. */
import { ROLES, type RoleCode } from '@hengneng/core';
import type { ChainText } from './chain-body.ts';
import {
  branchOfStep,
  type ChainBy,
  type ChainStep,
  type RejectTargetKind,
  type StepPolicy,
  type TimeoutAct,
  usersIn,
} from './chain.ts';

export const MODE_WORDS: Readonly<Record<ChainStep['mode'], string>> = {
  any: '或签（一人同意即可）',
  all: '会签（全部同意）',
  turn: '依次',
  vote: '票签',
};
export const SELF_WORDS: Readonly<Record<NonNullable<StepPolicy['self']>, string>> = {
  others: '需要他人',
  pass: '自动通过',
  skip: '跳过',
};
export const REPEAT_WORDS: Readonly<Record<NonNullable<StepPolicy['repeat']>, string>> = {
  next: '连续的步骤只处理一次',
  all: '整个流程只处理一次',
  none: '每次都处理',
};
export const NOBODY_WORDS = { up: '逐级上报', admin: '转系统管理员', skip: '跳过' } as const;
export const REJECT_WORDS: Readonly<Record<RejectTargetKind, string>> = {
  starter: '发起人',
  previous: '上一步',
  step: '任意步骤',
  end: '否决（结束）',
};
export const REMOVE_WORDS: Readonly<Record<NonNullable<StepPolicy['removeSign']>, string>> = {
  added: '只能减自己加的人',
  any: '可减任一未处理的人',
};
export const NEED_WORDS = { optional: '选填', required: '必填' } as const;
export const TIMEOUT_WORDS: Readonly<Record<TimeoutAct, string>> = {
  remind: '提醒',
  escalate: '升级到上级',
  return: '自动退回',
  agree: '自动通过',
};

/** What only the form and the directory know. */
export interface ChainVocabulary {
  /** What people call a field or a detail. */
  field(key: string): string;
  condition(text: string): string;
  /** Name of a person by id. */
  person(id: string): string;
}

const roleOf = (by: ChainBy): RoleCode | null => {
  const code = /^role\((\w+)\)$/.exec(by)?.[1];
  return code !== undefined && Object.hasOwn(ROLES, code) ? (code as RoleCode) : null;
};

/** A handler rule in words. Without a vocabulary, fields and certain people are only called that. */
export const byWords = (by: ChainBy, words?: Pick<ChainVocabulary, 'field' | 'person'>): string => {
  const role = roleOf(by);
  if (role !== null) return `角色「${ROLES[role]}」`;
  switch (by) {
    case 'applicant':
      return '申请人本人';
    case 'projectManager':
      return '项目经理';
    case 'areaManager':
      return '区域经理';
    case 'deptManager':
      return '部门负责人';
    case 'chosen':
      return '上一步指定的人员';
    default: {
      const people = usersIn(by);
      const field = /^field\((\w+)\)$/.exec(by)?.[1] ?? '';
      if (people?.length === 0) return '固定人员（未指定）';
      if (words === undefined) return people === null ? '单据中指定的人员' : '指定人员';
      return people === null ? `单据字段「${words.field(field)}」` : people.map((id) => words.person(id)).join('、');
    }
  }
};

export const nobodyWords = (nobody: NonNullable<StepPolicy['nobody']>, words?: ChainVocabulary): string =>
  nobody === 'up' || nobody === 'admin' || nobody === 'skip' ? NOBODY_WORDS[nobody] : `转${byWords(nobody, words)}`;

const allowed = (may: boolean | undefined): string => (may === false ? '不可' : '可');

const fieldWords = (keys: readonly string[] | undefined, words: Pick<ChainVocabulary, 'field'>): string =>
  (keys ?? []).map((key) => words.field(key)).join('、') || '无';

const modeWords = ({ mode, pass }: ChainStep): string =>
  mode === 'vote' ? `票签（${pass ?? 100}%通过）` : MODE_WORDS[mode];

/** Every property of a step by its title, in words. */
export const stepWords = (
  chain: ChainText,
  step: ChainStep,
  words: ChainVocabulary,
): Readonly<Record<string, string>> => {
  const { policy = {} } = step;
  const place = branchOfStep(chain, step.key);
  const block = place === null ? undefined : chain.parallel?.[place.block];
  return {
    名称: step.name,
    处理人: `${byWords(step.by, words)}${step.among === null ? '' : `（限角色「${ROLES[step.among]}」）`}`,
    处理方式: modeWords(step),
    条件: step.when === null ? '无' : words.condition(step.when),
    时限: `${step.hours}工作小时`,
    超时动作: TIMEOUT_WORDS[policy.timeout ?? 'remind'],
    无处理人: nobodyWords(policy.nobody ?? 'up', words),
    申请人即处理人: SELF_WORDS[policy.self ?? 'others'],
    去重: REPEAT_WORDS[policy.repeat ?? 'next'],
    驳回去向: (policy.rejectTo ?? (Object.keys(REJECT_WORDS) as RejectTargetKind[]))
      .map((to) => REJECT_WORDS[to])
      .join('、'),
    加签: allowed(policy.addSign),
    转办: allowed(policy.transfer),
    委派: allowed(policy.delegate),
    减签: REMOVE_WORDS[policy.removeSign ?? 'added'],
    意见: NEED_WORDS[policy.opinion ?? 'optional'],
    签名: NEED_WORDS[policy.signature ?? 'optional'],
    隐藏字段: fieldWords(step.rights?.hidden, words),
    不填字段: fieldWords(step.rights?.closed, words),
    加设必填: fieldWords(step.rights?.required, words),
    打印: [
      step.print?.shown === false ? '不打印本步' : '打印本步',
      step.print?.allowed === false ? '本步不可打印' : '本步可打印',
    ].join('，'),
    关注字段: fieldWords(step.watch, words),
    并行: block === undefined ? '否' : `${block.name}·${block.branches[place?.branch ?? 0]?.name ?? ''}`,
  };
};

const blockWords = (chain: ChainText, words: ChainVocabulary): string =>
  (chain.parallel ?? [])
    .map(
      ({ name, branches }) =>
        `${name}（${branches.map((one) => `${one.name}：${one.when === undefined ? '总是' : words.condition(one.when)}`).join('；')}）`,
    )
    .join('、') || '无';

/** What is different in a chain, one sentence for each difference; empty where they say the same. */
export const chainChanges = (before: ChainText, after: ChainText, words: ChainVocabulary): readonly string[] => {
  const said: string[] = [];
  const old = new Map(before.steps.map((step) => [step.key, step]));
  const now = new Set(after.steps.map((step) => step.key));
  for (const step of before.steps) if (!now.has(step.key)) said.push(`删除步骤「${step.name}」`);
  for (const [at, step] of after.steps.entries()) {
    const known = old.get(step.key);
    if (known === undefined) {
      const previous = after.steps[at - 1];
      const place = previous === undefined ? '在最前' : `在「${previous.name}」之后`;
      said.push(
        `${place}新增步骤「${step.name}」：${byWords(step.by, words)}${step.mode === 'any' ? '' : `，${modeWords(step)}`}，${step.hours}工作小时`,
      );
      continue;
    }
    const [was, is] = [stepWords(before, known, words), stepWords(after, step, words)];
    for (const [title, text] of Object.entries(is))
      if (was[title] !== text) said.push(`步骤「${known.name}」${title}：${was[title] ?? ''} → ${text}`);
  }
  const kept = (chain: ChainText, other: (key: string) => boolean): string =>
    chain.steps.flatMap((step) => (other(step.key) ? [step.key] : [])).join();
  if (kept(before, (key) => now.has(key)) !== kept(after, (key) => old.has(key)))
    said.push(`步骤顺序：${after.steps.map((step) => step.name).join(' → ')}`);
  const [blocksWere, blocksAre] = [blockWords(before, words), blockWords(after, words)];
  if (blocksWere !== blocksAre) said.push(`并行：${blocksWere} → ${blocksAre}`);
  const told = (chain: ChainText): string => chain.cc.map((by) => byWords(by, words)).join('、') || '无';
  if (told(before) !== told(after)) said.push(`抄送：${told(before)} → ${told(after)}`);
  return said;
};
