import { describe, expect, it } from 'vitest';
import { checkDefinition } from './check-definition.ts';
import { f } from './fields.ts';
import type { FormShape } from './define.ts';
import { IDENTITY, form, repair, variant } from './testing.ts';

const problems = (definition: FormShape): readonly string[] => checkDefinition(definition, {}, IDENTITY);
const rule = (text: string): FormShape => variant({ rules: [{ if: text, error: '不行' }] });
const field = (name: string, made: FormShape['fields'][string]): FormShape =>
  variant({ fields: { ...repair.fields, [name]: made } });

const partsField = (name: string, made: FormShape['fields'][string]): FormShape =>
  variant({
    details: {
      ...repair.details,
      parts: { ...repair.details.parts, fields: { ...repair.details.parts.fields, [name]: made } },
    },
  });

const firstStep = (more: Partial<FormShape['steps'][number]>): FormShape =>
  variant({ steps: [{ ...repair.steps[0], ...more }, ...repair.steps.slice(1)] });
const beside = (branches: readonly (readonly string[])[], when?: string, second?: string): FormShape =>
  variant({
    steps: [
      ...repair.steps.slice(0, 1),
      { name: '复核', by: 'deptManager', ...(second === undefined ? {} : { when: second }) },
      ...repair.steps.slice(1),
    ],
    parallel: [
      {
        name: '会审',
        branches: branches.map((steps, at) => ({
          name: '一二三'.charAt(at),
          steps,
          ...(at === 0 && when !== undefined ? { when } : {}),
        })),
      },
    ],
  });

