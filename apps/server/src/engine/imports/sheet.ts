/** A workbook as people hand it over: its first sheet as text, within bounds. */
import { refused } from '../../platform/http/errors.ts';
import type { UploadedFile } from '../../platform/http/registry.ts';

const ENTRY = 0x02014b50;
/** Digits that a cell keeps: 0.1 + 0.2 is 0.3 in the sheet, and here. */
const CELL_DIGITS = 15;

/** All of the file. @throws refused with `tooBig` beyond `most` bytes */
export async function bytesOf(file: UploadedFile, most: number, tooBig: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  // Where the server itself takes no more, nothing else comes until the sender is through, with gigabytes perhaps.
  file.stream.once('limit', () => file.stream.destroy(refused(tooBig)));
  for await (const piece of file.stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > most) throw refused(tooBig);
    pieces.push(piece);
  }
  if (file.truncated()) throw refused(tooBig);
  return Buffer.concat(pieces);
}

/** What the entries of the archive say they unpack to, in bytes. */
function unpackedSize(archive: Buffer): number {
  let sum = 0;
  for (let at = archive.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; ) {
    if (at + 28 <= archive.length && archive.readUInt32LE(at) === ENTRY) sum += archive.readUInt32LE(at + 24);
    at = archive.indexOf('PK\u0001\u0002', at + 4, 'latin1');
  }
  return sum;
}

/** A cell as people see it: days and moments in the way they are written here, numbers without the noise of their bits. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    const iso = cell.toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
  }
  if (typeof cell === 'number') return String(Number(cell.toPrecision(CELL_DIGITS)));
  return String(cell).trim();
}

/** Rows of the first sheet as text. @throws refused where the file is no workbook, or says it unpacks to more than `mostUnpacked` bytes */
export async function sheetRows(archive: Buffer, mostUnpacked: number): Promise<readonly (readonly string[])[]> {
  if (unpackedSize(archive) > mostUnpacked) throw refused('文件内容过大');
  const { default: readXlsx } = await import('read-excel-file/node');
  const sheets = await readXlsx(archive).catch(() => {
    throw refused('文件不是有效的 xlsx 表格');
  });
  return (sheets[0]?.data ?? []).map((row) => row.map(cellText));
}
