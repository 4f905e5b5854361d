/**
 * Whether a chain fits its form: what its conditions and handlers name is there and known in time, and what the form fixes stays. The same
 * sentences serve definitions and what people write in the editor; those say field names by their labels.
 */
import { chainBodyOf, type ChainText } from './chain-body.ts';
import {
  areBeside,
  branchOfStep,
  type ChainBy,
  type ChainProblem,
  type ChainShape,
  type ChainStep,
  comesBefore,
  isAdded,
  usersIn,
} from './chain.ts';
import { tryParse } from './derive/compile.ts';
import type { CompiledField, CompiledForm } from './derive/form.ts';
import { type Expr, mentions } from './expr/ast.ts';
import { neverHolds } from './expr/never.ts';
import { type TypeScope, typeOf } from './expr/types.ts';

/** How a message calls a field. */
export type NameOf = (path: string) => string;

export const scopeOf = (form: CompiledForm, detail: string | null, rows: boolean): TypeScope => ({
  field: (name) => (detail === null ? undefined : form.field(`${detail}.${name}`)?.field) ?? form.field(name)?.field,
  column: (table, key) => form.field(`${table}.${key}`)?.field,
  hasDetail: (table) => form.detail(table) !== undefined,
  rows,
});

export const problemsOf = (form: CompiledForm, expr: Expr, detail: string | null, rows: boolean): readonly string[] => {
  const problems: string[] = [];
  typeOf(expr, scopeOf(form, detail, rows), problems);
  return problems;
};

/** Key of the step that fills a field in; null for the applicant's. */
const stepKeyOf = (form: CompiledForm, path: string): string | null => {
  const step = form.field(path)?.step ?? form.detail(path)?.step ?? 0;
  return step === 0 ? null : `s${step}`;
};

/** The first field named that nobody has filled in when a step is reached, and whether a branch beside it would. */
export const notYetKnown = (
  form: CompiledForm,
  chain: ChainShape,
  key: string,
  paths: readonly string[],
): { readonly path: string; readonly beside: boolean } | null => {
  for (const path of paths) {
    const from = stepKeyOf(form, path);
    if (from !== null && !comesBefore(chain, from, key)) return { path, beside: areBeside(chain, from, key) };
  }
  return null;
};

const besideWords = (step: string, name: string): string => `步骤「${step}」用到了旁边分支才填写的「${name}」`;

/** What is wrong with the condition of a step. */
export const conditionProblems = (
  form: CompiledForm,
  chain: ChainShape,
  step: Pick<ChainStep, 'key' | 'name'>,
  expr: Expr,
  nameOf: NameOf,
): readonly string[] => {
  const paths = mentions(expr).map((mention) => mention.path);
  const late = notYetKnown(form, chain, step.key, paths);
  return [
    ...problemsOf(form, expr, null, false).map((problem) => `条件 ${problem}`),
    ...(late === null
      ? []
      : [late.beside ? besideWords(step.name, nameOf(late.path)) : `条件用到了这一步才有的「${nameOf(late.path)}」`]),
  ];
};

/** What is wrong with who handles a step: nobody named, or a field that does not say it in time. `step`: the one that asks; null after the last one. */
export const handlerProblems = (
  form: CompiledForm,
  chain: ChainShape,
  step: Pick<ChainStep, 'key' | 'name'> | null,
  by: ChainBy,
  nameOf: NameOf,
): readonly string[] => {
  if (usersIn(by)?.length === 0)
    return [`${step === null ? '抄送' : `步骤「${step.name}」`}选了固定人员，还没有指定是谁`];
  const key = /^field\((\w+)\)$/.exec(by)?.[1];
  if (key === undefined) return [];
  const of = form.field(key);
  if (!of || (of.field.type !== 'user' && of.field.type !== 'users')) return [`「${nameOf(key)}」不是人员字段`];
  const late = step === null ? null : notYetKnown(form, chain, step.key, [key]);
  if (late === null || step === null) return [];
  return [late.beside ? besideWords(step.name, nameOf(key)) : `人员字段「${of.label}」要到这一步才填写`];
};

const RULES: ReadonlySet<string> = new Set(['up', 'admin', 'skip']);
export const isHandlerRule = (nobody: string): nobody is ChainBy => !RULES.has(nobody);

type Say = (path: ChainProblem['path'], message: string) => void;

