/** What a compiled form does with a record: compute, check, prefill, compare. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { f } from '../fields.ts';
import type { FormShape } from '../define.ts';
import { ENV, IDENTITY, form, goodRecord, repair, variant } from '../testing.ts';
import { compileForm } from './compile.ts';
import type { FormRecord } from './form.ts';
import { watchedKeys } from './order.ts';
import { withinOf } from './within.ts';

const NOW = ENV.now;
const messages = (record: FormRecord, step = 0): readonly string[] =>
  form.check(record, step, NOW).map((error) => `${error.path}: ${error.message}`);

describe('compute', () => {
  it('works rows out first, then totals, each rounded before it is used further', () => {
    const record = goodRecord({
      parts: [
        { name: '甲', quantity: '0.33', price: '0.50' },
        { name: '乙', quantity: '0.33', price: '0.50' },
      ],
      otherFee: '1.00',
    });
    // 0.165 a row is 0.17 a row: the total is that of the rows as shown
    expect(record).toMatchObject({ partsFee: '0.34', total: '1.34', average: '0.17' });
  });

  it('clears what is hidden and leaves what shows', () => {
    const record = form.compute({ stopped: true, stopHours: '2.0' });
    expect(record['stopHours']).toBe('2.0');
    expect(form.compute({ ...record, stopped: false })['stopHours']).toBeNull();
    expect(form.visible(record, 'stopHours')).toBe(true);
    expect(form.visible({ stopped: null }, 'stopHours')).toBe(false);
    const parts = { ...repair.details.parts, showIf: 'stopped' };
    const asked = compileForm(variant({ details: { ...repair.details, parts } }), IDENTITY);
    expect(asked.visible({ stopped: false, parts: [] }, 'parts')).toBe(false);
    expect(asked.visible({ stopped: true, parts: [] }, 'parts')).toBe(true);
    // What was put in before the choice changed is there to be seen, and taken out.
    expect(asked.visible({ stopped: false, parts: [{ name: '甲' }] }, 'parts')).toBe(true);
  });

  it('shows what a choice brings along only while the choice shows', () => {
    const brought = compileForm(
      variant({
        fields: {
          ...repair.fields,
          helper: f.user('协助人', { showIf: 'stopped' }),
          helperDept: f.dept('协助人部门', { from: 'helper.dept', locked: true }),
          helperPhone: f.text('协助人电话', { from: 'helper.phone' }),
        },
      }),
      IDENTITY,
    );
    const record = brought.compute({ stopped: true, helper: '5', helperDept: 'A63', helperPhone: '1' });
    expect(record).toMatchObject({ helper: '5', helperDept: 'A63' });
    expect(brought.visible(record, 'helperDept')).toBe(true);
    const alone = brought.compute({ ...record, stopped: false });
    expect(alone).toMatchObject({ helper: null, helperDept: null, helperPhone: '1' });
    expect(brought.visible(alone, 'helperDept')).toBe(false);
    // What people may type themselves asks for its own condition.
    expect(brought.visible(alone, 'helperPhone')).toBe(true);
    const helperDept = brought.field('helperDept');
    expect(helperDept && watchedKeys(helperDept)).toEqual(['helperDept', 'stopped']);
  });

  it('lets a condition in a row see what the row works out', () => {
    const record = form.compute({
      parts: [
        { name: '甲', quantity: '2.00', price: '600.00', reason: '急' },
        { name: '乙', quantity: '1.00', price: '600.00', reason: '急' },
      ],
    });
    expect(record['parts']).toMatchObject([{ reason: '急' }, { reason: null }]);
    expect(form.visible(record, 'parts[0].reason')).toBe(true);
    expect(form.visible(record, 'parts[1].reason')).toBe(false);
  });

  it('never trusts a value sent for a formula', () => {
    const record = form.compute({ total: '1.00', parts: [{ quantity: '2.00', price: '3.00', amount: '999.00' }] });
    expect(record).toMatchObject({ total: '6.00', parts: [{ amount: '6.00' }] });
  });

  it('counts a difference of instants in the unit of its field', () => {
    const record = form.compute({ faultTime: '2026-03-05T08:00:00+08:00', arriveTime: '2026-03-05T08:45:30+08:00' });
    expect(record['minutes']).toBe(46);
  });

  it('is called for only by what a formula or a condition reads', () => {
    const asked = [
      'otherFee',
      'stopped',
      'parts[0].quantity',
      'parts',
      'stopHours',
      'parts[1].reason',
      'parts[1].name',
    ];
    expect(asked.filter((path) => form.decides(path))).toEqual(['otherFee', 'stopped', 'parts[0].quantity', 'parts']);
  });

  it('hands on what does not change as the same object', () => {
    const record = goodRecord();
    expect(form.compute(record)).toBe(record);
    const next = form.compute({ ...record, otherFee: '3.00' });
    expect(next['parts']).toBe(record['parts']);
  });

  const amount = fc.option(fc.integer({ min: -99_999, max: 99_999 }).map((n) => (n / 100).toFixed(2)));
  const anyRecord = fc.record({
    stopped: fc.option(fc.boolean()),
    stopHours: fc.option(fc.constantFrom('1.0', '2.5')),
    otherFee: amount,
    parts: fc.array(fc.record({ quantity: amount, price: amount, reason: fc.option(fc.constant('急')) }), {
      maxLength: 4,
    }),
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const once = form.compute(record);
        expect(form.compute(once)).toEqual(once);
      }),
    );
  });

  it('does not depend on the order in which fields are written', () => {
    const reversed = <T extends object>(shape: T): T => Object.fromEntries(Object.entries(shape).toReversed()) as T;
    const mirrored = compileForm(
      variant({
        fields: reversed(repair.fields),
        computed: reversed(repair.computed),
        details: reversed({
          ...repair.details,
          parts: { ...repair.details.parts, fields: reversed(repair.details.parts.fields) },
        }),
      }),
      IDENTITY,
    );
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(mirrored.compute(record)).toEqual(form.compute(record));
      }),
    );
  });

  it('refuses formulas that go round in a circle and names it', () => {
    const circle: FormShape = variant({
      computed: { one: f.money('一', { formula: 'two + 1' }), two: f.money('二', { formula: 'one + 1' }) },
      rules: [],
      list: { columns: ['serial'], filters: [] },
      steps: [{ name: '审核', by: 'projectManager' }],
      details: {},
    });
    expect(() => compileForm(circle, IDENTITY)).toThrow('one → two → one');
  });
});

describe('check', () => {
  it('lets a good record pass', () => expect(messages(goodRecord())).toEqual([]));

  it('asks for what is required and shown, at its place', () => {
    const record = goodRecord({ project: null, stopped: true, stopHours: null, parts: [{ name: '', quantity: null }] });
    expect(messages(record)).toEqual([
      'project: 请选择项目',
      'stopHours: 请填写停供时长',
      'parts[0].name: 请填写名称',
      'parts[0].quantity: 请填写数量',
    ]);
    const unread = goodRecord({ otherFee: '约5', parts: [{ name: '甲', quantity: '两个' }] });
    expect(messages(unread)).toEqual(['otherFee: 其他费用必须是数字', 'parts[0].quantity: 数量必须是数字']);
  });

  it('takes a draft that has lain for days as filed then or now, whichever lets it pass', () => {
    const day = (of: number): string => `2026-03-0${of}T08:00:00+08:00`;
    const passes = (rule: string, fault: number, begun: number | null): boolean => {
      const { check } = compileForm(variant({ rules: [{ if: rule, error: '时间不对' }] }), IDENTITY);
      const createdAt = begun === null ? null : day(begun);
      return check({ ...goodRecord({ faultTime: day(fault) }), createdAt }, 0, NOW).length === 0;
    };
    // sent on the 5th
    expect(passes('faultTime > createdAt', 4, 2)).toBe(true);
    expect(passes('faultTime > createdAt', 6, 2)).toBe(false);
    expect(passes('faultTime < createdAt', 3, 2)).toBe(true);
    expect(passes('faultTime < createdAt', 1, 2)).toBe(false);
    expect(passes('faultTime < createdAt', 4, null)).toBe(false);
  });

  it('keeps limits, options and numbers of items', () => {
    const photo = { URL: '/files/1', Size: 1, Name: 'a.jpg' };
    const record = goodRecord({
      otherFee: '-1.00',
      level: '特大',
      photos: [photo, photo, photo],
      parts: [{ name: '甲', quantity: '0.00' }],
    });
    expect(messages(record)).toEqual([
      'level: 等级没有“特大”这个选项',
      'otherFee: 其他费用不能为负数',
      'photos: 照片最多2个文件',
      'parts[0].quantity: 数量不能小于0.01',
    ]);
  });

  it('wants to know what is wrong where a check has failed', () => {
    const sealed = (remark: string | null) => messages(goodRecord({ seal: { result: '不合格', remark, photos: [] } }));
    expect(sealed(null)).toEqual(['seal: 请说明封印不合格的情况']);
    expect(sealed('  ')).toEqual(['seal: 请说明封印不合格的情况']);
    expect(sealed('渗油')).toEqual([]);
  });

  it('wants the fewest rows and no value twice', () => {
    expect(messages(goodRecord({ parts: [] }))).toEqual(['parts: 配件至少填写1行']);
    const twice = [
      { name: '甲', quantity: '1.00' },
      { name: '乙', quantity: '1.00' },
      { name: '甲', quantity: '1.00' },
    ];
    expect(messages(goodRecord({ parts: twice }))).toEqual(['parts[2].name: 名称与第1行重复']);
  });

  it('says a rule at each row for which it holds, or at the field that it names', () => {
    const parts = [
      { name: '甲', quantity: '9.00', stock: '5.00' },
      { name: '乙', quantity: '1.00', stock: null },
      { name: '丙', quantity: '6.00', stock: '5.00' },
    ];
    expect(messages(goodRecord({ parts }))).toEqual([
      'parts[0].quantity: 数量超过库存',
      'parts[2].quantity: 数量超过库存',
    ]);
    expect(
      messages(goodRecord({ parts: [{ name: '甲', quantity: '100.00', price: '60.00', reason: '大修' }] })),
    ).toEqual(['level: 费用大，请改为重大']);
  });

  it('says a comparison at the value that its message begins with, in its row', () => {
    const rule = (text: string, error: string): readonly string[] =>
      compileForm(variant({ rules: [{ if: text, error }] }), IDENTITY)
        .check(goodRecord({ noticeDate: '2026-03-04' }), 0, NOW)
        .map(({ path, message }) => `${path}: ${message}`);
    const error = '通知日期不能早于故障时间';
    expect(rule('noticeDate < faultTime', error)).toEqual([`noticeDate: ${error}`]);
    expect(rule('faultTime > noticeDate', error)).toEqual([`noticeDate: ${error}`]);
    expect(rule('noticeDate < faultTime', '两个时间不对')).toEqual(['faultTime: 两个时间不对']);
    expect(rule("noticeDate < faultTime and level == '一般'", error)).toEqual([`level: ${error}`]);
    expect(rule('parts.price < otherFee + 11', '单价不能小于其他费用')).toEqual([
      'parts[0].price: 单价不能小于其他费用',
    ]);
  });

  it('lets a rule speak at the step where all that it names is known', () => {
    const late = goodRecord({ arriveTime: '2026-03-04T08:00:00+08:00', advice: '同意' });
    expect(messages(late)).toEqual([]);
    expect(messages(late, 1)).toEqual([]);
    expect(messages(late, 3)).toEqual(['arriveTime: 到场不能早于故障']);
  });

  it('does not let a rule of a skipped step hold up the later ones', () => {
    const record = goodRecord({ otherFee: '1500.00', arriveTime: '2026-03-06T08:00:00+08:00' });
    expect(messages(record, 2)).toEqual(['limitNote: 请写批准说明']);
    expect(messages(record, 3)).toEqual([]);
  });

  it("asks a step only for its own section's fields, but for rules of earlier ones again", () => {
    expect(messages(goodRecord({ project: null }), 1)).toEqual(['advice: 请填写意见']);
    expect(messages(goodRecord({ advice: '好', noticeDate: '2026-03-04' }), 1)).toEqual([
      'faultTime: 通知不能早于故障',
    ]);
  });

  it('knows which fields a step must fill in', () => {
    expect(form.requiredAt(1).map((of) => of.path)).toEqual(['advice']);
    expect(form.requiredAt(3).map((of) => of.path)).toEqual(['arriveTime']);
  });

  it('refuses a total that its column cannot hold', () => {
    const part = { name: '甲', quantity: '999999999999999.00', price: '9999999.00', reason: '大', stock: null };
    expect(messages(goodRecord({ level: '重大', parts: [part] }))).toContain('partsFee: 配件费超出可填写的范围');
  });

  it('never throws, whatever the record holds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('parts', 'faultTime', 'total', 'systems', 'seal', 'photos'), fc.anything()),
        (record) => {
          form.check(form.compute(record), 0, NOW);
          form.canonical(record);
          form.changed(record, {});
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('what a field may point at', () => {
  const moved = compileForm(
    variant({
      links: { project: f.project('项目') },
      fields: {
        ...repair.fields,
        fromProject: f.project('调出项目'),
        contract: f.contract('合同'),
        outBill: f.ref('stockOut', '出库单', { within: ['fromProject', 'project'] }),
        community: f.community('小区'),
      },
      details: {
        ...repair.details,
        bills: { label: '账单', fields: { room: f.room('房间'), bill: f.ref('bill', '账单') } },
      },
    }),
    IDENTITY,
  );
  const within = (path: string, record: FormRecord) =>
    withinOf(moved, path, record).map((one) => [one.whole, one.path, one.value]);

  it('belongs to the project of the record, or to the one that the field names', () => {
    const record = { project: 'P1', fromProject: 'P2' };
    expect(within('contract', record)).toEqual([['project', 'project', 'P1']]);
    expect(within('outBill', record)).toEqual([['project', 'fromProject', 'P2']]);
    expect(within('outBill', { ...record, fromProject: null })).toEqual([['project', 'project', 'P1']]);
    expect(within('fromProject', record)).toEqual([]);
    expect(within('contract', {})).toEqual([]);
  });

  it('belongs to what its row says before what the record says', () => {
    const record = { project: 'P1', community: '1', bills: [{ room: null }, { room: '7' }] };
    expect(within('bills[0].bill', record)).toEqual([
      ['project', 'project', 'P1'],
      ['community', 'community', '1'],
    ]);
    expect(within('bills[1].bill', record)).toContainEqual(['room', 'bills[1].room', '7']);
    expect(within('bills[1].room', record)).not.toContainEqual(['room', 'bills[1].room', '7']);
  });
});

describe('chain', () => {
  it('takes a step only where its condition holds', () => {
    const step = form.step('s2');
    expect(step && form.takesPlace(step, goodRecord())).toBe(false);
    expect(step && form.takesPlace(step, goodRecord({ otherFee: '1000.00' }))).toBe(true);
  });
});

describe('conditions of people', () => {
  it('are told in the words of the form', () => {
    expect(form.explain("total >= 1000 and (level == '重大' or not customer)")).toBe(
      '合计 ≥ 1000 且 （等级 为 “重大” 或 无客户）',
    );
    expect(form.explain('not stopped or total > 3')).toBe('停供 为 否 或 合计 ＞ 3');
    expect(form.explain('sum(parts.amount) / count(parts) != 3')).toBe('金额合计 ÷ 配件行数 ≠ 3');
    expect(form.explain('total >')).toBe('total >');
  });

  it('are decided at the step whose fields they name', () => {
    expect(form.knownAt('total > 5')).toBe(0);
    expect(form.knownAt('minutes > 5 or advice')).toBe(3);
    expect(form.knownAt('count(accepts) > 1')).toBe(3);
    expect(form.holds('total > 5', goodRecord())).toBe(true);
    expect(form.holds('total >', goodRecord())).toBe(false);
  });
});

describe('prefills', () => {
  it('know what they reach through', () => {
    expect(form.field('customer')?.from).toEqual({
      base: 'project',
      property: 'customerName',
      link: 'project',
      entity: 'project',
    });
    const odd = compileForm(
      variant({ fields: { ...repair.fields, left: f.money('可用', { from: 'ledger.left' }) } }),
      IDENTITY,
    );
    expect(odd.field('left')?.from).toEqual({ base: 'ledger', property: 'left', link: null, entity: 'ledger' });
  });
});

describe('prefill', () => {
  it('fills defaults in and opens check lists with their standard rows', () => {
    const record = form.prefill(ENV);
    expect(record).toMatchObject({
      noticeDate: '2026-03-05',
      level: '一般',
      otherFee: '0.00',
      stopped: false,
      project: null,
    });
    expect(record['checks']).toEqual([
      { item: '外观', result: null },
      { item: '接线', result: null },
    ]);
    expect(record['parts']).toEqual([]);
    expect(form.compute(record)).toBe(record);
  });

  it('says of standard rows what the standard is', () => {
    const checks = { ...repair.details.checks, standard: { 外观: { item: '不是这个', note: '无锈蚀' } } };
    const fields = { ...checks.fields, note: f.text('标准') };
    const standard = compileForm(variant({ details: { ...repair.details, checks: { ...checks, fields } } }), IDENTITY);
    expect(standard.prefill(ENV)['checks']).toEqual([
      { item: '外观', note: '无锈蚀', result: null },
      { item: '接线', note: null, result: null },
    ]);
  });

  it('starts a row with what the record has, where it has anything', () => {
    const { parts } = repair.details;
    const fields = { ...parts.fields, price: f.money('单价', { default: 1, startsAs: 'otherFee' }) };
    const own = compileForm(variant({ details: { ...repair.details, parts: { ...parts, fields } } }), IDENTITY);
    const price = (otherFee: string | null) => own.newRow('parts', ENV, { otherFee })['price'];
    expect([price('18.00'), price(null)]).toEqual(['18.00', '1.00']);
  });

  it('opens a step with its defaults and the sums of another table', () => {
    const parts = [
      { name: '甲', quantity: '1.50' },
      { name: '乙', quantity: '1.00' },
      { name: '甲', quantity: '2.00' },
    ];
    const opened = form.prefillStep(goodRecord({ parts }), 3, ENV);
    expect(opened['score']).toBe(5);
    expect(opened['accepts']).toMatchObject([
      { part: '甲', accepted: '3.50' },
      { part: '乙', accepted: '1.00' },
    ]);
    const kept = form.prefillStep({ ...opened, score: 2, accepts: [{ part: '丙' }] }, 3, ENV);
    expect(kept).toMatchObject({ score: 2, accepts: [{ part: '丙' }] });
  });
});

describe('changes', () => {
  it('lists what differs in reading order, rows by their id', () => {
    const before = goodRecord({
      parts: [
        { id: '1', name: '甲', quantity: '1.00' },
        { id: '2', name: '乙', quantity: '1.00' },
      ],
    });
    const after = form.compute({
      ...before,
      level: '重大',
      parts: [
        { id: '2', name: '乙', quantity: '4.00' },
        { name: '丙', quantity: '1.00' },
      ],
    });
    const list = form.changed(before, after);
    expect(list.map((change) => `${change.label}: ${String(change.before)} → ${String(change.after)}`)).toEqual([
      '等级: 一般 → 重大',
      '配件第1行·数量: 1.00 → 4.00',
      '配件第2行（新增）·名称: null → 丙',
      '配件第2行（新增）·数量: null → 1.00',
      '配件原第1行（已删除）·名称: 甲 → null',
      '配件原第1行（已删除）·数量: 1.00 → null',
    ]);
    expect(list[1]?.path).toBe('parts[0].quantity');
  });

  it('two spellings of one value are no change and give one canonical text', () => {
    const one = {
      otherFee: '1.5',
      faultTime: '2026-03-05T00:00:00Z',
      systems: [],
      photos: null,
      seal: { result: '合格', remark: null },
    };
    const two = {
      otherFee: '1.50',
      faultTime: '2026-03-05T08:00:00+08:00',
      systems: null,
      photos: [],
      seal: { result: '合格' },
    };
    expect(form.changed(one, two)).toEqual([]);
    expect(form.canonical(one)).toBe(form.canonical(two));
    expect(form.canonical(one)).not.toBe(form.canonical({ ...two, otherFee: '1.51' }));
  });
});

describe('what a field watches', () => {
  const conditional = compileForm(
    variant({
      fields: {
        ...repair.fields,
        byRows: f.text('按行数', { showIf: 'count(parts) > 1' }),
        bySum: f.text('按合计', { showIf: 'sum(parts.amount) > 100 and stopped' }),
        byTotal: f.text('按费用', { showIf: 'not (partsFee > 50)' }),
      },
    }),
    IDENTITY,
  );
  const keysOf = (path: string) => {
    const of = conditional.field(path);
    return of ? watchedKeys(of) : [];
  };

  it('is its own key, or its table, and what its condition names', () => {
    expect(keysOf('otherFee')).toEqual(['otherFee']);
    expect(keysOf('stopHours')).toEqual(['stopHours', 'stopped']);
    expect(keysOf('parts.name')).toEqual(['parts']);
    expect(keysOf('byRows')).toEqual(['byRows', 'parts']);
    expect(keysOf('bySum')).toEqual(['bySum', 'parts', 'stopped']);
    expect(keysOf('byTotal')).toEqual(['byTotal', 'partsFee']);
    expect(keysOf('bySum')).toBe(keysOf('bySum'));
  });

  it('leaves out nothing on which it depends whether the field is shown', () => {
    const amount = fc.constantFrom(null, '0.00', '30.00', '2000.00');
    const record = fc.record({
      stopped: fc.constantFrom(null, true, false),
      partsFee: amount,
      otherFee: amount,
      stopHours: amount,
      parts: fc.array(fc.record({ name: fc.string(), quantity: amount, price: amount, amount }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(record, record, (before, after) => {
        for (const path of ['otherFee', 'stopHours', 'byRows', 'bySum', 'byTotal']) {
          const watched = new Set(keysOf(path));
          // everything else is as it is in the other record
          const mixed = Object.fromEntries(
            Object.entries(after).map(([key, value]) => [
              key,
              watched.has(key) ? before[key as keyof typeof before] : value,
            ]),
          );
          expect(conditional.visible(mixed, path)).toBe(conditional.visible(before, path));
        }
      }),
    );
  });
});
