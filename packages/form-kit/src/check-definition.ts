/**
 * Everything about a definition that the compiler cannot see. Each problem is a sentence that names the definition and the place;
 * a test runs it over all definitions, and the server refuses to start with any.
 */
import { MODULES, type ModuleIdentity } from '@hengneng/core';
import { chainBodyOf, type ChainText } from './chain-body.ts';
import { conditionProblems, handlerProblems, isHandlerRule, notYetKnown, problemsOf, scopeOf } from './check-chain.ts';
import type { FormShape, ParallelShape } from './define.ts';
import type { Field } from './fields.ts';
import { entityOf } from './format.ts';
import { BUILTIN_FIELDS, compileForm, tryParse } from './derive/compile.ts';
import type { CompiledField, CompiledForm, CompiledStep } from './derive/form.ts';
import { limitMessage, readValue } from './derive/read-value.ts';
import { DETAIL_COLUMNS, STANDARD_COLUMNS, columnType, snakeCase } from './derive/table.ts';
import { RESERVED_WORDS, mentions } from './expr/ast.ts';
import { assignProblem, typeOf, typeOfField } from './expr/types.ts';
import { placesOf } from './expr/value.ts';

/** What is known beyond one definition. */
export interface Surroundings {
  /** Other compiled forms: the fields that `from` reaches through a reference to a module. */
  readonly form?: (moduleId: string) => CompiledForm | undefined;
  /** Properties that a module has besides its fields (balances, counters), worked out by the server. */
  readonly derived?: Readonly<Record<string, readonly string[]>>;
}

type Report = (where: string, problem: string) => void;

/** Sentences about everything that is wrong; empty where the definition is sound. */
export function checkDefinition(
  definition: FormShape,
  around: Surroundings = {},
  identity: ModuleIdentity = MODULES[definition.id],
): readonly string[] {
  const problems: string[] = [];
  const report: Report = (where, problem) =>
    problems.push(`${identity.title}（${definition.id}）的${where}：${problem}`);
  checkSerial(definition.serial, report);
  checkNames(definition, report);
  let form: CompiledForm;
  try {
    form = compileForm(definition, identity);
  } catch (error) {
    report('表达式', error instanceof Error ? error.message : String(error));
    return problems;
  }
  for (const of of allFields(form)) checkField(form, of, around, report);
  checkDetails(form, report);
  const chain = chainBodyOf(definition);
  checkSteps(form, chain, report);
  checkParallel(form, chain, report);
  checkRules(form, report);
  checkList(form, report);
  checkUnique(form, report);
  return problems;
}

const allFields = (form: CompiledForm): readonly CompiledField[] => [
  ...form.fields,
  ...form.details.flatMap((detail) => detail.fields),
];

/** Fixed letters, parts of the day, and one counter: `SLSG-{yyyy}{MM}-{seq4}`. */
function checkSerial(serial: string, report: Report): void {
  const rest = serial.replace(/\{(yyyy|yy|MM|dd|seq[2-9])\}/g, '');
  if (/[{}]/.test(rest)) report('单号规则', `「${serial}」里有不认识的部分，可用 {yyyy} {yy} {MM} {dd} {seq4}`);
  if ((serial.match(/\{seq\d\}/g) ?? []).length !== 1)
    report('单号规则', `「${serial}」要有且只有一个流水号，例如 {seq4}`);
}

/** Keys are unique in the whole form, and so are their columns. */
function checkNames(definition: FormShape, report: Report): void {
  const master: readonly string[] = [
    ...Object.keys(definition.links ?? {}),
    ...Object.keys(definition.fields),
    ...Object.keys(definition.computed ?? {}),
    ...definition.steps.flatMap((step) => Object.keys(step.fields ?? {})),
  ];
  const standard = STANDARD_COLUMNS.map((column) => column.name);
  checkKeys(
    [...master, ...Object.keys(definition.details ?? {})],
    [...standard, ...Object.keys(BUILTIN_FIELDS).map(snakeCase)],
    report,
  );
  for (const [key, detail] of Object.entries(definition.details ?? {})) {
    checkKeys(
      Object.keys(detail.fields),
      DETAIL_COLUMNS.map((column) => column.name),
      (where, problem) => report(`明细「${detail.label}」的${where}`, problem),
    );
    if (Object.keys(detail.fields).length === 0) report(`明细「${detail.label}」`, `${key} 没有字段`);
  }
}

function checkKeys(keys: readonly string[], taken: readonly string[], report: Report): void {
  const seen = new Set(taken);
  for (const key of keys) {
    if (!/^[a-zA-Z][a-zA-Z0-9]{0,40}$/.test(key)) report('字段名', `「${key}」要用英文驼峰写法`);
    if (RESERVED_WORDS.has(key)) report('字段名', `「${key}」是表达式的保留字`);
    const column = snakeCase(key);
    if (seen.has(column)) report('字段名', `「${key}」重复，或与系统字段同名`);
    seen.add(column);
  }
}

