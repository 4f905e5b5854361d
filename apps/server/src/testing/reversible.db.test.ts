/** The trial of effects notices what a way back leaves, and leaves nothing itself. */
import { trainingBudget } from '@hengneng/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effect } from '../effects/kit/effect.ts';
import type { Effect, EffectCall, Note } from '../engine/forms/effect.ts';
import { openWorld, type World } from '../engine/testing/world.ts';
import { refused } from '../platform/http/errors.ts';
import type { Tx } from '../platform/db/schema.ts';
import { triedBeforehand } from './reversible.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const call = (): EffectCall<never> => {
  const done = async (): Promise<void> => undefined;
  return {
    record: undefined as never,
    source: { module: 'monthlyTrainingPlan', id: '900001', effect: 'monthlyTrainingPlan.holdBudget' },
    actor: { userId: '1', userName: '测试', roles: [] },
    now: new Date(),
    services: { draft: async () => null, todo: done, remind: done, tell: done, takeBack: done },
    log: (_: Note) => undefined,
    logged: {},
  };
};

/** What the trial of one effect says, and how often the effect has written. */
async function trialOf(of: Effect<never>): Promise<{ readonly problems: readonly string[]; readonly entries: number }> {
  const problems: string[] = [];
  const { tried } = triedBeforehand({ tried: of }, (problem) => problems.push(problem));
  const entries = await world.db.transaction().execute(async (tx) => {
    await tried.apply(tx, call());
    const { rows } = await sql`select 1 from b_training_budget where source_id = 900001 and not voided`.execute(tx);
    await sql`delete from b_training_budget where source_id = 900001`.execute(tx);
    await sql`delete from user_setting where key = 'trial'`.execute(tx);
    await sql`update app_user set position = '' where position = '改过'`.execute(tx);
    return rows.length;
  });
  return { problems, entries };
}

const held = effect<never>(async ({ book }) => {
  await book(trainingBudget, { year: 2099, kind: '计划占用', amount: '100', topic: '事项' });
});
const rename = (tx: Tx) =>
  sql`update app_user set position = '改过' where id = (select min(id) from app_user)`.execute(tx);

describe('the trial of an effect', () => {
  it('has nothing to say where the way back takes everything, and the effect is applied once', async () => {
    expect(await trialOf(held)).toEqual({ problems: [], entries: 1 });
  });

  it('tells of entries that stay and of values that are not put back', async () => {
    const forgetful: Effect<never> = { apply: held.apply, reverse: async () => undefined };
    expect((await trialOf(forgetful)).problems).toEqual([
      expect.stringMatching(/^tried: b_training_budget \+ .*"amount":100/),
    ]);
    const renaming: Effect<never> = {
      apply: async (tx) => void (await rename(tx)),
      reverse: async () => undefined,
    };
    expect((await trialOf(renaming)).problems).toEqual([
      expect.stringMatching(/^tried: app_user − /),
      expect.stringMatching(/^tried: app_user \+ .*改过/),
    ]);
  });

  it('tells of rows that nothing but their columns name', async () => {
    const noting: Effect<never> = {
      apply: async (tx) =>
        void (await sql`insert into user_setting (user_id, key, value) select min(id), 'trial', '1' from app_user
          on conflict do nothing`.execute(tx)),
      reverse: async () => undefined,
    };
    expect((await trialOf(noting)).problems).toEqual([expect.stringMatching(/^tried: user_setting \+ .*"trial"/)]);
  });

  it('leaves alone what says that it cannot be cancelled', async () => {
    const final: Effect<never> = {
      apply: held.apply,
      reverse: async () => {
        throw refused('已开具，不能作废');
      },
    };
    expect(await trialOf(final)).toEqual({ problems: [], entries: 1 });
  });
});
