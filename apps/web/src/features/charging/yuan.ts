/** Yuan as typed and shown, fen as counted. */
import { fromFen, money, moneyText, toFen } from '@hengneng/core';

const AMOUNT = /^\d{1,12}(\.\d{0,2})?$/;

/** Null for what is no amount (yet). */
export const fenOrNull = (text: string): bigint | null =>
  AMOUNT.test(text.trim()) ? toFen(money(text.trim().replace(/\.$/, ''))) : null;
export const fenOf = (text: string): bigint => toFen(money(text));
export const yuanOf = (fen: bigint): string => moneyText(fromFen(fen));
export const sumFen = (of: readonly bigint[]): bigint => of.reduce((total, fen) => total + fen, 0n);
