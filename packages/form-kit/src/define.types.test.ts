/**
 * What must not compile. Each `@ts-expect-error` is a wrong name in a definition; the type check of the package fails if one of them
 * would be let through.
 */
import { expect, it } from 'vitest';
import type { RecordOf } from './define.ts';
import { f } from './fields.ts';
import { defineTestForm, type repair } from './testing.ts';

const base = { id: 'maintenanceRecords', purpose: '试验', serial: 'X-{yyyy}-{seq4}', print: 'none' } as const;
const fields = { amount: f.money('金额', { required: true }), note: f.text('备注'), handler: f.user('处理人') };
const steps = [{ name: '审核', by: 'projectManager' }] as const;
const list = { columns: ['amount'], filters: [] } as const;

it('lets right names through', () => {
  const form = defineTestForm({
    ...base,
    fields: { ...fields, device: f.device('设备'), model: f.text('型号', { from: 'device.model' }) },
    details: {
      lines: { label: '行', fields: { fee: f.money('费用'), twice: f.money('两倍', { formula: 'fee * 2' }) } },
    },
    computed: { total: f.money('合计', { formula: 'sum(lines.fee) + amount * 1.06' }) },
    steps: [{ name: '审核', by: 'field(handler)', when: "total > 100 and note == 'a b.c'" }],
    list: { columns: ['total', 'serial', 'createdAt'], filters: ['amount'], sum: ['total'] },
    rules: [{ if: 'lines.fee > total or count(lines) == 0', error: '不对', at: 'lines.fee' }],
    onApproved: [{ at: 'step:审核', do: 'books.write' }],
  });
  expect(form.computed.total.formula).toContain('sum');
});

it('refuses wrong names', () => {
  // @ts-expect-error a column that is no field
  defineTestForm({ ...base, fields, steps, list: { columns: ['amout'], filters: [] } });
  // @ts-expect-error a filter that is no field
  defineTestForm({ ...base, fields, steps, list: { columns: ['amount'], filters: ['nothing'] } });
  // @ts-expect-error a sum of what is no field
  defineTestForm({ ...base, fields, steps, list: { columns: ['amount'], filters: [], sum: ['nothing'] } });
  // @ts-expect-error a formula with an unknown name
  defineTestForm({ ...base, fields, steps, list, computed: { tax: f.money('税', { formula: 'amout * 2' }) } });
  const lines = { label: '行', fields: { fee: f.money('费') } };
  const wrongSum = { t: f.money('计', { formula: 'sum(lines.fees)' }) };
  // @ts-expect-error a formula with an unknown field of a detail
  defineTestForm({ ...base, fields, steps, list, details: { lines }, computed: wrongSum });
  const others = { label: '它', fields: { x: f.money('它', { formula: 'fee * 2' }) } };
  // @ts-expect-error a formula of a row that names a field of another table
  defineTestForm({ ...base, fields, steps, list, details: { lines, others } });
  // @ts-expect-error a condition with an unknown name
  defineTestForm({ ...base, fields: { ...fields, extra: f.text('另', { showIf: 'wrong' }) }, steps, list });
  const coloured = { device: f.device('设备'), model: f.text('型号', { from: 'device.colour' }) };
  // @ts-expect-error a property that the entity does not have
  defineTestForm({ ...base, fields: { ...fields, ...coloured }, steps, list });
  // @ts-expect-error a prefill from what is no field
  defineTestForm({ ...base, fields: { ...fields, model: f.text('型号', { from: 'machine.model' }) }, steps, list });
  // @ts-expect-error an effect that does not exist
  defineTestForm({ ...base, fields, steps, list, onApproved: ['books.burn'] });
  // @ts-expect-error an effect at a step that does not exist
  defineTestForm({ ...base, fields, steps, list, onApproved: [{ at: 'step:复核', do: 'books.write' }] });
  // @ts-expect-error a role that does not exist
  defineTestForm({ ...base, fields, steps: [{ name: '审核', by: 'role(king)' }], list });
  // @ts-expect-error a handler field that is not a person
  defineTestForm({ ...base, fields, steps: [{ name: '审核', by: 'field(note)' }], list });
  // @ts-expect-error a step's condition with an unknown name
  defineTestForm({ ...base, fields, steps: [{ name: '审核', by: 'projectManager', when: 'total > 1' }], list });
  const audit = { name: '审核', by: 'projectManager' } as const;
  // @ts-expect-error a substitute who is not a person
  defineTestForm({ ...base, fields, steps: [{ ...audit, policy: { nobody: 'field(note)' } }], list });
  // @ts-expect-error a policy that does not exist
  defineTestForm({ ...base, fields, steps: [{ ...audit, policy: { repeat: 'never' } }], list });
  // @ts-expect-error a step that looks at an unknown field
  defineTestForm({ ...base, fields, steps: [{ ...audit, watch: ['amout'] }], list });
  defineTestForm({
    ...base,
    fields,
    steps,
    list,
    // @ts-expect-error a branch of a step that does not exist
    parallel: [{ name: '会审', branches: [{ name: '一', steps: ['复核'] }] }],
  });
  defineTestForm({
    ...base,
    fields,
    steps,
    list,
    // @ts-expect-error a branch by an unknown name
    parallel: [{ name: '会审', branches: [{ name: '一', when: 'amout > 1', steps: ['审核'] }] }],
  });
  // @ts-expect-error a detail filled in at a step that does not exist
  defineTestForm({ ...base, fields, steps, list, details: { lines: { ...lines, step: '复核' } } });
  // @ts-expect-error a rule with an unknown name
  defineTestForm({ ...base, fields, steps, list, rules: [{ if: 'amout > 1', error: '不对' }] });
  // @ts-expect-error a rule shown at what is no field
  defineTestForm({ ...base, fields, steps, list, rules: [{ if: 'amount > 1', error: '不对', at: 'amout' }] });
  // @ts-expect-error a copy to a field that is not a person
  defineTestForm({ ...base, fields, steps, list, cc: ['field(amount)'] });
  // @ts-expect-error uniqueness of an unknown field
  defineTestForm({ ...base, fields, steps, list, uniqueTogether: [['amount', 'nothing']] });
  // @ts-expect-error a module that does not exist
  defineTestForm({ ...base, id: 'noSuchModule', fields, steps, list });
  // @ts-expect-error a quote that is not closed
  defineTestForm({ ...base, fields, steps, list, rules: [{ if: "note == 'a", error: '不对' }] });
  expect(fields.amount.required).toBe(true);
});

