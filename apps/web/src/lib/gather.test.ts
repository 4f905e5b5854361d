import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gathering } from './gather.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells once of what came within a moment, and anew of what came after', () => {
  const told: string[][] = [];
  const note = gathering<string>((all) => told.push([...all]));
  note(['todo', 'notice']);
  note(['todo']);
  expect(told).toEqual([]);
  vi.runAllTimers();
  expect(told).toEqual([['todo', 'notice']]);
  note(['todo']);
  vi.runAllTimers();
  expect(told).toEqual([['todo', 'notice'], ['todo']]);
});
