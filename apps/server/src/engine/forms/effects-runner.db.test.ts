/** Effects run at their moment, once while they stand, and are taken back last first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/schema.ts';
import { openWorld, type World } from '../testing/world.ts';
import type { EffectCall } from './effect.ts';
import { applyEffects, type EffectContext, reverseEffects } from './effects-runner.ts';
import { findRecord, insertRecord, type Stored } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Scene {
  readonly context: EffectContext;
  readonly record: Stored;
  /** What effects did since it was last asked. */
  done(): readonly string[];
}

/** A payment whose effects only say that they ran; the first notes something. */
const inScene = async (play: (scene: Scene) => Promise<void>): Promise<void> => {
  const module = world.engine.catalog.get('payment');
  if (!module) throw new Error('no payments');
  const { userId } = await world.session('projectManager');
  const log: string[] = [];
  const effectOf = (name: string) => ({
    apply: async (_tx: Tx, call: EffectCall<never>) => {
      log.push(`+${name}`);
      if (name === 'reserve') call.log({ held: '7' });
    },
    reverse: async (_tx: Tx, { logged }: EffectCall<never>) =>
      void log.push(`-${name}${logged['held'] === undefined ? '' : ` ${logged['held']}`}`),
  });
  const names = (module.form.definition.onApproved ?? []).map((use) => (typeof use === 'string' ? use : use.do));
  const effects = Object.fromEntries(names.map((name) => [name, effectOf(name.replace('payment.', ''))]));
  await world.db.transaction().execute(async (tx) => {
    const id = await insertRecord(tx, module, {}, userId, 'A632201');
    const record = await findRecord(tx, module, id);
    if (!record) throw new Error('no record');
    const actor = { userId, userName: '', roles: [] };
    const deps = { ...world.engine.deps, effects };
    await play({
      context: { deps, tx, module, actor, now: new Date() },
      record,
      done: () => log.splice(0),
    });
  });
};

describe('effects', () => {
  it('run at their own moment, in the order of the definition', () =>
    inScene(async ({ context, record, done }) => {
      await applyEffects(context, 'submit', record);
      expect(done()).toEqual(['+reserve']);
      await applyEffects(context, 'step:财务审核', record);
      expect(done()).toEqual(['+cut']);
      await applyEffects(context, 'approved', record);
      expect(done()).toEqual(expect.arrayContaining(['+invoices', '+cost', '+energyLedger']));
    }));

  it('run once while they stand, and again once they were taken back', () =>
    inScene(async ({ context, record, done }) => {
      for (let time = 0; time < 2; time += 1) await applyEffects(context, 'submit', record);
      expect(done()).toEqual(['+reserve']);
      for (let time = 0; time < 2; time += 1) await reverseEffects(context, record);
      expect(done()).toEqual(['-reserve 7']);
      await applyEffects(context, 'submit', record);
      expect(done()).toEqual(['+reserve']);
    }));

  it('are taken back last first, or those of one moment alone', () =>
    inScene(async ({ context, record, done }) => {
      await applyEffects(context, 'submit', record);
      await applyEffects(context, 'step:财务审核', record);
      await applyEffects(context, 'step:出纳付款', record);
      expect(done()).toEqual(['+reserve', '+cut', '+pay']);
      await reverseEffects(context, record, ['step:财务审核']);
      expect(done()).toEqual(['-cut']);
      await reverseEffects(context, record);
      expect(done()).toEqual(['-pay', '-reserve 7']);
    }));
});