it('types a record by its definition', () => {
  type R = RecordOf<typeof repair>;
  const level = (record: R): '一般' | '重大' => record.level;
  const hours = (record: R): string | null => record.stopHours;
  const fee = (record: R): string | null => record.parts[0]?.amount ?? null;
  // @ts-expect-error a field that may be hidden may be empty
  const wrong = (record: R): string => record.stopHours;
  expect([level, hours, fee, wrong]).toHaveLength(4);
});

/** A form as large as the largest of the catalogue must still be checked. */
it('checks a form of sixty fields and three tables', () => {
  const line = {
    label: '行',
    fields: {
      q: f.decimal(2, '量'),
      p: f.money('价'),
      a: f.money('额', { formula: 'q * p' }),
      t: f.text('注', { showIf: 'a > 1' }),
    },
  };
  const big = defineTestForm({
    ...base,
    fields: {
      a1: f.money('一'),
      a2: f.money('二'),
      a3: f.money('三'),
      a4: f.money('四'),
      a5: f.money('五'),
      a6: f.money('六'),
      b1: f.text('一', { showIf: 'a1 > 0' }),
      b2: f.text('二', { showIf: 'a2 > 0' }),
      b3: f.text('三', { showIf: 'a3 > 0' }),
      b4: f.text('四', { showIf: 'a4 > 0' }),
      b5: f.text('五', { showIf: 'a5 > 0' }),
      b6: f.text('六', { showIf: 'a6 > 0' }),
      c1: f.date('一'),
      c2: f.date('二'),
      c3: f.date('三'),
      c4: f.date('四'),
      c5: f.date('五'),
      c6: f.date('六'),
      d1: f.enum('一', ['甲', '乙']),
      d2: f.enum('二', ['甲', '乙']),
      d3: f.enum('三', ['甲', '乙']),
      d4: f.enum('四', ['甲']),
      e1: f.user('一'),
      e2: f.user('二'),
      e3: f.device('三'),
      e4: f.text('四', { from: 'e3.model' }),
      e5: f.files('五'),
      g1: f.integer('一'),
      g2: f.integer('二'),
      g3: f.integer('三'),
      g4: f.integer('四'),
      g5: f.integer('五'),
      g6: f.integer('六'),
      h1: f.percent('一'),
      h2: f.percent('二'),
      h3: f.percent('三'),
      h4: f.percent('四'),
      h5: f.percent('五'),
      h6: f.percent('六'),
      i1: f.boolean('一'),
      i2: f.boolean('二'),
      i3: f.boolean('三'),
      i4: f.boolean('四'),
      i5: f.boolean('五'),
      i6: f.boolean('六'),
    },
    details: { first: line, second: line, third: { ...line, step: '复核' } },
    computed: {
      t1: f.money('一', { formula: 'sum(first.a) + a1 + a2 + a3' }),
      t2: f.money('二', { formula: 'sum(second.a) * h1 / 100' }),
      t3: f.money('三', { formula: 't1 + t2 - sum(third.a)' }),
      t4: f.integer('四', { formula: 'c2 - c1 + 1' }),
      t5: f.integer('五', { formula: "(d1 == '甲') + (d2 == '乙') + (not i1)" }),
      t6: f.money('六', { formula: 't3 / count(first)' }),
    },
    steps: [
      { name: '审核', by: 'projectManager', fields: { s1: f.text('一'), s2: f.text('二'), s3: f.date('三') } },
      {
        name: '复核',
        by: 'field(e1)',
        when: 't1 > 1000',
        fields: { u1: f.text('一'), u2: f.money('二'), u3: f.date('三', { showIf: 'u2 > t1' }) },
      },
    ],
    list: { columns: ['serial', 't1', 'u2', 's3'], filters: ['d1', 'c1'], sum: ['t1', 't2', 't3'] },
    rules: [
      { if: 'c2 < c1 or c4 < c3', error: '日期不对' },
      { if: "first.a > t1 and d1 == '甲' or not second.t", error: '行不对', at: 'first.q' },
      { if: 'u2 > t3 and s1', error: '金额不对' },
    ],
    onApproved: ['books.write', { at: 'step:复核', do: 'books.reserve' }],
  });
  expect(Object.keys(big.fields)).toHaveLength(45);
}); // prettier-ignore
