/** Amounts are withheld from some people, wherever they are asked for. */
import type { Ctx } from '../../platform/context.ts';
import { forbidden } from '../../platform/http/errors.ts';

/** @throws forbidden for whom amounts are withheld */
export function demandAmounts({ session }: Pick<Ctx, 'session'>): void {
  if (!session.permissions.classified.has('amount')) throw forbidden('您没有查看金额的权限');
}