describe('checkDefinition', () => {
  it('finds nothing wrong with a sound definition', () => expect(problems(repair)).toEqual([]));

  it('names the definition, the place and what is wrong', () => {
    expect(problems(rule("level == '特大'"))).toEqual([
      '试验单（maintenanceRecords）的校验规则1「不行」：选项里没有“特大”（有：一般、重大）',
    ]);
  });

  it.each([
    ["seal == '坏'", '选项里没有“坏”'],
    ["systems == '蒸汽'", '选项里没有“蒸汽”'],
    ["total > '5'", '数字与文字不能用「>」比较'],
    ["noticeDate > '2026-01-01'", '日期与文字不能用「>」比较'],
    ["level > '一般'", '选项与文字不能用「>」比较'],
    ['project == applicantDept', '引用与引用不能用「==」比较'],
    ['photos == customer', '附件与文字不能用「==」比较'],
    ['customer * 2 > 1', '文字与数字不能用「*」计算'],
    ['sum(parts.name) > 1', '不能合计'],
    ['count(nothing) > 1', '「nothing」不是明细表'],
    ['parts.colour', '「parts.colour」不是明细的字段'],
    ['nothing > 1', '「nothing」不是可用的字段'],
  ])('sees through the rule %s', (text, problem) => expect(problems(rule(text)).join()).toContain(problem));

  it.each([
    ['level == level', rule('level == level')],
    ['a day against an instant', rule('noticeDate <= faultTime and createdAt > noticeDate')],
    ['a comparison in arithmetic', rule("(level == '一般') + (not stopped) > 1")],
  ])('lets %s be', (_, definition) => expect(problems(definition)).toEqual([]));

  it.each<[string, FormShape, string]>([
    ['a rule that does not parse', rule('total >'), '还没有写完'],
    ['a serial without a counter', variant({ serial: 'X-{yyyy}' }), '有且只有一个流水号'],
    ['a serial with an unknown part', variant({ serial: 'X-{year}-{seq4}' }), '不认识的部分'],
    ['a key of the system', field('version', f.text('版本')), '「version」重复，或与系统字段同名'],
    ['two keys of one column', field('level_', f.text('级')), '英文驼峰'],
    [
      'a formula of another type',
      variant({ computed: { ...repair.computed, total: f.money('合计', { formula: 'customer' }) } }),
      '文字不能写入数字字段',
    ],
    [
      'a duration without a unit',
      variant({ computed: { ...repair.computed, minutes: f.integer('用时', { formula: 'arriveTime - faultTime' }) } }),
      '带时间单位',
    ],
    [
      'a row named in a formula',
      variant({ computed: { ...repair.computed, minutes: f.money('用时', { formula: 'parts.amount' }) } }),
      '只能写在校验规则里',
    ],
    ['a default that is no option', field('more', f.enum('更多', ['甲'], { default: '乙' })), '默认值不合要求'],
    ['a default below the limit', field('more', f.money('更多', { min: 5, default: 1 })), '默认值不合要求'],
    ['an option twice', field('more', f.enum('更多', ['甲', '甲'])), '选项重复'],
    ['a limit upside down', field('more', f.money('更多', { min: 5, max: 1 })), '最小值大于最大值'],
    ['a tally outside a table', field('more', f.integer('更多', { tally: true, formula: '1' })), 'tally 只用于明细'],
    ['a tally that is typed in', partsField('more', f.integer('更多', { tally: true })), 'tally 只用于明细'],
    ['a start from another kind', partsField('more', f.money('更多', { startsAs: 'level' })), 'startsAs 的 level'],
    ['a lock without a source', field('more', f.text('更多', { locked: true })), 'locked 要和 from 一起写'],
    [
      'standard rows outside a table',
      field('more', f.enum('更多', ['甲'], { prefillRows: true })),
      'prefillRows 只用于明细',
    ],
    ...(
      [
        ['a standard of no standard row', { 没有: {} }, 'standard 的「没有」不是标准行'],
        ['a standard of no field', { 外观: { nothing: 1 } }, 'standard 没有可填的字段 nothing'],
        ['a standard that is no option', { 外观: { item: '没有' } }, 'standard 的「没有」不是'],
      ] as const
    ).map(([name, standard, problem]): [string, FormShape, string] => [
      name,
      variant({ details: { ...repair.details, checks: { ...repair.details.checks, standard } } }),
      problem,
    ]),
    [
      'a sum of texts',
      variant({ list: { columns: ['serial'], filters: [], sum: ['customer'] } }),
      '合计列「客户」不是数字',
    ],
    ['a column that is no field', variant({ list: { columns: ['nothing'], filters: [] } }), '没有字段 nothing'],
    ['uniqueness of files', variant({ uniqueTogether: [['photos']] }), '「照片」不能做唯一约束'],
    [
      'no step',
      variant({ steps: [], rules: [], computed: {}, details: {}, list: { columns: ['serial'], filters: [] } }),
      '至少要有一个步骤',
    ],
    ['an effect at no step', variant({ onApproved: [{ at: 'step:无', do: 'x' }] }), '没有步骤「无」'],
    ['steps of one name', variant({ steps: [...repair.steps, { name: '审核', by: 'applicant' }] }), '同名'],
    [
      'a condition on what comes later',
      variant({ steps: [{ ...repair.steps[0], when: 'score > 1' }, ...repair.steps.slice(1)] }),
      '条件用到了这一步才有的「score」',
    ],
    [
      'a handler who is no person',
      variant({ steps: [{ ...repair.steps[0], by: 'field(level)' }, ...repair.steps.slice(1)] }),
      '「level」不是人员字段',
    ],
    ['a next handler whom nobody asks', field('next', f.user('下一步', { nextHandler: true })), '下一步却不是 chosen'],
    ['a vote without a ratio', firstStep({ mode: 'vote' }), '票签要写 pass'],
    ['a ratio of nothing', firstStep({ mode: 'vote', pass: 0 }), '不是 1 到 100 的整数'],
    ['a policy that passes what must be filled in', firstStep({ policy: { self: 'skip' } }), '不能自动通过或跳过'],
    ['a substitute who is no person', firstStep({ policy: { nobody: 'field(level)' } }), '「level」不是人员字段'],
    ['a look at what is not there', firstStep({ watch: ['nothing'] }), 'watch 没有字段 nothing'],
    ['a single branch', beside([['审核']]), '至少要有两个分支'],
    ['a branch of no step', beside([['审核'], ['无']]), '没有步骤「无」'],
    ['a step in two branches', beside([['审核'], ['审核']]), '只属于一个分支'],
    [
      'a branch by what it fills in itself',
      beside([['审核'], ['复核']], 'score > 1'),
      '分支「一」的条件用到了进入时还没有的「score」',
    ],
    [
      'a branch that needs the one beside it',
      beside([['审核'], ['复核']], undefined, "advice == '好'"),
      '步骤「复核」用到了旁边分支才填写的「advice」',
    ],
    [
      'a detail of no step',
      variant({ details: { ...repair.details, parts: { ...repair.details.parts, step: '无' } } }),
      '没有步骤「无」',
    ],
  ])('finds %s', (_, definition, problem) => expect(problems(definition).join('\n')).toContain(problem));

  it('finds nothing wrong with steps side by side, nor with policies that fit', () => {
    expect(problems(beside([['审核'], ['复核']], 'otherFee > 1'))).toEqual([]);
    expect(
      problems(firstStep({ policy: { repeat: 'none', nobody: 'role(admin)' }, watch: ['otherFee', 'parts'] })),
    ).toEqual([]);
  });

  it('looks up what a prefill reaches in another module', () => {
    const definition = variant({
      fields: {
        ...repair.fields,
        other: f.ref('maintenanceRecords', '原单'),
        otherTotal: f.money('原单合计', { from: 'other.total' }),
        wrong: f.money('原单级别', { from: 'other.level' }),
        missing: f.money('原单余额', { from: 'other.left' }),
        known: f.money('原单未付', { from: 'other.unpaid' }),
      },
    });
    const found = checkDefinition(
      definition,
      { form: () => form, derived: { maintenanceRecords: ['unpaid'] } },
      IDENTITY,
    );
    expect(found).toHaveLength(2);
    expect(found.join()).toContain('「等级」的类型放不进这个字段');
    expect(found.join()).toContain('没有字段 left');
  });
});
