import { FORMS } from '@hengneng/forms';
import { chainBodySchema, type FormShape } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { chainOf } from './chain.ts';

const forms: readonly FormShape[] = Object.values(FORMS);
const notice: FormShape = FORMS.constructionNotice;
const steps = notice.steps;

/** A chain as it comes out of the database. */
const bodyOf = (form: FormShape): unknown => {
  const { moduleId: _module, hash: _hash, ...body } = chainOf(form);
  return JSON.parse(JSON.stringify(body));
};

describe('a chain', () => {
  it.each(forms.map((form) => [form.id, form] as const))('of %s is what an editor may write', (_, form) => {
    expect(chainBodySchema.safeParse(bodyOf(form)).error).toBeUndefined();
  });

  it('that says nothing new keeps the hash that it always had', () => {
    // Records on their way are held under this version; a new hash would publish another one for the same words.
    expect(chainOf(notice).hash).toBe('f24770a5e0b82a723706ced887fc6af8bcd181719cf6b5c50f8395e322183d66');
    const [first] = steps;
    if (first === undefined) throw new Error('no steps');
    const usual: FormShape = {
      ...notice,
      steps: [
        {
          ...first,
          policy: { self: 'others', repeat: 'next', nobody: 'up', addSign: true, opinion: 'optional' },
          watch: [],
        },
        ...steps.slice(1),
      ],
      parallel: [],
    };
    expect(chainOf(usual).hash).toBe(chainOf(notice).hash);
  });

  it('keeps what its steps say beyond the usual', () => {
    const [first] = steps;
    if (first === undefined) throw new Error('no steps');
    const more: FormShape = {
      ...notice,
      steps: [
        {
          ...first,
          mode: 'vote',
          pass: 60,
          policy: { repeat: 'all', addSign: true, rejectTo: ['starter'] },
          watch: ['project'],
        },
        ...steps.slice(1),
      ],
      parallel: [
        {
          name: '会审',
          branches: [
            { name: '水质', steps: [steps[1]?.name ?? ''] },
            { name: '安全', when: "workType == '加药'", steps: [steps[2]?.name ?? ''] },
          ],
        },
      ],
    };
    const chain = chainOf(more);
    expect(chain.steps[0]).toMatchObject({
      mode: 'vote',
      pass: 60,
      policy: { repeat: 'all', rejectTo: ['starter'] },
      watch: ['project'],
    });
    expect(chain.steps[0]?.policy).not.toHaveProperty('addSign');
    expect(chain.parallel?.[0]?.branches.map((branch) => branch.steps)).toEqual([['s2'], ['s3']]);
    expect(chainBodySchema.safeParse(bodyOf(more)).error).toBeUndefined();
  });
});
