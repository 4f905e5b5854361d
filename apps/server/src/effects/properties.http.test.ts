/** Whatever a definition takes from elsewhere by `from`, and every name that definitions may take, has a look-up on the server. */
import { ATTRIBUTES, BOOKS, DERIVED, FORMS, OWN_PROPS } from '@hengneng/forms';
import { MODULES } from '@hengneng/core';
import { type BookShape, type CompiledForm, entityOf } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { OFFERS } from './books/offers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const answers = (entity: string, name: string): boolean => {
  const { references } = server.engine;
  return references.plain(entity, name) !== undefined || references.prop(entity, name) !== undefined;
};
const missing = (wanted: readonly (readonly [string, string])[]): readonly string[] =>
  wanted.filter(([entity, name]) => !answers(entity, name)).map(([entity, name]) => `${entity}.${name}`);

/** Entity and property of each `from` and `rowsFrom` of a form. A module without a definition has no records to point at, so nothing to look up. */
const taken = (form: CompiledForm): readonly (readonly [string, string])[] => [
  ...form.details.flatMap(({ shape }) => {
    const [base = '', name = ''] = (shape.rowsFrom ?? '').split('.');
    const link = form.field(base);
    return link === undefined ? [] : [[entityOf(link.field) ?? base, name] as const];
  }),
  ...[...form.fields, ...form.details.flatMap((detail) => detail.fields)].flatMap((of) => {
    if (of.field.from === undefined) return [];
    const [base = '', name = ''] = of.field.from.split('.');
    const link = (of.detail === null ? undefined : form.field(`${of.detail}.${base}`)) ?? form.field(base);
    const entity = link === undefined ? base : (entityOf(link.field) ?? base);
    return Object.hasOwn(MODULES, entity) && !Object.hasOwn(FORMS, entity) ? [] : [[entity, name] as const];
  }),
];

const named = (names: Readonly<Record<string, readonly string[]>>): readonly (readonly [string, string])[] =>
  Object.entries(names).flatMap(([entity, of]) => of.map((name) => [entity, name] as const));

describe('properties that definitions take', () => {
  it('are all known to the server', () => {
    const all = server.engine.catalog.all().flatMap(({ form }) => taken(form));
    expect(all.length).toBeGreaterThan(50);
    expect(missing(all)).toEqual([]);
  });

  it('may be any that the definitions are offered', () => {
    const { employee, ...entities } = ATTRIBUTES;
    const attributes = Object.fromEntries(
      Object.entries({ ...entities, user: employee }).map(([entity, of]) => [entity, Object.keys(of)]),
    );
    const books = Object.values<BookShape>(BOOKS).filter((book) => book.name !== undefined);
    const columns = Object.fromEntries(books.map((book) => [book.id, Object.keys(book.columns)]));
    for (const names of [OWN_PROPS, DERIVED, attributes, columns]) expect(missing(named(names))).toEqual([]);
  });

  it('belong to the project for which pickers offer them, so that nothing else is accepted', async () => {
    const project = 'EMC01001';
    const asked = await server.client.signIn('generalManager');
    const offered = async (Entity: string, more: Readonly<Record<string, string>> = {}) => {
      const body = { Entity, Keyword: '', PageIndex: 1, PageSize: 500, ...more };
      const { data } = await server.client.post('/webapi/Reference/Index', body, asked);
      return (data.rows as readonly { readonly value: string }[] | undefined)?.map((row) => row.value);
    };
    const fields = server.engine.catalog
      .all()
      .flatMap(({ form }) =>
        [...form.fields, ...form.details.flatMap((detail) => detail.fields)].map((of) => ({ ...of, form: form.id })),
      );
    for (const Field of Object.keys(OFFERS)) {
      const of = fields.find((one) => `${one.form}.${one.path}` === Field);
      expect(of && (await offered(entityOf(of.field) ?? '', { Field })), Field).toBeInstanceOf(Array);
    }
    const narrowed: string[] = [];
    for (const entity of new Set(fields.flatMap((of) => entityOf(of.field) ?? []))) {
      const all = (await offered(entity)) ?? [];
      const within = await server.engine.references.source(entity)?.within?.read(server.db, all, ['project']);
      const own = all.filter((value) => [project, null, undefined].includes(within?.get(value)?.['project'] as string));
      expect(new Set(await offered(entity, { ProjectCode: project })), entity).toEqual(new Set(own));
      if (own.length < all.length) narrowed.push(entity);
    }
    expect(narrowed).toEqual(expect.arrayContaining(['contract', 'device']));
  });

  it('would be missed', () => {
    expect(missing([['project', 'noSuchThing']])).toEqual(['project.noSuchThing']);
  });
});
