/** One audit row of an administrator's change, in the transaction of the change. */
import type { AuditKind } from '@hengneng/contracts';
import { audit } from './audit.ts';
import type { Ctx } from '../context.ts';
import type { Db, Tx } from '../db/schema.ts';

export interface TrailEntry {
  readonly kind: AuditKind;
  readonly action: string;
  /** What it was done to, e.g. `用户 zhangsan`. */
  readonly object: string;
  /** What kind of thing it is and which, where its changes are read again. */
  readonly objectType?: string;
  readonly objectId?: string;
  readonly summary?: string;
  readonly result?: '成功' | '失败' | '拒绝';
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

export const trail = (tx: Tx | Db, ctx: Ctx, entry: TrailEntry): Promise<void> =>
  audit(tx, {
    ...entry,
    userId: ctx.session.userId,
    userName: ctx.session.userName,
    deptId: ctx.session.deptId === '' ? null : ctx.session.deptId,
    ip: ctx.ip,
    device: ctx.device,
    requestId: ctx.requestId,
  });
