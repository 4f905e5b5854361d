import { describe, expect, it } from 'vitest';
import { type BuiltChunk, doorsOf } from './few-files.ts';

const chunk = (fileName: string, facade: string | null, imports: readonly string[] = []): BuiltChunk => ({
  fileName,
  facadeModuleId: facade,
  imports,
  moduleIds: [`${fileName}-module`],
});

const CHUNKS = [
  chunk('index', '/web/index.html', ['polyfill', 'session']),
  chunk('login', '/web/src/login/main.tsx', ['polyfill', 'session']),
  chunk('phone', '/web/phone.html', ['polyfill']),
  chunk('start', '/web/src/app/start.tsx', ['session', 'button']),
  chunk('main', '/web/src/features/main/MainPage.tsx', ['button', 'select']),
  chunk('form', '/web/src/engine/form/FormPage.tsx', ['select', 'own']),
  chunk('list', '/web/src/engine/list/ListPage.tsx', ['table']),
  chunk('task', '/web/src/engine/task/TaskPage.tsx', ['session']),
  chunk('table', null, ['select']),
  chunk('select', null, ['button']),
  ...['polyfill', 'session', 'button', 'own', 'other'].map((name) => chunk(name, null)),
];

describe('which doors lead to a module', () => {
  const doors = doorsOf(CHUNKS);
  const of = (name: string) => doors.get(`${name}-module`)?.join('-');

  it('goes by what a page imports, all the way', () => {
    expect(of('select')).toBe('main-form-list');
    expect(of('table')).toBe('list');
    expect(of('own')).toBe('form');
    expect(of('polyfill')).toBe('index-login-phone');
  });

  it('does not ask which pages use what the shell has brought along', () => {
    expect(of('button')).toBe('shell');
    expect(of('session')).toBe('index-login-shell');
  });

  it('leaves the doors themselves, and what is behind none, to the bundler', () => {
    expect(of('form')).toBeUndefined();
    expect(of('other')).toBeUndefined();
  });

  it('says which door is gone', () => {
    expect(() => doorsOf(CHUNKS.slice(1))).toThrow('index.html');
  });
});
