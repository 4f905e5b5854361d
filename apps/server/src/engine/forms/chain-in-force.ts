/** Which chain a module's new submissions take: the newest version that people published, else the program's own (version 0). */
import { chainFits, type ChainText, settledChain } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { sealedChain } from '../approval/chain.ts';
import type { Chain, InForce } from '../approval/types.ts';
import type { Catalog, Module } from './catalog.ts';
import { forgetWithDatabase, keptOfDatabase } from '../../platform/db/kept.ts';

interface Published {
  readonly module_id: string;
  readonly version: number;
  readonly chain: ChainText;
  readonly hash: string;
  readonly published_at: Date;
}

const newest = async (db: Db | Tx, moduleId?: string): Promise<readonly Published[]> => {
  const { rows } = await sql<Published>`
    select distinct on (module_id) module_id, version, chain, hash, published_at from wf_chain
     where version is not null ${moduleId === undefined ? sql`` : sql`and module_id = ${moduleId}`}
     order by module_id, version desc`.execute(db);
  return rows;
};

/** By module and hash: neither a version nor the program changes while it runs. Null where the version does not fit. */
const fitting = keptOfDatabase<string, Chain | null>();

const fitted = (module: Module, { hash, chain: text }: Published): Chain | null => {
  const key = `${module.id}:${hash}`;
  const known = fitting.get(key);
  if (known !== undefined) return known;
  const sealed = sealedChain(module.id, settledChain(module.form.definition, text));
  // A newer program may ask for other things at its steps than the one under which the version was published.
  const chain = sealed.hash === hash && chainFits(module.form, text).length === 0 ? sealed : null;
  fitting.set(key, chain);
  return chain;
};

const inForce = (module: Module, published: Published | undefined): InForce => {
  const chain = published === undefined ? null : fitted(module, published);
  if (published === undefined || chain === null)
    return { chain: module.ownChain, version: 0, publishedAt: null, unfit: published?.version ?? null };
  return { chain, version: published.version, publishedAt: published.published_at, unfit: null };
};

/** What a submission takes: asked for in its own transaction, so that no memory of an earlier version decides. */
export const chainToSubmit = async (tx: Tx, module: Module): Promise<Chain> => {
  const [published] = await newest(tx, module.id);
  return inForce(module, published).chain;
};

/** A chain as it was published, whether it still fits or not. */
export const chainOfVersion = async (db: Db | Tx, module: Module, version: number): Promise<InForce | undefined> => {
  if (version === 0) return { chain: module.ownChain, version, publishedAt: null, unfit: null };
  const { rows } = await sql<Published>`
    select module_id, version, chain, hash, published_at from wf_chain
     where module_id = ${module.id} and version = ${version}`.execute(db);
  const [found] = rows;
  return found && { chain: sealedChain(module.id, found.chain), version, publishedAt: found.published_at, unfit: null };
};

/** Another process learns of a publication after so long. */
const FRESH_MS = 10_000;
let known: { readonly at: number; readonly byModule: ReadonlyMap<string, Published> } | null = null;

/** What a submission would take, for showing it. */
export const chainInForce = async (db: Db | Tx, module: Module): Promise<InForce> => {
  if (known === null || performance.now() - known.at >= FRESH_MS) {
    const rows = await newest(db);
    known = { at: performance.now(), byModule: new Map(rows.map((row) => [row.module_id, row])) };
  }
  return inForce(module, known.byModule.get(module.id));
};

/** The same of every module. */
export const chainsInForce = async (
  db: Db | Tx,
  catalog: Catalog,
): Promise<readonly (InForce & { readonly module: Module })[]> => {
  const all: (InForce & { readonly module: Module })[] = [];
  for (const module of catalog.all()) all.push({ module, ...(await chainInForce(db, module)) });
  return all;
};

/** Whoever has published sees it at once. */
export const forgetChains = (): void => {
  known = null;
};
forgetWithDatabase(forgetChains);
