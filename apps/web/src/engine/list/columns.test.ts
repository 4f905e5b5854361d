import { compileForm } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { sampleForm } from '../store/sample.testing.ts';
import { columnsOf, filtersOf, isRight } from './columns.ts';

const { definition, identity } = sampleForm;
const keys = (of: readonly { readonly key: string }[]): readonly string[] => of.map(({ key }) => key);

describe('columns of a list', () => {
  it('have what is summed among them, so that no sum stands nowhere', () => {
    const form = compileForm(
      { ...definition, list: { columns: ['serial', 'note'], filters: [], sum: ['total'] } },
      identity,
    );
    expect(keys(columnsOf(form, false))).toEqual([
      'serial',
      'status',
      'note',
      'total',
      'currentStep',
      'applicant',
      'createdAt',
    ]);
  });

  it('of a page are the page’s, in its order, with what stands beside the records', () => {
    const left = { key: 'left', label: '剩余', unit: '天', as: 'number', of: { kind: 'left', field: 'day' } } as const;
    const page = { columns: ['applicant', 'left', 'note'], filters: ['step', 'note'], beside: [left] };
    const columns = columnsOf(sampleForm, false, page);
    expect(keys(columns)).toEqual(['serial', 'status', 'applicant', 'left', 'note', 'currentStep', 'createdAt']);
    expect(columns.filter(isRight).map(({ key }) => key)).toEqual(['left']);
    expect(keys(filtersOf(sampleForm, page)).slice(0, 2)).toEqual(
      sampleForm.steps.length > 1 ? ['Step', 'note'] : ['note', 'project'],
    );
  });
});
