/**
 * A PDF of text, page by page. Chinese is set in the reader's own Song face (the character collection that every PDF reader knows by name),
 * so that no font has to be shipped; everything else in the faces that are part of PDF. Text can be searched and copied.
 */
import { deflateSync } from 'node:zlib';

/** Paper across, in points. */
export const PAPERS = { A4: { width: 842, height: 595 }, A3: { width: 1191, height: 842 } } as const;
export type Paper = keyof typeof PAPERS;

/** Widths of Helvetica from space to tilde, in thousandths of the size. */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
] as const;
const COURIER = 600;
const SONG = 1000;

export type Face = 'text' | 'mono';

/** In the Latin faces, and in no Chinese collection: m² and m³. */
const RAISED: Readonly<Record<string, string>> = { '²': '\\262', '³': '\\263' };
const RAISED_WIDTH = 333;

const isLatin = (code: number): boolean => (code >= 0x20 && code <= 0x7e) || code === 0xb2 || code === 0xb3;

const widthOf = (code: number, face: Face): number => {
  if (!isLatin(code)) return SONG;
  return face === 'mono' ? COURIER : (HELVETICA[code - 0x20] ?? RAISED_WIDTH);
};

/** Neither face has these: a minus that is left out makes a saving of what was used too much. */
const INSTEAD: Readonly<Record<string, string>> = { '−': '-', '₂': '2', '㎥': 'm³', ȳ: 'y', '•': '·', '✓': '√' };

/** What a PDF line can hold: no control characters, and a mark for what lies beyond the character collection. */
export const plainText = (text: string): string =>
  [...text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')]
    .map((char) => (char.length > 1 ? '〓' : (INSTEAD[char] ?? char)))
    .join('');

/** Width in points. */
export const measure = (text: string, size: number, face: Face = 'text'): number => {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) width += widthOf(text.charCodeAt(at), face);
  return (width * size) / 1000;
};

/** Numbers, words of Latin letters and single characters, each with the brackets around it and the marks behind it: no line begins with 「）」. */
const PIECES = /[（「『《〈【“‘]*(?:[!-~²³]+|[^!-~²³])[）」』》〉】”’，。、；：！？]*/g;

/** Breaks a text into lines that fit; anywhere between its pieces, as Chinese does, and within them only where they do not fit a line. */
export const wrap = (text: string, width: number, size: number, face: Face = 'text'): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const turn = () => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    used = 0;
  };
  const add = (piece: string, wide: number) => {
    line += piece;
    used += wide;
  };
  for (const piece of text.match(PIECES) ?? []) {
    const wide = measure(piece, size, face);
    if (used + wide <= width) {
      add(piece, wide);
      continue;
    }
    turn();
    for (const char of piece.trimStart()) {
      const one = measure(char, size, face);
      if (line !== '' && used + one > width) turn();
      add(char, one);
    }
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd());
  return lines;
};

const number = (value: number): string => String(Math.round(value * 100) / 100);
const utf16 = (text: string): string => {
  let hex = '';
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).padStart(4, '0');
  return hex.toUpperCase();
};
const escaped = (text: string): string =>
  text.replace(/[\\()]/g, '\\$&').replace(/[²³]/g, (char) => RAISED[char] ?? char);

/** Runs of one font each: `(abc) Tj` or `<4E2D> Tj`. */
export const runs = (text: string, size: number, face: Face): string =>
  (text.match(/[ -~²³]+|[^ -~²³]+/g) ?? [])
    .map((run) =>
      isLatin(run.charCodeAt(0))
        ? `/${face === 'mono' ? 'F2' : 'F1'} ${number(size)} Tf (${escaped(run)}) Tj`
        : `/F3 ${number(size)} Tf <${utf16(run)}> Tj`,
    )
    .join(' ');

export interface TextStyle {
  readonly size: number;
  readonly face?: Face;
  /** 0 black to 1 white. */
  readonly grey?: number;
}

/** One page being drawn; the origin is its upper left corner. */
export class Page {
  readonly size: { readonly width: number; readonly height: number };
  readonly #drawn: string[] = [];

  constructor(paper: Paper = 'A4') {
    this.size = PAPERS[paper];
  }

  text(x: number, y: number, text: string, { size, face = 'text', grey = 0 }: TextStyle): void {
    const shown = plainText(text);
    if (shown.trim() === '') return;
    this.#drawn.push(
      `BT ${number(grey)} g ${number(x)} ${number(this.size.height - y)} Td ${runs(shown, size, face)} ET`,
    );
  }

  line(x: number, y: number, width: number, grey = 0.75): void {
    this.#drawn.push(
      `${number(grey)} G 0.5 w ${number(x)} ${number(this.size.height - y)} m ${number(x + width)} ${number(this.size.height - y)} l S`,
    );
  }

  box(x: number, y: number, width: number, height: number, grey: number): void {
    this.#drawn.push(
      `${number(grey)} g ${number(x)} ${number(this.size.height - y - height)} ${number(width)} ${number(height)} re f`,
    );
  }

  content(): string {
    return this.#drawn.join('\n');
  }
}

export const FONTS = [
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light-UniGB-UCS2-H /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 5 >> /DW 1000 /FontDescriptor 8 0 R >>',
  '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 752 /Descent -271 /CapHeight 737 /StemV 58 /Style << /Panose <010502020400000000000000> >> >>',
] as const;

const day = (at: Date): string => at.toISOString().replace(/[-:T]/g, '').slice(0, 14);

/** The whole document. */
export const pdfOf = (pages: readonly Page[], about: { readonly title: string; readonly at: Date }): Buffer => {
  const first = 4 + FONTS.length;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    `<< /Title <FEFF${utf16(about.title)}> /CreationDate (D:${day(about.at)}Z) >>`,
    ...FONTS,
  ];
  for (const [index, page] of pages.entries()) {
    const stream = deflateSync(Buffer.from(page.content(), 'latin1'));
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.size.width} ${page.size.height}] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R /F3 6 0 R >> >> >>`,
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`, 'latin1'),
        stream,
        Buffer.from('\nendstream', 'latin1'),
      ]),
    );
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = parts[0]?.length ?? 0;
  const places = objects.map((object, index) => {
    const from = at;
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object;
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    at += whole.length;
    return from;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};
