/**
 * Starts a new form module: `npm run gen:form -- <moduleId> [requirement.yaml]`.
 * The definition is written beside the others of its area and listed in the area's entry; with a requirement file (a list of
 * modules with fields, details, steps, list and rules) it holds all of it. What to do next is printed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULES, type ModuleId } from '@hengneng/core';
import * as taken from '@hengneng/forms';
import { parse } from 'yaml';
import { ROOT } from './forms.ts';
import { formSource, plainForm, withArea, withLoader, withModule, type FormSource } from './form-source.ts';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const isModule = (id: string): id is ModuleId => Object.hasOwn(MODULES, id);

const [id, requirement] = process.argv.slice(2);
if (id === undefined) fail('用法：npm run gen:form -- <模块id> [需求.yaml]');
if (!isModule(id)) fail(`没有模块「${id}」，模块列在 packages/core/src/modules.ts`);
const identity = MODULES[id];
const sources = join(ROOT, 'packages/forms/src');
const file = `./${identity.area}/${id}.form.ts`;
const target = join(sources, file);
if (existsSync(target)) fail(`${file} 已经存在`);
// A book, say: two things of one name would both be out of reach.
if (Object.hasOwn(taken, id)) fail(`packages/forms 里已有名为「${id}」的定义，请给模块另取 id`);

function listed(path: string): FormSource {
  const found = (parse(readFileSync(path, 'utf8')) as readonly FormSource[]).find((form) => form.id === id);
  return found ?? fail(`${path} 里没有模块「${id}」`);
}

/** The area's first module: the area gets its entries, and the package lists them. */
function openArea(area: string): void {
  mkdirSync(join(sources, area), { recursive: true });
  writeFileSync(join(sources, area, 'index.ts'), '');
  writeFileSync(
    join(sources, area, 'effects.ts'),
    '/** What approvals of this area change, by name. */\nexport const EFFECTS = {} as const;\n',
  );
  for (const list of ['index.ts', 'effects.ts'])
    writeFileSync(join(sources, list), withArea(readFileSync(join(sources, list), 'utf8'), area));
}

if (!existsSync(join(sources, identity.area, 'index.ts'))) openArea(identity.area);
const source = requirement === undefined ? plainForm(id, identity) : listed(requirement);
writeFileSync(target, formSource(source));
const entry = join(sources, identity.area, 'index.ts');
writeFileSync(entry, withModule(readFileSync(entry, 'utf8'), id));
const loaders = join(sources, 'load.ts');
writeFileSync(loaders, withLoader(readFileSync(loaders, 'utf8'), id, file));
execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--write', target, loaders], { stdio: 'ignore' });
process.stdout.write(
  (source.onApproved ?? []).map((line) => `审批通过后：${line}\n`).join('') +
    `已生成 packages/forms/src${file.slice(1)}。\n` +
    '接着：补全定义（效果写进同目录的 effects.ts）；npx tsc -p packages/forms；npm run gen:migration；npm run gen:docs；npm test。\n',
);
