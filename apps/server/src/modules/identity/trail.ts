/** What this part asks of the audit log and of the session store; the composition root hands both over. */
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

export interface TrailEntry {
  /** 登录, 权限, 单据, 审批, 价格, 导出, 系统设置, … */
  readonly kind: string;
  readonly action: string;
  /** What it was done to, e.g. `用户 zhangsan`. */
  readonly object: string;
  readonly summary?: string;
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

/** Writes one audit row with the transaction. */
export type Trail = (tx: Tx, ctx: Ctx, entry: TrailEntry) => Promise<void>;

export interface DeviceRow {
  readonly id: string;
  readonly device: string;
  readonly ip: string;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
}

export interface SigninRow {
  readonly userId: string;
  readonly online: boolean;
  readonly locked: boolean;
  readonly failures: number;
  readonly lastLogin: { readonly at: string; readonly device: string; readonly ip: string } | null;
}

/** The session store, as the administrators see it. */
export interface Signins {
  devices(db: Db, userId: string): Promise<readonly DeviceRow[]>;
  /** Of these people. */
  of(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, SigninRow>>;
  /** Ids of people who are signed in now. */
  online(db: Db): Promise<readonly string[]>;
  /** Ids of people who are locked out for failures now. */
  locked(db: Db): Promise<readonly string[]>;
  /** Ends sessions; answers how many. */
  signOut(tx: Tx, userId: string, sessionId?: string): Promise<number>;
  unlock(tx: Tx, account: string): Promise<void>;
}
