import { describe, expect, it } from 'vitest';
import { askOf } from './ahead.ts';
import { besideOf, withBeside } from './beside.ts';

const of = (query: string) => new URLSearchParams(query);

describe('a record beside another', () => {
  it('is named by an address that names one of its own, saved or new', () => {
    const beside = { moduleId: 'borrowing', procedureId: '2906', businessId: '9' };
    expect(besideOf(of('ProcedureId=2903&BusinessId=7&O_ProcedureId=2906&O_BusinessId=9'))).toEqual(beside);
    expect(besideOf(of('ProcedureId=2903&O_ProcedureId=2906&O_BusinessId=9'))).toEqual(beside);
    expect(askOf(of('ProcedureId=2903&BusinessId=7&O_ProcedureId=2906&O_BusinessId=9'))).toMatchObject({
      businessId: '7',
      alternate: false,
    });
  });

  it('is the page itself where nothing else is named, and then read-only', () => {
    expect(besideOf(of('O_ProcedureId=2906&O_BusinessId=9'))).toBeNull();
    expect(askOf(of('O_ProcedureId=2906&O_BusinessId=9'))).toMatchObject({ businessId: '9', alternate: true });
  });

  it('is none where the module does not exist', () => {
    expect(besideOf(of('ProcedureId=2903&O_ProcedureId=999999&O_BusinessId=9'))).toBeNull();
  });

  it('comes into the address and goes out of it without touching the rest', () => {
    const open = withBeside(of('ProcedureId=2903&BusinessId=7'), { procedureId: 2906, businessId: '9' });
    expect(open).toBe('?ProcedureId=2903&BusinessId=7&O_ProcedureId=2906&O_BusinessId=9');
    expect(withBeside(of(open.slice(1)), null)).toBe('?ProcedureId=2903&BusinessId=7');
  });
});
