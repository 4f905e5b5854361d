/** What a chain must be to be saved or published: well-formed, fit for its form, and naming people who are there. */
import type { FieldError } from '@hengneng/core';
import {
  chainBodySchema,
  chainFits,
  type ChainText,
  fieldErrors,
  pathText,
  settledChain,
  usersIn,
} from '@hengneng/form-kit';
import type { Engine, Module } from '../../engine/index.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw refused('流程内容不是有效的 JSON');
  }
};

/** The chain that somebody wrote, with what is the form's alone as the form has it. Errors name the place: `steps[1].when`. */
export const readChain = ({ form }: Module, text: string): ChainText => {
  const read = chainBodySchema.safeParse(parsed(text));
  if (!read.success) throw invalid(fieldErrors(read.error));
  return settledChain(form.definition, read.data);
};

const missingPeople = async (db: Db | Tx, engine: Engine, chain: ChainText): Promise<readonly FieldError[]> => {
  const named = [
    ...chain.steps.flatMap((step, at) => [
      { path: `steps[${at}].by`, rule: step.by },
      { path: `steps[${at}].policy`, rule: step.policy?.nobody ?? 'up' },
    ]),
    ...chain.cc.map((rule, at) => ({ path: `cc[${at}]`, rule })),
  ].flatMap(({ path, rule }) =>
    rule === 'up' || rule === 'admin' || rule === 'skip' ? [] : (usersIn(rule) ?? []).map((id) => ({ path, id })),
  );
  if (named.length === 0) return [];
  const active = new Set(
    (await engine.deps.directory.people(db, [...new Set(named.map((one) => one.id))])).map((person) => person.userId),
  );
  return named.flatMap(({ path, id }) => (active.has(id) ? [] : [{ path, message: '指定的人员不存在或已停用' }]));
};

/** Refuses a chain that cannot be used, with every place that keeps it from that. */
export const demandFit = async (db: Db | Tx, engine: Engine, module: Module, chain: ChainText): Promise<void> => {
  const problems = chainFits(module.form, chain).map(({ path, message }) => ({ path: pathText(path), message }));
  const all = [...problems, ...(await missingPeople(db, engine, chain))];
  if (all.length > 0) throw invalid(all);
};