function checkField(form: CompiledForm, of: CompiledField, around: Surroundings, report: Report): void {
  const where = `字段「${of.label}」(${of.path})`;
  const { field } = of;
  if (of.formula) {
    const problems: string[] = [];
    const type = typeOf(of.formula, scopeOf(form, of.detail, false), problems);
    const unfit = assignProblem(type, field);
    for (const problem of unfit === null ? problems : [...problems, unfit]) report(where, `公式 ${problem}`);
    if (field.required || field.default !== undefined || field.from)
      report(where, '公式字段不能再写 required、default 或 from');
  } else if (of.source === 'computed' && field.from === undefined) {
    report(where, '计算值要有公式或来源');
  }
  if (of.showIf)
    for (const problem of problemsOf(form, of.showIf, of.detail, false)) report(where, `显示条件 ${problem}`);
  if (field.within !== undefined && entityOf(field) === null) report(where, 'within 只能用于引用字段');
  for (const key of field.within ?? [])
    if ((form.field(`${of.detail ?? ''}.${key}`) ?? form.field(key))?.field.type !== 'project')
      report(where, `within 的 ${key} 不是项目字段`);
  if (field.offeredBy !== undefined && entityOf(field) === null) report(where, 'offeredBy 只能用于引用字段');
  for (const key of field.offeredBy ?? [])
    if (form.field(key)?.detail !== null) report(where, `offeredBy 的 ${key} 不是表单字段`);
  checkOptions(field, where, report);
  if (field.startsAs !== undefined) {
    const taken = form.field(field.startsAs)?.field;
    if (of.detail === null || !taken || !fitsInto(taken, field))
      report(where, `startsAs 的 ${field.startsAs} 不能带到这里`);
  }
  if (field.prefillRows && (of.detail === null || field.type !== 'enum'))
    report(where, 'prefillRows 只用于明细里的单选字段');
  if (field.nextHandler && field.type !== 'user') report(where, '指派下一步处理人的字段必须是人员');
  if (field.locked && field.from === undefined) report(where, 'locked 要和 from 一起写');
  if (field.capital && field.type !== 'money') report(where, '只有金额能显示大写');
  if (field.flag && field.type !== 'integer') report(where, '校验列必须是整数');
  if (field.tally && (of.detail === null || field.type !== 'integer' || of.formula === null || field.flag))
    report(where, 'tally 只用于明细里按公式计数的整数');
  if (field.from !== undefined) checkFrom(form, of, field.from, around, where, report);
}

/** Options, limits and defaults that fit each other. */
function checkOptions(field: Field, where: string, report: Report): void {
  if (field.type === 'enum' || field.type === 'multiEnum') {
    if (field.options.length === 0) report(where, '没有选项');
    if (new Set(field.options).size !== field.options.length) report(where, '选项重复');
  }
  if (field.type === 'decimal' && !(Number.isInteger(field.places) && field.places >= 0 && field.places <= 10)) {
    report(where, `小数位数 ${field.places} 不在 0 到 10 之间`);
  }
  if (field.min !== undefined && field.max !== undefined && field.min > field.max) report(where, '最小值大于最大值');
  const given = field.default;
  if (given === undefined || ['now', 'today', 'month', 'me', 'myDept'].includes(String(given))) return;
  const read = readValue(field, given);
  const limit = read.ok ? limitMessage(field, read.value) : read.message;
  if (limit !== null) report(where, `默认值不合要求，${limit}`);
}

/** `from` through a reference to a module: the property is one of its fields, and of a kind that fits. */
function checkFrom(
  form: CompiledForm,
  of: CompiledField,
  from: string,
  around: Surroundings,
  where: string,
  report: Report,
): void {
  const [base = '', property = ''] = from.split('.');
  const link = (of.detail === null ? undefined : form.field(`${of.detail}.${base}`)) ?? form.field(base);
  if (!link || link.field.type !== 'ref') return;
  if (link.path === of.path) report(where, `来源 ${from} 指向了自己`);
  const other = around.form?.(link.field.entity);
  if (!other || around.derived?.[link.field.entity]?.includes(property)) return;
  const target = other.field(property);
  if (!target) report(where, `来源「${other.identity.title}」没有字段 ${property}`);
  else if (!fitsInto(target.field, of.field)) report(where, `来源「${target.label}」的类型放不进这个字段`);
}

function fitsInto(source: Field, target: Field): boolean {
  const [a, b] = [typeOfField(source), typeOfField(target)];
  if (a.kind === 'options' && b.kind === 'options') return a.options.every((option) => b.options.includes(option));
  if (a.kind === 'key' && b.kind === 'key') return a.entity === b.entity;
  return a.kind === b.kind || b.kind === 'text' || (a.kind === 'instant' && b.kind === 'day');
}

