/**
 * Fewer files for what people open most. By itself the bundler makes a file of every set of modules that the same pages use: with two hundred pages
 * that is a hundred files for one form, each to be asked for, compiled and linked. Here the modules that the same of a few doors lead to share a file:
 * behind a door there is what was there before, only in fewer pieces.
 */
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

export type BuiltChunk = Pick<Rolldown.OutputChunk, 'fileName' | 'facadeModuleId'> & {
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
};

/** What is opened first or most: the pages of their own, the shell, the workbench, and the pages of form modules. */
const DOORS: Readonly<Record<string, string>> = {
  index: '/index.html',
  login: '/src/login/main.tsx',
  phone: '/phone.html',
  shell: '/src/app/start.tsx',
  main: '/src/features/main/MainPage.tsx',
  form: '/src/engine/form/FormPage.tsx',
  list: '/src/engine/list/ListPage.tsx',
  task: '/src/engine/task/TaskPage.tsx',
};
const DOORS_IN_ALL = Object.keys(DOORS).length;
/** Pages come after it: which of them lead to what it has brought along does not matter. */
const SHELL = 'shell';
const PAGES: ReadonlySet<string> = new Set(['main', 'form', 'list', 'task']);

/** A chunk and those it imports, all the way. */
const behind = (chunks: readonly BuiltChunk[], door: BuiltChunk): readonly BuiltChunk[] => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set([door]);
  for (const chunk of found)
    for (const name of chunk.imports) {
      const next = byName.get(name);
      if (next) found.add(next);
    }
  return [...found];
};

/** Module → the doors that lead to it. What only a door's own file holds stays there. */
export const doorsOf = (chunks: readonly BuiltChunk[]): ReadonlyMap<string, readonly string[]> => {
  const doors = new Map<string, string[]>();
  for (const [name, path] of Object.entries(DOORS)) {
    const door = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(path));
    if (!door) throw new Error(`no chunk of ${path}`);
    for (const chunk of behind(chunks, door))
      if (chunk !== door) for (const id of chunk.moduleIds) doors.set(id, [...(doors.get(id) ?? []), name]);
  }
  for (const [id, names] of doors)
    if (names.includes(SHELL))
      doors.set(
        id,
        names.filter((name) => !PAGES.has(name)),
      );
  return doors;
};

/** @param plain what makes the same modules of the same sources: a first build that is written nowhere shows who uses what */
export const fewFiles = (plain: InlineConfig): Plugin => ({
  name: 'few-files',
  apply: 'build',
  async config() {
    const result = await build({
      ...plain,
      configFile: false,
      logLevel: 'warn',
      build: { ...plain.build, write: false, minify: false, cssMinify: false, reportCompressedSize: false },
    });
    const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
    const doors = doorsOf(outputs.flatMap((one) => one.output.filter((file) => file.type === 'chunk')));
    const nameOf = (id: string): string => doors.get(id)?.join('-') ?? '';
    // What more doors lead to is what the others stand on: taken first, so that none of them takes it along.
    const weight = (name: string): number => name.split('-').length + (name.includes(SHELL) ? DOORS_IN_ALL : 0);
    const names = [...new Set([...doors.values()].map((all) => all.join('-')))].sort((a, b) => weight(b) - weight(a));
    return {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: names.map((name, index) => ({
                name,
                test: (id: string) => nameOf(id) === name,
                priority: names.length - index,
              })),
            },
          },
        },
      },
    };
  },
});
