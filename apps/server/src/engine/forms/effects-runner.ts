/** Runs what a definition names, once, and takes it back exactly. */
import type { EffectUse } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Actor } from '../approval/types.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { Module } from './catalog.ts';
import type { EngineDeps } from './deps.ts';
import type { EffectCall, FollowUps, Note } from './effect.ts';
import { followUps } from './follow-ups.ts';
import type { Stored } from './store.ts';

/** `submit`, `step:<name>`, or `approved`. */
export type EffectEvent = 'submit' | `step:${string}` | 'approved';

const eventOf = (use: EffectUse): EffectEvent => (typeof use === 'string' ? 'approved' : use.at);
const nameOf = (use: EffectUse): string => (typeof use === 'string' ? use : use.do);

export interface EffectContext {
  readonly deps: EngineDeps;
  readonly tx: Tx;
  readonly module: Module;
  readonly actor: Actor;
  readonly now: Date;
}

const call = (
  context: EffectContext,
  effect: string,
  record: Stored,
  logged: Note,
  notes: Record<string, string>,
): EffectCall<never> => {
  const services: FollowUps = followUps(context, effect, record);
  return {
    // The registry pairs each effect with the records of its own module.
    record: record as never,
    source: { module: context.module.id, id: record.id, effect },
    actor: context.actor,
    now: context.now,
    services,
    log: (note) => Object.assign(notes, note),
    logged,
  };
};

/** Whether the module has effects at any of these. */
export const hasEffects = (module: Module, events: readonly EffectEvent[]): boolean =>
  (module.form.definition.onApproved ?? []).some((use) => events.includes(eventOf(use)));

/** Applies the effects of an event in the order of the definition; one that stands already is left alone. */
export async function applyEffects(context: EffectContext, event: EffectEvent, record: Stored): Promise<void> {
  const { tx, module, deps } = context;
  for (const use of module.form.definition.onApproved ?? []) {
    if (eventOf(use) !== event) continue;
    const name = nameOf(use);
    const { rows } = await sql<{ id: string }>`insert into effect_log (module_id, biz_id, effect, event)
      values (${module.id}, ${record.id}, ${name}, ${event})
      on conflict (module_id, biz_id, effect) where reversed_at is null do nothing returning id`.execute(tx);
    const id = rows[0]?.id;
    if (id === undefined) continue;
    const notes: Record<string, string> = {};
    await deps.effects[name]?.apply(tx, call(context, name, record, {}, notes));
    if (Object.keys(notes).length > 0)
      await sql`update effect_log set note = ${JSON.stringify(notes)}::jsonb where id = ${id}`.execute(tx);
  }
}

/** Takes back what stands of these events (all where none are named), last first. */
export async function reverseEffects(
  context: EffectContext,
  record: Stored,
  events?: readonly EffectEvent[],
): Promise<void> {
  const { tx, module, deps } = context;
  const { rows } = await sql<{
    id: string;
    effect: string;
    event: string;
    note: Note;
  }>`select id, effect, event, note from effect_log
    where module_id = ${module.id} and biz_id = ${record.id} and reversed_at is null order by id desc`.execute(tx);
  for (const row of rows) {
    if (events && !events.some((event) => event === row.event)) continue;
    await deps.effects[row.effect]?.reverse(tx, call(context, row.effect, record, row.note, {}));
    await sql`update effect_log set reversed_at = app_now() where id = ${row.id}`.execute(tx);
  }
}
