/** Fen, as the tables keep them, and yuan with two places, as they go over the wire. */
import { fromFen, money, moneyText, toFen } from '@hengneng/core';

/** Of nothing: 0.00. */
export const yuanOf = (fen: bigint | string | null | undefined): string => moneyText(fromFen(BigInt(fen ?? 0)));
export const fenOf = (yuan: string): bigint => toFen(money(yuan));