/** Everything that keeps a chain from being used for a form, told to the person who edits it. Empty where it fits. */
export const chainFits = (form: CompiledForm, chain: ChainText): readonly ChainProblem[] => {
  const problems: ChainProblem[] = [];
  const say: Say = (path, message) => void problems.push({ path, message });
  const base = chainBodyOf(form.definition);
  const nameOf: NameOf = (path) => form.field(path)?.label ?? form.detail(path)?.label ?? path;
  checkFixed(form, base, chain, say);
  for (const [at, step] of chain.steps.entries()) {
    checkCondition(form, chain, step, step.when, ['steps', at, 'when'], nameOf, say);
    for (const message of handlerProblems(form, chain, step, step.by, nameOf)) say(['steps', at, 'by'], message);
    const nobody = step.policy?.nobody ?? 'up';
    if (isHandlerRule(nobody))
      for (const message of handlerProblems(form, chain, step, nobody, nameOf)) say(['steps', at, 'policy'], message);
    checkMaker(base, step, at, say);
    checkRights(form, base, step, at, nameOf, say);
    checkNext(chain, at, step.nextHandlerField, say);
    for (const key of step.watch ?? [])
      if (!form.field(key) && !form.detail(key)) say(['steps', at, 'watch'], `关注的字段不存在「${key}」`);
  }
  checkNext(chain, -1, chain.nextHandlerField, say);
  for (const [block, { branches }] of (chain.parallel ?? []).entries())
    for (const [branch, { when, steps }] of branches.entries()) {
      const first = chain.steps.find((step) => step.key === steps[0]);
      const path = ['parallel', block, 'branches', branch, 'when'];
      if (first !== undefined) checkCondition(form, chain, first, when ?? null, path, nameOf, say);
    }
  for (const [at, by] of chain.cc.entries())
    for (const message of handlerProblems(form, chain, null, by, nameOf)) say(['cc', at], message);
  checkReached(form, chain, say);
  return problems;
};

const checkCondition = (
  form: CompiledForm,
  chain: ChainText,
  step: ChainStep,
  when: string | null,
  path: ChainProblem['path'],
  nameOf: NameOf,
  say: Say,
): void => {
  if (when === null) return;
  const expr = tryParse(when);
  if (expr === null) return say(path, '条件不完整');
  const missing = mentions(expr).find((mention) => !form.field(mention.path) && !form.detail(mention.path));
  if (missing !== undefined) return say(path, `条件字段不存在「${missing.path}」`);
  for (const message of conditionProblems(form, chain, step, expr, nameOf)) say(path, message);
};

/** The branch's condition and the step's own: what has to hold for the step to take place. */
const whenOf = (chain: ChainText, { key, when }: ChainStep): readonly string[] => {
  const place = branchOfStep(chain, key);
  const branch = place === null ? undefined : chain.parallel?.[place.block]?.branches[place.branch]?.when;
  return [branch ?? null, when].filter((text) => text !== null);
};

/** Steps at which something of the definition happens: a section is filled in, or an effect is bound to it. */
const checkFixed = (form: CompiledForm, base: ChainText, chain: ChainText, say: Say): void => {
  const bound = new Set(
    (form.definition.onApproved ?? []).flatMap((use) =>
      typeof use === 'string' ? [] : [use.at.replace(/^step:/, '')],
    ),
  );
  const fixed = base.steps.filter((step) => step.fieldKeys.length > 0 || bound.has(step.name));
  for (const [at, step] of chain.steps.entries()) {
    const defined = base.steps.find((one) => one.key === step.key);
    if (!isAdded(step.key) && (defined === undefined || defined.name !== (step.own ?? step.name)))
      say(['steps', at, 'key'], `步骤「${step.name}」在表单中已不存在，请删除后重新添加`);
    if (defined === undefined) continue;
    const demanded = defined.hasRequired || bound.has(defined.name);
    if (demanded && whenOf(chain, step).join('\n') !== whenOf(base, defined).join('\n'))
      say(['steps', at, 'when'], '本步要填写必填内容或带有业务动作，出现条件由表单规定，不能修改');
    if (form.details.some((detail) => `s${detail.step}` === step.key && detail.shape.ownRows) && step.mode !== 'all')
      say(['steps', at, 'mode'], '本步每人各填各的内容，须为会签');
  }
  for (const [at, step] of fixed.entries()) {
    if (!chain.steps.some((one) => one.key === step.key)) {
      say(['steps'], `步骤「${step.name}」要填写表单内容或带有业务动作，不能删除`);
      continue;
    }
    const earlier = fixed
      .slice(0, at)
      .find((one) => comesBefore(base, one.key, step.key) && !comesBefore(chain, one.key, step.key));
    if (earlier !== undefined)
      say(
        ['steps', chain.steps.findIndex((one) => one.key === step.key), 'key'],
        `步骤「${step.name}」须在步骤「${earlier.name}」之后：两步填写的内容有先后，不能提前，也不能并行`,
      );
  }
};

