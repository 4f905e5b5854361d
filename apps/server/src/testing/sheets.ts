/** Workbooks as people hand them over. */
import { Writable } from 'node:stream';
import { type ImportShape, listFields } from '@hengneng/form-kit';
import { type Cell, writeWorkbook } from '../engine/forms/xlsx.ts';
import { headOf } from '../engine/imports/rows.ts';
import { unclosed, unzip } from './unzip.ts';

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

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
/** `A` → 0, `AA` → 26. */
const columnAt = (name: string): number =>
  [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/**
 * The texts of a workbook that we wrote, by sheet, row and column. For walks over hundreds of them: a reader such as people's programs have, which
 * whatever is asked of one workbook is read with, takes longer than the server does to write it.
 */
export const textsIn = (workbook: Buffer): readonly (readonly (readonly string[])[])[] => {
  const parts = unzip(workbook);
  const sheets: string[][][] = [];
  for (let xml; (xml = parts.get(`xl/worksheets/sheet${sheets.length + 1}.xml`)) !== undefined; ) {
    if (unclosed(xml) !== null) throw new Error(`no XML: ${unclosed(xml)}`);
    sheets.push(
      xml
        .split('<row ')
        .slice(1)
        .map((row) => {
          const texts: string[] = [];
          for (const [, column = '', text = ''] of row.matchAll(
            /<c r="([A-Z]+)\d+"[^>]*>(?:<is><t[^>]*>|<v>)([^<]*)</g,
          )) {
            while (texts.length < columnAt(column)) texts.push('');
            texts.push(text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? ''));
          }
          return texts;
        }),
    );
  }
  return sheets;
};
