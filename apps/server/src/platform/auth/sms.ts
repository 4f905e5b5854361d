/** How codes reach phones: by the installation's gateway; a demo without one shows them in the message outbox and in the server's log. */
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { worded } from '../messages/wording.ts';

export interface CodeWays {
  /** The outbox shows what the code was. */
  readonly demo: boolean;
  /** Hands a short message to the gateway and says why it was not taken, null where it was; null where there is no gateway. */
  readonly short: ((key: string, to: string, title: string, text: string) => Promise<string | null>) | null;
}

const TITLE = '登录验证码';

export type SendCode = (phone: string, code: string) => Promise<void>;

/** Hands codes on; null where they would reach nobody. Nobody waits for the gateway: how long it takes would tell which numbers are known. */
export const codeSender = (db: Db, { demo, short }: CodeWays): SendCode | null => {
  if (!demo && short === null) return null;
  return async (phone, code) => {
    const { title: text, template, version } = worded('code.login', { 验证码: code });
    const { rows } = await sql<{ id: string }>`
      insert into message (kind, channel, phone, title, body, template, template_version)
      values ('验证码', '短信', ${phone}, ${TITLE}, ${demo ? text : '验证码已发送'}, ${template}, ${version}) returning id::text as id`.execute(
      db,
    );
    const id = rows[0]?.id ?? '';
    if (short === null) {
      process.stdout.write(`[演示短信] ${phone} 验证码 ${code}\n`);
      return;
    }
    const settle = (fault: string | null) =>
      sql`update message set fault = ${fault}, state = case when ${fault}::text is null then state else '失败' end where id = ${id}`.execute(
        db,
      );
    void short(`code-${id}`, phone, TITLE, text)
      .then(settle, (error: unknown) => settle(error instanceof Error ? error.message : String(error)))
      .catch(() => undefined);
  };
};
