import { type FormRecord, rowsOf, watchedKeys } from '@hengneng/form-kit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecordStore, rowKey, valueAt } from './record-store.ts';
import { sampleForm } from './sample.testing.ts';

const part = (name: string, quantity: string): FormRecord => ({ name, quantity, price: '10.00' });
const make = (): RecordStore =>
  new RecordStore(sampleForm, { note: '原', parts: [part('甲', '1.00'), part('乙', '2.00')] }, {});
const total = (store: RecordStore): unknown => store.state().record['total'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('typing', () => {
  it('shows the value at once and works the formulas out later, once for a run of presses', () => {
    const store = make();
    const compute = vi.spyOn(sampleForm, 'compute');
    store.set('parts[0].quantity', '3.00');
    store.set('parts[0].quantity', '4.00');
    expect(valueAt(store.state().record, 'parts[0].quantity')).toBe('4.00');
    expect(total(store)).toBe('30.00');
    expect(compute).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(compute).toHaveBeenCalledTimes(1);
    expect(total(store)).toBe('60.00');
    compute.mockRestore();
  });

  it('begins what a condition brings in with its default, and leaves it empty for who clears it', () => {
    const store = make();
    expect(store.flush()['notice'] ?? null).toBeNull();
    store.set('stopped', true);
    expect(store.flush()['notice']).toBe(24);
    store.set('notice', null);
    store.set('note', '新');
    expect(store.flush()['notice'] ?? null).toBeNull();
    store.set('stopped', false);
    store.flush();
    store.set('stopped', true);
    expect(store.flush()['notice']).toBe(24);
  });

  it('brings back what was put in where a condition took it away', () => {
    const store = make();
    const choose = (path: string, value: boolean) => {
      store.set(path, value);
      return store.flush();
    };
    choose('stopped', true);
    store.set('hours', '2.5');
    choose('parts[1].urgent', true);
    store.set('parts[1].surcharge', '70.00');
    choose('parts[1].urgent', false);
    expect(choose('stopped', false)['hours'] ?? null).toBeNull();
    expect(choose('stopped', true)).toMatchObject({ hours: '2.5', notice: 24 });
    expect(valueAt(choose('parts[1].urgent', true), 'parts[1].surcharge')).toBe('70.00');
  });

  it('does so in the row that it is about, wherever that has moved', () => {
    const store = make();
    store.set('parts[1].urgent', true);
    store.flush();
    expect(valueAt(store.state().record, 'parts[1].surcharge')).toBe('50.00');
    expect(valueAt(store.state().record, 'parts[0].surcharge') ?? null).toBeNull();
    store.set('parts[1].surcharge', null);
    store.flush();
    store.setRows('parts', [...rowsOf(store.state().record, 'parts')].reverse());
    store.flush();
    expect(valueAt(store.state().record, 'parts[0].surcharge') ?? null).toBeNull();
    expect(valueAt(store.state().record, 'parts[1].surcharge') ?? null).toBeNull();
  });

  it('leaves empty what was stored empty', () => {
    const store = new RecordStore(sampleForm, { stopped: true, notice: null }, {});
    store.set('note', '新');
    expect(store.flush()['notice'] ?? null).toBeNull();
  });

  it('works nothing out for a text that no formula reads', () => {
    const store = make();
    const compute = vi.spyOn(sampleForm, 'compute');
    store.set('note', '新');
    vi.runAllTimers();
    expect(compute).not.toHaveBeenCalled();
    compute.mockRestore();
  });

  it('leaves the rows alone that are not typed into, and keeps the key of the one that is', () => {
    const store = make();
    const [first, second] = rowsOf(store.state().record, 'parts');
    const key = rowKey(first ?? {});
    store.set('parts[0].quantity', '3.00');
    store.flush();
    const [after, other] = rowsOf(store.state().record, 'parts');
    expect(other).toBe(second);
    expect(after).not.toBe(first);
    expect(rowKey(after ?? {})).toBe(key);
  });

  it('clears the message of the field typed into, and no other', () => {
    const store = make();
    store.setErrors([
      { path: 'note', message: '必填' },
      { path: 'parts[1].name', message: '重复' },
    ]);
    store.set('note', '新');
    expect([...store.state().errors.keys()]).toEqual(['parts[1].name']);
  });

  it('shows all that is wrong with one field, and nothing twice', () => {
    const store = make();
    store.setErrors([
      { path: 'note', message: '不能早于开始' },
      { path: 'note', message: '不能晚于通知' },
      { path: 'note', message: '不能早于开始' },
    ]);
    expect([...store.state().errors]).toEqual([['note', '不能早于开始；不能晚于通知']]);
  });

  it('says no longer what was put right at another field, and nothing that nobody has been told', () => {
    const store = make();
    const errors = (record: FormRecord) => [
      ...(record['stopped'] === true ? [] : [{ path: 'customer', message: '停供才有客户' }]),
      ...(record['note'] === '原' ? [] : [{ path: 'note', message: '不要改' }]),
      { path: 'hours', message: '太长' },
    ];
    store.setErrors(errors(store.flush()), errors);
    store.set('note', '新');
    store.set('stopped', true);
    vi.runAllTimers();
    expect([...store.state().errors]).toEqual([['hours', '太长']]);
    // What only the server can know stays until it is asked again.
    store.setErrors([{ path: 'customer', message: '已有相同的单据' }]);
    store.set('stopped', false);
    vi.runAllTimers();
    expect([...store.state().errors]).toEqual([['customer', '已有相同的单据']]);
  });

  it('keeps saying which pasted cells could not be read, though no check of the record finds them', () => {
    const store = make();
    store.setErrors([{ path: 'note', message: '不要改' }], (record) =>
      record['note'] === '原' ? [{ path: 'note', message: '不要改' }] : [],
    );
    store.setRows('parts', [part('甲', '1.00'), { name: '丙' }]);
    store.addUnread([{ path: 'parts[1].quantity', message: '数量必须是数字' }]);
    store.set('note', '新');
    vi.runAllTimers();
    expect([...store.state().errors]).toEqual([['parts[1].quantity', '数量必须是数字']]);
    store.set('parts[1].quantity', '2.00');
    vi.runAllTimers();
    expect(store.state().errors.size).toBe(0);
  });

  it('clears what a condition hides', () => {
    const store = make();
    store.set('stopped', true);
    store.set('hours', '2.0');
    expect(store.flush()['hours']).toBe('2.0');
    store.set('stopped', false);
    expect(store.flush()['hours']).toBeNull();
  });

  it('tells watchers the path, until they stop listening', () => {
    const store = make();
    const heard: string[] = [];
    const stop = store.onEdit((path) => heard.push(path));
    store.set('note', '新');
    store.setRows('parts', []);
    stop();
    store.set('note', '再');
    expect(heard).toEqual(['note', 'parts']);
  });
});

describe('rows', () => {
  it('forgets messages and typing of rows that may have moved', () => {
    const store = make();
    store.set('parts[1].name', '丙');
    store.setErrors([{ path: 'parts[1].name', message: '重复' }]);
    store.setRows('parts', [part('甲', '5.00')]);
    expect(store.isTyped('parts[1].name')).toBe(false);
    expect(store.state().errors.size).toBe(0);
    store.flush();
    expect(total(store)).toBe('50.00');
  });
});

describe('saving', () => {
  it('is clean after saving, unless more was typed meanwhile', () => {
    const store = make();
    store.set('note', '一');
    const { edits, record } = store.state();
    store.set('note', '二');
    store.saved(edits, record);
    expect(store.state().dirty).toBe(true);
    expect(store.stored()['note']).toBe('一');
    store.saved(store.state().edits, store.state().record);
    expect(store.state().dirty).toBe(false);
  });
});

describe('prefills', () => {
  it('are taken over', () => {
    const store = make();
    const asked = store.flush();
    store.merge(asked, { ...asked, customer: '某公司' });
    expect(store.state().record['customer']).toBe('某公司');
  });

  it('leave alone what is being typed and cannot be read yet', () => {
    const store = make();
    const typing = '长'.repeat(501);
    store.set('customer', typing);
    const asked = store.flush();
    store.merge(asked, { ...asked, customer: '某公司' });
    expect(store.state().record['customer']).toBe(typing);
  });

  it('never replace what was typed since they were asked for, nor fields that are no prefills', () => {
    const store = make();
    const asked = store.flush();
    store.set('customer', '自填');
    store.merge(asked, { ...asked, customer: '某公司', note: '改写' });
    expect(store.state().record).toMatchObject({ customer: '自填', note: '原' });
  });

  it('leave what a person put in their place until the link moves, or it is empty again', () => {
    const store = make();
    const finds = (customer: string): unknown => {
      const asked = store.flush();
      store.merge(asked, { ...asked, customer });
      return store.state().record['customer'];
    };
    store.set('project', 'A');
    expect(finds('甲公司')).toBe('甲公司');
    store.set('customer', '甲公司物业');
    store.set('note', '改');
    expect(finds('甲公司')).toBe('甲公司物业');
    store.set('project', 'B');
    expect(finds('乙公司')).toBe('乙公司');
    store.set('customer', '');
    expect(finds('乙公司')).toBe('乙公司');
    // Typed after the link moved, before the server has answered.
    store.set('project', 'C');
    store.set('customer', '丙公司物业');
    expect(finds('丙公司')).toBe('丙公司物业');
  });

  it('in rows are kept by row, and all wait where a link of the head moves', () => {
    const store = make();
    const finds = (...grades: readonly string[]): readonly unknown[] => {
      const asked = store.flush();
      const parts = rowsOf(asked, 'parts').map((row, at) => ({ ...row, grade: grades[at] }));
      store.merge(asked, { ...asked, parts });
      return rowsOf(store.state().record, 'parts').map((row) => row['grade']);
    };
    store.set('project', 'A');
    expect(finds('一级', '一级')).toEqual(['一级', '一级']);
    store.set('parts[1].grade', '二级');
    expect(finds('一级', '一级')).toEqual(['一级', '二级']);
    store.set('project', 'B');
    expect(finds('三级', '三级')).toEqual(['三级', '三级']);
  });
});

describe('who is told of a change', () => {
  const field = (path: string) => {
    const of = sampleForm.field(path);
    if (!of) throw new Error(`no field ${path}`);
    return of;
  };
  /** How often each field was told, and what it then saw. */
  const listen = (store: RecordStore, ...paths: readonly string[]) => {
    const heard = new Map(paths.map((path) => [path, 0]));
    for (const path of paths)
      store.subscribeTo(watchedKeys(field(path)), () => heard.set(path, (heard.get(path) ?? 0) + 1));
    return (path: string) => heard.get(path) ?? -1;
  };

  it('is the field typed into and what its condition or formula reaches, nobody else', () => {
    const store = make();
    const heard = listen(store, 'note', 'customer', 'hours', 'total', 'parts.name');
    store.set('note', '新');
    expect(['note', 'customer', 'hours', 'total', 'parts.name'].map(heard)).toEqual([1, 0, 0, 0, 0]);
    store.set('stopped', true);
    expect([heard('hours'), heard('customer')]).toEqual([1, 0]);
    store.set('parts[0].quantity', '3.00');
    expect([heard('parts.name'), heard('total')]).toEqual([1, 0]);
    vi.runAllTimers();
    expect([heard('total'), heard('note')]).toEqual([1, 1]);
  });

  it('is everybody where a message or a label is another, and nobody where the server says the same again', () => {
    const store = make();
    const heard = listen(store, 'note', 'customer');
    store.setErrors([{ path: 'note', message: '必填' }]);
    expect([heard('note'), heard('customer')]).toEqual([1, 1]);
    store.addLabels({ project: { P1: '大厦' } });
    expect(heard('customer')).toBe(2);
    store.addLabels({ project: { P1: '大厦' } });
    store.addLabel('project', 'P1', '大厦');
    expect(heard('customer')).toBe(2);
    store.addLabel('project', 'P2', '医院');
    expect(store.state().labels['project']).toEqual({ P1: '大厦', P2: '医院' });
  });

  it('hears no more once it has left', () => {
    const store = make();
    const told = vi.fn();
    store.subscribeTo(['note'], told)();
    store.set('note', '新');
    expect(told).not.toHaveBeenCalled();
  });

  it('sees the same state of a field until something of it changes', () => {
    const store = make();
    const seen = (path: string) => store.fieldState(field(path), path);
    const [note, hours] = [seen('note'), seen('hours')];
    expect(hours.shown).toBe(false);
    store.set('customer', '某厂');
    expect(seen('note')).toBe(note);
    store.set('stopped', true);
    expect(seen('hours')).not.toBe(hours);
    expect(seen('hours').shown).toBe(true);
    store.addUnread([{ path: 'note', message: '必填' }]);
    expect(seen('note')).toEqual({ value: '原', error: '必填', shown: true, labels: undefined });
  });

  /** What decides whether nothing is missed: a field that looks different was told, whatever was changed. */
  it('is whoever looks different, after any changes', () => {
    const paths = sampleForm.fields.map((of) => of.key);
    const value = fc.oneof(fc.constantFrom(null, true, false, '甲', '1.50', '3.00'), fc.string());
    const edit = fc.tuple(
      fc.constantFrom('note', 'customer', 'stopped', 'hours', 'project', 'parts[0].quantity', 'parts[1].price'),
      value,
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        const store = make();
        const drawn = new Map(paths.map((path) => [path, store.fieldState(field(path), path)]));
        for (const path of paths)
          store.subscribeTo(watchedKeys(field(path)), () => drawn.set(path, store.fieldState(field(path), path)));
        for (const [path, next] of edits) store.set(path, next);
        store.flush();
        for (const path of paths) expect(drawn.get(path)).toBe(store.fieldState(field(path), path));
      }),
    );
  });
});
