import { describe, expect, it } from 'vitest';
import { RecordStore } from './record-store.ts';
import { sampleForm } from './sample.testing.ts';
import { differences, unsavedValues } from './unsaved.ts';

const stored = sampleForm.compute({
  project: 'P1',
  note: '原',
  parts: [
    { id: '7', name: '甲', quantity: '2.00', price: '3.00' },
    { id: '8', name: '乙', quantity: '1.00', price: '1.00' },
  ],
});
const unsaved = (store: RecordStore, step = 0) => unsavedValues(sampleForm, store.stored(), store.flush(), step);

describe('what is not saved', () => {
  it('is what was put in, and nothing that was only opened', () => {
    const store = new RecordStore(sampleForm, stored, {});
    expect(unsaved(store)).toEqual({});
    store.set('note', '新');
    expect(unsaved(store)).toEqual({ note: '新' });
  });

  it('is nothing where the same is written otherwise', () => {
    const store = new RecordStore(sampleForm, stored, {});
    store.set('parts[0].quantity', '2');
    expect(unsaved(store)).toEqual({});
  });

  it('is a table as a whole, once one of its cells or rows is another', () => {
    const store = new RecordStore(sampleForm, stored, {});
    store.set('parts[1].name', '丙');
    expect(Object.keys(unsaved(store))).toEqual(['parts']);
    expect(unsaved(store)['parts']).toMatchObject([
      { id: '7', name: '甲' },
      { id: '8', name: '丙' },
    ]);
  });

  it('is what came after the last save, though the server has given the rows their numbers since', () => {
    const store = new RecordStore(sampleForm, { ...stored, parts: [{ name: '甲', quantity: '2.00' }] }, {});
    store.set('note', '一');
    store.saved(store.state().edits, store.flush());
    store.set('note', '二');
    expect(unsaved(store)).toEqual({ note: '二' });
    const numbered = { ...store.stored(), parts: [{ id: '9', name: '甲', quantity: '2.00', amount: null }] };
    expect(differences(sampleForm, store.stored(), numbered)).toEqual([]);
  });

  it("is only what the section's owner types", () => {
    const store = new RecordStore(sampleForm, stored, {});
    store.set('note', '新');
    store.set('advice', '同意');
    expect(unsaved(store, 1)).toEqual({ advice: '同意' });
  });

  it('says what became of the record elsewhere', () => {
    expect(differences(sampleForm, stored, { ...stored, note: '别处' })).toEqual([
      { path: 'note', label: '备注', before: '原', after: '别处' },
    ]);
  });
});
