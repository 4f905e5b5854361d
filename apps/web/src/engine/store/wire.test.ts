import { describe, expect, it } from 'vitest';
import { sampleForm } from './sample.testing.ts';
import { sectionValues } from './wire.ts';

const record = sampleForm.compute({
  project: 'P1',
  note: '备注',
  advice: '同意',
  parts: [
    { id: '7', name: '甲', quantity: '2.00', price: '3.00' },
    { name: '乙', quantity: '1.00', price: '1.00' },
  ],
});

describe('sectionValues', () => {
  it("sends the applicant's own fields, never what formulas give or a step writes", () => {
    const sent = sectionValues(sampleForm, record, 0);
    expect(sent).toMatchObject({ project: 'P1', note: '备注', stopped: null });
    expect(sent).not.toHaveProperty('total');
    expect(sent).not.toHaveProperty('advice');
  });

  it('sends rows with the id of those that have one, without their formulas', () => {
    const { parts } = sectionValues(sampleForm, record, 0);
    expect(parts).toMatchObject([{ id: '7', name: '甲' }, { name: '乙' }]);
    for (const row of parts as readonly object[]) expect(row).not.toHaveProperty('amount');
    expect((parts as readonly object[])[1]).not.toHaveProperty('id');
  });

  it('leaves out what never came, in the record and in rows', () => {
    const sent = sectionValues(sampleForm, record, 0, ['note', 'parts.price']);
    expect(sent).not.toHaveProperty('note');
    for (const row of sent['parts'] as readonly object[]) expect(row).not.toHaveProperty('price');
  });

  it("sends a step's own section alone", () => {
    expect(sectionValues(sampleForm, record, 1)).toEqual({ advice: '同意' });
  });
});
