/**
 * The tables of modules and screens hold exactly what the catalogue lists, and whatever they hold beyond it is accounted for here.
 * Beside a checkout of the catalogue (`../shared/catalogue`) the two are compared entry by entry; without one, by the digest that
 * the last comparison left in `catalogue-digest.json` (written with UPDATE_DIGEST=1).
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULES, type ModuleId, type ModuleIdentity, SCREENS } from '@hengneng/core';
import { describe, expect, it } from 'vitest';
import { OWN_MODULES, OWN_PAGES } from './beyond.ts';

const CATALOGUE = join(import.meta.dirname, '../../shared/catalogue');
const DIGEST = join(import.meta.dirname, 'catalogue-digest.json');

/** Modules without a screen in the catalogue: by its rule they get list, to-do and form at their home. */
const USUAL_SCREENS: readonly ModuleId[] = [
  'userEntry',
  'userFormal',
  'credentialsBorrow',
  'quotaReimburse',
  'consultProject',
  'offer',
  'ecuOffer',
  'saleOffer',
  'purchaseInvoice',
];
/** The catalogue lists this module's lists but no page to open a record at. */
const FORM_ONLY: readonly ModuleId[] = ['assessmentReport'];

const added = new Set([
  ...OWN_PAGES,
  ...SCREENS.filter(({ book, module = '' }) => book !== undefined || OWN_MODULES.includes(module)).map(
    ({ path }) => path,
  ),
  ...USUAL_SCREENS.flatMap((id) => ['List', 'Task', 'Form'].map((page) => `${MODULES[id].home}/${id}/${id}${page}`)),
  ...FORM_ONLY.map((id) => `${MODULES[id].home}/${id}/${id}Form`),
]);

type Entry = Readonly<Record<string, unknown>>;
/** One order of entries and of keys, so that equal tables are equal texts. */
const canonical = (entries: readonly Entry[], key: string): string[] =>
  entries
    .map(
      (entry) =>
        JSON.stringify(Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))) + entry[key],
    )
    .toSorted();
const digest = (lines: readonly string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');

const ours = {
  screens: canonical(
    // That a public page is managed inside the shell, too, the catalogue says in words.
    SCREENS.filter((screen) => !added.has(screen.path)).map(({ managed: _, ...screen }) => screen),
    'path',
  ),
  modules: canonical(
    Object.entries(MODULES)
      .filter(([id]) => !OWN_MODULES.includes(id))
      .map(([id, module]) => {
        // Where a form's page is not at the usual path, `formRoute` says it; procedures.test.ts checks it against the screens.
        const { formRoute: _, ...identity }: ModuleIdentity = module;
        return { id, ...identity };
      }),
    'id',
  ),
};

const listed = (file: string, key: string): string[] =>
  canonical(JSON.parse(readFileSync(join(CATALOGUE, file), 'utf8')) as Entry[], key);

describe('modules and screens', () => {
  it('are those of the catalogue, by digest', () => {
    const found = { screens: digest(ours.screens), modules: digest(ours.modules) };
    if (process.env.UPDATE_DIGEST) writeFileSync(DIGEST, `${JSON.stringify(found, null, 2)}\n`);
    expect(found).toEqual(JSON.parse(readFileSync(DIGEST, 'utf8')));
  });

  it.runIf(existsSync(CATALOGUE))('are those of the catalogue, entry by entry', () => {
    expect(ours.screens).toEqual(listed('routes.json', 'path'));
    expect(ours.modules).toEqual(listed('modules.json', 'id'));
  });

  it('hold what goes beyond the catalogue, and each path once', () => {
    const paths = SCREENS.map((screen) => screen.path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of added) expect(paths).toContain(path);
  });
});
