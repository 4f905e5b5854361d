/** Text of `docs/forms.md` and `docs/forms/`: every module as its definition has it. Pure, so that a test can tell when a page is stale. */
import { ROLES } from '@hengneng/core';
import { type By, type CompiledField, type CompiledForm, type Field, type FieldType, unitOf } from '@hengneng/form-kit';

const TYPES: Readonly<Record<FieldType, string>> = {
  text: '文本',
  textarea: '多行文本',
  richText: '富文本',
  phone: '电话',
  idCard: '身份证号',
  plate: '车牌',
  integer: '整数',
  decimal: '小数',
  money: '金额',
  money4: '单价',
  percent: '百分比',
  date: '日期',
  datetime: '日期时间',
  month: '月份',
  time: '时刻',
  enum: '单选',
  multiEnum: '多选',
  boolean: '是否',
  check: '检查',
  user: '人员',
  users: '多人',
  dept: '部门',
  project: '项目',
  contract: '合同',
  device: '设备',
  supplier: '供应商',
  community: '小区',
  room: '房间',
  ref: '引用',
  file: '文件',
  files: '附件',
  image: '图片',
  images: '图片组',
  signature: '签名',
};

/** A cell of a table: line ends and bars would end it. */
const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');

function typeText(field: Field): string {
  if (field.type === 'decimal') return `小数(${field.places})`;
  if (field.type === 'ref') return `引用 ${field.entity}`;
  return TYPES[field.type];
}

/** What else the definition says of a field, in the words of the people who fill it in. */
function notes(of: CompiledField): string {
  const { field } = of;
  const range = [
    field.min === undefined ? '' : `≥ ${field.min}`,
    field.max === undefined ? '' : `≤ ${field.max}`,
  ].filter(Boolean);
  return [
    field.type === 'enum' || field.type === 'multiEnum' ? field.options.join('、') : '',
    range.join('，'),
    field.formula === undefined ? '' : `= \`${field.formula}\``,
    field.showIf === undefined ? '' : `仅当 \`${field.showIf}\``,
    field.from === undefined ? '' : `取自 ${field.from}${field.locked ? '（只读）' : ''}`,
    field.default === undefined ? '' : `默认 ${String(field.default)}`,
    field.unique ? '唯一' : '',
    field.capital ? '显示大写' : '',
    field.flag ? '不为 0 即提示' : '',
    field.tally ? '只用于计数，不显示' : '',
    field.nextHandler ? '即下一步处理人' : '',
    field.classified === undefined ? '' : `密级 ${field.classified}`,
    field.hint ?? '',
  ]
    .filter(Boolean)
    .join('；');
}

function fieldTable(fields: readonly CompiledField[]): readonly string[] {
  if (fields.length === 0) return [];
  return [
    '| 字段 | 名称 | 类型 | 必填 | 说明 |',
    '| --- | --- | --- | --- | --- |',
    ...fields.map((of) => {
      const unit = unitOf(of.field) === undefined ? '' : `（${unitOf(of.field)}）`;
      return `| ${of.key} | ${cell(of.label + unit)} | ${typeText(of.field)} | ${of.field.required ? '是' : ''} | ${cell(notes(of))} |`;
    }),
    '',
  ];
}

const isRole = (code: string): code is keyof typeof ROLES => Object.hasOwn(ROLES, code);

function byText(form: CompiledForm, by: By): string {
  const role = /^role\((\w+)\)$/.exec(by)?.[1];
  if (role !== undefined && isRole(role)) return ROLES[role];
  const key = /^field\((\w+)\)$/.exec(by)?.[1];
  if (key !== undefined) return `「${form.field(key)?.label ?? key}」所填人员`;
  const names: Readonly<Record<string, string>> = {
    applicant: '申请人',
    projectManager: '项目经理',
    areaManager: '区域经理',
    deptManager: '申请部门负责人',
    chosen: '上一步指定的人',
  };
  return names[by] ?? by;
}

