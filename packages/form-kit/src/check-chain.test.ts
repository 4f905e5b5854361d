import { describe, expect, it } from 'vitest';
import { chainBodyOf, type ChainText, settledChain } from './chain-body.ts';
import { type ChainStep, nextKey } from './chain.ts';
import { chainChanges, type ChainVocabulary } from './chain-words.ts';
import { chainFits } from './check-chain.ts';
import { compileForm } from './derive/compile.ts';
import { neverHolds } from './expr/never.ts';
import { parse } from './expr/parse.ts';
import { form, IDENTITY, repair, variant } from './testing.ts';

const base = chainBodyOf(repair);
const step = (key: string): ChainStep => {
  const found = base.steps.find((one) => one.key === key);
  if (found === undefined) throw new Error(`no step ${key}`);
  return found;
};
const added = (more: Partial<ChainStep> = {}): ChainStep => ({
  key: 's101',
  name: '财务复核',
  by: 'role(finance)',
  mode: 'any',
  among: null,
  when: null,
  final: false,
  hours: 8,
  fieldKeys: [],
  hasRequired: false,
  nextHandlerField: null,
  ...more,
});
const [s1, s2, s3] = [step('s1'), step('s2'), step('s3')];
const chain = (...steps: readonly ChainStep[]): ChainText => ({ ...base, steps });
const words = (text: ChainText): string =>
  chainFits(form, text)
    .map(({ path, message }) => `${path.join('.')} ${message}`)
    .join('；');

describe('a chain that people edit', () => {
  it('may add, move, rename and loosen what the form leaves open', () => {
    expect(words(chain(s1, s2, s3))).toBe('');
    expect(words(chain(s1, added(), s2, s3))).toBe('');
    expect(words(chain(added({ when: "level == '重大'" }), s1, { ...s2, hours: 4, by: 'role(finance)' }, s3))).toBe('');
    expect(words(chain(s1, s2, added({ when: "advice == '同意'" }), s3))).toBe('');
    // What a step that nothing hangs on is asked for is anybody's to decide.
    expect(words(chain(s1, { ...s2, when: 'total >= 5000' }, s3))).toBe('');
    expect(words(settledChain(repair, chain(s1, { ...s2, name: '区域批准' }, s3)))).toBe('');
  });

  it('keeps rights over fields, forgets those that say nothing, and demands input where they do', () => {
    const rights = { hidden: ['total'], required: ['limitNote'], closed: [] };
    const settled = settledChain(repair, chain(s1, { ...s2, rights, print: { shown: true, allowed: false } }, s3));
    expect(settled.steps[1]).toMatchObject({
      rights: { hidden: ['total'], required: ['limitNote'] },
      print: { allowed: false },
      hasRequired: true,
    });
    expect(words(settled)).toBe('');
    expect(settledChain(repair, chain(s1, { ...s2, rights: { hidden: [] }, print: { shown: true } }, s3))).toEqual(
      base,
    );
  });

  it.each<[string, ChainText, string]>([
    [
      'a field that is not there',
      chain(s1, added({ when: 'nothing > 1' }), s2, s3),
      'steps.1.when 条件字段不存在「nothing」',
    ],
    ['half a condition', chain(s1, added({ when: 'total >' }), s2, s3), 'steps.1.when 条件不完整'],
    ['a comparison that makes no sense', chain(s1, added({ when: "total > '5'" }), s2, s3), '不能用「>」比较'],
    ['a field of a later step', chain(added({ when: 'score > 1' }), s1, s2, s3), '条件用到了这一步才有的「评分」'],
    ['a handler of a later step', chain(added({ by: 'field(level)' }), s1, s2, s3), '「等级」不是人员字段'],
    ['a section without its step', chain(s1, s2), '步骤「验收」要填写表单内容或带有业务动作，不能删除'],
    ['sections upside down', chain(s2, s1, s3), 'steps.0.key 步骤「经理批准」须在步骤「审核」之后'],
    ['required fields under a condition', chain({ ...s1, when: 'total > 1' }, s2, s3), '出现条件由表单规定'],
    ['the maker as a checker', chain(s1, added({ by: 'applicant' }), s2, s3), '制单人不能审核自己的单据'],
    ['the maker by another name', chain(s1, added({ by: 'field(applicant)' }), s2, s3), '制单人不能审核自己的单据'],
    [
      'the maker where nobody is found',
      chain(s1, added({ policy: { nobody: 'applicant' } }), s2, s3),
      '不能转给申请人本人',
    ],
    [
      'somebody else for the applicant’s own step',
      chain(s1, s2, { ...s3, by: 'role(finance)' }),
      '本步由申请人本人办理',
    ],
    [
      'a right over nothing',
      chain({ ...s1, rights: { hidden: ['nothing'] } }, s2, s3),
      'steps.0.rights 字段权限中的字段不存在「nothing」',
    ],
    [
      'hiding what the step fills in',
      chain({ ...s1, rights: { hidden: ['advice'] } }, s2, s3),
      '由本步填写，不能对本步隐藏',
    ],
    ['hiding the project', chain({ ...s1, rights: { hidden: ['project'] } }, s2, s3), '「项目」不能隐藏'],
    ['hiding from the applicant', chain(s1, s2, { ...s3, rights: { hidden: ['total'] } }), '申请内容不能对其隐藏'],
    [
      'leaving out what the form requires',
      chain({ ...s1, rights: { closed: ['advice'] } }, s2, s3),
      '必填，不能设为不填',
    ],
    [
      'demanding what another step fills in',
      chain(s1, { ...s2, rights: { required: ['advice'] } }, s3),
      '不由本步填写',
    ],
    [
      'leaving out and demanding',
      chain(s1, { ...s2, rights: { closed: ['limitNote'], required: ['limitNote'] } }, s3),
      '「批准说明」必填，不能设为不填',
    ],
    ['a step that the form no longer has', chain(s1, s2, s3, { ...added(), key: 's9' }), '在表单中已不存在'],
    ['a look at nothing', chain(s1, added({ watch: ['nothing'] }), s2, s3), '关注的字段不存在'],
    [
      'a step that nobody reaches',
      chain(s1, added({ when: 'total > 9 and total < 3' }), s2, s3),
      '存在无法到达的步骤：「财务复核」',
    ],
  ])('is refused with %s', (_, text, problem) => expect(words(text)).toContain(problem));

  it('keeps sections that follow one another out of branches side by side', () => {
    const parallel = [
      {
        name: '会审',
        branches: [
          { name: '甲', steps: ['s1'] },
          { name: '乙', steps: ['s2'] },
        ],
      },
    ];
    expect(words({ ...chain(s1, s2, s3), parallel })).toContain('须在步骤「审核」之后');
    const beside = [
      {
        name: '会审',
        branches: [
          { name: '甲', steps: ['s1'] },
          { name: '乙', steps: ['s101'] },
        ],
      },
    ];
    expect(words({ ...chain(s1, added(), s2, s3), parallel: beside })).toBe('');
    expect(words({ ...chain(s1, added({ when: "advice == '好'" }), s2, s3), parallel: beside })).toContain(
      '步骤「财务复核」用到了旁边分支才填写的「意见」',
    );
  });

  it('keeps an effect’s step although nothing is filled in there', () => {
    const definition = variant({
      steps: [
        ...repair.steps.slice(0, 1),
        { name: '验收', by: 'applicant', final: true },
        { name: '归档', by: 'role(hr)' },
      ],
      details: { parts: repair.details.parts },
      computed: {},
      rules: [],
      list: { columns: ['serial'], filters: [] },
    });
    const text = chainBodyOf(definition);
    const compiled = compileForm(definition, IDENTITY);
    const without = (key: string) =>
      chainFits(compiled, { ...text, steps: text.steps.filter((one) => one.key !== key) });
    expect(without('s2').map((one) => one.message)).toEqual(['步骤「验收」要填写表单内容或带有业务动作，不能删除']);
    expect(without('s3')).toEqual([]);
  });

  it('takes what is the form’s from the form, whatever was sent', () => {
    const forged = chain(
      { ...s1, fieldKeys: [], hasRequired: false },
      added({ fieldKeys: ['advice'], final: true }),
      s2,
      {
        ...s3,
        final: false,
        policy: { addSign: true, timeout: 'remind' },
      },
    );
    const settled = settledChain(repair, forged);
    expect(settled.steps).toEqual([s1, added(), s2, s3]);
    expect(settledChain(repair, chain({ ...s1, name: '初审' }, s2, s3)).steps[0]).toEqual({
      ...s1,
      name: '初审',
      own: '审核',
    });
  });

  it('gives every new step a key of its own', () => {
    expect(nextKey(['s1', 's2'])).toBe('s101');
    expect(nextKey(['s1', 's104', 's2'])).toBe('s105');
  });
});

