/** People whose turn it is not try everything that whoever's turn it is may do. */
import type { ModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from './server.ts';
import type { Walk } from './walk.ts';

/** They hardly ever handle a step: two who know the company's affairs, and two who do the same work for other projects. */
const OUTSIDERS = ['adviser', 'projectManager3', 'researchEngineer', 'operator3', 'sales'];

export interface AtStep {
  readonly applicant: string;
  readonly step: string;
  /** Accounts of the people whose turn it is. */
  readonly turn: readonly string[];
  /** What the right person would fill in. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Steps at which they have tried, by server: the rights of a step are the same for each of its records. */
const tried = new WeakMap<TestServer, Set<string>>();

/** All that the database holds of a record and its approval. */
async function pictureOf({ db, engine }: TestServer, module: ModuleId, id: string): Promise<string> {
  const table = engine.catalog.get(module)?.sql.table ?? '';
  const { rows } = await sql<{ sum: string }>`select md5(coalesce(string_agg(line, '' order by line), '')) as sum from (
    select t::text as line from ${sql.table(table)} t where id = ${id}
    union all select i::text from wf_instance i where module_id = ${module} and biz_id = ${id}
    union all select t::text from wf_task t join wf_instance i on i.id = t.instance_id where i.module_id = ${module} and i.biz_id = ${id}
    union all select a::text from wf_action a join wf_instance i on i.id = a.instance_id where i.module_id = ${module} and i.biz_id = ${id}
  ) every`.execute(db);
  return rows[0]?.sum ?? '';
}

/**
 * The applicant, people of the company and of other projects agree to nothing, not even with what the right person would fill in; one of them, another
 * at each step, tries the rest as well. All are refused for who they are, and nothing is other than before. Once at each step.
 */
export async function othersAreRefused(
  server: TestServer,
  walk: Walk,
  module: ModuleId,
  id: string,
  at: AtStep,
): Promise<void> {
  const where = `${module} ${at.step}`;
  const known = tried.get(server) ?? new Set();
  tried.set(server, known);
  const [right] = at.turn;
  if (right === undefined || known.has(where)) return;
  known.add(where);
  const { NodeRecordId, FormVersion } = await walk.info(right, id);
  const before = await pictureOf(server, module, id);
  const others = [at.applicant, ...OUTSIDERS].filter((account) => !at.turn.includes(account)).slice(0, 3);
  const task = { NodeRecordId, FormVersion, Opinion: '同意' };
  for (const other of others) {
    const answer = await walk.post(other, 'Approve', { ...task, ...at.values });
    // Refused for who they are, not for what they filled in.
    expect([answer.status === 1, answer.errors], `${where} ${other}`).toEqual([false, []]);
  }
  const eager = others[[...where].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % others.length] ?? '';
  const { userId } = await walk.as(eager);
  const acts = [
    ['Reject', { To: 'starter', Resume: 'replay' }],
    ['Reject', { To: 'end', Resume: 'replay' }],
    ['Transfer', { UserId: userId }],
    ['Delegate', { UserId: userId }],
    ['AddSign', { UserIds: [userId], Where: 'before', Mode: 'all' }],
    ['RemoveSign', { UserIds: [userId] }],
  ] as const;
  for (const [act, more] of acts) {
    const answer = await walk.post(eager, act, { ...task, ...more });
    expect([answer.status === 1, answer.http, answer.errors], `${where} ${eager} ${act}`).toEqual([false, 200, []]);
  }
  expect(await pictureOf(server, module, id), where).toBe(before);
}
