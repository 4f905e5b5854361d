/** Workbooks as people hand them over. */
import { Writable } from 'node:stream';
import { type ImportShape, listFields } from '@hengneng/form-kit';
import { type Cell, writeWorkbook } from '../engine/forms/xlsx.ts';
import { headOf } from '../engine/imports/rows.ts';

/** A workbook of one sheet. */
export async function sheetOf(rows: readonly (readonly Cell[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  const out = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  await writeWorkbook(out, [{ name: '填写', widths: [], rows }]);
  return new Uint8Array(Buffer.concat(pieces));
}

/** An import's template, filled in. */
export const filledIn = (
  shape: ImportShape,
  rows: readonly Readonly<Record<string, string>>[],
): Promise<Uint8Array<ArrayBuffer>> => {
  const fields = listFields(shape.columns);
  return sheetOf([
    fields.map((of) => ({ head: headOf(of) })),
    ...rows.map((row) => fields.map((of) => row[of.key] ?? null)),
  ]);
};
