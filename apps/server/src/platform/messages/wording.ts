/** The wordings in force and the quiet hours. Kept by every process, so that an approval asks for none of it; read anew once somebody changes them. */
import { sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { type Facts, isMessageCode, type MessageCode, templateOf } from './templates.ts';

/** Announced when wordings or quiet hours were changed. */
export const WORDING_CHANNEL = 'hengneng_wording';
/** Hours of a day in China. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}
interface Wording {
  readonly text: string;
  readonly enabled: boolean;
  readonly version: number;
}

let changed: ReadonlyMap<MessageCode, Wording> = new Map();
let quiet: QuietHours = { from: 0, to: 0 };

/** The wording in force; version 0 is the program's own. */
const wordingOf = (code: MessageCode): Wording =>
  changed.get(code) ?? { text: templateOf(code).text, enabled: true, version: 0 };

export async function loadWordings(db: Db | Tx): Promise<void> {
  const { rows } = await sql<{ code: string } & Wording>`
    select distinct on (code) code, text, enabled, version from message_template order by code, version desc`.execute(
    db,
  );
  const { rows: setting } =
    await sql<QuietHours>`select quiet_from as "from", quiet_to as "to" from message_setting`.execute(db);
  changed = new Map(rows.flatMap(({ code, ...wording }) => (isMessageCode(code) ? [[code, wording] as const] : [])));
  quiet = setting[0] ?? { from: 0, to: 0 };
}

/** Lets every process read them anew, once the transaction commits. */
export const announceWordings = async (tx: Tx): Promise<void> => {
  await sql`select pg_notify(${WORDING_CHANNEL}, '')`.execute(tx);
};

export interface Said {
  readonly title: string;
  readonly body: string;
  readonly template: MessageCode;
  readonly version: number;
}

/** A text with its words filled in. One that is unknown stays as it stands. */
export const filled = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}\n]*)\}/g, (whole, name: string) => (Object.hasOwn(facts, name) ? (facts[name] ?? '') : whole));

/** What is said; null where an administrator switched it off. */
export const said = <C extends MessageCode>(code: C, facts: Facts<C>): Said | null =>
  wordingOf(code).enabled ? worded(code, facts) : null;

/** The same of what cannot be switched off. */
export const worded = <C extends MessageCode>(code: C, facts: Facts<C>): Said => {
  const { text, version } = wordingOf(code);
  // Cut before it is filled: what people wrote may have lines of its own.
  const [title = '', ...rest] = text.split('\n');
  return { title: filled(title, facts), body: filled(rest.join('\n'), facts).trim(), template: code, version };
};

const HOUR = 3_600_000;
const CHINA = 8 * HOUR;
const DAY = 24 * HOUR;

/** Until when something ordinary that happens now has to wait; null by day. */
export const morningAfter = (now: Date, { from, to }: QuietHours = quiet): Date | null => {
  const local = now.getTime() + CHINA;
  const midnight = local - (local % DAY);
  const hour = (local - midnight) / HOUR;
  if (from <= to) return hour >= from && hour < to ? new Date(midnight + to * HOUR - CHINA) : null;
  if (hour >= from) return new Date(midnight + DAY + to * HOUR - CHINA);
  return hour < to ? new Date(midnight + to * HOUR - CHINA) : null;
};

/** The same of one message: what is urgent never waits. */
export const heldOvernight = (code: MessageCode, now: Date): Date | null =>
  templateOf(code).urgent === true ? null : morningAfter(now);
