/**
 * Drafts migrations from form definitions: `npm run gen:migration` for every module whose tables lag behind, or with module ids.
 * A module without tables gets `NNNN_f_<module>.sql`; one with tables gets a migration of the difference. Drafts are read before they
 * are committed: a dropped column is dropped data.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alterSql, moduleSql, readTables, tableName, type CompiledForm } from '@hengneng/form-kit';
import { MIGRATIONS, compiledForms } from './forms.ts';

/** The first number that form modules may take; lower ones belong to the platform and its ledgers. */
const FIRST = 100;

const files = (): readonly string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();

const nextNumber = (): string => {
  const taken = files().map((name) => Number(name.slice(0, 4)));
  return String(Math.max(FIRST - 1, ...taken) + 1).padStart(4, '0');
};

function draft(form: CompiledForm): string | null {
  const known = readTables(files().map((name) => readFileSync(join(MIGRATIONS, name), 'utf8')));
  const isNew = !known.has(tableName(form.id));
  const statements = isNew ? [moduleSql(form).trimEnd()] : alterSql(form, known);
  if (statements.length === 0) return null;
  const head = isNew ? [] : [`-- ${form.identity.title} (${form.id}): its definition changed.`];
  const earlier = files().filter(
    (name) => name.slice(5).startsWith(`${tableName(form.id)}.`) || name.slice(5).startsWith(`${tableName(form.id)}__`),
  ).length;
  const name = `${nextNumber()}_${tableName(form.id)}${earlier === 0 ? '' : `__${earlier + 1}`}.sql`;
  writeFileSync(join(MIGRATIONS, name), `${[...head, ...statements].join('\n')}\n`);
  return name;
}

const wanted = process.argv.slice(2);
const forms = compiledForms().filter((form) => wanted.length === 0 || wanted.includes(form.id));
const unknown = wanted.filter((id) => !forms.some((form) => form.id === id));
if (unknown.length > 0) {
  process.stderr.write(`没有这个模块的定义：${unknown.join('、')}\n`);
  process.exit(1);
}
const written = forms.flatMap((form) => draft(form) ?? []);
process.stdout.write(
  written.length === 0
    ? '数据表与定义一致，没有要生成的迁移。\n'
    : `已生成，请先审阅再提交：\n${written.map((name) => `  ${name}\n`).join('')}`,
);