const isApplicant = (by: string): boolean => by === 'applicant' || by === 'field(applicant)';

/** Maker ≠ checker: the applicant's own steps are those of the definition, and no others become theirs. */
const checkMaker = (base: ChainText, step: ChainStep, at: number, say: Say): void => {
  const defined = base.steps.find((one) => one.key === step.key);
  const theirs = defined !== undefined && isApplicant(defined.by);
  if (isApplicant(step.by) && !theirs) say(['steps', at, 'by'], '制单人不能审核自己的单据，请选择其他处理人');
  if (!isApplicant(step.by) && theirs) say(['steps', at, 'by'], '本步由申请人本人办理，处理人由表单规定');
  if (isApplicant(step.policy?.nobody ?? '')) say(['steps', at, 'policy'], '无处理人时不能转给申请人本人');
};

/** A field or a detail table by its key, as far as rights at a step are about it. */
const rightsOver = (
  form: CompiledForm,
  key: string,
): {
  readonly typed: boolean;
  readonly required: boolean;
  readonly nextHandler: boolean;
  readonly hides: boolean;
} | null => {
  const detail = form.detail(key);
  if (detail) return { typed: true, required: detail.minRows > 0, nextHandler: false, hides: true };
  const of = form.field(key);
  if (!of || of.detail !== null || of.source === 'builtin') return null;
  const { required, nextHandler } = of.field;
  // The project stands in every list of approvals.
  const hides = key !== 'project';
  return { typed: of.editable, required: required === true, nextHandler: nextHandler === true, hides };
};

/** Rights take away or demand what the form leaves open, and nothing else. */
const checkRights = (
  form: CompiledForm,
  base: ChainText,
  step: ChainStep,
  at: number,
  nameOf: NameOf,
  say: Say,
): void => {
  const { hidden = [], closed = [], required = [] } = step.rights ?? {};
  const own = new Set(base.steps.find((one) => one.key === step.key)?.fieldKeys);
  const tell = (message: string): void => say(['steps', at, 'rights'], message);
  for (const key of [...hidden, ...closed, ...required])
    if (rightsOver(form, key) === null) tell(`字段权限中的字段不存在「${key}」`);
  for (const key of hidden) {
    const over = rightsOver(form, key);
    if (own.has(key)) tell(`「${nameOf(key)}」由本步填写，不能对本步隐藏`);
    else if (over !== null && !over.hides) tell(`「${nameOf(key)}」不能隐藏`);
    else if (isApplicant(step.by)) tell('本步由申请人本人办理，申请内容不能对其隐藏');
  }
  for (const key of [...closed, ...required]) {
    const over = rightsOver(form, key);
    if (over === null) continue;
    if (!own.has(key) || !over.typed) tell(`「${nameOf(key)}」不由本步填写`);
    else if (closed.includes(key) && (over.required || over.nextHandler || required.includes(key)))
      tell(`「${nameOf(key)}」必填，不能设为不填`);
  }
};

const checkNext = (chain: ChainText, at: number, field: string | null, say: Say): void => {
  if (field !== null && chain.steps[at + 1]?.by !== 'chosen')
    say(
      ['steps', Math.min(at + 1, chain.steps.length - 1), 'by'],
      '上一步已在表单中指定处理人，本步须为「上一步指定」',
    );
};

const severalAtOnce = (of: CompiledField | undefined): boolean =>
  of?.field.type === 'multiEnum' || of?.field.type === 'users';

const checkReached = (form: CompiledForm, chain: ChainText, say: Say): void => {
  for (const [at, step] of chain.steps.entries()) {
    const all = whenOf(chain, step).flatMap((text) => tryParse(text) ?? []);
    const options = (name: string): readonly string[] | null => {
      const field = form.field(name)?.field;
      return field?.type === 'enum' ? field.options : null;
    };
    if (neverHolds(all, options, (name) => severalAtOnce(form.field(name))))
      say(['steps', at, 'when'], `存在无法到达的步骤：「${step.name}」的条件不可能成立`);
  }
};
