/** What people are told: a row for each, in the transaction of the command, so that nobody hears of what did not happen. */
import type { Tx } from '../../platform/db/schema.ts';
import type { Notify } from './persist.ts';

/** Pushes to people's open pages once the transaction commits; the platform offers it. */
export type Push = (tx: Tx, userIds: readonly string[], topic: 'notice' | 'todo', data: unknown) => Promise<void>;

/** Writes notices and pushes them. */
export const notifier =
  (push: Push | null): Notify =>
  async (tx, notices) => {
    if (notices.length === 0) return;
    await tx
      .insertInto('wf_notice')
      .values([...notices])
      .execute();
    if (push === null) return;
    for (const [kind, rows] of Map.groupBy(notices, (notice) => notice.kind)) {
      const [first] = rows;
      if (!first) continue;
      await push(tx, [...new Set(rows.map((row) => row.user_id))], 'notice', {
        kind,
        title: first.title,
        moduleId: first.module_id,
        BusinessId: first.biz_id,
        at: new Date(first.created_at).toISOString(),
      });
    }
  };
