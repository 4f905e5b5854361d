/**
 * Selective re-approval: after a return, who agreed earlier is asked again only where something changed that their step looks at. Which
 * fields these are is the step's own word (`watch`); a step that names none is always asked.
 */
import type { Tx } from '../../platform/db/schema.ts';
import { canonical } from './canonical.ts';
import type { FlowState } from './flow/state.ts';
import { type Loaded, stepAt } from './load.ts';
import type { ExecuteInput, HandlerSource } from './types.ts';

/** Rows are written anew with their record: what tells whether they changed is what they say. */
const said = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((row: unknown) =>
        typeof row === 'object' && row !== null && !Array.isArray(row)
          ? { ...row, id: undefined, rowNo: undefined }
          : row,
      )
    : (value ?? null);

/** Whether the fields named say the same in both contents. */
const sameIn = (
  keys: readonly string[],
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): boolean => keys.every((key) => canonical(said(before[key])) === canonical(said(now[key])));

/** Why the step's earlier agreement is taken up again; null where it has to be asked. */
export const unchanged = async (
  tx: Tx,
  directory: HandlerSource,
  loaded: Loaded,
  input: ExecuteInput,
  state: FlowState,
  index: number,
): Promise<string | null> => {
  const { watch = [] } = stepAt(loaded.chain, index);
  const kept = state.kept.get(index);
  if (kept === undefined || watch.length === 0) return null;
  const snapshot = await tx
    .selectFrom('wf_form_snapshot')
    .select('content')
    .where('instance_id', '=', loaded.instance.id)
    .where('form_version', '=', kept.version)
    .executeTakeFirst();
  const { snapshot: now } = input;
  if (snapshot === undefined || typeof now !== 'object' || now === null) return null;
  if (!sameIn(watch, snapshot.content, now as Record<string, unknown>)) return null;
  const names = await directory.userNames(tx, kept.by);
  const people = kept.by.map((person) => names.get(person) ?? '').join('、');
  const fields = watch.map((key) => input.facts.label?.(key) ?? key).join('、');
  const agreed = kept.carried ? `第${kept.round}轮已沿用${people}的同意` : `第${kept.round}轮已由${people}同意`;
  return `${agreed}，所关注的${fields}未变化，沿用`;
};