function checkDetails(form: CompiledForm, report: Report): void {
  const names = new Set(form.steps.map((step) => step.name));
  for (const detail of form.details) {
    const where = `明细「${detail.label}」`;
    if (detail.showIf)
      for (const problem of problemsOf(form, detail.showIf, null, false)) report(where, `显示条件 ${problem}`);
    if (detail.shape.step !== undefined && !names.has(detail.shape.step))
      report(where, `没有步骤「${detail.shape.step}」`);
    if (detail.fields.filter((of) => of.field.prefillRows).length > 1) report(where, '只能有一个字段带出标准行');
    const list = detail.fields.find((of) => of.field.prefillRows)?.field;
    for (const [option, values] of Object.entries(detail.shape.standard ?? {})) {
      if (list?.type !== 'enum' || !list.options.includes(option)) report(where, `standard 的「${option}」不是标准行`);
      for (const [key, value] of Object.entries(values)) {
        const { field } = detail.fields.find((of) => of.key === key) ?? {};
        if (!field || field.formula !== undefined) report(where, `standard 没有可填的字段 ${key}`);
        else if ('options' in field && !field.options.includes(String(value)))
          report(where, `standard 的「${value}」不是「${field.label}」的选项`);
      }
    }
    const mark = detail.shape.ownRows;
    if (mark !== undefined) {
      if (detail.fields.find((of) => of.key === mark)?.field.type !== 'user')
        report(where, `ownRows 的「${mark}」不是明细里的人员字段`);
      if (form.steps[detail.step - 1]?.mode !== 'all') report(where, 'ownRows 只用于会签步骤的明细');
    }
    const base = detail.shape.rowsFrom?.split('.')[0];
    const link = base === undefined ? undefined : form.field(base);
    if (base !== undefined && (detail.step !== 0 || !link || link.step !== 0 || entityOf(link.field) === null))
      report(where, `rowsFrom 的 ${base} 不是申请人填写的引用字段`);
    const fill = detail.shape.fillFrom;
    if (!fill) continue;
    if (!form.detail(fill.detail)) report(where, `fillFrom 的明细 ${fill.detail} 不存在`);
    for (const [own, other] of [fill.group, ...fill.sum]) {
      if (!form.field(`${detail.key}.${own}`)) report(where, `fillFrom 没有字段 ${own}`);
      if (!form.field(`${fill.detail}.${other}`)) report(where, `fillFrom 没有字段 ${fill.detail}.${other}`);
    }
    for (const [own] of fill.sum) {
      const of = form.field(`${detail.key}.${own}`);
      if (of && placesOf(of.field) === null) report(where, `fillFrom 合计的字段 ${own} 不是数字`);
    }
  }
}

/** Definitions are read by those who write them: fields by their keys. */
const byKey = (path: string): string => path;

function checkSteps(form: CompiledForm, chain: ChainText, report: Report): void {
  const names = form.steps.map((step) => step.name);
  if (new Set(names).size !== names.length) report('步骤', '有同名的步骤');
  if (form.steps.length === 0) report('步骤', '至少要有一个步骤');
  for (const step of form.steps) {
    const where = `步骤「${step.name}」`;
    const found = [
      ...(step.when ? conditionProblems(form, chain, step, step.when, byKey) : []),
      ...handlerProblems(form, chain, step, step.by, byKey),
    ];
    for (const problem of found) report(where, problem);
    checkPolicy(form, chain, step, where, report);
    if (step.shape.among !== undefined && step.by !== 'chosen') report(where, 'among 只用于由上一步指定的步骤');
    if (step.nextHandler && form.steps[step.index]?.by !== 'chosen')
      report(where, '指派了下一步处理人，下一步却不是 chosen');
  }
  const ahead = form.fields.find((of) => of.source !== 'step' && of.field.nextHandler === true);
  if (ahead && form.steps[0]?.by !== 'chosen')
    report(`字段「${ahead.label}」`, '指派了下一步处理人，下一步却不是 chosen');
  for (const by of chain.cc)
    for (const problem of handlerProblems(form, chain, null, by, byKey)) report('抄送', problem);
  for (const use of form.definition.onApproved ?? []) {
    const at = typeof use === 'string' ? 'submit' : use.at;
    if (at !== 'submit' && !names.includes(at.slice('step:'.length))) report('效果', `没有步骤「${at.slice(5)}」`);
  }
}

