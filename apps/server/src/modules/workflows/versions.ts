/** Versions of a module's chain as they are stored, and what the calls about one module begin with. */
import { isModuleId, moduleOfProcedure } from '@hengneng/core';
import { chainBodyOf, type ChainText, type ChainVocabulary, usersIn } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { chainInForce, type Engine, type Module } from '../../engine/index.ts';
import type { InForce } from '../../engine/approval/index.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';

export const WORKFLOWS = 'system.workflows';

/** The module of a procedure id, if this version of the product has a form for it. */
export const moduleAt = (engine: Engine, procedureId: number): Module => {
  const id = moduleOfProcedure(procedureId);
  const module = id !== undefined && isModuleId(id) ? engine.catalog.get(id) : undefined;
  if (module === undefined) throw notFound('该模块尚未启用');
  return module;
};

/** What the audit calls it. */
export const objectOf = (module: Module): string => `流程 ${module.form.identity.title}`;

export interface Draft {
  readonly id: string;
  readonly stamp: string;
  readonly chain: ChainText;
  readonly hash: string;
  readonly basedOn: number;
  readonly savedBy: string;
  readonly savedByName: string;
  readonly savedAt: Date;
}

/** Names one state of one draft: whoever saves or publishes says which one they saw. */
export const stampOf = (draft: Pick<Draft, 'id' | 'stamp'> | undefined): string =>
  draft === undefined ? '' : `${draft.id}.${draft.stamp}`;

export const draftOf = async (db: Db | Tx, moduleId: string): Promise<Draft | undefined> => {
  const { rows } = await sql<Draft>`
    select c.id::text, c.stamp::text, c.chain, c.hash, c.based_on as "basedOn", c.saved_by::text as "savedBy", u.user_name as "savedByName",
           c.saved_at as "savedAt"
      from wf_chain c left join app_user u on u.id = c.saved_by where c.module_id = ${moduleId} and c.version is null`.execute(
    db,
  );
  return rows[0];
};

export interface Version {
  readonly version: number;
  readonly chain: ChainText;
  readonly hash: string;
  readonly note: string;
  readonly basedOn: number;
  readonly repeats: number | null;
  readonly publishedAt: Date | null;
  readonly publishedBy: string;
}

/** Newest first; the program's own is not among them. */
export const publishedOf = async (db: Db | Tx, moduleId: string): Promise<readonly Version[]> => {
  const { rows } = await sql<Version>`
    select c.version, c.chain, c.hash, c.note, c.based_on as "basedOn", c.repeats, c.published_at as "publishedAt",
           coalesce(u.user_name, '') as "publishedBy"
      from wf_chain c left join app_user u on u.id = c.published_by
     where c.module_id = ${moduleId} and c.version is not null order by c.version desc`.execute(db);
  return rows;
};

/** Two who change the chain of one module do so one after the other. */
export const lockChain = async (tx: Tx, moduleId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wf_chain:${moduleId}`}, 0))`.execute(tx);
};

/** The text of the chain in force. */
export const textOf = ({ steps, cc, nextHandlerField, parallel }: InForce['chain']): ChainText => ({
  steps,
  cc: [...cc],
  nextHandlerField,
  ...(parallel === undefined ? {} : { parallel }),
});

export type Which = 'draft' | 'inForce' | number;

/** The chain of a version, of the draft, or what is in force; the version that it goes by is null for a draft. */
export const chainAt = async (
  db: Db | Tx,
  module: Module,
  which: Which,
): Promise<{ readonly text: ChainText; readonly version: number | null }> => {
  if (which === 'draft') {
    const draft = await draftOf(db, module.id);
    if (draft === undefined) throw notFound('没有草稿');
    return { text: draft.chain, version: null };
  }
  if (which === 'inForce') {
    const { chain, version } = await chainInForce(db, module);
    return { text: textOf(chain), version };
  }
  if (which === 0) return { text: chainBodyOf(module.form.definition), version: 0 };
  const found = (await publishedOf(db, module.id)).find((one) => one.version === which);
  if (found === undefined) throw notFound(`没有版本${which}`);
  return { text: found.chain, version: which };
};

/** Ids of all people whom a chain names. */
export const peopleIn = ({ steps, cc }: ChainText): readonly string[] => {
  const rules = [...cc, ...steps.flatMap((step) => [step.by, step.policy?.nobody ?? 'up'])];
  return [
    ...new Set(
      rules.flatMap((rule) => (rule === 'up' || rule === 'admin' || rule === 'skip' ? [] : (usersIn(rule) ?? []))),
    ),
  ];
};

/** The words of a form, and names of the people whom some of its chains name. */
export const vocabularyOf = async (
  db: Db | Tx,
  engine: Engine,
  { form }: Module,
  texts: readonly ChainText[],
): Promise<ChainVocabulary> => {
  const names = await engine.deps.directory.userNames(db, [...new Set(texts.flatMap(peopleIn))]);
  return {
    field: (key) => form.field(key)?.label ?? form.detail(key)?.label ?? key,
    condition: (text) => form.explain(text),
    person: (id) => names.get(id) ?? `编号${id}`,
  };
};
