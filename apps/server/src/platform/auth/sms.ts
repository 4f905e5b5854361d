/** How codes reach phones. The default writes them to the message outbox, where administrators of a demo read them, and to the server's log. */
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { worded } from '../messages/wording.ts';

export const codeSender =
  (db: Db, demo: boolean) =>
  async (phone: string, code: string): Promise<void> => {
    const { title: text, template, version } = worded('code.login', { 验证码: code });
    await sql`insert into message (kind, channel, phone, title, body, template, template_version) values ('验证码', '短信', ${phone}, '登录验证码',
      ${demo ? text : '验证码已发送'}, ${template}, ${version})`.execute(db);
    if (demo) process.stdout.write(`[演示短信] ${phone} 验证码 ${code}\n`);
  };
