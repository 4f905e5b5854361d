/** A change of a registered supplier is a registration of its own: it begins as the last one was, with what has changed. */
import { changeProvider } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/index.ts';
import { demand } from '../../engine/forms/access.ts';
import { draft } from '../../engine/forms/commands.ts';
import { getInitInfo } from '../../engine/forms/read.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';

export function registerProviderChange(registry: CallRegistry, engine: Engine): void {
  const module = engine.catalog.get('serviceProvider');
  if (module === undefined) throw new Error('serviceProvider has no definition');
  // The form decides by its button, as its own calls do; whether the person sees the last registration, the copy decides.
  registry.handle(changeProvider, { access: 'signedIn' }, async (ctx, input) => {
    demand(ctx.session, module, 'add');
    const { rows } = await sql<{ id: string }>`select p.id::text from f_service_provider p
      join supplier s on s.tax_no = p.credit_code where s.id = ${input.provider} and p.status = 'approved'
      order by p.finished_at desc, p.id desc limit 1`.execute(ctx.db);
    const last = rows[0];
    if (last === undefined) throw notFound('该单位没有已通过的登记，请按新单位登记');
    const { record } = await getInitInfo(engine.deps, module, ctx, { CopyFrom: last.id });
    return draft(engine.deps, module, ctx, {}, { ...record, ...input, registerKind: '变更' });
  });
}
