import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from './mutants.ts';

const at = (path: string): string => join(import.meta.dirname, '../..', path);

describe('the breaks', () => {
  it('have names of their own', () => {
    const ids = MUTANTS.map((one) => one.id);
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
  });

  it('are each of something that stands once in its file, and change it', () => {
    const lost = MUTANTS.filter(({ file, from, to }) => {
      const parts = existsSync(at(file)) ? readFileSync(at(file), 'utf8').split(from).length : 0;
      return parts !== 2 || from === to;
    });
    expect(lost.map((one) => `${one.id} in ${one.file}`)).toEqual([]);
  });

  it('are each to be noticed by tests that exist', () => {
    const missing = MUTANTS.filter(({ tests }) => tests.length === 0 || !tests.every((test) => existsSync(at(test))));
    expect(missing.map((one) => one.id)).toEqual([]);
  });
});
