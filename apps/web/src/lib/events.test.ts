import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeEvents } from './events.ts';

describe('takeEvents', () => {
  it('reads id, topic and data and skips comments', () => {
    const { events, rest } = takeEvents(': hello\n\nid: 7\nevent: todo\ndata: {"count":3}\n\nid: 8\nevent: not');
    expect(events).toEqual([{ id: '7', topic: 'todo', data: { count: 3 } }]);
    expect(rest).toBe('id: 8\nevent: not');
  });

  it('gives the same events however the text is cut', () => {
    const whole = Array.from({ length: 5 }, (_, i) => `id: ${i}\nevent: notice\ndata: {"n":${i}}\n\n`).join('');
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const got: unknown[] = [];
        let text = '';
        for (let i = 1; i < at.length; i += 1) {
          const taken = takeEvents(text + whole.slice(at[i - 1], at[i]));
          text = taken.rest;
          got.push(...taken.events.map((event) => event.data));
        }
        expect(got).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
      }),
    );
  });
});
