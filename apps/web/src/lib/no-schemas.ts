/**
 * Stands in for zod where the pages are built. The contracts say in zod what each call takes and answers; the pages need only the types of
 * that, which are gone by then, and the server checks. The library is a twelfth of what the first screen weighs.
 */

/** What a schema would be asked for at run time; a page that does so must hear of it rather than go on with nothing. */
const ASKED: ReadonlySet<string | symbol> = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'options']);

/** Whatever is called on it or with it, it stays itself. */
const schema: object = new Proxy(() => undefined, {
  apply: () => schema,
  get: (_, name) => {
    if (ASKED.has(name)) throw new TypeError(`Schemas are not part of the pages: ${String(name)}`);
    return schema;
  },
});

export { schema as z };
