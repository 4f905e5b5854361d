import { describe, expect, it } from 'vitest';
import { isWanted, titleOfEvent } from './desktop-notice.ts';

const event = (data: unknown) => ({ id: '1', topic: 'notice', data });

describe('desktop reminders', () => {
  it('tell what an event says, and nothing of one that only makes lists stale', () => {
    expect(titleOfEvent(event({ kind: 'todo', title: '崔国栋的维修记录：请处理' }))).toBe('崔国栋的维修记录：请处理');
    for (const data of [
      { kind: 'read' },
      { kind: 'closed', BusinessId: '1' },
      { title: '' },
      { title: 1 },
      null,
      'text',
    ])
      expect(titleOfEvent(event(data))).toBeNull();
  });

  it('are off until somebody turns them on', () => {
    expect([undefined, 'false', 'null', 'true'].map(isWanted)).toEqual([false, false, false, true]);
  });
});
