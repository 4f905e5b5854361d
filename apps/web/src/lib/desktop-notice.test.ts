import { describe, expect, it } from 'vitest';
import { newsOf, wantedNews } from './desktop-notice.ts';

const event = (data: unknown) => ({ id: '1', topic: 'notice', data });

describe('desktop reminders', () => {
  it('tell what an event says, and nothing of one that only makes lists stale', () => {
    expect(newsOf(event({ kind: 'todo', title: '崔国栋的维修记录：请处理' }))).toEqual({
      topic: 'todo',
      title: '崔国栋的维修记录：请处理',
    });
    expect(newsOf(event({ title: '有人申请权限' }))?.topic).toBe('system');
    for (const data of [
      { kind: 'read' },
      { kind: 'closed', BusinessId: '1' },
      { title: '' },
      { title: 1 },
      null,
      'text',
    ])
      expect(newsOf(event(data))).toBeNull();
  });

  it('are off until somebody chooses what to hear of', () => {
    const todo = event({ kind: 'todo', title: '请处理' });
    expect(wantedNews(todo, undefined)).toBeNull();
    expect(wantedNews(todo, { desktop: [] })).toBeNull();
    expect(wantedNews(todo, { desktop: ['cc'] })).toBeNull();
    expect(wantedNews(todo, { desktop: ['cc', 'todo'] })).toBe('请处理');
  });
});
