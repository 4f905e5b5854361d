/**
 * Drafts migrations from definitions of forms and books: `npm run gen:migration` for all whose tables lag behind, or with ids.
 * A module without tables gets `NNNN_f_<module>.sql`, a book `NNNN_b_<book>.sql`; one with tables gets a migration of the difference. Drafts are read before they
 * are committed: a dropped column is dropped data.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  alterBookSql,
  alterSql,
  type BookShape,
  bookTableName,
  type CompiledForm,
  moduleSql,
  readTables,
  tableName,
} from '@hengneng/form-kit';
import { BOOKS } from '@hengneng/forms';
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

/** A thing with a table of its own: what people call it, and the statements that its table still lacks. */
interface Drafted {
  readonly id: string;
  readonly title: string;
  readonly table: string;
  readonly statements: (known: ReturnType<typeof readTables>) => readonly string[];
}

const ofForm = (form: CompiledForm): Drafted => ({
  id: form.id,
  title: form.identity.title,
  table: tableName(form.id),
  statements: (known) => (known.has(tableName(form.id)) ? alterSql(form, known) : [moduleSql(form).trimEnd()]),
});

const ofBook = (book: BookShape): Drafted => ({
  id: book.id,
  title: book.title,
  table: bookTableName(book.id),
  statements: (known) => alterBookSql(book, known).map((each) => each.trimEnd()),
});

function draft({ id, title, table, statements }: Drafted): string | null {
  const known = readTables(files().map((name) => readFileSync(join(MIGRATIONS, name), 'utf8')));
  const text = statements(known);
  if (text.length === 0) return null;
  const head = known.has(table) ? [`-- ${title} (${id}): its definition changed.`] : [];
  const earlier = files().filter(
    (name) => name.slice(5).startsWith(`${table}.`) || name.slice(5).startsWith(`${table}__`),
  ).length;
  const name = `${nextNumber()}_${table}${earlier === 0 ? '' : `__${earlier + 1}`}.sql`;
  writeFileSync(join(MIGRATIONS, name), `${[...head, ...text].join('\n')}\n`);
  return name;
}

const wanted = process.argv.slice(2);
const all = [...compiledForms().map(ofForm), ...Object.values<BookShape>(BOOKS).map(ofBook)];
const lacking = all.filter((of) => wanted.length === 0 || wanted.includes(of.id));
const unknown = wanted.filter((id) => !all.some((of) => of.id === id));
if (unknown.length > 0) {
  process.stderr.write(`没有这个模块或台账的定义：${unknown.join('、')}\n`);
  process.exit(1);
}
const written = lacking.flatMap((of) => draft(of) ?? []);
process.stdout.write(
  written.length === 0
    ? '数据表与定义一致，没有要生成的迁移。\n'
    : `已生成，请先审阅再提交：\n${written.map((name) => `  ${name}\n`).join('')}`,
);
