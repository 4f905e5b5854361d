import { f } from '@hengneng/form-kit';

/** How this period's reading goes on from the last one. */
const READ_KINDS = ['正常', '换表', '满码归零'] as const;

/**
 * Columns of a row of readings beside the two readings themselves: a meter that was replaced in the period, or that has passed its last figure, must
 * not be counted as if it had run backwards.
 */
export const readingColumns = <const P extends number>(places: P) => ({
  readKind: f.enum('读数情形', READ_KINDS, { required: true, default: '正常' }),
  oldFinal: f.decimal(places, '旧表止码', { required: true, min: 0, showIf: "readKind == '换表'" }),
  newInitial: f.decimal(places, '新表起码', { required: true, min: 0, default: 0, showIf: "readKind == '换表'" }),
  fullScale: f.decimal(places, '满码值', {
    required: true,
    min: 1,
    hint: '表盘走满归零时的数，五位整数表为100000',
    showIf: "readKind == '满码归零'",
  }),
});

/** Where this period's consumption begins on the dial that is read at its end. */
export const PASSED =
  "current + fullScale * (readKind == '满码归零') - (previous * (readKind != '换表') + newInitial * (readKind == '换表'))";
