/** A text file of rows, in whichever of the two encodings spreadsheets here write. */
import { isUtf8 } from 'node:buffer';

/** The fields of a line of text. */
function fieldsOf(line: string): readonly string[] {
  if (!line.includes('"')) return line.split(',');
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (line[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',') {
      fields.push(field);
      field = '';
    } else field += letter;
  }
  return [...fields, field];
}

/** Spreadsheets here save text in the encoding of the country, others in UTF-8, and as “Unicode” in two bytes a letter. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'gb18030';
}

/** Lines of a piece are held at once: small enough that most of them are gone before they count as lasting. */
const PIECE = 256 * 1024;

/** Piece by piece: a step of a generator for each line takes longer than the line. */
function* linesOf(bytes: Buffer): Generator<readonly string[]> {
  const decoder = new TextDecoder(encodingOf(bytes));
  let rest = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    const text = rest + decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
    const lines = text.split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  const last = rest + decoder.decode();
  if (last !== '') yield [last];
}

/** Rows of a text file, gone through once and never held. */
export function* csvRows(bytes: Buffer): Generator<readonly string[]> {
  for (const lines of linesOf(bytes))
    for (const line of lines) yield fieldsOf(line.endsWith('\r') ? line.slice(0, -1) : line);
}