describe('conditions that never hold', () => {
  const never = (...conditions: readonly string[]): boolean =>
    neverHolds(
      conditions.map(parse),
      (name) => (name === 'level' ? ['一般', '重大'] : null),
      (name) => name === 'systems',
    );
  it.each([
    ['1 > 2'],
    ['total > 5 and total <= 5'],
    ['total == 5 and total != 5'],
    ["level == '一般' and level == '重大'"],
    ["level != '一般' and level != '重大'"],
    ['5 < total and 3 > total'],
  ])('%s', (text) => expect(never(text)).toBe(true));
  it.each([
    ['total > 5 and total < 5.5'],
    ['total > 5 or total < 3'],
    ["level != '一般'"],
    ["systems == '冷水' and systems == '热水'"],
    ['total > 5 and other < 3'],
    ["customer == '甲'"],
    ['2 > 1'],
  ])('are not %s', (text) => expect(never(text)).toBe(false));
  it('may be spread over a branch and its step', () => expect(never('total > 9', 'total < 3')).toBe(true));
});

describe('the difference between two versions', () => {
  const vocabulary: ChainVocabulary = {
    field: (key) => form.field(key)?.label ?? key,
    condition: (text) => form.explain(text),
    person: (id) => `员工${id}`,
  };
  const said = (before: ChainText, after: ChainText) => chainChanges(before, after, vocabulary);

  it('is nothing between equals', () => expect(said(base, base)).toEqual([]));

  it('names what came, what went and what is otherwise', () => {
    expect(said(base, chain(s1, added({ by: 'user(7,8)' }), { ...s2, hours: 4, when: 'total >= 5000' }, s3))).toEqual([
      '在「审核」之后新增步骤「财务复核」：员工7、员工8，8工作小时',
      '步骤「经理批准」条件：合计 ≥ 1000 → 合计 ≥ 5000',
      '步骤「经理批准」时限：24工作小时 → 4工作小时',
    ]);
    expect(said(base, chain(s1, added({ by: 'user(7,8)', mode: 'vote', pass: 60 }), s2, s3))).toEqual([
      '在「审核」之后新增步骤「财务复核」：员工7、员工8，票签（60%通过），8工作小时',
    ]);
    expect(said(chain(s1, added(), s2, s3), { ...base, cc: ['role(hr)'] })).toEqual([
      '删除步骤「财务复核」',
      '抄送：无 → 角色「人事」',
    ]);
    expect(said(chain(added(), s1, s2, s3), chain(s1, added(), s2, s3))).toEqual([
      '步骤顺序：审核 → 财务复核 → 经理批准 → 验收',
    ]);
  });
});
