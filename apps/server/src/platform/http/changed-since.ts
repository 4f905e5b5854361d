/** Whether something is still as the administrator saw it who saves it: what somebody else has done to it since is not overwritten. */
import { conflict } from './errors.ts';

/** Nothing and an empty text are the same, a list is its members. */
const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/**
 * @param names what people call each thing that is compared
 * @param seen as it was shown, what is empty may be left out; nothing is compared where it was not sent
 * @throws conflict that says what is another
 */
export function insistUnchanged<Name extends string>(
  what: string,
  names: Readonly<Record<Name, string>>,
  seen: Readonly<Partial<Record<NoInfer<Name>, unknown>>> | undefined,
  now: Readonly<Record<NoInfer<Name>, unknown>>,
): void {
  if (seen === undefined) return;
  const others = (Object.keys(names) as Name[])
    .filter((name) => textOf(seen[name]) !== textOf(now[name]))
    .map((name) => names[name]);
  if (others.length > 0) throw conflict(`${what}的${others.join('、')}刚被他人修改，请重新打开核对后再保存`);
}
