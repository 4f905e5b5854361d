/** Entries of books as something that fields point at. */
import { trainingBudget, trainingCategory } from '@hengneng/forms';
import { defineBook, f } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectsVisible } from '../../modules/projects/index.ts';
import type { Ctx } from '../../platform/context.ts';
import { openWorld, type World } from '../testing/world.ts';
import { enter, SETUP } from './entries.ts';
import { bookSource } from './source.ts';

const toolBook = defineBook({
  id: 'toolForTest',
  title: '工具',
  purpose: '测试',
  columns: { project: f.project('项目'), name: f.text('名称', { required: true }), price: f.money('单价') },
  name: ['name'],
  offered: { price: ['0.50', '1.50', '2.50'] },
  list: { columns: ['name', 'price'], filters: ['project'] },
});
const PLACES = [
  ['EMC01001', '钳形表'],
  ['EMC03001', '钳形表（高压）'],
  [null, '真空_计'],
] as const;

let world: World;
const ids: string[] = [];
beforeAll(async () => {
  world = await openWorld();
  await sql`create table b_tool_for_test (id bigint generated always as identity primary key, source_module text, source_id bigint,
    source_effect text, voided boolean not null default false, project text, name text, price numeric(18,2))`.execute(
    world.db,
  );
  await world.db.transaction().execute(async (tx) => {
    const entries = PLACES.map(([project, name], at) => ({ project, name, price: `${at}.50` }));
    ids.push(...(await enter(tx, toolBook, entries, SETUP)));
  });
});
afterAll(() => world.close());

const source = () => {
  const made = bookSource(toolBook, projectsVisible);
  if (made === undefined) throw new Error('no picker');
  return made;
};
const found = async (who: string, keyword: string, projectCode: string | null = null): Promise<readonly string[]> => {
  const ctx = { db: world.db, session: await world.session(who) } as unknown as Ctx;
  const { rows, total } = await source().search(ctx, { keyword, projectCode, offset: 0, limit: 20, extra: {} });
  expect(total).toBe(rows.length);
  return rows.map((row) => row.label).sort();
};
const allowed = async (who: string): Promise<readonly string[]> => [
  ...((await source().allowed?.(world.db, await world.session(who), ids)) ?? []),
];

describe('the picker of a book', () => {
  it('finds entries by their name, signs included', async () => {
    expect(await found('generalManager', '')).toEqual(PLACES.map(([, name]) => name).sort());
    expect(await found('generalManager', '高压')).toEqual(['钳形表（高压）']);
    expect(await found('generalManager', '_')).toEqual(['真空_计']);
  });

  it('offers those of the person’s projects, and those of no project', async () => {
    expect(await found('operator2', '')).toEqual(['真空_计', '钳形表']);
    expect(await allowed('operator2')).toEqual([ids[0], ids[2]]);
  });

  it('keeps to the project of the form and to what is the company’s own', async () => {
    expect(await found('generalManager', '', 'EMC03001')).toEqual(['真空_计', '钳形表（高压）']);
  });

  it('offers only entries in one of the states that the book names; the others may stay where they are', async () => {
    await sql`update b_tool_for_test set price = 9 where id = ${ids[2]}`.execute(world.db);
    expect(await found('operator2', '')).toEqual(['钳形表']);
    expect(await allowed('operator2')).toContain(ids[2]);
    await sql`update b_tool_for_test set price = 2.5 where id = ${ids[2]}`.execute(world.db);
  });

  it('does not offer void ones, which keep their names', async () => {
    await sql`update b_tool_for_test set voided = true where id = ${ids[0]}`.execute(world.db);
    expect(await found('generalManager', '钳形')).toEqual(['钳形表（高压）']);
    expect(await allowed('generalManager')).not.toContain(ids[0]);
    expect((await source().labels(world.db, [ids[0] ?? ''])).get(ids[0] ?? '')).toBe('钳形表');
  });

  it('gives its columns to forms', async () => {
    const rows = await source().plain?.read(world.db, [ids[1] ?? ''], ['price']);
    expect(rows?.get(ids[1] ?? '')).toEqual({ price: '1.50' });
  });

  it('is there for books with a name only', () => {
    expect(bookSource(trainingBudget, projectsVisible)).toBeUndefined();
    expect(bookSource(trainingCategory, projectsVisible)?.entity).toBe('trainingCategory');
  });
});
