/** Rows of a view for what is done about them: those that the person sees, by the page's own filters. */
import type { AnySource } from '../../../engine/views/source.ts';
import { raw } from '../../../platform/db/raw.ts';
import { type Bind, Parameters } from '../../../engine/forms/visibility.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';

export function rowsOf<R>(
  tx: Tx,
  ctx: Ctx,
  source: AnySource,
  ask: Readonly<Record<string, unknown>>,
  select: string,
  where: (bind: Bind) => string = () => 'true',
): Promise<readonly R[]> {
  const parameters = new Parameters();
  const { bind } = parameters;
  const from = source.from({ session: ctx.session, now: ctx.now, ask: { ...ask, PageIndex: 1, PageSize: 1 }, bind });
  return raw<R>(tx, `select ${select} from ${from} and ${where(bind)}`, parameters.values);
}
