/** Moments as the phone writes them, in the phone's own zone. */

/** Month, day, hour and minute. @param iso a moment */
export const shortTime = (iso: string): string =>
  new Date(iso).toLocaleString('zh-CN', {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });

/** What a picture carries in its corner: when and who. @param ms since the epoch */
export const stampOf = (ms: number, who: string): string =>
  `${new Date(ms).toLocaleString('zh-CN', { hour12: false })} ${who}`;

/** What a picture of a dial shows besides the dial, as it was when it was taken. */
export interface Stamp {
  /** Project, meter and the number on it. */
  readonly what: string;
  readonly register: string;
  readonly unit: string;
  /** When, who, and where if that is wanted. */
  readonly rest: readonly string[];
}

/** Lines of the watermark. @param reading what is sent with the picture; empty: the dial could not be read */
export const stampLines = ({ what, register, unit, rest }: Stamp, reading: string): readonly string[] => [
  what,
  reading === '' ? `${register} 未抄到` : `${register} 读数 ${reading}（${unit}）`,
  ...rest,
];