/** What a step that asks nobody, or not everybody, must be like. */
function checkPolicy(form: CompiledForm, chain: ChainText, step: CompiledStep, where: string, report: Report): void {
  const { policy, pass, watch } = step.shape;
  if ((step.mode === 'vote') !== (pass !== undefined)) report(where, '票签要写 pass，其他方式不写');
  if (pass !== undefined && !(Number.isInteger(pass) && pass >= 1 && pass <= 100))
    report(where, `通过比例 ${pass} 不是 1 到 100 的整数`);
  if (policy?.rejectTo?.length === 0) report(where, '至少留一个驳回去向');
  const nobody = policy?.nobody ?? 'up';
  if (isHandlerRule(nobody))
    for (const problem of handlerProblems(form, chain, step, nobody, byKey)) report(`${where}无处理人时`, problem);
  const asksNobody = policy?.self === 'pass' || policy?.self === 'skip' || nobody === 'skip';
  if (asksNobody && form.requiredAt(step.index).length > 0) report(where, '有必填内容的步骤不能自动通过或跳过');
  for (const key of watch ?? []) if (!form.field(key) && !form.detail(key)) report(where, `watch 没有字段 ${key}`);
}

/** Branches hold steps that follow one another in the chain, each step once. */
function checkParallel(form: CompiledForm, chain: ChainText, report: Report): void {
  let last = -1;
  for (const block of form.definition.parallel ?? []) {
    const where = `并行「${block.name}」`;
    const titles = block.branches.map((branch) => branch.name);
    if (new Set(titles).size !== titles.length) report(where, '有同名的分支');
    if ((form.definition.parallel ?? []).filter((one) => one.name === block.name).length > 1) report(where, '重名');
    if (block.branches.length < 2) report(where, '至少要有两个分支');
    let next = -1;
    for (const branch of block.branches) {
      if (branch.steps.length === 0) report(where, `分支「${branch.name}」没有步骤`);
      for (const [at, name] of branch.steps.entries()) {
        const index = form.steps.findIndex((step) => step.name === name);
        if (index < 0) report(where, `没有步骤「${name}」`);
        else if (index <= last || (next >= 0 && index !== next))
          report(where, `步骤「${name}」要紧接在前一个步骤之后，且只属于一个分支`);
        else if (at === 0 && form.steps[index]?.by === 'chosen') report(where, `分支的第一步「${name}」不能是 chosen`);
        next = index + 1;
      }
      checkBranchCondition(form, chain, branch, where, report);
    }
    last = Math.max(last, next - 1);
    if (form.steps[next]?.by === 'chosen') report(where, '之后的第一步不能是 chosen');
  }
}

function checkBranchCondition(
  form: CompiledForm,
  chain: ChainText,
  branch: ParallelShape['branches'][number],
  where: string,
  report: Report,
): void {
  if (branch.when === undefined) return;
  const first = form.steps.find((step) => step.name === branch.steps[0]);
  const expr = tryParse(branch.when);
  if (expr === null) return report(where, `分支「${branch.name}」的条件不完整`);
  for (const problem of problemsOf(form, expr, null, false)) report(where, `分支「${branch.name}」的条件 ${problem}`);
  const paths = mentions(expr).map((mention) => mention.path);
  const late = first === undefined ? null : notYetKnown(form, chain, first.key, paths);
  if (late !== null) report(where, `分支「${branch.name}」的条件用到了进入时还没有的「${late.path}」`);
}

function checkRules(form: CompiledForm, report: Report): void {
  form.rules.forEach((rule, index) => {
    const where = `校验规则${index + 1}「${rule.shape.error}」`;
    for (const problem of problemsOf(form, rule.expr, null, true)) report(where, problem);
    if (rule.shape.error.trim() === '') report(where, '没有提示');
    if (!form.field(rule.at) && !form.detail(rule.at)) report(where, `提示的位置 ${rule.at} 不存在`);
  });
}

function checkList(form: CompiledForm, report: Report): void {
  const { columns, filters, sum } = form.definition.list;
  if (columns.length === 0) report('列表', '没有列');
  for (const key of [...columns, ...filters, ...(sum ?? [])]) if (!form.field(key)) report('列表', `没有字段 ${key}`);
  for (const key of sum ?? []) {
    const of = form.field(key);
    if (of && placesOf(of.field) === null) report('列表', `合计列「${of.label}」不是数字`);
  }
}

function checkUnique(form: CompiledForm, report: Report): void {
  const single = allFields(form)
    .filter((of) => of.field.unique === true)
    .map((of) => [of.path]);
  for (const keys of [...single, ...(form.definition.uniqueTogether ?? [])]) {
    for (const key of keys) {
      const of = form.field(key);
      const type = of ? columnType(of.field) : 'jsonb';
      if (!of) report('唯一约束', `没有字段 ${key}`);
      else if (type === 'jsonb' || type.endsWith('[]')) report('唯一约束', `「${of.label}」不能做唯一约束`);
    }
  }
}
