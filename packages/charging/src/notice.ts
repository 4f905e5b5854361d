/**
 * Words of 收费公告: plain text with a closed list of variables. It is read once into texts and variables; what a variable is worth is put in
 * as it is and never read again, so that a name with braces in it can't ask for another household's figures.
 */

export interface NoticeVariable {
  readonly name: string;
  readonly label: string;
  /** Of one household: has no place where everybody reads it. */
  readonly personal: boolean;
}

const variable = (name: string, label: string, personal = true): NoticeVariable => ({ name, label, personal });

export const NOTICE_VARIABLES = [
  variable('ownerName', '业主'),
  variable('room', '房间'),
  variable('period', '账期'),
  variable('amount', '欠费金额'),
  variable('penalty', '违约金'),
  variable('dueDate', '到期日'),
  variable('payUrl', '缴费链接'),
  variable('community', '小区', false),
  variable('communityPhone', '小区电话', false),
  variable('stopDay', '停供日', false),
] as const satisfies readonly NoticeVariable[];

const LABELS: ReadonlyMap<string, NoticeVariable> = new Map(NOTICE_VARIABLES.map((one) => [one.name, one]));
export const noticeLabel = (name: string): string => LABELS.get(name)?.label ?? name;

export type NoticePart = { readonly text: string } | { readonly variable: string };

const TOKEN = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** What a text is made of; a brace that opens no name is a brace. */
export function noticeParts(text: string): readonly NoticePart[] {
  const parts: NoticePart[] = [];
  let from = 0;
  for (const found of text.matchAll(TOKEN)) {
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    parts.push({ variable: found[1] ?? '' });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Names of the variables of a text, each once, in its order. */
export const noticeNames = (text: string): readonly string[] => [
  ...new Set(noticeParts(text).flatMap((part) => ('variable' in part ? [part.variable] : []))),
];

/** What a text asks for that there is not. */
export const unknownNames = (text: string): readonly string[] => noticeNames(text).filter((name) => !LABELS.has(name));

/** Variables of single households in a text. */
export const personalNames = (text: string): readonly string[] =>
  noticeNames(text).filter((name) => LABELS.get(name)?.personal === true);

// One line each: a value brings no lines, and nothing that a screen or a printer would take for a command.
const plain = (value: string): string => value.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();

/** The text for one household, and the variables that it has no value for. */
export function renderNotice(
  text: string,
  values: Readonly<Record<string, string>>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing = new Set<string>();
  const said = noticeParts(text).map((part) => {
    if ('text' in part) return part.text;
    const value = Object.hasOwn(values, part.variable) ? plain(values[part.variable] ?? '') : '';
    if (value === '') missing.add(part.variable);
    return value;
  });
  return { text: said.join(''), missing: [...missing] };
}

/** With its signature, as carriers want it. */
export const smsText = (sign: string, text: string): string => (sign === '' ? text : `【${sign}】${text}`);

const ONE_SMS = 70;
const LONG_SMS = 67;
/** As how many short messages a text is counted: 70 characters are one, a longer one has 67 in each. */
export const smsCount = (text: string): number =>
  text.length === 0 ? 0 : text.length <= ONE_SMS ? 1 : Math.ceil(text.length / LONG_SMS);

const FROM_HOUR = 8;
const TO_HOUR = 21;
/** Whether people may be sent short messages at this moment: 8:00–21:00 where they live. */
export const smsHour = (at: Date): boolean => {
  const hour = (at.getUTCHours() + 8) % 24;
  return hour >= FROM_HOUR && hour < TO_HOUR;
};
