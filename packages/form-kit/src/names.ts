/**
 * Compile-time check of the names in an expression. The text is walked once, letter by letter; an identifier that is neither a
 * field nor a word of the language turns the property's type into a sentence that names it, so that the definition does not compile.
 * Only names are checked here; types and enum options are checked by `checkDefinition` (a test, and at start-up).
 */

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Letter =
  | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
  | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z'
  | 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M'
  | 'N' | 'O' | 'P' | 'Q' | 'R' | 'S' | 'T' | 'U' | 'V' | 'W' | 'X' | 'Y' | 'Z' | '_'; // prettier-ignore
type Word = 'and' | 'or' | 'not' | 'sum' | 'count' | 'true' | 'false';

/** `S` itself when every name in it is known, else a sentence that names the first unknown one. */
export type CheckExpr<S extends string, Names extends string> = string extends S ? S : Walk<S, Names, '', S>;

type Walk<S extends string, Names extends string, Cur extends string, All extends string> = S extends `${infer C}${infer R}`
  ? C extends Letter
    ? Walk<R, Names, `${Cur}${C}`, All>
    : C extends Digit | '.'
      ? Walk<R, Names, Cur extends '' ? '' : `${Cur}${C}`, All>
      : Cur extends '' | Names | Word
        ? C extends "'"
          ? R extends `${string}'${infer Rest}`
            ? Walk<Rest, Names, '', All>
            : `引号没有配对：${All}`
          : Walk<R, Names, '', All>
        : `「${Cur}」不是可用的字段`
  : Cur extends '' | Names | Word
    ? All
    : `「${Cur}」不是可用的字段`;