const MODES = { any: '', all: '，须全部同意', turn: '，依次办理', vote: '，票签' } as const;

function chain(form: CompiledForm): readonly string[] {
  return form.steps.map((step) => {
    const when = step.shape.when === undefined ? '' : `；仅当 \`${step.shape.when}\``;
    const among = step.shape.among === undefined ? '' : `（限${ROLES[step.shape.among]}）`;
    const hours = step.shape.hours === undefined ? '' : `；${step.shape.hours} 个工作小时内`;
    return `${step.index}. ${step.name}：${byText(form, step.by)}${among}${MODES[step.mode]}${step.shape.pass === undefined ? '' : `（${step.shape.pass}%通过）`}${when}${hours}${step.final ? '；办结' : ''}`;
  });
}

function effects(form: CompiledForm, described: Readonly<Record<string, string>>): readonly string[] {
  return (form.definition.onApproved ?? []).map((use) => {
    const name = typeof use === 'string' ? use : use.do;
    const at =
      typeof use === 'string'
        ? '全部同意后'
        : use.at === 'submit'
          ? '提交时'
          : `「${use.at.slice('step:'.length)}」同意时`;
    return `- ${at}：${described[name] ?? name}`;
  });
}

const part = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, '', ...lines, ''];

function modulePage(form: CompiledForm, described: Readonly<Record<string, string>>): readonly string[] {
  const { identity, definition } = form;
  const applicants = form.fields.filter((of) => of.source === 'link' || of.source === 'field');
  const computed = form.fields.filter((of) => of.source === 'computed');
  const cc = (definition.cc ?? []).map((by) => byText(form, by)).join('、');
  return [
    `# ${identity.title}`,
    '',
    `${definition.purpose}。模块 \`${form.id}\`，流程 ${identity.procedureId}，接口 \`${identity.api}\`，单号 \`${definition.serial}\`。`,
    '',
    ...fieldTable(applicants),
    ...form.details.flatMap((detail) => [
      `**${detail.label}**（\`${detail.key}\`${detail.shape.step === undefined ? '' : `，在「${detail.shape.step}」填写`}${detail.shape.showIf === undefined ? '' : `，仅当 \`${detail.shape.showIf}\``}）`,
      '',
      ...fieldTable(detail.fields),
    ]),
    ...(computed.length > 0 ? ['**计算值**', '', ...fieldTable(computed)] : []),
    ...part('**流程**', chain(form)),
    ...form.steps.flatMap((step) =>
      step.fields.length > 0 ? [`**${step.name}** 填写`, '', ...fieldTable(step.fields)] : [],
    ),
    ...(cc === '' ? [] : [`抄送：${cc}`, '']),
    ...part(
      '**校验**',
      form.rules.map((rule) => `- ${rule.shape.error}（\`${rule.shape.if}\`）`),
    ),
    ...part('**效果**', effects(form, described)),
  ];
}

/** One page of the folder: its name below `docs/` and its text. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

const page = (path: string, lines: readonly string[]): Page => ({ path, text: `${lines.join('\n').trimEnd()}\n` });

/** The index and one page for each module. `described` says what each effect does. */
export function formsPages(
  forms: readonly CompiledForm[],
  described: Readonly<Record<string, string>>,
): readonly Page[] {
  const areas = [...new Set(forms.map((form) => form.identity.area))];
  const index = [
    '# 表单模块',
    '',
    '由 `npm run gen:docs` 从 `packages/forms` 的定义生成，不要手工修改；定义改了而这里没有重新生成时测试不通过。',
    '',
    ...areas.flatMap((area) => [
      `## ${area}`,
      '',
      ...forms
        .filter((form) => form.identity.area === area)
        .map((form) => `- [${form.identity.title}](forms/${form.id}.md)：${form.definition.purpose}`),
      '',
    ]),
  ];
  return [page('forms.md', index), ...forms.map((form) => page(`forms/${form.id}.md`, modulePage(form, described)))];
}
