import { describe, expect, it } from 'vitest';
import { Intents } from './intents.ts';

/** A request whose answer the test gives. */
const held = () => {
  let give = (_: 'done' | 'lost'): void => undefined;
  const keys: string[] = [];
  const make = ({ idempotencyKey }: { readonly idempotencyKey: string }): Promise<string> => {
    keys.push(idempotencyKey);
    return new Promise((resolve, reject) => {
      give = (how) => (how === 'done' ? resolve('answer') : reject(new Error('lost')));
    });
  };
  return { keys, make, give: (how: 'done' | 'lost') => give(how) };
};

/** Sends, and says with which key it went. */
const sent = async (intents: Intents, content: unknown, how: 'done' | 'lost', action = '/save'): Promise<string> => {
  let used = '';
  const sending = intents.send(action, content, ({ idempotencyKey }) => {
    used = idempotencyKey;
    return how === 'done' ? Promise.resolve(idempotencyKey) : Promise.reject(new Error('lost'));
  });
  if (how === 'done') expect(await sending).toBe(used);
  else await expect(sending).rejects.toThrow('lost');
  return used;
};

describe('the key of an intended act', () => {
  it('stays while it has not succeeded', async () => {
    const intents = new Intents();
    const first = await sent(intents, { name: '甲' }, 'lost');
    expect(first).toMatch(/^[0-9a-f]{8}-/);
    expect(await sent(intents, { name: '甲' }, 'lost')).toBe(first);
    expect(await sent(intents, { name: '甲' }, 'done')).toBe(first);
  });

  it('is another after a success', async () => {
    const intents = new Intents();
    const first = await sent(intents, { name: '甲' }, 'done');
    expect(await sent(intents, { name: '甲' }, 'done')).not.toBe(first);
  });

  it('is another for another content and another action', async () => {
    const intents = new Intents();
    const first = await sent(intents, { name: '甲' }, 'lost');
    const other = await sent(intents, { name: '乙' }, 'lost');
    expect(new Set([first, other, await sent(intents, { name: '甲' }, 'lost', '/drop')]).size).toBe(3);
    // Changed and changed back: whether the first went through is still not known.
    expect(await sent(intents, { name: '甲' }, 'lost')).toBe(first);
  });

  it('is another once something else was done since', async () => {
    const intents = new Intents();
    const on = await sent(intents, { state: '启用' }, 'lost');
    await sent(intents, { state: '停用' }, 'done');
    expect(await sent(intents, { state: '启用' }, 'done')).not.toBe(on);
  });

  it('is one for two presses at once, and outlives what is done beside it', async () => {
    const intents = new Intents();
    const slow = held();
    const pressed = [intents.send('/save', { row: 1 }, slow.make), intents.send('/save', { row: 1 }, slow.make)];
    expect(new Set(slow.keys).size).toBe(1);
    await sent(intents, { row: 2 }, 'done');
    slow.give('lost');
    await expect(pressed[1]).rejects.toThrow('lost');
    expect(await sent(intents, { row: 1 }, 'lost')).toBe(slow.keys[0]);
  });

  it('of a late answer does not end the next act', async () => {
    const intents = new Intents();
    const slow = held();
    const late = intents.send('/save', { row: 1 }, slow.make);
    expect(await sent(intents, { row: 1 }, 'done')).toBe(slow.keys[0]);
    const next = await sent(intents, { row: 1 }, 'lost');
    expect(next).not.toBe(slow.keys[0]);
    slow.give('done');
    await late;
    expect(await sent(intents, { row: 1 }, 'done')).toBe(next);
  });
});
