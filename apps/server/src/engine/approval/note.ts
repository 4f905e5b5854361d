/** Lines of the audit log that the approval's own calls write. */
import type { ModuleId } from '@hengneng/core';
import { audit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { identityOf } from './modules.ts';

/** One line of the audit log about a record. */
export const note = (
  tx: Tx,
  ctx: Ctx,
  action: string,
  moduleId: ModuleId,
  businessId: string,
  summary = '',
): Promise<void> =>
  audit(tx, {
    ...whoOf(ctx),
    kind: '单据',
    action,
    object: identityOf(moduleId).module,
    objectType: moduleId,
    objectId: businessId,
    summary,
  });

/** Who asks, and from where, for the audit. */
export const whoOf = ({ session, ip, device, requestId }: Ctx) => ({
  userId: session.userId,
  userName: session.userName,
  deptId: session.deptId,
  ip,
  device,
  requestId,
});
